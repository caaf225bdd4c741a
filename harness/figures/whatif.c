/* Figure: what `whatif --csv DIR/whatif.csv` found: of the kernels with most to gain, the time as it is and without each class
 * of instructions. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "figure.h"

enum { MOST_KERNELS = 12, MOST_LETTERS = 24 };

/* out: of a symbol's names, "_ZN2at6native7scatterI..", the last that is no template's argument, its middle cut. */
static const char *short_name(struct ga_work *work, const char *symbol) {
    const char *at = symbol;
    size_t n = strlen(symbol);
    if (strncmp(symbol, "_Z", 2) == 0) {
        const char *next = symbol + 2 + strspn(symbol + 2, "NLK");
        for (size_t left = strlen(next); isdigit((unsigned char)*next); left = strlen(next)) {
            char *name = NULL;
            const unsigned long length = strtoul(next, &name, 10);
            left -= (size_t)(name - next);
            at = name;
            n = length < left ? length : left;
            next = at + n;
        }
    }
    char *const text = ga_work_take(work, MOST_LETTERS + 1, 1);
    if (!text)
        return "";
    if (n <= MOST_LETTERS)
        memcpy(text, at, n);
    else
        snprintf(text, MOST_LETTERS + 1, "%.11s..%.11s", at, at + n - 11);
    ga_make_plain(text);
    return text;
}

/* Rows of a kernel stand together, that of the time as it is first; the first that has others, up to MOST_KERNELS. out: a row's
 * kernel, from 1 on; 0: not shown. */
static void number_kernels(struct ga_frame *rows) {
    double *const kernel = ga_number(rows, "number"), *const ns = ga_number(rows, "time_ns"),
                  *const percent = ga_number(rows, "percent"), *const us = ga_number(rows, "us");
    size_t plain = 0;
    double n = 0;
    for (size_t i = 0; i < rows->n; i++) {
        kernel[i] = 0;
        if (ga_is(rows, i, "without", "none")) {
            plain = i;
        } else if (ns[i] > 0 && ns[plain] > 0) {
            n += kernel[plain] == 0;
            kernel[plain] = kernel[i] = n;
        }
        us[i] = ns[i] / 1000;
        percent[plain] = 100;
        percent[i] = 100 * ns[i] / ns[plain];
    }
    for (size_t i = 0; i < rows->n; i++)
        kernel[i] = kernel[i] <= MOST_KERNELS ? kernel[i] : 0;
}

void ga_figure_whatif(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "whatif.csv", "of kernel grid_x block_x without time_ns");
    const char *names = "", *where = "", *at = "";
    double y = 0;
    ga_keep(rows, "of", "kernel");
    number_kernels(rows);
    ga_keep_above(rows, "number", 0);
    if (rows->n == 0)
        work->said = "no kernel in this table ran without its atomics or fences";
    double *const place = ga_number(rows, "place");
    for (size_t i = 0; i < rows->n; i++) {
        const bool first = ga_is(rows, i, "without", "none");
        y += first && i > 0 ? 1.7 : 1;
        place[i] = y;
        if (!first)
            continue;
        names = ga_work_text(work, "%s '%s'", names, short_name(work, ga_text(rows, "kernel")[i]));
        where = ga_work_text(work, "%s '%.0f x %.0f'", where, ga_number(rows, "grid_x")[i],
                             ga_number(rows, "block_x")[i]);
        at = ga_work_text(work, "%s %g", at, y);
    }
    ga_set_text(work, "names", names);
    ga_set_text(work, "sizes", where);
    ga_set_text(work, "places", at);
    ga_set_number(work, "lines", y);
    ga_set_text(work, "edits", ga_words(ga_unique(rows, "without"), "without"));
    ga_frame_write(rows, "shown", "place without percent us");
}
