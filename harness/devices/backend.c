#include "backend.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "names.h"
#include "number.h"

extern const struct ga_backend ga_backend_cuda, ga_backend_hip, ga_backend_cpu, ga_backend_fake;

const struct ga_backend *const ga_backends[] = {
#ifdef GA_HAVE_CUDA
    &ga_backend_cuda,
#endif
#ifdef GA_HAVE_HIP
    &ga_backend_hip,
#endif
    &ga_backend_cpu, &ga_backend_fake, NULL};

const char *ga_backends_lacking(void) {
    bool has[GA_N_KINDS] = {false};
    for (size_t b = 0; ga_backends[b]; b++)
        has[ga_backends[b]->kind] = true;
    return has[GA_KIND_CUDA] && has[GA_KIND_HIP] ? ""
           : has[GA_KIND_CUDA]                   ? "HIP"
           : has[GA_KIND_HIP]                    ? "CUDA"
                                                 : "CUDA and HIP";
}

size_t ga_scratch_reserve(const struct ga_limits *limits) {
    static const size_t reserve = (size_t)5 << 28;
    return limits->free_bytes / 8 < reserve ? 0 : reserve;
}

/* At which NVIDIA's driver clears freed memory in the background, less a part of 5: 64 GiB took an H100 240 ms. AMD's driver
 * clears it, too (VRAM_WIPE_ON_RELEASE in amdgpu_amdkfd_gpuvm.c); how fast was not measured. */
#define CLEARED_BYTES_PER_US 230e3

static void give_back(struct ga_gpu *gpu, void *memory, size_t bytes) {
    if (!memory || gpu->stuck)
        return;
    gpu->backend->free(gpu, memory);
    if (gpu->backend->clears_freed)
        ga_sleep_us((long)((double)bytes / CLEARED_BYTES_PER_US));
}

static bool pins(const struct ga_gpu *gpu) {
    return gpu->backend->remote && gpu->limits.n_gpus > 0;
}

static void free_room(struct ga_gpu *gpu) {
    if (gpu->room && pins(gpu))
        gpu->backend->remote->free_host(gpu, GA_PINNED, gpu->room);
    else
        free(gpu->room);
    gpu->room = NULL;
    gpu->room_bytes = 0;
}

enum ga_status ga_host_room(struct ga_gpu *gpu, size_t bytes, void **memory, struct ga_err *err) {
    enum ga_status status = GA_OK;
    if (bytes > gpu->room_bytes) {
        free_room(gpu);
        if (pins(gpu))
            status = gpu->backend->remote->alloc_host(gpu, GA_PINNED, bytes, &gpu->room, err);
        else if (!(gpu->room = malloc(bytes)))
            status = ga_fail(err, GA_ERROR, "out of memory for %zu bytes", bytes);
        gpu->room_bytes = status == GA_OK ? bytes : 0;
    }
    if (status == GA_OK)
        *memory = gpu->room;
    return status;
}

static void free_held(struct ga_gpu *gpu) {
    give_back(gpu, gpu->held, gpu->held_bytes);
    gpu->held = NULL;
    gpu->held_bytes = 0;
}

void ga_release(struct ga_gpu *gpu) {
    free_room(gpu);
    free_held(gpu);
}

enum ga_status ga_hold(struct ga_gpu *gpu, size_t bytes, void **memory, struct ga_err *err) {
    enum ga_status status = GA_OK;
    if (bytes > gpu->held_bytes) {
        free_held(gpu);
        status = gpu->backend->alloc(gpu, bytes, &gpu->held, err);
        gpu->held_bytes = status == GA_OK ? bytes : 0;
    } else {
        status = gpu->backend->clear(gpu, gpu->held, bytes, err);
    }
    if (status == GA_OK)
        *memory = gpu->held;
    return status;
}

/* With what is free, if that is less. */
static enum ga_status grow(struct ga_gpu *gpu, size_t bytes, struct ga_err *err) {
    const size_t reserve = ga_scratch_reserve(&gpu->limits);
    const size_t reserved = bytes > reserve ? bytes : reserve;
    gpu->n_moves++;
    give_back(gpu, gpu->scratch, gpu->scratch_bytes);
    gpu->scratch = NULL;
    gpu->scratch_bytes = reserved;
    enum ga_status status = gpu->backend->alloc(gpu, reserved, &gpu->scratch, err);
    if (status != GA_OK && reserved > bytes) {
        gpu->scratch_bytes = bytes;
        status = gpu->backend->alloc(gpu, bytes, &gpu->scratch, err);
    }
    if (status != GA_OK)
        gpu->scratch_bytes = 0;
    return status;
}

enum ga_status ga_scratch(struct ga_gpu *gpu, size_t bytes, void **memory, struct ga_err *err) {
    static uint64_t n_asked; /* for that of any device */
    const bool is_new = bytes > gpu->scratch_bytes;
    const enum ga_status status = is_new ? grow(gpu, bytes, err) : GA_OK;
    n_asked += is_new ? 2 : 1;
    gpu->n_scratch = n_asked;
    if (status == GA_OK)
        *memory = gpu->scratch;
    return status;
}

enum ga_status ga_device_index(const char *backend, const char *spec, int n, int *index,
                               struct ga_err *err) {
    uint64_t i = 0;
    if (*spec && !ga_parse_whole(spec, 0, (uint64_t)n - 1, &i))
        return ga_fail(err, GA_ERROR, "%s:%s: there are %d devices, %s:0 .. %s:%d", backend, spec,
                       n, backend, backend, n - 1);
    *index = (int)i;
    return GA_OK;
}

/* The host looks all the time until then: a sleep of 20 us may take 70, by the timer slack of Linux, and most visits last less
 * than this. */
