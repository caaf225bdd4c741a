#include "line.h"

void ga_line_add(struct ga_line *line, double x, double y) {
    uint32_t at = 0;
    while (at < line->n && line->x[at] < x)
        at++;
    if (at < line->n && line->x[at] <= x) {
        line->y[at] = y < line->y[at] ? y : line->y[at];
        return;
    }
    if (line->n == GA_LINE_MOST)
        return;
    for (uint32_t i = line->n++; i > at; i--) {
        line->x[i] = line->x[i - 1];
        line->y[i] = line->y[i - 1];
    }
    line->x[at] = x;
    line->y[at] = y;
}

double ga_line_as(const struct ga_line *line, double x, double (*as)(double y)) {
    uint32_t i = 1;
    if (x <= line->x[0])
        return as(line->y[0]);
    while (i + 1 < line->n && line->x[i] < x)
        i++;
    if (x >= line->x[i])
        return as(line->y[i]);
    const double z = (x - line->x[i - 1]) / (line->x[i] - line->x[i - 1]);
    return (1 - z) * as(line->y[i - 1]) + z * as(line->y[i]);
}

static double as_it_is(double y) { return y; }

double ga_line_at(const struct ga_line *line, double x) { return ga_line_as(line, x, as_it_is); }

bool ga_line_spans(const struct ga_line *line, double from, double to) {
    return line->n >= 2 && line->x[0] <= from && line->x[line->n - 1] >= to;
}
