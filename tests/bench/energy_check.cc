/* energy_check: what energy_meter.h makes of a counter that steps seldom: of a GPU that takes 100 W, and 150 mJ more for each
 * launch that operates: the power of waiting, and what of such a launch is above it. A counter that stands still is no
 * meter, nor is none. Exit status 1 and a line for each number that is not as expected. */
#define ENERGY_TIMES SETTLE_S = 0.05, PHASE_S = 0.4
#include "global/energy_meter.h"
#include "differs.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of what the thread that looks sees */
static double energy_j, counted_j, stepped_s;
static const double WAIT_W = 100, OP_J = 0.15, STEP_S = 0.02;
static bool steps = true, counts = true;
static int wait, op;

static enum ga_status launch(struct ga_gpu *, const struct ga_launch *l, uint32_t n,
                             struct ga_err *) {
    static double before = ga_now_s();
    for (uint32_t i = 0; i < n; i++) {
        ga_sleep_us(l->entry == &op ? 1000 : 5000);
        pthread_mutex_lock(&lock);
        const double now = ga_now_s();
        energy_j += (now - before) * WAIT_W + (l->entry == &op ? OP_J : 0);
        before = now;
        pthread_mutex_unlock(&lock);
    }
    return GA_OK;
}
static enum ga_status download(struct ga_gpu *, void *to, const void *, size_t bytes,
                               struct ga_err *) {
    for (size_t i = 0; i < bytes / sizeof(struct ga_lap); i++)
        ((struct ga_lap *)to)[i] = {1, 1000001 + i, 2000, 8};
    return GA_OK;
}
static double energy(const struct ga_gpu *) {
    pthread_mutex_lock(&lock);
    if (steps && ga_now_s() - stepped_s > STEP_S) {
        counted_j = energy_j;
        stepped_s = ga_now_s();
    }
    const double j = counts ? counted_j : NAN;
    pthread_mutex_unlock(&lock);
    return j;
}

static bool near(double x, double expected, double share) {
    return fabs(x - expected) < share * expected;
}

int main(void) {
    struct ga_backend backend = {};
    backend.launch = launch;
    backend.download = download;
    backend.energy = energy;
    struct ga_gpu gpu = {};
    gpu.backend = &backend;
    gpu.limits.memory_bytes = 1;
    gpu.limits.tick_ns = 1;
    struct ga_lap laps[2];
    struct energy_memory m = {};
    m.read = laps;
    struct ga_launch of_op = {}, of_wait = {};
    of_op.entry = &op;
    of_wait.entry = &wait;
    of_op.n_blocks = of_wait.n_blocks = 2;
    struct energy_visit v = {};
    struct ga_err err = {""};
    differs("counter", "status", energy_measure(&gpu, &of_op, &of_wait, &m, 10, &v, &err), GA_OK);
    differs("counter", "outcome", v.visit.outcome, GA_OK);
    differs("counter", "sample", v.samples[9], 1000001);
    differs("counter", "W of waiting", near(v.wait_w, WAIT_W, 0.1), true);
    differs("counter", "W of operating", v.power_w > 1.2 * WAIT_W, true);
    differs("counter", "J of a launch, first half", near(v.launch_j[0], OP_J, 0.2), true);
    differs("counter", "J of a launch, second half", near(v.launch_j[1], OP_J, 0.2), true);

    struct energy_visit few = {};
    differs("warm-up", "status", energy_measure(&gpu, &of_op, &of_wait, &m, 2, &few, &err), GA_OK);
    differs("warm-up", "launches", few.n_launches, 2);
    differs("warm-up", "no energy", isnan(few.power_w), true);

    steps = false;
    v = {};
    differs("still", "status", energy_measure(&gpu, &of_op, &of_wait, &m, 10, &v, &err), GA_OK);
    differs("still", "outcome", v.visit.outcome, GA_NO_METER);
    counts = false;
    v = {};
    differs("none", "status", energy_measure(&gpu, &of_op, &of_wait, &m, 10, &v, &err), GA_OK);
    differs("none", "outcome", v.visit.outcome, GA_NO_METER);
    gpu.limits.memory_bytes = 0;
    v = {};
    differs("stand-in", "status", energy_measure(&gpu, &of_op, &of_wait, &m, 10, &v, &err), GA_OK);
    differs("stand-in", "outcome", v.visit.outcome, GA_OK);
    return n_wrong > 0;
}
