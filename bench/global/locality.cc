/* global_locality: how long one atomic add takes from every SM to every 128-byte line of a stretch of
 * device memory, while the rest of the GPU idles. A line has its place in the L2 (a slice, in one of
 * the partitions), an SM has its own, and the map shows how far they are apart: which lines are near
 * to which SMs, and which share a unit. The chain of adds is that of global_baseline's `dependent`.
 *
 * The stretch is the beginning of the first page of the first of two allocations. Of the other pages, which lie apart by more
 * than half a MiB, a preset has the first line from every SM, and every third from the first SM: whether near and far
 * depend on the page, and whether a page is on one side.
 *
 * One launch has a block on every SM and takes all points of a batch, one after the other. Each SM
 * with points has one turn; until then it polls a word, the seldomer the more visits are ahead.
 *
 * Contends: nobody; one thread with itself, while others poll a line that is not measured. Progress
 * assumed: resident blocks run. */
#include "instructions.h"
#include "place.h"
#include "talk.h"

enum {
    ADDS = 16,        /* in a sample: a chain */
    WARM_UP = 2,      /* samples before those that count: address translation, the line into L2 */
    LINES = 1024,     /* that the axis has, of the first page of all */
    LINE_BYTES = 128, /* of an NVIDIA L2 line; AMD has lines of 64 or 128 */
    ALLOCATIONS = 2,  /* the scratch, and what is held beside it */
    PAGES = 32,       /* of each */
    PAGE_BYTES = 4096,
    PAGE_LINES = PAGE_BYTES / LINE_BYTES,
    APART_BYTES = 129 * PAGE_BYTES, /* from one page to the next: no power of two */
    EVERY = 3, /* line of a page, from the first SM: of pieces of 256 bytes of either parity */
    STRETCH_BYTES = PAGES * APART_BYTES,
    LARGE_BYTES =
        1
        << 21 /* that both are aligned to, so that the lines of the first page are contiguous in memory */
};
/* Between two looks at whose turn it is, for each visit ahead. A visit of ten samples is longer. */
static const uint64_t PAUSE_CYCLES = 8192;
/* From the first turn's owner having found its place until all others have, too. */
static const uint64_t QUIET_CYCLES = 16384;
/* Room for what a batch needs beside the lines: always the same size, so that they do not move. */
static const size_t ROOM_BYTES = 1 << 20;

struct visit {
    int64_t at;     /* the word's, in bytes from the first allocation */
    uint32_t index; /* in the batch */
};

/* memory: of the first allocation: a pointer that is itself in memory would be a generic one to the compiler. */
struct locality_args {
    char *memory;
    const uint32_t *zero;       /* one 0 a thread; the compiler cannot know */
    const struct visit *visits; /* in order of their SM */
    const uint32_t *first_of; /* [SMs + 1]: the visits of SM s are first_of[s] .. first_of[s+1]-1 */
    uint32_t *place_table, *turn; /* turn: how many visits are finished */
    uint32_t *cycles;             /* [index][n_samples] */
    struct ga_visit *results;     /* [index] */
    uint32_t n_samples;
    uint64_t spin_ticks;
};

/* A chain of adds of 1, each of which needs the result of the one before. out: the sum of what they
 * returned. */
GA_DEVICE uint32_t chain(uint32_t *word, uint32_t zero) {
    uint32_t sum = 0, old = 0;
    GA_UNROLL
    for (uint32_t i = 0; i < ADDS; i++) {
        old = ga_add_u32_device_relaxed(word, (old & zero) | 1);
        sum += old;
    }
    return sum;
}

/* One thread: warms up, then takes the samples of one line, on an SM that does nothing else. Each is
 * checked after its clock has stopped: the word grew by ADDS, and the results were successive. The
 * result is on its way to memory while the word is read, and not during the next sample. out: the
 * outcome. */
