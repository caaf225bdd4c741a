/* The data flow of long functions takes as long as they are, not as their square: libraries have functions of 20,000 instructions. */
#include "check.h"

#include <stdlib.h>
#include <time.h>

#include "disassembly.h"
#include "flow.h"

enum { N = 20000, EACH = 20, BACK = N - 2 };

static struct ga_sass plain(uint32_t i) {
    return (struct ga_sass){
        .key = {.name = ""},
        .offset = i * GA_SASS_BYTES,
        .destination = (uint16_t)(i % 200),
        .source = {(uint16_t)((i + 7) % 200), (uint16_t)((i + 31) % 200), GA_NO_REGISTER},
        .address = GA_NO_REGISTER,
        .base = GA_NO_REGISTER,
        .compare = GA_NO_REGISTER,
        .value = GA_NO_REGISTER,
        .guard = GA_NO_PREDICATE};
}

static struct ga_sass jump(uint32_t i, uint32_t to, uint8_t guard) {
    struct ga_sass in = plain(i);
    in.destination = in.source[0] = in.source[1] = GA_NO_REGISTER;
    in.role = GA_ROLE_BRANCH;
    in.target = to * GA_SASS_BYTES;
    in.guard = guard;
    in.conditional = in.key.guarded = guard != GA_NO_PREDICATE;
    return in;
}

static struct ga_sass atomic(uint32_t i) {
    struct ga_sass in = plain(i);
    in.key = (struct ga_sass_key){.name = "ATOMG",
                                  .class = GA_CLASS_ATOMIC,
                                  .operation = GA_OP_ADD,
                                  .space = GA_SPACE_DEVICE,
                                  .used = true};
    in.destination = 201;
    in.value = 5;
    return in;
}

/* Seconds of CPU. */
static double flow_of(struct ga_sass *code, uint32_t n) {
    struct ga_err err;
    code[n - 2] = jump(n - 2, 0, GA_NO_PREDICATE);
    code[n - 1] = jump(n - 1, 0, GA_NO_PREDICATE);
    code[n - 1].role = GA_ROLE_END;
    const clock_t begin = clock();
    assert_int_equal(ga_flow(code, n, NULL, &err), GA_OK);
    return (double)(clock() - begin) / CLOCKS_PER_SEC;
}

static double flow(struct ga_sass *code) { return flow_of(code, N); }

/* One cycle of atomics of which every other's result decides whether it goes on. */
static void steered(void **state) {
    struct ga_sass *const code = malloc(N * sizeof *code);
    (void)state;
    for (uint32_t i = 0; i < N; i++)
        code[i] = plain(i);
    for (uint32_t i = 0; i + 3 < BACK; i += EACH) {
        code[i] = atomic(i);
        code[i + 1].role = GA_ROLE_COMPARE;
        code[i + 1].written = ga_predicate(0);
        code[i + 1].destination = GA_NO_REGISTER;
        code[i + 1].source[0] = i / EACH % 2 ? 201 : 7;
        code[i + 1].source[1] = GA_NO_REGISTER;
        code[i + 2] = jump(i + 2, N - 1, 0);
    }
    assert_true(flow(code) < 2);
    for (uint32_t i = 0; i + 3 < BACK; i += EACH)
        assert_int_equal(code[i].key.loop, i / EACH % 2 ? GA_LOOP_STEERED : GA_LOOP_OTHER);
    free(code);
}

/* One block of values that go to shared memory, or come from there, beside atomics on both. */
static void stored(void **state) {
    struct ga_sass *const code = malloc(N * sizeof *code);
    (void)state;
    for (uint32_t i = 0; i < N; i++) {
        code[i] = i % EACH ? plain(i) : atomic(i);
        if (i % EACH == 2) {
            code[i].role = GA_ROLE_STORE_SHARED;
            code[i].destination = GA_NO_REGISTER;
            code[i].source[1] = 220; /* set nowhere */
        }
        if (i % EACH == 3)
            code[i].role = GA_ROLE_LOAD_SHARED;
        if (i % EACH == 4)
            code[i].key = (struct ga_sass_key){
                .name = "ATOMS", .class = GA_CLASS_ATOMIC, .space = GA_SPACE_SHARED};
    }
    assert_true(flow(code) < 2);
    free(code);
}

