/* What `inspect --csv` wrote, which may be of a running program, in place of the machine code. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "code_parts.h"
#include "csv.h"
#include "names.h"

/* The columns that are words, and where they go. */
enum { CLASS, OPERATION, TYPE, SPACE, LOOP, N_WORDS, MOST_NAMES = 64 };
static const struct {
    const char *column;
    const char *(*name)(unsigned value);
    unsigned n;
    size_t at; /* in a key, one byte */
} words[N_WORDS] = {
    {"class", ga_class_name, GA_N_CLASSES, offsetof(struct ga_sass_key, class)},
    {"operation", ga_operation_name, GA_N_OPERATIONS, offsetof(struct ga_sass_key, operation)},
    {"type", ga_type_name, GA_N_TYPES, offsetof(struct ga_sass_key, type)},
    {"space", ga_space_name, GA_N_SPACES, offsetof(struct ga_sass_key, space)},
    {"loop", ga_loop_name, GA_N_LOOPS, offsetof(struct ga_sass_key, loop)}};

struct columns {
    unsigned kernel, target, word[N_WORDS], last;
    unsigned result, lanes, skips, shares, places, phased; /* where nobody wrote them: none */
};

static bool is_text(const char *cell) {
    for (; *cell; cell++)
        if (iscntrl((unsigned char)*cell))
            return false;
    return true;
}

/* Behind empty lines, and what Nsight Compute says before its page. */
static bool is_source_page(const char *path) {
    static const char first[] = "\"Kernel Name\",";
    char line[256];
    bool is = false, passed = true, begins = true;
    FILE *const file = fopen(path, "rb");
    if (!file)
        return false;
    while (passed && fgets(line, sizeof line, file)) {
        if (begins) {
            is = strncmp(line, first, sizeof first - 1) == 0;
            passed = strncmp(line, "==", 2) == 0 || line[strspn(line, "\r\n")] == '\0';
        }
        begins = strchr(line, '\n') != NULL;
    }
    fclose(file);
    return is;
}

enum ga_code_form ga_code_form_of(const char *path) {
    struct ga_csv_in in;
    struct ga_err why;
    bool more = false;
    if (is_source_page(path))
        return GA_CODE_SOURCE_PAGE;
    if (ga_csv_open(&in, path, &why) != GA_OK)
        return GA_CODE_MACHINE;
    bool is = ga_csv_read(&in, &more, &why) == GA_OK && more && in.n_fields > 1;
    for (unsigned i = 0; is && i < in.n_fields; i++)
        is = is_text(in.field[i]);
    ga_csv_end(&in);
    return is ? GA_CODE_INSPECT : GA_CODE_MACHINE;
}

static enum ga_status find(const struct ga_csv_in *in, const char *name, struct columns *c,
                           unsigned *place, struct ga_err *err) {
    *place = ga_csv_find(in, name);
    c->last = *place > c->last ? *place : c->last;
    return *place < in->n_fields
               ? GA_OK
               : ga_fail(err, GA_USAGE,
                         "%s: there is no column %s; expected machine code, or what "
                         "`gpu-atomics inspect --csv` wrote",
                         in->path, name);
}

static enum ga_status find_columns(const struct ga_csv_in *in, struct columns *c,
                                   struct ga_err *err) {
    *c = (struct columns){.last = 0};
    enum ga_status status = find(in, "kernel", c, &c->kernel, err);
    if (status == GA_OK)
        status = find(in, "target", c, &c->target, err);
    for (unsigned w = 0; status == GA_OK && w < N_WORDS; w++)
        status = find(in, words[w].column, c, &c->word[w], err);
    c->result = ga_csv_find(in, "result");
    c->lanes = ga_csv_find(in, "lanes");
    c->skips = ga_csv_find(in, "skips");
    c->shares = ga_csv_find(in, "shares");
    c->places = ga_csv_find(in, "places");
    c->phased = ga_csv_find(in, "phased");
    return status;
}

