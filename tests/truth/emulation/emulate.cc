/* emulate: every kernel of truth.h on the CPU, with little to do, in its three forms: what it leaves is what the
 * CPU says. Exit status 1 if one is wrong. */
#include <stdio.h>
#include <string.h>

#include <thread>
#include <vector>

#include "truth.h"

struct emulated_block emulated;
thread_local struct emulated_index threadIdx, blockIdx;
struct emulated_index blockDim, gridDim;

static const struct truth_row *const tables[] = {truth_counts,  truth_bins,   truth_words,
                                                 truth_sums,    truth_tables, truth_queues,
                                                 truth_streams, truth_graphs};

/* Items of 64 words and more are a block's, the others a thread's. Rounds are odd, as an exclusive-or needs them. */
enum { BLOCKS = 3, ROUNDS = 3, ITEM_OF_BLOCK = 64, BLOCK_ITEMS_LOG2 = 4, THREAD_ITEMS_LOG2 = 11 };

static void run_block(const void *kernel, const struct truth_work *work, uint32_t block) {
    std::vector<std::thread> threads;
    pthread_barrier_init(&emulated.all, NULL, blockDim.x);
    for (uint32_t w = 0; w < blockDim.x / WARP; w++)
        pthread_barrier_init(&emulated.warps[w], NULL, WARP);
    for (uint32_t i = 0; i < blockDim.x; i++)
        threads.emplace_back([=] {
            threadIdx.x = i;
            blockIdx.x = block;
            ((void (*)(struct truth_work))kernel)(*work);
        });
    for (std::thread &thread : threads)
        thread.join();
}

static bool is_right(const struct truth_row *row, int extra) {
    const uint32_t log2 = row->words_each >= ITEM_OF_BLOCK ? BLOCK_ITEMS_LOG2 : THREAD_ITEMS_LOG2;
    const uint32_t n_items = 1u << (log2 < row->items_log2 ? log2 : row->items_log2);
    std::vector<uint32_t> in((size_t)1 << 16), out(row->n_out), expected(row->n_out);
    if (in.size() < (size_t)n_items * row->words_each)
        in.resize((size_t)n_items * row->words_each);
    if (row->fill)
        row->fill(in.data(), (uint32_t)in.size());
    uint32_t sink = 0;
    const struct truth_work work = {in.data(),        out.data(), &sink,      n_items - 1,
                                    n_items * ROUNDS, 1,          TRUTH_NEVER};
    blockDim.x = row->threads;
    gridDim.x = BLOCKS;
    for (uint32_t block = 0; block < BLOCKS; block++)
        run_block(row->kernel[extra + 1], &work, block);
    row->expect(in.data(), n_items, ROUNDS, extra, expected.data());
    for (size_t i = 0; i < out.size(); i++)
        if (out[i] != expected[i]) {
            printf("%s extra=%d: word %zu is %u, expected %u\n", row->name, extra, i, out[i],
                   expected[i]);
            return false;
        }
    return true;
}

int main() {
    bool ok = true;
    for (const struct truth_row *row : tables)
        for (; row->name; row++)
            for (int extra = -1; extra <= 1; extra++)
                ok &= is_right(row, extra);
    return ok ? 0 : 1;
}
