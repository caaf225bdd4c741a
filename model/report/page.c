#include "page.h"

#include <string.h>

#include "html.h"
#include "page_parts.h"

/* Nothing is loaded: what is inline is all there is. */
static void put_head(const struct ga_page *page, FILE *out) {
    fputs(GA_PAGE_MARK "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<meta name=\"color-scheme\" content=\"light dark\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                       "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
                       "<link rel=\"icon\" href=\"data:,\">\n<title>gpu-atomics: ",
          out);
    for (size_t s = 0; s < page->answers->n; s++)
        ga_html(out, "%s%s", s ? ", " : "", page->answers->name[s]);
    fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", ga_page_css);
}

static const char *get(const struct ga_page *page, size_t set, const char *key) {
    const char *const value = ga_runfile_get(page->answers->sets[set].run, key);
    return value ? value : "";
}

/* What a set is, as far as its run.csv says so. */
static void put_set(const struct ga_page *page, size_t set, FILE *out) {
    static const char *const keys[] = {"target", "driver", "preset"};
    ga_html(out, "<li><b>%s</b> %s", page->answers->name[set], page->answers->sets[set].name);
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if (*get(page, set, keys[k]))
            ga_html(out, ", %s%s", get(page, set, keys[k]), k == 2 ? " preset" : "");
    if (*get(page, set, "started_utc"))
        ga_html(out, ", measured %.*s", 10, get(page, set, "started_utc"));
    ga_html(out, ", in <code>%s</code></li>\n", page->answers->sets[set].directory);
}

static void put_title(const struct ga_page *page, FILE *out) {
    fputs("<a class=\"skip\" href=\"#answers\">To the answers</a>\n<header>\n"
          "<h1>What atomics cost here</h1>\n<ul class=\"sets\">\n",
          out);
    for (size_t s = 0; s < page->answers->n; s++)
        put_set(page, s, out);
    fputs("</ul>\n<nav aria-label=\"Sections\"><a href=\"#answers\">Answers</a> "
          "<a href=\"#warnings\">Warnings</a> <a href=\"#figures\">Figures</a> "
          "<a href=\"#measured\">How it was measured</a> <a href=\"#tables\">Tables</a></nav>\n"
          "</header>\n<main>\n",
          out);
}

enum ga_status ga_page_write(const struct ga_page *page, FILE *out, struct ga_err *err) {
    put_head(page, out);
    put_title(page, out);
    ga_page_answers(page, out);
    ga_page_faults(page, out);
    enum ga_status status = ga_page_figures(page, out, err);
    ga_page_run(page, out);
    if (status == GA_OK)
        status = ga_page_tables(page, out, err);
    fprintf(out, "</main>\n<script>\n%s</script>\n</body>\n</html>\n", ga_page_js);
    return status;
}
