/* NVTX's ranges: which are open when a kernel is launched. A program's first NVTX call loads the library that
 * NVTX_INJECTION64_PATH names, this one, and hands it a table in which it puts functions of its own. What of NVTX's binary
 * interface is used stands here; versions 2 and 3 have it alike. */
#include <fnmatch.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "inject.h"

enum { EXPORT_CALLBACKS = 1, MODULE_CORE = 1, MODULE_DOMAINS = 5 };
enum { IS_ASCII = 1, IS_WIDE = 2, IS_REGISTERED = 3 };
enum { MOST_RANGES = 256, MOST_DOMAINS = 16, MOST_DEPTH = 64, NAME = 200 };

struct attributes {
    uint16_t version, size;
    uint32_t category;
    int32_t colour_type;
    uint32_t colour;
    int32_t payload_type, reserved;
    uint64_t payload;
    int32_t message_type;
    const void *message;
};

typedef void (*any_function)(void);
struct callbacks {
    size_t size;
    int (*table_of)(int module, any_function ***table, unsigned *n);
};

/* A thread's pushed ranges, a stack a domain. matching: bit d: that at depth d has the name. */
static __thread struct stack {
    const void *domain;
    unsigned depth;
    uint64_t matching;
} stacks[MOST_DOMAINS];
static uint64_t
    n_started; /* ranges with the name that were started and have not ended, by whatever thread */

bool ga_nvtx_counts(void) {
    const struct ga_settings *const s = ga_settings();
    if (!s || !s->range || __atomic_load_n(&n_started, __ATOMIC_ACQUIRE) > 0)
        return true;
    for (int i = 0; i < MOST_DOMAINS; i++)
        if (stacks[i].matching)
            return true;
    return false;
}

/* Each name once, so that one that was misspelt can be told. */
static void note_name(const char *name) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static char seen[MOST_RANGES][NAME];
    static size_t n;
    size_t i = 0;
    pthread_mutex_lock(&lock);
    while (i < n && strncmp(seen[i], name, NAME - 1) != 0)
        i++;
    const bool is_new = i == n && n < MOST_RANGES;
    if (is_new)
        snprintf(seen[n++], NAME, "%s", name);
    pthread_mutex_unlock(&lock);
    if (is_new)
        ga_put_note("nvtx", "%.*s", NAME - 1, name);
}

static bool matches(const char *name) {
    const struct ga_settings *const s = ga_settings();
    if (!s || !s->range || !name)
        return false;
    note_name(name);
    return strcmp(s->range, name) == 0 || fnmatch(s->range, name, 0) == 0;
}

/* Letters beyond ASCII as '?'. */
static const char *narrow(const wchar_t *wide, char *text) {
    size_t n = 0;
    for (; wide && wide[n] && n < NAME - 1; n++)
        text[n] = (char)(wide[n] > 0 && wide[n] < 128 ? wide[n] : L'?');
    text[n] = '\0';
    return text;
}

static bool matches_wide(const wchar_t *name) {
    char text[NAME];
    return matches(narrow(name, text));
}

static bool matches_event(const struct attributes *a) {
    if (!a || !a->message)
        return false;
    return a->message_type == IS_WIDE ? matches_wide(a->message)
           : a->message_type == IS_ASCII || a->message_type == IS_REGISTERED ? matches(a->message)
                                                                             : false;
}

/* out: this thread's; NULL: it has used more domains than there is room for. */
static struct stack *stack_of(const void *domain) {
    struct stack *unused = NULL;
    for (int i = MOST_DOMAINS - 1; i >= 0; i--) {
        if (stacks[i].depth > 0 && stacks[i].domain == domain)
            return &stacks[i];
        if (stacks[i].depth == 0)
            unused = &stacks[i];
    }
    if (unused)
        unused->domain = domain;
    return unused;
}

static int push(const void *domain, bool is_match) {
    struct stack *const s = stack_of(domain);
    if (!s)
        return 0;
    if (s->depth < MOST_DEPTH)
        s->matching |= (uint64_t)is_match << s->depth;
    return (int)s->depth++;
}

