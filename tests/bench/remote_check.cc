/* remote_check: the count of updates that were lost, on memory and tallies that are planted. Exit status 1 and a line for
 * each that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../bench/kit/remote_check.cc"

/* No kernel runs here, and nobody asks who it is. */
extern "C" const struct ga_cpu_thread *ga_cpu_self(void) { abort(); }

static int n_wrong;

/* A party of n threads whose tallies are given; of exchanges also what they returned. */
static struct remote_party party(const struct remote_tally *tallies, uint32_t n, uint32_t rank = 0,
                                 uint32_t n_ranks = 2) {
    return {tallies, nullptr, n, rank, n_ranks, 0, 0};
}

static void held(const char *what, enum remote_operation operation, const void *words,
                 uint32_t n_words, const struct remote_party *parties, uint32_t n_parties,
                 double lost, double torn, enum ga_status status) {
    struct remote_count count;
    const enum ga_status found =
        GA_SYMBOL(remote_check)(operation, words, n_words, parties, n_parties, &count);
    if (found == status && (status == GA_TIMEOUT || (count.lost == lost && count.torn == torn &&
                                                     count.found == count.expected - count.lost)))
        return;
    printf("%s, %s: status %d, lost %g, torn %g, expected %d, %g, %g\n",
           GA_SYMBOL(remote_operations)[operation], what, (int)found, count.lost, count.torn,
           (int)status, lost, torn);
    n_wrong++;
}

/* Words with a number, as the kernels leave it. */
struct words {
    alignas(16) char bytes[4 * 16];
};
static struct words filled(enum remote_operation operation, const uint32_t *numbers, uint32_t n) {
    const struct remote_about *const about = &GA_SYMBOL(remote_abouts)[operation];
    const bool is_float = about->type == GA_TYPE_f32 || about->type == GA_TYPE_f64;
    struct words w;
    memset(&w, 0xaa, sizeof w); /* what lies beside a word is not looked at */
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t bits = about->initial ? ~numbers[i] : numbers[i];
        const uint32_t four[4] = {bits, bits, about->bits == 128 ? 0 : bits, 0};
        const uint32_t halves[4] = {bits, 0, bits, 0};
        const float f32 = (float)numbers[i];
        const double f64 = numbers[i];
        char *const at = w.bytes + i * remote_word_bytes(about->bits);
        memcpy(at,
               is_float           ? about->bits == 32 ? (const void *)&f32 : (const void *)&f64
               : about->bits > 64 ? (const void *)halves
                                  : (const void *)four,
               about->bits / 8);
    }
    return w;
}
static struct words one(enum remote_operation operation, uint32_t number) {
    return filled(operation, &number, 1);
}
/* Likewise, with the upper half less by one. */
static struct words torn(enum remote_operation operation, uint32_t number) {
    struct words w = one(operation, number);
    w.bytes[GA_SYMBOL(remote_abouts)[operation].bits / 16] ^= 1;
    return w;
}

static const struct remote_tally four_each[] = {{GA_OK, 4, 4, 0, 0, 0}, {GA_OK, 4, 4, 0, 0, 0}};

/* Three parties of two threads, 4 updates each: 24 on one word; a word a thread: 12 on each. */
static void count(enum remote_operation op) {
    const struct remote_party three[] = {party(four_each, 2), party(four_each, 2),
                                         party(four_each, 2)};
    const struct words all = one(op, 24), third = one(op, 16), more = one(op, 25);
    const uint32_t numbers[] = {12, 11};
    const struct words each = filled(op, numbers, 2);
    held("all of 24", op, &all, 1, three, 3, 0, 0, GA_OK);
    held("those of the third party are lost", op, &third, 1, three, 3, 8, 0, GA_OK);
    held("the third party is not asked", op, &all, 1, three, 2, -8, 0, GA_WRONG);
    held("25 of 24", op, &more, 1, three, 3, -1, 0, GA_WRONG);
    held("a word a thread", op, &each, 2, three, 3, 1, 0, GA_OK);
}

static void waited(void) {
    const struct remote_tally late[] = {{GA_OK, 4, 4, 0, 0, 0}, {GA_TIMEOUT, 0, 0, 0, 0, 0}};
    const struct remote_party both[] = {party(four_each, 2), party(late, 2)};
    const struct words all = one(REMOTE_add_u32, 16);
    held("a thread waited too long", REMOTE_add_u32, &all, 1, both, 2, 0, 0, GA_TIMEOUT);
}

/* Of four threads, 4 accesses each, the last puts 3 * 4 + 3 + 1. One sees at its second access that its first is gone. */
static void extreme(enum remote_operation op) {
    const struct remote_tally seen[] = {{GA_OK, 4, 4, 1, 0, 0}, {GA_OK, 4, 4, 0, 0, 0}};
    const struct remote_party two[] = {party(four_each, 2, 0, 4), party(four_each, 2, 2, 4)};
    const struct remote_party saw[] = {party(seen, 2, 0, 4), party(four_each, 2, 2, 4)};
    const struct remote_party own = party(four_each, 2, 0, 1);
    const struct words all = one(op, 16), last = one(op, 15), older = one(op, 14),
                       more = one(op, 17);
    const uint32_t numbers[] = {4, 3};
    const struct words each = filled(op, numbers, 2);
    held("the largest", op, &all, 1, two, 2, 0, 0, GA_OK);
    held("the last of one thread is gone", op, &last, 1, two, 2, 1, 0, GA_OK);
    held("those of two", op, &older, 1, two, 2, 2, 0, GA_OK);
    held("one was seen undone", op, &all, 1, saw, 2, 1, 0, GA_OK);
    held("what nobody put", op, &more, 1, two, 2, 0, 0, GA_WRONG);
    held("a word a thread", op, &each, 2, &own, 1, 1, 0, GA_OK);
}

