#include "verdicts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *ga_outcome_name(enum ga_outcome outcome) {
    static const char *const names[GA_N_OUTCOMES] = {[GA_RIGHT] = "right",
                                                     [GA_REFUTED] = "wrong",
                                                     [GA_UNDECIDED] = "undecided",
                                                     [GA_NO_CLAIM] = "no claim",
                                                     [GA_NO_TRIAL] = "no trial"};
    return names[outcome];
}

void ga_verdicts_free(struct ga_verdicts *verdicts) {
    free(verdicts->at);
    *verdicts = (struct ga_verdicts){.at = NULL};
}

bool ga_verdict_label(const char *label, char *name, int *extra) {
    const char *at = label;
    while ((at = strstr(at, "extra=")) && at != label && at[-1] != ' ')
        at++;
    if (!at || strlen(label) >= GA_VERDICT_NAME)
        return false;
    char *end = NULL;
    const long n = strtol(at + strlen("extra="), &end, 10);
    if (end == at + strlen("extra=") || (*end && *end != ' ' && *end != '/') || n < -1 || n > 1)
        return false;
    const size_t before = (size_t)(at - label);
    const int rest =
        (int)strcspn(end, "/"); /* a range that ncu has named with its function behind a slash */
    *extra = (int)n;
    if (before > 0) /* without the blank before it, or after it */
        snprintf(name, GA_VERDICT_NAME, "%.*s%.*s", (int)before - 1, label, rest, end);
    else
        snprintf(name, GA_VERDICT_NAME, "%.*s", rest > 0 ? rest - 1 : 0, rest > 0 ? end + 1 : "");
    return *name != '\0';
}

/* From the quiet side to the other: -1 where all three forms are known, else what is. */
static bool sides(const struct ga_trial *t, int *from, int *to) {
    bool is_known[3];
    for (int i = 0; i < 3; i++)
        is_known[i] = isfinite(t->form[i].median_ns) && isfinite(t->form[i].passes);
    *from = is_known[0] ? 0 : 1;
    *to = is_known[2] ? 2 : 1;
    return is_known[1] && *from < *to;
}

/* The time of added passes is a share of the kernel's: what they are of its own passes, times the share of the time that
 * those fill. So neither the clock nor the number of SMs is needed. */
static void work_out(struct ga_trial *t) {
    int from = 0, to = 0;
    t->slope_ns = t->slope_error_ns = t->added_ns = t->ratio = t->ratio_error = NAN;
    t->more_ns = t->form[2].median_ns - t->form[1].median_ns;
    t->less_ns = t->form[1].median_ns - t->form[0].median_ns;
    if (!sides(t, &from, &to))
        return;
    const struct ga_form *const a = &t->form[from], *const b = &t->form[to],
                                *const own = &t->form[1];
    const double n = to - from;
    t->slope_ns = (b->median_ns - a->median_ns) / n;
    t->slope_error_ns = hypot(a->error_ns, b->error_ns) / n;
    t->added_ns = (b->passes - a->passes) / n / own->passes * t->hardware / 100 * own->median_ns;
    t->ratio = t->slope_ns / t->added_ns;
    t->ratio_error = t->slope_error_ns / t->added_ns;
}

static enum ga_outcome outcome_of(const struct ga_trial *t) {
    const double doubt = isnan(t->ratio_error) ? 0 : 2 * t->ratio_error;
    if (!(t->added_ns > 0))
        return GA_NO_TRIAL;
    if (t->verdict != GA_IS && t->verdict != GA_NOT)
        return GA_NO_CLAIM;
    if (doubt > GA_OPEN)
        return GA_UNDECIDED;
    if (t->verdict == GA_IS)
        return t->ratio + doubt < GA_BOTTLENECK_SLOWS ? GA_REFUTED : GA_RIGHT;
    return t->ratio - doubt > GA_NOT_SLOWS ? GA_REFUTED : GA_RIGHT;
}

void ga_verdicts_judge(struct ga_verdicts *verdicts) {
    for (size_t i = 0; i < verdicts->n; i++) {
        work_out(&verdicts->at[i]);
        verdicts->at[i].outcome = outcome_of(&verdicts->at[i]);
    }
}
