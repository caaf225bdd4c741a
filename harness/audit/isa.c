#include "isa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa_kind.h"

/* What a row says of a kernel without atomics and fences. */
#define NO_INSTRUCTION "none"

/* Rows, in the table's order. */
struct rows {
    const struct ga_isa_row *const *at;
    size_t n;
};

static int compare(const struct ga_isa_row *row, const char *kernel, const char *target) {
    const int order = strcmp(row->kernel, kernel);
    return order ? order : strcmp(row->target, target);
}

static int by_kernel(const void *a, const void *b) {
    const struct ga_isa_row *const x = *(const struct ga_isa_row *const *)a;
    const struct ga_isa_row *const y = *(const struct ga_isa_row *const *)b;
    const int order = compare(x, y->kernel, y->target);
    return order ? order : (x > y) - (x < y);
}

/* All by kernel and target, sorted once: each row of a run asks, and there are thousands. None without memory. */
static struct rows sorted(void) {
    static const struct ga_isa_row **all;
    static size_t n;
    if (all)
        return (struct rows){all, n};
    for (n = 0; ga_isa_table[n].kernel;)
        n++;
    all = malloc((n + 1) * sizeof *all);
    for (size_t i = 0; all && i < n; i++)
        all[i] = &ga_isa_table[i];
    if (all)
        qsort(all, n, sizeof *all, by_kernel);
    return (struct rows){all, all ? n : 0};
}

