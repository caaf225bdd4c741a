/* Loops for `inspect` that go on by a result through a word of memory, whose address a register holds; and loops that do not.
 * make.sh compiles them. sm_75 has such addresses in uniform registers, which are not followed. */

/* Something changed: another turn. */
extern "C" __global__ void global_flag(int *distance, const int *weight, int *changed, int n) {
    int i = threadIdx.x;
    do {
        __syncthreads();
        *changed = 0;
        __syncthreads();
        const int d = weight[i];
        if (atomicMin(distance + i, d) > d) {
            __threadfence();
            *changed = 1;
        }
        i = (i + 32) % n;
        __syncthreads();
    } while (*changed);
}

/* All words are gone through in each turn. */
extern "C" __global__ void global_flag_of_all(int *distance, const int *weight, int *changed,
                                              int n) {
    do {
        __syncthreads();
        *changed = 0;
        __syncthreads();
#pragma unroll 1
        for (int i = threadIdx.x; i < n; i += 32)
            if (atomicMin(distance + i, weight[i]) > weight[i]) {
                __threadfence();
                *changed = 1;
            }
        __syncthreads();
    } while (*changed);
}

/* A variable of the module, and a member of what a pointer in memory points to. */
__device__ int symbol[4];

extern "C" __global__ void global_variable(int *distance, const int *weight, int n) {
    int i = threadIdx.x;
    do {
        const int d = weight[i];
        if (atomicMin(distance + i, d) > d)
            *(volatile int *)(symbol + 1) = 1;
        i = (i + 32) % n;
        __syncthreads();
    } while (*(volatile int *)(symbol + 1));
}

extern "C" __global__ void global_member(int *distance, const int *weight, int *const *lists,
                                         int n) {
    volatile int *const list = lists[threadIdx.x / 32];
    int i = threadIdx.x;
    do {
        list[3] = atomicMin(distance + i, weight[i]);
        i = (i + 32) % n;
        __syncthreads();
    } while (list[3]);
}

/* Shared memory of a size that the launch says. */
extern "C" __global__ void shared_flags(int *distance, const int *weight, int n) {
    extern __shared__ volatile int flags[];
    volatile int *const mine = flags + threadIdx.x / 32 * 3;
    int i = threadIdx.x;
    do {
        mine[1] = atomicMin(distance + i, weight[i]);
        i = (i + 32) % n;
        __syncthreads();
    } while (mine[1]);
}

/* These are not: another word ends the loop, or one of another turn. */
extern "C" __global__ void other_word(int *distance, const int *weight, volatile int *state,
                                      int n) {
    int i = threadIdx.x;
    do {
        state[3] = atomicMin(distance + i, weight[i]);
        i = (i + 32) % n;
        __syncthreads();
    } while (state[4]);
}

extern "C" __global__ void other_shared_word(int *distance, const int *weight, int n) {
    extern __shared__ volatile int flags[];
    volatile int *const mine = flags + threadIdx.x / 32 * 3;
    int i = threadIdx.x;
    do {
        mine[1] = atomicMin(distance + i, weight[i]);
        i = (i + 32) % n;
        __syncthreads();
    } while (mine[2]);
}

extern "C" __global__ void moving_word(int *distance, const int *weight, volatile int *state,
                                       int n) {
    int i = threadIdx.x;
    do {
        state[3] = atomicMin(distance + i, weight[i]);
        i = (i + 32) % n;
        state += 5 + i;
        __syncthreads();
    } while (state[3]);
}

/* These are again: it is one of more words that end the loop, or is copied from another. */
extern "C" __global__ void many_words(int *distance, const int *weight, volatile int *state,
                                      int n) {
    int i = threadIdx.x, sum;
    do {
        state[20] = atomicMin(distance + i, weight[i]);
        i = (i + 32) % n;
        sum = 0;
#pragma unroll
        for (int k = 0; k < 21; k++)
            sum += state[k];
    } while (sum);
}

extern "C" __global__ void copied_word(int *distance, const int *weight, volatile int *state,
                                       int n) {
    int i = threadIdx.x;
    do {
        state[1] = atomicMin(distance + i, weight[i]);
        i = (i + 32) % n;
        state[0] = state[1];
    } while (state[0]);
}

/* No result is used, but what the atomics leave is read, and ends the loop; the sum is not read. */
extern "C" __global__ void left_in_word(int *most, const int *weight, int *rounds, int n) {
    int i = threadIdx.x;
    do {
        atomicAdd(rounds, 1);
        atomicMax(most, weight[i]);
        __syncthreads();
        i = (i + 32) % n;
    } while (*(volatile int *)most < n);
}

extern "C" __global__ void left_in_loop_inside(int *most, const int *weight, int n) {
    int *const mine = most + threadIdx.x / 32 * 5;
    do {
#pragma unroll 1
        for (int i = threadIdx.x; i < n; i += 32)
            atomicMax(mine, weight[i]);
        __syncthreads();
    } while (*(volatile int *)mine < n);
}

extern "C" __global__ void left_in_shared_word(int *out, const int *weight, int n) {
    extern __shared__ int maxima[];
    int *const mine = maxima + threadIdx.x / 32 * 3;
    int i = threadIdx.x;
    do {
        atomicMax(mine + 1, weight[i]);
        __syncthreads();
        i = (i + 32) % n;
    } while (*(volatile int *)(mine + 1) < n);
    *out = i;
}

/* These are not: another word is read, that of another turn, or nothing that the loop goes by. */
extern "C" __global__ void left_in_other_word(int *most, const int *weight, int n) {
    int *const mine = most + threadIdx.x / 32 * 5;
    int i = threadIdx.x;
    do {
        atomicMax(mine + 3, weight[i]);
        __syncthreads();
        i = (i + 32) % n;
    } while (*(volatile int *)(mine + 4) < n);
}

extern "C" __global__ void left_behind(int *most, const int *weight, int n) {
    int i = threadIdx.x;
    do {
        atomicMax(most, weight[i]);
        __syncthreads();
        i = (i + 32) % n;
        most += 5 + i;
    } while (*(volatile int *)most < n);
}

extern "C" __global__ void left_unasked(int *most, const int *weight, int *out, int n) {
    int *const mine = most + threadIdx.x / 32 * 5;
    int sum = 0;
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += 32) {
        atomicMax(mine, weight[i]);
        sum += *(volatile int *)mine;
    }
    *out = sum;
}
