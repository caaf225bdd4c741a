#include <elf.h>
#include <string.h>

#include "check.h"

#include "cubin.h"
#include "edit.h"
#include "fatbin.h"
#include "reading.h"
#include "xxh64.h"

/* A shipped file. own: caller, free. */
static uint8_t *read_shipped(const char *name, size_t *n) {
    char path[1024];
    snprintf(path, sizeof path, "%s/tests/inspect/%s", GA_SOURCE, name);
    FILE *const file = fopen(path, "rb");
    assert_non_null(file);
    uint8_t *const bytes = malloc(1 << 20);
    *n = fread(bytes, 1, 1 << 20, file);
    fclose(file);
    return bytes;
}

struct total {
    uint32_t could[GA_N_EDITS], never, edited;
};

static void add(void *to, const struct ga_edit_count *count) {
    struct total *const t = to;
    for (int i = 0; i < GA_N_EDITS; i++)
        t->could[i] += count->could[i];
    t->never += count->never;
    t->edited += count->edited;
}

static bool is_lock(const void *context, const char *kernel) {
    (void)context;
    return strcmp(kernel, "lock") == 0;
}

/* The machine code of both, byte by byte: only guards differ. out: how many. */
static uint32_t count_guards(const uint8_t *before, const uint8_t *after, size_t n) {
    uint32_t changed = 0;
    for (size_t i = 0; i < n; i++) {
        if (before[i] == after[i])
            continue;
        assert_int_equal(i % 8, 1);
        assert_int_equal(after[i], before[i] | 0xf0);
        changed++;
    }
    return changed;
}

static void only_guards_change(void **state) {
    size_t n = 0;
    uint8_t *const bytes = read_shipped("plain.fatbin", &n);
    struct total none = {{0}, 0, 0};
    (void)state;
    assert_int_equal(ga_edit_size(bytes, n), n);
    for (unsigned classes = 0; classes < 1U << GA_EDIT_NARROW; classes++) {
        struct total t = {{0}, 0, 0};
        const struct ga_edit edit = {.classes = classes, .counted = add, .to = &t};
        struct ga_edit_package out;
        assert_int_equal(ga_edit_package((struct ga_bytes){bytes, n}, &edit, &out, NULL), GA_OK);
        none = classes == 0 ? t : none;
        assert_memory_equal(t.could, none.could, sizeof t.could);
        assert_int_equal(t.never, none.never);
        if (t.edited == 0) {
            assert_null(out.bytes.at);
            continue;
        }
        assert_int_equal(out.bytes.n, n);
        assert_int_equal(count_guards(bytes, out.bytes.at, n), t.edited);
        free((void *)out.bytes.at);
    }
    assert_int_equal(none.could[GA_EDIT_SHARED], 4);
    assert_int_equal(none.could[GA_EDIT_FENCES], 12);
    assert_true(none.could[GA_EDIT_GLOBAL] > 0 && none.never > 0 && none.edited == 0);
    free(bytes);
}

struct machine_code {
    uint8_t bytes[1 << 16];
    size_t n;
};

static enum ga_status gather_function(void *to, const struct ga_function *function,
                                      struct ga_err *err) {
    struct machine_code *const all = to;
    (void)err;
    assert_true(function->code.n <= sizeof all->bytes - all->n);
    memcpy(all->bytes + all->n, function->code.at, function->code.n);
    all->n += function->code.n;
    return GA_OK;
}

static enum ga_status gather_image(void *to, const struct ga_image *image, struct ga_err *err) {
    return ga_functions("", image, gather_function, to, err);
}

/* What others wait for: 1 mbarriers, 2 asynchronous reductions, 3 barriers, 4 proxy fences, 5 where lanes meet; 0: none of it. */
static int waited_for(const uint8_t *instruction) {
    uint64_t words[2];
    struct ga_sass s;
    memcpy(words, instruction, sizeof words);
    ga_sass_decode(words, 90, 0, &s);
    return s.key.class == GA_CLASS_MBARRIER                   ? 1
           : s.key.class == GA_CLASS_ASYNC                    ? 2
           : s.key.class == GA_CLASS_BARRIER                  ? 3
           : s.key.operation == GA_OP_PROXY                   ? 4
           : s.role == GA_ROLE_PUSH || s.role == GA_ROLE_MEET ? 5
                                                              : 0;
}

