/* histogram_law: what the host predicts of shared_histogram, against warps and images that can be worked by
 * hand. Exit status 1 and a line for each that differs. */
#include <stdio.h>
#include <stdlib.h>

#include "../../bench/shared/histogram_predict.h"

static int n_wrong;

static void same(const char *what, uint64_t found, uint64_t expected) {
    if (found == expected)
        return;
    printf("%s: %llu, expected %llu\n", what, (unsigned long long)found,
           (unsigned long long)expected);
    n_wrong++;
}

/* A warp of n lanes whose lane l adds to bin first + l / each * step. */
static void warp(const char *what, uint32_t n, uint32_t first, uint32_t each, uint32_t step,
                 uint32_t adds, uint32_t counts, uint32_t packed) {
    uint32_t bins[64];
    for (uint32_t lane = 0; lane < n; lane++)
        bins[lane] = first + lane / each * step;
    same(what, histogram_warp_passes(HISTOGRAM_ADDS, bins, n), adds);
    same(what, histogram_warp_passes(HISTOGRAM_COUNTS, bins, n), counts);
    same(what, histogram_warp_passes(HISTOGRAM_PACKED, bins, n), packed);
}

static void warps(void) {
    warp("one lane", 1, 7, 1, 1, 1, 1, 1);
    warp("one bin", 32, 7, 32, 0, 32, 1, 32);
    warp("bins side by side", 32, 0, 1, 1, 1, 1, 2);
    warp("bins of one bank", 32, 3, 1, 32, 32, 32, 16);
    warp("two bins of one bank", 32, 5, 16, 32, 32, 2, 16);
    warp("two bins of two banks", 32, 5, 16, 1, 16, 1, 16);
    warp("two bins of one word, if packed", 32, 6, 16, 1, 16, 1, 32);
    warp("four channels of one value", 32, 9, 8, HISTOGRAM_VALUES, 32, 4, 32);
    warp("half a warp", 16, 0, 4, 1, 4, 1, 8);
}

/* Sums are those of one warp after the other, in whatever pieces they are added. */
static void pieces(void) {
    enum { SIZE = 11, WARPS = 1 << SIZE, LANES = 32 };
    static struct histogram_sums sums[SIZE + 1], right;
    static uint32_t pixels[WARPS * LANES];
    histogram_draw(HISTOGRAM_UNIFORM, 1, WARPS * LANES, pixels);
    histogram_sum_up(pixels, SIZE, LANES, sums);
    for (uint32_t warp = 0; warp < WARPS; warp++)
        histogram_add_warp(pixels, warp * LANES, LANES, &right);
    same("sums of 2048 warps", memcmp(&sums[SIZE], &right, sizeof right) == 0, 1);
}

/* 64 pixels of one colour, which are two warps. */
static void solid(void) {
    static struct histogram_sums sums[2];
    uint32_t pixels[64], bins[HISTOGRAM_BINS];
    histogram_draw(HISTOGRAM_SOLID, 1, 64, pixels);
    histogram_sum_up(pixels, 1, 32, sums);
    same("instructions", sums[1].instructions, 2);
    same("plain, used", histogram_passes(&sums[1], false, HISTOGRAM_ADDS, 0), 2 * 4 * 32);
    same("plain, one less", histogram_passes(&sums[1], false, HISTOGRAM_ADDS, -1), 2 * 3 * 32);
    same("plain, one more", histogram_passes(&sums[1], false, HISTOGRAM_ADDS, 1), 2 * 5 * 32);
    same("plain, unused", histogram_passes(&sums[1], false, HISTOGRAM_COUNTS, 0), 2 * 4);
    same("reordered, used", histogram_passes(&sums[1], true, HISTOGRAM_ADDS, 0), 2 * 4 * 8);
    same("reordered, packed", histogram_passes(&sums[1], true, HISTOGRAM_PACKED, 1), 2 * 5 * 8);
    same("32 pixels", histogram_passes(&sums[0], false, HISTOGRAM_ADDS, 0), 4 * 32);
    histogram_expect(&sums[1], false, 1, bins);
    same("red", bins[40], 64);
    same("alpha, twice", bins[3 * HISTOGRAM_VALUES + 255], 128);
    histogram_expect(&sums[1], true, -1, bins);
    same("red, but for a quarter of the threads", bins[40], 48);
    histogram_sum_up(pixels, 0, 64, sums);
    same("half a warp of 64", sums[0].instructions, 1);
    same("its passes", histogram_passes(&sums[0], false, HISTOGRAM_ADDS, 0), 4 * 32);
}

/* Red is a bin of its own for every lane, the other channels are one colour: their order counts. */
static void gradient(void) {
    static struct histogram_sums sums[2];
    uint32_t pixels[64];
    for (uint32_t i = 0; i < 64; i++)
        pixels[i] = histogram_rgba(i, 1, 2, 3);
    histogram_sum_up(pixels, 1, 32, sums);
    for (int32_t extra = -1; extra <= 1; extra++)
        same("red differs", histogram_passes(&sums[1], false, HISTOGRAM_ADDS, extra),
             (uint64_t)(2 * (1 + (3 + extra) * 32)));
}

/* A smaller image is the beginning of a larger one, another seed is another image; neighbours in the
 * smooth one are alike, and the regions are flat. */
static void images(void) {
    enum { N = 1 << 16, FEW = 1 << 6 };
    static uint32_t large[N], small[FEW], other[FEW];
    for (uint32_t i = 0; i < HISTOGRAM_IMAGES; i++) {
        histogram_draw((enum histogram_image)i, 1, N, large);
        histogram_draw((enum histogram_image)i, 1, FEW, small);
        histogram_draw((enum histogram_image)i, 2, FEW, other);
        same("an image's beginning", memcmp(large, small, sizeof small) == 0, 1);
        same("another seed", memcmp(small, other, sizeof small) == 0, i == HISTOGRAM_SOLID);
        uint32_t near = 0, opaque = 0;
        for (uint32_t k = 1; k < N; k++) {
            near += abs((int)(large[k] >> 8 & 255) - (int)(large[k - 1] >> 8 & 255)) < 32;
            opaque += large[k] >> 24 == 255;
        }
        same("neighbours that are alike", near > N / 10 * 8, i != HISTOGRAM_UNIFORM);
        same("opaque", opaque == N - 1, i != HISTOGRAM_UNIFORM);
    }
}

int main(void) {
    warps();
    pieces();
    solid();
    gradient();
    images();
    return n_wrong > 0;
}
