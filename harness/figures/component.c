/* Power iteration: the first singular vector, from the first row on, which ten rounds find well enough for a sign: near
 * and far are the strongest difference there is between two lines of memory. */
#include "component.h"

#include <math.h>

enum { ROUNDS = 10 };

struct map {
    size_t rows, columns;
    double *left;                   /* without the means */
    double *row_mean, *column_mean; /* of what is known */
    double *row_vector, *column_vector;
    double mean;
};

/* out: the mean of n cells that stand step apart, 0 of none. */
static double mean_of(const double *cell, size_t n, size_t step) {
    double sum = 0;
    size_t known = 0;
    for (size_t i = 0; i < n; i++)
        if (!isnan(cell[i * step])) {
            sum += cell[i * step];
            known++;
        }
    return known ? sum / (double)known : 0;
}

static void take_means(struct map *m, const double *map) {
    m->mean = mean_of(map, m->rows * m->columns, 1);
    for (size_t i = 0; i < m->rows; i++)
        m->row_mean[i] = mean_of(map + i * m->columns, m->columns, 1);
    for (size_t j = 0; j < m->columns; j++)
        m->column_mean[j] = mean_of(map + j, m->rows, m->columns);
    for (size_t i = 0; i < m->rows; i++)
        for (size_t j = 0; j < m->columns; j++) {
            const double cell = map[i * m->columns + j];
            m->left[i * m->columns + j] =
                isnan(cell) ? 0 : cell - m->row_mean[i] - m->column_mean[j] + m->mean;
        }
}

/* Signs are turned, so that small cells are where both vectors are of one sign. */
static void iterate(struct map *m) {
    double size = 0;
    for (size_t i = 0; i < m->rows; i++) {
        m->row_vector[i] = 0;
        for (size_t j = 0; j < m->columns; j++)
            m->row_vector[i] -= m->left[i * m->columns + j] * m->column_vector[j];
        size += m->row_vector[i] * m->row_vector[i];
    }
    for (size_t j = 0; j < m->columns; j++) {
        m->column_vector[j] = 0;
        for (size_t i = 0; size > 0 && i < m->rows; i++)
            m->column_vector[j] -= m->left[i * m->columns + j] * m->row_vector[i] / sqrt(size);
    }
}

/* out: place[n]: first those whose vector is not above 0, in each half by mean. */
static void place(const double *vector, const double *mean, size_t n, size_t *place) {
    for (size_t i = 0; i < n; i++) {
        place[i] = 0;
        for (size_t k = 0; k < n; k++) {
            const int half = (vector[k] > 0) - (vector[i] > 0);
            const double less = mean[k] - mean[i];
            place[i] += half < 0 || (half == 0 && (less < 0 || (less == 0 && k < i)));
        }
    }
}

void ga_component_sort(struct ga_work *work, const double *map, size_t rows, size_t columns,
                       size_t *row_place, size_t *column_place) {
    double *const room =
        ga_work_take(work, rows * columns + 2 * (rows + columns) + 1, sizeof *room);
    if (!room)
        return;
    struct map m = {.rows = rows, .columns = columns, .left = room};
    m.row_mean = room + rows * columns;
    m.column_mean = m.row_mean + rows;
    m.row_vector = m.column_mean + columns;
    m.column_vector = m.row_vector + rows;
    take_means(&m, map);
    for (size_t j = 0; rows > 0 && j < columns; j++)
        m.column_vector[j] = m.left[j];
    for (unsigned t = 0; t < ROUNDS; t++)
        iterate(&m);
    place(m.row_vector, m.row_mean, rows, row_place);
    place(m.column_vector, m.column_mean, columns, column_place);
}
