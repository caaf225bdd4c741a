/* remote_check: the count of updates that were lost, on memory and tallies that are planted. Exit status 1 and a line for
 * each that differs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../bench/global/remote.cc"

/* No kernel runs here, and nobody asks who it is. */
extern "C" const struct ga_cpu_thread *ga_cpu_self(void) { abort(); }

static int n_wrong;

/* A party of n threads whose tallies are given; of exchanges also what they returned. */
static struct remote_party party(const struct remote_tally *tallies, uint32_t n) {
    return {tallies, nullptr, n, 0, 0, 0};
}

static void held(const char *what, enum remote_operation operation, const void *words,
                 uint32_t n_words, const struct remote_party *parties, uint32_t n_parties,
                 double lost, enum ga_status status) {
    struct remote_count count;
    const enum ga_status found =
        GA_SYMBOL(remote_check)(operation, words, n_words, parties, n_parties, &count);
    if (found == status && (status == GA_TIMEOUT ||
                            (count.lost == lost && count.found == count.expected - count.lost)))
        return;
    printf("%s: status %d, lost %g, expected %d, %g\n", what, (int)found, count.lost, (int)status,
           lost);
    n_wrong++;
}

/* Two parties of two threads, 4 updates each, and what is in the words: one word, then one a thread. */
static void counts(void) {
    const struct remote_tally four[] = {{GA_OK, 4, 4, 0, 0}, {GA_OK, 4, 4, 0, 0}};
    const struct remote_tally late[] = {{GA_OK, 4, 4, 0, 0}, {GA_TIMEOUT, 0, 0, 0, 0}};
    const struct remote_party both[] = {party(four, 2), party(four, 2)};
    const struct remote_party one_late[] = {party(four, 2), party(late, 2)};
    const uint64_t all = 16, missing = 13, more = 17, each[] = {8, 7};
    const float floats[] = {16, 0};
    held("all of 16", REMOTE_add_u32, &all, 1, both, 2, 0, GA_OK);
    held("13 of 16", REMOTE_add_u64, &missing, 1, both, 2, 3, GA_OK);
    held("13 of 16, counted up", REMOTE_inc, &missing, 1, both, 2, 3, GA_OK);
    held("floats", REMOTE_add_f32, floats, 1, both, 2, 0, GA_OK);
    held("17 of 16", REMOTE_add_u32, &more, 1, both, 2, -1, GA_WRONG);
    held("a word a thread", REMOTE_add_u64, each, 2, both, 2, 1, GA_OK);
    held("compare-and-swaps", REMOTE_cas, &missing, 1, both, 2, 3, GA_OK);
    held("a thread that waited too long", REMOTE_add_u32, &all, 1, one_late, 2, 0, GA_TIMEOUT);
}

/* Maxima leave the larger one; thread t's bit is set after an odd number of accesses. */
static void bits(void) {
    const struct remote_tally threads[] = {{GA_OK, 3, 3, 0, 0}, {GA_OK, 4, 4, 0, 0}};
    const struct remote_tally seen[] = {{GA_OK, 3, 3, 2, 1}, {GA_OK, 4, 4, 0, 0}};
    const struct remote_party p = party(threads, 2), q = party(seen, 2);
    const uint64_t four = 4, three = 3, first = 1, second = 2, none = 0;
    held("the largest", REMOTE_max, &four, 1, &p, 1, 0, GA_OK);
    held("not the largest", REMOTE_max, &three, 1, &p, 1, 1, GA_OK);
    held("the odd one's bit", REMOTE_xor, &first, 1, &p, 1, 0, GA_OK);
    held("both wrong", REMOTE_xor, &second, 1, &p, 1, 2, GA_OK);
    held("or and and", REMOTE_or_and, &none, 1, &p, 1, 1, GA_OK);
    held("two seen undone, and the bit since then", REMOTE_xor, &none, 1, &q, 1, 2, GA_OK);
}

/* One thread that put 11, 12 and 13, and got what its log says. */
static void values(void) {
    const struct remote_tally three = {GA_OK, 3, 3, 0, 0};
    const uint32_t whole[] = {0, 11, 12}, torn[] = {0, 11, 11};
    const uint64_t last = 13;
    struct remote_party p = {&three, whole, 1, 0, 10, 3};
    held("every value came back or is there", REMOTE_exchange, &last, 1, &p, 1, 0, GA_OK);
    p.log = torn;
    held("12 never came back", REMOTE_exchange, &last, 1, &p, 1, 1, GA_OK);
}

int main(void) {
    counts();
    bits();
    values();
    return n_wrong > 0;
}
