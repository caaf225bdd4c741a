/* Kernels for `inspect`: what loops go by, where more than one instruction says so. make.sh compiles
 * them. */
typedef unsigned long long wide;

/* A compare of 64 bits is two, of which the second asks what the first found. */
extern "C" __global__ void lock(wide *p) {
    while (atomicCAS(p, 0ull, 1ull) != 0ull)
        ;
    __threadfence();
    p[1]++;
    __threadfence();
    atomicExch(p, 0ull);
}

extern "C" __global__ void exchanged_lock(wide *p) {
    while (atomicExch(p, 1ull) != 0ull)
        ;
    __threadfence();
    p[1]++;
    __threadfence();
    atomicExch(p, 0ull);
}

extern "C" __global__ void queue(wide *next, float *x, wide n) {
    for (;;) {
        const wide i = atomicAdd(next, 1ull);
        if (i >= n)
            break;
        x[i] *= 2;
    }
}

/* The loop goes on while one lane of the warp does. */
extern "C" __global__ void voted(unsigned *label, unsigned a, unsigned b) {
    bool done = false;
    while (__any_sync(~0u, !done))
        if (!done) {
            const unsigned high = max(a, b), old = atomicMin(label + high, min(a, b));
            a = min(a, b);
            done = (old == high) | (old == a);
            b = old;
        }
}

/* Of the new value the upper half alone comes from the old one: a count beside a pointer. */
extern "C" __global__ void tagged(wide *head, unsigned node) {
    wide seen = *head, old;
    do {
        old = seen;
        seen = atomicCAS(head, old, ((old >> 32) + 1) << 32 | node);
    } while (seen != old);
}
