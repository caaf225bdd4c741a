#include "axis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "names.h"
#include "number.h"

void ga_axis_range(const struct ga_axis *axis, const struct ga_limits *limits, int32_t *first,
                   int32_t *last) {
    if (!axis->labels) {
        axis->range(limits, first, last);
        return;
    }
    *first = 0;
    *last = -1;
    while (axis->labels[*last + 1])
        ++*last;
}

bool ga_axis_value(const struct ga_axis *axis, const char *text, int32_t *value) {
    if (axis->labels) {
        for (int32_t i = 0; axis->labels[i]; i++)
            if (strcmp(axis->labels[i], text) == 0) {
                *value = i;
                return true;
            }
        return false;
    }
    int64_t x = 0;
    if (!ga_parse_signed(text, INT32_MIN, INT32_MAX, &x))
        return false;
    *value = (int32_t)x;
    return true;
}

const char *ga_axis_text(const struct ga_axis *axis, int32_t value, char *text, size_t capacity) {
    if (axis->labels)
        return axis->labels[value];
    snprintf(text, capacity, "%d", (int)value);
    return text;
}

/* One bound of an item: a value or `max`. */
static bool bound(const struct ga_axis *axis, int32_t last, const char *text, int32_t *value) {
    if (!axis->labels && strcmp(text, "max") == 0) {
        *value = last;
        return true;
    }
    return ga_axis_value(axis, text, value);
}

/* Splits "a..b+s" or "a..b*s" in place. out: false if the step is no number above its least. */
static bool split(char *item, char **to, char *kind, int64_t *step) {
    *to = strstr(item, "..");
    *kind = '+';
    *step = 1;
    if (!*to)
        return true;
    **to = '\0';
    *to += 2;
    char *const sign = strpbrk(*to, "+*");
    if (!sign)
        return true;
    *kind = *sign;
    *sign = '\0';
    return sign[1] != '-' && ga_parse_signed(sign + 1, *kind == '*' ? 2 : 1, INT32_MAX, step);
}

struct range {
    int32_t first, last;
    bool clip;
    char words[480]; /* what is allowed, for messages */
};

static struct range allowed(const struct ga_axis *axis, const struct ga_limits *limits, bool clip) {
    struct range r = {0, 0, clip, ""};
    ga_axis_range(axis, limits, &r.first, &r.last);
    if (!axis->labels) {
        snprintf(r.words, sizeof r.words, "%d .. %d", (int)r.first, (int)r.last);
        return r;
    }
    for (int32_t i = 0; i <= r.last; i++) {
        const size_t at = strlen(r.words);
        snprintf(r.words + at, sizeof r.words - at, "%s%s", i ? ", " : "", axis->labels[i]);
    }
    return r;
}

static int32_t nearest(const struct range *r, int32_t x) {
    return !r->clip ? x : x < r->first ? r->first : x > r->last ? r->last : x;
}

/* Marks the values of one item. used[value - first]. out: *max if it says `max` and has it. */
static enum ga_status mark(const struct ga_axis *axis, const struct range *r, char *item,
                           bool *used, bool *max, struct ga_err *err) {
    char copy[64] = "";
    snprintf(copy, sizeof copy, "%s", item);
    int32_t from = r->first, to = r->last;
    char *second = NULL, kind = '+';
    int64_t step = 1;
    if (strcmp(item, "all") != 0) {
        const bool whole = split(item, &second, &kind, &step);
        const bool first_good = bound(axis, r->last, item, &from);
        if (!whole || !first_good || (second && !bound(axis, r->last, second, &to))) {
            const char *const bad = first_good && second ? second : item;
            const char *const near = axis->labels ? ga_nearest(bad, axis->labels) : NULL;
            return ga_fail(err, GA_USAGE, "--axis %s: '%s' is no value or range; allowed: %s%s%s%s",
                           axis->name, copy, r->words, near ? "; did you mean '" : "",
                           near ? near : "", near ? "'?" : "");
        }
        if (!second)
            to = from;
        from = nearest(r, from);
        to = nearest(r, to);
    }
    if (from > to && from <= r->last)
        return ga_fail(err, GA_USAGE, "--axis %s: '%s' goes backwards; allowed here: %s",
                       axis->name, copy, r->words);
    if (from > to || from < r->first || to > r->last)
        return ga_fail(err, GA_USAGE, "--axis %s: '%s' is out of range; allowed here: %s",
                       axis->name, copy, r->words);
    for (int64_t x = from; x <= to; x = kind == '*' ? x * step : x + step) {
        used[x - r->first] = true;
        if (kind == '*' && x <= 0)
            return ga_fail(err, GA_USAGE, "--axis %s: '%s' cannot grow from %ld", axis->name, copy,
                           (long)x);
    }
    if (kind == '*')
        used[to - r->first] = true;
    *max |= !axis->labels && strstr(copy, "max") && used[r->last - r->first];
    return GA_OK;
}

enum ga_status ga_axis_parse(const struct ga_axis *axis, const struct ga_limits *limits,
                             const char *text, bool clip, struct ga_values *values,
                             struct ga_err *err) {
    const struct range r = allowed(axis, limits, clip);
    const size_t n = (size_t)(r.last - r.first) + 1;
    bool *const used = calloc(n, sizeof *used);
    int32_t *const list = calloc(n, sizeof *list);
    char *const copy = strdup(text);
    enum ga_status status = GA_OK;
    bool max = false;
    if (!used || !list || !copy) {
        status = ga_fail(err, GA_ERROR, "out of memory for axis %s", axis->name);
        goto out;
    }
    if (!*text)
        status = ga_fail(err, GA_USAGE, "--axis %s: no value; allowed: %s", axis->name, r.words);
    char *rest = copy;
    for (char *item; status == GA_OK && (item = strsep(&rest, ",")) != NULL;)
        status = mark(axis, &r, item, used, &max, err);
    if (status != GA_OK)
        goto out;
    *values = (struct ga_values){list, 0, max};
    for (size_t i = 0; i < n; i++)
        if (used[i])
            list[values->n++] = r.first + (int32_t)i;
out:
    if (status != GA_OK)
        free(list);
    free(used);
    free(copy);
    return status;
}
