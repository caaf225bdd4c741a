/* Graphs and pictures that a block holds in shared memory: one after the other, with barriers between their steps. Of
 * each kernel: the atomics of an iteration on sm_90, and what it is expected to be bound by on an H200: mostly by waiting. */
#include "truth.h"

/* search: breadth-first search from vertex 0 in graphs of 1024 vertices with 8 neighbours each. For each edge 1 or
 * (ATOMS.OR) whose result says whether the vertex is new, 1 ticket in the queue of the new ones, and 1 add (ATOMS.ADD)
 * to the edges of 64 kinds. Kept: the sum of the vertices' levels, and how many were found. */
enum { VERTICES = 1024, NEIGHBOURS = 8, EDGE_KINDS = 64 };
template <int Extra> static __global__ void search(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t visited[VERTICES / 32], queue[VERTICES], end, kinds[2 * EDGE_KINDS];
    const uint32_t one = truth_one(w);
    uint32_t levels = 0, found = 0;
    truth_clear(kinds, 2 * EDGE_KINDS);
    for (uint32_t item = blockIdx.x; item < w.items; item += gridDim.x) {
        const uint32_t *const graph = w.in + (item & w.mask) * (VERTICES * NEIGHBOURS);
        truth_clear(visited, VERTICES / 32);
        if (threadIdx.x == 0) {
            visited[0] = end = 1;
            queue[0] = 0;
        }
        __syncthreads();
        for (uint32_t level = 1, from = 0, to = 1; from < to; level++) {
            for (uint32_t i = from + threadIdx.x; i < to; i += blockDim.x)
                for (uint32_t k = 0; k < NEIGHBOURS; k++) {
                    const uint32_t v = graph[queue[i] * NEIGHBOURS + k] % VERTICES,
                                   bit = 1u << v % 32;
                    if (truth_does<Extra>(w, &kinds[v % EDGE_KINDS])) {
                        atomicAdd(&kinds[v % EDGE_KINDS], one);
                        if (Extra > 0)
                            atomicAdd(&kinds[EDGE_KINDS + v % EDGE_KINDS], one);
                    }
                    if (atomicOr(&visited[v / 32], bit) & bit)
                        continue;
                    queue[atomicAdd(&end, 1u)] = v;
                    levels += level;
                    found++;
                }
            __syncthreads();
            from = to;
            to = end;
            __syncthreads();
        }
    }
    truth_add_warp(&w.out[2 * EDGE_KINDS], levels);
    truth_add_warp(&w.out[2 * EDGE_KINDS + 1], found);
    truth_add_up(kinds, 2 * EDGE_KINDS, w.out);
}
static void expect_search(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                          uint32_t *out) {
    for (uint32_t item = 0; item < n; item++, in += VERTICES * NEIGHBOURS) {
        uint32_t level[VERTICES] = {1}, queue[VERTICES] = {0}, end = 1; /* level: 0 for not found */
        for (uint32_t i = 0; i < end; i++)
            for (uint32_t k = 0; k < NEIGHBOURS; k++) {
                const uint32_t v = in[queue[i] * NEIGHBOURS + k] % VERTICES;
                if (extra >= 0)
                    out[v % EDGE_KINDS] += rounds;
                if (extra > 0)
                    out[EDGE_KINDS + v % EDGE_KINDS] += rounds;
                if (level[v])
                    continue;
                level[v] = level[queue[i]] + 1;
                queue[end++] = v;
                out[2 * EDGE_KINDS] += rounds * (level[v] - 1);
                out[2 * EDGE_KINDS + 1] += rounds;
            }
    }
}

/* union_find: the components of graphs of 512 vertices and 512 edges. Each edge joins two trees by compare-and-swap
 * (ATOMS.CAS), the larger root under the smaller, and adds to the degrees (1 ATOMS.ADD). Kept: the sum of all
 * vertices' roots. */
enum { POINTS = 512, EDGES = 512 };
__device__ static inline uint32_t root_of(volatile uint32_t *parent, uint32_t v) {
    while (parent[v] != v)
        v = parent[v];
    return v;
}
template <int Extra> static __global__ void union_find(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t parent[POINTS], degrees[2 * POINTS];
    const uint32_t one = truth_one(w);
    uint32_t roots = 0;
    truth_clear(degrees, 2 * POINTS);
    for (uint32_t item = blockIdx.x; item < w.items; item += gridDim.x) {
        for (uint32_t v = threadIdx.x; v < POINTS; v += blockDim.x)
            parent[v] = v;
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < EDGES; i += blockDim.x) {
            const uint32_t edge = w.in[(item & w.mask) * EDGES + i];
            uint32_t a = edge % POINTS, b = (edge >> 16) % POINTS;
            if (truth_does<Extra>(w, &degrees[a])) {
                atomicAdd(&degrees[a], one);
                if (Extra > 0)
                    atomicAdd(&degrees[POINTS + a], one);
            }
            for (;;) { /* each failure is another's success, and parents only become smaller */
                a = root_of(parent, a);
                b = root_of(parent, b);
                const uint32_t more = a > b ? a : b, less = a > b ? b : a;
                if (a == b || atomicCAS(&parent[more], more, less) == more)
                    break;
            }
        }
        __syncthreads();
        for (uint32_t v = threadIdx.x; v < POINTS; v += blockDim.x)
            roots += root_of(parent, v);
        __syncthreads();
    }
    truth_add_warp(&w.out[2 * POINTS], roots);
    truth_add_up(degrees, 2 * POINTS, w.out);
}
static void expect_union(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                         uint32_t *out) {
    for (uint32_t item = 0; item < n; item++, in += EDGES) {
        uint32_t parent[POINTS];
        for (uint32_t v = 0; v < POINTS; v++)
            parent[v] = v;
        for (uint32_t i = 0; i < EDGES; i++) {
            uint32_t a = in[i] % POINTS, b = (in[i] >> 16) % POINTS;
            if (extra >= 0)
                out[a] += rounds;
            if (extra > 0)
                out[POINTS + a] += rounds;
            while (parent[a] != a)
                a = parent[a];
            while (parent[b] != b)
                b = parent[b];
            parent[a > b ? a : b] = a > b ? b : a;
        }
        for (uint32_t v = 0; v < POINTS; v++) {
            uint32_t root = v;
            while (parent[root] != root)
                root = parent[root];
            out[2 * POINTS] += rounds * root;
        }
    }
}

