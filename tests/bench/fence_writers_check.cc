/* fence_writers_check: whether fence_writers tells near lines from far ones, and SMs of one half of the L2 from those of the
 * other; which lines it then has written; what it makes of a launch that left what must be, or one word of it another; and
 * whether its own writer sees that a word does not hold what it stored. A device of four SMs that leaves what the test says.
 * Exit status 1 and a line for each number that is not as expected. */
#include <time.h>

static int planted_clock(clockid_t, struct timespec *now);
#define clock_gettime planted_clock
#include "../../bench/fence/writers.cc"
#include "../../bench/kit/distance.cc"
#include "differs.h"

uint32_t ga_cpu_fences;

static const uint32_t N_SMS = 4, WARPS = 2, SAMPLES = 2, FIRST_ID = 10, ROOM = 1 << 20;
#include "planted_gpu.h"

enum mistake { NONE, LOST, LOST_LANE, STRAY, OWN_OLD, OWN_STRAY, SILENT, SAID_WRONG, MISTAKES };
enum { APART = 300, NEAR_CYCLES = 1000 };
static const char *const mistakes[] = {"as it must be",       "a lost write",
                                       "a lane's lost write", "a stray write",
                                       "an old own line",     "a stray word of the own line",
                                       "a warp that is off",  "a word that a writer missed"};
static const struct ga_cpu_thread this_one = {.n_threads = 1, .n_blocks = 1, .sm = FIRST_ID};
static struct {
    uint32_t apart; /* cycles that far lines take longer */
    uint32_t other; /* SMs of the other half, as bits */
    enum mistake mistake;
    bool is_misplaced;
    uint32_t *words, n_words, changed, n_written; /* of the planted clock */
    struct writers_args seen;                     /* by the last launch */
    uint32_t lists[N_SMS * WARPS * COMPANY_LINES], writing[N_SMS];
} device;

extern "C" const struct ga_cpu_thread *ga_cpu_self(void) { return &this_one; }

/* Each look counts the words that are not 0, and changes one of them. */
static int planted_clock(clockid_t, struct timespec *now) {
    *now = {};
    device.n_written = 0;
    for (uint32_t w = 0; w < device.n_words; w++)
        if (device.words[w] && ++device.n_written == device.changed)
            device.words[w]++;
    return 0;
}

/* Of an SM and of a line of either kind. */
static uint32_t half_of_sm(uint32_t sm) { return device.other >> sm & 1; }
static uint32_t half_of_line(uint32_t line) { return line % 3 == 1 || line % 6 == 2; }
static uint32_t latency(uint32_t sm, uint32_t line) {
    return NEAR_CYCLES + line % 7 + (half_of_sm(sm) != half_of_line(line) ? device.apart : 0);
}

static void come(uint32_t *places) {
    for (uint32_t b = 0; b < N_SMS; b++)
        places[b] = device.is_misplaced ? FIRST_ID + 1 : FIRST_ID + b + 1;
}

/* What the kernels leave: each warp another number of rounds, each lane of it, too. */
static void write_all(const struct writers_args *a) {
    const uint32_t n = a->n_writing * WARPS * a->n_lines;
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t warp = k / a->n_lines;
        const uint32_t line = a->lists[warp * COMPANY_LINES + k % a->n_lines];
        for (uint32_t lane = 0; lane < GA_CPU_WARP_SIZE; lane++)
            a->pool[line * COMPANY_LINE_WORDS + lane] = 5 + warp + lane;
        a->reports[warp] = {5 + warp, 4, 32};
    }
}

