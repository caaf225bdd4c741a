/* Loops for `inspect` that go on by an atomic's result through a branch, or through a word of shared memory; and loops that do not.
 * make.sh compiles them. */

/* Slots are claimed until there are enough. */
extern "C" __global__ void claims(int *slot, int *mine, int n, int want) {
    int taken = 0;
    for (int i = threadIdx.x; taken < want; i = (i + 7) % n)
        if (atomicCAS(slot + i, 0, 1) == 0) {
            mine[taken++] = i;
            __threadfence();
        }
}

/* What was found asks for another turn. */
extern "C" __global__ void relaxes(int *distance, const int *weight, int n) {
    bool changed = true;
    for (int i = threadIdx.x; changed; i = (i + 32) % n) {
        changed = false;
        const int d = weight[i];
        if (atomicMin(distance + i, d) > d) {
            __threadfence();
            changed = true;
        }
    }
}

/* One thread takes the block's next part. */
extern "C" __global__ void block_queue(int *next, float *x, int n) {
    static __shared__ int part;
    for (;;) {
        if (threadIdx.x == 0)
            part = atomicAdd(next, 1);
        __syncthreads();
        const int i = part;
        if (i >= n)
            break;
        x[i * 256 + threadIdx.x] *= 2;
        __syncthreads();
    }
}

/* A flag of the block. Seen where its address is a constant: sm_75. */
extern "C" __global__ void block_flag(int *distance, const int *weight, int n) {
    static __shared__ int changed;
    int i = threadIdx.x;
    do {
        __syncthreads();
        changed = 0;
        __syncthreads();
        const int d = weight[i];
        if (atomicMin(distance + i, d) > d) {
            __threadfence();
            changed = 1;
        }
        i = (i + 32) % n;
        __syncthreads();
    } while (changed);
}

/* These are not: what is counted does not end the loop; a turn is waited for, and the same is done then. */
extern "C" __global__ void lists(int *label, int *list, int n) {
    int found = 0;
#pragma unroll 1
    for (int i = threadIdx.x; i < n; i += 32)
        if (atomicExch(label + i, 1) == 0) {
            list[found++] = i;
            __threadfence();
        }
    list[n] = found;
}

extern "C" __global__ void waits(int *next, volatile int *serving, float *x, int n) {
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        const int ticket = atomicAdd(next, 1);
        while (*serving != ticket)
            ;
        x[i] *= 2;
        __threadfence();
        *serving = ticket + 1;
    }
}

/* Tried again until it is done: a maximum, and an exchange. */
extern "C" __global__ void greatest(int *p, const int *x) {
    const int value = x[threadIdx.x];
    int old = *p, seen;
    while (old < value && (seen = atomicCAS(p, old, value)) != old)
        old = seen;
}

extern "C" __global__ void pushes(int *head, int *after, int node) {
    int old = *head, seen;
    for (; (seen = atomicCAS(head, old, node)) != old; old = seen)
        ;
    after[node] = old;
}

/* These find another word, or another value, each time. */
extern "C" __global__ void unites(int *label, int a, int b) {
    for (int old; (old = atomicCAS(label + a, a, b)) != a; a = old)
        ;
}

extern "C" __global__ void pops(int *head, const int *after, int *got) {
    int old = *head, seen;
    for (; (seen = atomicCAS(head, old, after[old])) != old; old = seen)
        ;
    *got = old;
}
