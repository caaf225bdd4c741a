/* cluster_check: whether shared_cluster launches the kernel and the threads that a point names, and what it makes of
 * a launch that left what its accesses leave, or one word, one sum of what was added or one sum of what came back
 * another, or a thread that says its wait was too long or too short. A device that does the accesses one after the
 * other. Exit status 1 and a line for each that differs. */
#include <stdio.h>

#include "../../bench/shared/cluster.cc"

uint32_t ga_cpu_fences;

enum { N_BLOCKS = 3, THREADS = 2 * GA_CPU_WARP_SIZE, N_SAMPLES = 2, ROOM = 1 << 16 };
#include "planted_gpu.h"

enum fault {
    NOTHING,
    A_WORD,
    AN_ADDED,
    A_SUM,
    ONE_FEWER,
    NONE_AT_ALL,
    LATE,
    EARLY,
    EARLY_AND_LATE,
    FAULTS
};
static const char *const faults[] = {
    "nothing",        "a word",          "what was added",
    "what came back", "an access fewer", "no access",
    "a long wait",    "a short wait",    "a short wait before a long one"};

static const struct ga_cpu_thread nobody = {};
extern "C" {
const struct ga_cpu_thread *ga_cpu_self(void) { return &nobody; }
void ga_cpu_cluster_sync(void) { abort(); }
void *ga_cpu_cluster_shared(uint32_t) { abort(); }
}

static struct {
    struct ga_point point;
    enum fault fault;
    uint32_t at; /* block and thread of the fault */
} plan;

/* The i-th access of a thread. */
static void step(uint32_t *word, uint32_t i, struct cluster_result *result) {
    const uint32_t old = *word;
    const int32_t operation = plan.point.at[OPERATION];
    if (operation == ADD || operation == ADD_ASYNC)
        *word = old + 1;
    else if (operation == EXCHANGE)
        *word = i + 1;
    else if (operation == CAS)
        *word = old == i ? i + 1 : old;
    result->added += *word - old;
    result->sum += plan.point.at[REGIME] == UNUSED || operation == ADD_ASYNC ? 0 : old;
}

static int n_wrong;

/* A point has the kernel of its name, and threads: all that there are, a warp, or one. */
static void check_launch(const struct ga_launch *l) {
    const struct ga_point *const p = &plan.point;
    const struct ga_variant *const end = variants + sizeof variants / sizeof *variants;
    const struct ga_variant *v = variants;
    const bool alone = p->at[OPERATION] == ADD_ASYNC && p->at[REGIME] == DEPENDENT;
    const uint32_t n = p->at[CREW] != THREAD ? (uint32_t)THREADS : alone ? 1 : GA_CPU_WARP_SIZE;
    char kernel[96];
    snprintf(kernel, sizeof kernel, "shared_cluster_%s_%s_%s", places[p->at[PLACE]],
             operations[p->at[OPERATION]], regimes[p->at[REGIME]]);
    while (v < end && strcmp(v->kernel, kernel) != 0)
        v++;
    if (v < end && v->entry == l->entry && l->n_threads == n && l->n_blocks == N_BLOCKS &&
        l->cluster == N_BLOCKS)
        return;
    printf("%s: another kernel, or %u threads in each of %u blocks, %u in a cluster\n", kernel,
           l->n_threads, l->n_blocks, l->cluster);
    n_wrong++;
}

static enum ga_status launch(struct ga_gpu *, const struct ga_launch *l, uint32_t,
                             struct ga_err *) {
    check_launch(l);
    const struct cluster_args *const a = (const struct cluster_args *)l->args;
    const bool is_global = plan.point.at[PLACE] == GLOBAL;
    const uint32_t n = l->n_threads, total = ((uint32_t)WARM_UP + N_SAMPLES) * a->accesses;
    uint32_t *const words = is_global ? a->global : a->words;
    memset(is_global ? a->words : a->global, 0xff, N_BLOCKS * n * sizeof *words);
    memset(a->results, 0, N_BLOCKS * n * sizeof *a->results);
    for (uint32_t k = 0; !is_global && k < N_BLOCKS * n; k++)
        words[k] = a->initial * (1 + k / n);
    for (uint32_t rank = 0; rank < N_BLOCKS; rank++)
        for (uint32_t i = 0; i < total; i++)
            for (uint32_t t = 0; t < n; t++) {
                const bool answers = is_in_turn(&plan.point) && rank == a->distance;
                const bool works = a->crew != THREAD || ((rank == 0 || answers) && t == 0);
                const uint32_t target = answers ? 0 : (rank + a->distance) % N_BLOCKS;
                const bool last = i + 1 == total && rank * n + t == plan.at;
                if (works && !(plan.fault == ONE_FEWER && last) && plan.fault != NONE_AT_ALL)
                    step(&words[target * n + (a->crew == OWN_WORDS ? t : 0)], i,
                         &a->results[rank * n + t]);
            }
    words[plan.at] += plan.fault == A_WORD;
    a->results[plan.at].added += plan.fault == AN_ADDED;
    a->results[plan.at].sum += plan.fault == A_SUM;
    if (plan.fault == EARLY_AND_LATE) /* of another thread, which does not replace it */
        a->results[N_BLOCKS * n - 1].outcome = GA_TIMEOUT;
    a->results[plan.at].outcome = plan.fault == LATE    ? GA_TIMEOUT
                                  : plan.fault >= EARLY ? GA_WRONG
                                                        : GA_OK;
    a->visit->outcome = GA_OK;
    return GA_OK;
}

