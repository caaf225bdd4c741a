/* remote_company: who of host_atomics and peer_atomics is at work until when. One thread runs the kernel or the host's part,
 * and all others are planted: flags, and how far the other warps are. Exit status 1 and a line for each that differs. */
#include <stdlib.h>

#include "../../bench/global/host_atomics.cc"
#include "../../bench/kit/remote_check.cc"
#include "../../bench/kit/remote_kernels.h"
#include "differs.h"

uint32_t ga_cpu_fences;

/* The first warp of two, of a block each; of its lanes one takes part. */
static const struct ga_cpu_thread first_warp = {
    .thread = 0, .n_threads = GA_CPU_WARP_SIZE, .block = 0, .n_blocks = 2};
extern "C" {
const struct ga_cpu_thread *ga_cpu_self(void) { return &first_warp; }
uint32_t ga_cpu_warp_gather(uint32_t, uint32_t *) { abort(); }
const struct ga_variant *GA_SYMBOL(remote_variants)(uint32_t *) { abort(); }
const char *GA_SYMBOL(remote_lacks)(uint32_t, const char *) { abort(); }
}

enum { N_SAMPLES = 4, ACCESSES = 8, ROOM = 1 << 24, N_WARPS = 2 };
enum { N_STAMPS = (1 + (int)REMOTE_WARM_UP + (int)N_SAMPLES) * (int)N_WARPS };
static const uint64_t SOON_NS = 50000000, LATER_NS = 1000000000, LATE_NS = 10000000000;

/* What a party of two has in its memory and in the host's. */
struct planted {
    struct remote_args a;
    struct remote_flags flags;
    struct remote_relay relay;
    struct remote_tally tally;
    struct ga_visit visit;
    uint32_t word, zero, warps[N_WARPS];
    uint64_t stamps[N_STAMPS];
};

/* Both parties have arrived, and the second warp has come. */
static void plant(struct planted *p, bool company, uint32_t most, uint64_t spin_ns) {
    *p = {};
    p->flags.arrived[0] = p->flags.arrived[1] = 1;
    p->warps[1] = REMOTE_CAME;
    p->a.words = &p->word;
    p->a.zero = &p->zero;
    p->a.flags = &p->flags;
    p->a.relay = &p->relay;
    p->a.warps = p->warps;
    p->a.tallies = &p->tally;
    p->a.stamps = p->stamps;
    p->a.visit = &p->visit;
    p->a.spin_ticks = spin_ns;
    p->a.lanes = 1;
    p->a.party = company;
    p->a.n_parties = 2;
    p->a.company = company;
    p->a.n_ranks = 2 * N_WARPS;
    p->a.accesses = ACCESSES;
    p->a.n_rounds = N_SAMPLES;
    p->a.most = most;
}
static void run_kernel(const struct planted *p) {
    remote_run<REMOTE_add_u32, GA_SCOPE_SYSTEM, REMOTE_INDEPENDENT>(p->a);
}

/* Company, for which the measured party is done before it begins, or never. */
static void company(const char *what, bool done, uint32_t most, uint64_t spin_ns,
                    uint32_t outcome) {
    static struct planted p;
    plant(&p, true, most, spin_ns);
    p.flags.done = done;
    run_kernel(&p);
    differs(what, "status", p.tally.outcome, outcome);
    differs(what, "was at work at all", p.tally.accesses >= ACCESSES, true);
    differs(what, "told its other warps", p.relay.done, done && most > ACCESSES);
    differs(what, "updates", p.tally.updates, p.word);
    for (uint32_t i = 0; i < N_STAMPS; i++)
        differs(what, "stamp of company", p.stamps[i], 0);
}

/* The measured party's second warp: some time after the first has said that it has come. */
struct second {
    struct planted *p;
    bool finishes;
    uint32_t done_before;
};
static void *finish_late(void *argument) {
    struct second *const s = static_cast<struct second *>(argument);
    const uint64_t begin = ga_ticks();
    while (ga_ticks() - begin < SOON_NS)
        ga_pause();
    s->done_before = ga_load<GA_SCOPE_SYSTEM, GA_RELAXED>(&s->p->flags.done);
    if (s->finishes)
        ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(&s->p->warps[1], (uint32_t)REMOTE_FINISHED);
    return nullptr;
}

