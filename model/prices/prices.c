/* From an instruction's facts to the rows of tables that measured it, by the rules of prices.def. A row fits if its coordinates
 * are the facts, it says of itself what the rule does, and what it executed begins with the instruction's name. */
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

enum table_id {
#define GA_TABLE(id, ...) id,
#include "prices.def"
    N_TABLES
};
/* Of a table: NULL for what it lacks; `of`: how many words an operation has. */
enum column { TIME, RATE, OF, NATIVE, N_COLUMNS };
static const struct {
    const char *file, *column[N_COLUMNS];
} tables[N_TABLES] = {
#define GA_TABLE(id, file, time, rate, of, native) [id] = {file, {time, rate, of, native}},
#include "prices.def"
};

enum rule_id {
#define GA_PRICE(id, ...) id,
#include "prices.def"
    N_RULES
};
static const struct rule {
    enum table_id table;
    const char *regime, *native, *thread, *word, *note;
} rules[N_RULES] = {
#define GA_PRICE(id, when, table, regime, native, thread, word, note)                              \
    [id] = {table, regime, native, thread, word, note},
#include "prices.def"
};

struct ga_prices {
    char directory[PATH_MAX], path[N_TABLES][PATH_MAX + 32];
    struct ga_model_device device; /* of which its names are used */
    struct ga_measured_table table[N_TABLES];
};

/* A column "" is worked out of others. */
static bool is_kept(enum table_id table, enum column c) {
    return tables[table].column[c] && *tables[table].column[c];
}

