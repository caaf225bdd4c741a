#include "verdicts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "number.h"

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
    const char *const value = at + strlen("extra="), *const end = value + strcspn(value, " /");
    char text[GA_VERDICT_NAME];
    int64_t n = 0;
    snprintf(text, sizeof text, "%.*s", (int)(end - value), value);
    if (!ga_parse_signed(text, -1, 1, &n))
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

/* The time of added passes is a share of the kernel's: what they are of its own passes, times the share of the time that
 * those fill. So neither the clock nor the number of SMs is needed. */
static void work_out(const struct ga_form *from, const struct ga_form *to, struct ga_step *step) {
    step->slope_ns = to->median_ns - from->median_ns;
    step->slope_error_ns = hypot(from->error_ns, to->error_ns);
    step->added_ns = (to->passes / from->passes - 1) * from->hardware / 100 * from->median_ns;
    step->ratio = step->slope_ns / step->added_ns;
    step->ratio_error = step->slope_error_ns / step->added_ns;
}

static bool is_not(const struct ga_form *form) {
    return form->verdict == GA_NOT && form->l2 != GA_BOTTLENECK && form->l2 != GA_LEFT_OPEN;
}

static enum ga_outcome outcome_of(const struct ga_form *from, const struct ga_form *to,
                                  const struct ga_step *step) {
    const double doubt = isnan(step->ratio_error) ? 0 : 2 * step->ratio_error;
    if (!(step->added_ns > 0) || isnan(step->ratio))
        return GA_NO_TRIAL;
    if (from->verdict != GA_BOTTLENECK && !(is_not(from) && is_not(to)))
        return GA_NO_CLAIM;
    if (doubt > GA_OPEN)
        return GA_UNDECIDED;
    if (from->verdict == GA_BOTTLENECK)
        return step->ratio + doubt < GA_BOTTLENECK_SLOWS ? GA_REFUTED : GA_RIGHT;
    return step->ratio - doubt > GA_NOT_SLOWS ? GA_REFUTED : GA_RIGHT;
}

void ga_verdicts_judge(struct ga_verdicts *verdicts) {
    for (size_t i = 0; i < verdicts->n; i++)
        for (int k = 0; k < 2; k++) {
            struct ga_trial *const t = &verdicts->at[i];
            work_out(&t->form[k], &t->form[k + 1], &t->step[k]);
            t->step[k].outcome = outcome_of(&t->form[k], &t->form[k + 1], &t->step[k]);
        }
}
