/* Numbers as profilers print them, in whatever locale: brought to the one form that number.h reads. */
#include <float.h>
#include <string.h>

#include "counters.h"
#include "number.h"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* out: bytes of a separator at `text`, 0 if there is none; *mark: what it is, blanks of all kinds alike. */
static size_t separator(const char *text, char *mark) {
    static const char *const wide[] = {"\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x99"};
    *mark = *text;
    if (*text && strchr(",.'_ ", *text))
        return 1;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (strncmp(text, wide[i], strlen(wide[i])) == 0) {
            *mark = i == 2 ? '\'' : ' ';
            return strlen(wide[i]);
        }
    return 0;
}

enum { MOST = 64 };

/* A number taken apart: its digits without separators, and the digits between these. */
struct parts {
    char digits[MOST];
    size_t n_digits;
    char mark[MOST / 2];
    size_t group[MOST / 2]; /* digits behind the mark */
    size_t n;
};

static bool take_apart(const char *text, struct parts *p, const char **rest) {
    memset(p, 0, sizeof *p);
    if (!is_digit(*text))
        return false;
    for (;;) {
        char mark = 0;
        const size_t n = separator(text, &mark);
        if (is_digit(*text) && p->n_digits < MOST - 2) {
            p->digits[p->n_digits++] = *text++;
            if (p->n)
                p->group[p->n - 1]++;
        } else if (n && is_digit(text[n]) && p->n < MOST / 2) {
            p->mark[p->n++] = mark;
            text += n;
        } else {
            break;
        }
    }
    *rest = text;
    return true;
}

/* out: whether the last separator is the decimal point; *ok: false if the others cannot be of thousands. No
 * profiler writes three decimals, but groups of three digits. */
static bool has_decimals(const struct parts *p, bool percent, bool *ok) {
    const size_t last = p->n - 1;
    const char mark = p->mark[last];
    bool decimals = false;
    if (p->n > 1 && mark == p->mark[0])
        decimals = false; /* it is there twice */
    else if (p->n > 1)
        decimals = true;
    else
        decimals = (mark == '.' && percent) ||
                   ((mark == '.' || mark == ',') &&
                    (p->group[last] != 3 || p->n_digits > 6 || p->digits[0] == '0'));
    *ok = !decimals || mark == '.' || mark == ',';
    for (size_t i = 0; *ok && i < p->n - decimals; i++)
        *ok &= p->group[i] == 3 && p->mark[i] == p->mark[0];
    return decimals;
}

static bool value(const struct parts *p, size_t n_decimals, int64_t exponent, double *number) {
    char text[MOST + 24];
    memcpy(text, p->digits, p->n_digits - n_decimals);
    char *const at = text + p->n_digits - n_decimals;
    snprintf(at, sizeof text - (size_t)(at - text), ".%se%d", p->digits + p->n_digits - n_decimals,
             (int)exponent);
    return ga_parse_real(text, 0, DBL_MAX, number);
}

/* in: *rest: behind an e. out: *rest: behind the exponent. */
static bool take_exponent(const char **rest, int64_t *exponent) {
    char text[8];
    const char *const from = *rest + (**rest == '+');
    const size_t n = (size_t)(*from == '-') + strspn(from + (*from == '-'), "0123456789");
    snprintf(text, sizeof text, "%.*s", (int)n, from);
    *rest = from + n;
    return n < sizeof text && ga_parse_signed(text, -300, 300, exponent);
}

bool ga_counters_number(const char *text, bool percent, double *number) {
    struct parts p;
    const char *rest = text;
    int64_t exponent = 0;
    bool ok = true;
    text += strspn(text, " ");
    const bool negative = *text == '-';
    if (!take_apart(text + negative, &p, &rest))
        return false;
    if ((*rest == 'e' || *rest == 'E') && (rest++, !take_exponent(&rest, &exponent)))
        return false;
    rest += strspn(rest, " %");
    const bool decimals = p.n > 0 && has_decimals(&p, percent, &ok);
    double size = 0;
    if (*rest || !ok || !value(&p, decimals ? p.group[p.n - 1] : 0, exponent, &size))
        return false;
    if (percent && size > 1000 && p.n == 1 && p.mark[0] == ',' &&
        !value(&p, p.group[0], exponent, &size))
        return false;
    *number = negative ? -size : size;
    return true;
}