enum ga_status ga_prices_open(const char *directory, struct ga_prices **prices,
                              struct ga_err *err) {
    struct ga_prices *const p = *prices = calloc(1, sizeof *p);
    unsigned n = 0;
    if (!p)
        return ga_fail(err, GA_ERROR, "%s: out of memory", directory);
    snprintf(p->directory, sizeof p->directory, "%s", directory);
    enum ga_status status = ga_model_device_name(directory, &p->device, err);
    for (enum table_id t = 0; status == GA_OK && t < N_TABLES; t++) {
        const char *keep[N_COLUMNS + 1] = {NULL};
        for (unsigned c = 0, k = 0; c < N_COLUMNS; c++)
            if (is_kept(t, c))
                keep[k++] = tables[t].column[c];
        snprintf(p->path[t], sizeof p->path[t], "%s/%s", p->directory, tables[t].file);
        if (access(p->path[t], F_OK) != 0)
            continue;
        status = ga_measured_read(p->path[t], NULL, keep, &p->table[t], err);
        n++;
    }
    if (status == GA_OK && n == 0)
        return ga_fail(err, GA_USAGE, "%s: expected one of the tables"
#define GA_TABLE(id, file, ...) " " file
#include "prices.def"
                       ,
                       directory);
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

/* By the axis alone: what counts is how long the launches were, and the axis came with the longer ones. version and started_utc of
 * run.csv do not tell: both kinds say 0.1.0, and an older program can measure on any day. */
bool ga_prices_are_older(const struct ga_prices *p) {
    const struct ga_measured_table *const t = &p->table[OPERATIONS];
    for (unsigned a = 0; a < t->n_axes; a++)
        if (ga_measured_may_lack(t->axis[a]))
            return false;
    return t->n > 0;
}

/* Only NVIDIA's names are in capitals. */
static bool is_amd(const struct ga_sass_key *key) { return islower((unsigned char)*key->name); }

static bool loops(const struct ga_sass_key *k) { return k->loop == GA_LOOP_RMW; }
static bool accesses(const struct ga_sass_key *k) {
    return k->class == GA_CLASS_ATOMIC || k->class == GA_CLASS_REDUCTION;
}
static bool in_shared(const struct ga_sass_key *k) {
    return accesses(k) && k->space == GA_SPACE_SHARED;
}
static bool in_memory(const struct ga_sass_key *k) {
    return accesses(k) && k->order == GA_ORDER_STRONG &&
           (k->space == GA_SPACE_DEVICE || k->space == GA_SPACE_GENERIC);
}
static bool in_device(const struct ga_sass_key *k) {
    return in_memory(k) && k->space == GA_SPACE_DEVICE && !loops(k);
}
static bool is_of_eight_halves(const struct ga_sass_key *k) {
    return k->operation == GA_OP_ADD && k->scope == GA_SCOPE_DEVICE &&
           (k->type == GA_TYPE_F16X8 || k->type == GA_TYPE_BF16X8);
}
static bool is_fence(const struct ga_sass_key *k) { return k->class == GA_CLASS_FENCE; }
static bool is_barrier(const struct ga_sass_key *k, unsigned operation) {
    return k->class == GA_CLASS_BARRIER && k->operation == operation;
}
static bool is_async(const struct ga_sass_key *k, unsigned space) {
    return k->class == GA_CLASS_ASYNC && k->operation == GA_OP_ADD && k->space == space;
}

static bool fits(enum rule_id rule, const struct ga_sass_key *k) {
    const bool when[N_RULES] = {
#define GA_PRICE(id, when, ...) [id] = when,
#include "prices.def"
    };
    return when[rule];
}

static const char *operation_of(const struct ga_sass_key *k) {
    return k->operation < GA_OP_ADD || k->operation > GA_OP_POPC_INC ? ""
           : k->operation == GA_OP_EXCH                              ? "exchange"
           : k->operation == GA_OP_POPC_INC                          ? "count"
                                            : ga_operation_name(k->operation);
}

/* Tables have no bits. */
static const char *type_of(unsigned type) {
    return type == GA_TYPE_B32 ? "u32" : type == GA_TYPE_B64 ? "u64" : ga_type_name(type);
}

/* Of one value of a vector. */
static unsigned element_of(const struct ga_sass_key *k) {
    return k->type == GA_TYPE_F16X8    ? GA_TYPE_F16
           : k->type == GA_TYPE_BF16X8 ? GA_TYPE_BF16
                                       : k->type;
}

/* in: word: "$scope"; most: what $most is. out: value[64]: the fact as tables name it. */
static void name_fact(const struct ga_sass_key *k, const char *word, unsigned most, char *value) {
    const unsigned bytes = ga_type_bytes(element_of(k));
    const bool anywhere = k->operation == GA_OP_INVALIDATE && !is_amd(k);
    char values[16], most_text[16];
    snprintf(values, sizeof values, "%u", bytes ? 16 / bytes : 0);
    snprintf(most_text, sizeof most_text, "%u", most);
    const struct {
        const char *word, *text;
    } facts[] = {{"$operation", operation_of(k)},
                 {"$type", type_of(k->type)},
                 {"$adds", type_of(k->adds)},
                 {"$element", ga_type_name(element_of(k))},
                 {"$values", values},
                 {"$scope", ga_scope_name(k->scope)},
                 {"$reach", ga_scope_name(k->scope ? k->scope : GA_SCOPE_DEVICE)},
                 {"$level", ga_scope_name(anywhere ? GA_SCOPE_DEVICE : k->scope)},
                 {"$most", most_text}};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (strcmp(word, facts[i].word) == 0)
            snprintf(value, 64, "%s", facts[i].text);
}

/* in: row: "type=$type n=1". out: value[64]: the axis's; false if the row has none. */
static bool name_value(const struct ga_sass_key *k, const char *row, const char *axis,
                       unsigned most, char *value) {
    const size_t n = strlen(axis);
    while (strncmp(row, axis, n) != 0 || row[n] != '=') {
        row = strchr(row, ' ');
        if (!row++)
            return false;
    }
    row += n + 1;
    char word[64];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(row, " "), row);
    if (*word == '$')
        name_fact(k, word, most, value);
    else
        memcpy(value, word, sizeof word);
    return true;
}

static int by_key(const void *a, const void *b) {
    return strcmp(((const struct ga_measured *)a)->key, ((const struct ga_measured *)b)->key);
}

