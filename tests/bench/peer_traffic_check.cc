/* peer_traffic_check: the rate that fence_peer_messages gives of blocks that store: each block's bytes over its own time,
 * warm-up in both, however short the time of the counted samples; and that a block counts the time of all that it stores. The
 * clock is the test's own. Exit status 1 and a line for each that differs. */
#include <math.h>
#include <stdint.h>
#include <time.h>

/* A lap over its part takes a block LAP_NS. */
static const long LAP_NS = 100;
static const float *last_lap; /* -1: there was none */
static int tell(clockid_t, struct timespec *t) {
    t->tv_sec = 0;
    t->tv_nsec = LAP_NS * ((long)*last_lap + 1);
    return 0;
}
#define clock_gettime tell
#include "../../bench/fence/peer_messages.cc"
#include "differs.h"

uint32_t ga_cpu_fences;
extern "C" const struct ga_cpu_thread *ga_cpu_self(void) {
    static const struct ga_cpu_thread alone = {.n_threads = 1, .block = 1, .n_blocks = 2};
    return &alone;
}

enum { N_PARTS = PEER_TRAFFIC_BYTES / 16, N_SAMPLES = 2, N_LAPS = 8 };

/* A block that is told to stop, or that stores for N_LAPS and then may no more. */
static struct peer_stored stored_by_block(uint32_t stop) {
    static struct ga_f32x4 traffic[N_PARTS]; /* in each part the lap's number */
    struct peer_stored stored = {1, 1};
    struct peer_args a = {};
    traffic[0].at[0] = -1;
    last_lap = traffic[0].at;
    a.n_channels = 1;
    a.stop = &stop;
    a.stored = &stored;
    a.traffic = traffic;
    a.spin_ticks = N_LAPS * LAP_NS / 2;
    store_traffic(a);
    return stored;
}

static enum ga_status copy(struct ga_gpu *, void *to, const void *from, size_t bytes,
                           struct ga_err *) {
    memcpy(to, from, bytes);
    return GA_OK;
}

/* out: MB/s of a visit whose counted samples took so many ticks of 2 ns; 0: there is no rate. */
static uint64_t rate_of_visit(struct own *own, uint32_t n_blocks, uint64_t counted_ticks) {
    static struct peer_inbox inbox;
    uint64_t stamps[N_SAMPLES + 2] = {5, 6, 5 + counted_ticks, 9};
    uint32_t samples[N_SAMPLES];
    double tally[N_TALLIES] = {};
    struct ga_backend backend = {};
    struct ga_gpu gpu = {};
    struct ga_point point = {};
    struct ga_visit visited = {};
    struct ga_batch batch = {};
    struct setting s = {};
    struct visit v = {};
    backend.download = copy;
    gpu.backend = &backend;
    gpu.limits.tick_ns = 2;
    point.at[GPUS] = 1;
    point.at[TRAFFIC] = 1;
    batch.points = &point;
    batch.n_samples = N_SAMPLES;
    batch.samples = samples;
    batch.visits = &visited;
    batch.tallies = tally;
    s.host[0].seen = s.host[1].seen = &inbox;
    s.gpus[0].own = (char *)own;
    s.n_blocks = n_blocks;
    v.n = 1;
    v.args[0].stamps = stamps;
    read_visit(&gpu, &s, &batch, 0, &v, nullptr);
    return isnan(tally[STORED]) ? 0 : (uint64_t)llround(1000 * tally[STORED]);
}

int main(void) {
    const struct peer_stored none = stored_by_block(1), all = stored_by_block(0);
    static struct own own;
    differs("a block told to stop", "parts", none.n, 0);
    differs("a block told to stop", "ticks", none.ticks, 0);
    differs("a block", "parts", all.n, (uint64_t)N_LAPS * N_PARTS);
    differs("a block", "ticks", all.ticks, N_LAPS * LAP_NS);
    own.stored[0] = {1000, 500};  /* 16 bytes a ns */
    own.stored[1] = {3000, 1000}; /* 24 */
    own.stored[2] = {0, 0};
    for (uint64_t counted = 50; counted <= 5000; counted *= 10) {
        differs("a block alone", "MB/s", rate_of_visit(&own, 1, counted), 16000);
        differs("three blocks", "MB/s", rate_of_visit(&own, 3, counted), 40000);
    }
    differs("no blocks", "MB/s", rate_of_visit(&own, 0, 50), 0);
    return n_wrong > 0;
}
