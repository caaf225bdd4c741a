/* What is handed to the driver in place of a module. Each is made once, and found again by its content. */
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "csv.h"
#include "fatbin.h"
#include "inject.h"
#include "xxh64.h"

enum { WRAPPER_MAGIC = 0x466243b1 };

/* What the program handed over, by its content; options: those for the driver's compiler, by theirs. */
struct key {
    uint64_t hash, options;
    size_t n;
};

struct known {
    struct known *next;
    struct key key;
    uint64_t name;        /* by which files and later runs tell it: the hash of the machine code */
    const uint8_t *image; /* NULL: the module as it is */
    bool linked;          /* from source: the options tell */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct known *all;
static bool seen;     /* a module, of any kind */
static bool was_kept; /* in the cache, what was made last */

bool ga_module_seen(void) { return __atomic_load_n(&seen, __ATOMIC_RELAXED); }

void *ga_read_file(const char *path, size_t *size) {
    enum { ZEROS = 16 };
    struct stat about;
    char *text = NULL;
    size_t n = 0;
    const int file = path ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    if (file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode)) {
        text = calloc(1, (size_t)about.st_size + ZEROS);
        while (text && n < (size_t)about.st_size) {
            const ssize_t done = read(file, text + n, (size_t)about.st_size - n);
            if (done <= 0) {
                free(text);
                text = NULL;
            } else {
                n += (size_t)done;
            }
        }
    }
    if (file >= 0)
        close(file);
    *size = n;
    return text;
}

static uint64_t hash_of(const uint8_t *image, size_t n) {
    return ga_edit_hash((struct ga_bytes){image, n}, &(struct ga_edit){.runs = ga_devices_run});
}

/* What a compiled module hangs on beside its source: not how long it takes, nor where its log goes. */
static uint64_t hash_of_options(struct ga_options options) {
    uint64_t hash = 0;
    for (unsigned i = 0; i < options.n; i++) {
        const uint64_t option[2] = {options.names[i], (uintptr_t)options.values[i]};
        if (option[0] < CU_JIT_WALL_TIME ||
            (option[0] > CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES && option[0] != CU_JIT_LOG_VERBOSE))
            hash = ga_xxh64((const uint8_t *)option, sizeof option, hash);
    }
    return hash;
}

/* Rows of a module's kernels, as they are collected. */
struct rows {
    struct ga_csv_out csv;
    uint64_t module;
};

static void counted(void *to, const struct ga_edit_count *count) {
    struct rows *const rows = to;
    ga_put_kernel(&rows->csv, count, rows->module);
}

static struct known *remember(struct key key, uint64_t name, const void *image, bool linked) {
    struct known *const k = malloc(sizeof *k);
    if (!k)
        return NULL;
    *k = (struct known){all, key, name, image, linked};
    all = k;
    return k;
}

static const struct known *find(struct key key) {
    for (const struct known *k = all; k; k = k->next)
        if (k->key.hash == key.hash && k->key.n == key.n &&
            (!k->linked || k->key.options == key.options))
            return k;
    return NULL;
}

/* What was compiled to the same code before, by other options. */
static const struct known *find_compiled(uint64_t name) {
    for (const struct known *k = all; k; k = k->next)
        if (k->linked && k->image && k->name == name)
            return k;
    return NULL;
}

/* Reads and edits it; what is left is not read. out: false: it can't be. own: *text, and an image, caller, free. */
static bool edit(struct ga_bytes in, uint64_t hash, bool left, char **text, struct ga_kept *made) {
    const struct ga_settings *const s = ga_settings();
    struct rows rows = {.csv = {.first = true}, .module = hash};
    size_t n = 0;
    const struct ga_edit edit = {.classes = left ? 0 : s->classes,
                                 .only = s->only,
                                 .wanted = ga_settings_wants,
                                 .runs = ga_devices_run,
                                 .context = s,
                                 .counted = left ? NULL : counted,
                                 .to = &rows};
    struct ga_edit_package out = {.n_modules = 1};
    struct ga_err err = {"no memory"};
    rows.csv.file = open_memstream(text, &n);
    const bool is_read = rows.csv.file && ga_edit_package(in, &edit, &out, &err) == GA_OK,
               is_put = rows.csv.file && fclose(rows.csv.file) == 0;
    if (!is_read)
        ga_put_note("not_read", "module %016llx: %s; it runs unedited", (unsigned long long)hash,
                    err.message);
    *made = (struct ga_kept){.image = out.bytes,
                             .rows = {(const uint8_t *)*text, is_put ? n : 0},
                             .n_modules = is_read ? out.n_modules : 1};
    return is_read && is_put;
}

