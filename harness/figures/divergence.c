/* Figure: a warp's access, over its active lanes and the ways in which they are active. */
#include "figure.h"

static bool has(struct ga_frame *rows, const char *warps, const char *regime) {
    return ga_row(rows, "warps regime", (const char *[]){warps, regime}) < rows->n;
}

void ga_figure_global_divergence(struct ga_work *work) {
    struct ga_frame *const rows = ga_frame_read(
        work, "global_divergence.csv", "way lanes words warps regime accesses rate_ops_per_s");
    ga_keep(rows, "accesses", "usual");
    const char *const least = ga_work_text(work, "%g", ga_least(rows, "warps"));
    const char *const most = ga_work_text(work, "%g", ga_most(rows, "warps"));
    const char *kinds = "";
    if (has(rows, least, "dependent"))
        kinds = ga_work_text(work, "%s %s dependent", kinds, least);
    if (has(rows, least, "unused"))
        kinds = ga_work_text(work, "%s %s unused", kinds, least);
    if (ga_most(rows, "warps") > ga_least(rows, "warps"))
        kinds = ga_work_text(work, "%s %s %s", kinds, most,
                             has(rows, most, "dependent") ? "dependent" : "unused");
    if (!*kinds)
        work->said = GA_NO_ROW;
    ga_keep_above(rows, "rate_ops_per_s", 0);
    double *const ns = ga_number(rows, "ns");
    for (size_t i = 0; i < rows->n; i++)
        ns[i] = 1e9 * ga_number(rows, "lanes")[i] / ga_number(rows, "rate_ops_per_s")[i];
    ga_set_text(work, "kinds", kinds);
    ga_frame_write(rows, "shown", "way lanes words warps regime ns");
}
