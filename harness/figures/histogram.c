/* Figures of shared_histogram: what an order of channels gains, how busy the unit is, what is predicted. */
#include <math.h>
#include <string.h>

#include "figure.h"
#include "number.h"

/* Which lines a panel has, as words "result/image/threads" or the like. */
static const char *combinations(struct ga_frame *rows, const char *a, const char *b,
                                const char *c) {
    struct ga_frame *const all = ga_unique(rows, ga_work_text(rows->work, "%s %s %s", a, b, c));
    for (size_t i = 0; i < all->n; i++)
        ga_text(all, "word")[i] = ga_work_text(rows->work, "%s/%s/%s", ga_text(all, a)[i],
                                               ga_text(all, b)[i], ga_text(all, c)[i]);
    return ga_work_text(rows->work, " %s ", ga_words(all, "word"));
}

void ga_figure_histogram_speedup(struct ga_work *work) {
    struct ga_frame *const rows = ga_frame_read(
        work, "shared_histogram.csv", "kernel result counter image pixels threads extra price");
    ga_keep(rows, "kernel", "reordered");
    ga_keep(rows, "counter", "word");
    ga_keep_number(rows, "extra", 0);
    ga_keep_above(rows, "price", 0);
    ga_sort(rows, "threads pixels price");
    ga_say_none(rows);
    double *const speedup = ga_number(rows, "speedup");
    for (size_t i = 0; i < rows->n; i++)
        speedup[i] = 1 / ga_number(rows, "price")[i];
    ga_set_text(work, "threads", ga_sorted_words(rows, "threads"));
    ga_set_text(work, "present", combinations(rows, "result", "image", "threads"));
    ga_frame_write(rows, "shown", "threads pixels speedup image result");
}

/* A launch is named after its point, "shared_histogram kernel=plain result=unused ..": in: the key. out: the value, ""
 * if the name has none. */
static const char *part_of(struct ga_work *work, const char *launch, const char *key) {
    char word[64];
    const size_t n = strlen(key);
    for (size_t at = 0; ga_next_word(launch, &at, word);)
        if (strncmp(word, key, n) == 0 && word[n] == '=')
            return ga_work_text(work, "%s", word + n + 1);
    return "";
}

/* The parts of a launch's name, as columns. */
static void add_parts(struct ga_frame *rows) {
    static const char *const keys[] = {"result", "counter", "image", "pixels", "threads", "extra"};
    const char **const launch = ga_text(rows, "kernel"), **const way = ga_text(rows, "way");
    for (size_t i = 0; i < rows->n; i++)
        way[i] = strncmp(launch[i], "shared_histogram ", 17) == 0
                     ? part_of(rows->work, launch[i], "kernel")
                     : "";
    for (unsigned k = 0; k < sizeof keys / sizeof *keys; k++) {
        const char **const text = ga_text(rows, keys[k]);
        double *const number = ga_number(rows, keys[k]);
        for (size_t i = 0; i < rows->n; i++) {
            text[i] = *way[i] ? part_of(rows->work, launch[i], keys[k]) : "";
            if (!ga_parse_real(text[i], -HUGE_VAL, HUGE_VAL, &number[i]))
                number[i] = NAN;
        }
    }
}

/* Of rows that are alike in the columns the last. */
static struct ga_frame *last_of_each(struct ga_frame *rows, const char *columns) {
    double *const last = ga_number(rows, "last");
    for (size_t i = 0; i < rows->n; i++)
        last[i] = -(double)i;
    ga_sort(rows, ga_work_text(rows->work, "%s last", columns));
    bool *const marked = ga_work_take(rows->work, rows->n + 1, sizeof *marked);
    struct ga_frame *const first = ga_unique(rows, columns);
    size_t k = 0;
    char name[64];
    for (size_t i = 0; marked && i < rows->n; i++) {
        bool is_first = k < first->n;
        for (size_t at = 0; is_first && ga_next_word(columns, &at, name);)
            is_first = ga_is(rows, i, name, ga_text(first, name)[k]);
        marked[i] = is_first;
        k += is_first;
    }
    if (marked)
        ga_keep_marked(rows, marked);
    return rows;
}

static int place_of(const char *list, const char *word) {
    char one[64];
    int place = 0;
    for (size_t at = 0; ga_next_word(list, &at, one);) {
        place++;
        if (strcmp(one, word) == 0)
            return place;
    }
    return 0;
}

/* Of the words at most three: the first, one between and the last. */
static const char *three_of(struct ga_frame *rows, const char *column) {
    struct ga_frame *const all = ga_unique(rows, column);
    ga_sort(all, column);
    const char **const text = ga_text(all, column);
    if (all->n <= 3)
        return ga_words(all, column);
    return ga_work_text(rows->work, "%s %s %s", text[0], text[(all->n + 1) / 2 - 1],
                        text[all->n - 1]);
}

void ga_figure_histogram_utilization(struct ga_work *work) {
    struct ga_frame *rows = ga_frame_read(work, "histogram_utilization.csv",
                                          "kernel paper_percent demand_percent hardware_percent");
    add_parts(rows);
    ga_keep(rows, "counter", "word");
    ga_keep_number(rows, "extra", 0);
    rows = last_of_each(rows, "way result image threads pixels");
    const char **const y = ga_text(rows, "y"), **const x = ga_text(rows, "x");
    for (size_t i = 0; i < rows->n; i++) {
        y[i] = ga_work_text(work, "%d",
                            1 + 2 * ga_is(rows, i, "way", "reordered") +
                                ga_is(rows, i, "result", "used"));
        x[i] = ga_work_text(work, "%d",
                            place_of("solid uniform smooth patches", ga_text(rows, "image")[i]));
    }
    ga_sort(rows, "y x threads pixels");
    if (rows->n == 0)
        work->said = "the answer has no launch with a label";
    ga_set_text(work, "shown", three_of(rows, "threads"));
    ga_set_text(work, "present", combinations(rows, "y", "x", "threads"));
    ga_frame_write(rows, "busy",
                   "y x threads pixels paper_percent demand_percent hardware_percent");
}
