/* Figures of memory that is not the GPU's own: another GPU's, and the host's. */
#include <math.h>
#include <string.h>

#include "figure.h"

static const char peer_columns[] = "from to operation load gpus warps median_ns ops rate_ops_per_s "
                                   "saturation expected_updates lost_updates";

/* out: of all updates on words that several GPUs share how many were lost; "": none share. */
static const char *losses(struct ga_frame *rows) {
    struct ga_frame *const several = ga_frame_copy(rows);
    double lost = 0, all = 0;
    ga_keep_above(several, "gpus", 1);
    for (size_t i = 0; i < several->n; i++) {
        lost += ga_number(several, "lost_updates")[i];
        all += ga_number(several, "expected_updates")[i];
    }
    const double least = ga_least(several, "gpus"), most = ga_most(several, "gpus");
    return several->n == 0
               ? ""
               : ga_work_text(rows->work, "%.3g of %.3g %s with %s%.0f GPUs", lost,
                              all / (all < 1e9 ? 1e6 : 1e9), all < 1e9 ? "million" : "billion",
                              least < most ? "at most " : "", most);
}

/* Panels: 0 time of an access that the next one needs, ns; 1 rate of one word, M/s; 2 of many words, G/s. */
static struct ga_frame *read_peers(struct ga_work *work) {
    struct ga_frame *const rows = ga_frame_read(work, "global_peer_atomics.csv", peer_columns);
    ga_set_text(work, "losses", losses(rows));
    ga_drop(rows, "load", "one_word_unused many_words_unused");
    double *const value = ga_number(rows, "value"), *const count = ga_number(rows, "n_warps");
    const char **const panel = ga_text(rows, "panel"), **const own = ga_text(rows, "own");
    for (size_t i = 0; i < rows->n; i++) {
        const bool is_time = ga_is(rows, i, "load", "latency");
        panel[i] = is_time ? "0" : ga_is(rows, i, "load", "one_word") ? "1" : "2";
        value[i] = is_time ? ga_number(rows, "median_ns")[i] / ga_number(rows, "ops")[i]
                           : ga_number(rows, "rate_ops_per_s")[i] / (*panel[i] == '1' ? 1e6 : 1e9);
        own[i] = strcmp(ga_text(rows, "from")[i], ga_text(rows, "to")[i]) == 0 ? "yes" : "no";
        count[i] = ga_has(rows, "warps") ? ga_number(rows, "warps")[i] : 1;
    }
    return rows;
}

/* A rate is with the most warps; it is a limit where twice the warps give no more. out: for each pair and panel. */
static struct ga_frame *with_most_warps(struct ga_frame *rows) {
    struct ga_frame *const most = ga_group(rows, "from to own panel", "n_warps");
    double *const value = ga_number(most, "value"), *const limit = ga_number(most, "limit");
    for (size_t i = 0; i < most->n; i++) {
        limit[i] = ga_is(most, i, "panel", "0");
        for (size_t j = 0; j < rows->n; j++) {
            const double warps = ga_number(rows, "n_warps")[j], of = ga_number(most, "most")[i];
            if (!ga_is(rows, j, "from", ga_text(most, "from")[i]) ||
                !ga_is(rows, j, "to", ga_text(most, "to")[i]) ||
                !ga_is(rows, j, "panel", ga_text(most, "panel")[i]))
                continue;
            if (warps == of)
                value[i] = ga_number(rows, "value")[j];
            if (warps == of || warps == of / 2)
                limit[i] = limit[i] > 0 || ga_is(rows, j, "saturation", "saturated");
        }
    }
    return most;
}

void ga_figure_global_peers(struct ga_work *work) {
    struct ga_frame *const rows = read_peers(work);
    ga_set_text(work, "operation", ga_narrow(rows, "operation", "add_u32"));
    ga_keep_number(rows, "gpus", 1);
    ga_keep_above(rows, "median_ns", 0);
    ga_say_none(rows);
    struct ga_frame *const cells = with_most_warps(rows);
    /* A row of the figure: own memory first, then another's. */
    struct ga_frame *const pairs = ga_unique(cells, "own from to");
    double *const order = ga_number(pairs, "order"), *const row = ga_number(cells, "row");
    for (size_t i = 0; i < pairs->n; i++)
        order[i] = ga_is(pairs, i, "own", "yes") ? 0 : 1;
    ga_sort(pairs, "order from to");
    for (size_t i = 0; i < cells->n; i++) {
        const char *const pair[] = {ga_text(cells, "own")[i], ga_text(cells, "from")[i],
                                    ga_text(cells, "to")[i]};
        row[i] = (double)ga_row(pairs, "own from to", pair) + 1;
    }
    ga_set_number(work, "n_pairs", (double)pairs->n);
    ga_frame_write(pairs, "pairs", "own from to");
    ga_frame_write(cells, "cells", "from to own panel value limit row");
    ga_frame_write(ga_group(cells, "own panel", "value"), "kinds", "own panel least most");
}

/* Series: 1 own memory, 2 another's, 3 another's with all GPUs at work; 0 none of them. */
static void add_series(struct ga_frame *rows, double most_gpus) {
    const char **const series = ga_text(rows, "series");
    for (size_t i = 0; i < rows->n; i++) {
        const bool own = ga_is(rows, i, "own", "yes");
        const double gpus = ga_number(rows, "gpus")[i];
        series[i] = own ? (gpus == 1 ? "1" : "0") : gpus == 1 ? "2" : gpus == most_gpus ? "3" : "0";
    }
}

