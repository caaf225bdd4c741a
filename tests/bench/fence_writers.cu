/* fence_writers: what a device fence waits for when other SMs write. One warp of one SM makes fences; on other SMs 32 warps each
 * write lines of their own, again and again. CSV: what is varied, its value, the array, ns of one more fence (the middle, the 10th
 * and the 90th of a hundred samples of 16 fences), GB/s that all SMs wrote. Varied are:
 *
 *   alone, home_alone       nobody writes; on SM 0, on each SM (value: twice its id, and 1 if it is not in SM 0's half)
 *   own_near, own_far       before each fence a write to a line near to SM 0, or far from it; .._beside: all others write
 *   array                   which of 24 arrays all write (value: the round)
 *   contiguous .. half_1    which lines: as they come, near and far in turn, near, far, all in one half of the L2
 *   lines                   how many a warp writes
 *   home                    as home_alone, while all others write
 *   writers_of_half_N_..    only the SMs of half N write; SM 0 is of half 0
 *   sms_..                  how many SMs write
 *
 *   nvcc -arch=native -o fence_writers tests/bench/fence_writers.cu && ./fence_writers
 *
 * A line's place is timed: an add to it takes longer from the other half. bench/fence/findings.md has what came of it,
 * tests/recordings/fence_writers_*.csv.gz a run on an H100 and an H200. Exit status: 0; 1 if CUDA fails, a block is not where it
 * has to be, or no line is farther than others. */
#include <algorithm>
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

/* POOL: lines of an SM's own. MOST: of them a warp writes. COMMON: lines by which SMs are told apart, APART lines apart. */
enum : uint32_t {
    ARRAYS = 24,
    POOL = 1024,
    WARPS = 32,
    MOST = 16,
    LINE_WORDS = 32,
    COMMON = 64,
    APART = 33,
    SAMPLES = 100,
    FENCES = 16,
    SHARED_BYTES = 150000 /* so that an SM has one block */
};

static void check(cudaError_t error) {
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "fence_writers: %s\n", cudaGetErrorString(error));
    exit(1);
}

static void need(bool is_so, const char *what) {
    if (is_so)
        return;
    fprintf(stderr, "fence_writers: %s\n", what);
    exit(1);
}

__device__ uint32_t sm_id(void) {
    uint32_t id;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    return id;
}
__device__ uint32_t see(const uint32_t *p) {
    uint32_t x;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(x) : "l"(p) : "memory");
    return x;
}
__device__ uint64_t ns(void) {
    uint64_t t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

/* One SM's turn: cycles of an add to each line of its own, and to each common line. */
__global__ void distances(uint32_t *array, uint32_t n_sms, uint32_t turn, uint32_t *cycles) {
    if (sm_id() != turn || threadIdx.x)
        return;
    for (uint32_t i = 0; i < POOL + COMMON; i++) {
        const size_t at =
            i < POOL ? (size_t)turn * POOL + i : (size_t)n_sms * POOL + (i - POOL) * APART;
        uint32_t *const line = array + at * LINE_WORDS;
        uint32_t best = ~0u, old = atomicAdd(line, 0);
        for (uint32_t k = 0; k < 4; k++) {
            const uint32_t begin = clock();
            for (uint32_t n = 0; n < 5; n++)
                old = atomicAdd(line + (old >> 31), 0);
            const uint32_t took = clock() - begin;
            best = min(best, took);
        }
        cycles[(size_t)turn * (POOL + COMMON) + i] = best;
    }
}

struct board {
    uint32_t come, ended;
    float gbps;
    uint32_t cycles[SAMPLES];
};

template <uint32_t N> __device__ uint32_t fences(uint32_t *own) {
    const uint32_t begin = clock();
#pragma unroll
    for (uint32_t i = 0; i < N; i++) {
        if (own)
            asm volatile("st.global.u32 [%0], %1;" ::"l"(own), "r"(i) : "memory");
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
    }
    return clock() - begin;
}

/* lists[sm][warp][MOST]: lines by their number in the array; a warp writes the first n of them. writers[sm]. */
__global__ void __launch_bounds__(1024)
    fence(uint32_t *array, const uint32_t *lists, const uint8_t *writers, uint32_t n, uint32_t home,
          uint32_t *own, struct board *b) {
    const uint32_t sm = sm_id(), warp = threadIdx.x / 32;
    if (sm == home) {
        if (threadIdx.x)
            return;
        const uint64_t begin = ns();
        while (see(&b->come) + 1 < gridDim.x && ns() - begin < 1000000000)
            ;
        const uint64_t start = ns();
        while (ns() - start < 20000)
            ;
        for (uint32_t i = 0; i < SAMPLES; i++) {
            const uint32_t with = fences<FENCES>(own), without = fences<0>(own);
            b->cycles[i] = with - without;
            __threadfence();
        }
        asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(&b->ended), "r"(1u) : "memory");
        return;
    }
    if (threadIdx.x == 0)
        atomicAdd(&b->come, 1);
    if (!writers[sm])
        return;
    uint32_t *line[MOST];
#pragma unroll
    for (uint32_t i = 0; i < MOST; i++)
        line[i] = array + (size_t)lists[((size_t)sm * WARPS + warp) * MOST + i] * LINE_WORDS +
                  threadIdx.x % 32;
    uint32_t rounds = 0;
    const uint64_t begin = ns();
    while (!see(&b->ended) && ns() - begin < 2000000000) {
        rounds++;
#pragma unroll
        for (uint32_t i = 0; i < MOST; i++)
            if (i < n)
                asm volatile("st.global.u32 [%0], %1;" ::"l"(line[i]), "r"(rounds) : "memory");
    }
    const uint64_t took = ns() - begin;
    if (threadIdx.x % 32 == 0)
        atomicAdd(&b->gbps, (float)rounds * n * 128 / took);
}