static void fail(const struct writers_args *a) {
    uint32_t *const line = a->pool + a->lists[WARPS * COMPANY_LINES] * COMPANY_LINE_WORDS;
    uint32_t stray = 0;
    while (a->pool[stray] != 0 ||
           stray / COMPANY_LINE_WORDS == (a->own - a->pool) / COMPANY_LINE_WORDS)
        stray++;
    switch (device.mistake) {
    case LOST:
        line[0] = 0;
        break;
    case LOST_LANE:
        line[GA_CPU_WARP_SIZE - 1] = 0;
        break;
    case STRAY:
        a->pool[stray] = 1;
        break;
    case OWN_OLD:
        a->own[0]--;
        break;
    case OWN_STRAY:
        a->own[COMPANY_LINE_WORDS - 1] = 1;
        break;
    case SILENT:
        a->reports[0].rounds = 0;
        for (uint32_t i = 0; i < a->n_lines; i++)
            memset(a->pool + a->lists[i] * COMPANY_LINE_WORDS, 0,
                   sizeof(uint32_t) * GA_CPU_WARP_SIZE);
        break;
    case SAID_WRONG:
        a->company.board->wrong = 1;
        break;
    default:
        break;
    }
}

static enum ga_status launch(struct ga_gpu *, const struct ga_launch *l, uint32_t,
                             struct ga_err *) {
    if (l->entry == GA_ENTRY(ga_distance)) {
        const auto *const a = (const struct ga_distance_args *)l->args;
        come(a->places);
        for (uint32_t i = 0; i < N_SMS * GA_DISTANCE_LINES; i++)
            a->cycles[i] = latency(i / GA_DISTANCE_LINES, i % GA_DISTANCE_LINES);
        return GA_OK;
    }
    if (l->entry == GA_ENTRY(fence_writers_look)) {
        const auto *const a = (const struct writers_look_args *)l->args;
        differs("a look", "SM", a->home, FIRST_ID + 1);
        come(a->places);
        for (uint32_t i = 0; i < a->n_lines; i++)
            a->cycles[i] = latency(0, i);
        return GA_OK;
    }
    const auto *const a = (const struct writers_args *)l->args;
    come(a->company.places);
    device.seen = *a;
    memcpy(device.lists, a->lists, sizeof device.lists);
    memcpy(device.writing, a->writing, a->n_writing * sizeof *device.writing);
    write_all(a);
    if (l->entry == variants[1].entry || l->entry == variants[3].entry)
        a->own[0] =
            a->company.count * (COMPANY_WARM_UP + a->company.n_samples * a->company.repeats);
    fail(a);
    for (uint32_t i = 0; i < SAMPLES; i++)
        a->company.cycles[i] = 100 + i;
    *a->company.result = {GA_OK, a->company.home - 1, 1, 1};
    return GA_OK;
}

static struct ga_limits limits(bool emulated) {
    struct ga_limits l = {};
    l.sm_count = N_SMS;
    l.warp_size = GA_CPU_WARP_SIZE;
    l.threads_per_block = WARPS * GA_CPU_WARP_SIZE;
    l.shared_bytes_per_sm = l.shared_bytes_per_block = 1 << 16;
    l.memory_bytes = 1 << 30;
    l.tick_ns = 1;
    l.emulated = emulated;
    return l;
}

/* One visit of the point, of a device whose scratch is new. out: the outcome; found: the tallies. */
static uint32_t visit(const struct ga_point *p, bool emulated, double *found) {
    struct ga_gpu gpu = planted_gpu();
    struct ga_err err;
    struct ga_visit v = {GA_ERROR, 0, 0, 0};
    uint32_t samples[SAMPLES] = {};
    const struct ga_batch batch = {p, 1, SAMPLES, 1, samples, nullptr, nullptr, &v, found, nullptr};
    gpu.limits = limits(emulated);
    differs("a visit", "status of the device", measure(&gpu, &batch, &err), GA_OK);
    if (v.outcome == GA_OK)
        differs("a visit", "last sample", samples[SAMPLES - 1], 100 + SAMPLES - 1);
    return v.outcome;
}

