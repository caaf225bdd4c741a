/* store_check: what fence_store makes of a launch that left what its stores and loads leave, or one word of it another;
 * and whether each of its loads sees that a word does not hold what it must. One thread runs it. Exit status 1 and a line
 * for each that differs. */
#include <stdio.h>
#include <stdlib.h>

#include "../../bench/fence/store.cc"
#include "../../bench/kit/distance.cc"

uint32_t ga_cpu_fences;

static const struct ga_cpu_thread alone = {.n_threads = 1, .n_blocks = 1};
extern "C" {
const struct ga_cpu_thread *ga_cpu_self(void) { return &alone; }
enum ga_status ga_scratch(struct ga_gpu *, size_t, void **, struct ga_err *) { abort(); }
enum ga_status ga_host_room(struct ga_gpu *, size_t, void **, struct ga_err *) { abort(); }
}

static int n_wrong;
enum { N_SMS = 3, LEADER = 1, N_WORDS = (1 + (int)N_SMS) * (int)COMPANY_LINE_WORDS };

static void differs(const char *what, const char *column, int32_t n, uint64_t found,
                    uint64_t expected) {
    if (found == expected)
        return;
    printf("%s, %d accesses: %s %llu, expected %llu\n", what, n, column, (unsigned long long)found,
           (unsigned long long)expected);
    n_wrong++;
}

/* stored: bit b is set if the first word of line b was stored to: the leader's, then a block's each. */
static void judged(const char *what, enum access access, enum contention contention, int32_t n,
                   uint32_t stored) {
    struct ga_limits limits = {};
    limits.sm_count = N_SMS;
    const struct ga_point p = {{access, RELAXED, OF_DEVICE, contention, n}};
    const struct company_plan plan = describe(&limits, &p);
    struct company_board board = {};
    uint32_t words[N_WORDS];
    const struct company_left left = {&board, nullptr, words};
    const auto outcome = [&] { return (uint64_t)check(&plan, &p, 1, &left, nullptr); };
    board.leader = contention == OWN ? LEADER : 0;
    for (uint32_t &word : words)
        word = access == LOAD ? HELD : 0;
    for (uint32_t b = 0; b <= N_SMS; b++)
        if (stored >> b & 1)
            words[b * COMPANY_LINE_WORDS] = 1;
    differs(what, "words", n, plan.n_words, N_WORDS);
    differs(what, "status", n, outcome(), GA_OK);
    for (uint32_t &word : words) {
        const uint32_t right = word;
        word = right == 0;
        differs(what, "status with one word another", n, outcome(), GA_WRONG);
        word = right;
    }
}

/* A whole kernel of one block, whose word holds this. */
template <typename Kernel>
static void loaded(const char *what, Kernel kernel, int32_t n, uint32_t word, bool wrong) {
    static const uint32_t zeros[COMPANY_ZEROS] = {};
    struct company_board board = {};
    struct ga_visit visit = {};
    uint32_t place = 0, cycles = 0;
    struct company_args a = {};
    a.board = &board;
    a.places = &place;
    a.cycles = &cycles;
    a.words = &word;
    a.zero = zeros;
    a.result = &visit;
    a.n_samples = a.active_threads = a.lanes = a.repeats = 1;
    a.count = (uint32_t)n;
    a.spin_ticks = UINT64_MAX;
    kernel(&a);
    differs(what, "ended", n, board.phase, COMPANY_ENDED);
    differs(what, "wrong", n, board.wrong, wrong);
}

int main(void) {
    for (int32_t n = 0; n <= COMPANY_MOST; n = n ? n * 2 : 1) {
        judged("stores of one thread", STORE, THREAD, n, n > 0);
        judged("stores to own lines", STORE, OWN, n, (n > 0) | (7 & ~(1 << LEADER)) << 1);
        judged("stores to one word", STORE, SHARED, n, 1);
        judged("loads of one thread", LOAD, THREAD, n, 0);
        judged("loads of own lines", LOAD, OWN, n, 0);
        judged("loads of one word", LOAD, SHARED, n, 0);
#define LOADED(access, ACCESS, kind, KIND, scope, SCOPE)                                           \
    loaded("load " #kind " " #scope, GA_SYMBOL(fence_store_load_##kind##_##scope), n, HELD,        \
           false);                                                                                 \
    loaded("another word, load " #kind " " #scope, GA_SYMBOL(fence_store_load_##kind##_##scope),   \
           n, HELD + 1, n > 0);
        STORE_EACH_KIND(LOADED, load, LOAD)
    }
    return n_wrong > 0;
}
