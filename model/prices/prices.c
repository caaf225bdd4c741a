/* From an instruction's facts to the rows of tables that measured it. A row fits if its coordinates are the facts, it is
 * native, and what it executed begins with the instruction's name. */
#include "prices.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measured.h"
#include "model_device.h"

enum which { OPERATIONS, DEMAND, FENCES, N_TABLES };
static const char *const names[N_TABLES] = {"global_operations.csv", "shared_demand.csv",
                                            "fence_fence.csv"};

/* Kept cells: the time that a thread needs, the rate, whether it is native. */
enum { NS, RATE, NATIVE };
static const char *const kept[N_TABLES][4] = {{"access_ns", "rate_ops_per_s", "native", NULL},
                                              {"median_ns", "rate_ops_per_s", "native", NULL},
                                              {"slope_ns", NULL}};

struct ga_prices {
    char directory[PATH_MAX], path[N_TABLES][PATH_MAX + 32];
    struct ga_model_device device; /* of which its names are used */
    struct ga_measured_table table[N_TABLES];
};

enum ga_status ga_prices_open(const char *directory, struct ga_prices **prices,
                              struct ga_err *err) {
    struct ga_prices *const p = *prices = calloc(1, sizeof *p);
    unsigned n = 0;
    if (!p)
        return ga_fail(err, GA_ERROR, "%s: out of memory", directory);
    snprintf(p->directory, sizeof p->directory, "%s", directory);
    enum ga_status status = ga_model_device_name(directory, &p->device, err);
    for (int t = 0; status == GA_OK && t < N_TABLES; t++) {
        snprintf(p->path[t], sizeof p->path[t], "%s/%s", p->directory, names[t]);
        if (access(p->path[t], F_OK) != 0)
            continue;
        status = ga_measured_read(p->path[t], NULL, kept[t], &p->table[t], err);
        n++;
    }
    if (status == GA_OK && n == 0)
        return ga_fail(err, GA_USAGE, "%s: expected one of the tables %s, %s and %s", directory,
                       names[OPERATIONS], names[DEMAND], names[FENCES]);
    return status;
}

void ga_prices_close(struct ga_prices *p) {
    for (int t = 0; p && t < N_TABLES; t++)
        ga_measured_free(&p->table[t]);
    free(p);
}

const char *ga_prices_directory(const struct ga_prices *p) { return p->directory; }

const char *ga_prices_device(const struct ga_prices *p) { return p->device.name; }

const char *ga_prices_target(const struct ga_prices *p) { return p->device.target; }

/* A coordinate and its value. */
struct at {
    const char *axis, *value;
};

static int by_key(const void *a, const void *b) {
    return strcmp(((const struct ga_measured *)a)->key, ((const struct ga_measured *)b)->key);
}

/* in: as many coordinates as the table has, in any order. out: the row that is ok, NULL if there is none. */
static const struct ga_measured *find(const struct ga_measured_table *table, const struct at *at,
                                      unsigned n) {
    char key[512] = "";
    size_t used = 0;
    if (n != table->n_axes)
        return NULL;
    for (unsigned a = 0; a < n; a++) {
        unsigned i = 0;
        while (i < n && strcmp(at[i].axis, table->axis[a]) != 0)
            i++;
        if (i == n)
            return NULL;
        used += (size_t)snprintf(key + used, sizeof key - used, "%s%s=%s", a ? ", " : "",
                                 at[i].axis, at[i].value);
    }
    const struct ga_measured wanted = {.key = key};
    const struct ga_measured *const row =
        table->n > 0 ? bsearch(&wanted, table->at, table->n, sizeof *table->at, by_key) : NULL;
    return row && row->status == GA_OK ? row : NULL;
}

/* out: a kept cell above 0, or NaN. */
static double cell(const struct ga_measured *row, unsigned k) {
    double value = NAN;
    return ga_measured_number(ga_measured_cell(row, k), &value) && value > 0 ? value : NAN;
}

/* Only NVIDIA's names are in capitals. */
static bool is_amd(const struct ga_sass_key *key) { return islower((unsigned char)*key->name); }

/* in: name: NULL: any. Behind it modifiers may stand. */
static bool executes(const struct ga_measured *row, const char *name) {
    const size_t n = name ? strlen(name) : 0;
    return row && (!name ||
                   (strncmp(row->instruction, name, n) == 0 && strchr(". ;", row->instruction[n])));
}

/* in: both rows, or NULL; each: of how many accesses the time is. */
static void take(struct ga_cost *cost, const struct ga_measured *thread, double each,
                 const struct ga_measured *word) {
    *cost = (struct ga_cost){.thread_ns = NAN, .word_per_s = NAN};
    if (thread)
        cost->thread_ns = cell(thread, NS) / each;
    if (word)
        cost->word_per_s = cell(word, RATE);
    cost->thread_line = isfinite(cost->thread_ns) ? thread->line : 0;
    cost->word_line = word && isfinite(cost->word_per_s) ? word->line : 0;
}

