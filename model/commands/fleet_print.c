/* A model of GPU on a terminal. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "fleet.h"
#include "print.h"

enum { WHAT = 40, UNIT = 7, CARD = 28, SHORT_CARD = 20, ID = 25 };

/* "+12.3 %", "0 %"; "" for what is no number. own: caller, GA_ANSWER_TEXT bytes; returns text. */
static const char *percent_text(double percent, char *text) {
    *text = '\0';
    if (fabs(percent) < 0.05)
        return strcpy(text, "0 %");
    if (!isnan(percent))
        snprintf(text, GA_ANSWER_TEXT, fabs(percent) < 99.95 ? "%+.1f %%" : "%+.0f %%", percent);
    return text;
}

/* out: how many letters the paths of all sets begin with, up to a slash: that they share tells no card apart. */
static size_t shared_folders(const struct ga_fleet_model *model) {
    const char *const first = model->card[0].set->directory;
    size_t n = strlen(first);
    for (size_t c = 1; c < model->n; c++) {
        const char *const path = model->card[c].set->directory;
        size_t same = 0;
        while (same < n && path[same] == first[same])
            same++;
        n = same;
    }
    while (n > 0 && (first[n - 1] != '/' || !first[n]))
        n--;
    return n;
}

/* out: text: what of a path tells cards apart; of a long one the end, behind "..". own: caller, most + 1 bytes; returns text. */
static const char *card_text(const char *path, size_t shared, size_t most, char *text) {
    const size_t n = strlen(path + shared);
    if (n <= most) {
        snprintf(text, most + 1, "%s", path + shared);
        return text;
    }
    const char *const end = path + shared + n - (most - 2), *const slash = strchr(end, '/');
    snprintf(text, most + 1, "..%s", slash && slash[1] ? slash + 1 : end);
    return text;
}

static void print_middle(const struct ga_fleet_model *model) {
    int question = -1;
    char median[GA_ANSWER_TEXT], least[GA_ANSWER_TEXT], most[GA_ANSWER_TEXT];
    printf("%-*s%-*s %7s %7s %7s %5s\n", WHAT, "median card", UNIT, "", "median", "least", "most",
           "cards");
    for (size_t a = 0; a < GA_N_ANSWERS; a++) {
        const struct ga_fleet_middle *const m = &model->at[a];
        const struct ga_answer_row *const row = &ga_answer_rows[a];
        if (m->n == 0)
            continue;
        if (question != (int)row->question)
            printf(" %s\n", ga_question_rows[row->question].title);
        question = (int)row->question;
        printf("  %-*s %-*s %7s %7s %7s %5zu\n", WHAT - 3, row->what, UNIT, row->unit,
               ga_answer_number(m->median, median),
               m->n > 1 ? percent_text(m->least_percent, least) : "",
               m->n > 1 ? percent_text(m->most_percent, most) : "", m->n);
    }
}

static void print_cards(const struct ga_fleet_model *model, size_t shared, double within) {
    char text[GA_ANSWER_TEXT], name[CARD + 1];
    printf("\n%-*s %7s %8s %8s %s\n", CARD, "card", "answers", "outliers", "farthest", "in");
    for (size_t c = 0; c < model->n; c++) {
        const struct ga_fleet_card *const card = &model->card[c];
        size_t n = 0;
        double percent = 0;
        for (size_t a = 0; a < GA_N_ANSWERS; a++)
            n += model->at[a].n > 0 && isfinite(card->set->at[a].value) &&
                 card->set->at[a].version == model->at[a].version;
        if (card->farthest < GA_N_ANSWERS)
            percent =
                ga_fleet_judge(&model->at[card->farthest], &card->set->at[card->farthest], within)
                    .percent;
        printf("%-*s %7zu %8zu %8s %s\n", CARD, card_text(card->set->directory, shared, CARD, name),
               n, card->n_outliers, percent_text(percent, text),
               card->farthest < GA_N_ANSWERS ? ga_answer_rows[card->farthest].id : "");
    }
}

static void print_outliers(const struct ga_fleet_model *model, size_t shared, double within) {
    char name[SHORT_CARD + 1], value[GA_ANSWER_TEXT], median[GA_ANSWER_TEXT],
        percent[GA_ANSWER_TEXT];
    if (model->n_unlike > 0)
        printf("\n%-*s %-*s %8s %8s %8s %5s\n", SHORT_CARD, "outlier", ID, "answer", "value",
               "median", "", "z");
    for (size_t c = 0; c < model->n; c++) {
        const struct ga_fleet_set *const set = model->card[c].set;
        for (size_t a = 0; a < GA_N_ANSWERS; a++) {
            const struct ga_fleet_verdict v = ga_fleet_judge(&model->at[a], &set->at[a], within);
            if (v.is_outlier)
                printf("%-*s %-*s %8s %8s %8s %5.1f\n", SHORT_CARD,
                       card_text(set->directory, shared, SHORT_CARD, name), ID,
                       ga_answer_rows[a].id, ga_answer_number(set->at[a].value, value),
                       ga_answer_number(model->at[a].median, median),
                       percent_text(v.percent, percent), fmin(v.z, 999.9));
        }
    }
}

void ga_fleet_print(const struct ga_fleet_model *model, double within) {
    const size_t shared = shared_folders(model);
    printf("%s: %zu %s%s%.*s\n", model->name, model->n, model->n == 1 ? "set" : "sets",
           shared ? " in " : "", (int)shared, model->card[0].set->directory);
    print_middle(model);
    print_cards(model, shared, within);
    print_outliers(model, shared, within);
}