/* labels: the components of pictures of 64 rows of 32 points: a set point takes the lowest label of its neighbours
 * until nothing changes: 4 minima (ATOMS.MIN), and the lowest of its column (1 ATOMS.MIN). Kept: the sum of the
 * labels, and the columns'. An item is a picture, a word a row. */
enum { HEIGHT = 64, SPOTS = 32 * HEIGHT, MOST_SWEEPS = SPOTS };
static void pictures(uint32_t *in, uint32_t n_words) { /* 7 of 16 points are set */
    for (uint32_t i = 0; i < n_words; i++) {
        const uint32_t a = truth_mix(4 * i), b = truth_mix(4 * i + 1), c = truth_mix(4 * i + 2);
        in[i] = a & (b | c | truth_mix(4 * i + 3));
    }
}
template <int Extra> static __global__ void labels(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t label[SPOTS], rows[HEIGHT + 1], lowest[64];
    uint32_t sum = 0;
    truth_clear(lowest, 64);
    for (uint32_t item = blockIdx.x; item < w.items; item += gridDim.x) {
        for (uint32_t i = threadIdx.x; i < SPOTS; i += blockDim.x)
            label[i] = i;
        for (uint32_t i = threadIdx.x; i <= HEIGHT; i += blockDim.x)
            rows[i] = i < HEIGHT ? w.in[(item & w.mask) * HEIGHT + i] : 0;
        __syncthreads();
        for (int sweep = 0, changed = 1; changed && sweep < MOST_SWEEPS; sweep++) {
            changed = 0;
            for (uint32_t i = threadIdx.x; i < SPOTS; i += blockDim.x) {
                const uint32_t x = i % 32, y = i / 32;
                if (!(rows[y] >> x & 1))
                    continue;
                const uint32_t own = ((volatile uint32_t *)label)[i];
                /* How low a label is: the highest is kept of its distance from the end, 0 being none. */
                if (truth_does<Extra>(w, &lowest[x], SPOTS - own)) {
                    atomicMax(&lowest[x], SPOTS - own);
                    if (Extra > 0)
                        atomicMax(&lowest[32 + x], SPOTS - own);
                }
                for (uint32_t down = 0; down < 2; down++) {
                    const uint32_t other = down ? i + 32 : i + 1;
                    if (down ? !(rows[y + 1] >> x & 1) : x == 31 || !(rows[y] >> (x + 1) & 1))
                        continue;
                    const uint32_t was = atomicMin(&label[other], own);
                    if (was != own)
                        changed = 1;
                    if (was < own)
                        atomicMin(&label[i], was);
                }
            }
            changed = __syncthreads_or(changed);
        }
        for (uint32_t i = threadIdx.x; i < SPOTS; i += blockDim.x)
            sum += label[i] * (rows[i / 32] >> i % 32 & 1);
        __syncthreads();
    }
    truth_add_warp(&w.out[64], sum);
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < 64; i += blockDim.x)
        atomicMax(&w.out[i], lowest[i]);
}
static void expect_labels(const uint32_t *in, uint32_t n, uint32_t rounds, int extra,
                          uint32_t *out) {
    for (uint32_t item = 0; item < n; item++, in += HEIGHT) {
        uint32_t label[SPOTS];
        for (uint32_t i = 0; i < SPOTS; i++)
            label[i] = i;
        for (bool changed = true; changed;) {
            changed = false;
            for (uint32_t i = 0; i < SPOTS; i++)
                for (uint32_t down = 0; down < 2; down++) {
                    const uint32_t other = down ? i + 32 : i + 1;
                    if (!(in[i / 32] >> i % 32 & 1) || (down ? other >= SPOTS : other % 32 == 0) ||
                        !(in[other / 32] >> other % 32 & 1) || label[i] == label[other])
                        continue;
                    label[i] = label[other] = label[i] < label[other] ? label[i] : label[other];
                    changed = true;
                }
        }
        for (uint32_t i = 0; i < SPOTS; i++) {
            if (!(in[i / 32] >> i % 32 & 1))
                continue;
            out[64] += rounds * label[i];
            for (int k = 0; k <= extra; k++)
                if (out[32 * k + i % 32] < SPOTS - label[i])
                    out[32 * k + i % 32] = SPOTS - label[i];
        }
    }
}

const struct truth_row truth_graphs[] = {
    {"search", 8, VERTICES *NEIGHBOURS, 512, 2 * EDGE_KINDS + 2, 128, 16, truth_random,
     TRUTH_KERNELS(search), expect_search, NULL},
    {"union_find", 10, EDGES, 512, 2 * POINTS + 1, 128, 16, truth_random, TRUTH_KERNELS(union_find),
     expect_union, NULL},
    {"labels", 11, HEIGHT, 128, 65, 256, 8, pictures, TRUTH_KERNELS(labels), expect_labels, NULL},
    {NULL, 0, 0, 0, 0, 0, 0, NULL, {NULL, NULL, NULL}, NULL, NULL}};
