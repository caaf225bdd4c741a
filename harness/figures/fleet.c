/* Figure: each card's distance from the median card of its model, by answer; outliers named. Of what `fleet --csv`
 * wrote. */
#include <math.h>
#include <string.h>

#include "figure.h"

static const double LEAST_LIMIT = 10,
                    MOST_LIMIT =
                        30; /* percent; what is beyond stands at the edge, with its number */

enum { MOST_NAMES = 2 }; /* of a row; that there are more is told */

/* The end of a path. */
static const char *card_of(const char *directory) {
    const char *const slash = strrchr(directory, '/');
    return slash && slash[1] ? slash + 1 : directory;
}

/* out: the place of a text among those of a column, from 1. */
static double place_in(struct ga_frame *all, const char *column, const char *text) {
    for (size_t i = 0; i < all->n; i++)
        if (strcmp(ga_text(all, column)[i], text) == 0)
            return (double)i + 1;
    return NAN;
}

static double limit_of(struct ga_frame *rows) {
    const double farthest = fmax(fabs(ga_least(rows, "percent")), fabs(ga_most(rows, "percent")));
    return fmin(fmax(1.15 * farthest, LEAST_LIMIT), MOST_LIMIT);
}

static void place_rows(struct ga_frame *rows, struct ga_frame *models, struct ga_frame *answers) {
    double *const panel = ga_number(rows, "panel"), *const y = ga_number(rows, "y"),
                  *const x = ga_number(rows, "x"), *const percent = ga_number(rows, "percent");
    const char **const card = ga_text(rows, "card");
    const double limit = limit_of(rows);
    for (size_t i = 0; i < rows->n; i++) {
        const double of = isnan(percent[i]) ? limit : percent[i]; /* of a median of 0 */
        panel[i] = place_in(models, "device_name", ga_text(rows, "device_name")[i]);
        y[i] = place_in(answers, "answer", ga_text(rows, "answer")[i]);
        x[i] = fmin(fmax(of, -limit), limit);
        card[i] = card_of(ga_text(rows, "directory")[i]);
        if (fabs(percent[i]) > limit)
            card[i] = ga_work_text(rows->work, "%s %+.0f%%", card[i], percent[i]);
    }
    ga_set_number(rows->work, "limit", limit);
}

/* Outliers of a panel's row are named beside it, all by the first of them. */
static void name_rows(struct ga_frame *rows) {
    const double *const panel = ga_number(rows, "panel"), *const y = ga_number(rows, "y"),
                        *const outlier = ga_number(rows, "outlier");
    const char **const names = ga_text(rows, "names"), **const card = ga_text(rows, "card");
    for (size_t i = 0; i < rows->n; i++) {
        size_t first = 0, n = 0;
        names[i] = " "; /* an empty one is drawn as NaN */
        for (size_t k = 0; outlier[i] > 0 && k <= i; k++)
            if (outlier[k] > 0 && panel[k] == panel[i] && y[k] == y[i] && n++ == 0)
                first = k;
        if (n == 1)
            names[i] = card[i];
        else if (n > 1 && n <= MOST_NAMES)
            names[first] = ga_work_text(rows->work, "%s, %s", names[first], card[i]);
        else if (n == MOST_NAMES + 1)
            names[first] = ga_work_text(rows->work, "%s, ...", names[first]);
    }
}

void ga_figure_fleet(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "fleet.csv", "device_name directory answer percent cards outlier");
    ga_keep_above(rows, "cards", 1);
    if (rows->n == 0)
        work->said = "no answer that two cards of a model have";
    struct ga_frame *const models = ga_unique(rows, "device_name"), *const answers =
                                                                        ga_unique(rows, "answer");
    ga_sort(models, "device_name");
    ga_sort(answers, "answer");
    place_rows(rows, models, answers);
    name_rows(rows);
    ga_set_text(work, "models", ga_quoted_words(models, "device_name"));
    ga_set_text(work, "answers", ga_words(answers, "answer"));
    ga_set_text(work, "about", "each dot a card, beside the median card of its model");
    ga_frame_write(rows, "shown", "panel x y outlier names");
}
