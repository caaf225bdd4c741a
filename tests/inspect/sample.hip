/* What sample.cu shows, for AMD: no header is needed. make_amd.sh compiles it into the files beside. */
#define GLOBAL extern "C" __attribute__((global)) void
#define DEVICE __HIP_MEMORY_SCOPE_AGENT
#define SYSTEM __HIP_MEMORY_SCOPE_SYSTEM

__attribute__((device)) static unsigned lane() { return __builtin_amdgcn_workitem_id_x(); }

GLOBAL native_add(unsigned *p) {
    __hip_atomic_fetch_add(p + lane(), p[99], __ATOMIC_RELAXED, DEVICE);
}

GLOBAL used_add(unsigned *p) {
    p[64 + lane()] = __hip_atomic_fetch_add(p + lane(), p[99], __ATOMIC_RELAXED, DEVICE);
}

GLOBAL wide_add(unsigned *p) {
    __hip_atomic_fetch_add(p + lane(), p[99], __ATOMIC_RELAXED, SYSTEM);
}

GLOBAL shared_add(unsigned *p) {
    static __attribute__((shared)) unsigned bins[32];
    bins[lane()] = 0;
    __builtin_amdgcn_s_barrier();
    __hip_atomic_fetch_add(bins + (lane() & 7), p[lane()], __ATOMIC_RELAXED, DEVICE);
    __builtin_amdgcn_s_barrier();
    p[lane()] = bins[lane()];
}

/* Without -munsafe-fp-atomics most targets make a loop. */
GLOBAL float_add(float *p) {
    __hip_atomic_fetch_add(p + lane(), p[99], __ATOMIC_RELAXED, DEVICE);
}

/* The same by hand, of 64 bits. */
GLOBAL multiply(double *p, double by) {
    unsigned long *const word = (unsigned long *)(p + lane());
    unsigned long old = *word;
    while (!__hip_atomic_compare_exchange_strong(
        word, &old, __builtin_bit_cast(unsigned long, __builtin_bit_cast(double, old) * by),
        __ATOMIC_RELAXED, __ATOMIC_RELAXED, DEVICE))
        ;
}

GLOBAL lock(int *p) {
    int expected = 0;
    while (!__hip_atomic_compare_exchange_strong(p, &expected, 1, __ATOMIC_ACQUIRE,
                                                 __ATOMIC_RELAXED, DEVICE))
        expected = 0;
    p[1]++;
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "");
    __hip_atomic_store(p, 0, __ATOMIC_RELEASE, DEVICE);
}

/* A swap in a cycle that is neither: each goes to another word, once. */
GLOBAL insert(int *p, int key) {
    for (int i = 0; i < key; i++) {
        int expected = 0;
        if (__hip_atomic_compare_exchange_strong(p + 7 * i, &expected, key, __ATOMIC_RELAXED,
                                                 __ATOMIC_RELAXED, DEVICE))
            p[7 * i + 1] = i;
    }
}

/* One address for all: the compiler adds up the lanes first. */
GLOBAL same_word(int *p) { __hip_atomic_fetch_add(p, 3, __ATOMIC_RELAXED, DEVICE); }

/* Constants that would be atomics of gfx9, gfx11 and gfx12, were they read as instructions. */
GLOBAL literals(unsigned *p) {
    unsigned value = p[lane()];
    value = (value ^ 0xdd088000U) * 3;
    value = (value ^ 0xdcd60000U) * 5;
    p[lane()] = value ^ 0xee0d4000U;
}