/* No edit, nor all of them, changes a bit of it. */
static void never_edited(void **state) {
    static struct machine_code before, after;
    size_t n = 0;
    uint8_t *const bytes = read_shipped("cluster.fatbin", &n);
    (void)state;
    before.n = 0;
    assert_int_equal(ga_images_in("", (struct ga_bytes){bytes, n}, 0, gather_image, &before, NULL),
                     GA_OK);
    for (int e = 0; e <= GA_N_EDITS; e++) {
        const struct ga_edit edit = {.classes = e < GA_N_EDITS ? 1U << e : (1U << GA_N_EDITS) - 1};
        struct ga_edit_package out;
        uint32_t found[6] = {0};
        assert_int_equal(ga_edit_package((struct ga_bytes){bytes, n}, &edit, &out, NULL), GA_OK);
        after.n = 0;
        if (out.bytes.at)
            assert_int_equal(ga_images_in("", out.bytes, 0, gather_image, &after, NULL), GA_OK);
        for (size_t at = 0; at < after.n; at += GA_SASS_BYTES) {
            const int kind = waited_for(before.bytes + at);
            found[kind]++;
            if (kind)
                assert_memory_equal(before.bytes + at, after.bytes + at, GA_SASS_BYTES);
        }
        for (int kind = 1; kind < 6 && out.bytes.at; kind++)
            assert_true(found[kind] > 0);
        assert_true(e < GA_N_EDITS || after.n == before.n);
        free((void *)out.bytes.at);
    }
    free(bytes);
}

static void only_named_kernels(void **state) {
    size_t n = 0;
    uint8_t *const bytes = read_shipped("plain.fatbin", &n);
    struct total t = {{0}, 0, 0};
    const struct ga_edit edit = {
        .classes = (1U << GA_EDIT_MEMBAR) - 1, .wanted = is_lock, .counted = add, .to = &t};
    struct ga_edit_package out;
    (void)state;
    assert_int_equal(ga_edit_package((struct ga_bytes){bytes, n}, &edit, &out, NULL), GA_OK);
    assert_int_equal(t.edited, 8); /* its fences: the lock and its release stay */
    free((void *)out.bytes.at);
    free(bytes);
}

/* An edited package is one that the reader takes, edited again it stays. */
static void packages(void **state) {
    static const char *const names[] = {"lz4.fatbin", "zstd.fatbin", "advice.fatbin"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t n = 0;
        uint8_t *const bytes = read_shipped(names[i], &n);
        struct total first = {{0}, 0, 0}, again = {{0}, 0, 0};
        struct ga_edit edit = {.classes = (1U << GA_EDIT_MEMBAR) - 1, .counted = add, .to = &first};
        struct ga_edit_package out, same;
        assert_int_equal(ga_edit_package((struct ga_bytes){bytes, n}, &edit, &out, NULL), GA_OK);
        assert_true(first.edited > 0);
        assert_int_equal(ga_edit_size(out.bytes.at, out.bytes.n), out.bytes.n);
        edit.to = &again;
        assert_int_equal(ga_edit_package(out.bytes, &edit, &same, NULL), GA_OK);
        assert_null(same.bytes.at);
        assert_int_equal(again.edited, 0);
        assert_int_equal(same.n_modules, out.n_modules);
        free((void *)out.bytes.at);
        free(bytes);
    }
}

static bool is_hopper(unsigned sm) { return sm / 10 == 9; }

/* out: entries of a kind in a fatbin. in: sm: where it lies is put there, of a target. */
static size_t count_entries(struct ga_bytes fatbin, unsigned kind, unsigned sm, size_t *where) {
    size_t n = 0;
    for (size_t at = GA_FATBIN_HEADER; at < fatbin.n;) {
        n += ga_get(fatbin, at, 2) == kind;
        if (where && ga_get(fatbin, at, 2) == kind && ga_get(fatbin, at + 28, 4) == sm)
            *where = at;
        at += ga_get(fatbin, at + 4, 4) + ga_get(fatbin, at + 8, 8);
    }
    return n;
}

