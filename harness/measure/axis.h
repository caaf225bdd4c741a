/* Values of an axis, as --axis and a benchmark's presets write them. */
#ifndef GA_AXIS_H
#define GA_AXIS_H

#include "bench.h"

/* own: free(at). Ascending, each once. max: the last is the range's, and was called `max`. */
struct ga_values {
    int32_t *at;
    uint32_t n;
    bool max;
};

/* in: text: a comma-separated list of items:
 *     7          one value; `max` is the largest that the device allows, of some axes beside the
 *                other coordinates (struct ga_axis)
 *     1..9       all from 1 to 9
 *     0..64+8    every 8th
 *     1..64*2    doubling, and the last value too
 *     dependent  a label, where the axis has labels; `all` is every value of any axis
 * clip: a number beyond what the device allows is the nearest that it does, as in a preset; else it is an error.
 * out: *values. err: GA_USAGE, the message names axis, item and what is allowed; values untouched.
 */
enum ga_status ga_axis_parse(const struct ga_axis *axis, const struct ga_limits *limits,
                             const char *text, bool clip, struct ga_values *values,
                             struct ga_err *err);

/* out: the coordinate as the CSV has it. own: caller, capacity bytes. */
const char *ga_axis_text(const struct ga_axis *axis, int32_t value, char *text, size_t capacity);

/* in: a CSV field. out: true and *value if it is a value of the axis. */
bool ga_axis_value(const struct ga_axis *axis, const char *text, int32_t *value);

/* out: first and last value on this device; for labels, their indices. */
void ga_axis_range(const struct ga_axis *axis, const struct ga_limits *limits, int32_t *first,
                   int32_t *last);

#endif