/* out: the operation and the type as tables name them; false if they have no such. */
static bool name_operation(const struct ga_sass_key *key, const char **operation,
                           const char **type) {
    *operation = key->operation == GA_OP_EXCH       ? "exchange"
                 : key->operation == GA_OP_POPC_INC ? "count"
                                                    : ga_operation_name(key->operation);
    *type = key->type == GA_TYPE_B32   ? "u32"
            : key->type == GA_TYPE_B64 ? "u64"
                                       : ga_type_name(key->type);
    return key->operation >= GA_OP_ADD && key->operation <= GA_OP_POPC_INC;
}

/* out: the row of that instruction in that regime; NULL if it executed another, or a loop. */
static const struct ga_measured *find_global(const struct ga_prices *p,
                                             const struct ga_sass_key *key, const char *name,
                                             unsigned scope, const char *regime,
                                             const char *contention) {
    const char *operation = NULL, *type = NULL;
    if (!name_operation(key, &operation, &type))
        return NULL;
    const struct at at[] = {{"operation", operation},
                            {"type", type},
                            {"scope", ga_scope_name(scope ? scope : GA_SCOPE_DEVICE)},
                            {"order", "relaxed"},
                            {"barrier", "none"},
                            {"regime", regime},
                            {"contention", contention}};
    const struct ga_measured *const row = find(&p->table[OPERATIONS], at, sizeof at / sizeof *at);
    return executes(row, name) && strcmp(ga_measured_cell(row, NATIVE), "native") == 0 ? row : NULL;
}

static void take_global(const struct ga_prices *p, const struct ga_sass_key *key, const char *name,
                        unsigned scope, const char *alone, const char *crowd,
                        struct ga_cost *cost) {
    take(cost, find_global(p, key, name, scope, alone, "thread"), 1,
         find_global(p, key, name, scope, crowd, "device"));
}

/* Device memory. An atomic whose result is used waits for it. Of an unused one most rows are of the reduction; then it is
 * priced as what nobody waits for. */
static void price_global(const struct ga_prices *p, const struct ga_sass_key *key,
                         struct ga_price *price) {
    const bool red = key->class == GA_CLASS_REDUCTION;
    const bool unused =
        !key->used && find_global(p, key, key->name, key->scope, "unused", "thread");
    price->regime = unused ? "unused" : key->used ? "dependent" : "independent";
    take_global(p, key, key->name, key->scope, price->regime, unused ? "unused" : "independent",
                &price->own);
    if (!red) {
        price->form = GA_CHEAPER_REDUCTION;
        price->cheaper_name = is_amd(key) ? key->name : "REDG";
        take_global(p, key, price->cheaper_name, key->scope, "unused", "unused", &price->cheaper);
    } else if (key->scope == GA_SCOPE_SYSTEM) {
        take_global(p, key, key->name, GA_SCOPE_DEVICE, "unused", "unused", &price->cheaper);
        price->form = GA_CHEAPER_DEVICE;
        price->cheaper_name = key->name;
    }
}

/* A loop around a compare-and-swap, whose memory is taken as the device's. */
static void price_loop(const struct ga_prices *p, const struct ga_sass_key *key,
                       struct ga_price *price) {
    const bool half = key->adds == GA_TYPE_F16 || key->adds == GA_TYPE_BF16;
    struct ga_sass_key swap = *key, add = *key;
    swap.operation = GA_OP_CAS;
    add.operation = GA_OP_ADD;
    add.type = key->adds == GA_TYPE_F16    ? GA_TYPE_F16X2
               : key->adds == GA_TYPE_BF16 ? GA_TYPE_BF16X2
                                           : key->adds;
    price->regime = "try";
    take_global(p, &swap, is_amd(key) ? key->name : "ATOMG", key->scope, "dependent", "independent",
                &price->own);
    if (key->adds == GA_TYPE_NONE)
        return;
    take_global(p, &add, is_amd(key) ? NULL : "ATOMG", key->scope, "dependent", "independent",
                &price->cheaper);
    price->form = half ? GA_CHEAPER_PACKED : GA_CHEAPER_NATIVE;
    price->cheaper_name = is_amd(key) ? "global_atomic_add" : "ATOMG";
}

/* in: native: what the row says of itself. */
static const struct ga_measured *find_shared(const struct ga_prices *p,
                                             const struct ga_sass_key *key, const char *native,
                                             const char *regime, const char *lanes,
                                             const char *warps) {
    const char *operation = NULL, *type = NULL;
    if (!name_operation(key, &operation, &type))
        return NULL;
    const struct at at[] = {{"operation", operation}, {"type", type}, {"regime", regime},
                            {"pattern", "same"},      {"e", lanes},   {"n", warps}};
    const struct ga_measured *const row = find(&p->table[DEMAND], at, sizeof at / sizeof *at);
    return executes(row, key->name) && strcmp(ga_measured_cell(row, NATIVE), native) == 0 ? row
                                                                                          : NULL;
}

static void take_shared(const struct ga_prices *p, const struct ga_sass_key *key,
                        const char *native, struct ga_cost *cost) {
    double ops = NAN;
    const struct ga_measured *const thread =
        find_shared(p, key, native, key->used ? "dependent" : "unused", "1", "1");
    if (thread && !ga_measured_number(thread->ops, &ops))
        ops = NAN;
    take(cost, thread, ops,
         find_shared(p, key, native, key->used ? "independent" : "unused", "32", "64"));
}

