/* Which device is taken where none is named, and how much of its memory: of GPUs that are not there. */
#include "check.h"

#include "backend.h"
#include "clock.h"

/* CUDA's first `broken` GPUs cannot be opened, nor can HIP's one; without a library or driver there are none. */
static int n_cuda, broken, opened;
static bool hip;

static enum ga_status count_cuda(int *n, struct ga_err *err) {
    *n = n_cuda;
    return n_cuda > 0 ? GA_OK : ga_fail(err, GA_UNSUPPORTED, "no driver");
}
static enum ga_status open_cuda(const char *spec, struct ga_gpu **gpu, struct ga_err *err) {
    static struct ga_gpu it;
    it.limits.emulated = false;
    *gpu = &it;
    opened = atoi(spec);
    return opened < broken ? ga_fail(err, GA_ERROR, "cuda:%s is in use", spec) : GA_OK;
}
static enum ga_status count_hip(int *n, struct ga_err *err) {
    *n = hip;
    return hip ? GA_OK : ga_fail(err, GA_UNSUPPORTED, "no library");
}
static enum ga_status open_hip(const char *spec, struct ga_gpu **gpu, struct ga_err *err) {
    (void)gpu;
    opened = 10 + atoi(spec);
    return ga_fail(err, GA_ERROR, "hip:%s is in use", spec);
}
static enum ga_status open_cpu(const char *spec, struct ga_gpu **gpu, struct ga_err *err) {
    (void)spec, (void)gpu, (void)err;
    opened = 100;
    return GA_OK;
}

extern const struct ga_backend ga_backend_cuda, ga_backend_hip, ga_backend_cpu, ga_backend_fake;
const struct ga_backend ga_backend_cuda = {
    .kind = GA_KIND_CUDA, .count = count_cuda, .open = open_cuda};
const struct ga_backend ga_backend_hip = {
    .kind = GA_KIND_HIP, .count = count_hip, .open = open_hip};
const struct ga_backend ga_backend_cpu = {.kind = GA_KIND_CPU, .open = open_cpu};
const struct ga_backend ga_backend_fake = {.kind = GA_KIND_FAKE};

static void open_is(const char *name, enum ga_status expected, int which, const char *message) {
    struct ga_gpu *gpu = NULL;
    struct ga_err err = {""};
    opened = -1;
    assert_int_equal(ga_device_open(name, &gpu, &err), expected);
    assert_int_equal(opened, which);
    if (message)
        assert_contains(err.message, message);
}

static void takes_the_first_usable(void **state) {
    (void)state;
    n_cuda = 3, hip = true;
    for (broken = 0; broken < 3; broken++)
        open_is(NULL, GA_OK, broken, NULL);
}

/* The stand-in never takes the place of a GPU that is there. */
static void says_why_of_the_first(void **state) {
    (void)state;
    n_cuda = broken = 2, hip = true;
    open_is(NULL, GA_ERROR, 10, "cuda:0 is in use");
    n_cuda = 0;
    open_is(NULL, GA_ERROR, 10, "hip:0 is in use");
}

static void stands_in_for_none(void **state) {
    (void)state;
    n_cuda = 0, hip = false;
    unsetenv("GA_REQUIRE_GPU");
    open_is(NULL, GA_OK, 100, NULL);
    setenv("GA_REQUIRE_GPU", "1", 1);
    open_is(NULL, GA_ERROR, -1, "there is no GPU that this program can use");
    unsetenv("GA_REQUIRE_GPU");
}

/* One that is named is that one, usable or not. */
static void takes_the_named(void **state) {
    (void)state;
    n_cuda = 3, broken = 2;
    open_is("cuda:2", GA_OK, 2, NULL);
    open_is("cuda:1", GA_ERROR, 1, "cuda:1 is in use");
    open_is("cuda:x", GA_USAGE, -1, "expected a number");
}

/* An emulator that nothing tells from a GPU. */
static void takes_the_users_word(void **state) {
    (void)state;
    struct ga_gpu *gpu = NULL;
    struct ga_err err = {""};
    static const struct {
        const char *word;
        bool emulated;
    } words[] = {{"1", true}, {"0", false}, {"", false}};
    n_cuda = 1, broken = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        setenv("GA_EMULATED", words[i].word, 1);
        assert_int_equal(ga_device_open("cuda:0", &gpu, &err), GA_OK);
        assert_int_equal(gpu->limits.emulated, words[i].emulated);
    }
    setenv("GA_EMULATED", "yes", 1);
    assert_int_equal(ga_device_open("cuda:0", &gpu, &err), GA_USAGE);
    assert_contains(err.message, "GA_EMULATED is 'yes', expected 1, or 0");
    unsetenv("GA_EMULATED");
}

/* The memory that is free, not all that there is, decides what is reserved; and if that is gone, what is needed. */
static size_t room, taken;
static enum ga_status alloc(struct ga_gpu *gpu, size_t bytes, void **memory, struct ga_err *err) {
    (void)gpu;
    if (bytes > room)
        return ga_fail(err, GA_ERROR, "out of memory");
    taken = bytes;
    *memory = &taken;
    return GA_OK;
}
static uint32_t n_freed, n_cleared;
static void count_free(struct ga_gpu *gpu, void *memory) { (void)gpu, (void)memory, n_freed++; }
static enum ga_status count_clear(struct ga_gpu *gpu, void *memory, size_t bytes,
                                  struct ga_err *err) {
    (void)gpu, (void)memory, (void)bytes, (void)err;
    n_cleared++;
    return GA_OK;
}

