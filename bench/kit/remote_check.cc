/* The operations of remote.h, and the count of what was lost of them. */
#include "remote.h"

#include <string.h>

#define REMOTE_NAME(op, type) #op "_" #type,
extern "C" const char *const GA_SYMBOL(remote_operations)[] = {
    REMOTE_OPERATIONS(REMOTE_NAME) nullptr};

extern "C" const struct remote_about GA_SYMBOL(remote_abouts)[] = {
    {REMOTE_COUNT, 0, {GA_OP_add}, GA_TYPE_u32, 32},
    {REMOTE_COUNT, 0, {GA_OP_add}, GA_TYPE_u64, 64},
    {REMOTE_COUNT, 0, {GA_OP_add}, GA_TYPE_f32, 32},
    {REMOTE_COUNT, 0, {GA_OP_add}, GA_TYPE_f64, 64},
    {REMOTE_COUNT, 0, {GA_OP_inc}, GA_TYPE_u32, 32},
    {REMOTE_EXTREME, 0xff, {GA_OP_min}, GA_TYPE_u32, 32},
    {REMOTE_EXTREME, 0xff, {GA_OP_min}, GA_TYPE_u64, 64},
    {REMOTE_EXTREME, 0, {GA_OP_max}, GA_TYPE_u32, 32},
    {REMOTE_EXTREME, 0, {GA_OP_max}, GA_TYPE_u64, 64},
    {REMOTE_BIT, 0, {GA_OP_xor}, GA_TYPE_u32, 32},
    {REMOTE_BIT, 0, {GA_OP_xor}, GA_TYPE_u64, 64},
    {REMOTE_BIT, 0, {GA_OP_or, GA_OP_and}, GA_TYPE_u32, 32},
    {REMOTE_BIT, 0, {GA_OP_or, GA_OP_and}, GA_TYPE_u64, 64},
    {REMOTE_EXCHANGE, 0, {GA_OP_exchange}, GA_TYPE_u32, 32},
    {REMOTE_EXCHANGE, 0, {GA_OP_exchange}, GA_TYPE_u64, 64},
    {REMOTE_EXCHANGE, 0, {GA_OP_exchange}, GA_TYPE_b128, 128},
    {REMOTE_CAS, 0, {GA_OP_cas}, GA_TYPE_u32, 32},
    {REMOTE_CAS, 0, {GA_OP_cas}, GA_TYPE_u64, 64},
    {REMOTE_CAS, 0, {GA_OP_cas}, GA_TYPE_b128, 128},
};

/* The number in a word, as remote_kernels.h has made it. *torn: its halves differ. */
static double value_of(const struct remote_about *about, const char *word, bool *torn) {
    uint64_t halves[2] = {0, 0};
    uint32_t quarters[2];
    float f32;
    double f64;
    memcpy(halves, word, remote_word_bytes(about->bits));
    memcpy(quarters, word, sizeof quarters);
    memcpy(&f32, word, sizeof f32);
    memcpy(&f64, word, sizeof f64);
    *torn = false;
    if (about->type == GA_TYPE_f32)
        return (double)f32;
    if (about->type == GA_TYPE_f64)
        return f64;
    if (about->bits == 128)
        *torn = halves[0] != halves[1];
    else if (about->bits == 64 && about->kind != REMOTE_BIT)
        *torn = quarters[0] != quarters[1];
    return about->initial ? (double)~quarters[0] : (double)quarters[0];
}

/* What is checked. */
struct left {
    const struct remote_about *about;
    const char *words;
    uint32_t n_words;
    const struct remote_party *parties;
    uint32_t n_parties;
};

static const char *word_of(const struct left *l, uint32_t thread) {
    const uint32_t bytes = remote_word_bytes(l->about->bits);
    return l->words + (l->n_words > 1 ? (size_t)thread * bytes : 0);
}
static double number_in(const struct left *l, uint32_t thread) {
    bool torn;
    return value_of(l->about, word_of(l, thread), &torn);
}

/* Words that count updates: what is not in them was lost. *more: they count some that nobody made. */
static double lost_of_counts(const struct left *l, bool *more) {
    double lost = 0;
    for (uint32_t w = 0; w < l->n_words; w++) {
        double missing = -number_in(l, w);
        for (uint32_t p = 0; p < l->n_parties; p++)
            for (uint32_t t = w; t < (l->n_words > 1 ? w + 1 : l->parties[p].n_threads); t++)
                missing += l->parties[p].tallies[t].updates;
        *more |= missing < 0;
        lost += missing;
    }
    return lost;
}

static double last_put(const struct remote_party *p, uint32_t n_words, uint32_t t) {
    const uint32_t n = p->tallies[t].accesses;
    return n ? remote_put(n - 1, p->first_rank + (n_words > 1 ? 0 : t), p->n_ranks) : 0;
}

/* Of what a thread finds undone at its next access, the last can be seen only here. *more: a word has a value that
 * is larger than what was put there. */
