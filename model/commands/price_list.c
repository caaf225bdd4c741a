#include "price_list.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kinds.h"
#include "prices.h"
#include "shipped.h"

enum { BUCKETS = 256, MOST_OTHERS = 8 };

/* Rows of one kind have one price. */
struct entry {
    struct ga_sass_key key;
    struct ga_price price;
    struct entry *next;
};

/* prices: NULL if there are no tables. others: of other GPUs that run the same code, where nobody said which. */
struct ga_price_target {
    char target[24];
    struct ga_prices *prices, *others[MOST_OTHERS];
    size_t n_others;
    struct entry *kinds[BUCKETS];
    struct ga_price_target *next;
};

/* out: compute capability x 10; 0 of what is no NVIDIA target. */
static unsigned sm_of(const char *target) {
    return ga_target_vendor(target) == GA_NVIDIA ? (unsigned)strtoul(target + 3, NULL, 10) : 0;
}

/* out: text[24]: the target without the letter of "sm_90a", which the GPUs of sm_90 run. */
static void name_target(const char *target, char *text) {
    if (sm_of(target) > 0)
        snprintf(text, 24, "sm_%u", sm_of(target));
    else
        snprintf(text, 24, "%s", target);
}

/* Of those that have none of the tables nothing is taken. */
static void open_others(struct ga_price_target *t, const char *table) {
    char *paths[MOST_OTHERS];
    const size_t n = ga_tables_beside(table, paths, MOST_OTHERS);
    for (size_t i = 0; i < n; i++) {
        struct ga_prices **const other = &t->others[t->n_others];
        if (ga_prices_open(paths[i], other, NULL) == GA_OK)
            t->n_others++;
        else
            ga_prices_close(*other);
        free(paths[i]);
    }
}

/* The first whose launches are of today's length, if there is one. */
static void put_newer_first(struct ga_price_target *t) {
    for (size_t i = 0; i < t->n_others && ga_prices_are_older(t->prices); i++) {
        struct ga_prices *const first = t->prices;
        t->prices = t->others[i];
        t->others[i] = first;
    }
}

/* in: name: as name_target; table: "": none. */
static enum ga_status add_target(struct ga_price_list *list, const char *name, const char *table,
                                 bool by_default, struct ga_price_target **target,
                                 struct ga_err *err) {
    struct ga_price_target *const t = *target = calloc(1, sizeof *t);
    if (!t)
        return ga_fail(err, GA_ERROR, "inspect: out of memory");
    snprintf(t->target, sizeof t->target, "%s", name);
    t->next = list->first;
    list->first = t;
    const enum ga_status status = *table ? ga_prices_open(table, &t->prices, err) : GA_OK;
    if (status == GA_OK && *table && by_default) {
        open_others(t, table);
        put_newer_first(t);
    }
    return status;
}

static enum ga_status find_target(struct ga_price_list *list, const char *name, bool by_default,
                                  struct ga_price_target **target, struct ga_err *err) {
    struct ga_launch_counters launch = {.line = 0};
    char table[PATH_MAX] = "", wanted[24];
    const unsigned sm = sm_of(name);
    name_target(name, wanted);
    for (struct ga_price_target *t = list->first; t; t = t->next)
        if (strcmp(t->target, wanted) == 0) {
            *target = t;
            return GA_OK;
        }
    snprintf(launch.cc, sizeof launch.cc, "%u.%u", sm / 10, sm % 10);
    if (by_default && sm > 0 && ga_tables_find(&launch, table, sizeof table, NULL) != GA_OK)
        *table = '\0';
    return add_target(list, wanted, table, by_default, target, err);
}

static unsigned bucket_of(const struct ga_sass_key *k) {
    const uint8_t parts[] = {k->class, k->operation, k->type, k->scope,
                             k->order, k->space,     k->loop};
    unsigned hash = k->used;
    for (size_t i = 0; i < sizeof parts; i++)
        hash = hash * 31 + parts[i];
    return hash % BUCKETS;
}

