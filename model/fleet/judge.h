/* The median card of a GPU model, and how far each card is from it. */
#ifndef GA_JUDGE_H
#define GA_JUDGE_H

#include "sets.h"

/* Robust standard deviations: an outlier is farther from the median (Iglewicz and Hoaglin, 1993). */
#define GA_FLEET_Z 3.5

/* Of one answer: n cards have it in the newest version that a set of the model has, by gpu_uuid, for which the first of its
 * sets stands; n_older: sets with an older one, which are not compared. mad: the median of the distances from the median.
 * least, most: in percent of it. */
struct ga_fleet_middle {
    unsigned version;
    size_t n, n_older, n_outliers;
    double median, mad, least_percent, most_percent;
};

/* Cards of one model, worst first: by outliers, then by distance. own: ga_fleet_models_free. */
struct ga_fleet_model {
    const char *name;
    size_t n, n_unlike; /* unlike: with an outlier */
    struct ga_fleet_card {
        const struct ga_fleet_set *set;
        size_t n_outliers, farthest; /* the answer with the most percent; GA_N_ANSWERS: none */
    } * card;
    struct ga_fleet_middle at[GA_N_ANSWERS];
};

/* percent: of the median, NaN if there is no answer or an older one, infinite if the median is 0 and the value is not. z: distance
 * over 1.4826 mad. */
struct ga_fleet_verdict {
    double percent, z;
    bool is_outlier;
};

/* in: is_wanted: by answer; within: percent. out: models[*n], by name. err: GA_ERROR for lack of memory. */
enum ga_status ga_fleet_models(const struct ga_fleet *fleet, const bool *is_wanted, double within,
                               struct ga_fleet_model **models, size_t *n, struct ga_err *err);
void ga_fleet_models_free(struct ga_fleet_model *models, size_t n);

/* An outlier: more than `within` percent and GA_FLEET_Z robust standard deviations from the median, which its 95 % interval
 * does not hold. Of two cards nobody can say which is the odd one. */
struct ga_fleet_verdict ga_fleet_judge(const struct ga_fleet_middle *middle,
                                       const struct ga_fleet_value *value, double within);

#endif
