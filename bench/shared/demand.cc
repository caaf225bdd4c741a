/* shared_demand: how many cycles of one SM a warp instruction on shared memory takes in the steady state,
 * for every operation and width, e lanes of a warp, on words of a pattern, from n warps:
 *
 *   same    all lanes of all warps on one word
 *   bank    lane l on a word of its own, all in one bank; the warps of a block share them
 *   banks   lane l on a word of its own, side by side; the warps of a block share them
 *   own     as banks, but every warp has its own
 *
 * A sample lasts long against its start and its end, which T(n,e,c) of shared_service contains. In a
 * kernel's time T, N such instructions keep the unit busy for N times this. */
#include "demand_kernels.h"

#include <string.h>

/* Expected: the operation, DEMAND_UNROLL times in what does not wait, and for what NVIDIA lacks a loop. */
DEMAND_KERNELS(word)
DEMAND_KERNELS(swap)
DEMAND_KERNELS(wide)
DEMAND_KERNELS(real)

enum { OPERATION, TYPE, REGIME, PATTERN, E, N };
enum pattern { SAME, BANK, BANKS, OWN };

static const uint32_t sample_cycles = 1 << 19;

static const char *const operations[] = {"add",      "count", "sub",      "min",  "max",
                                         "and",      "or",    "xor",      "inc",  "dec",
                                         "exchange", "cas",   "cas_fail", nullptr};
static const char *const types[] = {"u32", "s32", "u64", "f32", "f64", nullptr};
static const char *const regimes[] = {"dependent", "independent", "unused", nullptr};
static const char *const patterns[] = {"same", "bank", "banks", "own", nullptr};

static void n_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)limits->warps_per_sm;
}
static void e_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)limits->warp_size;
}

static const struct ga_axis axes[] = {
    {"operation",
     "",
     "count adds a 1 that the compiler knows; cas succeeds once a round, cas_fail never",
     operations,
     nullptr,
     {"add,count,cas", "all", "all"}},
    {"type", "", "of the word", types, nullptr, {"all", "all", "all"}},
    {"regime", "", "what waits for a result", regimes, nullptr, {"unused", "all", "all"}},
    {"pattern",
     "",
     "where the words of a warp's lanes lie",
     patterns,
     nullptr,
     {"all", "all", "all"}},
    {"e", "lanes", "of each warp", nullptr, e_range, {"1,max", "1..max*2", "1..max"}},
    {"n", "warps", "of one SM", nullptr, n_range, {"1,max", "1..max*2", "1..max*2"}},
};

static const struct {
    const char *operation, *type;
    uint32_t group, bytes;
} rows[] = {
#define GA_DEMAND(group, op, type, ...) {#op, #type, GROUP_##group, sizeof(ga_##type)},
#include "demand.def"
#undef GA_DEMAND
};

/* out: the row of demand.def, N_DEMAND_OPERATIONS if there is none. */
static uint32_t row_of(const struct ga_point *p) {
    uint32_t r = 0;
    while (r < N_DEMAND_OPERATIONS &&
           (strcmp(rows[r].operation, operations[p->at[OPERATION]]) != 0 ||
            strcmp(rows[r].type, types[p->at[TYPE]]) != 0))
        r++;
    return r;
}

/* Not a GPU: its lanes are threads of an OS, and the least and the most have to do. */
static bool is_stand_in(const struct ga_limits *limits) { return limits->memory_bytes == 0; }

static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    const int32_t n = p->at[N], e = p->at[E];
    const bool least = n == 1 && e == 1;
    const bool most = n == (int32_t)limits->warps_per_sm && e == (int32_t)limits->warp_size;
    if (is_stand_in(limits) && !least && !most)
        return false;
    return row_of(p) < N_DEMAND_OPERATIONS && ga_occupancy_for(limits, (uint32_t)n).blocks_per_sm;
}

static const char *unavailable(const struct ga_limits *limits) {
    if (limits->threads_per_block / limits->warp_size > DEMAND_MOST_WARPS)
        return "its blocks have more warps than the kernel has room for";
    return ga_no_cycle_counter(limits);
}

/* Price: relative to an add of 32 bits. */
static bool reference(const struct ga_point *p, struct ga_point *other) {
    *other = *p;
    other->at[OPERATION] = other->at[TYPE] = 0;
    return true;
}

/* Accesses of a thread: a multiple of DEMAND_UNROLL, so many that a sample lasts sample_cycles or more
 * if a warp instruction takes a cycle for each lane on a word or bank, and one that waits 60. A loop takes
 * four times as long, and 32 times where warps contend. Floats count exactly up to 2^24. */