/* out: the row that is ok, NULL if there is none, or the table has other axes. */
static const struct ga_measured *find_with(const struct ga_measured_table *table, const char *row,
                                           const struct ga_sass_key *k, unsigned most) {
    char key[512] = "", value[64];
    size_t used = 0;
    unsigned n = 0;
    for (const char *at = row; (at = strchr(at, '=')); at++)
        n++;
    for (unsigned a = 0; a < table->n_axes; a++) {
        if (name_value(k, row, table->axis[a], most, value))
            n--;
        else if (ga_measured_may_lack(table->axis[a]))
            strcpy(value, GA_MEASURED_LACKED);
        else
            return NULL;
        used += (size_t)snprintf(key + used, sizeof key - used, "%s%s=%s", a ? ", " : "",
                                 table->axis[a], value);
    }
    if (n > 0)
        return NULL;
    const struct ga_measured wanted = {.key = key};
    const struct ga_measured *const found =
        table->n > 0 ? bsearch(&wanted, table->at, table->n, sizeof *table->at, by_key) : NULL;
    return found && found->status == GA_OK ? found : NULL;
}

static const char *cell(enum table_id t, const struct ga_measured *row, enum column wanted) {
    unsigned k = 0;
    for (unsigned c = 0; c < wanted; c++)
        k += is_kept(t, c);
    return ga_measured_cell(row, k);
}

/* out: a kept cell above 0, or NaN. */
static double number(enum table_id t, const struct ga_measured *row, enum column c) {
    double value = NAN;
    return ga_measured_number(cell(t, row, c), &value) && value > 0 ? value : NAN;
}

/* in: name: NULL: any. Behind it modifiers may stand. */
static bool executes(const struct ga_measured *row, const char *name) {
    const size_t n = name ? strlen(name) : 0;
    return !name || (strncmp(row->instruction, name, n) == 0 && strchr(". ;", row->instruction[n]));
}

/* in: row: of the rule; NULL: none. name: of the instruction that it has to have executed. */
static const struct ga_measured *find(const struct ga_prices *p, const struct rule *rule,
                                      const char *row, const struct ga_sass_key *k,
                                      const char *name) {
    enum { MOST = 64 }; /* blocks of an SM */
    const struct ga_measured *found = NULL;
    const bool any = row && strstr(row, "$most");
    for (unsigned most = any ? MOST : 1; row && !found && most > 0; most--)
        found = find_with(&p->table[rule->table], row, k, most);
    const bool fits =
        found && executes(found, name) &&
        (!rule->native || strcmp(cell(rule->table, found, NATIVE), rule->native) == 0);
    return fits ? found : NULL;
}

/* out: whether there is a row. */
static bool take(const struct ga_prices *p, enum rule_id id, const struct ga_sass_key *k,
                 const char *name, struct ga_cost *cost) {
    const struct rule *const rule = &rules[id];
    const enum table_id t = rule->table;
    const struct ga_measured *const thread = find(p, rule, rule->thread, k, name);
    const struct ga_measured *const word = find(p, rule, rule->word, k, name);
    double ops = NAN;
    *cost = (struct ga_cost){.thread_ns = NAN, .word_per_s = NAN};
    if (thread && is_kept(t, TIME))
        cost->thread_ns = number(t, thread, TIME);
    else if (thread && thread->median_ns > 0 && ga_measured_number(thread->ops, &ops))
        cost->thread_ns = thread->median_ns / ops;
    if (word)
        cost->word_per_s = number(t, word, RATE) / (is_kept(t, OF) ? number(t, word, OF) : 1);
    cost->thread_line = isfinite(cost->thread_ns) ? thread->line : 0;
    cost->word_line = word && isfinite(cost->word_per_s) ? word->line : 0;
    return cost->thread_line || cost->word_line;
}

/* A type that one instruction adds: of a half, two. */
static uint8_t packed(uint8_t type) {
    return type == GA_TYPE_F16 ? GA_TYPE_F16X2 : type == GA_TYPE_BF16 ? GA_TYPE_BF16X2 : type;
}

/* Of a fence, the scope below. */
static enum ga_cheaper narrower(const struct ga_sass_key *key) {
    return key->operation != GA_OP_MEMBAR  ? GA_CHEAPER_NONE
           : key->scope == GA_SCOPE_SYSTEM ? GA_CHEAPER_DEVICE
           : key->scope == GA_SCOPE_DEVICE ? GA_CHEAPER_BLOCK
                                           : GA_CHEAPER_NONE;
}