/* No line twice, each where it has to be. */
static void chosen(const char *what, const struct ga_point *p, bool emulated) {
    const struct writers_args *const a = &device.seen;
    const uint32_t own = (uint32_t)(a->own - a->pool) / COMPANY_LINE_WORDS;
    const auto half = [&](uint32_t line) { return emulated ? line & 1 : half_of_line(line); };
    const auto sm_half = [&](uint32_t sm) { return emulated ? sm & 1 : half_of_sm(sm); };
    const uint32_t leader = (uint32_t)p->at[SM];
    static bool used[ROOM / COMPANY_LINE_WORDS];
    memset(used, 0, sizeof used);
    used[own] = true;
    if (p->at[OWN] != OWN_NONE)
        differs(what, "half of the own line", half(own), sm_half(leader) ^ (p->at[OWN] == OWN_FAR));
    for (uint32_t slot = 0; slot < a->n_writing; slot++) {
        const uint32_t sm = device.writing[slot] - 1 - FIRST_ID;
        differs(what, "whether the leader writes with the others", sm == leader, false);
        if (p->at[HALF] != HALF_ANY)
            differs(what, "half of a writing SM", sm_half(sm),
                    sm_half(leader) ^ (p->at[HALF] == HALF_OTHER));
        for (uint32_t k = 0; k < WARPS * a->n_lines; k++) {
            const uint32_t warp = k / a->n_lines, i = k % a->n_lines;
            const uint32_t line = device.lists[(slot * WARPS + warp) * COMPANY_LINES + i];
            const uint32_t far =
                p->at[DISTANCE] == LINES_MIXED ? (warp + i) % 2 : p->at[DISTANCE] == LINES_FAR;
            differs(what, "lines twice", used[line], false);
            differs(what, "half of a line", half(line), sm_half(sm) ^ far);
            used[line] = true;
        }
    }
}

/* Every point of the space. */
static void every_point(bool emulated) {
    const struct ga_limits l = limits(emulated);
    uint32_t n = 0;
    for (uint32_t k = 0; k < 3 * N_SMS * 3 * 3 * 5 * N_SMS * 2; k++) {
        const auto take = [x = k](uint32_t of) mutable {
            const uint32_t value = x % of;
            x /= of;
            return (int32_t)value;
        };
        auto next = take;
        const int32_t own = next(3), sms = next(N_SMS), half = next(3), distance = next(3);
        const int32_t lines = 1 << next(5), sm = next(N_SMS), fences = WRITERS_FENCES * next(2);
        const struct ga_point p = {{0, own, sms, half, distance, lines, sm, fences}};
        if (!valid(&l, &p))
            continue;
        const char *const what = emulated ? "a point, emulated" : "a point";
        double found[WRITERS_TALLIES] = {};
        n++;
        differs(what, "outcome", visit(&p, emulated, found), GA_OK);
        uint32_t same = 0;
        for (uint32_t s = 0; s < N_SMS; s++)
            same +=
                emulated ? s % 2 == (uint32_t)sm % 2 : half_of_sm(s) == half_of_sm((uint32_t)sm);
        const uint32_t writing = half == HALF_ANY    ? (uint32_t)sms
                                 : half == HALF_SAME ? same - 1
                                                     : N_SMS - same;
        differs(what, "writing SMs", (uint64_t)found[WRITING_SMS], writing);
        /* 4 rounds of so many lines of 16 bytes in 32 ns */
        differs(what, "GB/s", (uint64_t)found[WRITTEN_GBPS], writing * WARPS * (uint32_t)lines * 2);
        chosen(what, &p, emulated);
    }
    differs("points", "their number", n > 100, true);
}

static void judged(void) {
    const struct ga_point p = {{0, OWN_FAR, N_SMS - 1, HALF_ANY, LINES_NEAR, 8, 0, WRITERS_FENCES}};
    for (int m = NONE; m < MISTAKES; m++) {
        device.mistake = (enum mistake)m;
        differs(mistakes[m], "outcome", visit(&p, false, nullptr), m == NONE ? GA_OK : GA_WRONG);
    }
    device.mistake = NONE;
    device.is_misplaced = true;
    differs("misplaced", "outcome", visit(&p, false, nullptr), GA_MISPLACED);
    device.is_misplaced = false;
}