/* Of three targets the one that can run here: its code is edited, the others' is left out, what is no machine code stays. */
static void only_targets_here(void **state) {
    size_t n = 0;
    uint8_t *const bytes = read_shipped("zstd.fatbin", &n);
    const struct ga_bytes in = {bytes, n};
    struct total all = {{0}, 0, 0}, here = {{0}, 0, 0};
    struct ga_edit edit = {.classes = 1U << GA_EDIT_SHARED, .counted = add, .to = &all};
    struct ga_edit_package out;
    (void)state;
    assert_int_equal(ga_edit_package(in, &edit, &out, NULL), GA_OK);
    assert_int_equal(count_entries(out.bytes, GA_FATBIN_CUBIN, 0, NULL), 3);
    free((void *)out.bytes.at);
    edit.to = &here;
    edit.runs = is_hopper;
    assert_int_equal(ga_edit_package(in, &edit, &out, NULL), GA_OK);
    assert_int_equal(out.n_modules, 1);
    assert_int_equal(all.edited, 3 * here.edited);
    assert_int_equal(here.edited, 5);
    assert_int_equal(ga_edit_size(out.bytes.at, out.bytes.n), out.bytes.n);
    assert_int_equal(count_entries(out.bytes, GA_FATBIN_CUBIN, 0, NULL), 1);
    assert_int_equal(count_entries(out.bytes, GA_FATBIN_PTX, 0, NULL),
                     count_entries(in, GA_FATBIN_PTX, 0, NULL));
    assert_true(count_entries(in, GA_FATBIN_PTX, 0, NULL) > 0);
    free((void *)out.bytes.at);
    free(bytes);
}

/* A package is told by what can run here, and by what else there is. */
static void hashes_of_packages(void **state) {
    size_t n = 0, hopper = 0, other = 0;
    uint8_t *const bytes = read_shipped("zstd.fatbin", &n);
    const struct ga_bytes in = {bytes, n};
    const struct ga_edit all = {.classes = 0}, here = {.runs = is_hopper};
    const uint64_t of_all = ga_edit_hash(in, &all), of_here = ga_edit_hash(in, &here);
    (void)state;
    count_entries(in, GA_FATBIN_CUBIN, 90, &hopper);
    count_entries(in, GA_FATBIN_CUBIN, 120, &other);
    assert_true(hopper > 0 && other > 0);
    hopper += ga_get(in, hopper + 4, 4);
    other += ga_get(in, other + 4, 4);
    assert_true(ga_edit_hash(in, &all) == of_all && of_all != of_here);
    bytes[hopper + 99] ^= 1;
    assert_true(ga_edit_hash(in, &here) != of_here && ga_edit_hash(in, &all) != of_all);
    bytes[hopper + 99] ^= 1;
    bytes[other + 99] ^= 1;
    assert_true(ga_edit_hash(in, &here) == of_here && ga_edit_hash(in, &all) != of_all);
    bytes[other + 99] ^= 1;
    bytes[other - 1] ^= 1; /* its header */
    assert_true(ga_edit_hash(in, &here) != of_here && ga_edit_hash(in, &all) != of_all);
    bytes[n - 1] ^= 1;
    assert_true(ga_edit_hash((struct ga_bytes){bytes, n - 1}, &here) != of_here); /* cut off */
    free(bytes);
}

/* What xxhash 4.1.0 of PyPI says of i * 7 + 3, without a seed and with one. */
static void hashes(void **state) {
    static const struct {
        size_t n;
        uint64_t hash, seeded;
    } known[] = {{0, 0xef46db3751d8e999, 0xc4349fc93c010000},
                 {1, 0x1f25c8d0bc1f4bb6, 0x79826bcd749d267a},
                 {4, 0x9bb64b7d66ee9fda, 0x6f0a6c97d68bf353},
                 {7, 0x9a7b149959ce60d8, 0xd97ede93c9d66a0d},
                 {8, 0xdab99d95c6f90092, 0xa2f1e28437a78a1b},
                 {31, 0xa2aa5f33cc4a6119, 0x755437271d1d0a84},
                 {32, 0x23c3c17ef790fd97, 0xbf624b932c090428},
                 {33, 0x50a7cfc7ba588784, 0x7aceaf1e9d34ea35},
                 {63, 0x5e3e54b431c7493c, 0x2c8ddce5c85d0d9d},
                 {101, 0xbad4d3bf033bda4c, 0x9a5f95077eaecb78}};
    uint8_t bytes[101];
    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 7 + 3);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_true(ga_xxh64(bytes, known[i].n, 0) == known[i].hash);
        assert_true(ga_xxh64(bytes, known[i].n, 0x9e3779b97f4a7c15) == known[i].seeded);
    }
}