GA_DEVICE uint32_t sample_line(uint32_t *word, uint32_t zero, uint32_t *cycles,
                               uint32_t n_samples) {
    uint32_t outcome = GA_OK, before = ga_load_u32_device_relaxed(word);
    GA_NO_UNROLL
    for (uint32_t i = 0; i < WARM_UP + n_samples; i++) {
        const uint64_t begin = ga_start_after(before);
        const uint32_t sum = chain(word, zero);
        const uint64_t end = ga_stop_after(sum);
        if (i >= WARM_UP)
            cycles[i - WARM_UP] = ga_elapsed(begin, end);
        const uint32_t after = ga_load_u32_device_relaxed(word);
        if (after - before != ADDS || sum != ADDS * before + ADDS * (ADDS - 1) / 2)
            outcome = GA_WRONG;
        before = after;
    }
    return outcome;
}

/* Waits until `mine` visits are finished. out: GA_OK, or GA_TIMEOUT after spin_ticks. */
GA_DEVICE uint32_t await_turn(const uint32_t *turn, uint32_t mine, uint64_t spin_ticks) {
    const uint64_t begin = ga_ticks();
    uint32_t now = 0;
    GA_NO_UNROLL
    while ((now = ga_load_u32_device_acquire(turn)) != mine) {
        if (ga_ticks() - begin > spin_ticks)
            return GA_TIMEOUT;
        ga_idle((mine - now) * PAUSE_CYCLES);
    }
    return GA_OK;
}

/* Expected: ADDS adds at device scope that return, and no other atomic. Only thread 0 of a block
 * whose SM has points goes beyond the placement. The clock's rate is taken from the beginning of its
 * wait, during which the SM's clock runs as it does in a visit: a visit is short for a timer with
 * coarse steps. */
GA_KERNEL(global_locality, locality_args) {
    struct ga_place place;
    if (ga_find_place(a.place_table, 1, a.spin_ticks, (uint32_t *)ga_shared(), &place) != GA_OK)
        return;
    const uint32_t zero = a.zero[ga_thread()];
    const uint32_t first = a.first_of[place.sm], end = a.first_of[place.sm + 1];
    if (ga_thread() != 0 || first == end)
        return;
    const uint64_t cycles = ga_cycles(), ticks = ga_ticks();
    if (first == 0)
        ga_idle(QUIET_CYCLES);
    const uint32_t waited = await_turn(a.turn, first, a.spin_ticks);
    GA_NO_UNROLL
    for (uint32_t i = first; i < end; i++) {
        const struct visit v = a.visits[i];
        uint32_t *const word = (uint32_t *)(a.memory + v.at) + zero;
        uint32_t outcome = waited;
        if (waited == GA_OK)
            outcome =
                sample_line(word, zero, &a.cycles[(size_t)v.index * a.n_samples], a.n_samples);
        a.results[v.index] = {outcome, place.sm_id, ga_cycles() - cycles, ga_ticks() - ticks};
    }
    if (waited == GA_OK)
        ga_store_u32_device_release(a.turn, end);
}

static void sm_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 0;
    *last = (int32_t)limits->sm_count - 1;
}

static void line_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = LINES - 1;
}

static void allocation_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = ALLOCATIONS - 1;
}

static void page_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = PAGES - 1;
}

enum { SM, LINE, ALLOCATION, PAGE };
static const struct ga_axis axes[] = {
    {"sm",
     "",
     "that the add comes from, in order of the id that a program sees",
     nullptr,
     sm_range,
     {"all", "all", "all"}},
    {"line",
     "",
     "128 bytes each, from the page on; a page has 32, but the first of the first allocation all, "
     "one after the other",
     nullptr,
     line_range,
     {"0..7", "0..63", "0..511"}},
    {"allocation", "", "of device memory", nullptr, allocation_range, {"all", "all", "all"}},
    {"page",
     "",
     "4 KiB each, 516 KiB from one to the next; beyond the first of all a preset has line 0, and "
     "from SM 0 every third",
     nullptr,
     page_range,
     {"0..3", "all", "all"}},
};

static bool is_stretch(const struct ga_point *p) {
    return p->at[ALLOCATION] == 0 && p->at[PAGE] == 0;
}