static double lost_of_extremes(const struct left *l, bool *more) {
    double lost = 0;
    for (uint32_t w = 0; w < l->n_words; w++) {
        const double there = number_in(l, w);
        double largest = 0;
        for (uint32_t p = 0; p < l->n_parties; p++)
            for (uint32_t t = w; t < (l->n_words > 1 ? w + 1 : l->parties[p].n_threads); t++) {
                const double put = last_put(&l->parties[p], l->n_words, t);
                lost += l->parties[p].tallies[t].lost + (there < put);
                largest = put > largest ? put : largest;
            }
        *more |= there > largest;
    }
    return lost;
}

static double lost_of_bits(const struct left *l, const struct remote_party *p, uint32_t n_bits) {
    double lost = 0;
    for (uint32_t t = 0; t < p->n_threads; t++) {
        const struct remote_tally *const x = &p->tallies[t];
        const uint32_t bit = remote_bit(p->first_rank + (l->n_words > 1 ? 0 : t), n_bits);
        uint64_t word = 0;
        memcpy(&word, word_of(l, t), sizeof word);
        lost += x->lost + ((word >> bit & 1) != ((x->accesses & 1) ^ x->off));
    }
    return lost;
}

/* Of exchanges on a word of the thread's own. */
static double lost_of_own(const struct left *l, const struct remote_party *p) {
    double lost = 0;
    for (uint32_t t = 0; t < p->n_threads; t++) {
        const uint32_t n = p->tallies[t].accesses;
        lost +=
            p->tallies[t].lost + (number_in(l, t) != (n ? p->first_value + t * p->most + n : 0));
    }
    return lost;
}

/* Values that were put and never came back. */
static double lost_of_values(const struct left *l) {
    size_t n_values = 1;
    double lost = 0;
    for (uint32_t p = 0; p < l->n_parties; p++) {
        const struct remote_party *const q = &l->parties[p];
        const size_t last = (size_t)q->first_value + (size_t)q->n_threads * q->most + 1;
        n_values = last > n_values ? last : n_values;
    }
    bool *const came_back = new bool[n_values]();
    for (uint32_t w = 0; w < l->n_words; w++)
        came_back[(size_t)number_in(l, w) % n_values] = true;
    for (uint32_t p = 0; p < l->n_parties; p++)
        for (uint32_t t = 0; t < l->parties[p].n_threads; t++)
            for (uint32_t i = 0; i < l->parties[p].tallies[t].accesses; i++)
                came_back[l->parties[p].log[(size_t)i * l->parties[p].n_threads + t] % n_values] =
                    true;
    for (uint32_t p = 0; p < l->n_parties; p++)
        for (uint32_t t = 0; t < l->parties[p].n_threads; t++)
            for (uint32_t i = 0; i < l->parties[p].tallies[t].accesses; i++)
                lost +=
                    !came_back[l->parties[p].first_value + (size_t)t * l->parties[p].most + i + 1];
    delete[] came_back;
    return lost;
}

static double torn_of(const struct left *l) {
    double torn = 0;
    for (uint32_t w = 0; w < l->n_words; w++) {
        bool is_torn;
        value_of(l->about, word_of(l, w), &is_torn);
        torn += is_torn;
    }
    for (uint32_t p = 0; p < l->n_parties; p++)
        for (uint32_t t = 0; t < l->parties[p].n_threads; t++)
            torn += l->parties[p].tallies[t].torn;
    return torn;
}

extern "C" enum ga_status GA_SYMBOL(remote_check)(enum remote_operation operation,
                                                  const void *words, uint32_t n_words,
                                                  const struct remote_party *parties,
                                                  uint32_t n_parties, struct remote_count *count) {
    const struct remote_about *const about = &GA_SYMBOL(remote_abouts)[operation];
    const struct left l = {about, (const char *)words, n_words, parties, n_parties};
    bool more = false;
    *count = {0, 0, 0, 0};
    for (uint32_t p = 0; p < n_parties; p++)
        for (uint32_t t = 0; t < parties[p].n_threads; t++) {
            if (parties[p].tallies[t].outcome != GA_OK)
                return (enum ga_status)parties[p].tallies[t].outcome;
            count->expected += parties[p].tallies[t].updates;
        }
    if (about->kind == REMOTE_EXTREME)
        count->lost = lost_of_extremes(&l, &more);
    else if (about->kind == REMOTE_EXCHANGE && parties[0].log)
        count->lost = lost_of_values(&l);
    else if (about->kind == REMOTE_COUNT || about->kind == REMOTE_CAS)
        count->lost = lost_of_counts(&l, &more);
    for (uint32_t p = 0; p < n_parties; p++)
        if (about->kind == REMOTE_BIT)
            count->lost += lost_of_bits(&l, &parties[p], about->bits);
        else if (about->kind == REMOTE_EXCHANGE && !parties[0].log)
            count->lost += lost_of_own(&l, &parties[p]);
    count->found = count->expected - count->lost;
    count->torn = torn_of(&l);
    return more ? GA_WRONG : GA_OK;
}
