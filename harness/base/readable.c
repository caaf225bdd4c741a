#include "readable.h"

#include <math.h>
#include <stdio.h>

/* in: units: each a thousand times the one before. */
static const char *put(double value, const char *const *units, unsigned n, char *text) {
    unsigned u = 0;
    for (; u + 1 < n && fabs(value) >= 999.5; u++)
        value /= 1000;
    snprintf(text, GA_READABLE, isfinite(value) ? "%.3g%s" : "-", value, units[u]);
    return text;
}

const char *ga_readable_ns(double ns, char *text) {
    static const char *const units[] = {" ns", " us", " ms", " s"};
    return put(ns, units, sizeof units / sizeof *units, text);
}

const char *ga_readable_rate(double per_s, char *text) {
    static const char *const units[] = {" /s", " k/s", " M/s", " G/s", " T/s", " P/s"};
    return put(per_s, units, sizeof units / sizeof *units, text);
}

const char *ga_readable_bandwidth(double gb_per_s, char *text) {
    static const char *const units[] = {" GB/s", " TB/s"};
    return put(gb_per_s, units, sizeof units / sizeof *units, text);
}

const char *ga_readable_count(double count, char *text) {
    static const char *const units[] = {"", " k", " M", " G", " T", " P"};
    return put(count, units, sizeof units / sizeof *units, text);
}

const char *ga_readable_wait(double s, char *text) {
    const double most = 359999; /* "99 h 59 min" */
    const unsigned whole = (unsigned)(s < most ? s : most);
    if (s < 1)
        snprintf(text, GA_READABLE, "less than 1 s");
    else if (whole < 60)
        snprintf(text, GA_READABLE, "%u s", whole);
    else if (whole < 3600)
        snprintf(text, GA_READABLE, "%u min %u s", whole / 60, whole % 60);
    else
        snprintf(text, GA_READABLE, "%u h %u min", whole / 3600, whole / 60 % 60);
    return text;
}
