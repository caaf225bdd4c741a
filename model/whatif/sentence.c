/* What is certain first: a gain, then a fault, then what could not be tried. */
#include <stdio.h>
#include <string.h>

#include "gains.h"

/* out: the classes with that outcome, 1 << enum ga_edit of each, but for the control. */
static unsigned those(const struct ga_row_gains *g, enum ga_edit_outcome outcome) {
    unsigned edits = 0;
    for (int e = 0; e < GA_EDIT_UNCHANGED; e++)
        edits |= (unsigned)(g->without[e].outcome == outcome) << e;
    return edits;
}

/* out: text: "shared atomics and fences"; whether there is any. */
static bool list(unsigned edits, char *text, size_t size) {
    size_t used = 0;
    *text = '\0';
    for (int e = 0; e < GA_N_EDITS; e++) {
        const unsigned bit = 1U << e;
        if (!(edits & bit) || used >= size)
            continue;
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 !(edits & (bit - 1)) ? ""
                                 : edits < 2 * bit    ? " and "
                                                      : ", ",
                                 ga_edit_goes((enum ga_edit)e));
    }
    return edits != 0;
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

void ga_fault_sentence(unsigned failed, enum ga_edit_outcome outcome, bool as_loads_untried,
                       char *text) {
    const unsigned atomics = 1U << GA_EDIT_SHARED | 1U << GA_EDIT_GLOBAL | 1U << GA_EDIT_GENERIC;
    const char *const how = outcome == GA_OUTCOME_HUNG ? "did not end" : "crashed";
    char what[128];
    list(failed, what, sizeof what);
    if (failed == 1U << GA_EDIT_UNCHANGED) {
        snprintf(text, GA_SENTENCE, "Edited with nothing changed it %s.", how);
        return;
    }
    snprintf(text, GA_SENTENCE, "Its control flow hangs on its %s: without them it %s%s.", what,
             how, failed & atomics && as_loads_untried ? "; --edit as-loads may tell" : "");
}

/* Behind what the edits that change something say. */
static void say_control(const struct ga_row_gains *g, char *text) {
    const struct ga_gain *const control = &g->without[GA_EDIT_UNCHANGED];
    const struct ga_time_interval *const ns = &control->ns;
    const size_t used = strlen(text);
    char edited[GA_US_TEXT], plain[GA_US_TEXT], fault[GA_SENTENCE] = "", apart[48] = "";
    if (control->outcome == GA_OUTCOME_HUNG || control->outcome == GA_OUTCOME_CRASHED)
        ga_fault_sentence(1U << GA_EDIT_UNCHANGED, control->outcome, false, fault);
    if (ns->low > g->ns.high || ns->high < g->ns.low)
        snprintf(apart, sizeof apart, ": %+.2g %% by editing alone",
                 (ns->mean / g->ns.mean - 1) * 100);
    if (ns->n > 0)
        snprintf(fault, sizeof fault,
                 "Edited with nothing changed a launch takes %s us, as it is %s%s.",
                 ga_us_text(ns->mean, edited), ga_us_text(g->ns.mean, plain),
                 ns->n == 1 ? " (one run)"
                 : *apart   ? apart
                            : ": no more than runs differ");
    if (*fault)
        snprintf(text + used, GA_SENTENCE - used, "%s%s", used ? " " : "", fault);
}

static const char hidden[] = "; where results are places, all lanes store to one, which hides it";

static void say_edits(const struct ga_row_gains *g, char *text) {
    char what[128];
    *text = '\0';
    if (g->ns.n == 0)
        snprintf(text, GA_SENTENCE, "Its launches have no time.");
    else if (g->best != GA_N_EDITS)
        say_gain(g, text);
    else if (those(g, GA_OUTCOME_HUNG))
        ga_fault_sentence(those(g, GA_OUTCOME_HUNG), GA_OUTCOME_HUNG, g->as_loads_untried, text);
    else if (those(g, GA_OUTCOME_CRASHED))
        ga_fault_sentence(those(g, GA_OUTCOME_CRASHED), GA_OUTCOME_CRASHED, g->as_loads_untried,
                          text);
    else if (list(those(g, GA_OUTCOME_UNEDITED), what, sizeof what))
        snprintf(text, GA_SENTENCE, "Its %s were not switched off.", what);
    else if (list(those(g, GA_OUTCOME_MEASURED), what, sizeof what) ||
             list(those(g, GA_OUTCOME_INPUTS), what, sizeof what))
        snprintf(text, GA_SENTENCE, "Its %s cost nothing that %zu run%s can show%s.", what, g->ns.n,
                 g->ns.n == 1 ? "" : "s", g->uses_results ? hidden : "");
    else if (list(those(g, GA_OUTCOME_UNPAIRED), what, sizeof what))
        snprintf(text, GA_SENTENCE, "The runs without its %s did not launch it.", what);
    else if (list(those(g, GA_OUTCOME_NO_TIME), what, sizeof what))
        snprintf(text, GA_SENTENCE, "Without its %s its launches have no time.", what);
    else if (list(those(g, GA_OUTCOME_NOT_RUN), what, sizeof what))
        snprintf(text, GA_SENTENCE, "Not tried without its %s.", what);
}

void ga_gain_sentence(const struct ga_row_gains *g, char *text) {
    say_edits(g, text);
    say_control(g, text);
}
