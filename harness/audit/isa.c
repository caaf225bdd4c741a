#include "isa.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "isa_kind.h"

static bool is_row(const struct ga_isa_row *row, const struct ga_variant *variant,
                   const char *target) {
    return strcmp(row->kernel, variant->kernel) == 0 && strcmp(row->target, target) == 0;
}

/* What stands in an expectation for a kernel without atomics and fences. */
static bool is_none(const char *instruction) { return strcmp(instruction, GA_NO_INSTRUCTION) == 0; }

/* out: which of the expected instructions a row is, -1 for none. */
static int which(const struct ga_expect *expect, const char *instruction) {
    for (int i = 0; i < GA_MAX_INSTRUCTIONS && expect->instructions[i]; i++)
        if (fnmatch(expect->instructions[i], instruction, 0) == 0)
            return i;
    return -1;
}

/* An instruction that an expectation has nothing to say of. */
static bool is_ignored(const struct ga_expect *expect, const char *instruction) {
    bool states_fences = false;
    for (int i = 0; expect && i < GA_MAX_INSTRUCTIONS && expect->instructions[i]; i++)
        states_fences |=
            ga_isa_is_fence(expect->instructions[i]) || is_none(expect->instructions[i]);
    if (ga_isa_is_access(instruction))
        return !expect || which(expect, instruction) < 0;
    return !*instruction || (ga_isa_is_fence(instruction) && !states_fences);
}

bool ga_isa_is_held(const struct ga_variant *variant, const struct ga_isa_row *row) {
    return !ga_isa_is_access(row->instruction) ||
           !is_ignored(ga_expectation(variant, row->target), row->instruction);
}

/* out: all of them, as bits: an instruction may stand for several. */
static uint32_t places(const struct ga_expect *expect, const char *instruction) {
    uint32_t found = 0;
    for (int i = 0; i < GA_MAX_INSTRUCTIONS && expect->instructions[i]; i++)
        found |= fnmatch(expect->instructions[i], instruction, 0) == 0 ? 1u << i : 0;
    return found;
}

static void append(char *text, size_t capacity, const char *separator, const char *more) {
    const size_t at = strlen(text);
    snprintf(text + at, capacity - at, "%s%s", at ? separator : "", more);
}

struct ga_isa_answer ga_isa_lookup(const struct ga_variant *variant, const char *target,
                                   uint32_t wanted) {
    struct ga_isa_answer answer = {"unknown", ""};
    const struct ga_expect *const expect = ga_expectation(variant, target);
    bool as_expected = expect != NULL;
    uint32_t emulated = 0;
    bool compiled = false, loops = false; /* unexpectedly */
    for (const struct ga_isa_row *row = ga_isa_table; row->kernel; row++) {
        compiled |= is_row(row, variant, target);
        if (!is_row(row, variant, target) || is_ignored(expect, row->instruction))
            continue;
        const int i = expect ? which(expect, row->instruction) : -1;
        const uint32_t executed = expect ? places(expect, row->instruction) & wanted : 0;
        as_expected &= i >= 0 && (*row->sign != '\0') == variant->aggregated;
        emulated |= executed & (expect ? expect->emulated : 0);
        loops |= i < 0 && (strstr(row->instruction, "CAS") || strstr(row->instruction, "cmp"));
        if (i < 0 || executed)
            append(answer.instruction, sizeof answer.instruction, " + ", row->instruction);
    }
    const bool none =
        wanted == 0 || (expect && expect->instructions[0] && is_none(expect->instructions[0]));
    if (!*answer.instruction && compiled && none) {
        snprintf(answer.instruction, sizeof answer.instruction, GA_NO_INSTRUCTION);
        answer.native = "native";
    } else if (!*answer.instruction)
        snprintf(answer.instruction, sizeof answer.instruction, "unknown");
    else if (as_expected)
        answer.native = emulated ? "emulated" : "native";
    else
        answer.native = loops ? "emulated" : "unknown";
    return answer;
}

/* out: whether the i-th expected instruction is counted here, not at an earlier place of the same. */
static bool first(const struct ga_expect *expect, int i) {
    for (int k = 0; k < i; k++)
        if (strcmp(expect->instructions[k], expect->instructions[i]) == 0)
            return false;
    return true;
}

const char *ga_isa_verdict(const struct ga_variant *variant, const char *target, char *text,
                           size_t capacity) {
    const struct ga_expect *const expect = ga_expectation(variant, target);
    bool seen[GA_MAX_INSTRUCTIONS] = {false}, compiled = false;
    char wrong[160] = "", number[160] = "";
    const char *sign = "";
    if (!expect) {
        snprintf(text, capacity, "no expectation is stated for this target");
        return text;
    }
    for (const struct ga_isa_row *row = ga_isa_table; row->kernel; row++) {
        if (!is_row(row, variant, target))
            continue;
        compiled = true;
        sign = row->sign;
        const int i = which(expect, row->instruction);
        if (i >= 0) {
            seen[i] = true;
            const uint32_t count = expect->counts[i] ? expect->counts[i] : variant->count;
            if (ga_isa_is_access(row->instruction) ? row->count < count : row->count != count)
                snprintf(number, sizeof number, "%u x %s, not %u", row->count, row->instruction,
                         count);
        } else if (!is_ignored(expect, row->instruction))
            append(wrong, sizeof wrong, ", ", row->instruction);
    }
    *text = '\0';
    if (!compiled)
        append(text, capacity, "; ", "the kernel is not in the program");
    for (int i = 0; compiled && i < GA_MAX_INSTRUCTIONS && expect->instructions[i]; i++)
        if (!seen[i] && *expect->instructions[i] && !is_none(expect->instructions[i]) &&
            first(expect, i)) {
            append(text, capacity, "; ", "missing ");
            append(text, capacity, "", expect->instructions[i]);
        }
    if (*wrong) {
        append(text, capacity, "; ", "unexpected ");
        append(text, capacity, "", wrong);
    }
    if (*number)
        append(text, capacity, "; ", number);
    if (compiled && !*sign && variant->aggregated)
        append(text, capacity, "; ", "lanes are not combined before the atomic, as they should be");
    if (*sign && !variant->aggregated) {
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
