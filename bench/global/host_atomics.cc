/* global_host_atomics: what atomics on one word of the host's memory cost the GPU and the host, and whether any
 * is lost where both work on it. Pinned memory stays in the host, and the GPU's atomics cross the bus; pages of
 * managed memory move to who uses them, unless the driver was told where to keep them:
 *
 *   managed_device     preferred on the GPU, and moved there before each launch
 *   managed_host       preferred in the host, mapped by the GPU, and moved to the host before each launch
 *   managed_migrating  moved to the host before each sample, which is a launch of its own: the first four accesses
 *
 * Contends: `who` says whether the GPU's threads, a thread of the host, or both; `load` how many threads of the
 * GPU. With both, the host's goes on until the GPU's have finished. Progress assumed: resident blocks run. */
#include "host_thread.h"
#include "remote_side.h"

#include <string.h>

enum { MEMORY, WHO, OPERATION, SCOPE, LOAD };
enum memory { PINNED, MANAGED, ON_DEVICE, ON_HOST, MIGRATING, N_MEMORIES };
enum who { GPU, CPU, BOTH };
enum { HOST_ATOMICS, EXPECTED, FOUND, LOST, TORN, CPU_NS, N_TALLIES };
enum {
    WARPS = 8, /* of one_word */
    PLACES =
        8, /* of the word: half of them are in the half of the L2 that is near, wherever the page lies */
    PLACE_BYTES = 4096 /* src: global_locality, where every other run of 4 KiB is near */
};

static const char *const memories[] = {"pinned",       "managed",           "managed_device",
                                       "managed_host", "managed_migrating", nullptr};
static const char *const whos[] = {"gpu", "cpu", "both", nullptr};
static const char *const scopes[] = {"device", "system", nullptr};
static const char *const loads[] = {"latency", "one_word", "one_word_unused", nullptr};

static const struct ga_axis axes[] = {
    {"memory",
     "",
     "which holds the word: of the host; managed, where it may move to the GPU, unless kept on it, "
     "kept in the host, or moved back before each sample. These three: with who=gpu, or both and "
     "load=latency; migrating with gpu and latency alone; a preset has add_u32 at system scope",
     memories,
     nullptr,
     {"all", "all", "all"}},
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
     {"add_u32,exchange_u32,xor_u64", "all", "all"}},
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
    {"torn_values", "", "of more than 32 bits, whose halves do not belong together",
     ga_tally::GA_SUM},
    {"cpu_access_ns", "ns", "time per access of the host's thread; empty if there is none",
     ga_tally::GA_MEAN},
};

static const char *unavailable(const struct ga_limits *limits) {
    return limits->n_gpus == 0 ? "the host cannot share memory with this device" : nullptr;
}

static bool is_told(const struct ga_point *p) { return p->at[MEMORY] > MANAGED; }

static bool valid(const struct ga_limits *, const struct ga_point *p) {
    const bool latency = p->at[LOAD] == REMOTE_LATENCY;
    if (is_told(p) && (p->at[WHO] == CPU || (p->at[WHO] == BOTH && !latency)))
        return false;
    if (p->at[MEMORY] == MIGRATING && (p->at[WHO] != GPU || !latency))
        return false;
    if ((p->at[WHO] == CPU && p->at[LOAD] != REMOTE_LATENCY) ||
        (p->at[LOAD] == REMOTE_ONE_WORD_UNUSED && p->at[OPERATION] >= REMOTE_N_COUNTED))
        return false;
    return p->at[SCOPE] == REMOTE_SYSTEM ||
           (p->at[OPERATION] == REMOTE_add_u32 && p->at[WHO] != CPU);
}

static bool usual(const struct ga_limits *, const struct ga_point *p) {
    return !is_told(p) || (p->at[OPERATION] == REMOTE_add_u32 && p->at[SCOPE] == REMOTE_SYSTEM);
}

static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    const bool is_128 = GA_SYMBOL(remote_abouts)[p->at[OPERATION]].bits == 128;
    const char *const lacks =
        p->at[WHO] == CPU ? nullptr
                          : GA_SYMBOL(remote_lacks)((uint32_t)p->at[OPERATION], limits->target);
    if (p->at[MEMORY] != PINNED && !limits->shared_managed)
        return "host and GPU may not use managed memory at the same time, as the driver says";
    if (is_told(p) && !limits->told_managed)
        return "this program cannot tell the driver where to keep managed memory";
    if (p->at[WHO] == BOTH && limits->emulated)
        return "an emulator is too slow to work beside the host";
    if (p->at[WHO] != GPU && is_128 && !host_has_128)
        return "the host has no 128-bit atomics that this program knows";
    return lacks;
}

