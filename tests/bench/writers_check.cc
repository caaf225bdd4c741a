/* writers_check: whether a writer in the background of a fence's benchmark sees that a word does not hold what it stored
 * there last, what a visit makes of that, of the benchmark's own check, and of the leader's outcome, and whether the lines
 * have another place in another launch. A device of one
 * thread; between a writer's last store and its look is a look at the clock, which changes the word. Exit status 1 and a
 * line for each that differs. */
#include <time.h>

static int planted_clock(clockid_t, struct timespec *now);
#define clock_gettime planted_clock
#include "company_host.h"
#include "differs.h"

uint32_t ga_cpu_fences;

enum { BLOCKS = 2, THREADS = 2 * GA_CPU_WARP_SIZE, N_WORDS = 3, ROOM = 1 << 16 };
#include "planted_gpu.h"

static const struct ga_cpu_thread writer = {
    .thread = GA_CPU_WARP_SIZE + 1, .n_threads = THREADS, .block = 1, .n_blocks = BLOCKS};
static struct {
    const struct company_layout *layout;
    uint32_t *background, n_background;
    uint32_t changed; /* which of the words that are written to, from 1; 0: none */
    uint32_t n_written;
    uint32_t outcome;                   /* the leader's */
    uint32_t n_launches[COMPANY_MOVES]; /* with the lines in that place */
    enum ga_status checked;
} plan;

extern "C" const struct ga_cpu_thread *ga_cpu_self(void) { return &writer; }

static int planted_clock(clockid_t, struct timespec *now) {
    *now = {};
    plan.n_written = 0;
    for (uint32_t w = 0; w < plan.n_background; w++)
        if (plan.background[w] && ++plan.n_written == plan.changed)
            plan.background[w]++;
    return 0;
}

/* The writer's part, then the leader's end. */
static enum ga_status launch(struct ga_gpu *, const struct ga_launch *l, uint32_t,
                             struct ga_err *) {
    const struct company_args *const a = (const struct company_args *)l->args;
    const struct company_layout *const lay = plan.layout;
    const size_t at = (size_t)((char *)a->background - memory) - lay->background;
    differs("a place", "bytes beside one of its size", at % lay->background_bytes, 0);
    if (at / lay->background_bytes >= COMPANY_MOVES)
        abort();
    plan.n_launches[at / lay->background_bytes]++;
    plan.background = a->background;
    plan.n_background = (uint32_t)((uint32_t *)(memory + ROOM) - a->background);
    memset(a->background, 0, plan.n_background * sizeof(uint32_t));
    company_write(*a);
    a->result->outcome = plan.outcome;
    return GA_OK;
}

static enum ga_status planted_check(const struct company_plan *, const struct ga_point *, uint32_t,
                                    const struct company_left *, double *) {
    return plan.checked;
}

static void visit(const char *what, uint32_t changed, uint32_t outcome, enum ga_status checked,
                  enum ga_status expected) {
    static char host[ROOM];
    struct ga_gpu gpu = planted_gpu();
    struct ga_err err;
    struct company_plan p = {};
    struct ga_point point = {};
    struct ga_visit v = {};
    uint32_t sample = 0;
    const struct ga_batch batch = {&point, 1, 1, 1, &sample, nullptr, nullptr, &v, nullptr};
    gpu.limits.warp_size = GA_CPU_WARP_SIZE;
    gpu.limits.sm_count = BLOCKS + 1;
    gpu.limits.tick_ns = 1;
    p.blocks_per_sm = 1;
    p.n_blocks = BLOCKS;
    p.n_threads = p.writing_threads = THREADS;
    p.n_words = N_WORDS;
    plan.changed = changed;
    plan.outcome = outcome;
    plan.checked = checked;
    const struct company_layout l = company_lay_out(&gpu.limits, &p, 1);
    plan.layout = &l;
    differs(what, "status of the device",
            company_visit(&gpu, &batch, 0, &p, &l, host, planted_check, 0, 0, &err), GA_OK);
    differs(what, "words written to", plan.n_written, COMPANY_LINES);
    differs(what, "status", v.outcome, expected);
}

int main(void) {
    visit("all words as written", 0, GA_OK, GA_OK, GA_OK);
    for (uint32_t word = 1; word <= COMPANY_LINES; word++)
        visit("one word another", word, GA_OK, GA_OK, GA_WRONG);
    visit("wrong by the benchmark's check", 0, GA_OK, GA_WRONG, GA_WRONG);
    visit("late by the benchmark's check", 0, GA_OK, GA_TIMEOUT, GA_TIMEOUT);
    visit("the leader was late", 0, GA_TIMEOUT, GA_OK, GA_TIMEOUT);
    for (uint32_t i = 0; i < 64 * COMPANY_MOVES; i++)
        visit("in one place or another", 0, GA_OK, GA_OK, GA_OK);
    for (uint32_t n : plan.n_launches)
        differs("a place", "whether a fair share of launches has it", n > 32 && n < 128, true);
    return n_wrong > 0;
}
