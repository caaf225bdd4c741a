/* fence_check: what fence_message_passing counts, on flags and words that are planted, and how long a company waits for
 * blocks that never come. Exit status 1 and a line for each that differs. */
#include <pthread.h>
#include <stdlib.h>

#include "../../bench/fence/message_passing_kernels.h"
#include "differs.h"

uint32_t ga_cpu_fences;

static const struct ga_cpu_thread leader = {.thread = 0, .n_threads = 1, .block = 0, .n_blocks = 7};
extern "C" const struct ga_cpu_thread *ga_cpu_self(void) { return &leader; }

enum { ROUND = LINES + 1 };
static const uint64_t LOOK_TICKS = 100000000, SPIN_TICKS = 1000000000; /* ns */

/* Seven blocks, of which one comes. */
static void absent_blocks(void) {
    uint32_t places[7] = {};
    struct company_args a = {};
    a.places = places;
    a.spin_ticks = LOOK_TICKS * 5;
    const uint64_t begin = ga_ticks();
    differs("absent blocks", "role", company_join(a), COMPANY_LATE);
    differs("absent blocks", "waited twice as long as allowed",
            ga_ticks() - begin > 2 * a.spin_ticks, false);
}

/* What the other side stores, and how many looks later each. */
struct other {
    uint32_t flag, sent, words[DATA_WORDS];
    uint32_t sent_after, flag_after;
};

static void *store(void *argument) {
    struct other *const o = static_cast<struct other *>(argument);
    const uint64_t begin = ga_ticks();
    while (ga_ticks() - begin < o->sent_after * LOOK_TICKS)
        ga_pause();
    company_say(&o->sent, ROUND);
    while (ga_ticks() - begin < o->flag_after * LOOK_TICKS)
        ga_pause();
    company_say(&o->flag, ROUND);
    return nullptr;
}

/* A flag that comes so many looks late and is said to be sent so many looks late, with the word or without. */
static void received(const char *what, uint32_t sent_after, uint32_t flag_after, bool word,
                     uint32_t failures, uint32_t unseen, uint32_t outcome) {
    static struct other o;
    o = {};
    o.sent_after = sent_after;
    o.flag_after = flag_after;
    o.words[ROUND * 7 % LINES * COMPANY_APART] = word ? ROUND : 0;
    struct company_args a = {};
    a.count = LOOK_TICKS;
    a.spin_ticks = SPIN_TICKS;
    struct side s = {nullptr, nullptr, nullptr, &o.flag, o.words, &o.sent, 0, 0, GA_OK};
    pthread_t other;
    if (pthread_create(&other, nullptr, store, &o) != 0)
        abort();
    receive<GA_SCOPE_DEVICE, RELAXED>(a, &s, ROUND);
    pthread_join(other, nullptr);
    differs(what, "failures", s.failures, failures);
    differs(what, "unseen", s.unseen, unseen);
    differs(what, "status", s.outcome, outcome);
}

int main(void) {
    absent_blocks();
    received("flag and word", 0, 0, true, 0, 0, GA_OK);
    received("an old word", 0, 0, false, 1, 0, GA_OK);
    received("sent late", 4, 4, true, 0, 0, GA_OK);
    received("sent late, an old word", 4, 4, false, 1, 0, GA_OK);
    received("sent, and not seen in time", 0, 6, true, 0, 1, GA_OK);
    received("not seen, so that no word is due", 0, 6, false, 0, 1, GA_OK);
    received("sent, and never there", 0, 20, false, 0, 0, GA_TIMEOUT);
    return n_wrong > 0;
}