/* Thread t's bit is set after an odd number of accesses. */
static void bits(enum remote_operation op, bool flips) {
    const uint32_t n_bits = GA_SYMBOL(remote_abouts)[op].bits;
    const struct remote_tally threads[] = {{GA_OK, 3, 3, 0, 0, 0}, {GA_OK, 4, 4, 0, 0, 0}};
    const struct remote_tally seen[] = {{GA_OK, 3, 3, 2, flips, 0}, {GA_OK, 4, 4, 0, 0, 0}};
    const struct remote_party p = party(threads, 2), q = party(seen, 2),
                              third = party(threads, 2, 2);
    const struct remote_party two[] = {p, third};
    const uint64_t first = (uint64_t)1 << remote_bit(0, n_bits),
                   second = (uint64_t)1 << remote_bit(1, n_bits),
                   both = first | (uint64_t)1 << remote_bit(2, n_bits), none = 0;
    held("the odd one's bit", op, &first, 1, &p, 1, 0, 0, GA_OK);
    held("both wrong", op, &second, 1, &p, 1, 2, 0, GA_OK);
    held("the last is gone", op, &none, 1, &p, 1, 1, 0, GA_OK);
    held("two parties", op, &both, 1, two, 2, 0, 0, GA_OK);
    held("the second's last is gone", op, &first, 1, two, 2, 1, 0, GA_OK);
    held("two seen undone", op, flips ? &none : &first, 1, &q, 1, 2, 0, GA_OK);
}

/* Three parties of a thread that put 11 .. 13, 21 .. 23 and 31 .. 33, and got what their logs say. */
static void values(enum remote_operation op) {
    const struct remote_tally three = {GA_OK, 3, 3, 0, 0, 0};
    const uint32_t a[] = {0, 11, 12}, b[] = {13, 21, 22}, c[] = {23, 31, 32},
                   again[] = {23, 31, 31};
    struct remote_party p[] = {
        {&three, a, 1, 0, 3, 10, 3}, {&three, b, 1, 1, 3, 20, 3}, {&three, c, 1, 2, 3, 30, 3}};
    const struct words last = one(op, 33), older = one(op, 32);
    held("every value came back or is there", op, &last, 1, p, 3, 0, 0, GA_OK);
    held("33 never came back", op, &older, 1, p, 3, 1, 0, GA_OK);
    p[2].log = again;
    held("32 never came back", op, &last, 1, p, 3, 1, 0, GA_OK);
}

/* Two threads, each with a word of its own, put 11 .. 13 and 14 .. 16. The second has seen one undone. */
static void own_values(enum remote_operation op) {
    const struct remote_tally fine[] = {{GA_OK, 3, 3, 0, 0, 0}, {GA_OK, 3, 3, 0, 0, 0}};
    const struct remote_tally seen[] = {{GA_OK, 3, 3, 0, 0, 0}, {GA_OK, 3, 3, 1, 0, 0}};
    const struct remote_party p = {fine, nullptr, 2, 0, 1, 10, 3},
                              q = {seen, nullptr, 2, 0, 1, 10, 3};
    const uint32_t right[] = {13, 16}, wrong[] = {13, 15};
    const struct words last = filled(op, right, 2), older = filled(op, wrong, 2);
    held("the last values are there", op, &last, 2, &p, 1, 0, 0, GA_OK);
    held("one is not", op, &older, 2, &p, 1, 1, 0, GA_OK);
    held("one was seen undone", op, &last, 2, &q, 1, 1, 0, GA_OK);
}

/* Halves that do not belong together: in memory, and in what one thread got. */
static void halves(enum remote_operation op, uint32_t number, const struct remote_party *p) {
    struct remote_tally got = p->tallies[0];
    struct remote_party q = *p;
    const struct words whole = one(op, number), split = torn(op, number);
    got.torn = 2;
    q.tallies = &got;
    held("whole", op, &whole, 1, p, 1, 0, 0, GA_OK);
    held("a torn word", op, &split, 1, p, 1, 0, 1, GA_OK);
    held("torn values were seen", op, &whole, 1, &q, 1, 0, 2, GA_OK);
}

int main(void) {
    const struct remote_party alone = {four_each, nullptr, 1, 0, 1, 0, 4};
    waited();
    for (uint32_t i = 0; i < REMOTE_N_OPERATIONS; i++) {
        const enum remote_operation op = (enum remote_operation)i;
        const struct remote_about *const about = &GA_SYMBOL(remote_abouts)[i];
        if (about->kind == REMOTE_COUNT || about->kind == REMOTE_CAS)
            count(op);
        else if (about->kind == REMOTE_EXTREME)
            extreme(op);
        else if (about->kind == REMOTE_BIT)
            bits(op, about->parts[1] == GA_OP_end);
        else {
            values(op);
            own_values(op);
        }
        if (about->bits > 32 && about->type != GA_TYPE_f64 && about->kind != REMOTE_BIT)
            halves(op, 4, &alone);
    }
    return n_wrong > 0;
}
