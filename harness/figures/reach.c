/* Figures of panels of curves (plots/panels.gp): a few words, values added by vectors and in bulk, adds beyond the L2, adds
 * beside others. */
#include <math.h>
#include <string.h>

#include "figure.h"

enum { MOST_PANELS = 4 };

/* A series is the index of a text in a list, from 1; 0 if it is not there. */
static double place_in(const char *list, const char *text) {
    char word[64];
    size_t at = 0;
    for (int i = 1; ga_next_word(list, &at, word); i++)
        if (strcmp(word, text) == 0)
            return i;
    return 0;
}

/* out: of each panel the least or the largest y, as words; 1 where it has no curve. */
static const char *ends(struct ga_frame *rows, double sign) {
    const char *words = "";
    for (int panel = 1; panel <= MOST_PANELS; panel++) {
        double end = 1;
        bool any = false;
        for (size_t i = 0; i < rows->n; i++) {
            const double y = ga_number(rows, "y")[i];
            if (ga_number(rows, "panel")[i] == panel && (!any || sign * y > sign * end)) {
                end = y;
                any = true;
            }
        }
        words = ga_work_text(rows->work, "%s %.9g", words, end);
    }
    return words;
}

/* out: whether a row's number is another than that of the next. */
static bool differs(struct ga_frame *rows, size_t i, const char *column) {
    const double *const number = ga_number(rows, column);
    return number[i] < number[i + 1] || number[i] > number[i + 1];
}

/* Writes, for each panel, series and x, the largest y. */
static void write_curves(struct ga_frame *rows) {
    ga_keep_above(rows, "panel", 0);
    ga_keep_above(rows, "series", 0);
    ga_sort(rows, "panel series x y");
    bool *const last = ga_work_take(rows->work, rows->n + 1, sizeof *last);
    for (size_t i = 0; last && i < rows->n; i++)
        last[i] = i + 1 == rows->n || differs(rows, i, "panel") || differs(rows, i, "series") ||
                  differs(rows, i, "x");
    if (last)
        ga_keep_marked(rows, last);
    ga_say_none(rows);
    ga_set_number(rows->work, "x_least", ga_least(rows, "x"));
    ga_set_number(rows->work, "x_most", ga_most(rows, "x"));
    ga_set_text(rows->work, "lows", ends(rows, -1));
    ga_set_text(rows->work, "highs", ends(rows, 1));
    ga_frame_write(rows, "shown", "panel series x y");
}

/* Rows of a type, of a table in the L2 or of one row, for both types that gradients have. */
void ga_figure_global_vector(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "global_vector.csv", "type way values rows rate_ops_per_s");
    for (size_t i = 0; i < rows->n; i++) {
        const double table = place_in("many one", ga_text(rows, "rows")[i]);
        const double type = place_in("f32 bf16", ga_text(rows, "type")[i]);
        ga_number(rows, "panel")[i] = table > 0 && type > 0 ? 2 * (type - 1) + table : 0;
        ga_number(rows, "series")[i] = place_in("plain x2 x4 x8 bulk", ga_text(rows, "way")[i]);
        ga_number(rows, "x")[i] = ga_number(rows, "values")[i];
        ga_number(rows, "y")[i] = ga_number(rows, "rate_ops_per_s")[i] * 1e-9;
    }
    write_curves(rows);
}

/* Latency, and the rates of all threads at random places. */
void ga_figure_global_reach(struct ga_work *work) {
    struct ga_frame *const rows = ga_frame_read(
        work, "global_reach.csv", "pattern operation regime set_bytes access_ns rate_ops_per_s");
    for (size_t i = 0; i < rows->n; i++) {
        const char *const pattern = ga_text(rows, "pattern")[i];
        const bool chain = ga_is(rows, i, "regime", "dependent"),
                   loads = ga_is(rows, i, "operation", "load");
        const char *const name =
            ga_work_text(work, "%s_%s",
                         loads                                         ? "load"
                         : chain || ga_is(rows, i, "regime", "unused") ? "add"
                                                                       : "used",
                         pattern);
        ga_number(rows, "panel")[i] = chain ? 1 : 2;
        ga_number(rows, "series")[i] =
            place_in("add_random add_line add_page load_random used_random", name);
        ga_number(rows, "x")[i] = ga_number(rows, "set_bytes")[i] / (1 << 20);
        ga_number(rows, "y")[i] =
            chain ? ga_number(rows, "access_ns")[i] : ga_number(rows, "rate_ops_per_s")[i] * 1e-9;
    }
    write_curves(rows);
}

/* Of full SMs at the first place: rates over that of one word, by stride from 64 SMs; then at 4 KiB by who shares a word, from
 * as many and from all. */
void ga_figure_global_few_words(struct ga_work *work) {
    struct ga_frame *const rows = ga_frame_read(
        work, "global_few_words.csv",
        "words stride_bytes share sms warps_per_sm lanes regime place rate_ops_per_s");
    ga_keep(rows, "regime", "unused");
    ga_keep(rows, "place", "a");
    ga_keep_number(rows, "lanes", ga_most(rows, "lanes"));
    ga_keep_number(rows, "warps_per_sm", ga_most(rows, "warps_per_sm"));
    const double all = ga_most(rows, "sms"), theirs = all < 64 ? all : 64;
    struct ga_frame *const one = ga_frame_copy(rows), *const both =
                                                          ga_frame_make(work, 3 * rows->n);
    ga_keep_number(one, "words", 1);
    for (size_t i = 0; i < both->n; i++) {
        const size_t from = i / 3;
        const double panel = (double)(i % 3 + 1), sms = ga_number(rows, "sms")[from];
        const double stride = place_in("256 1024 2048 4096", ga_text(rows, "stride_bytes")[from]),
                     share = place_in("sm warp lane near far", ga_text(rows, "share")[from]);
        const double wanted = panel < 3 ? theirs : all, series = panel > 1
                                                                     ? (stride > 3 ? 4 + share : 0)
                                                                 : share < 2 ? stride
                                                                             : 0;
        double least = NAN;
        for (size_t k = 0; k < one->n; k++)
            if (fabs(ga_number(one, "sms")[k] - sms) < 0.5)
                least = ga_number(one, "rate_ops_per_s")[k];
        ga_number(both, "panel")[i] = fabs(sms - wanted) < 0.5 && least > 0 ? panel : 0;
        ga_number(both, "series")[i] = series;
        ga_number(both, "x")[i] = ga_number(rows, "words")[from];
        ga_number(both, "y")[i] = ga_number(rows, "rate_ops_per_s")[from] / least;
    }
    write_curves(both);
}

/* What both sides lose, in percent: the adds on one word and on one a thread, then the background. */
void ga_figure_global_interference(struct ga_work *work) {
    struct ga_frame *const rows = ga_frame_read(
        work, "global_interference.csv", "background share words regime loss background_loss");
    struct ga_frame *const both = ga_frame_make(work, 2 * rows->n);
    for (size_t i = 0; i < both->n; i++) {
        const size_t from = i / 2, side = i % 2;
        const double words = place_in("one all", ga_text(rows, "words")[from]);
        const bool shown = words > 0 && ga_is(rows, from, "regime", "unused");
        ga_number(both, "panel")[i] = shown ? words + 2 * (double)side : 0;
        ga_number(both, "series")[i] = place_in("read_l2 read_memory write_l2 write_memory poll",
                                                ga_text(rows, "background")[from]);
        ga_number(both, "x")[i] = ga_number(rows, "share")[from];
        ga_number(both, "y")[i] = 100 * ga_number(rows, side ? "background_loss" : "loss")[from];
    }
    write_curves(both);
}