static void reserves_of_what_is_free(void **state) {
    (void)state;
    const struct ga_backend backend = {.alloc = alloc, .free = count_free};
    const struct ga_limits large = {.memory_bytes = 1ull << 37, .free_bytes = 1ull << 37},
                           used = {.memory_bytes = 1ull << 37, .free_bytes = 1ull << 33};
    const size_t reserve = ga_scratch_reserve(&large);
    assert_true(reserve > 1 << 20);
    assert_int_equal(ga_scratch_reserve(&used), 0);

    struct ga_gpu gpu = {.backend = &backend, .limits = large};
    struct ga_err err = {""};
    void *memory = NULL;
    room = reserve;
    assert_int_equal(ga_scratch(&gpu, 4096, &memory, &err), GA_OK);
    assert_int_equal(taken, reserve);
    gpu = (struct ga_gpu){.backend = &backend, .limits = large};
    room = 4096;
    assert_int_equal(ga_scratch(&gpu, 4096, &memory, &err), GA_OK);
    assert_int_equal(taken, 4096);
    assert_int_equal(ga_scratch(&gpu, 4097, &memory, &err), GA_ERROR);
    assert_int_equal(gpu.scratch_bytes, 0);
}

/* Freed memory would be cleared beside the next visit. */
static void holds_between_visits(void **state) {
    (void)state;
    const struct ga_backend backend = {.alloc = alloc, .free = count_free, .clear = count_clear};
    struct ga_gpu gpu = {.backend = &backend};
    struct ga_err err = {""};
    void *memory = NULL;
    room = 8192;
    n_freed = n_cleared = 0;
    assert_int_equal(ga_hold(&gpu, 4096, &memory, &err), GA_OK);
    assert_int_equal(ga_hold(&gpu, 1024, &memory, &err), GA_OK);
    assert_int_equal(n_freed, 0);
    assert_int_equal(n_cleared, 1);
    assert_int_equal(ga_hold(&gpu, 8192, &memory, &err), GA_OK);
    assert_int_equal(taken, 8192);
    assert_int_equal(n_freed, 1);
    assert_int_equal(ga_hold(&gpu, 8193, &memory, &err), GA_ERROR);
    ga_release(&gpu);
    ga_release(&gpu);
    assert_int_equal(n_freed, 2);
}

static uint32_t n_pinned, n_unpinned;
static enum ga_status pin(struct ga_gpu *gpu, enum ga_memory kind, size_t bytes, void **memory,
                          struct ga_err *err) {
    (void)gpu;
    assert_int_equal(kind, GA_PINNED);
    if (bytes > room)
        return ga_fail(err, GA_ERROR, "too much");
    *memory = &room;
    n_pinned++;
    return GA_OK;
}
static void unpin(struct ga_gpu *gpu, enum ga_memory kind, void *memory) {
    (void)gpu, (void)kind;
    assert_ptr_equal(memory, &room);
    n_unpinned++;
}

/* Pinned once for all visits of a benchmark, and grown where it is too small; from the heap where the device has none of the
 * host's memory. */
static void pins_room_of_the_host(void **state) {
    (void)state;
    const struct ga_remote remote = {.alloc_host = pin, .free_host = unpin};
    const struct ga_backend backend = {.alloc = alloc, .free = count_free, .remote = &remote};
    struct ga_gpu gpu = {.backend = &backend, .limits = {.n_gpus = 1}};
    struct ga_err err = {""};
    void *memory = NULL;
    room = 8192;
    assert_int_equal(ga_host_room(&gpu, 4096, &memory, &err), GA_OK);
    assert_int_equal(ga_host_room(&gpu, 1024, &memory, &err), GA_OK);
    assert_int_equal(n_pinned, 1);
    assert_int_equal(ga_host_room(&gpu, 8192, &memory, &err), GA_OK);
    assert_int_equal(ga_hold(&gpu, 1024, &memory, &err), GA_OK);
    assert_int_equal(n_unpinned, 1);
    ga_release(&gpu);
    ga_release(&gpu);
    assert_int_equal(n_pinned, 2);
    assert_int_equal(n_unpinned, 2);
    assert_int_equal(ga_host_room(&gpu, 8193, &memory, &err), GA_ERROR);
    gpu.limits.n_gpus = 0;
    assert_int_equal(ga_host_room(&gpu, 1024, &memory, &err), GA_OK);
    assert_int_equal(n_pinned, 2);
    memset(memory, 1, 1024);
    ga_release(&gpu);
}

/* 16 GiB are waited for where the driver clears them: 75 ms. Where it does not, not even 16 TiB, which took 76 s. */
static void waits_for_drivers_that_clear(void **state) {
    (void)state;
    struct ga_backend backend = {.alloc = alloc, .free = count_free};
    struct ga_gpu gpu = {.backend = &backend};
    struct ga_err err = {""};
    void *memory = NULL;
    room = (size_t)1 << 44;
    assert_int_equal(ga_hold(&gpu, room, &memory, &err), GA_OK);
    double begin = ga_now_s();
    ga_release(&gpu);
    assert_true(ga_now_s() - begin < 30);
    backend.clears_freed = true;
    assert_int_equal(ga_hold(&gpu, room >> 10, &memory, &err), GA_OK);
    begin = ga_now_s();
    ga_release(&gpu);
    assert_true(ga_now_s() - begin > 0.07);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_the_first_usable),       cmocka_unit_test(says_why_of_the_first),
        cmocka_unit_test(stands_in_for_none),           cmocka_unit_test(takes_the_named),
        cmocka_unit_test(takes_the_users_word),         cmocka_unit_test(reserves_of_what_is_free),
        cmocka_unit_test(holds_between_visits),         cmocka_unit_test(pins_room_of_the_host),
        cmocka_unit_test(waits_for_drivers_that_clear),
    };
    return cmocka_run_group_tests_name("open", tests, NULL, NULL);
}
