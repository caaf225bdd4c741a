/* fence_peer_messages: how long it takes to hand a word or a line to another GPU, or to the host, and how long until several
 * have met; by each order and scope that make it correct, and by those that do not, as a litmus test.
 *
 * What a party gets lies in its own memory, and others store there; between a GPU and the host all lies in pinned memory of
 * the host. `gpus` = 1 is a GPU and a thread of the host.
 *
 * Contends: a thread of each party, or two if both directions are asked at once; with traffic, blocks that store to the next
 * party's memory all the time. Progress assumed: resident blocks run, on all GPUs. */
#include <new>
#include <string.h>

#include "peer_messages_axes.h"
#include "peer_messages_host.h"

/* Expected: the fences and atomics of one sending and one receiving place, and no others. */
#define PEER_KERNEL(scope, SCOPE, way, WAY)                                                        \
    GA_KERNEL(fence_peer_messages_##scope##_##way, peer_args) { converse<SCOPE, WAY>(a); }
#define PEER_OF_SCOPE(X, scope, SCOPE)                                                             \
    X(scope, SCOPE, store_load, STORE_LOAD)                                                        \
    X(scope, SCOPE, fences, FENCES)                                                                \
    X(scope, SCOPE, threadfence, THREADFENCE)                                                      \
    X(scope, SCOPE, exchange, EXCHANGE)                                                            \
    X(scope, SCOPE, seq_cst, SEQ_CST)                                                              \
    X(scope, SCOPE, relaxed, RELAXED)
#define PEER_EACH(X)                                                                               \
    PEER_OF_SCOPE(X, device, GA_SCOPE_DEVICE)                                                      \
    PEER_OF_SCOPE(X, system, GA_SCOPE_SYSTEM)
PEER_EACH(PEER_KERNEL)

static uint32_t variant(const struct ga_point *p) {
    return (uint32_t)(p->at[SCOPE] * PEER_WAYS + p->at[WAY]);
}
static const struct ga_variant *variants(void) {
#define PEER_ROW(scope, SCOPE, way, WAY)                                                           \
    {"fence_peer_messages_" #scope "_" #way, GA_ENTRY(fence_peer_messages_##scope##_##way), {}},
    static struct ga_variant table[] = {PEER_EACH(PEER_ROW)};
    for (uint32_t v = 0; v < PEER_VARIANTS && !table[v].facts[0].operation; v++)
        way_facts(table[v].facts, v < PEER_WAYS ? GA_SCOPE_DEVICE : GA_SCOPE_SYSTEM,
                  (enum way)(v % PEER_WAYS));
    return table;
}

/* Hand-overs of one channel, one after the other, or barriers. */
static struct ga_work work(const struct ga_limits *, const struct ga_point *p) {
    const uint64_t n = PEER_ROUNDS * (p->at[PAYLOAD] == BARRIER ? 1u : 2u);
    return {n, n, ~0u};
}

/* --- launches --- */

/* A party's memory: what others store into; of a GPU besides, what it says of itself. */
struct party {
    struct peer_inbox *inbox, *seen; /* seen: its copy on the host */
    char *memory, *own;              /* own: on the GPU itself, where the inbox is not */
    struct ga_f32x4 *traffic;        /* that others store */
};
struct setting {
    struct party gpus[GA_MOST_GPUS],
        host[2]; /* host: of the GPU and of the thread, in the host's memory */
    struct peer_board *board;
    uint32_t n_blocks;
};
struct own {
    struct peer_stored stored[TRAFFIC_BLOCKS];
    uint32_t stop;
    struct peer_left left[PEER_CHANNELS];
};

static size_t traffic_bytes(void) { return (size_t)TRAFFIC_BLOCKS * PEER_TRAFFIC_BYTES; }
static size_t own_bytes(uint32_t n_samples) {
    return sizeof(struct own) + (2 + n_samples) * sizeof(uint64_t) + sizeof(uint64_t);
}

static void take_down(struct ga_gpu *gpu, struct setting *s) {
    const struct ga_remote *const remote = gpu->backend->remote;
    for (uint32_t g = 0; g < gpu->limits.n_gpus; g++) {
        if (s->gpus[g].memory)
            remote->free_on(gpu, g, s->gpus[g].memory);
        if (s->gpus[g].own)
            remote->free_on(gpu, g, s->gpus[g].own);
        delete s->gpus[g].seen;
    }
    for (struct party &h : s->host)
        if (h.memory)
            remote->free_host(gpu, GA_PINNED, h.memory);
    if (s->board)
        remote->free_host(gpu, GA_PINNED, s->board);
}

static bool takes_part(const struct ga_batch *batch, uint32_t gpu) {
    for (uint32_t i = 0; i < batch->n_points; i++)
        for (uint32_t k = 0; k < (uint32_t)batch->points[i].at[GPUS]; k++)
            if (gpu_of(&batch->points[i], k) == gpu)
                return true;
    return false;
}

static enum ga_status set_up(struct ga_gpu *gpu, const struct ga_batch *batch, struct setting *s,
                             struct ga_err *err) {
    const struct ga_remote *const remote = gpu->backend->remote;
    const size_t bytes = sizeof(struct peer_inbox) + traffic_bytes();
    void *p = nullptr;
    enum ga_status status = remote->alloc_host(gpu, GA_PINNED, sizeof *s->board, &p, err);
    s->board = (struct peer_board *)p;
    for (struct party &h : s->host) {
        if (status == GA_OK)
            status = remote->alloc_host(gpu, GA_PINNED, bytes, (void **)&h.memory, err);
        h.inbox = h.seen = (struct peer_inbox *)h.memory;
        h.traffic = (struct ga_f32x4 *)(h.inbox + 1);
    }
    for (uint32_t g = 0; status == GA_OK && g < gpu->limits.n_gpus; g++) {
        struct party *const party = &s->gpus[g];
        if (!takes_part(batch, g))
            continue;
        party->seen = new (std::nothrow) struct peer_inbox;
        status = party->seen ? remote->alloc_on(gpu, g, bytes, (void **)&party->memory, err)
                             : ga_fail(err, GA_ERROR, "no room for what is left");
        if (status == GA_OK)
            status =
                remote->alloc_on(gpu, g, own_bytes(batch->n_samples), (void **)&party->own, err);
        party->inbox = (struct peer_inbox *)party->memory;
        party->traffic = (struct ga_f32x4 *)(party->inbox + 1);
    }
    return status;
}

/* Party k of a point, and where its inbox is. */
static struct party *party_of(struct setting *s, const struct ga_point *p, uint32_t k) {
    return with_host(p) ? &s->host[k] : &s->gpus[gpu_of(p, k)];
}

/* A visit: all launches' arguments, and the host's threads. */
struct visit {
    struct peer_args args[GA_MOST_GPUS];
    struct ga_launch launches[GA_MOST_GPUS];
    uint32_t on[GA_MOST_GPUS], n;
    struct peer_host host[PEER_CHANNELS];
};

static struct peer_args args_of(struct ga_gpu *gpu, struct setting *s, const struct ga_point *p,
                                uint32_t n_samples, uint32_t k) {
    const double ticks_per_s = 1e9 / gpu->limits.tick_ns;
    struct peer_args a = {};
    for (uint32_t other = 0; other < n_parties(p); other++)
        a.inbox[other] = party_of(s, p, other)->inbox;
    a.board = s->board;
    a.traffic = party_of(s, p, (k + 1) % n_parties(p))->traffic;
    a.me = k;
    a.n_parties = n_parties(p);
    a.n_channels = n_channels(p);
    a.n_words = p->at[PAYLOAD] == LINE ? (uint32_t)PEER_LINE_WORDS : 1;
    a.barrier = p->at[PAYLOAD] == BARRIER;
    a.n_samples = n_samples;
    a.spin_ticks = (uint64_t)(gpu->spin_s * ticks_per_s);
    a.unseen_ticks = (uint64_t)(PEER_UNSEEN_NS / gpu->limits.tick_ns);
    return a;
}

static enum ga_status gather(struct ga_gpu *gpu, struct setting *s, const struct ga_point *p,
                             uint32_t n_samples, struct visit *v, struct ga_err *err) {
    const struct ga_limits *const limits = &gpu->limits;
    const bool stores = p->at[TRAFFIC] == 1;
    const uint32_t most = limits->sm_count / 4 > 1 ? limits->sm_count / 4 : 1;
    const uint32_t n_stores = !stores ? 0 : most < TRAFFIC_BLOCKS ? most : (uint32_t)TRAFFIC_BLOCKS;
    const uint32_t bound = limits->threads_per_block < 128 ? limits->threads_per_block : 128;
    static const struct own none = {};
    enum ga_status status = GA_OK;
    s->n_blocks = n_stores;
    v->n = (uint32_t)p->at[GPUS];
    for (uint32_t k = 0; status == GA_OK && k < v->n; k++) {
        v->on[k] = gpu_of(p, k);
        struct own *const own = (struct own *)s->gpus[v->on[k]].own;
        v->args[k] = args_of(gpu, s, p, n_samples, k);
        v->args[k].stop = &own->stop;
        v->args[k].stored = own->stored;
        v->args[k].left = own->left;
        v->args[k].stamps = (uint64_t *)(((uintptr_t)(own + 1) + 7) / 8 * 8);
        v->launches[k] = {variants()[variant(p)].entry, n_channels(p) + n_stores,
                          stores ? bound : 1, 0, &v->args[k]};
        status = gpu->backend->upload(gpu, own, &none, sizeof none, err);
    }
    for (uint32_t c = 0; c < n_channels(p); c++) {
        v->host[c].args = args_of(gpu, s, p, n_samples, 1);
        v->host[c].channel = c;
        v->host[c].is_ordered = is_ordered(p);
        v->host[c].patience_s = gpu->spin_s;
    }
    return status;
}

static enum ga_status clear(struct ga_gpu *gpu, struct setting *s, const struct ga_point *p,
                            struct ga_err *err) {
    enum ga_status status = GA_OK;
    *s->board = {};
    for (uint32_t k = 0; status == GA_OK && k < n_parties(p); k++) {
        struct party *const party = party_of(s, p, k);
        *party->seen = {};
        if (!with_host(p))
            status = gpu->backend->upload(gpu, party->inbox, party->seen, sizeof *party->seen, err);
    }
    return status;
}

/* Runs all parties. */
static enum ga_status run(struct ga_gpu *gpu, const struct ga_point *p, struct visit *v,
                          struct ga_err *err) {
    uint32_t n_started = 0;
    enum ga_status status = GA_OK;
    for (; with_host(p) && n_started < n_channels(p); n_started++)
        if (pthread_create(&v->host[n_started].id, nullptr, host_converse, &v->host[n_started]) !=
            0) {
            status = ga_fail(err, GA_ERROR, "cannot start a thread of the host");
            break;
        }
    if (status == GA_OK)
        status = gpu->backend->remote->launch_on(gpu, v->launches, v->on, v->n, err);
    for (uint32_t c = 0; c < n_started; c++)
        pthread_join(v->host[c].id, nullptr);
    return status;
}

/* Every party holds the last flags and messages that the others sent. */
static bool is_right(const struct ga_point *p, struct setting *s, uint32_t n_samples) {
    const bool barrier = p->at[PAYLOAD] == BARRIER;
    const uint32_t n_words = p->at[PAYLOAD] == LINE ? (uint32_t)PEER_LINE_WORDS : 1;
    struct peer_inbox *const expected = new struct peer_inbox;
    bool right = true;
    for (uint32_t me = 0; me < n_parties(p); me++) {
        *expected = {};
        for (uint32_t from = 0; from < n_parties(p); from++)
            for (uint32_t c = 0; c < n_channels(p); c++)
                for (uint32_t turn = 0; from != me && turn < peer_turns(n_samples, barrier);
                     turn++) {
                    if (!peer_sends(from, barrier, c, turn))
                        continue;
                    expected->flags[c][from][turn % 2] = turn + 1;
                    for (uint32_t w = 0; w < n_words; w++)
                        expected->words[c][from][peer_line(turn)][w] = turn + 1;
                }
        const struct peer_inbox *const seen = party_of(s, p, me)->seen;
        right &= memcmp(expected->flags, seen->flags, sizeof seen->flags) == 0 &&
                 memcmp(expected->words, seen->words, sizeof seen->words) == 0;
    }
    delete expected;
    return right;
}

static void add_left(const struct peer_left *left, double *tally, struct ga_visit *visit) {
    ga_visit_outcome(visit, left->outcome);
    tally[HANDOVERS] += left->handovers;
    tally[FAILURES] += left->failures;
    tally[UNSEEN] += left->unseen;
}

/* GB/s of all blocks, each in its own time. */
static double traffic_rate(const struct peer_stored *stored, uint32_t n_blocks, double tick_ns) {
    double rate = n_blocks ? 0 : __builtin_nan("");
    for (uint32_t b = 0; b < n_blocks; b++)
        if (stored[b].ticks > 0)
            rate += 16.0 * (double)stored[b].n / ((double)stored[b].ticks * tick_ns);
    return rate;
}

static enum ga_status read_visit(struct ga_gpu *gpu, struct setting *s,
                                 const struct ga_batch *batch, uint32_t i, const struct visit *v,
                                 struct ga_err *err) {
    const struct ga_point *const p = &batch->points[i];
    double *const tally = batch->tallies + (size_t)i * N_TALLIES;
    struct ga_visit *const visit = &batch->visits[i];
    uint64_t *const stamps = new uint64_t[batch->n_samples + 2];
    enum ga_status status = gpu->backend->download(gpu, stamps, v->args[0].stamps,
                                                   (batch->n_samples + 2) * sizeof *stamps, err);
    *visit = {GA_OK, 0, 0, 0};
    for (uint32_t k = 0; status == GA_OK && k < v->n; k++) {
        struct own own;
        status = gpu->backend->download(gpu, &own, s->gpus[v->on[k]].own, sizeof own, err);
        for (uint32_t c = 0; status == GA_OK && c < n_channels(p); c++)
            add_left(&own.left[c], tally, visit);
        if (status == GA_OK && k == 0)
            tally[STORED] = traffic_rate(own.stored, s->n_blocks, gpu->limits.tick_ns);
    }
    for (uint32_t c = 0; with_host(p) && c < n_channels(p); c++)
        add_left(&v->host[c].left, tally, visit);
    for (uint32_t k = 0; status == GA_OK && !with_host(p) && k < n_parties(p); k++)
        status = gpu->backend->download(gpu, party_of(s, p, k)->seen, party_of(s, p, k)->inbox,
                                        sizeof(struct peer_inbox), err);
    if (status == GA_OK &&
        (!is_right(p, s, batch->n_samples) || (is_ordered(p) && tally[FAILURES] > 0)))
        ga_visit_outcome(visit, GA_WRONG);
    for (uint32_t k = 0; visit->outcome == GA_OK && k < batch->n_samples; k++)
        batch->samples[(size_t)i * batch->n_samples + k] = (uint32_t)(stamps[k + 1] - stamps[k]);
    visit->ticks = stamps[batch->n_samples] - stamps[0];
    visit->cycles = stamps[batch->n_samples + 1];
    delete[] stamps;
    return status;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    struct setting s = {};
    enum ga_status status = set_up(gpu, batch, &s, err);
    for (uint32_t i = 0; status == GA_OK && i < batch->n_points; i++) {
        const struct ga_point *const p = &batch->points[i];
        struct visit v = {};
        status = clear(gpu, &s, p, err);
        if (status == GA_OK)
            status = gather(gpu, &s, p, batch->n_samples, &v, err);
        if (status == GA_OK)
            status = run(gpu, p, &v, err);
        if (status == GA_OK)
            status = read_visit(gpu, &s, batch, i, &v, err);
    }
    take_down(gpu, &s);
    return status;
}

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_fence_peer_messages)(void) {
    static struct ga_bench row = {
        .id = "fence_peer_messages",
        .question =
            "how long does it take to hand a word, a line or a barrier to another GPU or the "
            "host, and what if it is done wrongly?",
        .sample = "16 messages there and 16 back, or 16 barriers",
        .axes = axes,
        .n_axes = sizeof axes / sizeof *axes,
        .n_variants = PEER_VARIANTS,
        .samples = {6, 12, 24},
        .visit_samples = 20,
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
    row.variants = variants();
    return &row;
}
