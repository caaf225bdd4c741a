/* fence_writers: what a fence waits for while other SMs write. One thread of one SM, the leader, makes fences, one after the
 * other; before each it may write to a line of its own, near to its SM or far from it. On other SMs 32 warps each write lines
 * of their own, again and again. The slope over 0 and 16 fences is what one more takes, with the write before it.
 *
 * Near and far are halves of the L2, which are looked for once: see writers_map.h. On a device without two halves the points
 * that need them are unsupported. Which lines are written is another choice in every launch, and so is the leader's line. A
 * writer holds all its words against what it wrote last; the host does so with a part of the memory, and looks whether
 * the rest of it is untouched.
 *
 * Contends: the leader's thread with nobody, or with the writes of as many SMs as the point says. Progress assumed: resident
 * blocks run. */
#include "writers_host.h"

GA_KERNEL_FULL(fence_writers_look, writers_look_args) { look_at_lines(a); }

/* Expected: the fences of a sample and one that is not timed, and no atomic. */
#define WRITERS_KERNEL(scope, SCOPE, own, OWN)                                                     \
    GA_KERNEL_FULL(fence_writers_##scope##_##own, writers_args) { measure_writers<SCOPE, OWN>(a); }
#define WRITERS_EACH(X)                                                                            \
    X(device, GA_SCOPE_DEVICE, none, false)                                                        \
    X(device, GA_SCOPE_DEVICE, line, true)                                                         \
    X(system, GA_SCOPE_SYSTEM, none, false)                                                        \
    X(system, GA_SCOPE_SYSTEM, line, true)
WRITERS_EACH(WRITERS_KERNEL)

static void sms_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 0;
    *last = (int32_t)limits->sm_count - 1;
}
static void lines_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 1;
    *last = COMPANY_LINES;
}
static void fences_range(const struct ga_limits *, int32_t *first, int32_t *last) {
    *first = 0;
    *last = WRITERS_FENCES;
}

static const char *const scopes[] = {"device", "system", nullptr};
static const char *const owns[] = {"none", "near", "far", nullptr};
static const char *const halves[] = {"any", "same", "other", nullptr};
static const char *const distances[] = {"mixed", "near", "far", nullptr};

enum { SCOPE, OWN, SMS, HALF, DISTANCE, LINES, SM, FENCES };
enum { OF_DEVICE, OF_SYSTEM };
enum { USUAL_LINES = 8 };
static const struct ga_axis axes[] = {
    {"scope", "", "of the fences", scopes, nullptr, {"device", "all", "all"}},
    {"own",
     "",
     "line that the leader writes before each fence, from its SM",
     owns,
     nullptr,
     {"none,far", "all", "all"}},
    {"sms",
     "",
     "that write, in order of ids from that behind the leader's on",
     nullptr,
     sms_range,
     {"0,max", "0,1..64*2,max", "0,1..max*2"}},
    {"half",
     "",
     "of the L2 whose SMs write, from the leader's; same and other with sms=max alone",
     halves,
     nullptr,
     {"any", "all", "all"}},
    {"distance",
     "",
     "of the lines, each from the SM that writes it; mixed: in turn",
     distances,
     nullptr,
     {"all", "all", "all"}},
    {"lines",
     "",
     "that each of 32 warps of an SM writes in turn: a power of two",
     nullptr,
     lines_range,
     {"8", "1..max*2", "1..max*2"}},
    {"sm", "", "the leader's, in order of ids", nullptr, sms_range, {"0", "all", "all"}},
    {"fences", "", "in a sample: 0 or 16", nullptr, fences_range, {"0,max", "0,max", "0,max"}},
};

/* Where nobody writes, it does not matter what. */
static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    const int32_t sms = p->at[SMS], fences = p->at[FENCES];
    const bool any = p->at[HALF] == HALF_ANY;
    if (sms == 0 && !(any && p->at[DISTANCE] == LINES_MIXED && p->at[LINES] == USUAL_LINES))
        return false;
    return (any || sms == (int32_t)limits->sm_count - 1) && company_is_count(p->at[LINES]) &&
           (fences == 0 || fences == WRITERS_FENCES);
}

/* From another SM alone; at system scope after a write of its own with nobody or all; other numbers of lines at device scope,
 * with all and no write of its own. */
static bool usual(const struct ga_limits *limits, const struct ga_point *p) {
    const bool all = p->at[SMS] == (int32_t)limits->sm_count - 1, any = p->at[HALF] == HALF_ANY;
    const bool device = p->at[SCOPE] == OF_DEVICE;
    const bool none = p->at[OWN] == OWN_NONE, usual_lines = p->at[LINES] == USUAL_LINES;
    return (p->at[SM] == 0 || (device && none && p->at[SMS] == 0)) &&
           (device || (usual_lines && (none || (any && (all || p->at[SMS] == 0))))) &&
           (usual_lines || (none && all && any));
}

