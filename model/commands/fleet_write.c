/* `fleet` as rows. */
#include <math.h>

#include "fleet.h"
#include "row_file.h"

enum { DIGITS = 7 };

static const char *const columns[] = {
    GA_FLEET_COLUMN, "directory", "gpu_uuid", "answer", "unit",  "value",    "low",    "high",
    "word",          "median",    "percent",  "z",      "cards", "compared", "outlier"};
enum { N_COLUMNS = sizeof columns / sizeof *columns };

static void add_card(const struct ga_fleet_model *model, const struct ga_fleet_set *set,
                     double within, struct ga_row_file *file) {
    for (size_t a = 0; a < GA_N_ANSWERS; a++) {
        const struct ga_fleet_middle *const m = &model->at[a];
        const struct ga_fleet_value *const value = &set->at[a];
        if (m->n == 0 || !isfinite(value->value))
            continue;
        const struct ga_fleet_verdict v = ga_fleet_judge(m, value, within);
        const struct ga_row_cell cells[N_COLUMNS] = {
            {model->name, 0},
            {set->directory, 0},
            {set->uuid, 0},
            {ga_answer_rows[a].id, 0},
            {ga_answer_rows[a].unit, 0},
            {NULL, value->value},
            {NULL, value->low},
            {NULL, value->high},
            {value->word, 0},
            {NULL, m->median},
            {NULL, v.percent},
            {NULL, v.z},
            {NULL, (double)m->n},
            {NULL, value->version == m->version},
            {NULL, v.is_outlier},
        };
        ga_row_file_add(file, cells);
    }
}

enum ga_status ga_fleet_write(const struct ga_fleet_model *models, size_t n, double within,
                              const char *path, bool json, struct ga_err *err) {
    struct ga_row_file file;
    const enum ga_status status =
        ga_row_file_create(&file, path, json, columns, N_COLUMNS, DIGITS, err);
    if (status != GA_OK)
        return status;
    for (size_t m = 0; m < n; m++)
        for (size_t c = 0; c < models[m].n; c++)
            add_card(&models[m], models[m].card[c].set, within, &file);
    return ga_row_file_close(&file, err);
}
