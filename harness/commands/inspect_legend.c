/* Below the table: what its words mean, those that are in it alone, what prices are of, and why some are missing. */
#include <stdio.h>
#include <string.h>

#include "inspect.h"
#include "inspect_words.h"

/* The facts behind a row's loop. */
static const struct mark {
    const char *column, *value, *meaning;
} marks[] = {
#define GA_MARK(field, value, meaning) {#field, value, meaning},
#include "inspect_marks.def"
#undef GA_MARK
};
enum { N_MARKS = sizeof marks / sizeof *marks };

static bool has_mark(const struct ga_sass_key *k, size_t mark) {
    const bool has[N_MARKS] = {
#define GA_MARK(field, value, meaning) k->field,
#include "inspect_marks.def"
#undef GA_MARK
    };
    return has[mark];
}

/* "shares", "lanes combined". */
static void put_mark(const struct mark *mark) {
    const bool is_yes = strcmp(mark->value, "yes") == 0;
    printf("%s%s%s", mark->column, is_yes ? "" : " ", is_yes ? "" : mark->value);
}

void ga_inspect_marks(const struct ga_sass_key *key) {
    for (size_t m = 0; m < N_MARKS; m++)
        if (has_mark(key, m)) {
            printf(" ");
            put_mark(&marks[m]);
        }
}

static void explain_mark(const struct ga_inventory *v, size_t mark) {
    for (size_t i = 0; i < v->n; i++)
        if (has_mark(&v->at[i].key, mark)) {
            put_mark(&marks[mark]);
            printf(": %s\n", marks[mark].meaning);
            return;
        }
}

static void explain_operation(const struct ga_inventory *v, unsigned operation,
                              const char *meaning) {
    for (size_t i = 0; i < v->n; i++)
        if (v->at[i].key.operation == operation) {
            printf("%s: %s\n", ga_operation_name(operation), meaning);
            return;
        }
}

/* What prices are of that are not of one thread or one word. */
static void explain_notes(const struct ga_inventory *v) {
    const char *said[8] = {NULL};
    enum { MOST = sizeof said / sizeof *said };
    for (size_t i = 0; i < v->n; i++) {
        const char *const note = v->at[i].price ? v->at[i].price->note : NULL;
        int k = 0;
        while (note && k < MOST && said[k] && strcmp(said[k], note) != 0)
            k++;
        if (!note || k == MOST || said[k])
            continue;
        said[k] = note;
        printf("%s\n", note);
    }
}

/* A reason, the name of its first instruction, and how many there are. */
struct lack {
    const char *why, *name;
    uint64_t n;
    bool others; /* some have another name */
};

static void explain_lacks(const struct ga_inventory *v) {
    struct lack lacks[4] = {{NULL, NULL, 0, false}};
    enum { MOST = sizeof lacks / sizeof *lacks };
    for (size_t i = 0; i < v->n; i++) {
        const char *const why = v->at[i].price ? v->at[i].price->why : NULL;
        int k = 0;
        while (k < MOST && lacks[k].why && why && strcmp(lacks[k].why, why) != 0)
            k++;
        if (!why || k == MOST)
            continue;
        if (!lacks[k].why)
            lacks[k] = (struct lack){why, v->at[i].key.name, 0, false};
        lacks[k].n += v->at[i].count;
        lacks[k].others |= strcmp(lacks[k].name, v->at[i].key.name) != 0;
    }
    for (int k = 0; k < MOST && lacks[k].why; k++)
        printf("no price of %llu instruction%s (%s%s): %s\n", (unsigned long long)lacks[k].n,
               lacks[k].n == 1 ? "" : "s", lacks[k].name, lacks[k].others ? ".." : "",
               lacks[k].why);
}

void ga_inspect_legend(const struct ga_inventory *v) {
    explain_operation(v, GA_OP_CAST_SPIN, GA_CAST_SPIN_IS);
    explain_operation(v, GA_OP_POPC_INC, GA_POPC_INC_IS);
    explain_operation(v, GA_OP_NAMED_SYNC, GA_NAMED_SYNC_IS);
    for (size_t m = 0; m < N_MARKS; m++)
        explain_mark(v, m);
    explain_notes(v);
    explain_lacks(v);
}