#define WRITERS_FACT(SCOPE)                                                                        \
    { .operation = GA_OP_fence, .scope = SCOPE, .order = GA_ACQ_REL, .count = WRITERS_FENCES + 1 }
#define WRITERS_VARIANT(scope, SCOPE, own, OWN)                                                    \
    {"fence_writers_" #scope "_" #own,                                                             \
     GA_ENTRY(fence_writers_##scope##_##own),                                                      \
     {WRITERS_FACT(SCOPE)}},
static const struct ga_variant variants[] = {WRITERS_EACH(WRITERS_VARIANT)};

static const char *unavailable(const struct ga_limits *limits) {
    return limits->sm_count < 2 ? "this needs two SMs" : ga_no_cycle_counter(limits);
}

static uint32_t variant(const struct ga_point *p) {
    return (uint32_t)(p->at[SCOPE] * 2 + (p->at[OWN] != OWN_NONE));
}

static struct ga_work work(const struct ga_limits *, const struct ga_point *p) {
    const uint64_t n = (uint64_t)p->at[FENCES];
    return {n, n, n ? ~0u : 0};
}

static struct writers_plan describe(const struct ga_point *p) {
    return {variants[variant(p)].entry,
            (enum writers_own)p->at[OWN],
            (enum writers_half)p->at[HALF],
            (enum writers_distance)p->at[DISTANCE],
            (uint32_t)p->at[SMS],
            (uint32_t)p->at[LINES],
            (uint32_t)p->at[SM],
            (uint32_t)p->at[FENCES]};
}

static enum ga_status visit_all(struct writers_batch *b, bool is_right, struct ga_err *err) {
    enum ga_status status = GA_OK;
    for (uint32_t i = 0; status == GA_OK && i < b->batch->n_points; i++) {
        const struct writers_plan p = describe(&b->batch->points[i]);
        if (!is_right)
            b->batch->visits[i].outcome = GA_MISPLACED;
        else if (writers_need_halves(&p) && !b->map->has_halves)
            b->batch->visits[i].outcome = GA_NO_HALVES;
        else
            status = writers_visit(b, i, &p, err);
    }
    return status;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    static struct writers_map map;
    const struct ga_limits *const limits = &gpu->limits;
    const struct writers_layout l = writers_lay_out_all(limits, batch->n_samples);
    const size_t warps = (size_t)limits->sm_count * l.room.warps;
    size_t bytes = l.end - l.begin + (size_t)WRITERS_SLAB * COMPANY_LINE_WORDS * sizeof(uint32_t);
    const size_t lists = ga_carve(&bytes, warps * COMPANY_LINES * sizeof(uint32_t));
    const size_t writing = ga_carve(&bytes, limits->sm_count * sizeof(uint32_t));
    void *memory = nullptr, *room = nullptr;
    bool is_right = false;
    writers_random = writers_random ? writers_random : batch->seed;
    enum ga_status status = ga_scratch(gpu, l.size, &memory, err);
    if (status == GA_OK)
        status = ga_host_room(gpu, bytes, &room, err);
    if (status == GA_OK)
        status = writers_find(gpu, GA_ENTRY(fence_writers_look), &l.room, (char *)memory, &map,
                              &is_right, err);
    if (status != GA_OK)
        return status;
    char *const host = (char *)room;
    struct writers_batch b = {
        gpu,
        batch,
        &map,
        l,
        (char *)memory,
        host,
        {0, l.room.warps, (uint32_t *)(host + writing), (uint32_t *)(host + lists), 0, 0, 0}};
    return visit_all(&b, is_right, err);
}

static const struct ga_tally tallies[WRITERS_TALLIES] = {
    {"writing_sms", "", "SMs that wrote", ga_tally::GA_MEAN},
    {"written_gbps", "GB/s", "what all of them wrote while the leader measured", ga_tally::GA_MEAN},
};

static const struct ga_bench row = {
    .id = "fence_writers",
    .question = "what does a fence wait for while other SMs write?",
    .sample =
        "0 or 16 fences of one thread, one after the other, each after a write of its own or none",
    .axes = axes,
    .n_axes = sizeof axes / sizeof *axes,
    .variants = variants,
    .n_variants = sizeof variants / sizeof *variants,
    .samples = {6, 12, 24},
    .visit_samples = COMPANY_VISIT,
    .tallies = tallies,
    .n_tallies = WRITERS_TALLIES,
    .interval = 0.02,
    .slope_axis = "fences",
    .unavailable = unavailable,
    .valid = valid,
    .usual = usual,
    .work = work,
    .variant = variant,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_fence_writers)(void) { return &row; }