static uint32_t n_sms;
static struct cudaDeviceProp device;

struct map {
    std::vector<uint8_t> half;                /* of each SM: 0 as SM 0 */
    std::vector<std::vector<uint32_t>> at[2]; /* [near, far][sm]: lines */
};

static struct map look(uint32_t *array) {
    const uint32_t each = POOL + COMMON;
    uint32_t *cycles;
    check(cudaMallocManaged(&cycles, sizeof(uint32_t) * n_sms * each));
    memset(cycles, 0, sizeof(uint32_t) * n_sms * each);
    for (uint32_t sm = 0; sm < n_sms; sm++)
        distances<<<n_sms * 8, 1>>>(array, n_sms, sm, cycles);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
    need(std::count(cycles, cycles + n_sms * each, 0u) == 0, "an SM had no block");
    struct map m;
    m.half.resize(n_sms);
    m.at[0].resize(n_sms);
    m.at[1].resize(n_sms);
    for (uint32_t sm = 0; sm < n_sms; sm++) {
        double mean[2] = {}, with = 0;
        for (uint32_t i = 0; i < COMMON; i++) {
            mean[0] += cycles[POOL + i] / (double)COMMON;
            mean[1] += cycles[(size_t)sm * each + POOL + i] / (double)COMMON;
        }
        for (uint32_t i = 0; i < COMMON; i++)
            with += (cycles[POOL + i] - mean[0]) * (cycles[(size_t)sm * each + POOL + i] - mean[1]);
        m.half[sm] = with < 0;
        std::vector<uint32_t> sorted(cycles + (size_t)sm * each, cycles + (size_t)sm * each + POOL);
        std::sort(sorted.begin(), sorted.end());
        const uint32_t middle = (sorted[POOL / 4] + sorted[POOL * 3 / 4]) / 2;
        for (uint32_t i = 0; i < POOL; i++)
            m.at[cycles[(size_t)sm * each + i] > middle][sm].push_back(sm * POOL + i);
        need(!m.at[0][sm].empty() && !m.at[1][sm].empty(), "all lines of an SM are as far");
    }
    check(cudaFree(cycles));
    return m;
}

static struct board *board;
static std::vector<uint32_t> lists;
static std::vector<uint8_t> writers;