static uint32_t variant(const struct ga_point *p) {
    return remote_variant((uint32_t)p->at[OPERATION], (uint32_t)p->at[SCOPE],
                          remote_regime_of((enum remote_load)p->at[LOAD]));
}

static uint32_t cpu_accesses(const struct ga_limits *limits) {
    return remote_is_stand_in(limits) ? 64 : 16384;
}

static struct remote_crew crew_of(const struct ga_limits *limits, const struct ga_point *p) {
    const enum remote_load load = (enum remote_load)p->at[LOAD];
    const uint32_t most = remote_is_stand_in(limits) ? 2 : WARPS;
    struct remote_crew c =
        remote_crew_of(limits, (uint32_t)p->at[OPERATION], load, load == REMOTE_LATENCY ? 1 : most);
    /* No longer than the host has room for: HOST_MOST accesses. */
    if (p->at[WHO] == BOTH && c.regime == REMOTE_UNUSED)
        c.accesses =
            remote_crew_of(limits, (uint32_t)p->at[OPERATION], REMOTE_ONE_WORD, most).accesses;
    if (p->at[MEMORY] >= ON_HOST || (p->at[MEMORY] == ON_DEVICE && p->at[WHO] == BOTH))
        c.accesses =
            REMOTE_UNROLL; /* each goes to the host, or may have to wait for a page to move */
    if (p->at[WHO] == BOTH || p->at[MEMORY] == PINNED || p->at[MEMORY] == ON_HOST)
        c.least_rounds = 0; /* a round may take 2 ms */
    return c;
}
static uint32_t ranks_of(const struct remote_crew *c, const struct ga_point *p) {
    return p->at[WHO] == CPU ? 1 : remote_threads(c) + (p->at[WHO] == BOTH);
}

/* Pages of managed memory move to the GPU's. */
static uint32_t places_of(const struct ga_point *p) {
    const bool moves = p->at[MEMORY] != PINNED && p->at[MEMORY] != ON_HOST;
    return moves && p->at[WHO] != CPU ? PLACES : 1;
}

/* Of the side that is measured. */
static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const struct remote_crew c = crew_of(limits, p);
    if (p->at[WHO] == CPU)
        return {cpu_accesses(limits), 0, 0};
    return {(uint64_t)remote_threads(&c) * c.accesses, (uint64_t)remote_warps(&c) * c.accesses,
            c.about->parts[1] ? 3u : 1u};
}

/* What a batch needs. */
struct setting {
    struct remote_side side;
    struct remote_flags *flags;
    void *words[N_MEMORIES]; /* of each kind; NULL: there is none */
    uint32_t *log;           /* of the host's thread, and its samples */
    double *sample_ns;
    uint32_t *samples; /* of the GPU's, and their sums over the places */
    double *sums;
};

static void take_down(struct ga_gpu *gpu, struct setting *s) {
    const struct ga_remote *const remote = gpu->backend->remote;
    remote_side_free(gpu, &s->side);
    for (int kind = PINNED; kind < N_MEMORIES; kind++)
        if (s->words[kind])
            remote->free_host(gpu, kind == PINNED ? GA_PINNED : GA_MANAGED, s->words[kind]);
    if (s->flags)
        remote->free_host(gpu, GA_PINNED, s->flags);
    delete[] s->log;
    delete[] s->sample_ns;
    delete[] s->samples;
    delete[] s->sums;
}