static uint32_t accesses_of(const struct ga_limits *limits, const struct ga_point *p) {
    const uint32_t n = (uint32_t)p->at[N], e = (uint32_t)p->at[E], group = rows[row_of(p)].group;
    const bool counts = strcmp(operations[p->at[OPERATION]], "count") == 0; /* a pass on NVIDIA */
    const bool crowded = p->at[PATTERN] == BANK || (p->at[PATTERN] == SAME && !counts);
    const bool loop = group == GROUP_wide || group == GROUP_real;
    const uint32_t times = !loop ? 1 : p->at[PATTERN] == OWN ? 4 : 32;
    uint32_t each = (crowded ? e : 1) * times * n;
    each = each < 60 ? 60 : each;
    const uint32_t k = is_stand_in(limits) ? 8 : sample_cycles / each;
    return k < DEMAND_UNROLL ? (uint32_t)DEMAND_UNROLL : k / DEMAND_UNROLL * DEMAND_UNROLL;
}

static uint32_t variant(const struct ga_point *p) {
    return rows[row_of(p)].group * N_DEMAND_REGIMES + (uint32_t)p->at[REGIME];
}

#include "demand_expect.h"

static struct ga_work work(const struct ga_limits *limits, const struct ga_point *p) {
    const uint64_t requests = (uint64_t)accesses_of(limits, p) * (uint64_t)p->at[N];
    return {requests * (uint64_t)p->at[E], requests,
            instructions_of(limits->target, row_of(p), (uint32_t)p->at[REGIME])};
}

/* Where the words lie, in strides of words: a bank comes again after 128 bytes. */
static struct demand_visit describe(const struct ga_limits *limits, const struct ga_point *p,
                                    uint32_t index) {
    const uint32_t r = row_of(p), e = (uint32_t)p->at[E];
    struct demand_visit v = {
        (uint32_t)p->at[N], e, accesses_of(limits, p), r, rows[r].bytes, 0, 0, 0, 0, index};
    switch (p->at[PATTERN]) {
    case SAME:
        v.lane_rank = 1;
        v.warp_rank = e;
        break;
    case BANK:
        v.lane_stride = 128 / rows[r].bytes;
        v.warp_rank = 1;
        break;
    case BANKS:
        v.lane_stride = 1;
        v.warp_rank = 1;
        break;
    default:
        v.lane_stride = 1;
        v.warp_stride = limits->warp_size;
    }
    return v;
}

/* Where a batch's arrays lie in the scratch memory. */
struct layout {
    size_t visits, results, cycles, zero, place_table, mail, size;
};

static struct layout lay_out(const struct ga_limits *limits, const struct ga_batch *batch) {
    struct layout l = {};
    const size_t blocks = (size_t)limits->sm_count * limits->warps_per_sm;
    l.visits = ga_carve(&l.size, batch->n_points * sizeof(struct demand_visit));
    l.results = ga_carve(&l.size, batch->n_points * sizeof(struct ga_visit));
    l.cycles = ga_carve(&l.size, (size_t)batch->n_points * batch->n_samples * sizeof(uint32_t));
    l.zero = ga_carve(&l.size, limits->threads_per_block * sizeof(uint32_t));
    l.place_table = ga_carve(&l.size, blocks * sizeof(uint32_t));
    l.mail = ga_carve(&l.size, blocks * sizeof(struct ga_mail));
    return l;
}

/* Starts this far apart are 1.6 % of a sample, and cost it as much only where the warps that began cannot fill
 * the unit. The stand-in asks for none. */
static const uint32_t skew_cycles =
    GA_SKEW_CYCLES > sample_cycles ? GA_SKEW_CYCLES : sample_cycles / 64;

