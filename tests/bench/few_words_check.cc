/* few_words_check: who has which word in global_few_words, by `share`: an SM as few words as can be, a warp one, or a warp as
 * many as can be; and a word's threads are as many as any other's. Exit status 1 and a line for each number that is not as
 * expected. */
#include "global/few_words.h"
#include "differs.h"

enum : uint32_t { SMS_ = 8, SM_WARPS = 4, LANES_ = 32, MOST_WORDS = 64 };

/* out: how many different words n threads have, of a warp on. */
static uint32_t n_words(const struct few_plan *plan, uint32_t warp, uint32_t n_warps) {
    bool has[MOST_WORDS] = {};
    uint32_t n = 0;
    for (uint32_t w = warp; w < warp + n_warps; w++)
        for (uint32_t lane = 0; lane < LANES_; lane++) {
            bool *const at = &has[few_word(plan, w, lane)];
            n += !*at;
            *at = true;
        }
    return n;
}

static void check(const char *what, uint32_t words, uint32_t share, uint32_t of_sm,
                  uint32_t of_warp) {
    struct few_plan plan = {};
    plan.n_words = words;
    plan.stride = 4096;
    plan.share = share;
    plan.n_sms = SMS_;
    plan.sm_warps = SM_WARPS;
    plan.lanes = LANES_;
    uint32_t where[SMS_ * SM_WARPS * LANES_], threads[MOST_WORDS];
    struct few_host h = {};
    h.where = where;
    h.threads = threads;
    few_place_threads(&plan, LANES_, &h);
    for (uint32_t k = 0; k < words; k++)
        differs(what, "threads of a word", threads[k], SMS_ * SM_WARPS * LANES_ / words);
    for (uint32_t sm = 0; sm < SMS_; sm++)
        differs(what, "words of an SM", n_words(&plan, sm * SM_WARPS, SM_WARPS), of_sm);
    for (uint32_t warp = 0; warp < SMS_ * SM_WARPS; warp++)
        differs(what, "words of a warp", n_words(&plan, warp, 1), of_warp);
    differs(what, "leaders", (where[0] & CROWD_LEADER) != 0 && !(where[1] & CROWD_LEADER), true);
    differs(what, "the last thread's offset",
            (where[SMS_ * SM_WARPS * LANES_ - 1] & CROWD_OFFSET) * 4, (words - 1) * 4096);
}

/* Of SMs 10 .. 17 the first half is near to even pages, the second to odd ones. expected: roles of SMs 10 .. 17. */
static void choose(const char *what, uint32_t share, uint32_t words, uint32_t n_sms,
                   const uint32_t *expected) {
    static uint32_t ids[SMS_], cycles[(uint32_t)SMS_ * GA_DISTANCE_LINES], roles[FEW_IDS];
    for (uint32_t sm = 0; sm < SMS_; sm++) {
        ids[sm] = 10 + sm;
        for (uint32_t line = 0; line < GA_DISTANCE_LINES; line++)
            cycles[sm * GA_DISTANCE_LINES + line] = (sm < SMS_ / 2) == (line % 2 == 0) ? 100 : 200;
    }
    struct few_plan plan = {};
    plan.n_words = words;
    plan.stride = 4096;
    plan.share = share;
    plan.n_sms = n_sms;
    struct few_host h = {};
    h.distances = {ids, cycles};
    h.roles = roles;
    few_choose_sms(&plan, SMS_, &h);
    for (uint32_t sm = 0; sm < SMS_; sm++)
        differs(what, "role", roles[10 + sm], expected[sm]);
}

int main(void) {
    static const uint32_t by_turns[] = {1, 3, 0, 0, 2, 4, 0, 0}, near[] = {1, 2, 0, 0, 3, 4, 0, 0},
                          far[] = {3, 4, 0, 0, 1, 2, 0, 0}, all[] = {1, 3, 5, 7, 2, 4, 6, 8};
    choose("near and far in turns", SHARE_SM, 2, 4, by_turns);
    choose("all", SHARE_LANE, 4, 8, all);
    choose("two words' nearest", SHARE_NEAR, 2, 4, near);
    choose("two words' farthest", SHARE_FAR, 2, 4, far);
    check("2 words, sm", 2, SHARE_SM, 1, 1);
    check("8 words, sm", 8, SHARE_SM, 1, 1);
    check("16 words, sm", 16, SHARE_SM, 2, 1);
    check("64 words, sm", 64, SHARE_SM, 8, 2);
    check("2 words, warp", 2, SHARE_WARP, 2, 1);
    check("8 words, warp", 8, SHARE_WARP, 4, 1);
    check("4 words, lane", 4, SHARE_LANE, 4, 4);
    check("64 words, lane", 64, SHARE_LANE, 64, 32);
    return n_wrong > 0;
}