/* A word at an offset from a register that nothing writes. */
static struct ga_sass at_word(uint32_t i, uint8_t role, uint16_t address, int32_t displacement) {
    struct ga_sass in = plain(i);
    in.role = role;
    in.is_plain = true;
    in.source[0] = address;
    in.source[1] = role == GA_ROLE_STORE ? 201 : GA_NO_REGISTER;
    in.destination = role == GA_ROLE_STORE ? GA_NO_REGISTER : 203;
    in.displacement = displacement;
    return in;
}

/* A cycle of n instructions that is left by 16 words, and stores before and behind its end at another address. */
static double flow_words(uint32_t n) {
    struct ga_sass *const code = malloc(N * sizeof *code);
    code[0] = atomic(0);
    for (uint32_t i = 1; i < BACK; i++)
        code[i] = at_word(i, GA_ROLE_STORE, 210, 4);
    for (uint32_t k = 0; k < 16; k++) {
        code[2 * k + 1] = at_word(2 * k + 1, GA_ROLE_LOAD, 212, 4);
        code[2 * k + 2] = plain(2 * k + 2);
        code[2 * k + 2].destination = code[2 * k + 2].source[0] = 204;
        code[2 * k + 2].source[1] = 203;
    }
    code[n - 2] = plain(n - 2);
    code[n - 2].role = GA_ROLE_COMPARE;
    code[n - 2].source[1] = GA_NO_REGISTER;
    code[n - 2].written = ga_predicate(0);
    code[n - 2].source[0] = 204;
    code[n - 1] = jump(n - 1, 0, 0);
    const double seconds = flow(code);
    assert_int_equal(code[0].key.loop, GA_LOOP_OTHER);
    free(code);
    return seconds;
}

static void words(void **state) {
    (void)state;
    assert_true(flow_words(BACK - 1) < 0.5);
    assert_true(flow_words(40) < 0.5);
}

/* As many cycles as there can be, each of which goes by a word. */
static void many_cycles(void **state) {
    enum { MANY = 3 * N };
    struct ga_sass *const code = malloc(MANY * sizeof *code);
    (void)state;
    for (uint32_t i = 0; i < MANY; i++)
        code[i] = plain(i);
    for (uint32_t i = 0; i + 7 < MANY; i += 6) {
        code[i] = atomic(i);
        code[i + 1] = at_word(i + 1, GA_ROLE_STORE, 210, 4);
        code[i + 2] = at_word(i + 2, GA_ROLE_LOAD, 210, 4);
        code[i + 3] = plain(i + 3);
        code[i + 4] = plain(i + 4);
        code[i + 4].role = GA_ROLE_COMPARE;
        code[i + 4].written = ga_predicate(0);
        code[i + 4].destination = GA_NO_REGISTER;
        code[i + 4].source[0] = 203;
        code[i + 5] = jump(i + 5, i, 0);
    }
    assert_true(flow_of(code, MANY) < 1);
    for (uint32_t i = 0; i + 7 < MANY; i += 6)
        assert_int_equal(code[i].key.loop, GA_LOOP_STEERED);
    free(code);
}

/* An atomic's result, over which another value is written under a predicate, and what is stored to shared memory under one. */
static bool is_shared(bool negated, uint8_t between) {
    struct ga_sass code[] = {atomic(0), plain(1), plain(2), plain(3), jump(4, 0, GA_NO_PREDICATE)};
    struct ga_err err;
    code[1].destination = code[3].source[1] = code[0].destination;
    code[3].role = GA_ROLE_STORE_SHARED;
    code[1].guard = code[3].guard = 0;
    code[1].key.guarded = code[3].key.guarded = true;
    code[3].negated = negated;
    code[2].written = ga_predicate(between);
    code[4].role = GA_ROLE_END;
    assert_int_equal(ga_flow(code, sizeof code / sizeof *code, NULL, &err), GA_OK);
    return code[0].key.shares;
}

/* All lanes that store wrote the other value before; not those that the predicate leaves out, or that it has since come to. */
static void guarded(void **state) {
    (void)state;
    assert_false(is_shared(false, 1));
    assert_true(is_shared(true, 1));
    assert_true(is_shared(false, 0));
}