/* Cut off anywhere, or a bit of it turned: refused or edited, never read beyond its end. */
static void damaged(void **state) {
    size_t n = 0;
    uint8_t *const bytes = read_shipped("lz4.fatbin", &n);
    const struct ga_edit edit = {.classes = (1U << GA_N_EDITS) - 1};
    struct ga_edit_package out;
    (void)state;
    for (size_t at = GA_FATBIN_HEADER; at < n; at += 37) {
        uint8_t *const copy = malloc(n);
        memcpy(copy, bytes, n);
        assert_int_equal(ga_edit_package((struct ga_bytes){copy, at}, &edit, &out, NULL), GA_FILE);
        copy[at] ^= 0x40;
        if (ga_edit_size(copy, n) == n &&
            ga_edit_package((struct ga_bytes){copy, n}, &edit, &out, NULL) == GA_OK)
            free((void *)out.bytes.at);
        free(copy);
    }
    free(bytes);
}

/* A function whose code is all of its module, and so its name, too; a section that is not there. */
static void tangled(void **state) {
    size_t n = 0, size = 0, n_sections = 0;
    uint32_t edited = 0;
    uint8_t *const bytes = read_shipped("plain.fatbin", &n);
    uint8_t *const at = memmem(bytes, n, "\177ELF", 4);
    const struct ga_edit edit = {.classes = (1U << GA_N_EDITS) - 1};
    struct ga_err err = {""};
    struct ga_section section;
    (void)state;
    size = ga_edit_size(at, n - (size_t)(at - bytes));
    const struct ga_bytes module = {at, size};
    const struct ga_reading r = {.path = "", .file = module};
    assert_int_equal(ga_elf(&r, module, &n_sections, &err), GA_OK);
    assert_int_equal(ga_elf_section(&r, module, n_sections, &section, &err), GA_FILE);
    assert_contains(err.message, "expected more sections");
    for (size_t i = 0; i < n_sections; i++) {
        Elf64_Shdr header;
        uint8_t *const to = at + ((const Elf64_Ehdr *)at)->e_shoff + i * sizeof header;
        assert_int_equal(ga_elf_section(&r, module, i, &section, &err), GA_OK);
        memcpy(&header, to, sizeof header);
        header.sh_offset = 0;
        header.sh_size = size / 16 * 16;
        if (strncmp(section.name, ".text.", 6) == 0)
            memcpy(to, &header, sizeof header);
    }
    assert_int_equal(ga_edit_module(at, size, &edit, &edited, &err), GA_FILE);
    assert_contains(err.message, "a function's name lies in its code");
    assert_int_equal(ga_edit_package((struct ga_bytes){at, 9}, &edit,
                                     &(struct ga_edit_package){.n_modules = 0}, &err),
                     GA_FILE);
    free(bytes);
}

/* Likewise AMD's: any byte of a code object may be wrong. */
static void damaged_amd(void **state) {
    enum { TRIES = 4000 };
    size_t n = 0;
    uint8_t *const bytes = read_shipped("plain.hipfb", &n);
    const struct ga_edit edit = {.classes = (1U << GA_N_EDITS) - 1};
    const uint8_t *const at = memmem(bytes, n, "\177ELF", 4);
    const size_t span =
        (size_t)((uint8_t *)memmem(at + 1, n - (size_t)(at + 1 - bytes), "\177ELF", 4) - at);
    uint32_t seed = 1, edited = 0;
    (void)state;
    for (int i = 0; i < TRIES; i++) {
        uint8_t *const copy = malloc(span);
        memcpy(copy, at, span);
        for (int k = 0; i > 0 && k < 8; k++) {
            seed = seed * 1664525 + 1013904223;
            copy[(seed >> 8) % span] ^= (uint8_t)(1U << (seed >> 29));
        }
        const size_t cut = i % 3 == 2 ? (seed >> 8) % span : span;
        const enum ga_status status = ga_edit_module(copy, cut, &edit, &edited, NULL);
        assert_true(status == GA_FILE || status == GA_OK);
        assert_true(i > 0 || (status == GA_OK && edited > 10));
        free(copy);
    }
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_guards_change),
                                       cmocka_unit_test(never_edited),
                                       cmocka_unit_test(only_named_kernels),
                                       cmocka_unit_test(packages),
                                       cmocka_unit_test(only_targets_here),
                                       cmocka_unit_test(hashes_of_packages),
                                       cmocka_unit_test(hashes),
                                       cmocka_unit_test(tangled),
                                       cmocka_unit_test(damaged),
                                       cmocka_unit_test(damaged_amd)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
