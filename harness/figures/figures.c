#include "figures.h"

#include <limits.h>
#include <string.h>

#include "figure.h"
#include "origin.h"

static const struct ga_figure figures[] = {
#define GA_FIGURE(name, table) {#name, table, ga_figure_##name},
#include "figures.def"
#undef GA_FIGURE
};

const struct ga_figure *ga_figures(size_t *n) {
    *n = sizeof figures / sizeof *figures;
    return figures;
}

enum ga_status ga_figure_work_out(const struct ga_figure *figure, const char *tables,
                                  const char *published, const char *directory, bool *drawable,
                                  struct ga_err *err) {
    char stem[PATH_MAX + 64];
    struct ga_work work;
    snprintf(stem, sizeof stem, "%s/%s", directory, figure->name);
    ga_work_begin(&work, tables, published, stem, err);
    ga_set_origin(&work, figure->table);
    figure->work_out(&work);
    *drawable = !work.said;
    ga_set_text(&work, "said", work.said ? work.said : "");
    return ga_work_end(&work);
}