/* A mean over the pairs is with the most warps that all of them have. out: for each panel, operation and series. */
static struct ga_frame *means(struct ga_frame *rows) {
    struct ga_work *const work = rows->work;
    static const char keys[] = "panel operation series";
    struct ga_frame *const pairs =
        ga_group(ga_unique(rows, "panel operation series from to own"), keys, "from");
    struct ga_frame *const by_warps = ga_group(rows, ga_work_text(work, "%s warps", keys), "value");
    struct ga_frame *const all = ga_unique(by_warps, keys);
    double *const mean = ga_number(all, "mean"), *const with = ga_number(all, "with");
    for (size_t i = 0; i < all->n; i++) {
        const char *const texts[] = {ga_text(all, "panel")[i], ga_text(all, "operation")[i],
                                     ga_text(all, "series")[i]};
        const size_t of = ga_row(pairs, keys, texts);
        with[i] = 0;
        for (size_t j = 0; j < by_warps->n; j++) {
            const double n = ga_number(by_warps, "n")[j];
            const double warps = ga_has(rows, "warps") ? ga_number(by_warps, "warps")[j] : 1;
            if (!ga_is(by_warps, j, "panel", texts[0]) ||
                !ga_is(by_warps, j, "operation", texts[1]) ||
                !ga_is(by_warps, j, "series", texts[2]) || of == pairs->n ||
                n != ga_number(pairs, "n")[of] || !(warps > with[i]))
                continue;
            with[i] = warps;
            mean[i] = ga_number(by_warps, "sum")[j] / n;
        }
    }
    return all;
}

/* Of series 3 only what has as many warps as series 2 alone. */
static void keep_comparable(struct ga_frame *all) {
    bool *const marked = ga_work_take(all->work, all->n + 1, sizeof *marked);
    const double *const with = ga_number(all, "with");
    for (size_t i = 0; marked && i < all->n; i++) {
        const char *const alone[] = {ga_text(all, "panel")[i], ga_text(all, "operation")[i], "2"};
        const size_t row = ga_row(all, "panel operation series", alone);
        const bool is_third = ga_is(all, i, "series", "3");
        marked[i] = with[i] > 0 && !(is_third && row < all->n && with[i] < with[row]);
    }
    if (marked)
        ga_keep_marked(all, marked);
}

/* Whether an operation has fewer warps on one word than others, because its threads need a bit each. */
static bool has_few_warps(struct ga_frame *rows) {
    struct ga_frame *const one = ga_frame_copy(rows);
    ga_keep(one, "load", "one_word");
    struct ga_frame *const most = ga_group(one, "operation", "warps");
    const double all = ga_most(one, "warps");
    for (size_t i = 0; i < most->n; i++) {
        const char *const name = ga_text(most, "operation")[i];
        if ((strncmp(name, "xor_", 4) == 0 || strncmp(name, "or_and_", 7) == 0) &&
            ga_number(most, "most")[i] < all)
            return true;
    }
    return false;
}

void ga_figure_global_peer_operations(struct ga_work *work) {
    struct ga_frame *const rows = read_peers(work);
    const double most_gpus = ga_most(rows, "gpus");
    ga_keep_above(rows, "median_ns", 0);
    ga_say_none(rows);
    struct ga_frame *const operations = ga_unique(rows, "operation");
    ga_set_text(work, "operations", ga_words(operations, "operation"));
    ga_set_number(work, "most_gpus", most_gpus);
    ga_set_number(work, "has_few", has_few_warps(rows));
    add_series(rows, most_gpus);
    ga_drop(rows, "series", "0");
    struct ga_frame *const all = means(rows);
    keep_comparable(all);
    ga_frame_write(all, "points", "panel operation series mean");
}

/* Who works on the word: places from the top of a panel. */
static const char *who_of(struct ga_frame *rows, size_t row) {
    static const char *const load[] = {"latency", "one_word", "one_word_unused"};
    if (ga_is(rows, row, "who", "cpu"))
        return "1";
    for (unsigned k = 0; k < sizeof load / sizeof *load; k++)
        if (ga_is(rows, row, "load", load[k]))
            return ga_work_text(rows->work, "%u", k + (ga_is(rows, row, "who", "gpu") ? 2 : 5));
    return "0";
}

void ga_figure_global_host_atomics(struct ga_work *work) {
    struct ga_frame *const rows = ga_frame_read(
        work, "global_host_atomics.csv",
        "memory who operation scope load rate_ops_per_s expected_updates lost_updates");
    ga_keep(rows, "scope", "system");
    ga_keep(rows, "memory",
            "pinned managed"); /* of those whose place was said there are adds alone */
    ga_keep_above(rows, "rate_ops_per_s", 0);
    ga_say_none(rows);
    struct ga_frame *const some = ga_frame_copy(rows);
    ga_keep(some, "operation", "add_u32 cas_u32 exchange_u32");
    struct ga_frame *const shown = some->n > 0 ? some : rows;
    double *const ns = ga_number(shown, "ns"), *const lost = ga_number(shown, "lost_percent");
    const char **const who = ga_text(shown, "row");
    for (size_t i = 0; i < shown->n; i++) {
        const double all = ga_number(shown, "expected_updates")[i];
        who[i] = who_of(shown, i);
        ns[i] = 1e9 / ga_number(shown, "rate_ops_per_s")[i];
        lost[i] = ga_is(shown, i, "who", "both") && all > 0
                      ? 100 * ga_number(shown, "lost_updates")[i] / all
                      : NAN;
    }
    ga_set_text(work, "memories", ga_words(ga_unique(shown, "memory"), "memory"));
    ga_set_text(work, "operations", ga_words(ga_unique(shown, "operation"), "operation"));
    ga_frame_write(shown, "shown", "memory operation row ns lost_percent");
}
