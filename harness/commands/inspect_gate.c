/* What is forbidden: words of sass_words.def, each of which one of a row's
 * facts may be. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inspect.h"
#include "names.h"

enum { MOST_WORDS = 64, MOST_NAMES = 129, WORD = 32, UNREAD = 256 };

enum which { LOOP, CLASS, OPERATION, TYPE, SCOPE, ORDER, SPACE };

/* A word, and the fact that it is one of. Scopes are followed by -scope, lest
 * "device" be both a scope and a space. */
struct word {
    char text[WORD];
    enum which which;
    unsigned value;
};

static void add_words(struct word *words, size_t *n, enum which which,
                      const char *(*name)(unsigned), unsigned count, const char *behind) {
    for (unsigned i = 0; i < count; i++) {
        if (!*name(i))
            continue;
        words[*n].which = which;
        words[*n].value = i;
        snprintf(words[(*n)++].text, WORD, "%s%s", name(i), behind);
    }
}

/* out: words[MOST_NAMES], the last of them empty. */
static void list_words(struct word *words) {
    size_t n = 0;
    add_words(words, &n, LOOP, ga_loop_name, GA_N_LOOPS, "");
    add_words(words, &n, CLASS, ga_class_name, GA_N_CLASSES, "");
    add_words(words, &n, OPERATION, ga_operation_name, GA_N_OPERATIONS, "");
    add_words(words, &n, TYPE, ga_type_name, GA_N_TYPES, "");
    add_words(words, &n, SCOPE, ga_scope_name, GA_N_SCOPES, "-scope");
    add_words(words, &n, ORDER, ga_order_name, GA_N_ORDERS, "");
    add_words(words, &n, SPACE, ga_space_name, GA_N_SPACES, "-memory");
    words[n].text[0] = '\0';
}

static unsigned fact_of(const struct ga_sass_key *key, enum which which) {
    const unsigned facts[] = {
        [LOOP] = key->loop,  [CLASS] = key->class, [OPERATION] = key->operation,
        [TYPE] = key->type,  [SCOPE] = key->scope, [ORDER] = key->order,
        [SPACE] = key->space};
    return facts[which];
}

/* A type is also what a loop adds; sync is also of a barrier with a name. */
static bool has(const struct ga_sass_key *key, const struct word *word) {
    return fact_of(key, word->which) == word->value ||
           (word->which == TYPE && key->adds == word->value) ||
           (word->which == OPERATION && word->value == GA_OP_SYNC &&
            key->operation == GA_OP_NAMED_SYNC);
}

