/* place_check: whether blocks that ask for ga_exclusive_shared_bytes keep further ones off an SM, on devices whose
 * blocks can have all of its shared memory and on those (RDNA) where that is half of it. Exit status 1 and a line
 * for each number that is not as expected. */
#include "place.h"
#include "differs.h"

static void check(const char *what, uint32_t block_bytes, uint32_t sm_bytes, uint32_t warps,
                  uint32_t least) {
    struct ga_limits limits = {};
    limits.warp_size = 32;
    limits.warps_per_sm = warps;
    limits.threads_per_block = 1024;
    limits.shared_bytes_per_block = block_bytes;
    limits.shared_bytes_per_sm = sm_bytes;
    for (uint32_t n = 1; n <= warps; n++) {
        const struct ga_occupancy fit = ga_occupancy_for(&limits, n);
        const uint32_t k = fit.blocks_per_sm;
        const size_t bytes = ga_exclusive_shared_bytes(&limits, k, 0);
        const uint32_t share = k > 1 ? warps / (k - 1) : 0, fewer = share < 32 ? share : 32;
        differs(what, "blocks are the fewest", k == least || (k - 1) * fewer < n, true);
        differs(what, "blocks can keep others out", k >= least, true);
        differs(what, "warps have room", k * fit.warps_per_block >= n, true);
        differs(what, "a block can have the bytes", bytes <= block_bytes, true);
        differs(what, "k fit", k * bytes <= sm_bytes, true);
        differs(what, "no more fit", (k + 1) * bytes > sm_bytes, true);
    }
}

int main(void) {
    check("sm_90", 232448, 233472, 64, 1);
    check("sm_86", 101376, 102400, 48, 1);
    check("gfx90a", 65536, 65536, 32, 1);
    check("RDNA", 65536, 131072, 64, 2);
    return n_wrong > 0;
}