static enum ga_status set_up(struct ga_gpu *gpu, const struct ga_batch *batch, struct setting *s,
                             struct ga_err *err) {
    const struct ga_remote *const remote = gpu->backend->remote;
    struct remote_room room = {};
    void *flags = nullptr;
    for (uint32_t i = 0; i < batch->n_points; i++) {
        const struct remote_crew c = crew_of(&gpu->limits, &batch->points[i]);
        remote_make_room(&room, &c, batch->n_samples, ranks_of(&c, &batch->points[i]));
    }
    s->log = new uint32_t[HOST_MOST];
    s->sample_ns = new double[batch->n_samples];
    s->samples = new uint32_t[batch->n_samples];
    s->sums = new double[batch->n_samples];
    enum ga_status status = remote->alloc_host(gpu, GA_PINNED, sizeof *s->flags, &flags, err);
    s->flags = (struct remote_flags *)flags;
    for (int kind = PINNED; status == GA_OK && kind < N_MEMORIES; kind++)
        if (kind == PINNED || gpu->limits.shared_managed)
            status = remote->alloc_host(gpu, kind == PINNED ? GA_PINNED : GA_MANAGED,
                                        PLACES * PLACE_BYTES, &s->words[kind], err);
    return status == GA_OK ? remote_side_make(gpu, gpu->limits.gpu, &room, &s->side, err) : status;
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

/* Losses are a finding where both work on the word and nobody promises that there are none: the driver does not
 * claim native atomics, or the scope does not include the host. Where it does not say (AMD), the GPU's alone are
 * one, too: an atomic that PCIe lacks may do nothing. src: ROCm, "Hardware atomics operation support". */
static enum ga_status judge(const struct ga_limits *limits, const struct ga_point *p,
                            enum ga_status outcome, const struct remote_count *count) {
    const bool may_lose = p->at[WHO] == BOTH
                              ? limits->host_native_atomics != 1 || p->at[SCOPE] == REMOTE_DEVICE
                              : p->at[WHO] == GPU && limits->host_native_atomics < 0;
    if (outcome != GA_OK)
        return outcome;
    return (count->lost > 0 || count->torn > 0) && !may_lose ? GA_WRONG : GA_OK;
}

/* The host's thread in a visit to a word; args: the GPU's. */
static struct host_thread host_of(const struct ga_limits *limits, const struct setting *s,
                                  const struct ga_point *p, const struct remote_crew *c,
                                  const struct remote_args *args, uint32_t n_samples) {
    const bool alone = p->at[WHO] == CPU;
    struct host_thread h = {};
    h.operation = (enum remote_operation)p->at[OPERATION];
    h.word = args->words;
    h.flags = s->flags;
    h.party = alone ? 0 : 1;
    h.n_parties = args->n_parties;
    h.company = !alone;
    h.accesses = alone ? cpu_accesses(limits) : 64;
    h.n_samples = n_samples;
    h.most = alone                      ? (REMOTE_WARM_UP + h.n_samples) * h.accesses
             : is_told(p) && !args->log ? (uint32_t)REMOTE_MOST_FLOAT / 2 /* pages may move often */
                                        : (uint32_t)HOST_MOST;
    h.rank = alone ? 0 : remote_threads(c);
    h.n_ranks = args->n_ranks;
    h.first_value = alone ? 0 : remote_threads(c) * args->most;
    h.patience_ns = 5e9;
    h.log = args->log ? s->log : nullptr;
    h.sample_ns = s->sample_ns;
    return h;
}

/* Where the pages are when the launch begins. */
static enum ga_status move_pages(struct ga_gpu *gpu, const struct setting *s,
                                 const struct ga_point *p, struct ga_err *err) {
    static const enum ga_residence residences[N_MEMORIES] = {GA_MOVES, GA_MOVES, GA_KEPT_ON_GPU,
                                                             GA_KEPT_IN_HOST, GA_MOVES};
    const int32_t memory = p->at[MEMORY];
    return is_told(p) ? gpu->backend->remote->reside(gpu, residences[memory], s->words[memory],
                                                     PLACES * PLACE_BYTES, err)
                      : GA_OK;
}

/* One launch for one word. Adds its n samples to the sums, and to the visit. out: *count, *cpu_ns. */
static enum ga_status visit(struct ga_gpu *gpu, struct setting *s, const struct ga_batch *batch,
                            uint32_t i, uint32_t place, uint32_t n, struct remote_count *count,
                            double *cpu_ns, struct ga_err *err) {
    const struct ga_point *const p = &batch->points[i];
    const enum who who = (enum who)p->at[WHO];
    const struct remote_crew c = crew_of(&gpu->limits, p);
    uint32_t n_variants = 0, n_parties = 0;
    struct remote_party parties[2] = {};
    struct ga_visit seen = {GA_OK, 0, 0, 0};
    struct remote_args args;
    enum ga_status status =
        remote_side_ready(gpu, &s->side, &c, n, false, ranks_of(&c, p), &args, err);
    args.words = (char *)s->words[p->at[MEMORY]] + place * PLACE_BYTES;
    args.flags = s->flags;
    args.n_parties = who == BOTH ? 2 : 1;
    const struct ga_launch launch = {GA_SYMBOL(remote_variants)(&n_variants)[variant(p)].entry,
                                     c.n_blocks, c.warps_per_block * gpu->limits.warp_size, 0,
                                     &args};
    struct host_thread h = host_of(&gpu->limits, s, p, &c, &args, n);
    *s->flags = {};
    memset(args.words, c.about->initial, REMOTE_MOST_BYTES);
    if (status == GA_OK)
        status = move_pages(gpu, s, p, err);
    if (status == GA_OK)
        status = run(gpu, who, &launch, &h, err);
    if (status == GA_OK && who != CPU)
        status = remote_side_read(gpu, &s->side, &args, remote_warps(&c), &parties[n_parties++],
                                  s->samples, n, &seen, err);
    if (status != GA_OK)
        return status;
    if (who != GPU)
        parties[n_parties++] = {&h.tally, h.log, 1, h.rank, h.n_ranks, h.first_value, h.most};
    for (uint32_t k = 0; k < n; k++)
        s->sums[k] += who == CPU ? h.sample_ns[k] / gpu->limits.tick_ns : s->samples[k];
    const enum ga_status outcome =
        GA_SYMBOL(remote_check)(h.operation, args.words, 1, parties, n_parties, count);
    struct ga_visit *const all = &batch->visits[i];
    if (seen.outcome == GA_OK)
        seen.outcome = judge(&gpu->limits, p, outcome, count);
    *all = {all->outcome ? all->outcome : seen.outcome, seen.sm, all->cycles + seen.cycles,
            all->ticks + seen.ticks};
    *cpu_ns = who == GPU || h.tally.accesses == 0 ? __builtin_nan("") : h.ns / h.tally.accesses;
    return GA_OK;
}

/* A sample is the mean over the places. Where pages are moved before each sample, it is the first of a launch, the places in
 * turn: that of the first round, which is no warm-up then. */
static enum ga_status measure_point(struct ga_gpu *gpu, struct setting *s,
                                    const struct ga_batch *batch, uint32_t i, struct ga_err *err) {
    const bool migrates = batch->points[i].at[MEMORY] == MIGRATING;
    const uint32_t places = places_of(&batch->points[i]), n = batch->n_samples;
    const uint32_t n_launches = migrates ? n : places, n_means = migrates ? 1 : places;
    double *const tally = batch->tallies + (size_t)i * N_TALLIES;
    enum ga_status status = GA_OK;
    batch->visits[i] = {GA_OK, 0, 0, 0};
    for (uint32_t k = 0; k < n; k++)
        s->sums[k] = 0;
    for (uint32_t l = 0; status == GA_OK && l < n_launches; l++) {
        struct remote_count count = {};
        double cpu_ns = 0;
        status = visit(gpu, s, batch, i, l % places, migrates ? 0 : n, &count, &cpu_ns, err);
        if (migrates && status == GA_OK && batch->visits[i].outcome == GA_OK)
            s->sums[l] = (double)(s->side.stamp[1] - s->side.stamp[0]);
        tally[EXPECTED] += count.expected;
        tally[FOUND] += count.found;
        tally[LOST] += count.lost;
        tally[TORN] += count.torn;
        tally[CPU_NS] += cpu_ns / places;
    }
    tally[HOST_ATOMICS] = gpu->limits.host_native_atomics;
    for (uint32_t k = 0; k < n; k++)
        batch->samples[(size_t)i * n + k] = (uint32_t)(s->sums[k] / n_means + 0.5);
    return status;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    struct setting s = {};
    enum ga_status status = set_up(gpu, batch, &s, err);
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
        .sample =
            "the accesses of the GPU's warps together, or of the host's thread where it works "
            "alone; in managed memory the mean over 8 words in turn, each in a page of its own",
        .axes = axes,
        .n_axes = sizeof axes / sizeof *axes,
        .samples = {4, 10, 10},
        .visit_samples = REMOTE_VISIT,
        .beyond = true,
        .tallies = tallies,
        .n_tallies = N_TALLIES,
        .timer = GA_TICKS,
        .interval = 0.05,
        .unavailable = unavailable,
        .valid = valid,
        .usual = usual,
        .unsupported = unsupported,
        .work = work,
        .variant = variant,
        .measure = measure,
    };
    row.variants = GA_SYMBOL(remote_variants)(&row.n_variants);
    return &row;
}