/* in: a name of length n. err: GA_USAGE with the nearest. */
static enum ga_status find_word(const struct word *words, const char *name, size_t n,
                                const struct word **found, struct ga_err *err) {
    const char *names[MOST_NAMES];
    char text[WORD] = "";
    size_t i = 0;
    snprintf(text, sizeof text, "%.*s", (int)(n < WORD ? n : WORD - 1), name);
    for (; *words[i].text; i++) {
        names[i] = words[i].text;
        if (strcmp(words[i].text, text) == 0) {
            *found = &words[i];
            return GA_OK;
        }
    }
    names[i] = NULL;
    const char *const near = ga_nearest(text, names);
    return ga_fail(err, GA_USAGE,
                   "--forbid: there is no '%s'%s%s%s; expected loops (rmw-loop, "
                   "spin, steered, loop), classes, "
                   "operations, types, orders, as the table names them, "
                   "device-scope, generic-memory, ..",
                   text, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

static enum ga_status print_bad(const struct ga_found *row, const struct word *why,
                                struct ga_err *err) {
    const bool is_added = why->which == TYPE && row->key.type != why->value;
    char *const name = ga_demangled(row->kernel);
    if (!name)
        return ga_fail(err, GA_ERROR, "inspect: out of memory");
    printf("forbidden: %s: %s, %s: %s %s %s at 0x%04x%s%s: %s%s\n", row->file, name, row->target,
           row->key.name, ga_operation_name(row->key.operation), ga_type_name(row->key.type),
           row->offset, *row->source ? ", " : "", row->source, is_added ? "adds " : "", why->text);
    free(name);
    return GA_OK;
}

/* in: "rmw-loop,system-scope". out: chosen[MOST_WORDS], *n of them. */
static enum ga_status parse(const char *list, const struct word *words, const struct word **chosen,
                            size_t *n, struct ga_err *err) {
    enum ga_status status = GA_OK;
    for (const char *at = list; status == GA_OK; at += strcspn(at, ",") + 1) {
        if (*n == MOST_WORDS)
            return ga_fail(err, GA_USAGE, "--forbid: more than %d words", MOST_WORDS);
        status = find_word(words, at, strcspn(at, ","), &chosen[(*n)++], err);
        if (!at[strcspn(at, ",")])
            break;
    }
    return status;
}

/* out: text[UNREAD]: "; not read: PTX of 1 module, which .."; "" if all was. */
static void name_unread(const struct ga_inventory *v, char *text) {
    static const char *const before[] = {"PTX of ", "", ""};
    static const char *const behind[] = {", which GPUs run that the file has no code for",
                                         " for targets before sm_75 and gfx900",
                                         " of the compiler's intermediate code"};
    unsigned n[3] = {0};
    size_t used = 0;
    for (size_t i = 0; i < v->n_files; i++) {
        n[0] += v->unread[i].n_ptx;
        n[1] += v->unread[i].n_old;
        n[2] += v->unread[i].n_other;
    }
    *text = '\0';
    for (int k = 0; k < 3; k++)
        if (n[k] > 0)
            used += (size_t)snprintf(text + used, UNREAD - used, "%s%s%u module%s%s",
                                     used ? "; " : "; not read: ", before[k], n[k],
                                     n[k] == 1 ? "" : "s", behind[k]);
}

static void print_passed(const struct ga_inventory *v, const char *list, size_t n_known) {
    char counted[GA_COUNTED], unread[UNREAD], but[64] = "";
    ga_inspect_count(v, counted);
    name_unread(v, unread);
    if (n_known > 0)
        snprintf(but, sizeof but, ", but for %zu instruction%s of the baseline", n_known,
                 n_known == 1 ? "" : "s");
    if (v->n_files == 1)
        printf("%s: ", v->unread->file);
    printf("%s: none has what --forbid %s forbids%s%s\n", counted, list, but, unread);
}

static bool is_named_sync(const struct word *why) {
    return why && why->which == OPERATION && why->value == GA_OP_NAMED_SYNC;
}

/* The first of the words that a row has; named-sync goes before all: it alone is not allowed by an old baseline's sync. */
static const struct word *why_forbidden(const struct ga_sass_key *key, const struct word **chosen,
                                        size_t n) {
    const struct word *why = NULL;
    for (size_t k = 0; k < n; k++)
        if (has(key, chosen[k]) && (!why || is_named_sync(chosen[k])))
            why = chosen[k];
    return why;
}

static bool may_be_older(const struct ga_baseline *baseline) {
    return baseline->n > 0 && !baseline->names_barriers;
}

enum ga_status ga_inspect_forbid(const struct ga_inventory *v, const char *list,
                                 struct ga_baseline *baseline, struct ga_err *err) {
    struct word words[MOST_NAMES];
    const struct word *chosen[MOST_WORDS];
    char unread[UNREAD];
    size_t n = 0, n_bad = 0, n_known = 0;
    bool is_older = false;
    list_words(words);
    enum ga_status status = parse(list, words, chosen, &n, err);
    for (size_t i = 0; status == GA_OK && i < v->n; i++) {
        const struct ga_found *const row = &v->at[i];
        const struct word *const why = why_forbidden(&row->key, chosen, n);
        bool known = false;
        if (why)
            status = ga_baseline_take(baseline, row, !is_named_sync(why), &known, err);
        n_known += known;
        is_older |= why && !known && is_named_sync(why) && may_be_older(baseline);
        if (status != GA_OK || !why || known)
            continue;
        status = print_bad(row, why, err);
        n_bad++;
    }
    if (status != GA_OK)
        return status;
    if (n_bad == 0) {
        print_passed(v, list, n_known);
        return GA_OK;
    }
    name_unread(v, unread);
    return ga_fail(err, GA_WRONG, "inspect: %zu instruction%s that --forbid %s forbids%s%s", n_bad,
                   n_bad == 1 ? "" : "s", list, unread,
                   is_older ? "; the baseline has no named-sync: if an older inspect wrote it, "
                              "they are among its sync, and it is to be written anew"
                            : "");
}
