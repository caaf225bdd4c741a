/* Two files, kernel by kernel and target by target: what a compiler or a commit
 * changed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inspect.h"
#include "row_file.h"

static const char *const columns[] = {"change", "kernel", "name", "target", "old", "new", "worse"};
enum { N_COLUMNS = sizeof columns / sizeof *columns, DIGITS = 15, CHANGE = 32 };

/* What a kernel has: as far as more of it is worse, and from ADDS on rmw-loops by the type that they add. NEEDLESS: those that
 * add what one instruction of the target does. */
enum total {
    RMW_LOOPS,
    SPINS,
    SYSTEM,
    DEVICE,
    ATOMICS,
    REDUCTIONS,
    BECAME, /* of the new file: reductions that are atomics there */
    FENCES,
    NEEDLESS,
    ADDS,
    N_TOTALS = ADDS + GA_N_TYPES
};
static const char *const totals[ADDS] = {
    "rmw-loop", "spin",      "system scope",        "device scope",
    "atomic",   "reduction", "reduction to atomic", "fence",
    NULL};

/* NVIDIA's alone; shared memory adds none of these. */
static bool is_needless(const char *target, const struct ga_sass_key *k) {
    enum { OF_BF16 = 90 };
    unsigned sm = 0;
    if (k->loop != GA_LOOP_RMW || (k->space != GA_SPACE_DEVICE && k->space != GA_SPACE_GENERIC) ||
        sscanf(target, "sm_%u", &sm) != 1)
        return false;
    return k->adds == GA_TYPE_F32 || k->adds == GA_TYPE_F64 || k->adds == GA_TYPE_U64 ||
           k->adds == GA_TYPE_F16X2 || (k->adds == GA_TYPE_BF16X2 && sm >= OF_BF16);
}

/* out: how many instructions of a class do an operation, in shared memory or in any other. */
static int64_t count(const struct ga_found *rows, size_t n, unsigned class, unsigned operation,
                     bool shared) {
    int64_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        const struct ga_sass_key *const k = &rows[i].key;
        if (k->class == class && k->operation == operation &&
            (k->space == GA_SPACE_SHARED) == shared)
            sum += rows[i].count;
    }
    return sum;
}

/* out: how many reductions became atomics: an operation has so many reductions less, and as many atomics more. */
static int64_t count_became(const struct ga_found *was, size_t n, const struct ga_found *is,
                            size_t m) {
    int64_t sum = 0;
    for (unsigned at = 0; at < 2 * GA_N_OPERATIONS; at++) {
        const unsigned what = at / 2;
        const bool shared = at % 2;
        const int64_t less = count(was, n, GA_CLASS_REDUCTION, what, shared) -
                             count(is, m, GA_CLASS_REDUCTION, what, shared),
                      more = count(is, m, GA_CLASS_ATOMIC, what, shared) -
                             count(was, n, GA_CLASS_ATOMIC, what, shared),
                      both = less < more ? less : more;
        sum += both > 0 ? both : 0;
    }
    return sum;
}

/* in: rows of one kernel and target. out: how many instructions of each. */
static void add_up(const struct ga_found *rows, size_t n, int64_t *sums) {
    memset(sums, 0, N_TOTALS * sizeof *sums);
    for (size_t i = 0; i < n; i++) {
        const struct ga_sass_key *const k = &rows[i].key;
        sums[RMW_LOOPS] += k->loop == GA_LOOP_RMW ? rows[i].count : 0;
        sums[NEEDLESS] += is_needless(rows[i].target, k) ? rows[i].count : 0;
        sums[ADDS + k->adds] += k->adds ? rows[i].count : 0;
        sums[SPINS] += k->loop == GA_LOOP_SPIN ? rows[i].count : 0;
        sums[SYSTEM] += k->scope == GA_SCOPE_SYSTEM ? rows[i].count : 0;
        sums[DEVICE] += k->scope == GA_SCOPE_DEVICE ? rows[i].count : 0;
        sums[ATOMICS] += k->class == GA_CLASS_ATOMIC ? rows[i].count : 0;
        sums[REDUCTIONS] += k->class == GA_CLASS_REDUCTION ? rows[i].count : 0;
        const bool fences = k->operation == GA_OP_MEMBAR || k->operation == GA_OP_WRITE_BACK;
        sums[FENCES] += fences ? rows[i].count : 0;
    }
}

/* More loops, or as many of which more are needless, or more of the widest scope, or reductions that became atomics of the same
 * operation, or the same number of accesses of which more are wide, return what they found, or are fenced. A kernel with more
 * atomics of all kinds has another source; that alone is no worse. */
static bool is_worse(const int64_t *was, const int64_t *is) {
    const int64_t accesses = is[ATOMICS] + is[REDUCTIONS] - was[ATOMICS] - was[REDUCTIONS];
    const int64_t wide = is[SYSTEM] + is[DEVICE] - was[SYSTEM] - was[DEVICE];
    return is[RMW_LOOPS] > was[RMW_LOOPS] ||
           (is[RMW_LOOPS] == was[RMW_LOOPS] && is[NEEDLESS] > was[NEEDLESS]) ||
           is[SPINS] > was[SPINS] || is[SYSTEM] > was[SYSTEM] || is[BECAME] > was[BECAME] ||
           (accesses <= 0 && (wide > 0 || is[ATOMICS] > was[ATOMICS])) || is[FENCES] > was[FENCES];
}