/* A number of another GPU, NaN where it has none. */
static void widen(struct ga_price *price, const struct ga_cost *by) {
    price->least.thread_ns = fmin(price->least.thread_ns, by->thread_ns);
    price->most.thread_ns = fmax(price->most.thread_ns, by->thread_ns);
    price->least.word_per_s = fmin(price->least.word_per_s, by->word_per_s);
    price->most.word_per_s = fmax(price->most.word_per_s, by->word_per_s);
}

/* out: its price; NULL for want of memory. */
static const struct ga_price *price_of(struct ga_price_target *t, const struct ga_sass_key *key) {
    struct entry **const first = &t->kinds[bucket_of(key)];
    for (struct entry *e = *first; e; e = e->next)
        if (ga_key_compare(&e->key, key) == 0)
            return &e->price;
    struct entry *const e = malloc(sizeof *e);
    if (!e)
        return NULL;
    *e = (struct entry){*key, ga_prices_find(t->prices, key), *first};
    for (size_t i = 0; e->price.table && i < t->n_others; i++) {
        const struct ga_price other = ga_prices_find(t->others[i], key);
        if (other.regime && strcmp(other.regime, e->price.regime) == 0 &&
            (strcmp(other.regime, "unused") != 0 || !ga_prices_are_older(t->others[i])))
            widen(&e->price, &other.own);
    }
    *first = e;
    return &e->price;
}

enum ga_status ga_price_list_fill(const char *table, struct ga_inventory *v,
                                  struct ga_price_list *list, struct ga_err *err) {
    struct ga_price_target *t = NULL, *given = NULL;
    enum ga_status status = GA_OK;
    bool any = !table || v->n == 0;
    if (table) {
        status = add_target(list, "", table, false, &given, err);
        if (status == GA_OK)
            name_target(ga_prices_target(given->prices), given->target);
    }
    for (size_t i = 0; status == GA_OK && i < v->n; i++) {
        status = find_target(list, v->at[i].target, !table, &t, err);
        if (status != GA_OK || !t->prices)
            continue;
        any = true;
        v->at[i].price = price_of(t, &v->at[i].key);
        if (!v->at[i].price)
            return ga_fail(err, GA_ERROR, "inspect: out of memory");
    }
    if (status == GA_OK && !any)
        return ga_fail(err, GA_USAGE,
                       "--table: %s is of %s; expected tables of a target that the file has code "
                       "for, as %s",
                       table, ga_prices_target(given->prices), v->at[0].target);
    return status;
}

void ga_price_list_print(const struct ga_price_list *list) {
    bool any = false, several = false;
    for (const struct ga_price_target *t = list->first; t; t = t->next) {
        if (!t->prices)
            continue;
        any = true;
        printf("prices of %s: %s, %s", ga_prices_target(t->prices), ga_prices_device(t->prices),
               ga_prices_directory(t->prices));
        for (size_t i = 0; i < t->n_others; i++)
            printf("%s%s, --table %s", i ? "; " : "; also there: ", ga_prices_device(t->others[i]),
                   ga_prices_directory(t->others[i]));
        printf("\n");
        several |= t->n_others > 0;
    }
    if (any)
        printf("ns: of one thread alone, atomics in a loop; G/s: the most on one word%s; if a line "
               "has several targets, of the first\n",
               several ? "; two numbers: these GPUs are over 5 % apart" : "");
}

void ga_price_list_free(struct ga_price_list *list) {
    for (struct ga_price_target *t = list->first, *next = NULL; t; t = next) {
        next = t->next;
        for (int b = 0; b < BUCKETS; b++)
            for (struct entry *e = t->kinds[b], *after = NULL; e; e = after) {
                after = e->next;
                free(e);
            }
        ga_prices_close(t->prices);
        for (size_t i = 0; i < t->n_others; i++)
            ga_prices_close(t->others[i]);
        free(t);
    }
    list->first = NULL;
}