/* out: a variant's, for a target. */
static struct rows rows_of(const struct ga_variant *variant, const char *target) {
    const struct rows all = sorted();
    size_t first = 0, end = all.n;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (compare(all.at[middle], variant->kernel, target) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    while (end < all.n && compare(all.at[end], variant->kernel, target) == 0)
        end++;
    return (struct rows){all.at + first, end - first};
}

/* out: which of the expected instructions a row is, NULL for none. */
static const struct ga_expected *which(const struct ga_expect *expect,
                                       const struct ga_isa_row *row) {
    for (uint32_t i = 0; i < expect->n; i++)
        if (strcmp(expect->at[i].instruction, row->instruction) == 0)
            return &expect->at[i];
    return NULL;
}

/* A row that an expectation has nothing to say of. */
static bool is_ignored(const struct ga_expect *expect, const struct ga_isa_row *row) {
    if (ga_isa_is_access(row->instruction))
        return !which(expect, row);
    return !*row->instruction || (ga_isa_is_fence(row->instruction) && !expect->has_all_fences &&
                                  !strstr(row->instruction, GA_ISA_NO_WAIT));
}

bool ga_isa_is_held(const struct ga_variant *variant, const struct ga_isa_row *row) {
    struct ga_expect expect = {.n = 0};
    ga_expectation(variant, row->target, &expect);
    return !ga_isa_is_access(row->instruction) || which(&expect, row);
}

static void append(char *text, size_t capacity, const char *separator, const char *more) {
    const size_t at = strlen(text);
    snprintf(text + at, capacity - at, "%s%s", at ? separator : "", more);
}

struct ga_isa_answer ga_isa_lookup(const struct ga_variant *variant, const char *target,
                                   uint32_t wanted) {
    struct ga_isa_answer answer = {"unknown", ""};
    struct ga_expect expect = {.n = 0};
    bool as_expected = ga_expectation(variant, target, &expect);
    const bool none = as_expected && !expect.is_lacking && expect.n == 0;
    const struct rows rows = rows_of(variant, target);
    bool is_emulated = false, loops = false; /* loops: unexpectedly */
    for (size_t i = 0; i < rows.n; i++) {
        const struct ga_isa_row *const row = rows.at[i];
        if (is_ignored(&expect, row))
            continue;
        const struct ga_expected *const expected = which(&expect, row);
        const bool is_executed = expected && expected->facts & wanted;
        as_expected &= expected && (*row->sign != '\0') == variant->aggregated;
        is_emulated |= is_executed && expected->emulated;
        loops |= !expected && (strstr(row->instruction, "CAS") || strstr(row->instruction, "cmp"));
        if (!expected || is_executed)
            append(answer.instruction, sizeof answer.instruction, " + ", row->instruction);
    }
    if (!*answer.instruction && rows.n > 0 && (wanted == 0 || none)) {
        snprintf(answer.instruction, sizeof answer.instruction, NO_INSTRUCTION);
        answer.native = "native";
    } else if (!*answer.instruction)
        snprintf(answer.instruction, sizeof answer.instruction, "unknown");
    else if (as_expected)
        answer.native = is_emulated ? "emulated" : "native";
    else
        answer.native = loops ? "emulated" : "unknown";
    return answer;
}

/* A kernel without one may count lanes for itself. */
static bool has_atomic(const struct rows *rows) {
    for (size_t i = 0; i < rows->n; i++) {
        const char *const name = rows->at[i]->instruction;
        if (*name && !ga_isa_is_fence(name) && !ga_isa_is_access(name))
            return true;
    }
    return false;
}

const char *ga_isa_verdict(const struct ga_variant *variant, const char *target, char *text,
                           size_t capacity) {
    struct ga_expect expect;
    bool seen[GA_MAX_EXPECTED] = {false};
    char wrong[160] = "", number[160] = "";
    const char *sign = "";
    if (!ga_expectation(variant, target, &expect)) {
        snprintf(text, capacity, "the book of instructions does not know this target");
        return text;
    }
    const struct rows rows = rows_of(variant, target);
    const bool compiled = rows.n > 0;
    for (size_t i = 0; i < rows.n; i++) {
        const struct ga_isa_row *const row = rows.at[i];
        sign = row->sign;
        const struct ga_expected *const expected = which(&expect, row);
        if (expected) {
            const uint32_t count = expected->count;
            seen[expected - expect.at] = true;
            if (ga_isa_is_access(row->instruction) ? row->count < count : row->count != count)
                snprintf(number, sizeof number, "%u x %s, not %u", row->count, row->instruction,
                         count);
        } else if (!is_ignored(&expect, row))
            append(wrong, sizeof wrong, ", ", row->instruction);
    }
    *text = '\0';
    if (!compiled)
        append(text, capacity, "; ", "the kernel is not in the program");
    for (uint32_t i = 0; compiled && i < expect.n; i++)
        if (!seen[i]) {
            append(text, capacity, "; ", "missing ");
            append(text, capacity, "", expect.at[i].instruction);
        }
    if (*wrong) {
        append(text, capacity, "; ", "unexpected ");
        append(text, capacity, "", wrong);
    }
    if (*number)
        append(text, capacity, "; ", number);
    if (compiled && !*sign && variant->aggregated && !expect.is_lacking)
        append(text, capacity, "; ", "lanes are not combined before the atomic, as they should be");
    if (*sign && !variant->aggregated && has_atomic(&rows)) {
        append(text, capacity, "; ", "lanes are combined before the atomic: ");
        append(text, capacity, "", sign);
    }
    return *text ? text : NULL;
}

const char *ga_isa_why_unknown(const char *target, const char *no_disassembler, char *text,
                               size_t capacity) {
    for (const struct ga_isa_row *row = ga_isa_table; row->kernel; row++)
        if (strcmp(row->target, target) == 0)
            return NULL;
    if (*no_disassembler)
        snprintf(text, capacity,
                 "this program was built without a disassembler, so every row will say `unknown`: "
                 "%s; then build again",
                 no_disassembler);
    else
        snprintf(text, capacity,
                 "no instruction of %s was read when this program was built, so every row will say "
                 "`unknown`; build it for %s",
                 target, target);
    return text;
}

void ga_isa_targets(const char **targets, size_t capacity) {
    size_t n = 0;
    for (const struct ga_isa_row *row = ga_isa_table; row->kernel; row++) {
        bool known = false;
        for (size_t i = 0; i < n; i++)
            known |= strcmp(targets[i], row->target) == 0;
        if (!known && n + 1 < capacity)
            targets[n++] = row->target;
    }
    targets[n] = NULL;
}
