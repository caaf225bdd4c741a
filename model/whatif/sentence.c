/* What is certain first: a gain, then a fault, then what could not be tried. */
#include <stdio.h>
#include <string.h>

#include "gains.h"

/* out: text: "shared atomics and fences": the classes with that outcome. out: how many. */
static int list(const struct ga_row_gains *g, enum ga_edit_outcome outcome, char *text,
                size_t size) {
    int n = 0, all = 0;
    size_t used = 0;
    for (int e = 0; e < GA_N_EDITS; e++)
        all += g->without[e].outcome == outcome;
    *text = '\0';
    for (int e = 0; e < GA_N_EDITS; e++) {
        if (g->without[e].outcome != outcome || used >= size)
            continue;
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 n == 0         ? ""
                                 : n == all - 1 ? " and "
                                                : ", ",
                                 ga_edit_goes((enum ga_edit)e));
        n++;
    }
    return n;
}

const char *ga_us_text(double ns, char *text) {
    snprintf(text, GA_US_TEXT, ns < 1e6 ? "%.4g" : "%.0f", ns * 1e-3);
    return text;
}

static void say_gain(const struct ga_row_gains *g, char *text) {
    char without[GA_US_TEXT], with[GA_US_TEXT];
    const struct ga_gain *const best = &g->without[g->best];
    snprintf(text, GA_SENTENCE,
             "Without its %s a launch takes %s us, not %s: at most %.3g times as fast, the "
             "program %.3g times%s.",
             ga_edit_goes(g->best), ga_us_text(best->ns.mean, without),
             ga_us_text(g->ns.mean, with), best->speedup.mean, g->program_speedup,
             best->outcome == GA_OUTCOME_INPUTS ? " (inputs edited)"
             : best->ns.n == 1                  ? " (one run)"
                                                : "");
}

static const char hidden[] = "; where results are places, all lanes store to one, which hides it";

void ga_gain_sentence(const struct ga_row_gains *g, char *text) {
    char what[128];
    *text = '\0';
    if (g->best != GA_N_EDITS)
        say_gain(g, text);
    else if (list(g, GA_OUTCOME_HUNG, what, sizeof what))
        snprintf(text, GA_SENTENCE,
                 "Its control flow hangs on its %s: without them it did not end.", what);
    else if (list(g, GA_OUTCOME_CRASHED, what, sizeof what))
        snprintf(text, GA_SENTENCE, "Its control flow hangs on its %s: without them it crashed.",
                 what);
    else if (list(g, GA_OUTCOME_UNEDITED, what, sizeof what))
        snprintf(text, GA_SENTENCE, "Its %s were not switched off; the notes may tell why.", what);
    else if (list(g, GA_OUTCOME_MEASURED, what, sizeof what) ||
             list(g, GA_OUTCOME_INPUTS, what, sizeof what))
        snprintf(text, GA_SENTENCE, "Its %s cost nothing that %zu run%s can show%s.", what, g->ns.n,
                 g->ns.n == 1 ? "" : "s", g->uses_results ? hidden : "");
    else if (list(g, GA_OUTCOME_UNPAIRED, what, sizeof what))
        snprintf(text, GA_SENTENCE, "The runs without its %s did not launch it.", what);
    else if (list(g, GA_OUTCOME_NOT_RUN, what, sizeof what))
        snprintf(text, GA_SENTENCE, "Not tried without its %s.", what);
}
