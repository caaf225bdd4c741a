#include "where.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measured.h"
#include "number.h"

enum { MOST_CONDITIONS = 20, MOST_TEXT = 256 };
enum relation { IS, IS_NOT, AT_LEAST, AT_MOST };

/* left, or left * factor, stands in relation to right, of which IS has a list and IS_NOT a column. */
struct condition {
    enum relation relation;
    char text[MOST_TEXT]; /* the names are in it */
    struct ga_grid_column left, factor, other;
    bool has_factor, is_lacked; /* is_lacked: the table is older than left */
    const char *right;
    double number;
};

/* out: where the operator begins in text, its length and what it says; NULL if there is none. */
static char *find_operator(char *text, size_t *length, enum relation *relation) {
    static const struct {
        const char *sign;
        enum relation relation;
    } signs[] = {{"!=", IS_NOT}, {">=", AT_LEAST}, {"<=", AT_MOST}, {"=", IS}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        char *const at = strstr(text, signs[i].sign);
        if (!at)
            continue;
        *length = strlen(signs[i].sign);
        *relation = signs[i].relation;
        return at;
    }
    return NULL;
}

/* in: c->text. out: whether it is a condition; *known: whether the table has its columns. */
static bool parse(const struct ga_grid *grid, struct condition *c, bool *known) {
    size_t length = 0;
    char *const sign = find_operator(c->text, &length, &c->relation);
    if (!sign)
        return false;
    c->right = sign + length;
    *sign = '\0';
    char *const times = strchr(c->text, '*');
    c->has_factor = times != NULL;
    if (times)
        *times = '\0';
    const bool is_there = ga_grid_find(grid, c->text, &c->left);
    c->is_lacked = !is_there && c->relation == IS && ga_measured_may_lack(c->text);
    *known &= is_there || c->is_lacked;
    if (times)
        *known &= ga_grid_find(grid, times + 1, &c->factor);
    if (c->relation == IS_NOT)
        *known &= ga_grid_find(grid, c->right, &c->other);
    return c->relation == IS || c->relation == IS_NOT ||
           ga_parse_real(c->right, -DBL_MAX, DBL_MAX, &c->number);
}

/* Whether text is a number within "1..64". */
static bool is_within(const char *text, const char *range, size_t length) {
    char from[64];
    double number = 0, least = 0, most = 0;
    if (length >= sizeof from)
        return false;
    memcpy(from, range, length);
    from[length] = '\0';
    char *const dots = strstr(from, "..");
    if (!dots)
        return false;
    *dots = '\0';
    return ga_parse_real(from, -DBL_MAX, DBL_MAX, &least) &&
           ga_parse_real(dots + 2, -DBL_MAX, DBL_MAX, &most) &&
           ga_parse_real(text, least, most, &number);
}

/* Whether text is one of "a,b,1..8". */
static bool is_one_of(const char *text, const char *list) {
    const size_t n = strlen(text);
    for (; list; list = strchr(list, ','), list += list != NULL) {
        const size_t length = strcspn(list, ",");
        if ((length == n && strncmp(list, text, n) == 0) || is_within(text, list, length))
            return true;
    }
    return false;
}

static bool holds(const struct ga_grid *grid, size_t row, const struct condition *c) {
    const char *const text = c->is_lacked ? GA_MEASURED_LACKED : ga_grid_text(grid, row, c->left);
    double number = 0, factor = 1;
    if (c->relation == IS)
        return is_one_of(text, c->right);
    if (c->relation == IS_NOT)
        return strcmp(text, ga_grid_text(grid, row, c->other)) != 0;
    if (!ga_parse_real(text, -DBL_MAX, DBL_MAX, &number))
        return false;
    if (c->has_factor &&
        !ga_parse_real(ga_grid_text(grid, row, c->factor), -DBL_MAX, DBL_MAX, &factor))
        return false;
    return c->relation == AT_LEAST ? number * factor >= c->number : number * factor <= c->number;
}

/* out: conditions[*n], *known. */
static enum ga_status split(const struct ga_grid *grid, const char *where,
                            struct condition *conditions, size_t *n, bool *known,
                            struct ga_err *err) {
    *n = 0;
    *known = true;
    for (where += strspn(where, " "); *where; where += strspn(where, " ")) {
        const size_t length = strcspn(where, " ");
        struct condition *const c = &conditions[*n];
        if (*n == MOST_CONDITIONS || length >= MOST_TEXT)
            return ga_fail(err, GA_ERROR, "'%s': too long a condition", where);
        memcpy(c->text, where, length);
        c->text[length] = '\0';
        if (!parse(grid, c, known))
            return ga_fail(err, GA_ERROR, "'%s' is no condition", c->text);
        ++*n;
        where += length;
    }
    return GA_OK;
}

enum ga_status ga_where(const struct ga_grid *grid, const char *where, size_t **rows, size_t *n,
                        struct ga_err *err) {
    struct condition conditions[MOST_CONDITIONS] = {{0}};
    size_t n_conditions = 0;
    bool known = true;
    *n = 0;
    *rows = malloc((grid->n + 1) * sizeof **rows);
    if (!*rows)
        return ga_fail(err, GA_ERROR, "%s: out of memory", grid->path);
    const enum ga_status status = split(grid, where, conditions, &n_conditions, &known, err);
    for (size_t r = 0; status == GA_OK && known && r < grid->n; r++) {
        bool fits = true;
        for (size_t i = 0; fits && i < n_conditions; i++)
            fits = holds(grid, r, &conditions[i]);
        if (fits)
            (*rows)[(*n)++] = r;
    }
    return status;
}

void ga_where_difference(const char *where, const char *other, char *text, size_t capacity) {
    size_t used = 0;
    text[0] = '\0';
    for (other += strspn(other, " "); *other; other += strspn(other, " ")) {
        const size_t n = strcspn(other, " ");
        const char *at = where;
        while (*at && (strncmp(at, other, n) != 0 || (at[n] && at[n] != ' '))) {
            at += strcspn(at, " ");
            at += strspn(at, " ");
        }
        if (!*at && used < capacity)
            used += (size_t)snprintf(text + used, capacity - used, "%s%.*s", used ? " " : "",
                                     (int)n, other);
        other += n;
    }
}
