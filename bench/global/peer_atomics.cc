/* global_peer_atomics: what atomics of one GPU on another's memory cost, for every ordered pair of GPUs of the
 * machine, and whether any is lost where several GPUs work on one word.
 *
 * Contends: `load` says who of a GPU; `gpus` how many do the same on the same words: GPU `from`, which is
 * measured, then GPU `to`, which has the memory, then the others in order. They start together and stay until
 * the measured one has finished. Progress assumed: resident blocks run, on all GPUs. */
#include "remote_side.h"

#include <string.h>

enum { FROM, TO, OPERATION, LOAD, GPUS, WARPS };
enum { LINK, RANK, LINK_ATOMICS, EXPECTED, FOUND, LOST, TORN, N_TALLIES };
enum { MOST_WARPS = 4096 };

static void gpu_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 0;
    *last = (int32_t)limits->n_gpus - 1;
}
static void gpus_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)limits->n_gpus;
}

static void warps_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 1;
    *last = MOST_WARPS;
}

static const char *const loads[] = {"latency",    "one_word",          "one_word_unused",
                                    "many_words", "many_words_unused", nullptr};

static const struct ga_axis axes[] = {
    {"from", "", "the GPU that is measured", nullptr, gpu_range, {"all", "all", "all"}},
    {"to", "", "the GPU whose memory it is", nullptr, gpu_range, {"all", "all", "all"}},
    {"operation",
     "",
     "at system scope",
     GA_SYMBOL(remote_operations),
     nullptr,
     {"add_u32,exchange_u32", "all", "all"}},
    {"load",
     "",
     "one thread, each access needing the last; a thread of each warp on one word; or all lanes, "
     "on a word each; unused: nobody reads the results",
     loads,
     nullptr,
     {"all", "all", "all"}},
    {"gpus", "", "that work on the same words", nullptr, gpus_range, {"all", "1..max*2", "all"}},
    {"warps",
     "",
     "of each of these GPUs; latency has one",
     nullptr,
     warps_range,
     {"1,2", "1,8,64,128,1024,2048", "1..4096*2"}},
};

static const struct ga_tally tallies[] = {
    {"link", "",
     "from GPU to GPU, as the driver says: 2 NVLink or xGMI, 1 PCIe, 0 not known; empty for its "
     "own memory",
     ga_tally::GA_MEAN},
    {"link_rank", "", "how the driver ranks that link: 0 the fastest; empty where it does not",
     ga_tally::GA_MEAN},
    {"link_atomics", "",
     "what the driver says of the links to that memory: 1 all have native atomics, 0 not all",
     ga_tally::GA_MAX},
    {"expected_updates", "", "of all GPUs in a visit", ga_tally::GA_SUM},
    {"found_updates", "", "of these, in memory or in a result", ga_tally::GA_SUM},
    {"lost_updates", "", "the rest", ga_tally::GA_SUM},
    {"torn_values", "", "of more than 32 bits, whose halves do not belong together",
     ga_tally::GA_SUM},
};

static const char *unavailable(const struct ga_limits *limits) {
    return limits->n_gpus < 2 ? "there is one GPU, and so no peer" : nullptr;
}

/* out: the k-th GPU that takes part. */
static uint32_t gpu_of(const struct ga_point *p, uint32_t k) {
    uint32_t left = k;
    if (left-- == 0)
        return (uint32_t)p->at[FROM];
    if (p->at[TO] != p->at[FROM] && left-- == 0)
        return (uint32_t)p->at[TO];
    for (uint32_t gpu = 0;; gpu++)
        if ((int32_t)gpu != p->at[FROM] && (int32_t)gpu != p->at[TO] && left-- == 0)
            return gpu;
}

static struct remote_crew crew_of(const struct ga_limits *limits, const struct ga_point *p) {
    return remote_crew_of(limits, (uint32_t)p->at[OPERATION], (enum remote_load)p->at[LOAD],
                          (uint32_t)p->at[WARPS]);
}
static uint32_t ranks_of(const struct remote_crew *c, const struct ga_point *p) {
    return remote_ranks(c, (uint32_t)p->at[GPUS]);
}

/* A word has no bits for more threads than it has bits. */
static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    const struct remote_crew c = crew_of(limits, p);
    return (c.regime != REMOTE_UNUSED || p->at[OPERATION] < REMOTE_N_COUNTED) &&
           (c.regime != REMOTE_DEPENDENT || p->at[WARPS] == 1) &&
           (c.about->kind != REMOTE_BIT || ranks_of(&c, p) <= c.about->bits);
}