static void row(const char *what, uint32_t value, uint32_t array, uint32_t *memory, uint32_t n,
                uint32_t home, uint32_t *own = nullptr) {
    static struct board left;
    static uint32_t *lists_there;
    static uint8_t *writers_there;
    if (!lists_there) {
        check(cudaMalloc(&lists_there, lists.size() * sizeof lists[0]));
        check(cudaMalloc(&writers_there, writers.size()));
    }
    check(cudaMemcpy(lists_there, lists.data(), lists.size() * sizeof lists[0],
                     cudaMemcpyHostToDevice));
    check(cudaMemcpy(writers_there, writers.data(), writers.size(), cudaMemcpyHostToDevice));
    check(cudaMemset(board, 0, sizeof *board));
    check(cudaFuncSetAttribute(fence, cudaFuncAttributeMaxDynamicSharedMemorySize, SHARED_BYTES));
    fence<<<n_sms, 1024, SHARED_BYTES>>>(memory, lists_there, writers_there, n, home, own, board);
    check(cudaGetLastError());
    check(cudaMemcpy(&left, board, sizeof left, cudaMemcpyDeviceToHost));
    need(left.ended && left.come == n_sms - 1, "two blocks were on one SM");
    std::sort(left.cycles, left.cycles + SAMPLES);
    int khz = 0;
    check(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
    const double each = 1e6 / khz / FENCES;
    printf("%s,%u,%u,%.1f,%.1f,%.1f,%.0f\n", what, value, array, left.cycles[SAMPLES / 2] * each,
           left.cycles[SAMPLES / 10] * each, left.cycles[SAMPLES * 9 / 10] * each, left.gbps);
    fflush(stdout);
}

enum place { CONTIGUOUS, MIXED, NEAR, FAR, HALF_0, HALF_1 };
static const char *const place_names[] = {"contiguous", "mixed", "near", "far", "half_0", "half_1"};

static void choose(const struct map &m, enum place place) {
    for (uint32_t sm = 0; sm < n_sms; sm++)
        for (uint32_t i = 0; i < WARPS * MOST; i++) {
            const uint32_t far = place == MIXED  ? i & 1
                                 : place == NEAR ? 0
                                 : place == FAR  ? 1
                                                 : (m.half[sm] != (place == HALF_1));
            const auto &from = m.at[far][sm];
            lists[sm * WARPS * MOST + i] =
                place == CONTIGUOUS ? sm * POOL + i : from[i % from.size()];
        }
}

static void let_write(uint32_t first, uint32_t last) {
    for (uint32_t sm = 0; sm < n_sms; sm++)
        writers[sm] = first <= sm && sm <= last;
}

/* SM 0 makes fences, and writes before each. */
static void own_writes(const struct map &m, uint32_t *array, uint32_t times, const char *near,
                       const char *far) {
    for (uint32_t i = 0; i < times; i++)
        for (uint32_t is_far = 0; is_far < 2; is_far++) {
            const auto &from = m.at[is_far][0];
            row(is_far ? far : near, i, 0, array, MOST, 0,
                array + (size_t)from[i * 5 % from.size()] * LINE_WORDS);
        }
}

static void from_each_sm(const struct map &m, uint32_t *array, const char *what) {
    for (uint32_t home = 0; home < n_sms; home++)
        row(what, home * 2 + m.half[home], 0, array, MOST, home);
}

/* Which memory the lines have, and which of it. */
static void places_of_lines(uint32_t *const *arrays) {
    enum { ROUNDS = 3, AGAIN = 2, SOME = 6, LINES = 8 };
    for (uint32_t round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < ARRAYS; i++)
            row("array", round, i, arrays[i], MOST, 0);
    for (uint32_t i = 0; i < SOME; i++) {
        const struct map m = look(arrays[i]);
        for (uint32_t k = 0; k < AGAIN * (HALF_1 + 1u); k++) {
            choose(m, (enum place)(k % (HALF_1 + 1u)));
            row(place_names[k % (HALF_1 + 1u)], LINES, i, arrays[i], LINES, 0);
        }
    }
}

/* Which SMs write, and how many. */
static void writing_sms(const struct map &m, uint32_t *array) {
    enum { LINES = 8 };
    char name[64];
    for (uint32_t place = CONTIGUOUS; place <= FAR; place++) {
        choose(m, (enum place)place);
        for (uint32_t half = 0; half < 2; half++) {
            for (uint32_t sm = 0; sm < n_sms; sm++)
                writers[sm] = m.half[sm] == half;
            snprintf(name, sizeof name, "writers_of_half_%u_%s", half, place_names[place]);
            row(name, half, 0, array, LINES, 0);
        }
        snprintf(name, sizeof name, "sms_%s", place_names[place]);
        for (uint32_t n = 1; n < 2 * n_sms; n *= 2) {
            let_write(1, n);
            row(name, n < n_sms ? n : n_sms - 1, 0, array, LINES, 0);
        }
    }
}

int main(void) {
    uint32_t *arrays[ARRAYS];
    check(cudaGetDeviceProperties(&device, 0));
    n_sms = (uint32_t)device.multiProcessorCount;
    check(cudaMalloc(&board, sizeof *board));
    lists.resize((size_t)n_sms * WARPS * MOST);
    writers.resize(n_sms);
    const size_t bytes = ((size_t)n_sms * POOL + COMMON * APART) * LINE_WORDS * sizeof(uint32_t);
    for (auto &array : arrays) {
        check(cudaMalloc(&array, bytes));
        check(cudaMemset(array, 0, bytes));
    }
    const struct map m = look(arrays[0]);
    printf("what,value,array,ns,ns_10,ns_90,gbps\n");
    choose(m, CONTIGUOUS);
    for (uint32_t round = 0; round < 3; round++)
        row("alone", round, 0, arrays[0], MOST, 0);
    from_each_sm(m, arrays[0], "home_alone");
    own_writes(m, arrays[0], 64, "own_near", "own_far");
    let_write(0, n_sms);
    own_writes(m, arrays[0], 16, "own_near_beside", "own_far_beside");
    places_of_lines(arrays);
    choose(m, CONTIGUOUS);
    for (uint32_t n = 1; n <= MOST; n *= 2)
        row("lines", n, 0, arrays[0], n, 0);
    from_each_sm(m, arrays[0], "home");
    writing_sms(m, arrays[0]);
    return 0;
}
