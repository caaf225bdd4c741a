/* mutex_check: what lock_mutex makes of a launch at a semaphore of four, by a contender that finds three or four others
 * inside, and of one whose counts are not what the turns leave. One thread runs it. Exit status 1 and a line for each
 * that differs. */
#include <stdlib.h>

#include "../../bench/lock/mutex.cc"
#include "differs.h"

uint32_t ga_cpu_fences;

static uint32_t shared[LOCK_STRIDE_WORDS];
static const struct ga_cpu_thread alone = {.n_threads = 1, .n_blocks = 1, .shared = shared};
extern "C" {
const struct ga_cpu_thread *ga_cpu_self(void) { return &alone; }
void ga_cpu_block_sync(void) {}
enum ga_status ga_scratch(struct ga_gpu *, size_t, void **, struct ga_err *) { abort(); }
enum ga_status ga_host_room(struct ga_gpu *, size_t, void **, struct ga_err *) { abort(); }
}

enum { LAUNCHES = 2, CAPACITY = 4, WORK_EACH = 3 };
static uint32_t words[(size_t)LAUNCHES * LOCK_STRIDE_WORDS];
static struct mutex_record records[LAUNCHES];

/* One launch of a contender, while so many others are inside. They leave when it is over. */
template <typename L> static void take_turns(uint32_t l, uint32_t turns, uint32_t others) {
    uint32_t lock[LOCK_STRIDE_WORDS], over = 0;
    uint32_t *const protected_words = &words[l * LOCK_STRIDE_WORDS];
    struct mutex_args a = {};
    a.over = &over;
    a.records = &records[l];
    a.contenders = 1;
    a.turns = turns;
    a.work = WORK_EACH;
    a.stamped = l == 0;
    a.spin_ticks = UINT64_MAX;
    records[l] = {};
    for (uint32_t w = 0; w < LOCK_STRIDE_WORDS; w++)
        protected_words[w] = 0;
    protected_words[INSIDE] = others;
    L::init(lock);
    mutex_contender<L, GA_SCOPE_DEVICE>(a, (uint32_t *)lock, protected_words, 0, 0);
    protected_words[INSIDE] -= others;
}

/* One visit of a point that has had so many before, from what is in records. */
static void visit(const char *what, const struct ga_point *p, enum ga_status expected,
                  uint32_t n_before = 0) {
    uint32_t sample = 0;
    struct ga_spread spread;
    struct ga_visit visit = {};
    double found[N_TALLIES] = {};
    struct ga_gpu gpu = {};
    gpu.limits.warp_size = GA_CPU_WARP_SIZE;
    gpu.limits.threads_per_block = BLOCK_THREADS;
    gpu.limits.tick_ns = 1;
    const struct ga_batch batch = {p,       1,      1,     1,       &sample, nullptr,
                                   &spread, &visit, found, nullptr, n_before};
    read_visit(&gpu, &batch, 0, words, records);
    differs(what, "status", visit.outcome, expected);
    differs(what, "no longest wait", found[LONGEST_WAIT] != found[LONGEST_WAIT],
            n_before >= STAMPED_VISITS);
    differs(what, "an atomic a turn at least", expected != GA_OK || found[ATOMICS] >= 1, true);
}

/* A count of launch l that is another by so much. */
static void changed(const char *what, const struct ga_point *p, uint32_t *count, uint32_t by,
                    enum ga_status expected) {
    *count += by;
    visit(what, p, expected);
    *count -= by;
}

/* Both launches are not ok: what the first found stands. */
static void first_stands(const struct ga_point *p) {
    uint32_t *const second = &words[LOCK_STRIDE_WORDS];
    records[0].ran--;
    changed("did not run, then an add lost", p, &second[WORK], UINT32_MAX, GA_ERROR);
    records[0].ran++;
    words[WORK]--;
    changed("an add lost, then gave up", p, &records[1].outcome, GA_TIMEOUT, GA_WRONG);
    changed("an add lost, then did not run", p, &records[1].ran, UINT32_MAX, GA_WRONG);
    words[WORK]++;
    records[0].outcome = GA_TIMEOUT;
    changed("gave up, then an add lost", p, &second[WORK], UINT32_MAX, GA_TIMEOUT);
    records[0].outcome = GA_OK;
    visit("all is right again", p, GA_OK);
}

template <typename L> static void judged(enum lock_id lock) {
    const struct ga_point p = {{lock, A_WARP, 1, GA_SCOPE_DEVICE, LOCK_ATOMICS, WORK_EACH}};
    const bool several = lock == ID_semaphore_4;
    take_turns<L>(0, LEAST_TURNS, several ? CAPACITY - 1 : 0);
    take_turns<L>(1, LEAST_TURNS, 0);
    for (uint32_t l = 0; l < LAUNCHES; l++) {
        uint32_t *const w = &words[l * LOCK_STRIDE_WORDS];
        const uint64_t last = records[l].last;
        visit(locks[lock], &p, GA_OK);
        /* Of a semaphore who finds all turns made counts, too. */
        changed("a turn lost", &p, &w[TURNS], several ? UINT32_MAX - 1 : UINT32_MAX, GA_WRONG);
        changed("an add lost", &p, &w[WORK], UINT32_MAX, GA_WRONG);
        changed("a turn too many", &p, &records[l].turns, 1, GA_WRONG);
        changed("a contender that did not run", &p, &records[l].ran, UINT32_MAX, GA_ERROR);
        changed("a contender that gave up", &p, &records[l].outcome, GA_TIMEOUT, GA_TIMEOUT);
        records[l].last = 0;
        visit("no last turn", &p, GA_WRONG);
        records[l].last = last;
        if (!several)
            continue;
        changed("one still inside", &p, &w[INSIDE], 1, GA_WRONG);
        differs("three others inside", "most inside", records[l].most_inside, l ? 1 : CAPACITY);
        take_turns<L>(l, LEAST_TURNS, CAPACITY);
        differs("four others inside", "most inside", records[l].most_inside, CAPACITY + 1);
        visit("four others inside", &p, GA_WRONG);
        take_turns<L>(l, LEAST_TURNS, CAPACITY - 1);
    }
    first_stands(&p);
    visit("the last that takes stamps", &p, GA_OK, STAMPED_VISITS - 1);
    take_turns<L>(0, FEW_TURNS, 0);
    visit("one that takes none", &p, GA_OK, STAMPED_VISITS);
}

/* Of 64 contenders: the turns of a visit's first launch. */
static void first_launch(bool stamped, uint32_t turns) {
    struct mutex_geometry g = {};
    g.contenders = 64;
    g.turns = 1024;
    differs(stamped ? "with stamps" : "without stamps", "turns", first_geometry(g, stamped).turns,
            turns);
    g.turns = FEW_TURNS / 2;
    differs("of a short sample", "turns", first_geometry(g, stamped).turns, FEW_TURNS / 2);
}

int main(void) {
    using by_atomics = struct lock_orders<LOCK_ATOMICS>;
    judged<lock_semaphore_1<uint32_t *, GA_SCOPE_DEVICE, by_atomics>>(ID_semaphore_1);
    judged<lock_semaphore_4<uint32_t *, GA_SCOPE_DEVICE, by_atomics>>(ID_semaphore_4);
    first_launch(true, 128);
    first_launch(false, FEW_TURNS);
    return n_wrong > 0;
}
