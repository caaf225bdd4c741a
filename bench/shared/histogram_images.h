/* The images that shared_histogram counts, made on the host from the run's seed. An image of n pixels is the
 * first n of one that is HISTOGRAM_WIDTH wide, row by row. Whole numbers only: the same on every machine.
 *
 *   solid    one colour; its four values are in different banks
 *   uniform  all values are even and independent, alpha too
 *   smooth   a photograph's spectrum: every octave of cell sizes has the same energy. Red and blue follow
 *            green and differ from it slowly; alpha is 255 throughout
 *   patches  flat regions, half of them dark, with a sensor's noise of up to 3 steps on them; alpha
 *            is 255
 *
 * src: Field, "Relations between the statistics of natural images and the response properties of cortical
 * cells", JOSA A 4, 1987 (the spectrum); Lee, Mumford and Huang, "Occlusion models for natural images", IJCV
 * 41, 2001 (regions). */
#ifndef GA_HISTOGRAM_IMAGES_H
#define GA_HISTOGRAM_IMAGES_H

#include "bench.h"
#include "pieces.h"
#include "splitmix64.h"

#include <string.h>

enum histogram_image { HISTOGRAM_SOLID, HISTOGRAM_UNIFORM, HISTOGRAM_SMOOTH, HISTOGRAM_PATCHES };
enum { HISTOGRAM_IMAGES = 4, HISTOGRAM_WIDTH = 2048 };

static inline uint32_t histogram_rgba(uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha) {
    return red | green << 8 | blue << 16 | alpha << 24;
}

/* 32 random bits of a place: splitmix64 but for its last step, as in all images that were measured. */
static inline uint32_t histogram_random(uint64_t seed, uint32_t field, uint32_t x, uint32_t y) {
    const uint64_t place = (uint64_t)field << 48 | (uint64_t)y << 24 | x;
    const uint32_t high = (uint32_t)(ga_splitmix64_at(seed, place) >> 32);
    return high ^ high >> 31;
}

static inline uint32_t histogram_byte(int32_t x) {
    return (uint32_t)(x < 0 ? 0 : x > 255 ? 255 : x);
}

/* Adds to row y a field's noise of cell sizes 2^least .. 2^most: -512 .. 511 at the cells' corners, linear
 * between them. */
static inline void histogram_noise(uint64_t seed, uint32_t field, uint32_t least, uint32_t most,
                                   uint32_t y, int32_t row[HISTOGRAM_WIDTH]) {
    for (uint32_t log2 = least; log2 <= most; log2++) {
        const int32_t size = 1 << log2, down = (int32_t)y & (size - 1);
        const uint32_t octave = field * 32 + log2;
        int32_t left = 0, right = 0;
        for (int32_t x = 0; x < HISTOGRAM_WIDTH; x++) {
            const int32_t along = x & (size - 1);
            for (uint32_t corner = x == 0 ? 0 : 1; along == 0 && corner < 2; corner++) {
                const uint32_t i = (uint32_t)(x >> log2) + corner, j = y >> log2;
                const int32_t above = (int32_t)(histogram_random(seed, octave, i, j) & 1023);
                const int32_t below = (int32_t)(histogram_random(seed, octave, i, j + 1) & 1023);
                left = right;
                right = ((above * (size - down) + below * down) >> log2) - 512;
            }
            row[x] += (left * (size - along) + right * along) >> log2;
        }
    }
}

static inline void histogram_smooth(uint64_t seed, uint32_t y, uint32_t row[HISTOGRAM_WIDTH]) {
    int32_t bright[HISTOGRAM_WIDTH], warm[HISTOGRAM_WIDTH], cool[HISTOGRAM_WIDTH];
    for (uint32_t x = 0; x < HISTOGRAM_WIDTH; x++)
        bright[x] = warm[x] = cool[x] = 0;
    histogram_noise(seed, 1, 1, 8, y, bright);
    histogram_noise(seed, 2, 4, 8, y, warm);
    histogram_noise(seed, 3, 4, 8, y, cool);
    for (uint32_t x = 0; x < HISTOGRAM_WIDTH; x++) {
        const int32_t green = 118 + bright[x] / 12;
        row[x] = histogram_rgba(histogram_byte(green + 8 + warm[x] / 40), histogram_byte(green),
                                histogram_byte(green - 8 + cool[x] / 40), 255);
    }
}

/* Regions: every pixel has the colour of the nearest of points, one anywhere in each cell. */
static inline void histogram_patches(uint64_t seed, uint32_t y, uint32_t row[HISTOGRAM_WIDTH]) {
    enum { CELL = 64, ACROSS = HISTOGRAM_WIDTH / CELL + 2 };
    struct {
        int32_t x, y;
        uint32_t look;
    } point[3][ACROSS];
    for (uint32_t j = 0; j < 3; j++)
        for (uint32_t i = 0; i < ACROSS; i++) {
            const uint32_t at = histogram_random(seed, 1, i, y / CELL + j);
            point[j][i] = {((int32_t)i - 1) * CELL + (int32_t)(at % CELL),
                           ((int32_t)(y / CELL + j) - 1) * CELL + (int32_t)(at / CELL % CELL),
                           histogram_random(seed, 2, i, y / CELL + j)};
        }
    for (uint32_t x = 0; x < HISTOGRAM_WIDTH; x++) {
        int32_t nearest = INT32_MAX;
        uint32_t look = 0;
        for (uint32_t n = 0; n < 9; n++) {
            const auto *const p = &point[n / 3][x / CELL + n % 3];
            const int32_t dx = p->x - (int32_t)x, dy = p->y - (int32_t)y;
            if (dx * dx + dy * dy < nearest) {
                nearest = dx * dx + dy * dy;
                look = p->look;
            }
        }
        const int32_t light = (int32_t)((look & 255) * (look & 255) >> 8);
        int32_t value[3];
        for (uint32_t c = 0; c < 3; c++) {
            const uint32_t random = histogram_random(seed, 3 + c, x, y);
            const int32_t tint = (int32_t)(look >> (8 + 8 * c) & 31) - 16;
            const int32_t noise = (int32_t)(random & 3) - (int32_t)(random >> 2 & 3);
            value[c] = light + tint + noise;
        }
        row[x] = histogram_rgba(histogram_byte(value[0]), histogram_byte(value[1]),
                                histogram_byte(value[2]), 255);
    }
}

static inline void histogram_row(enum histogram_image image, uint64_t seed, uint32_t y,
                                 uint32_t row[HISTOGRAM_WIDTH]) {
    if (image == HISTOGRAM_SMOOTH)
        histogram_smooth(seed, y, row);
    else if (image == HISTOGRAM_PATCHES)
        histogram_patches(seed, y, row);
    else
        for (uint32_t x = 0; x < HISTOGRAM_WIDTH; x++)
            row[x] = image == HISTOGRAM_SOLID ? histogram_rgba(40, 91, 150, 255)
                                              : histogram_random(seed, 0, x, y);
}

/* out: the image's first n pixels, n > 0. */
static inline void histogram_draw(enum histogram_image image, uint64_t seed, uint32_t n,
                                  uint32_t *pixels) {
    const uint32_t width = HISTOGRAM_WIDTH, n_rows = (n + width - 1) / width;
    in_pieces(n_rows, 1, [&](uint32_t first, uint32_t last) {
        uint32_t row[HISTOGRAM_WIDTH];
        for (uint32_t y = first; y < last; y++) {
            const uint32_t left = n - y * width;
            histogram_row(image, seed, y, row);
            memcpy(pixels + y * width, row, (left < width ? left : width) * sizeof *row);
        }
    });
}

#endif
