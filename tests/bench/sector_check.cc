/* sector_check: whether the words of each point of global_sector that warps of 32 and 64 lanes have lie in as many
 * sectors, lines and pages as the row says. Exit status 1 and a line for each point for which it differs. */
#include <set>
#include <stdio.h>

#include "no_crowd.h"

#include "../../bench/global/sector.cc"

static int n_wrong, n_points;

/* in: the words of a warp, bytes of what they may lie in. out: how many of these. */
static int32_t covered(const struct crowd_layout &l, uint32_t bytes) {
    std::set<uint32_t> found;
    for (uint32_t w = 0; w < l.warp_words; w++) {
        uint32_t rest = w, at = 0;
        for (uint32_t k = 0; k < 4; k++) {
            at += rest % l.radix[k] * l.bytes[k];
            rest /= l.radix[k];
        }
        found.insert(at / bytes);
    }
    return (int32_t)found.size();
}

static void check(const struct ga_limits *limits, const struct ga_point *p) {
    if (!valid(limits, p))
        return;
    const struct crowd_layout l = describe(limits, p, 1).layout;
    const int32_t words = covered(l, WORD), sectors = covered(l, SECTOR), lines = covered(l, LINE),
                  pages = covered(l, PAGE);
    n_points++;
    if (words == p->at[WORDS] && sectors == p->at[SECTORS] && lines == p->at[LINES] &&
        pages == p->at[PAGES])
        return;
    printf("%u lanes: words, sectors, lines, pages: %d, %d, %d, %d, expected %d, %d, %d, %d\n",
           (unsigned)limits->warp_size, (int)words, (int)sectors, (int)lines, (int)pages,
           (int)p->at[WORDS], (int)p->at[SECTORS], (int)p->at[LINES], (int)p->at[PAGES]);
    n_wrong++;
}

int main(void) {
    for (uint32_t lanes = 32; lanes <= 64; lanes *= 2) {
        struct ga_limits limits = {};
        struct ga_point p = {};
        limits.warp_size = lanes;
        p.at[WARPS] = 2048;
        const int32_t most = (int32_t)lanes;
        for (p.at[WORDS] = 1; p.at[WORDS] <= most; p.at[WORDS] *= 2)
            for (p.at[SECTORS] = 1; p.at[SECTORS] <= most; p.at[SECTORS] *= 2)
                for (p.at[LINES] = 1; p.at[LINES] <= most; p.at[LINES] *= 2)
                    for (p.at[PAGES] = 1; p.at[PAGES] <= most; p.at[PAGES] *= 2)
                        check(&limits, &p);
    }
    if (n_points == 0)
        printf("no point was checked\n");
    return n_wrong > 0 || n_points == 0;
}