/* in: of machine code. out: NULL: as it is. *n_modules: of machine code in it. */
static const uint8_t *edited(const uint8_t *image, size_t n, uint64_t hash, uint32_t *n_modules) {
    const bool left = ga_settings_leaves(hash);
    struct ga_kept kept;
    char *text = NULL;
    was_kept = !left && ga_cache_find(hash, n, &kept);
    if (!was_kept && edit((struct ga_bytes){image, n}, hash, left, &text, &kept) && !left)
        ga_cache_keep(hash, n, &kept);
    ga_put_kernels((const char *)kept.rows.at, kept.rows.n);
    free(text);
    *n_modules = kept.n_modules;
    return kept.image.at;
}

/* Compiles source as the driver would. out: *copy: the module, *n bytes; own: caller, free. */
static CUresult link_source(const void *source, size_t size, CUjitInputType type,
                            struct ga_options options, void **copy, size_t *n) {
    CUlinkState state = NULL;
    void *cubin = NULL;
    if (!GA_DRIVER(cuLinkCreate_v2) || !GA_DRIVER(cuLinkAddData_v2) || !GA_DRIVER(cuLinkComplete) ||
        !GA_DRIVER(cuLinkDestroy))
        return CUDA_ERROR_NOT_SUPPORTED;
    CUresult result = GA_DRIVER(cuLinkCreate_v2)(options.n, options.names, options.values, &state);
    if (result != CUDA_SUCCESS)
        return result;
    result = GA_DRIVER(cuLinkAddData_v2)(state, type, (void *)source, size, "", 0, NULL, NULL);
    if (result == CUDA_SUCCESS)
        result = GA_DRIVER(cuLinkComplete)(state, &cubin, n);
    *copy = result == CUDA_SUCCESS && *n > 0 ? malloc(*n) : NULL;
    if (*copy)
        memcpy(*copy, cubin, *n);
    else if (result == CUDA_SUCCESS)
        result = CUDA_ERROR_OUT_OF_MEMORY;
    GA_DRIVER(cuLinkDestroy)(state);
    return result;
}

/* Should it fail, the options' values are what they were, for the driver's own try. */
static void *link_or_note(const void *source, size_t size, CUjitInputType type,
                          struct ga_options options, size_t *n) {
    void *cubin = NULL;
    void **const before = malloc((options.n + 1) * sizeof *before);
    if (!before)
        return NULL;
    if (options.n > 0)
        memcpy(before, options.values, options.n * sizeof *before);
    const CUresult result = link_source(source, size, type, options, &cubin, n);
    if (result != CUDA_SUCCESS) {
        if (options.n > 0)
            memcpy(options.values, before, options.n * sizeof *before);
        ga_put_note("not_read",
                    "source code of %zu bytes: CUDA error %d on linking it; it runs unedited", size,
                    (int)result);
    }
    free(before);
    return cubin;
}

/* The compiled module runs in every kind of run, edited or not, so that they are compiled alike. */
static const struct known *compile(const void *source, struct key key, CUjitInputType type,
                                   struct ga_options options) {
    size_t n = 0;
    uint32_t n_modules = 0;
    uint8_t *const cubin = link_or_note(source, key.n, type, options, &n);
    if (!cubin)
        return remember(key, key.hash, NULL, true);
    const uint64_t name = hash_of(cubin, n); /* not the source's: options tell */
    const struct known *const same = find_compiled(name);
    if (same) {
        free(cubin);
        return remember(key, name, same->image, true);
    }
    ga_put_module(name, cubin, n);
    const uint8_t *const other = edited(cubin, n, name, &n_modules);
    if (other)
        free(cubin);
    return remember(key, name, other ? other : cubin, true);
}

static bool is_source(const uint8_t *image) {
    size_t n = 0;
    while (n < 4096 && image[n])
        n++;
    return memmem(image, n, ".version", 8) != NULL;
}