/* What does the same for less: another instruction, or the same with other facts, by the rule of that. */
static void take_cheaper(const struct ga_prices *p, enum rule_id id, const struct ga_sass_key *key,
                         struct ga_price *price) {
    struct ga_sass_key k = *key;
    enum rule_id of = id;
    const char *name = key->name;
    switch (id) {
    case TRY: /* the add, or that of two halves, of a loop that adds */
        k.operation = GA_OP_ADD;
        k.type = packed(key->adds);
        price->form = !key->adds            ? GA_CHEAPER_NONE
                      : k.type != key->adds ? GA_CHEAPER_PACKED
                                            : GA_CHEAPER_NATIVE;
        of = DEPENDENT;
        name = is_amd(key) ? NULL : "ATOMG";
        break;
    case SHARED_TRY:
        k.operation = GA_OP_ADD;
        price->form = GA_CHEAPER_NATIVE;
        of = SHARED;
        break;
    case SHARED_LOOP:
    case SHARED_LOOP_UNUSED:
        k.operation = GA_OP_ADD;
        k.type = GA_TYPE_U32;
        price->form = GA_CHEAPER_INTEGER;
        of = id == SHARED_LOOP ? SHARED : SHARED_UNUSED;
        break;
    case SEQ_CST:
    case RELEASE:
        k.scope = (uint8_t)(key->scope - 1);
        price->form = narrower(key);
        break;
    default:
        of = UNUSED;
        if (in_device(key) && key->class == GA_CLASS_ATOMIC) {
            price->form = GA_CHEAPER_REDUCTION;
            name = is_amd(key) ? name : "REDG";
        } else if (in_device(key) && key->scope == GA_SCOPE_SYSTEM) {
            price->form = GA_CHEAPER_DEVICE;
            k.scope = GA_SCOPE_DEVICE;
        }
    }
    if (price->form == GA_CHEAPER_NONE)
        return;
    price->cheaper_name = name ? name : "global_atomic_add";
    take(p, of, &k, name, &price->cheaper);
}

static const double alike = 0.02; /* as a share: what is closer is no gain */

static bool is_cheaper(const struct ga_price *price) {
    return price->cheaper.thread_ns < price->own.thread_ns * (1 - alike) ||
           price->cheaper.word_per_s > price->own.word_per_s * (1 + alike);
}

/* Of barriers of a cluster, mbarriers and what stands beside a fence there is no reason to say. */
static const char *why_none(const struct ga_sass_key *key) {
    const bool waits = is_barrier(key, GA_OP_SYNC) || is_barrier(key, GA_OP_NAMED_SYNC);
    if (!accesses(key) && key->operation != GA_OP_MEMBAR && key->class != GA_CLASS_ASYNC && !waits)
        return NULL;
    if (accesses(key) && key->space == GA_SPACE_GENERIC && !loops(key))
        return "generic: the code does not say whether its word is in shared, device or host "
               "memory";
    if (in_shared(key) && loops(key) && !key->adds)
        return "what its loop computes is not known";
    return "the tables have no row that executed it";
}

struct ga_price ga_prices_find(const struct ga_prices *p, const struct ga_sass_key *key) {
    const struct ga_cost none = {.thread_ns = NAN, .word_per_s = NAN};
    struct ga_price price = {.own = none, .cheaper = none};
    enum rule_id id = 0;
    for (; id < N_RULES; id++)
        if (fits(id, key) &&
            take(p, id, key, id == TRY && !is_amd(key) ? "ATOMG" : key->name, &price.own))
            break;
    if (id == N_RULES)
        return (struct ga_price){.own = none, .cheaper = none, .why = why_none(key)};
    price.table = tables[rules[id].table].file;
    price.regime = rules[id].regime;
    price.note = rules[id].note;
    take_cheaper(p, id, key, &price);
    if (!is_cheaper(&price)) {
        price.cheaper = none;
        price.form = GA_CHEAPER_NONE;
    }
    price.least = price.most = price.own;
    return price;
}
