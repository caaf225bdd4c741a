#include "price_list.h"

#include <limits.h>
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

/* prices: NULL if there are no tables. */
struct ga_price_target {
    char target[24];
    bool by_default; /* nobody said which */
    struct ga_prices *prices;
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

/* in: name: as name_target; table: "": none. */
static enum ga_status add_target(struct ga_price_list *list, const char *name, const char *table,
                                 bool by_default, struct ga_price_target **target,
                                 struct ga_err *err) {
    struct ga_price_target *const t = *target = calloc(1, sizeof *t);
    if (!t)
        return ga_fail(err, GA_ERROR, "inspect: out of memory");
    snprintf(t->target, sizeof t->target, "%s", name);
    t->by_default = by_default;
    t->next = list->first;
    list->first = t;
    return *table ? ga_prices_open(table, &t->prices, err) : GA_OK;
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

/* Tables of other GPUs that run the same code. */
static void print_others(const struct ga_prices *prices) {
    char *paths[MOST_OTHERS];
    const size_t n = ga_tables_beside(ga_prices_directory(prices), paths, MOST_OTHERS);
    for (size_t i = 0; i < n; i++) {
        struct ga_model_device device; /* of which its name is used */
        if (ga_model_device_name(paths[i], &device, NULL) == GA_OK)
            printf("%s%s, --table %s", i ? "; " : "; also there: ", device.name, paths[i]);
        free(paths[i]);
    }
}

void ga_price_list_print(const struct ga_price_list *list) {
    bool any = false;
    for (const struct ga_price_target *t = list->first; t; t = t->next) {
        if (!t->prices)
            continue;
        any = true;
        printf("prices of %s: %s, %s", ga_prices_target(t->prices), ga_prices_device(t->prices),
               ga_prices_directory(t->prices));
        if (t->by_default)
            print_others(t->prices);
        printf("\n");
    }
    if (any)
        printf(
            "ns: of one thread alone, atomics in a loop; G/s: the most on one word; if a line has "
            "several targets, of the first\n");
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
        free(t);
    }
    list->first = NULL;
}