static enum ga_status refuse(const struct ga_csv_in *in, const char *column, const char *cell,
                             const char *expected, struct ga_err *err) {
    return ga_fail(err, GA_USAGE, "%s:%lu: %s: '%.80s': expected %s", in->path, in->line, column,
                   cell, expected);
}

static enum ga_status read_word(const struct ga_csv_in *in, unsigned w, const char *cell,
                                struct ga_sass_key *key, struct ga_err *err) {
    const char *names[MOST_NAMES] = {NULL};
    char expected[80] = "a word that inspect writes";
    for (unsigned i = 0; i < words[w].n; i++) {
        if (strcmp(words[w].name(i), cell) == 0) {
            ((uint8_t *)key)[words[w].at] = (uint8_t)i;
            return GA_OK;
        }
        if (i > 0) /* 0: "" */
            names[i - 1] = words[w].name(i);
    }
    const char *const near = ga_nearest(cell, names);
    if (near)
        snprintf(expected + strlen(expected), sizeof expected - strlen(expected),
                 "; did you mean %s?", near);
    return refuse(in, words[w].column, cell, expected, err);
}

static bool is_target(const char *cell) {
    return (strncmp(cell, "sm_", 3) == 0 && isdigit((unsigned char)cell[3])) ||
           (strncmp(cell, "gfx", 3) == 0 && isdigit((unsigned char)cell[3]));
}

static enum ga_status read_row(const struct ga_csv_in *in, const struct columns *c,
                               struct ga_code *code, struct ga_err *err) {
    struct ga_sass_key key = {.name = ""};
    enum ga_status status = GA_OK;
    if (in->n_fields <= c->last)
        return ga_fail(err, GA_USAGE, "%s:%lu: the row has %u cells, fewer than the header",
                       in->path, in->line, in->n_fields);
    const char *const kernel = in->field[c->kernel], *const target = in->field[c->target];
    if (!*kernel)
        return refuse(in, "kernel", kernel, "a kernel's symbol", err);
    if (!is_target(target))
        return refuse(in, "target", target, "a GPU's, such as sm_90", err);
    key.used = c->result >= in->n_fields || strcmp(in->field[c->result], "used") == 0;
    key.lanes = c->lanes < in->n_fields && strcmp(in->field[c->lanes], "combined") == 0;
    key.shares = c->shares < in->n_fields && strcmp(in->field[c->shares], "yes") == 0;
    key.places = c->places < in->n_fields && strcmp(in->field[c->places], "yes") == 0;
    key.phased = c->phased < in->n_fields && strcmp(in->field[c->phased], "yes") == 0;
    key.skips = c->skips < in->n_fields && strcmp(in->field[c->skips], "zero") == 0;
    for (unsigned w = 0; status == GA_OK && w < N_WORDS; w++)
        status = read_word(in, w, in->field[c->word[w]], &key, err);
    if (status == GA_OK && key.class == GA_CLASS_OTHER)
        status = refuse(in, "class", "", "atomic, reduction, or another that inspect writes", err);
    const struct ga_knows knows = {.results = c->skips < in->n_fields && c->shares < in->n_fields,
                                   .phases = c->phased < in->n_fields};
    return status == GA_OK ? ga_code_put(code, kernel, target, &key, knows, err) : status;
}

enum ga_status ga_code_add_csv(struct ga_code *code, const char *path, struct ga_err *err) {
    struct ga_csv_in in;
    struct columns c;
    bool more = false;
    enum ga_status status = ga_csv_open(&in, path, err);
    if (status != GA_OK)
        return status;
    status = ga_csv_read(&in, &more, err);
    if (status == GA_OK)
        status = find_columns(&in, &c, err);
    while (ga_csv_next(&in, &status, err))
        status = read_row(&in, &c, code, err);
    ga_csv_end(&in);
    return status;
}
