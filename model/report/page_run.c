/* What is said of the runs: how they were made, and what is wrong with them. */
#include <string.h>

#include "html.h"
#include "page.h"

enum { MOST_SETS = 256 }; /* that a command may be given */

/* What a reader asks first; all of run.csv is behind it. */
static const char *const first_keys[] = {
    "device_name",  "target",           "gpu_uuid", "driver",    "runtime",         "sm_count",
    "l2_bytes",     "sm_clock_max_mhz", "ecc",      "host_cpu",  "kernel_compiler", "git_commit",
    "command_line", "preset",           "seed",     "processes", "started_utc",     "wall_s",
    "kernel_s",     "status",           NULL};

static bool is_first(const char *key) {
    size_t k = 0;
    while (first_keys[k] && strcmp(first_keys[k], key) != 0)
        k++;
    return first_keys[k] != NULL;
}

/* A row; what differs between sets is marked. */
static void put_key(const struct ga_page *page, const char *key, FILE *out) {
    const struct ga_sheet_of_answers *const sheet = page->answers;
    bool any = false, differs = false;
    const char *values[MOST_SETS], *first = "";
    for (size_t s = 0; s < sheet->n && s < MOST_SETS; s++) {
        values[s] = ga_runfile_get(sheet->sets[s].run, key);
        any |= values[s] != NULL;
        values[s] = values[s] ? values[s] : "";
        first = *first ? first : values[s];
        differs |= *values[s] && strcmp(values[s], first) != 0;
    }
    if (!any)
        return;
    ga_html(out, "<tr%s><th scope=\"row\"><code>%s</code>", differs ? " class=differs" : "", key);
    for (size_t s = 0; s < sheet->n && s < MOST_SETS; s++)
        ga_html(out, "<td>%s", values[s]);
    fputc('\n', out);
}

static void put_head(const struct ga_page *page, const char *label, FILE *out) {
    ga_html(out,
            "<div class=\"wide\" tabindex=\"0\" role=\"region\" "
            "aria-label=\"%s\">\n<table>\n<thead><tr>"
            "<th scope=\"col\">key",
            label);
    for (size_t s = 0; s < page->answers->n; s++)
        ga_html(out, "<th scope=\"col\">%s", page->answers->name[s]);
    fputs("</thead>\n<tbody>\n", out);
}

/* out: whether a set before, or a line before of this one, has the key, too. */
static bool was_there(const struct ga_page *page, size_t set, unsigned line) {
    const struct ga_runfile *const run = page->answers->sets[set].run;
    for (size_t s = 0; s < set; s++)
        if (ga_runfile_get(page->answers->sets[s].run, run->key[line]))
            return true;
    for (unsigned i = 0; i < line; i++)
        if (strcmp(run->key[i], run->key[line]) == 0)
            return true;
    return false;
}

void ga_page_run(const struct ga_page *page, FILE *out) {
    fputs("<section id=\"measured\">\n<h2>How it was measured</h2>\n", out);
    put_head(page, "How it was measured", out);
    for (size_t k = 0; first_keys[k]; k++)
        put_key(page, first_keys[k], out);
    fputs("</table>\n</div>\n<details><summary>All of run.csv</summary>\n", out);
    put_head(page, "run.csv", out);
    for (size_t s = 0; s < page->answers->n; s++) {
        const struct ga_runfile *const run = page->answers->sets[s].run;
        for (unsigned i = 0; i < run->n; i++)
            if (!is_first(run->key[i]) && strcmp(run->key[i], "argument") != 0 &&
                !was_there(page, s, i))
                put_key(page, run->key[i], out);
    }
    fputs("</table>\n</div>\n</details>\n</section>\n", out);
}

static void put_faults(const struct ga_faults *faults, bool grave, FILE *out) {
    for (unsigned i = 0; i < faults->n; i++) {
        const struct ga_fault *const fault = &faults->at[i];
        if (fault->grave != grave)
            continue;
        fputs(grave ? "<li class=\"grave\">" : "<li>", out);
        if (*fault->table)
            ga_html(out, "<code>%s</code>: ", fault->table);
        ga_html(out, "%s</li>\n", fault->text);
    }
}

void ga_page_faults(const struct ga_page *page, FILE *out) {
    fputs("<section id=\"warnings\">\n<h2>Warnings</h2>\n", out);
    for (size_t s = 0; s < page->answers->n; s++) {
        const struct ga_faults *const faults = &page->faults[s];
        unsigned n_grave = 0;
        for (unsigned i = 0; i < faults->n; i++)
            n_grave += faults->at[i].grave;
        if (faults->n == 0) {
            ga_html(out, "<p><b>%s</b>: none.</p>\n", page->answers->name[s]);
            continue;
        }
        ga_html(out, "<details%s><summary><b>%s</b>: %zu warning%s", n_grave ? " open" : "",
                page->answers->name[s], (size_t)faults->n, faults->n == 1 ? "" : "s");
        if (n_grave)
            ga_html(out, ", %zu of wrong or missing results", (size_t)n_grave);
        fputs("</summary>\n<ul>\n", out);
        put_faults(faults, true, out);
        put_faults(faults, false, out);
        if (faults->n_lost)
            ga_html(out, "<li>and %zu more</li>\n", (size_t)faults->n_lost);
        fputs("</ul>\n</details>\n", out);
    }
    fputs("</section>\n", out);
}