/* A cycle that is left by the predicate that an atomic writes. */
static uint8_t loop_by_predicate(uint8_t operation) {
    struct ga_sass code[] = {atomic(0), jump(1, 3, 0), jump(2, 0, GA_NO_PREDICATE),
                             jump(3, 0, GA_NO_PREDICATE)};
    struct ga_err err;
    code[0].key.operation = operation;
    code[0].written = ga_predicate(0);
    code[3].role = GA_ROLE_END;
    assert_int_equal(ga_flow(code, sizeof code / sizeof *code, NULL, &err), GA_OK);
    return code[0].key.loop;
}

/* An add's says that it was done, a swap's that it swapped. */
static void done(void **state) {
    (void)state;
    assert_int_equal(loop_by_predicate(GA_OP_ADD), GA_LOOP_OTHER);
    assert_int_equal(loop_by_predicate(GA_OP_CAST), GA_LOOP_SPIN);
}

/* Which predicates a barrier asks, and reading its result writes: by both readers, those of a vote alone. */
static void votes(void **state) {
    static const struct {
        uint64_t words[2];
        const char *text;
        uint8_t written, asked;
    } each[] = {{{0x7b1d, 0x000fea0000000000}, "BAR.SYNC 0x0", 0, 0},
                {{0x7b1d, 0x000fea0000804000}, "BAR.RED.POPC 0x0, P1", GA_BLOCK_VOTE, 2},
                {{0x7b1d, 0x000fea0000806000}, "BAR.SCAN 0x0, 0x0, P1", 0, 2},
                {{0x731c, 0x000e640000000000}, "B2R R0, 0x0", 0, 0},
                {{0x731c, 0x000e640000008000}, "B2R.WARP R0", 0, 0},
                {{0x731c, 0x000e640000004000}, "B2R.RESULT R0, P0", 1, GA_BLOCK_VOTE}};
    (void)state;
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        struct ga_sass own, text;
        ga_sass_decode(each[i].words, 90, 0, &own);
        ga_sass_parse(each[i].text, 0, &text);
        assert_int_equal(own.written, each[i].written);
        assert_int_equal(own.asked, each[i].asked);
        assert_int_equal(text.written, each[i].written);
        assert_int_equal(text.asked, each[i].asked);
    }
}

/* A function of jumps alone, with a target each. */
static void jumps_alone(void **state) {
    enum { JUMPS = 50000 };
    struct ga_sass *const code = malloc(JUMPS * sizeof *code);
    struct ga_jump *const each = malloc(JUMPS * sizeof *each);
    struct ga_err err;
    (void)state;
    for (uint32_t i = 0; i < JUMPS; i++) {
        code[i] = plain(i);
        code[i].role = i + 1 < JUMPS ? GA_ROLE_JUMP : GA_ROLE_END;
        each[i] = (struct ga_jump){code[i].offset, code[i].offset + GA_SASS_BYTES};
    }
    const clock_t start = clock();
    const struct ga_jumps jumps = {.each = each, .n = JUMPS - 1};
    assert_int_equal(ga_flow(code, JUMPS, &jumps, &err), GA_OK);
    assert_true(clock() - start < 2 * CLOCKS_PER_SEC);
    free(code);
    free(each);
}

/* Two instructions at one offset, which no machine code has, have not twice the room for the targets listed. ASan looks. */
static void twice_at_one_offset(void **state) {
    struct ga_sass *const code = malloc(3 * sizeof *code);
    struct ga_jump each[64];
    struct ga_err err;
    (void)state;
    for (uint32_t i = 0; i < 3; i++)
        code[i] = plain(i);
    code[0].role = code[1].role = GA_ROLE_JUMP;
    code[1].offset = code[0].offset;
    code[2].role = GA_ROLE_END;
    for (size_t k = 0; k < sizeof each / sizeof *each; k++)
        each[k] = (struct ga_jump){code[0].offset, code[2].offset};
    const struct ga_jumps jumps = {.each = each, .n = sizeof each / sizeof *each};
    assert_int_equal(ga_flow(code, 3, &jumps, &err), GA_OK);
    free(code);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(steered),
                                       cmocka_unit_test(stored),
                                       cmocka_unit_test(words),
                                       cmocka_unit_test(many_cycles),
                                       cmocka_unit_test(guarded),
                                       cmocka_unit_test(done),
                                       cmocka_unit_test(votes),
                                       cmocka_unit_test(jumps_alone),
                                       cmocka_unit_test(twice_at_one_offset)};
    return cmocka_run_group_tests_name("flow", tests, NULL, NULL);
}
