/* Threads that share work or a lock. Of each kernel: the atomics of an iteration on sm_90, and what it is
 * expected to be bound by on an H200. */
#include "truth.h"

/* work_queue: tasks of unknown length, taken from a queue in shared memory by ticket (atomicAdd on one word, which
 * the compiler makes one of a warp), and how long they were, by class (1 ATOMS.ADD) and at most (1 ATOMS.MAX). A
 * task is the steps of a number to 1 by n/2 and 3n+1: arithmetic. */
enum { CLASSES = 32 };
__host__ __device__ static inline uint32_t steps_of(uint32_t n) {
    uint32_t steps = 0;
    for (uint64_t x = n; x != 1; steps++)
        x = x & 1 ? 3 * x + 1 : x / 2;
    return steps;
}
template <int Extra> static __global__ void work_queue(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t head, longest, classes[2 * CLASSES];
    const uint32_t one = truth_one(w);
    const uint32_t from = (uint32_t)((uint64_t)w.items * blockIdx.x / gridDim.x);
    const uint32_t to = (uint32_t)((uint64_t)w.items * (blockIdx.x + 1) / gridDim.x);
    if (threadIdx.x == 0)
        head = longest = 0;
    truth_clear(classes, 2 * CLASSES);
    for (;;) {
        const uint32_t task = from + atomicAdd(&head, 1u);
        if (task >= to)
            break;
        const uint32_t steps = steps_of((task & w.mask) + 1);
        atomicMax(&longest, steps);
        if (truth_does<Extra>(w, &classes[steps % CLASSES])) {
            atomicAdd(&classes[steps % CLASSES], one);
            if (Extra > 0)
                atomicAdd(&classes[CLASSES + steps % CLASSES], one);
        }
    }
    truth_add_up(classes, 2 * CLASSES, w.out);
    if (threadIdx.x == 0)
        atomicMax(&w.out[2 * CLASSES], longest);
}
static void expect_queue(const uint32_t *, uint32_t n, uint32_t rounds, int extra, uint32_t *out) {
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t steps = steps_of(i + 1);
        if (extra >= 0)
            out[steps % CLASSES] += rounds;
        if (extra > 0)
            out[CLASSES + steps % CLASSES] += rounds;
        if (steps > out[2 * CLASSES])
            out[2 * CLASSES] = steps;
    }
}

/* ticket_lock: the warps of a block take turns at an account, by a ticket lock in shared memory (1 ATOMS.ADD), and
 * count what they did outside of it (1 ATOMS.ADD of all lanes). They wait for the lock. An item is a turn; a warp that
 * waits for too long leaves, and the sum is wrong. */
enum { TURN_KINDS = 32, MOST_LOOKS = 1 << 22 };
template <int Extra> static __global__ void ticket_lock(struct truth_work w) {
    TRUTH_BEGIN(w);
    __shared__ uint32_t tickets, serving, balance, kinds[2 * TURN_KINDS];
    volatile uint32_t *const now = &serving, *const account = &balance;
    const uint32_t one = truth_one(w);
    const uint32_t lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        tickets = serving = balance = 0;
    truth_clear(kinds, 2 * TURN_KINDS);
    for (uint32_t i = truth_first() / 32; i < w.items; i += truth_stride() / 32) {
        const uint32_t amount = w.in[i & w.mask];
        if (lane == 0) {
            const uint32_t ticket = atomicAdd(&tickets, w.one);
            for (uint32_t looks = 0; *now != ticket && looks < MOST_LOOKS; looks++)
                continue;
            __threadfence_block();
            *account = *account + amount;
            __threadfence_block();
            *now = ticket + 1;
        }
        __syncwarp();
        const uint32_t kind = (amount >> lane % 8) % TURN_KINDS;
        if (truth_does<Extra>(w, &kinds[kind])) {
            atomicAdd(&kinds[kind], one);
            if (Extra > 0)
                atomicAdd(&kinds[TURN_KINDS + kind], one);
        }
    }
    truth_add_up(kinds, 2 * TURN_KINDS, w.out);
    if (threadIdx.x == 0)
        atomicAdd(&w.out[2 * TURN_KINDS], *account);
}
static void expect_lock(const uint32_t *in, uint32_t n, uint32_t rounds, int extra, uint32_t *out) {
    for (uint32_t i = 0; i < n; i++) {
        out[2 * TURN_KINDS] += rounds * in[i];
        for (uint32_t lane = 0; lane < 32; lane++) {
            const uint32_t kind = (in[i] >> lane % 8) % TURN_KINDS;
            if (extra >= 0)
                out[kind] += rounds;
            if (extra > 0)
                out[TURN_KINDS + kind] += rounds;
        }
    }
}

const struct truth_row truth_queues[] = {
    {"work_queue", 18, 0, 64, 2 * CLASSES + 1, 256, 8, NULL, TRUTH_KERNELS(work_queue),
     expect_queue, NULL},
    {"ticket_lock", 16, 1, 64, 2 * TURN_KINDS + 1, 256, 8, truth_random, TRUTH_KERNELS(ticket_lock),
     expect_lock, NULL},
    {NULL, 0, 0, 0, 0, 0, 0, NULL, {NULL, NULL, NULL}, NULL, NULL}};
