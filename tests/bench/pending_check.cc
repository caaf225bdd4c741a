/* pending_check: what fence_pending makes of a launch that left what its writes leave, or one word of it another; whether who
 * holds the lines on another SM sees that one does not hold what it wrote; and whether the fence that is not timed comes after
 * what a leader tells others, and before its writes. One thread runs it. Exit status 1
 * and a line for each that differs. */
#include <stdio.h>
#include <stdlib.h>

#include "../../bench/fence/pending.cc"
#include "../../bench/kit/distance.cc"

uint32_t ga_cpu_fences;

/* A word that loses what is written to it before this thread next asks who it is. */
static uint32_t *forgetful;
static const struct ga_cpu_thread partner = {.n_threads = GA_CPU_WARP_SIZE, .n_blocks = 2};
extern "C" {
const struct ga_cpu_thread *ga_cpu_self(void) {
    if (forgetful)
        *forgetful = 0;
    return &partner;
}
uint32_t ga_cpu_warp_gather(uint32_t x, uint32_t all[GA_CPU_WARP_SIZE]) {
    for (uint32_t lane = 0; lane < GA_CPU_WARP_SIZE; lane++)
        all[lane] = x;
    return GA_CPU_WARP_SIZE;
}
enum ga_status ga_scratch(struct ga_gpu *, size_t, void **, struct ga_err *) { abort(); }
enum ga_status ga_host_room(struct ga_gpu *, size_t, void **, struct ga_err *) { abort(); }
}

static int n_wrong;
enum { N_SMS = 3, N_SAMPLES = 3, BLOCKS = 2 * (int)N_SMS, OTHER = 99 };
enum { SM_WARPS = 2 * 4, ROOM = (1 + BLOCKS * 4) * (int)COMPANY_LINE_WORDS + (int)FAR_WORDS };
static uint32_t words[ROOM], sms_of[BLOCKS];

static void differs(const struct ga_point *p, const char *what, uint64_t found, uint64_t expected) {
    if (found == expected)
        return;
    printf("lines=%s warps=%d sms=%s background=%s writes=%d: %s %llu, expected %llu\n",
           all_lines[p->at[LINES]], p->at[N_WARPS], sms[p->at[SMS]], backgrounds[p->at[BACKGROUND]],
           p->at[WRITES], what, (unsigned long long)found, (unsigned long long)expected);
    n_wrong++;
}

/* What a warp leaves in its own line. */
static void fill(uint32_t *line, uint32_t n, uint32_t round) {
    for (uint32_t w = 0; w < n && w < COMPANY_LINE_WORDS; w++)
        line[w] = round;
}

/* Own lines are all different times old, but for the leader's, the first. out: of a companion, NULL if there is none. */
static uint32_t *write_own(const struct company_plan *plan, const struct ga_point *p,
                           uint32_t leader, uint32_t round) {
    const uint32_t n_lines = plan->n_threads / GA_CPU_WARP_SIZE, n = (uint32_t)p->at[WRITES];
    const uint32_t n_writing = (uint32_t)p->at[N_WARPS] / plan->blocks_per_sm;
    uint32_t *companion = nullptr;
    for (uint32_t b = 0; b < plan->n_blocks; b++)
        for (uint32_t w = 0; w < n_writing; w++) {
            const bool leads = b == leader && w == 0;
            uint32_t *const line = &words[(leads ? 0 : 1 + b * n_lines + w) * COMPANY_LINE_WORDS];
            if (p->at[SMS] == ONE_SM && sms_of[b] != sms_of[leader])
                continue;
            fill(line, n, leads ? round : b * n_lines + w + 1);
            companion = leads ? companion : line;
        }
    return companion;
}