/* in: rows: NULL: not asked for; name: of the row's kernel, as people read it. */
static void put_row(struct ga_row_file *rows, const struct ga_found *row, const char *name,
                    const char *change, int64_t was, int64_t is, bool worse) {
    const struct ga_row_cell cells[N_COLUMNS] = {{change, 0},
                                                 {row->kernel, 0},
                                                 {name, 0},
                                                 {row->target, 0},
                                                 {NULL, (double)was},
                                                 {NULL, (double)is},
                                                 {worse ? "yes" : "no", 0}};
    if (rows)
        ga_row_file_add(rows, cells);
}

static enum ga_status print_change(const struct ga_found *row, const int64_t *was,
                                   const int64_t *is, struct ga_row_file *rows,
                                   struct ga_err *err) {
    char *const name = ga_demangled(row->kernel);
    if (!name)
        return ga_fail(err, GA_ERROR, "inspect: out of memory");
    const bool worse = is_worse(was, is);
    printf("%s: %s, %s:", worse ? "worse" : "changed", name, row->target);
    const char *comma = " ";
    for (int i = 0; i < N_TOTALS; i++) {
        char change[CHANGE];
        if (i == NEEDLESS || was[i] == is[i])
            continue;
        snprintf(change, sizeof change, "%s%s", i < ADDS ? totals[i] : "rmw-loop adds ",
                 i < ADDS ? "" : ga_type_name((unsigned)(i - ADDS)));
        printf("%s%s %lld to %lld", comma, change, (long long)was[i], (long long)is[i]);
        put_row(rows, row, name, change, was[i], is[i], worse);
        comma = ", ";
    }
    printf("\n");
    free(name);
    return GA_OK;
}

static enum ga_status print_alone(const struct ga_found *row, bool is_new, struct ga_row_file *rows,
                                  struct ga_err *err) {
    char *const name = ga_demangled(row->kernel);
    if (!name)
        return ga_fail(err, GA_ERROR, "inspect: out of memory");
    printf("only in the %s file: %s, %s\n", is_new ? "new" : "old", name, row->target);
    put_row(rows, row, name, "function", !is_new, is_new, false);
    free(name);
    return GA_OK;
}

static int compare(const struct ga_found *a, const struct ga_found *b) {
    const int order = strcmp(a->kernel, b->kernel);
    return order ? order : strcmp(a->target, b->target);
}

/* out: the rows from at on that are of one kernel and target. */
static size_t group(const struct ga_inventory *v, size_t at) {
    size_t n = 0;
    while (at + n < v->n && compare(&v->at[at], &v->at[at + n]) == 0)
        n++;
    return n;
}

static bool has_any(const struct ga_found *rows, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (rows[i].key.class != GA_CLASS_OTHER)
            return true;
    return false;
}

static enum ga_status diff(const struct ga_inventory *was, const struct ga_inventory *is,
                           struct ga_row_file *rows, struct ga_err *err) {
    size_t n_worse = 0, n_same = 0, n_both = 0, a = 0, b = 0;
    enum ga_status status = GA_OK;
    while (status == GA_OK && (a < was->n || b < is->n)) {
        const size_t n = group(was, a), m = group(is, b);
        const int order = a == was->n ? 1 : b == is->n ? -1 : compare(&was->at[a], &is->at[b]);
        if (order < 0 && has_any(was->at + a, n)) {
            status = print_alone(&was->at[a], false, rows, err);
        } else if (order > 0 && has_any(is->at + b, m)) {
            status = print_alone(&is->at[b], true, rows, err);
        } else if (order == 0) {
            int64_t before[N_TOTALS], after[N_TOTALS];
            n_both++;
            add_up(was->at + a, n, before);
            add_up(is->at + b, m, after);
            after[BECAME] = count_became(was->at + a, n, is->at + b, m);
            if (memcmp(before, after, sizeof before) != 0)
                status = print_change(&is->at[b], before, after, rows, err);
            else
                n_same++;
            n_worse += is_worse(before, after);
        }
        a += order <= 0 ? n : 0;
        b += order >= 0 ? m : 0;
    }
    printf("%zu function%s the same\n", n_same, n_same == 1 ? " has" : "s have");
    if (status == GA_OK && n_both == 0 && was->n > 0 && is->n > 0)
        return ga_fail(err, GA_USAGE,
                       "inspect: no function is in both files for one target: of the old one %s is "
                       "for %s, of the new one %s for %s",
                       was->at[0].kernel, was->at[0].target, is->at[0].kernel, is->at[0].target);
    return status == GA_OK && n_worse > 0
               ? ga_fail(err, GA_WRONG, "inspect: %zu kernel%s worse in the new file", n_worse,
                         n_worse == 1 ? " is" : "s are")
               : status;
}

enum ga_status ga_inspect_diff(const struct ga_inventory *was, const struct ga_inventory *is,
                               const char *csv, struct ga_err *err) {
    struct ga_row_file rows;
    struct ga_err second;
    if (!csv)
        return diff(was, is, NULL, err);
    enum ga_status status =
        ga_csv_may_replace(csv, columns[0], "holds nothing that inspect --diff wrote", err);
    if (status == GA_OK)
        status = ga_row_file_create(&rows, csv, false, columns, N_COLUMNS, DIGITS, err);
    if (status != GA_OK)
        return status;
    status = diff(was, is, &rows, err);
    if (status != GA_OK && status != GA_WRONG) {
        ga_row_file_abandon(&rows);
        return status;
    }
    const enum ga_status written = ga_row_file_close(&rows, &second);
    return written == GA_OK ? status : ga_fail(err, written, "%s", second.message);
}