static void measured(const char *what, bool comes, bool finishes, uint32_t outcome) {
    static struct planted p;
    const uint32_t own = ((int)REMOTE_WARM_UP + (int)N_SAMPLES) * (int)ACCESSES;
    struct second second = {&p, finishes, 0};
    pthread_t id;
    plant(&p, false, own, comes && finishes ? LATE_NS : LATER_NS);
    p.warps[1] = comes ? REMOTE_CAME : 0;
    if (pthread_create(&id, nullptr, finish_late, &second) != 0)
        abort();
    run_kernel(&p);
    pthread_join(id, nullptr);
    differs(what, "status", p.tally.outcome, outcome);
    differs(what, "status of the visit", p.visit.outcome, outcome);
    differs(what, "accesses", p.tally.accesses, comes ? own : 0);
    differs(what, "company was let go before", second.done_before, false);
    differs(what, "company was let go", p.flags.done, true);
    for (uint32_t i = 0; comes && i < N_STAMPS; i += N_WARPS) {
        differs(what, "stamp after the one before",
                p.stamps[i] > (i > 0 ? p.stamps[i - N_WARPS] : 0), true);
        differs(what, "stamp of the second warp", p.stamps[i + 1], 0);
    }
}

/* The host's thread as company, for which the GPU's threads are done before it begins, or never. */
static void host(const char *what, bool arrives, bool done, uint32_t most, double patience_ns,
                 uint32_t outcome) {
    struct remote_flags flags = {};
    uint32_t word = 0;
    struct host_thread h = {};
    flags.arrived[0] = arrives;
    flags.done = done;
    h.operation = REMOTE_add_u32;
    h.word = &word;
    h.flags = &flags;
    h.party = 1;
    h.n_parties = 2;
    h.company = true;
    h.accesses = ACCESSES;
    h.n_samples = N_SAMPLES;
    h.most = most;
    h.patience_ns = patience_ns;
    host_run(&h);
    differs(what, "status", h.tally.outcome, outcome);
    differs(what, "accesses", h.tally.accesses, word);
    differs(what, "was at work", word > 0, arrives && !done);
    differs(what, "kept to its room", word <= most, true);
}

/* One lost update, where the driver claims native atomics on the host's memory or not. */
static void loss(const char *what, enum who who, enum remote_scope scope, int native,
                 uint32_t outcome) {
    struct ga_limits limits = {};
    struct ga_point point = {};
    const struct remote_count count = {16, 15, 1, 0};
    limits.host_native_atomics = native;
    point.at[WHO] = who;
    point.at[SCOPE] = scope;
    differs(what, "status", judge(&limits, &point, GA_OK, &count), outcome);
    differs(what, "status of a wait", judge(&limits, &point, GA_TIMEOUT, &count), GA_TIMEOUT);
}

/* n GPUs with 2048 warps each on one word: company has room for 256 times the accesses of the measured one, but all of them
 * together do no more than the word can count. */
static void room(const char *what, enum remote_operation operation, uint32_t n, uint32_t times,
                 uint32_t most_in_all) {
    struct ga_limits limits = {};
    limits.memory_bytes = 1;
    limits.warp_size = 32;
    limits.threads_per_block = 1024;
    const struct remote_crew c = remote_crew_of(&limits, operation, REMOTE_ONE_WORD_UNUSED, 2048);
    const uint32_t n_ranks = remote_ranks(&c, n);
    const uint32_t own = remote_most(&c, REMOTE_VISIT, false, n_ranks);
    const uint32_t most = remote_most(&c, REMOTE_VISIT, true, n_ranks);
    differs(what, "accesses", own, 12 * 64);
    differs(what, "times as many", most / own, times);
    differs(what, "fit into the word", (uint64_t)most * n_ranks <= most_in_all, true);
}

/* Counted rounds of a visit of one sample, of n GPUs with so many warps each: six of several warps, but where company would have
 * room for less than 32 times as many. */
