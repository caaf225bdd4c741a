/* What to do, where a row of a table stands behind it: one sentence with both numbers and their rows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inspect.h"
#include "short_name.h"

/* Why, what the cheaper number is of, and the operation that it is of, of each form. */
struct words {
    const char *why, *other, *operation;
};

/* Whether AMD's compiler makes the loop for want of a flag, where the target has the add.
 * src: clang 19, of adds at device scope for gfx908 (f32), gfx90a (f32, f64) and gfx1100 (f32). */
static bool wants_flag(const struct ga_found *row) {
    return strncmp(row->target, "gfx", 3) == 0 &&
           (row->key.adds == GA_TYPE_F32 || row->key.adds == GA_TYPE_F64);
}

static struct words words_of(const struct ga_found *row) {
    const struct ga_price *const p = row->price;
    switch (p->form) {
    case GA_CHEAPER_REDUCTION:
        return (struct words){row->key.used ? NULL : "the result is never used", p->cheaper_name,
                              ""};
    case GA_CHEAPER_DEVICE:
        return (struct words){"system scope, if neither another GPU nor host memory is meant",
                              "at device scope", ""};
    case GA_CHEAPER_NATIVE:
        if (row->key.fused)
            return (struct words){"a loop adds what this target adds by one instruction, which "
                                  "rounds a product before the sum; a try",
                                  p->cheaper_name, " add "};
        return (struct words){wants_flag(row)
                                  ? "a loop adds what this target adds by one instruction with "
                                    "-munsafe-fp-atomics, in memory that is not fine-grained; a try"
                                  : "a loop adds what this target adds by one instruction; a try",
                              p->cheaper_name, " add "};
    case GA_CHEAPER_PACKED:
        return (struct words){row->key.fused
                                  ? "a loop adds one half, and two in a word are one instruction, "
                                    "which rounds what it adds before the sum; a try"
                                  : "a loop adds one half, and two in a word are one instruction; "
                                    "a try",
                              p->cheaper_name, " add two of "};
    case GA_CHEAPER_INTEGER:
        return (struct words){
            "a loop; if 32-bit integers do, as counts or fixed point, they are one instruction",
            p->cheaper_name, " add u32 for "};
    default:
        return (struct words){NULL, NULL, ""};
    }
}

/* out: text[64]: "ATOMG add u32". */
static void name_instruction(const struct ga_sass_key *key, char *text) {
    const char *const type = ga_type_name(key->type);
    snprintf(text, 64, "%s%s%s%s%s", key->name, *type ? " " : "",
             *type ? ga_operation_name(key->operation) : "", *type ? " " : "", type);
}

void ga_advice(const struct ga_found *row, char *text) {
    const struct ga_price *const p = row->price;
    char what[64];
    *text = '\0';
    if (!p || !p->table)
        return;
    const struct words words = words_of(row);
    const char *const adds = *words.operation ? ga_type_name(row->key.adds) : "";
    /* The loop's own instructions are in the number; where results are used, the next address waits for them. */
    const char *const how = row->key.class == GA_CLASS_FENCE ? "" : ", each in a loop";
    name_instruction(&row->key, what);
    if (row->key.again && p->own.thread_line)
        snprintf(text, GA_ADVICE,
                 "a fence right behind one that orders as much: %s %.4g ns more (%s:%lu)", what,
                 p->own.thread_ns, p->table, p->own.thread_line);
    else if (words.why && p->cheaper.thread_ns < p->own.thread_ns)
        snprintf(text, GA_ADVICE, "%s: %s %.4g ns, %s%s%s %.4g ns%s (%s:%lu, :%lu)", words.why,
                 what, p->own.thread_ns, words.other, words.operation, adds, p->cheaper.thread_ns,
                 how, p->table, p->own.thread_line, p->cheaper.thread_line);
    else if (words.why)
        snprintf(text, GA_ADVICE, "%s: %s %.4g G/s on one word, %s%s%s %.4g (%s:%lu, :%lu)",
                 words.why, what, p->own.word_per_s / 1e9, words.other, words.operation, adds,
                 p->cheaper.word_per_s / 1e9, p->table, p->own.word_line, p->cheaper.word_line);
}

/* A row's sentence. */
struct said {
    char *text;
    const struct ga_found *row;
};

static int compare(const void *left, const void *right) {
    const struct said *const a = left, *const b = right;
    int order = strcmp(a->text, b->text);
    if (order == 0)
        order = strcmp(a->row->kernel, b->row->kernel);
    if (order == 0)
        order = strcmp(a->row->target, b->row->target);
    return order ? order : (a->row->offset > b->row->offset) - (a->row->offset < b->row->offset);
}

/* in: n sentences that are alike. */
static enum ga_status print_said(const struct said *said, size_t n, struct ga_err *err) {
    size_t n_kernels = 0, n_instructions = 0;
    char *const name = ga_demangled(said->row->kernel), shown[GA_KERNEL_LETTERS + 1];
    if (!name)
        return ga_fail(err, GA_ERROR, "inspect: out of memory");
    ga_short_name(name, GA_KERNEL_LETTERS, shown);
    for (size_t i = 0; i < n; i++) {
        n_kernels += i == 0 || strcmp(said[i].row->kernel, said[i - 1].row->kernel) != 0;
        n_instructions += said[i].row->count;
    }
    printf("advice: %s. %zu in %zu kernel%s; first: %s, %s, 0x%04x%s%s\n", said->text,
           n_instructions, n_kernels, n_kernels == 1 ? "" : "s", shown, said->row->target,
           said->row->offset, *said->row->source ? ", " : "", said->row->source);
    free(name);
    return GA_OK;
}

enum ga_status ga_inspect_advise(const struct ga_inventory *v, struct ga_err *err) {
    struct said *const all = calloc(v->n + 1, sizeof *all);
    enum ga_status status = GA_OK;
    size_t n = 0;
    if (!all)
        return ga_fail(err, GA_ERROR, "inspect: out of memory");
    for (size_t i = 0; status == GA_OK && i < v->n; i++) {
        char text[GA_ADVICE];
        ga_advice(&v->at[i], text);
        if (!*text)
            continue;
        all[n] = (struct said){strdup(text), &v->at[i]};
        if (!all[n++].text)
            status = ga_fail(err, GA_ERROR, "inspect: out of memory");
    }
    if (status == GA_OK && n > 0)
        qsort(all, n, sizeof *all, compare);
    for (size_t i = 0, alike = 0; status == GA_OK && i < n; i += alike) {
        for (alike = 1; i + alike < n && strcmp(all[i].text, all[i + alike].text) == 0;)
            alike++;
        status = print_said(&all[i], alike, err);
    }
    for (size_t i = 0; i < n; i++)
        free(all[i].text);
    free(all);
    return status;
}