static bool valid(const struct ga_limits *, const struct ga_point *p) {
    return is_stretch(p) || p->at[LINE] < PAGE_LINES;
}

static bool usual(const struct ga_limits *, const struct ga_point *p) {
    return is_stretch(p) || p->at[LINE] == 0 || (p->at[SM] == 0 && p->at[LINE] % EVERY == 0);
}

static struct ga_work work(const struct ga_limits *, const struct ga_point *) {
    return {ADDS, ADDS, 1};
}

static const struct ga_variant variants[] = {
    {"global_locality",
     GA_ENTRY(global_locality),
     {{.operation = GA_OP_add, .scope = GA_SCOPE_DEVICE, .count = ADDS}}},
};

/* Where a batch's arrays lie, behind the lines of the first allocation. All from `cleared` on is zeroed, and so
 * are the lines. */
struct layout {
    size_t visits, first_of, results, cleared, zero, place_table, turn, cycles, size;
};

static struct layout lay_out(const struct ga_limits *limits, const struct ga_batch *batch) {
    struct layout l = {};
    ga_carve(&l.size, STRETCH_BYTES);
    l.visits = ga_carve(&l.size, batch->n_points * sizeof(struct visit));
    l.first_of = ga_carve(&l.size, (limits->sm_count + 1) * sizeof(uint32_t));
    l.results = ga_carve(&l.size, batch->n_points * sizeof(struct ga_visit));
    l.zero = ga_carve(&l.size, limits->warp_size * sizeof(uint32_t));
    l.cleared = l.zero;
    l.place_table = ga_carve(&l.size, limits->sm_count * sizeof(uint32_t));
    l.turn = ga_carve(&l.size, sizeof(uint32_t));
    l.cycles = ga_carve(&l.size, (size_t)batch->n_points * batch->n_samples * sizeof(uint32_t));
    return l;
}

/* The lines of both allocations, aligned to LARGE_BYTES; [0] has the layout's arrays, too. */
struct memory {
    char *at[ALLOCATIONS];
};

static char *aligned(void *memory) {
    return (char *)(((uintptr_t)memory + LARGE_BYTES - 1) / LARGE_BYTES * LARGE_BYTES);
}

/* out: *m, the same for every batch of a run. */
static enum ga_status find_memory(struct ga_gpu *gpu, const struct layout *l, struct memory *m,
                                  struct ga_err *err) {
    const size_t usual_bytes = STRETCH_BYTES + ROOM_BYTES;
    const size_t size = l->size > usual_bytes ? l->size : usual_bytes;
    void *scratch = nullptr, *held = nullptr;
    enum ga_status status = ga_scratch(gpu, size + LARGE_BYTES, &scratch, err);
    if (status == GA_OK)
        status = ga_hold(gpu, (size_t)STRETCH_BYTES + LARGE_BYTES, &held, err); /* zeroed */
    *m = {{aligned(scratch), aligned(held)}};
    return status;
}

/* Likewise where it is in the other allocation, whatever lies between the two. */
static int64_t place_of(const struct memory *m, const struct ga_point *p) {
    return (int64_t)((uintptr_t)m->at[p->at[ALLOCATION]] - (uintptr_t)m->at[0]) +
           (int64_t)p->at[PAGE] * APART_BYTES + (int64_t)p->at[LINE] * LINE_BYTES;
}