static double now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* in: options: NULL: it can't be compiled here. */
static const struct known *make(const uint8_t *image, bool source, struct key key,
                                const struct ga_options *options) {
    uint32_t n_modules = 0;
    if (source && options)
        return compile(image, key, CU_JIT_INPUT_PTX, *options);
    const uint8_t *const other = edited(image, key.n, key.hash, &n_modules);
    if (n_modules == 0 && memcmp(image, GA_FATBIN_MAGIC, 4) == 0) {
        if (options)
            return compile(image, key, CU_JIT_INPUT_FATBINARY, *options);
        ga_put_note("not_read",
                    "a fatbin of %zu bytes without code for a GPU that is here, for CUDA 11's "
                    "runtime; it runs unedited",
                    key.n);
    }
    ga_put_module(key.hash, image, key.n);
    return remember(key, key.hash, other, false);
}

static bool is_ours(const void *image) {
    bool found = false;
    for (const struct known *k = all; k && !found; k = k->next)
        found = k->image == image;
    return found;
}

bool ga_substitute_try(void) { return pthread_mutex_trylock(&lock) == 0; }

void ga_substitute_leave(void) { pthread_mutex_unlock(&lock); }

/* Under the lock. in: options: NULL: of a fatbin that can't be compiled. out: its substitute; its image is NULL if there is
 * none. */
static struct ga_substitute substitute_held(const uint8_t *image, size_t most,
                                            const struct ga_options *options) {
    struct ga_substitute none = {NULL, false};
    if (is_ours(image))
        return none;
    const bool source = is_source(image);
    const size_t n = source ? strlen((const char *)image) + 1 : ga_edit_size(image, most);
    if (n == 0) {
        ga_put_note("not_read",
                    "a module that is no cubin, no fatbin and no PTX; it runs unedited");
        return none;
    }
    __atomic_store_n(&seen, true, __ATOMIC_RELAXED);
    const double begin = now_ms();
    const struct key key = {hash_of(image, n), options ? hash_of_options(*options) : 0, n};
    const struct known *k = find(key);
    if (!k) {
        was_kept = false;
        k = make(image, source, key, options);
        const uint64_t name = k ? k->name : key.hash;
        /* Its first word is what `whatif` tells later runs of the module by. */
        ga_put_note("module", "%016llx: %zu bytes, %s, %s, in %.1f ms%s", (unsigned long long)name,
                    n,
                    source           ? "PTX"
                    : *image == 0x7f ? "cubin"
                                     : "fatbin",
                    ga_settings_leaves(name) ? "left"
                    : k && k->image          ? "replaced"
                                             : "as it was",
                    now_ms() - begin, was_kept ? ", kept from before" : "");
        ga_put_flush();
    }
    return k ? (struct ga_substitute){k->image, k->linked} : none;
}

static struct ga_substitute substitute_for(const uint8_t *image, size_t most,
                                           const struct ga_options *options) {
    pthread_mutex_lock(&lock);
    const struct ga_substitute other = substitute_held(image, most, options);
    pthread_mutex_unlock(&lock);
    return other;
}

struct ga_substitute ga_substitute(const void *image, size_t most, struct ga_options options) {
    const struct ga_substitute same = {image, false};
    struct ga_wrapper w;
    if (!image || !ga_settings())
        return same;
    memcpy(&w.magic, image, sizeof w.magic);
    if (w.magic != WRAPPER_MAGIC || most != SIZE_MAX) { /* no file has a wrapper */
        const struct ga_substitute other = substitute_for(image, most, &options);
        return other.image ? other : same;
    }
    memcpy(&w, image, sizeof w);
    const struct ga_substitute other = substitute_for(w.fatbin, SIZE_MAX, &options);
    if (!other.image || other.linked)
        return other.image ? other : same;
    struct ga_wrapper *const copy = malloc(sizeof *copy); /* which the driver may keep */
    if (!copy)
        return same;
    *copy = w;
    copy->fatbin = other.image;
    return (struct ga_substitute){copy, false};
}

const void *ga_substitute_wrapped(const struct ga_wrapper *wrapper) {
    if (!ga_settings() || wrapper->magic != WRAPPER_MAGIC || !wrapper->fatbin ||
        memcmp(wrapper->fatbin, GA_FATBIN_MAGIC, 4) != 0)
        return NULL;
    const struct ga_substitute other = substitute_held(wrapper->fatbin, SIZE_MAX, NULL);
    return other.linked ? NULL : other.image;
}
