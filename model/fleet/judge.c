#include "judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SIGMAS = 1.4826; /* of a normal distribution, over its MAD */

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_of(double *x, size_t n) {
    qsort(x, n, sizeof *x, by_value);
    return n % 2 ? x[n / 2] : (x[n / 2 - 1] + x[n / 2]) / 2;
}

static double percent_of(double value, double median) {
    return value == median ? 0 : (value - median) / fabs(median) * 100;
}

struct ga_fleet_verdict ga_fleet_judge(const struct ga_fleet_middle *middle,
                                       const struct ga_fleet_value *value, double within) {
    struct ga_fleet_verdict v = {NAN, NAN, false};
    if (!isfinite(value->value) || middle->n == 0 || value->version < middle->version)
        return v;
    const double distance = fabs(value->value - middle->median);
    v.percent = percent_of(value->value, middle->median);
    v.z = distance > 0 ? distance / (SIGMAS * middle->mad) : 0;
    v.is_outlier = middle->n > 2 && fabs(v.percent) > within && v.z > GA_FLEET_Z &&
                   !(value->low <= middle->median && middle->median <= value->high);
    return v;
}

static bool has(const struct ga_fleet_set *set, size_t a, unsigned version) {
    return isfinite(set->at[a].value) && set->at[a].version == version;
}

/* out: whether an earlier set of the same card has the answer in that version, too. */
static bool is_again(const struct ga_fleet_model *model, size_t c, size_t a, unsigned version) {
    const struct ga_fleet_set *const set = model->card[c].set;
    for (size_t i = 0; *set->uuid && i < c; i++)
        if (strcmp(model->card[i].set->uuid, set->uuid) == 0 && has(model->card[i].set, a, version))
            return true;
    return false;
}

/* in: room: for a number a card. */
static struct ga_fleet_middle middle_of(const struct ga_fleet_model *model, size_t a,
                                        double *room) {
    struct ga_fleet_middle m = {.median = NAN, .mad = NAN};
    for (size_t c = 0; c < model->n; c++) {
        const struct ga_fleet_set *const set = model->card[c].set;
        if (isfinite(set->at[a].value) && set->at[a].version > m.version)
            m.version = set->at[a].version;
    }
    for (size_t c = 0; c < model->n; c++) {
        const struct ga_fleet_set *const set = model->card[c].set;
        if (!has(set, a, m.version))
            m.n_older += isfinite(set->at[a].value);
        else if (!is_again(model, c, a, m.version))
            room[m.n++] = set->at[a].value;
    }
    if (m.n == 0)
        return m;
    m.median = median_of(room, m.n);
    m.least_percent = percent_of(room[0], m.median);
    m.most_percent = percent_of(room[m.n - 1], m.median);
    for (size_t i = 0; i < m.n; i++)
        room[i] = fabs(room[i] - m.median);
    m.mad = median_of(room, m.n);
    return m;
}

static double farthest_percent(const struct ga_fleet_model *model,
                               const struct ga_fleet_card *card) {
    return card->farthest == GA_N_ANSWERS ? 0
                                          : fabs(percent_of(card->set->at[card->farthest].value,
                                                            model->at[card->farthest].median));
}

static void judge_card(struct ga_fleet_model *model, struct ga_fleet_card *card, double within) {
    double most = 0;
    card->n_outliers = 0;
    card->farthest = GA_N_ANSWERS;
    for (size_t a = 0; a < GA_N_ANSWERS; a++) {
        const struct ga_fleet_verdict v = ga_fleet_judge(&model->at[a], &card->set->at[a], within);
        card->n_outliers += v.is_outlier;
        model->at[a].n_outliers += v.is_outlier;
        if (!(fabs(v.percent) > most))
            continue;
        most = fabs(v.percent);
        card->farthest = a;
    }
    model->n_unlike += card->n_outliers > 0;
}

/* Insertion, which keeps the order of cards that are alike. */
static void sort_cards(struct ga_fleet_model *model) {
    for (size_t i = 1; i < model->n; i++) {
        const struct ga_fleet_card card = model->card[i];
        const double percent = farthest_percent(model, &card);
        size_t k = i;
        for (; k > 0; k--) {
            const struct ga_fleet_card *const before = &model->card[k - 1];
            if (before->n_outliers > card.n_outliers ||
                (before->n_outliers == card.n_outliers &&
                 farthest_percent(model, before) >= percent))
                break;
            model->card[k] = *before;
        }
        model->card[k] = card;
    }
}

static enum ga_status judge(struct ga_fleet_model *model, const struct ga_fleet *fleet,
                            const bool *is_wanted, double within, struct ga_err *err) {
    model->card = calloc(fleet->n, sizeof *model->card);
    double *const room = calloc(fleet->n, sizeof *room);
    if (!model->card || !room) {
        free(room);
        return ga_fail(err, GA_ERROR, "%s: out of memory", fleet->command);
    }
    for (size_t s = 0; s < fleet->n; s++)
        if (strcmp(fleet->set[s]->model, model->name) == 0)
            model->card[model->n++].set = fleet->set[s];
    for (size_t a = 0; a < GA_N_ANSWERS; a++)
        if (is_wanted[a])
            model->at[a] = middle_of(model, a, room);
    for (size_t c = 0; c < model->n; c++)
        judge_card(model, &model->card[c], within);
    sort_cards(model);
    free(room);
    return GA_OK;
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct ga_fleet_model *)a)->name,
                  ((const struct ga_fleet_model *)b)->name);
}

enum ga_status ga_fleet_models(const struct ga_fleet *fleet, const bool *is_wanted, double within,
                               struct ga_fleet_model **models, size_t *n, struct ga_err *err) {
    enum ga_status status = GA_OK;
    *n = 0;
    *models = calloc(fleet->n + 1, sizeof **models);
    if (!*models)
        return ga_fail(err, GA_ERROR, "%s: out of memory", fleet->command);
    for (size_t s = 0; s < fleet->n; s++) {
        size_t m = 0;
        while (m < *n && strcmp((*models)[m].name, fleet->set[s]->model) != 0)
            m++;
        if (m == *n)
            (*models)[(*n)++].name = fleet->set[s]->model;
    }
    qsort(*models, *n, sizeof **models, by_name);
    for (size_t m = 0; status == GA_OK && m < *n; m++)
        status = judge(&(*models)[m], fleet, is_wanted, within, err);
    return status;
}

void ga_fleet_models_free(struct ga_fleet_model *models, size_t n) {
    for (size_t m = 0; m < n; m++)
        free(models[m].card);
    free(models);
}
