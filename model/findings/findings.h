/* What tables say: numbers, each with the rule that gave it, and the text that tells them. */
#ifndef GA_FINDINGS_H
#define GA_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "status.h"

/* value: NaN where the rule finds none. */
struct ga_finding {
    char name[80];
    double value;
    const char *unit, *table, *rule;
};

/* at[n] in the order found; text: what is printed. table, rule: of what is found next. own:
 * ga_findings_free. */
struct ga_findings {
    struct ga_finding *at;
    size_t n, capacity;
    const char *table, *rule;
    FILE *stream;
    char *text;
    size_t text_size;
    bool failed; /* memory ran out; ga_findings_end says so */
};

enum ga_status ga_findings_begin(struct ga_findings *findings, struct ga_err *err);
/* Makes the text whole. err: GA_ERROR. */
enum ga_status ga_findings_end(struct ga_findings *findings, struct ga_err *err);
void ga_findings_free(struct ga_findings *findings);

/* What follows is of this table, and by this rule, which is printed above it. The strings are kept. */
void ga_findings_table(struct ga_findings *findings, const char *table);
void ga_findings_rule(struct ga_findings *findings, const char *rule);

/* Adds a number, which the text does not show. */
void ga_findings_add(struct ga_findings *findings, double value, const char *unit,
                     const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Adds to the text alone. */
void ga_findings_say(struct ga_findings *findings, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes finding,value,unit,table,rule; a value that is none is an empty cell. err: GA_FILE. */
enum ga_status ga_findings_write(const struct ga_findings *findings, const char *path,
                                 struct ga_err *err);

#endif
