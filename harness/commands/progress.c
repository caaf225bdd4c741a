/* The present benchmark goes on as fast as it went: its points come in an order of chance. Those to come take what they took
 * elsewhere, times how much slower than there this run has been. */
#include "progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "readable.h"
#include "terminal.h"

static const struct {
    const char *id;
    double us;
} paces[] = {
#define GA_PACE(id, us) {#id, us},
#include "paces.def"
#undef GA_PACE
};
static const double OTHER_US = 3000; /* of a benchmark that is none of these */
static const double TRUST = 0.1;     /* as if so much of the run had gone as they say */

void ga_progress_expect(struct ga_progress *progress, const char *id, uint32_t n_points) {
    double us = OTHER_US;
    for (size_t p = 0; p < sizeof paces / sizeof *paces; p++)
        if (strcmp(paces[p].id, id) == 0)
            us = paces[p].us;
    progress->id[progress->n] = id;
    progress->expected_s[progress->n++] = us * 1e-6 * n_points;
}

void ga_progress_begin(struct ga_progress *progress, const char *id, uint32_t done_before) {
    while (progress->now + 1 < progress->n && strcmp(progress->id[progress->now], id) != 0)
        progress->now++;
    progress->bench_begin_s = ga_now_s();
    progress->begin_s = progress->begin_s > 0 ? progress->begin_s : progress->bench_begin_s;
    progress->done_before = done_before;
}

/* out: of the benchmarks from one to before another. */
static double expected(const struct ga_progress *progress, size_t from, size_t to) {
    double sum = 0;
    for (size_t b = from; b < to; b++)
        sum += progress->expected_s[b];
    return sum;
}

double ga_progress_left(const struct ga_progress *progress, double spent_s, double bench_s,
                        double share) {
    const size_t now = progress->now;
    const double here = expected(progress, now, now + 1);
    const double done = expected(progress, 0, now) + here * share;
    const double trust = TRUST * expected(progress, 0, progress->n);
    const double slower = done + trust > 0 ? (spent_s + trust) / (done + trust) : 1;
    const double rest = share > 0 ? bench_s * (1 - share) / share : here * slower;
    return rest + slower * expected(progress, now + 1, progress->n);
}

/* out: text: "512 of 2187 points, benchmark 3 of 26, 2 min 5 s left". */
static void describe(const struct ga_progress *progress, uint32_t done, uint32_t total,
                     double left_s, char *text, size_t capacity) {
    char wait[GA_READABLE];
    const int n = snprintf(text, capacity, "%s: %u of %u points, ", progress->id[progress->now],
                           (unsigned)done, (unsigned)total);
    if (progress->n > 1)
        snprintf(text + n, capacity - (size_t)n, "benchmark %zu of %zu, %s left", progress->now + 1,
                 progress->n, ga_readable_wait(left_s, wait));
    else
        snprintf(text + n, capacity - (size_t)n, "%s left", ga_readable_wait(left_s, wait));
}

void ga_progress_show(struct ga_progress *progress, uint32_t done, uint32_t total) {
    const double now_s = ga_now_s();
    const uint32_t before = progress->done_before;
    const double share =
        total > before && done > before ? (double)(done - before) / (double)(total - before) : 0;
    const double left_s = ga_progress_left(progress, now_s - progress->begin_s,
                                           now_s - progress->bench_begin_s, share);
    const size_t now = progress->now;
    const double all = expected(progress, 0, progress->n);
    const double at = expected(progress, 0, now) + share * expected(progress, now, now + 1);
    const uint32_t tenths = all > 0 ? (uint32_t)(at / all * 10 + 1e-9) : 10;
    const unsigned width = ga_terminal_width(STDERR_FILENO);
    char text[160];
    describe(progress, done, total, left_s, text, sizeof text);
    fflush(stdout); /* both may go to one file */
    if (width)
        dprintf(STDERR_FILENO, "\r%.*s\033[K", (int)width - 1, text);
    else if (tenths > progress->tenths)
        fprintf(stderr, "%s\n", text);
    progress->tenths = tenths > progress->tenths ? tenths : progress->tenths;
}

void ga_progress_end(void) {
    if (isatty(STDERR_FILENO))
        dprintf(STDERR_FILENO, "\r\033[K");
}
