/* The queue of launches: how many are under way at most, in what order, and that all have ended. */
#include "check.h"

#include "backend.h"

extern const struct ga_backend ga_backend_cpu, ga_backend_fake;
const struct ga_backend ga_backend_cpu, ga_backend_fake; /* backend.c names them; none is opened */

/* A device that has a launch done only when somebody waits for it. */
static uint32_t n_queued, n_done, most, at[GA_N_EVENTS];
static const struct ga_launch *expected;
static bool hangs;

static enum ga_status enqueue(struct ga_gpu *gpu, const struct ga_launch *launch,
                              struct ga_err *err) {
    (void)gpu, (void)err;
    assert_ptr_equal(launch, expected++);
    n_queued++;
    most = n_queued - n_done > most ? n_queued - n_done : most;
    return GA_OK;
}
static enum ga_status record(struct ga_gpu *gpu, enum ga_event event, struct ga_err *err) {
    (void)gpu, (void)err;
    at[event] = n_queued;
    return GA_OK;
}
static enum ga_status is_done(struct ga_gpu *gpu, bool *done, struct ga_err *err) {
    (void)err;
    n_done = at[gpu->awaited] > n_done ? at[gpu->awaited] : n_done;
    *done = !hangs;
    return GA_OK;
}
static const struct ga_queue queue = {enqueue, record, is_done};

enum { MOST = 5 * GA_PART + 1 };
static enum ga_status feed(uint32_t n, struct ga_err *err) {
    static struct ga_launch launches[MOST];
    struct ga_gpu gpu = {.patience_s = 0.01};
    n_queued = n_done = most = 0;
    for (int e = 0; e < GA_N_EVENTS; e++)
        at[e] = UINT32_MAX;
    expected = launches;
    return ga_feed(&gpu, &queue, launches, n, err);
}

static void all_end(void **state) {
    (void)state;
    static const uint32_t numbers[] = {
        0,           1,   GA_PART - 1, GA_PART, 2 * GA_PART - 1, 2 * GA_PART, 2 * GA_PART + 1,
        4 * GA_PART, MOST};
    hangs = false;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct ga_err err = {""};
        const uint32_t n = numbers[i];
        assert_int_equal(feed(n, &err), GA_OK);
        assert_int_equal(n_queued, n);
        assert_int_equal(n_done, n);
        assert_int_equal(at[GA_BEGIN], 0);
        assert_int_equal(most, n < 2 * GA_PART ? n : 2 * GA_PART);
    }
}

/* The watchdog looks before more are queued. */
static void one_hangs(void **state) {
    (void)state;
    struct ga_err err = {""};
    hangs = true;
    assert_int_equal(feed(MOST, &err), GA_TIMEOUT);
    assert_int_equal(n_queued, 2 * GA_PART);
    assert_contains(err.message, "a kernel ran for more than");
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_end),
        cmocka_unit_test(one_hangs),
    };
    return cmocka_run_group_tests_name("feed", tests, NULL, NULL);
}
