/* global_host_atomics: what atomics on one word of the host's memory cost the GPU and the host, and whether any
 * is lost where both work on it. Pinned memory stays in the host, and the GPU's atomics cross the bus; pages of
 * managed memory move to who uses them.
 *
 * Contends: `who` says whether the GPU's threads, a thread of the host, or both; `load` how many threads of the
 * GPU. With both, the host's goes on until the GPU's have finished. Progress assumed: resident blocks run. */
#include "host_thread.h"
#include "remote_side.h"

#include <string.h>

enum { MEMORY, WHO, OPERATION, SCOPE, LOAD };
enum who { GPU, CPU, BOTH };
enum { HOST_ATOMICS, EXPECTED, FOUND, LOST, CPU_NS, N_TALLIES };

static const char *const memories[] = {"pinned", "managed", nullptr};
static const char *const whos[] = {"gpu", "cpu", "both", nullptr};
static const char *const scopes[] = {"device", "system", nullptr};
static const char *const loads[] = {"latency", "one_word", "one_word_unused", nullptr};

static const struct ga_axis axes[] = {
    {"memory", "", "of the host, which holds the word", memories, nullptr, {"all", "all", "all"}},
    {"who",
     "",
     "works on it; with both, the GPU is measured",
     whos,
     nullptr,
     {"all", "all", "all"}},
    {"operation",
     "",
     "the same on both sides",
     GA_SYMBOL(remote_operations),
     nullptr,
     {"add_u32,exchange,xor", "all", "all"}},
    {"scope",
     "",
     "of the GPU's; device scope does not include the host, and is measured for add_u32 alone",
     scopes,
     nullptr,
     {"system", "all", "all"}},
    {"load",
     "",
     "of the GPU: one thread, each access needing the last; a thread of 8 warps, none waiting "
     "for a result; or nobody reading it",
     loads,
     nullptr,
     {"latency", "all", "all"}},
};

static const struct ga_tally tallies[] = {
    {"host_atomics", "",
     "what the driver says of the GPU's atomics on the host's memory: 1 native, 0 not, -1 not "
     "known",
     ga_tally::GA_MEAN},
    {"expected_updates", "", "of both sides in a visit", ga_tally::GA_SUM},
    {"found_updates", "", "of these, in memory or in a result", ga_tally::GA_SUM},
    {"lost_updates", "", "the rest", ga_tally::GA_SUM},
    {"cpu_access_ns", "ns", "time per access of the host's thread; empty if there is none",
     ga_tally::GA_MEAN},
};

static const char *unavailable(const struct ga_limits *limits) {
    return limits->n_gpus == 0 ? "the host cannot share memory with this device" : nullptr;
}

static bool valid(const struct ga_limits *, const struct ga_point *p) {
    if ((p->at[WHO] == CPU && p->at[LOAD] != REMOTE_LATENCY) ||
        (p->at[LOAD] == REMOTE_ONE_WORD_UNUSED && p->at[OPERATION] >= REMOTE_N_COUNTED))
        return false;
    return p->at[SCOPE] == REMOTE_SYSTEM ||
           (p->at[OPERATION] == REMOTE_add_u32 && p->at[WHO] != CPU);
}

static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    return p->at[MEMORY] == GA_MANAGED && !limits->shared_managed
               ? "host and GPU may not use managed memory at the same time, as the driver says"
               : nullptr;
}

static uint32_t variant(const struct ga_point *p) {
    return remote_variant((uint32_t)p->at[OPERATION], (uint32_t)p->at[SCOPE],
                          remote_regime_of((enum remote_load)p->at[LOAD]));
}

static uint32_t cpu_accesses(const struct ga_limits *limits) {
    return remote_is_stand_in(limits) ? 64 : 4096;
}

/* Few accesses where pages move at every one of them. */
static struct remote_crew crew_of(const struct ga_limits *limits, const struct ga_point *p) {
    struct remote_crew c = remote_crew_of(limits, (enum remote_load)p->at[LOAD]);
    if (p->at[MEMORY] == GA_MANAGED && p->at[WHO] == BOTH)
        c.accesses = 8;
    /* No longer than the host has room for: HOST_MOST accesses. */
    else if (p->at[WHO] == BOTH && c.regime == REMOTE_UNUSED)
        c.accesses = remote_crew_of(limits, REMOTE_ONE_WORD).accesses;
    return c;
}