static void judged(const struct ga_limits *limits, const struct ga_point *p) {
    const struct company_plan plan = describe(limits, p);
    const uint32_t n = (uint32_t)p->at[WRITES];
    const uint32_t round = COMPANY_WARM_UP + N_SAMPLES * (in_company(p) ? COMPANY_REPEATS : 1);
    struct company_board board = {};
    const struct company_left left = {&board, sms_of, words};
    const auto outcome = [&] { return (uint64_t)check(&plan, p, N_SAMPLES, &left, nullptr); };
    uint32_t *companion = nullptr;
    memset(words, 0, sizeof words);
    for (uint32_t b = 0; b < plan.n_blocks; b++)
        sms_of[b] = 1 + b / plan.blocks_per_sm;
    board.leader = plan.blocks_per_sm;
    if (p->at[LINES] == OWN)
        companion = write_own(&plan, p, board.leader, round);
    for (uint32_t k = 0; p->at[LINES] != OWN && k < n; k++)
        fill(&words[k * COMPANY_APART], p->at[LINES] == OTHERS ? 2 : 1, round);
    if (plan.n_words > ROOM)
        abort();
    differs(p, "whether the first line is near", plan.near, true);
    differs(p, "status", outcome(), GA_OK);
    for (uint32_t w = 0; w < plan.n_words; w++) {
        const uint32_t right = words[w];
        words[w] = right ? 0 : round;
        differs(p, "status with one word another", outcome(), GA_WRONG);
        words[w] = right;
    }
    if (companion && n > 0) {
        fill(companion, n, OTHER);
        differs(p, "status with a companion at another time", outcome(), GA_OK);
        companion[0]++;
        differs(p, "status with its first word newer", outcome(), n > 1 ? GA_WRONG : GA_OK);
        companion[0]--;
    }
    if (p->at[LINES] == OWN && n > 0) {
        fill(words, n, round - 1);
        differs(p, "status with the leader one time behind", outcome(), GA_WRONG);
    }
}

static void all_judged(void) {
    static const int32_t n_warps[] = {1, 2, SM_WARPS}, n_writes[] = {0, 1, 8, 64, MOST_WRITES};
    struct ga_limits limits = {};
    limits.sm_count = N_SMS;
    limits.warp_size = GA_CPU_WARP_SIZE;
    limits.threads_per_block = 4 * GA_CPU_WARP_SIZE;
    for (int32_t lines = OWN; lines <= OTHERS; lines++)
        for (int32_t warps : n_warps)
            for (int32_t company = 0; company < 4; company++)
                for (int32_t writes : n_writes) {
                    const struct ga_point p = {
                        {0, 0, lines, warps, company % 2, company / 2, writes}};
                    if (valid(&limits, &p))
                        judged(&limits, &p);
                }
}

/* One time of who holds the lines of so many writes; then nobody asks again. */
static void held(int32_t writes, uint32_t *word, uint32_t expected) {
    const struct ga_point p = {{0, 0, OTHERS, 1, ONE_SM, NO_WRITERS, writes}};
    struct company_board board = {};
    uint32_t said[2] = {1, 0};
    struct company_args a = {};
    struct pending pending = {words, said, ga_ticks(), 0, false};
    a.board = &board;
    a.count = (uint32_t)writes;
    forgetful = word;
    hold_lines(a, &pending);
    forgetful = nullptr;
    differs(&p, "held", said[1], 1);
    differs(&p, "wrong", board.wrong, expected);
}

static void settled(int32_t lines) {
    const struct ga_point p = {{0, 0, lines, 1, ONE_SM, NO_WRITERS, 3}};
    struct company_board board = {};
    struct company_args a = {};
    uint32_t said[2] = {0, 1}, n = 0, n_written = 0; /* 1: the holder has it already */
    bool has_told = false;
    struct pending pending = {words, said, ga_ticks(), 0, false};
    a.board = &board;
    a.count = 3;
    a.detail = (uint32_t)lines;
    memset(words, 0, sizeof words);
    write_before(a, &pending, 1, [&] {
        n++;
        for (uint32_t word : words)
            n_written += word != 0;
        has_told = lines == WARPS ? *board.turn != 0 : lines != OTHERS || said[0] == 1;
    });
    differs(&p, "fences that are not timed", n, 1);
    differs(&p, "words written before it", n_written, 0);
    differs(&p, "whether others were told before it", has_told, true);
    for (uint32_t word : words)
        n_written += word != 0;
    differs(&p, "words written behind it", n_written, lines == WARPS ? 0 : 3);
}

int main(void) {
    all_judged();
    for (int32_t lines = OWN; lines <= OTHERS; lines++)
        settled(lines);
    for (int32_t writes = 1; writes <= MOST_WRITES; writes *= 2)
        held(writes, nullptr, 0);
    for (uint32_t k = 0; k < MOST_WRITES; k += GA_CPU_WARP_SIZE) /* those of this lane */
        held(MOST_WRITES, &words[k * COMPANY_APART + 1], 1);
    return n_wrong > 0;
}