static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    const struct remote_crew c = crew_of(limits, p);
    const char *const lacks = GA_SYMBOL(remote_lacks)((uint32_t)p->at[OPERATION], limits->target);
    for (uint32_t k = 0; k < (uint32_t)p->at[GPUS]; k++)
        if (!(limits->peers[gpu_of(p, k)][p->at[TO]].can & GA_PEER_ACCESS))
            return "a GPU that takes part has no access to the memory, as the driver says, or is "
                   "of another kind";
    return lacks ? lacks : remote_too_much(limits, &c, ranks_of(&c, p));
}

/* Whether the driver says so of every GPU that takes part. Where it does not, lost updates are a finding. */
static bool are_native(const struct ga_limits *limits, const struct ga_point *p) {
    bool all = true;
    for (uint32_t k = 0; k < (uint32_t)p->at[GPUS]; k++)
        all &= (limits->peers[gpu_of(p, k)][p->at[TO]].can & GA_PEER_ATOMICS) != 0;
    return all;
}

/* One GPU on its own memory. */
static bool reference(const struct ga_point *p, struct ga_point *other) {
    *other = *p;
    other->at[TO] = p->at[FROM];
    other->at[GPUS] = 1;
    return true;
}

static uint32_t variant(const struct ga_point *p) {
    return remote_variant((uint32_t)p->at[OPERATION], REMOTE_SYSTEM,
                          remote_regime_of((enum remote_load)p->at[LOAD]));
}

/* Of the measured GPU. */
static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const struct remote_crew c = crew_of(limits, p);
    return {(uint64_t)remote_threads(&c) * c.accesses, (uint64_t)remote_warps(&c) * c.accesses,
            c.about->parts[1] ? 3u : 1u};
}

/* What a batch needs: a side and words on every GPU that takes part. */
struct setting {
    struct remote_side sides[GA_MOST_GPUS];
    void *words[GA_MOST_GPUS];
    struct remote_flags *flags;
    char *held; /* the words' bytes, on the host */
};

static void take_down(struct ga_gpu *gpu, struct setting *s) {
    for (uint32_t g = 0; g < gpu->limits.n_gpus; g++) {
        remote_side_free(gpu, &s->sides[g]);
        if (s->words[g])
            gpu->backend->remote->free_on(gpu, g, s->words[g]);
    }
    if (s->flags)
        gpu->backend->remote->free_host(gpu, GA_PINNED, s->flags);
    delete[] s->held;
}

/* Others' memory may be somebody else's. */
static bool takes_part(const struct ga_batch *batch, uint32_t gpu) {
    for (uint32_t i = 0; i < batch->n_points; i++) {
        const struct ga_point *const p = &batch->points[i];
        if ((uint32_t)p->at[TO] == gpu)
            return true;
        for (uint32_t k = 0; k < (uint32_t)p->at[GPUS]; k++)
            if (gpu_of(p, k) == gpu)
                return true;
    }
    return false;
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
    s->held = new char[room.words];
    enum ga_status status = remote->alloc_host(gpu, GA_PINNED, sizeof *s->flags, &flags, err);
    s->flags = (struct remote_flags *)flags;
    for (uint32_t g = 0; status == GA_OK && g < gpu->limits.n_gpus; g++) {
        if (!takes_part(batch, g))
            continue;
        status = remote_side_make(gpu, g, &room, &s->sides[g], err);
        if (status == GA_OK)
            status = remote->alloc_on(gpu, g, room.words, &s->words[g], err);
    }
    return status;
}

/* Who takes part in a visit, the measured GPU first, and with what. */
struct company {
    struct remote_args args[GA_MOST_GPUS];
    struct ga_launch launches[GA_MOST_GPUS];
    uint32_t on[GA_MOST_GPUS];
};

