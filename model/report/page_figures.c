/* The figures, in the order in which `plot` draws them, of several sets side by side. */
#include <limits.h>
#include <unistd.h>

#include "figures.h"
#include "html.h"
#include "page.h"
#include "svg.h"

/* out: whether the set has it; path, PATH_MAX bytes. */
static bool find(const struct ga_page *page, size_t set, const char *name, char *path) {
    return page->figures[set] &&
           snprintf(path, PATH_MAX, "%s/%s.svg", page->figures[set], name) < PATH_MAX &&
           access(path, R_OK) == 0;
}

static enum ga_status put_set(const struct ga_page *page, size_t s, const char *name,
                              const char *path, FILE *out, struct ga_err *err) {
    char own[128], label[128];
    snprintf(own, sizeof own, "%s-%zu", name, s);
    snprintf(label, sizeof label, "%s, %s", name, page->answers->name[s]);
    fputs("<figure>\n", out);
    const enum ga_status status = ga_svg_copy(path, own, label, out, err);
    ga_html(out, "<figcaption>%s</figcaption>\n</figure>\n", page->answers->name[s]);
    return status;
}

enum ga_status ga_page_figures(const struct ga_page *page, FILE *out, struct ga_err *err) {
    enum ga_status status = GA_OK;
    char path[PATH_MAX];
    size_t n = 0, n_there = 0;
    const struct ga_figure *const figures = ga_figures(&n);
    fputs("<section id=\"figures\">\n<h2>Figures</h2>\n", out);
    for (size_t f = 0; f < n && status == GA_OK; f++) {
        bool any = false;
        for (size_t s = 0; s < page->answers->n && status == GA_OK; s++) {
            if (!find(page, s, figures[f].name, path))
                continue;
            if (!any)
                ga_html(out, "<h3 id=\"f-%s\">%s</h3>\n<div class=\"figures\">\n", figures[f].name,
                        figures[f].name);
            any = true;
            n_there++;
            status = put_set(page, s, figures[f].name, path, out, err);
        }
        fputs(any ? "</div>\n" : "", out);
    }
    if (n_there == 0)
        fputs("<p>There are none: <code>gpu-atomics plot DIR</code> draws them with gnuplot.</p>\n",
              out);
    fputs("</section>\n", out);
    return status;
}