/* Points that need halves, and one that does not, where all lines are as far or all SMs are in one half. */
static void without_halves(void) {
    static const struct ga_point points[] = {
        {{0, OWN_NONE, 0, HALF_ANY, LINES_MIXED, 8, 0, 0}},
        {{0, OWN_NONE, 1, HALF_ANY, LINES_MIXED, 8, 0, 0}},
        {{0, OWN_NEAR, 0, HALF_ANY, LINES_MIXED, 8, 0, 0}},
        {{0, OWN_NONE, 1, HALF_ANY, LINES_FAR, 8, 0, 0}},
        {{0, OWN_NONE, N_SMS - 1, HALF_SAME, LINES_MIXED, 8, 0, 0}},
    };
    const uint32_t apart = device.apart, other = device.other;
    for (int all_alike = 0; all_alike < 2; all_alike++) {
        device.apart = all_alike ? 0 : apart;
        device.other = all_alike ? other : 0;
        for (uint32_t i = 0; i < sizeof points / sizeof *points; i++)
            differs(all_alike ? "lines all as far" : "SMs all in one half", "outcome",
                    visit(&points[i], false, nullptr),
                    i < 2 ? (uint32_t)GA_OK : (uint32_t)GA_NO_HALVES);
    }
    device.apart = apart;
    device.other = other;
}

/* A preset has system fences beside whatever device fences are beside, but for those of another SM and beside other numbers of
 * lines; after a write of their own beside nobody and all alone. */
static void left_out(void) {
    struct ga_limits limits = {};
    limits.sm_count = N_SMS;
    struct ga_point p = {};
    for (p.at[OWN] = OWN_NONE; p.at[OWN] <= OWN_FAR; p.at[OWN]++)
        for (p.at[SMS] = 0; p.at[SMS] < (int32_t)N_SMS; p.at[SMS]++)
            for (p.at[HALF] = HALF_ANY; p.at[HALF] <= HALF_OTHER; p.at[HALF]++)
                for (p.at[LINES] = 4; p.at[LINES] <= 8; p.at[LINES] += 4)
                    for (p.at[SM] = 0; p.at[SM] <= 1; p.at[SM]++) {
                        p.at[SCOPE] = OF_DEVICE;
                        const bool has_device = usual(&limits, &p);
                        const bool is_far = p.at[LINES] != 8 || p.at[SM] != 0;
                        const bool some = p.at[SMS] % ((int32_t)N_SMS - 1) != 0;
                        const bool own = p.at[OWN] != OWN_NONE;
                        p.at[SCOPE] = OF_SYSTEM;
                        differs("a system fence", "measured", usual(&limits, &p),
                                has_device && !is_far &&
                                    !(own && (some || p.at[HALF] != HALF_ANY)));
                    }
}

/* The real writer, of one thread, for one round: the clock changes a word behind its last store. */
static void written(uint32_t n_lines, uint32_t changed, uint32_t expected) {
    static uint32_t words[COMPANY_LINES * COMPANY_LINE_WORDS], lists[COMPANY_LINES];
    static const uint32_t zero = 0, writing = FIRST_ID + 1;
    struct company_board board = {};
    struct writers_report report = {};
    struct writers_args a = {};
    memset(words, 0, sizeof words);
    for (uint32_t i = 0; i < COMPANY_LINES; i++)
        lists[i] = COMPANY_LINES - 1 - i;
    board.phase = COMPANY_ENDED;
    a.company.board = &board;
    a.company.zero = &zero;
    a.pool = words;
    a.writing = &writing;
    a.lists = lists;
    a.reports = &report;
    a.n_writing = 1;
    a.n_lines = n_lines;
    device.words = words;
    device.n_words = sizeof words / sizeof *words;
    device.changed = changed;
    write_or_stay(a);
    device.n_words = 0;
    differs("the writer", "words", device.n_written, n_lines);
    differs("the writer", "rounds", report.rounds, 1);
    differs("the writer", "wrong", board.wrong, expected);
}

int main(void) {
    device.apart = APART;
    device.other = 1 << 1 | 1 << 2;
    every_point(false);
    every_point(true);
    judged();
    without_halves();
    left_out();
    for (uint32_t n = 1; n <= COMPANY_LINES; n *= 2)
        for (uint32_t changed = 0; changed <= n; changed++)
            written(n, changed, changed > 0);
    return n_wrong > 0;
}