static enum ga_status gather(struct ga_gpu *gpu, const struct setting *s, const struct ga_point *p,
                             const struct remote_crew *c, uint32_t n_samples, struct company *all,
                             struct ga_err *err) {
    const uint32_t n = (uint32_t)p->at[GPUS];
    uint32_t n_variants = 0, first_value = 0;
    enum ga_status status = GA_OK;
    for (uint32_t k = 0; status == GA_OK && k < n; k++) {
        struct remote_args *const a = &all->args[k];
        all->on[k] = gpu_of(p, k);
        status = remote_side_ready(gpu, &s->sides[all->on[k]], c, n_samples, k > 0, ranks_of(c, p),
                                   a, err);
        a->words = s->words[p->at[TO]];
        a->flags = s->flags;
        a->party = k;
        a->n_parties = n;
        a->first_rank = remote_ranks(c, k);
        a->first_value = first_value;
        first_value += remote_threads(c) * a->most;
        all->launches[k] = {GA_SYMBOL(remote_variants)(&n_variants)[variant(p)].entry, c->n_blocks,
                            c->warps_per_block * gpu->limits.warp_size, 0, a};
    }
    return status;
}

/* What the driver says of the link, beside what was seen. */
static void tell(const struct ga_limits *limits, const struct ga_point *p,
                 const struct remote_count *count, double *tally) {
    const struct ga_peer *const link = &limits->peers[p->at[FROM]][p->at[TO]];
    const bool own = p->at[FROM] == p->at[TO];
    tally[LINK] = own ? __builtin_nan("") : (double)link->link;
    tally[RANK] = own || link->rank < 0 ? __builtin_nan("") : (double)link->rank;
    tally[LINK_ATOMICS] = are_native(limits, p);
    tally[EXPECTED] = count->expected;
    tally[FOUND] = count->found;
    tally[LOST] = count->lost;
    tally[TORN] = count->torn;
}

static enum ga_status measure_point(struct ga_gpu *gpu, struct setting *s,
                                    const struct ga_batch *batch, uint32_t i, struct ga_err *err) {
    const struct ga_point *const p = &batch->points[i];
    const struct remote_crew c = crew_of(&gpu->limits, p);
    const uint32_t n = (uint32_t)p->at[GPUS];
    void *const words = s->words[p->at[TO]];
    const size_t bytes = c.stride ? (size_t)remote_words(&c) * c.stride : (size_t)REMOTE_MOST_BYTES;
    struct company all = {};
    struct remote_party parties[GA_MOST_GPUS] = {};
    *s->flags = {};
    enum ga_status status = gather(gpu, s, p, &c, batch->n_samples, &all, err);
    memset(s->held, c.about->initial, bytes);
    if (status == GA_OK)
        status = gpu->backend->upload(gpu, words, s->held, bytes, err);
    if (status == GA_OK)
        status = gpu->backend->remote->launch_on(gpu, all.launches, all.on, n, err);
    for (uint32_t k = 0; status == GA_OK && k < n; k++)
        status =
            remote_side_read(gpu, &s->sides[all.on[k]], &all.args[k], remote_warps(&c), &parties[k],
                             k ? nullptr : batch->samples + (size_t)i * batch->n_samples,
                             batch->n_samples, &batch->visits[i], err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, s->held, words, bytes, err);
    if (status != GA_OK)
        return status;
    struct remote_count count;
    const enum ga_status outcome = GA_SYMBOL(remote_check)(
        (enum remote_operation)p->at[OPERATION], s->held, remote_words(&c), parties, n, &count);
    const bool is_wrong =
        (count.lost > 0 || count.torn > 0) && (n == 1 || are_native(&gpu->limits, p));
    batch->visits[i].outcome = outcome != GA_OK ? outcome : is_wrong ? GA_WRONG : GA_OK;
    tell(&gpu->limits, p, &count, batch->tallies + (size_t)i * N_TALLIES);
    return GA_OK;
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

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_peer_atomics)(void) {
    static struct ga_bench row = {
        .id = "global_peer_atomics",
        .question = "what do atomics on another GPU's memory cost, and is any lost?",
        .sample =
            "the time in which the warps of GPU `from` together make as many accesses to "
            "memory of GPU `to` as a sample has; of several warps, its mean over 6 rounds, or "
            "as many as there is room for",
        .axes = axes,
        .n_axes = sizeof axes / sizeof *axes,
        .samples = {4, 6, 12},
        .visit_samples = REMOTE_VISIT,
        .beyond = true,
        .tallies = tallies,
        .n_tallies = N_TALLIES,
        .timer = GA_TICKS,
        .interval = 0.02,
        .load_axis = "warps",
        .unavailable = unavailable,
        .valid = valid,
        .unsupported = unsupported,
        .reference = reference,
        .price_over = "to = from, that GPU alone",
        .work = work,
        .variant = variant,
        .measure = measure,
    };
    row.variants = GA_SYMBOL(remote_variants)(&row.n_variants);
    return &row;
}
