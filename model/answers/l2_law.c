#include "l2_law.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *target;
    double cycles;
} laws[] = {
#define GA_L2_LAW(target, cycles) {#target, cycles},
#include "l2_law.def"
#undef GA_L2_LAW
};

double ga_l2_law_integer(const struct ga_runfile *run) {
    const char *const target = run ? ga_runfile_get(run, "target") : NULL;
    for (size_t i = 0; target && i < sizeof laws / sizeof *laws; i++)
        if (strcmp(target, laws[i].target) == 0)
            return laws[i].cycles;
    return NAN;
}

void ga_l2_law_finish(struct ga_answers *answers) {
    const struct ga_answer *const clock = &answers->at[GA_A_l2_mhz];
    for (size_t a = 0; a < GA_N_ANSWERS; a++) {
        struct ga_answer *const answer = &answers->at[a];
        if (ga_answer_rows[a].rule != GA_RULE_L2_CYCLES || answer->state != GA_ANSWERED)
            continue;
        if (clock->state != GA_ANSWERED) {
            *answer =
                (struct ga_answer){.state = GA_NO_CLOCK, .value = NAN, .low = NAN, .high = NAN};
            continue;
        }
        answer->value *= clock->value * 1e-3;
        answer->low *= clock->low * 1e-3;
        answer->high *= clock->high * 1e-3;
    }
}

void ga_l2_law_tell(const struct ga_answers *answers, struct ga_runfile *run) {
    static const char mhz[] = "l2_mhz", known_by[] = "l2_mhz_known_by";
    const struct ga_answer *const clock = &answers->at[GA_A_l2_mhz];
    ga_runfile_remove(run, mhz);
    ga_runfile_remove(run, known_by);
    if (clock->state != GA_ANSWERED)
        return;
    ga_runfile_set(run, mhz, "%.0f", clock->value);
    ga_runfile_set(run, known_by, "rate of integer adds to one word at %g L2 cycles each",
                   ga_l2_law_integer(answers->run));
}