/* Who loads adds nothing; what comes back to exchanges and compare-and-swaps depends on others, and so does how many of
 * the latter do something. */
static bool is_seen(enum fault fault, uint32_t at) {
    const int32_t operation = plan.point.at[OPERATION];
    const bool known = operation == ADD || operation == LOAD || operation == ADD_ASYNC;
    const bool alone = plan.point.at[CREW] != ONE_WORD; /* on its word */
    switch (fault) {
    case A_WORD:
        return true;
    case AN_ADDED:
        return operation != LOAD;
    case A_SUM:
        return known && plan.point.at[REGIME] != UNUSED && operation != ADD_ASYNC;
    case ONE_FEWER:
        return (known || alone) && (at == 0 || plan.point.at[CREW] != THREAD);
    case NONE_AT_ALL:
    case LATE:
    case EARLY:
    case EARLY_AND_LATE:
        return true;
    default:
        return false;
    }
}

static void judged(struct ga_gpu *gpu) {
    const struct ga_point *const p = &plan.point;
    struct ga_visit visit = {};
    struct ga_err err;
    uint32_t samples[N_SAMPLES];
    const struct ga_batch batch = {p, 1, N_SAMPLES, 1, samples, nullptr, nullptr, &visit, nullptr};
    const enum ga_status status = measure(gpu, &batch, &err);
    const uint32_t finding = plan.fault == LATE ? GA_TIMEOUT : GA_WRONG;
    const bool seen = visit.outcome == finding, expected = is_seen(plan.fault, plan.at);
    const bool claimed = expected || plan.fault == NOTHING; /* of the rest nothing is promised */
    if (status == GA_OK && (!claimed || (seen == expected && visit.outcome <= finding)))
        return;
    printf("%s %s %s %s, distance %d, other: %s of thread %u: status %d, outcome %u, expected %d\n",
           places[p->at[PLACE]], operations[p->at[OPERATION]], regimes[p->at[REGIME]],
           crews[p->at[CREW]], p->at[DISTANCE], faults[plan.fault], plan.at, status, visit.outcome,
           expected ? finding : (uint32_t)GA_OK);
    n_wrong++;
}

static void all_faults(struct ga_gpu *gpu) {
    if (!valid(&gpu->limits, &plan.point))
        return;
    const uint32_t n = N_BLOCKS * threads(&gpu->limits, &plan.point);
    for (int fault = NOTHING; fault < FAULTS; fault++)
        for (plan.at = 0; plan.at < n; plan.at++) {
            plan.fault = (enum fault)fault;
            judged(gpu);
        }
}

int main(void) {
    struct ga_gpu gpu = planted_gpu();
    gpu.limits.warp_size = GA_CPU_WARP_SIZE;
    gpu.limits.threads_per_block = THREADS;
    gpu.limits.cluster_blocks = N_BLOCKS;
    for (int32_t place = LOCAL; place <= GLOBAL; place++)
        for (int32_t operation = ADD; operation <= ADD_ASYNC; operation++)
            for (int32_t regime = DEPENDENT; regime <= UNUSED; regime++)
                for (int32_t crew = THREAD; crew <= ONE_WORD; crew++)
                    for (int32_t distance = 0; distance < N_BLOCKS; distance++) {
                        plan.point = {{place, operation, regime, crew, N_BLOCKS, distance}};
                        all_faults(&gpu);
                    }
    return n_wrong > 0;
}
