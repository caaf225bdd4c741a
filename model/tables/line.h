/* What was measured at some points: straight between them, level outside. */
#ifndef GA_LINE_H
#define GA_LINE_H

#include <stdbool.h>
#include <stdint.h>

enum { GA_LINE_MOST = 128 };

/* x ascending. */
struct ga_line {
    uint32_t n;
    double x[GA_LINE_MOST], y[GA_LINE_MOST];
};

/* Adds a point; of two at one x the one with the least y counts. Beyond GA_LINE_MOST it is dropped. */
void ga_line_add(struct ga_line *line, double x, double y);

/* in: a line of a point or more; as: what each y is taken as. out: y at x. */
double ga_line_as(const struct ga_line *line, double x, double (*as)(double y));
double ga_line_at(const struct ga_line *line, double x);

/* out: whether it has two points or more, and reaches that far. */
bool ga_line_spans(const struct ga_line *line, double from, double to);

#endif