static const double SLEEPLESS_S = 5e-3;

enum ga_status ga_await_kernel(struct ga_gpu *gpu,
                               enum ga_status (*poll)(struct ga_gpu *gpu, bool *done,
                                                      struct ga_err *err),
                               struct ga_err *err) {
    const double begin = ga_now_s();
    for (bool done = false;;) {
        const enum ga_status status = poll(gpu, &done, err);
        if (status != GA_OK || done)
            return status;
        const double waited = ga_now_s() - begin;
        gpu->stuck = waited > gpu->patience_s;
        if (gpu->stuck)
            return ga_fail(err, GA_TIMEOUT, "%s: a kernel ran for more than %.0f s",
                           gpu->limits.name, gpu->patience_s);
        if (waited > SLEEPLESS_S)
            ga_sleep_us(20);
    }
}

static enum ga_status await(struct ga_gpu *gpu, const struct ga_queue *queue, enum ga_event event,
                            struct ga_err *err) {
    gpu->awaited = event;
    return ga_await_kernel(gpu, queue->is_done, err);
}

enum ga_status ga_feed(struct ga_gpu *gpu, const struct ga_queue *queue,
                       const struct ga_launch *launches, uint32_t n, struct ga_err *err) {
    enum ga_status status = queue->record(gpu, GA_BEGIN, err);
    for (uint32_t i = 0; status == GA_OK && i < n; i++) {
        const enum ga_event part = i / GA_PART % 2 ? GA_ODD_PART : GA_EVEN_PART;
        if (i % GA_PART == 0 && i >= 2 * GA_PART)
            status = await(gpu, queue, part, err);
        if (status == GA_OK)
            status = queue->enqueue(gpu, &launches[i], err);
        if (status == GA_OK && (i + 1) % GA_PART == 0)
            status = queue->record(gpu, part, err);
    }
    if (status == GA_OK)
        status = queue->record(gpu, GA_END, err);
    return status == GA_OK ? await(gpu, queue, GA_END, err) : status;
}

void ga_device_slug(const struct ga_gpu *gpu, char *slug, size_t capacity) {
    size_t at = 0;
    for (const char *p = gpu->limits.name; *p && at + 1 < capacity; p++) {
        if (isalnum((unsigned char)*p))
            slug[at++] = (char)tolower((unsigned char)*p);
        else if (at > 0 && slug[at - 1] != '-')
            slug[at++] = '-';
    }
    while (at > 0 && slug[at - 1] == '-')
        at--;
    slug[at] = '\0';
}

/* The first GPU of any backend that can be used; the stand-in, if there is none at all. err: of the first, if none can
 * be used. */
static enum ga_status open_best(struct ga_gpu **gpu, struct ga_err *err) {
    enum ga_status first = GA_OK;
    for (size_t b = 0; ga_backends[b] && ga_backends[b] != &ga_backend_cpu; b++) {
        int n = 0;
        struct ga_err why = {""};
        if (ga_backends[b]->count(&n, &why) != GA_OK)
            continue;
        for (int i = 0; i < n; i++) {
            char spec[16];
            snprintf(spec, sizeof spec, "%d", i);
            const enum ga_status status = ga_backends[b]->open(spec, gpu, &why);
            if (status == GA_OK)
                return GA_OK;
            first = first == GA_OK ? ga_fail(err, status, "%s", why.message) : first;
        }
    }
    if (first != GA_OK)
        return first;
    const char *const required = getenv("GA_REQUIRE_GPU");
    if (required && strcmp(required, "1") == 0)
        return ga_fail(err, GA_ERROR,
                       "GA_REQUIRE_GPU=1, and there is no GPU that this program can use; "
                       "`gpu-atomics devices` says why");
    return ga_backend_cpu.open("", gpu, err);
}

/* As ga_device_open; of an emulator that only the user knows, limits.emulated is not set. */
static enum ga_status open_named(const char *name, struct ga_gpu **gpu, struct ga_err *err) {
    if (!name)
        return open_best(gpu, err);
    const size_t length = strcspn(name, ":");
    const char *const spec = name[length] ? name + length + 1 : "";
    char word[32];
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    const enum ga_kind kind = ga_kind_of(word);
    const bool is_vendors = ga_kind_vendor(kind) != GA_NO_VENDOR;
    if (is_vendors && name[length] && (!*spec || spec[strspn(spec, "0123456789")]))
        return ga_fail(err, GA_USAGE, "--device %s: expected a number, as in %s:0", name, word);
    for (size_t b = 0; ga_backends[b]; b++)
        if (ga_backends[b]->kind == kind)
            return ga_backends[b]->open(spec, gpu, err);
    if (is_vendors)
        return ga_fail(
            err, GA_ERROR,
            "--device %s: this program was built without that backend; configure says what "
            "it needs",
            name);
    const char *const near = ga_nearest(word, ga_kind_names);
    return ga_fail(err, GA_USAGE, "--device %s: no such backend%s%s%s", name,
                   near ? "; did you mean " : "; cuda:0, hip:0 or cpu", near ? near : "",
                   near ? "?" : "");
}

enum ga_status ga_device_open(const char *name, struct ga_gpu **gpu, struct ga_err *err) {
    const char *const emulated = getenv("GA_EMULATED");
    const bool is_known = emulated && strcmp(emulated, "1") == 0;
    if (emulated && *emulated && !is_known && strcmp(emulated, "0") != 0)
        return ga_fail(err, GA_USAGE, "GA_EMULATED is '%s', expected 1, or 0 as by default",
                       emulated);
    const enum ga_status status = open_named(name, gpu, err);
    if (status == GA_OK && is_known)
        (*gpu)->limits.emulated = true;
    return status;
}