/* Of an rmw-loop the tables have all of it, if what it adds is known. */
static void price_shared(const struct ga_prices *p, const struct ga_sass_key *key,
                         struct ga_price *price) {
    const bool loops = key->loop == GA_LOOP_RMW;
    const char *const native = loops ? "emulated" : "native";
    struct ga_sass_key wanted = *key;
    if (loops) {
        wanted.operation = GA_OP_ADD;
        wanted.type = key->adds;
    }
    price->regime = loops ? "loop" : key->used ? "dependent" : "unused";
    take_shared(p, &wanted, native, &price->own);
    if (loops) {
        wanted.type = GA_TYPE_U32;
        take_shared(p, &wanted, "native", &price->cheaper);
        price->form = GA_CHEAPER_INTEGER;
        price->cheaper_name = key->name;
    }
}

/* What one more fence adds, where nothing is on its way. */
static const struct ga_measured *find_fence(const struct ga_prices *p,
                                            const struct ga_sass_key *key, unsigned scope) {
    const bool invalidates = key->operation == GA_OP_INVALIDATE;
    const bool releases = key->order == GA_ORDER_ACQ_REL || key->operation == GA_OP_WRITE_BACK;
    const char *const order = invalidates                      ? "acquire"
                              : releases                       ? "release"
                              : key->order == GA_ORDER_SEQ_CST ? "seq_cst"
                                                               : "";
    const struct at at[] = {
        {"scope", ga_scope_name(invalidates && !is_amd(key) ? GA_SCOPE_DEVICE : scope)},
        {"order", order},
        {"warps", "1"},
        {"sms", "one"},
        {"background", "none"},
        {"fences", "1"}};
    const struct ga_measured *const row = find(&p->table[FENCES], at, sizeof at / sizeof *at);
    return executes(row, key->name) ? row : NULL;
}

static void price_fence(const struct ga_prices *p, const struct ga_sass_key *key,
                        struct ga_price *price) {
    price->regime = "slope";
    take(&price->own, find_fence(p, key, key->scope), 1, NULL);
    if (key->operation == GA_OP_MEMBAR && key->scope >= GA_SCOPE_DEVICE) {
        take(&price->cheaper, find_fence(p, key, key->scope - 1U), 1, NULL);
        price->form = key->scope == GA_SCOPE_SYSTEM ? GA_CHEAPER_DEVICE : GA_CHEAPER_BLOCK;
        price->cheaper_name = key->name;
    }
}

static const double alike = 0.02; /* as a share: what is closer is no gain */

static bool is_cheaper(const struct ga_price *price) {
    return price->cheaper.thread_ns < price->own.thread_ns * (1 - alike) ||
           price->cheaper.word_per_s > price->own.word_per_s * (1 + alike);
}

/* Barriers, and what stands beside a fence, have none. */
static const char *why_none(const struct ga_sass_key *key) {
    const bool accesses = key->class == GA_CLASS_ATOMIC || key->class == GA_CLASS_REDUCTION;
    if (!accesses && key->operation != GA_OP_MEMBAR)
        return NULL;
    if (accesses && key->space == GA_SPACE_GENERIC && key->loop != GA_LOOP_RMW)
        return "generic: the code does not say whether its word is in shared, device or host "
               "memory";
    if (accesses && key->space == GA_SPACE_SHARED && key->loop == GA_LOOP_RMW && !key->adds)
        return "what its loop computes is not known";
    return "the tables have no row that executed it";
}

struct ga_price ga_prices_find(const struct ga_prices *p, const struct ga_sass_key *key) {
    const struct ga_cost none = {.thread_ns = NAN, .word_per_s = NAN};
    struct ga_price price = {.own = none, .cheaper = none};
    const bool accesses = key->class == GA_CLASS_ATOMIC || key->class == GA_CLASS_REDUCTION;
    enum which table = N_TABLES;
    const bool in_memory = accesses && key->order == GA_ORDER_STRONG &&
                           (key->space == GA_SPACE_DEVICE || key->space == GA_SPACE_GENERIC);
    if (in_memory && key->loop == GA_LOOP_RMW) {
        table = OPERATIONS;
        price_loop(p, key, &price);
    } else if (in_memory && key->space == GA_SPACE_DEVICE) {
        table = OPERATIONS;
        price_global(p, key, &price);
    } else if (accesses && key->space == GA_SPACE_SHARED) {
        table = DEMAND;
        price_shared(p, key, &price);
    } else if (key->class == GA_CLASS_FENCE) {
        table = FENCES;
        price_fence(p, key, &price);
    }
    if (price.own.thread_line == 0 && price.own.word_line == 0)
        return (struct ga_price){.own = none, .cheaper = none, .why = why_none(key)};
    price.table = names[table];
    if (!is_cheaper(&price)) {
        price.cheaper = none;
        price.form = GA_CHEAPER_NONE;
    }
    return price;
}