static int pop(const void *domain) {
    struct stack *const s = stack_of(domain);
    if (!s || s->depth == 0)
        return -1;
    if (--s->depth < MOST_DEPTH)
        s->matching &= ~(UINT64_C(1) << s->depth);
    return (int)s->depth;
}

/* A range's number is odd if it has the name. */
static uint64_t start(bool is_match) {
    static uint64_t n;
    if (is_match)
        __atomic_add_fetch(&n_started, 1, __ATOMIC_ACQ_REL);
    return __atomic_add_fetch(&n, 1, __ATOMIC_RELAXED) << 1 | is_match;
}

static void end(uint64_t range) {
    if (range & 1)
        __atomic_sub_fetch(&n_started, 1, __ATOMIC_ACQ_REL);
}

static int push_event(const struct attributes *a) { return push(NULL, matches_event(a)); }
static int push_text(const char *name) { return push(NULL, matches(name)); }
static int push_wide(const wchar_t *name) { return push(NULL, matches_wide(name)); }
static int pop_any(void) { return pop(NULL); }
static uint64_t start_event(const struct attributes *a) { return start(matches_event(a)); }
static uint64_t start_text(const char *name) { return start(matches(name)); }
static uint64_t start_wide(const wchar_t *name) { return start(matches_wide(name)); }
static int push_in(const void *domain, const struct attributes *a) {
    return push(domain, matches_event(a));
}
static uint64_t start_in(const void *domain, const struct attributes *a) {
    (void)domain;
    return start(matches_event(a));
}
static void end_in(const void *domain, uint64_t range) {
    (void)domain;
    end(range);
}

/* Strings and domains last as long as the process. */
static void *register_text(const void *domain, const char *text) {
    (void)domain;
    return text ? strdup(text) : NULL;
}
static void *register_wide(const void *domain, const wchar_t *text) {
    char narrowed[NAME];
    return register_text(domain, narrow(text, narrowed));
}
static void *create_domain(const void *name) {
    (void)name;
    return malloc(1);
}

static const struct {
    int module;
    unsigned id;
    any_function function;
} ours[] = {
    {MODULE_CORE, 4, (any_function)start_event},
    {MODULE_CORE, 5, (any_function)start_text},
    {MODULE_CORE, 6, (any_function)start_wide},
    {MODULE_CORE, 7, (any_function)end},
    {MODULE_CORE, 8, (any_function)push_event},
    {MODULE_CORE, 9, (any_function)push_text},
    {MODULE_CORE, 10, (any_function)push_wide},
    {MODULE_CORE, 11, (any_function)pop_any},
    {MODULE_DOMAINS, 2, (any_function)start_in},
    {MODULE_DOMAINS, 3, (any_function)end_in},
    {MODULE_DOMAINS, 4, (any_function)push_in},
    {MODULE_DOMAINS, 5, (any_function)pop},
    {MODULE_DOMAINS, 10, (any_function)register_text},
    {MODULE_DOMAINS, 11, (any_function)register_wide},
    {MODULE_DOMAINS, 12, (any_function)create_domain},
    {MODULE_DOMAINS, 13, (any_function)create_domain},
};

/* What NVTX calls. out: 1: it shall call us. */
__attribute__((visibility("default"))) int
InitializeInjectionNvtx2(const void *(*export_of)(uint32_t));
int InitializeInjectionNvtx2(const void *(*export_of)(uint32_t)) {
    const struct ga_settings *const s = ga_settings();
    const struct callbacks *const callbacks = s && s->range ? export_of(EXPORT_CALLBACKS) : NULL;
    if (!callbacks || callbacks->size < sizeof *callbacks)
        return 0;
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        any_function **table = NULL;
        unsigned n = 0;
        if (callbacks->table_of(ours[i].module, &table, &n) && table && ours[i].id < n &&
            table[ours[i].id])
            *table[ours[i].id] = ours[i].function;
    }
    return 1;
}