/* Points to visits in order of their SM, and to the device with them. */
static enum ga_status upload_visits(struct ga_gpu *gpu, const struct ga_batch *batch,
                                    const struct layout *l, const struct memory *m,
                                    struct ga_err *err) {
    const uint32_t n_sms = gpu->limits.sm_count;
    struct visit *const visits = new struct visit[batch->n_points];
    uint32_t *const first_of = new uint32_t[n_sms + 1]();
    uint32_t n = 0;
    for (uint32_t i = 0; i < batch->n_points; i++)
        first_of[batch->points[i].at[SM] + 1]++;
    for (uint32_t s = 0; s < n_sms; s++) {
        const bool any = first_of[s + 1] > 0;
        first_of[s + 1] += first_of[s];
        for (uint32_t i = 0; any && i < batch->n_points; i++)
            if ((uint32_t)batch->points[i].at[SM] == s)
                visits[n++] = {place_of(m, &batch->points[i]), i};
    }
    char *const page = m->at[0];
    enum ga_status status =
        gpu->backend->upload(gpu, page + l->visits, visits, n * sizeof *visits, err);
    if (status == GA_OK)
        status = gpu->backend->upload(gpu, page + l->first_of, first_of,
                                      (n_sms + 1) * sizeof *first_of, err);
    if (status == GA_OK)
        status = gpu->backend->upload(gpu, page + l->results, batch->visits,
                                      batch->n_points * sizeof *batch->visits, err);
    delete[] visits;
    delete[] first_of;
    return status;
}

/* One block of one warp on every SM. */
static enum ga_status launch(struct ga_gpu *gpu, const struct ga_batch *batch,
                             const struct layout *l, const struct memory *m, bool *is_right,
                             struct ga_err *err) {
    const struct ga_limits *const limits = &gpu->limits;
    char *const page = m->at[0];
    const struct locality_args args = {
        page,
        (const uint32_t *)(page + l->zero),
        (const struct visit *)(page + l->visits),
        (const uint32_t *)(page + l->first_of),
        (uint32_t *)(page + l->place_table),
        (uint32_t *)(page + l->turn),
        (uint32_t *)(page + l->cycles),
        (struct ga_visit *)(page + l->results),
        batch->n_samples,
        (uint64_t)(gpu->spin_s * 1e9 / limits->tick_ns),
    };
    const size_t shared = ga_exclusive_shared_bytes(limits, 1, limits->sm_count * sizeof(uint32_t));
    const struct ga_launch launch = {GA_ENTRY(global_locality), limits->sm_count, limits->warp_size,
                                     shared, &args};
    const auto place = [&] {
        enum ga_status status = GA_OK;
        for (uint32_t a = 0; status == GA_OK && a < ALLOCATIONS; a++)
            status = gpu->backend->clear(gpu, m->at[a], STRETCH_BYTES, err);
        if (status == GA_OK)
            status = gpu->backend->clear(gpu, page + l->cleared, l->size - l->cleared, err);
        if (status == GA_OK)
            status = upload_visits(gpu, batch, l, m, err);
        return status == GA_OK ? gpu->backend->launch(gpu, &launch, 1, err) : status;
    };
    return ga_place(gpu, page + l->place_table, 1, place, is_right, err);
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    const struct layout l = lay_out(&gpu->limits, batch);
    struct memory m = {};
    enum ga_status status = find_memory(gpu, &l, &m, err);
    bool is_right = false;
    if (status == GA_OK)
        status = launch(gpu, batch, &l, &m, &is_right, err);
    if (status == GA_OK)
        status = gpu->backend->download(gpu, batch->visits, m.at[0] + l.results,
                                        batch->n_points * sizeof *batch->visits, err);
    if (status == GA_OK)
        status = gpu->backend->download(
            gpu, batch->samples, m.at[0] + l.cycles,
            (size_t)batch->n_points * batch->n_samples * sizeof *batch->samples, err);
    for (uint32_t i = 0; status == GA_OK && !is_right && i < batch->n_points; i++)
        batch->visits[i].outcome = GA_MISPLACED;
    return status;
}

static const struct ga_bench row = {
    .id = "global_locality",
    .question = "how far is each SM from each line of device memory?",
    .sample = "16 adds of one thread to one line, each waits for the one before, the rest of the "
              "GPU idle",
    .axes = axes,
    .n_axes = sizeof axes / sizeof *axes,
    .variants = variants,
    .n_variants = 1,
    .samples = {10, 10, 20},
    .visit_samples = 10,
    .per_sm = false,
    .series = false,
    .unavailable = ga_no_cycle_counter,
    .valid = valid,
    .usual = usual,
    .work = work,
    .variant = nullptr,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_global_locality)(void) { return &row; }