/* One launch for visits of one kernel that need equally many blocks on an SM. */
static enum ga_status launch(struct ga_gpu *gpu, const void *entry, struct ga_occupancy fit,
                             char *memory, const struct layout *l, size_t first_visit,
                             uint32_t n_visits, uint32_t n_samples, struct ga_err *err) {
    const struct ga_limits *const limits = &gpu->limits;
    const uint32_t n_blocks = fit.blocks_per_sm * limits->sm_count;
    const uint32_t n_threads = fit.warps_per_block * limits->warp_size;
    const struct demand_args args = {
        (const struct demand_visit *)(memory + l->visits) + first_visit,
        (const uint32_t *)(memory + l->zero),
        (uint32_t *)(memory + l->place_table),
        (struct ga_mail *)(memory + l->mail),
        (uint32_t *)(memory + l->cycles),
        (struct ga_visit *)(memory + l->results),
        n_visits,
        limits->sm_count,
        {n_samples, fit.blocks_per_sm, (uint64_t)(gpu->patience_s / 4 * 1e9 / limits->tick_ns),
         skew_cycles},
    };
    size_t shared = sizeof(struct demand_block) + n_threads * sizeof(struct demand_lane);
    if (shared < n_blocks * sizeof(uint32_t))
        shared = n_blocks * sizeof(uint32_t);
    const struct ga_launch launch = {entry, n_blocks, n_threads,
                                     ga_exclusive_shared_bytes(limits, fit.blocks_per_sm, shared),
                                     &args};
    enum ga_status status =
        gpu->backend->clear(gpu, memory + l->place_table, l->size - l->place_table, err);
    if (status == GA_OK)
        status = gpu->backend->launch(gpu, &launch, 1, err);
    if (status == GA_OK)
        status = ga_check_places(gpu, memory + l->place_table, fit.blocks_per_sm, err);
    return status;
}

/* All visits of the kernel `v`, one launch for each number of blocks an SM; *n_done: of the batch. */
static enum ga_status measure_variant(struct ga_gpu *gpu, const struct ga_batch *batch, uint32_t v,
                                      char *memory, const struct layout *l,
                                      struct demand_visit *visits, uint32_t *n_done,
                                      struct ga_err *err) {
    const struct ga_limits *const limits = &gpu->limits;
    uint32_t most = 0;
    enum ga_status status = GA_OK;
    for (uint32_t i = 0; i < batch->n_points; i++)
        if (variant(&batch->points[i]) == v) {
            const uint32_t k =
                ga_occupancy_for(limits, (uint32_t)batch->points[i].at[N]).blocks_per_sm;
            most = k > most ? k : most;
        }
    for (uint32_t k = 1; status == GA_OK && k <= most; k++) {
        uint32_t n = 0;
        struct ga_occupancy fit = {};
        for (uint32_t i = 0; i < batch->n_points; i++) {
            const struct ga_point *const p = &batch->points[i];
            const struct ga_occupancy need = ga_occupancy_for(limits, (uint32_t)p->at[N]);
            if (variant(p) != v || need.blocks_per_sm != k)
                continue;
            fit = need;
            visits[n++] = describe(limits, p, i);
        }
        if (n == 0)
            continue;
        status = gpu->backend->upload(gpu, (struct demand_visit *)(memory + l->visits) + *n_done,
                                      visits, n * sizeof *visits, err);
        if (status == GA_OK)
            status =
                launch(gpu, variants[v].entry, fit, memory, l, *n_done, n, batch->n_samples, err);
        *n_done += n;
    }
    return status;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    const struct layout l = lay_out(&gpu->limits, batch);
    void *scratch = nullptr;
    enum ga_status status = ga_scratch(gpu, l.size, &scratch, err);
    if (status != GA_OK)
        return status;
    char *const memory = (char *)scratch;
    struct demand_visit *const visits = new struct demand_visit[batch->n_points];
    uint32_t n_done = 0;
    status = gpu->backend->clear(gpu, memory + l.zero, l.size - l.zero, err);
    if (status == GA_OK)
        status = gpu->backend->upload(gpu, memory + l.results, batch->visits,
                                      batch->n_points * sizeof *batch->visits, err);
    for (uint32_t v = 0; status == GA_OK && v < sizeof variants / sizeof *variants; v++)
        status = measure_variant(gpu, batch, v, memory, &l, visits, &n_done, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, batch->visits, memory + l.results,
                                        batch->n_points * sizeof *batch->visits, err);
    if (status == GA_OK)
        status = gpu->backend->download(
            gpu, batch->samples, memory + l.cycles,
            (size_t)batch->n_points * batch->n_samples * sizeof *batch->samples, err);
    delete[] visits;
    return status;
}

static const struct ga_bench row = {
    .id = "shared_demand",
    .question = "how long does a warp instruction keep one SM's shared memory busy?",
    .sample = "n warps access shared memory, equally often, first start to last finish",
    .axes = axes,
    .n_axes = sizeof axes / sizeof *axes,
    .variants = variants,
    .n_variants = sizeof variants / sizeof *variants,
    .samples = {6, 6, 24},
    .visit_samples = 6,
    .per_sm = true,
    .load_axis = "n",
    .unavailable = unavailable,
    .valid = valid,
    .reference = reference,
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_shared_demand)(void) { return &row; }
