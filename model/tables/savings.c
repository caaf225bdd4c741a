#include "savings.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "demand.h"
#include "sheet.h"

/* Columns that all of these tables have, and the one that only global_sums has: values of a key. */
enum { WAY, WORDS, INPUT, SKEW, KEYS, RATE, WIDTH };
#define COLUMNS(way, words, keys)                                                                  \
    {way, GA_SHEET_WORD}, {words, GA_SHEET_POSITIVE}, {"input", GA_SHEET_WORD},                    \
        {"skew", GA_SHEET_COUNT}, {keys, GA_SHEET_POSITIVE}, {                                     \
        "rate_ops_per_s", GA_SHEET_POSITIVE                                                        \
    }

/* Few hot words: the fewest that all of them have. */
static const struct source {
    const char *of, *file;
    struct ga_sheet_column columns[WIDTH + 1];
    unsigned n_columns;
    double words;
    const char *plain, *by_warp[4], *by_block[2];
} counts = {"adds of 1 to 16 words",
            "global_aggregation.csv",
            {COLUMNS("method", "bins", "keys")},
            WIDTH,
            16,
            "plain",
            {"match", "ballot"},
            {"shared"}},
  sums = {"f32 adds to 16 words",
          "global_sums.csv",
          {COLUMNS("way", "bins", "keys"), {"width", GA_SHEET_POSITIVE}},
          WIDTH + 1,
          16,
          "plain",
          {"aggregated"},
          {"shared"}},
  sum = {"f32 adds to one word",
         "global_determinism.csv",
         {COLUMNS("way", "sums", "values")},
         WIDTH,
         1,
         "atomic",
         {NULL},
         {"tree"}};

static bool is_alike(const struct ga_sheet *sheet, size_t a, size_t b) {
    const unsigned numbers[] = {WORDS, SKEW, KEYS, WIDTH};
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers && numbers[i] < sheet->n_columns; i++)
        if (ga_sheet_number(sheet, a, numbers[i]) != ga_sheet_number(sheet, b, numbers[i]))
            return false;
    return ga_sheet_is(sheet, a, INPUT, ga_sheet_word(sheet, b, INPUT));
}

/* The rate of the fastest of these ways where all else is as in a row; NaN: there is none. */
static double fastest(const struct ga_sheet *sheet, size_t row, const char *const *ways) {
    double most = NAN;
    for (size_t r = 0; r < sheet->n; r++)
        for (const char *const *way = ways; *way; way++)
            if (ga_sheet_is(sheet, r, WAY, *way) && is_alike(sheet, r, row))
                most = fmax(most, ga_sheet_number(sheet, r, RATE));
    return most;
}

static double times(const struct ga_sheet *sheet, const struct source *from,
                    const char *const *ways) {
    double least = NAN;
    for (size_t r = 0; r < sheet->n; r++)
        if (ga_sheet_is(sheet, r, WAY, from->plain) &&
            ga_sheet_number(sheet, r, WORDS) == from->words &&
            (sheet->n_columns <= WIDTH || ga_sheet_number(sheet, r, WIDTH) == 1))
            least = fmin(least, fastest(sheet, r, ways) / ga_sheet_number(sheet, r, RATE));
    return least;
}

static struct ga_saving saving_of(const char *directory, const struct source *from) {
    struct ga_saving saving = {from->of, NAN, NAN};
    char path[PATH_MAX + 64];
    struct ga_sheet sheet;
    snprintf(path, sizeof path, "%s/%s", directory, from->file);
    if (ga_sheet_read(path, from->columns, from->n_columns, &sheet, NULL) == GA_OK) {
        saving.by_warp = times(&sheet, from, from->by_warp);
        saving.by_block = times(&sheet, from, from->by_block);
    }
    ga_sheet_free(&sheet);
    return saving;
}

void ga_savings_read(const char *directory, const struct ga_model_device *device,
                     struct ga_savings *savings) {
    const struct ga_demand *const demand = &device->demand;
    const double add = device->has_demand ? ga_demand_each(&demand->add, device->warp_size) : NAN;
    savings->counts = saving_of(directory, &counts);
    savings->sums = saving_of(directory, &sums);
    savings->sum = saving_of(directory, &sum);
    savings->loop_u64 = demand->loop_u64 / add;
    savings->loop_f32 = demand->loop_f32 / add;
}

const struct ga_saving *ga_savings_of(const struct ga_savings *savings, enum ga_l2_adds adds,
                                      bool unused, bool on_word) {
    switch (adds) {
    case GA_ADDS_U32:
        return unused ? &savings->counts : NULL;
    case GA_ADDS_F32:
        return on_word ? &savings->sum : &savings->sums;
    case GA_ADDS_OTHER:
        break;
    }
    return NULL;
}
