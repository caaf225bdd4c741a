/* Nested loops for `inspect`, of which the outer one alone goes on by an atomic's result. make.sh compiles them. */

/* Edges are relaxed until nothing changes. */
extern "C" __global__ void relaxes(int *distance, const int *weight, const int *first) {
    bool changed = true;
    while (changed) {
        changed = false;
#pragma unroll 1
        for (int e = first[threadIdx.x]; e < first[threadIdx.x + 1]; e++) {
            const int d = weight[e];
            if (atomicMin(distance + e, d) > d)
                changed = true;
        }
    }
}

/* A lock is tried between pieces of other work. */
extern "C" __global__ void tries(int *lock, int *p, int n) {
    bool done = false;
    while (!done) {
#pragma unroll 1
        for (int i = 0; i < n; i++) {
            p[i]++;
            if (!done && atomicCAS(lock, 0, 1) == 0) {
                __threadfence();
                p[0]++;
                __threadfence();
                atomicExch(lock, 0);
                done = true;
            }
        }
    }
}

/* One value is read, and swapped several times; all of it again where one did not go. */
extern "C" __global__ void swaps(float *p, float x, int n) {
    bool again = true;
    while (again) {
        again = false;
        const float old = *(volatile float *)p;
#pragma unroll 1
        for (int i = 0; i < n; i++)
            if (atomicCAS((int *)p, __float_as_int(old), __float_as_int(old + x)) !=
                __float_as_int(old))
                again = true;
    }
}

/* These are not: what is counted, or chosen for the next turn, ends neither loop. */
extern "C" __global__ void counts(int *distance, const int *weight, int n, int m, int *out) {
    int found = 0;
#pragma unroll 1
    for (int k = 0; k < m; k++)
#pragma unroll 1
        for (int i = threadIdx.x; i < n; i += 32)
            if (atomicMin(distance + i, weight[k]) > k) {
                __threadfence();
                found++;
            }
    *out = found;
}

extern "C" __global__ void chooses(int *p, const int *weight, int n, int m, int *out) {
    int next = 0;
#pragma unroll 1
    for (int k = 0; k < m; k++) {
#pragma unroll 1
        for (int i = threadIdx.x; i < n; i += 32) {
            const int old = atomicAdd(p + next, weight[i]);
            if (old > k) {
                __threadfence();
                next = old & 15;
            }
        }
        out[k] = next;
    }
}
