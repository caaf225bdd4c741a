/* Figures of benchmarks that do one thing in several ways: operations a second over a size, a line for each way, a panel
 * for each of a list of conditions. */
#include <string.h>

#include "figure.h"

/* A panel: its title, and what its rows have in common, "column=value column=value". */
struct panel {
    const char *title, *where;
};

/* Keeps the rows that have the values; "most" is the largest that there is. */
static void keep_where(struct ga_frame *rows, const char *where) {
    char word[64];
    for (size_t at = 0; ga_next_word(where, &at, word);) {
        char *const equals = strchr(word, '=');
        if (!equals)
            continue;
        *equals = '\0';
        const char *const column = ga_work_text(rows->work, "%s", word);
        if (strcmp(equals + 1, "most") == 0)
            ga_keep_number(rows, column, ga_most(rows, column));
        else
            ga_keep(rows, column, ga_work_text(rows->work, "%s", equals + 1));
    }
}

/* line: what tells the lines of a panel apart, one or two columns. x: the column of sizes. */
static void draw(struct ga_work *work, const char *table, const char *columns, const char *line,
                 const char *second, const char *x, const struct panel *panels, size_t n_panels) {
    const char *titles = "";
    for (size_t p = 0; p < n_panels; p++) {
        struct ga_frame *const rows = ga_frame_read(work, table, columns);
        ga_keep_above(rows, "rate_ops_per_s", 0);
        keep_where(rows, panels[p].where);
        const char **const name = ga_text(rows, "line");
        double *const size = ga_number(rows, "x");
        for (size_t i = 0; i < rows->n; i++) {
            name[i] = second ? ga_work_text(work, "%s_%s", ga_text(rows, line)[i],
                                            ga_text(rows, second)[i])
                             : ga_text(rows, line)[i];
            size[i] = ga_number(rows, x)[i];
        }
        ga_sort(rows, "line x");
        ga_frame_write(rows, ga_work_text(work, "panel%zu", p + 1), "line x rate_ops_per_s");
        titles = ga_work_text(work, "%s\"%s\" ", titles, panels[p].title);
    }
    struct ga_frame *const all = ga_frame_read(work, table, columns);
    ga_keep_above(all, "rate_ops_per_s", 0);
    ga_say_none(all);
    ga_set_number(work, "n_panels", (double)n_panels);
    ga_set_text(work, "titles", titles);
    ga_set_number(work, "least_x", ga_least(all, x));
    ga_set_number(work, "most_x", ga_most(all, x));
    ga_set_number(work, "least_rate", ga_least(all, "rate_ops_per_s"));
    ga_set_number(work, "most_rate", ga_most(all, "rate_ops_per_s"));
}

#define DRAW(table, columns, line, second, x, panels)                                              \
    draw(work, table, columns, line, second, x, panels, sizeof(panels) / sizeof *(panels))

void ga_figure_global_counters(struct ga_work *work) {
    static const struct panel panels[] = {
        {"count, even keys", "result=count counters=64 input=uniform"},
        {"position, even keys", "result=position counters=64 input=uniform"},
        {"count, keys by Zipf's law", "result=count counters=64 input=zipf skew=100"},
        {"position, keys by Zipf's law", "result=position counters=64 input=zipf skew=100"},
    };
    DRAW("global_counters.csv", "way result bits counters input skew keys rate_ops_per_s", "way",
         "bits", "keys", panels);
}

void ga_figure_global_table(struct ga_work *work) {
    static const struct panel panels[] = {
        {"different keys", "input=unique keys=most"},
        {"keys by Zipf's law", "input=zipf skew=100 keys=most"},
    };
    DRAW("global_table.csv", "way bytes load input skew keys rate_ops_per_s", "way", "bytes",
         "load", panels);
}

void ga_figure_global_determinism(struct ga_work *work) {
    static const struct panel panels[] = {
        {"even keys", "input=uniform values=most"},
        {"keys by Zipf's law", "input=zipf skew=100 values=most"},
    };
    DRAW("global_determinism.csv", "way sums input skew values rate_ops_per_s", "way", NULL, "sums",
         panels);
}

void ga_figure_global_sums(struct ga_work *work) {
    static const struct panel panels[] = {
        {"even keys", "input=uniform"},
        {"keys by Zipf's law", "input=zipf skew=100"},
    };
    DRAW("global_sums.csv", "way width bins input skew keys rate_ops_per_s", "way", "width", "bins",
         panels);
}