static void rounds(const char *what, enum remote_operation operation, enum remote_load load,
                   uint32_t warps, uint32_t n, uint32_t expected) {
    struct ga_limits limits = {};
    limits.memory_bytes = 1;
    limits.warp_size = 32;
    limits.threads_per_block = 1024;
    const struct remote_crew c = remote_crew_of(&limits, operation, load, warps);
    const uint32_t n_ranks = remote_ranks(&c, n);
    differs(what, "rounds", remote_rounds(&c, 1, n_ranks), expected);
    differs(what, "rounds of ten samples", remote_rounds(&c, 10, n_ranks), 10);
    differs(what, "accesses", remote_most(&c, 1, false, n_ranks),
            (REMOTE_WARM_UP + expected) * c.accesses);
}

/* Blocks that the kernels' launch bound allows, of warps of 32 and of 64 lanes. */
static void blocks(void) {
    for (uint32_t lanes = 32; lanes <= 64; lanes *= 2)
        for (uint32_t warps = 1; warps <= 4096; warps *= 2) {
            struct ga_limits limits = {};
            limits.memory_bytes = 1;
            limits.warp_size = lanes;
            limits.threads_per_block = 1024;
            const struct remote_crew c =
                remote_crew_of(&limits, REMOTE_add_u32, REMOTE_ONE_WORD, warps);
            differs("blocks", "at most 128 threads", c.warps_per_block * lanes <= 128, true);
            differs("blocks", "warps", remote_warps(&c), warps);
        }
}

int main(void) {
    blocks();
    room("room: two GPUs", REMOTE_inc_u32, 2, 256, REMOTE_MOST_COUNT);
    room("room: eight GPUs", REMOTE_inc_u32, 8, 170, REMOTE_MOST_COUNT);
    room("room: eight GPUs, floats", REMOTE_add_f32, 8, 1, REMOTE_MOST_FLOAT);
    rounds("rounds: a warp", REMOTE_add_u32, REMOTE_LATENCY, 1, 2, 1);
    rounds("rounds: two GPUs", REMOTE_add_u32, REMOTE_ONE_WORD_UNUSED, 2048, 2, 6);
    rounds("rounds: floats", REMOTE_add_f32, REMOTE_ONE_WORD_UNUSED, 2048, 1, 6);
    rounds("rounds: floats, two GPUs", REMOTE_add_f32, REMOTE_ONE_WORD_UNUSED, 2048, 2, 1);
    rounds("rounds: exchanges, two GPUs", REMOTE_exchange_u32, REMOTE_ONE_WORD, 1024, 2, 6);
    rounds("rounds: more exchanges", REMOTE_exchange_u32, REMOTE_ONE_WORD, 2048, 2, 2);
    company("company: the measured party is done", true, ROOM, LATE_NS, GA_OK);
    company("company: done when its room is at an end", true, ACCESSES, LATE_NS, GA_OK);
    company("company: not done when its room is at an end", false, 4 * ACCESSES, LATE_NS, GA_ERROR);
    company("company: not done after the longest stay", false, ROOM, SOON_NS, GA_TIMEOUT);
    measured("measured: the second warp ends later", true, true, GA_OK);
    measured("measured: the second warp does not end", true, false, GA_TIMEOUT);
    measured("measured: the second warp does not come", false, false, GA_TIMEOUT);
    host("host: the GPU is done", true, true, HOST_MOST, LATE_NS, GA_OK);
    host("host: not done when its room is at an end", true, false, 4 * ACCESSES, LATE_NS, GA_ERROR);
    host("host: not done after the longest stay", true, false, HOST_MOST, SOON_NS, GA_TIMEOUT);
    host("host: the GPU does not come", false, false, HOST_MOST, SOON_NS, GA_TIMEOUT);
    loss("both, native, system scope", BOTH, REMOTE_SYSTEM, 1, GA_WRONG);
    loss("both, native, device scope", BOTH, REMOTE_DEVICE, 1, GA_OK);
    loss("both, not native", BOTH, REMOTE_SYSTEM, 0, GA_OK);
    loss("both, not known", BOTH, REMOTE_SYSTEM, -1, GA_OK);
    loss("GPU alone, device scope", GPU, REMOTE_DEVICE, 0, GA_WRONG);
    loss("GPU alone, native", GPU, REMOTE_SYSTEM, 1, GA_WRONG);
    loss("GPU alone, not known", GPU, REMOTE_SYSTEM, -1, GA_OK);
    loss("host alone, not known", CPU, REMOTE_SYSTEM, -1, GA_WRONG);
    return n_wrong > 0;
}