/* Of the side that is measured. */
static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const struct remote_crew c = crew_of(limits, p);
    if (p->at[WHO] == CPU)
        return {cpu_accesses(limits), 0, 0};
    return {(uint64_t)remote_threads(&c) * c.accesses, (uint64_t)remote_warps(&c) * c.accesses,
            p->at[OPERATION] == REMOTE_or_and ? 3u : 1u};
}

/* What a batch needs. */
struct setting {
    struct remote_side side;
    struct remote_flags *flags;
    void *words[2]; /* one of each kind of memory; managed only where there is some */
    uint32_t *log;  /* of the host's thread, and its samples */
    double *sample_ns;
};

static void take_down(struct ga_gpu *gpu, struct setting *s) {
    const struct ga_remote *const remote = gpu->backend->remote;
    remote_side_free(gpu, &s->side);
    for (int kind = GA_PINNED; kind <= GA_MANAGED; kind++)
        if (s->words[kind])
            remote->free_host(gpu, (enum ga_memory)kind, s->words[kind]);
    if (s->flags)
        remote->free_host(gpu, GA_PINNED, s->flags);
    delete[] s->log;
    delete[] s->sample_ns;
}

static enum ga_status set_up(struct ga_gpu *gpu, uint32_t n_samples, struct setting *s,
                             struct ga_err *err) {
    const struct ga_remote *const remote = gpu->backend->remote;
    void *flags = nullptr;
    s->log = new uint32_t[HOST_MOST];
    s->sample_ns = new double[n_samples];
    enum ga_status status = remote->alloc_host(gpu, GA_PINNED, sizeof *s->flags, &flags, err);
    s->flags = (struct remote_flags *)flags;
    for (int kind = GA_PINNED; status == GA_OK && kind <= GA_MANAGED; kind++)
        if (kind == GA_PINNED || gpu->limits.shared_managed)
            status = remote->alloc_host(gpu, (enum ga_memory)kind, REMOTE_WORD_BYTES,
                                        &s->words[kind], err);
    return status == GA_OK ? remote_side_make(gpu, gpu->limits.gpu, REMOTE_ONE_WORD_UNUSED + 1,
                                              n_samples, &s->side, err)
                           : status;
}

/* Runs the sides that take part. h: its thread, if who says so. */
static enum ga_status run(struct ga_gpu *gpu, enum who who, const struct ga_launch *launch,
                          struct host_thread *h, struct ga_err *err) {
    pthread_t id;
    if (who != GPU && pthread_create(&id, nullptr, host_run, h) != 0)
        return ga_fail(err, GA_ERROR, "cannot start a thread of the host");
    const enum ga_status status = who == CPU ? GA_OK : gpu->backend->launch(gpu, launch, 1, err);
    if (who != GPU)
        pthread_join(id, nullptr);
    return status;
}

/* Losses are a finding where both work on the word and the driver does not claim native atomics. */
static enum ga_status judge(const struct ga_limits *limits, const struct ga_point *p,
                            enum ga_status outcome, double lost) {
    const bool may_lose = p->at[WHO] == BOTH && limits->host_native_atomics != 1;
    return outcome != GA_OK ? outcome : lost > 0 && !may_lose ? GA_WRONG : GA_OK;
}

