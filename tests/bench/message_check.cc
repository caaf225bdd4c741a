/* message_check: what fence_message_passing makes of a launch, by every way and scope, that left what the rounds leave,
 * or one word of it another, or a count of words that were old; and that a way that promises an order counts an old word
 * from the first round on. Exit status 1 and a line for each that differs. */
#include <stdlib.h>

#include "../../bench/fence/message_passing.cc"
#include "../../bench/kit/distance.cc"
#include "differs.h"

uint32_t ga_cpu_fences;

static const struct ga_cpu_thread alone = {.n_threads = 1, .n_blocks = 2};
extern "C" {
const struct ga_cpu_thread *ga_cpu_self(void) { return &alone; }
enum ga_status ga_scratch(struct ga_gpu *, size_t, void **, struct ga_err *) { abort(); }
enum ga_status ga_host_room(struct ga_gpu *, size_t, void **, struct ga_err *) { abort(); }
}

enum { N_SAMPLES = 3, N_ROUNDS = ((int)COMPANY_WARM_UP + (int)N_SAMPLES) * (int)ROUNDS };
enum { N_WORDS = 2 * (int)DATA_WORDS + 4 * (int)COMPANY_LINE_WORDS };

/* What both sides send in all rounds, by the kernels' own code. */
template <enum ga_scope S, enum way W> static void send_all(uint32_t *words) {
    const struct company_args a = {};
    for (uint32_t me = 0; me < 2; me++) {
        uint32_t *const flags = words + 2 * DATA_WORDS + me * COMPANY_LINE_WORDS;
        struct side s = {};
        s.out_flag = flags;
        s.out_words = words + me * DATA_WORDS;
        s.out_sent = flags + 2 * COMPANY_LINE_WORDS;
        for (uint32_t round = 1; round <= N_ROUNDS; round++)
            send<S, W>(a, &s, round);
    }
}

/* A flag that is there, and the word before. out: failures. */
template <enum ga_scope S, enum way W> static uint32_t old_word(uint32_t round) {
    static uint32_t words[DATA_WORDS];
    uint32_t flag = round;
    struct company_args a = {};
    a.count = 1000000000; /* ns */
    a.spin_ticks = a.count;
    struct side s = {};
    s.in_flag = &flag;
    s.in_words = words;
    receive<S, W>(a, &s, round);
    return s.failures;
}

template <enum ga_scope S, enum way W> static void judged(const char *kernel) {
    const bool promised = S != GA_SCOPE_BLOCK && W != RELAXED && W != CACHED;
    static uint32_t words[N_WORDS];
    struct ga_limits limits = {};
    limits.tick_ns = 1;
    struct ga_point p = {};
    p.at[SCOPE] = S;
    p.at[WAY] = W;
    const struct company_plan plan = describe(&limits, &p);
    struct company_board board = {};
    uint32_t sms[2] = {1, 2};
    const struct company_left left = {&board, sms, words};
    double found[COMPANY_FOUND];
    const auto outcome = [&] { return (uint64_t)check(&plan, &p, N_SAMPLES, &left, found); };
    memset(words, 0, sizeof words);
    send_all<S, W>(words);
    board.phase = COMPANY_ENDED;
    differs(kernel, "words", plan.n_words, N_WORDS);
    differs(kernel, "status", outcome(), GA_OK);
    for (uint32_t w = 0; w < N_WORDS; w++) {
        words[w]--;
        differs(kernel, "status with one word another", outcome(), GA_WRONG);
        words[w]++;
    }
    for (uint32_t t = 0; t < COMPANY_TALLIES; t++) {
        const bool failure = t < 2;
        board.tallies[t] = 1;
        differs(kernel, failure ? "status with an old word" : "status with a flag unseen",
                outcome(), promised && failure ? GA_WRONG : GA_OK);
        differs(kernel, "failures", (uint64_t)found[FOUND_FAILURES], failure);
        differs(kernel, "unseen", (uint64_t)found[FOUND_UNSEEN], !failure);
        board.tallies[t] = 0;
    }
    sms[1] = sms[0];
    differs(kernel, "status on one SM", outcome(), GA_ERROR);
    board.phase = COMPANY_BEGUN;
    differs(kernel, "status without an end", outcome(), GA_TIMEOUT);
    differs(kernel, "failures in the first round", old_word<S, W>(1), promised);
    differs(kernel, "failures later", old_word<S, W>(LINES + 1), 1);
}

int main(void) {
#define JUDGED(scope, SCOPE, way, WAY) judged<SCOPE, WAY>(#scope " " #way);
    PASS_EACH(JUDGED)
    return n_wrong > 0;
}