static enum ga_status measure_point(struct ga_gpu *gpu, struct setting *s,
                                    const struct ga_batch *batch, uint32_t i, struct ga_err *err) {
    const struct ga_point *const p = &batch->points[i];
    const enum who who = (enum who)p->at[WHO];
    const enum remote_operation operation = (enum remote_operation)p->at[OPERATION];
    const struct remote_crew c = crew_of(&gpu->limits, p);
    uint32_t *const samples = batch->samples + (size_t)i * batch->n_samples;
    void *const word = s->words[p->at[MEMORY]];
    uint32_t n_variants = 0, n_parties = 0;
    struct remote_args args;
    enum ga_status status =
        remote_side_ready(gpu, &s->side, &c, batch->n_samples, false, &args, err);
    args.words = word;
    args.flags = s->flags;
    args.spin_ticks = (uint64_t)(5e9 / gpu->limits.tick_ns);
    args.n_parties = who == BOTH ? 2 : 1;
    const struct ga_launch launch = {GA_SYMBOL(remote_variants)(&n_variants)[variant(p)].entry,
                                     c.n_blocks, c.warps_per_block * gpu->limits.warp_size, 0,
                                     &args};
    struct host_thread h = {};
    h.operation = operation;
    h.word = word;
    h.flags = s->flags;
    h.party = who == BOTH ? 1 : 0;
    h.n_parties = args.n_parties;
    h.company = who == BOTH;
    h.accesses = who == CPU ? cpu_accesses(&gpu->limits) : 64;
    h.n_samples = batch->n_samples;
    h.most = who == CPU ? (REMOTE_WARM_UP + h.n_samples) * h.accesses : (uint32_t)HOST_MOST;
    h.first_value = who == CPU ? 0 : remote_threads(&c) * args.most;
    h.log = s->log;
    h.sample_ns = s->sample_ns;
    *s->flags = {};
    memset(word, 0, REMOTE_WORD_BYTES);
    struct remote_party parties[2] = {};
    batch->visits[i] = {GA_OK, 0, 0, 0};
    if (status == GA_OK)
        status = run(gpu, who, &launch, &h, err);
    if (status == GA_OK && who != CPU)
        status =
            remote_side_read(gpu, &s->side, &args, remote_warps(&c), operation == REMOTE_exchange,
                             &parties[n_parties++], samples, &batch->visits[i], err);
    if (status != GA_OK)
        return status;
    if (who != GPU)
        parties[n_parties++] = {&h.tally, h.log, 1, HOST_BIT, h.first_value, h.most};
    for (uint32_t k = 0; who == CPU && k < batch->n_samples; k++)
        samples[k] = (uint32_t)(h.sample_ns[k] / gpu->limits.tick_ns + 0.5);
    struct remote_count count;
    const enum ga_status outcome =
        GA_SYMBOL(remote_check)(operation, word, 1, parties, n_parties, &count);
    double *const tally = batch->tallies + (size_t)i * N_TALLIES;
    batch->visits[i].outcome = judge(&gpu->limits, p, outcome, count.lost);
    if (who == BOTH && batch->visits[i].outcome == GA_OK && h.tally.accesses + h.accesses > h.most)
        batch->visits[i].outcome = GA_ERROR; /* the host had no room left, and the GPU no company */
    tally[HOST_ATOMICS] = gpu->limits.host_native_atomics;
    tally[EXPECTED] = count.expected;
    tally[FOUND] = count.found;
    tally[LOST] = count.lost;
    tally[CPU_NS] =
        who == GPU || h.tally.accesses == 0 ? __builtin_nan("") : h.ns / h.tally.accesses;
    return GA_OK;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    struct setting s = {};
    enum ga_status status = set_up(gpu, batch->n_samples, &s, err);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++)
        status = measure_point(gpu, &s, batch, i, err);
    take_down(gpu, &s);
    return status;
}

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_host_atomics)(void) {
    static struct ga_bench row = {
        .id = "global_host_atomics",
        .question =
            "what do atomics on the host's memory cost, and are any lost where GPU and host "
            "both use it?",
        .sample = "the accesses of the GPU's threads, or of the host's where it works alone: the "
                  "mean time "
                  "of a thread",
        .axes = axes,
        .n_axes = sizeof axes / sizeof *axes,
        .samples = {4, 10, 10},
        .visit_samples = 10,
        .tallies = tallies,
        .n_tallies = N_TALLIES,
        .timer = GA_TICKS,
        .interval = 0.05,
        .unavailable = unavailable,
        .valid = valid,
        .unsupported = unsupported,
        .work = work,
        .variant = variant,
        .measure = measure,
    };
    row.variants = GA_SYMBOL(remote_variants)(&row.n_variants);
    return &row;
}
