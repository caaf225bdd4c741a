/* Small kernels with source lines, for AMD: no header is needed. make_amd.sh compiles them, and their targets say how. */
#define GLOBAL extern "C" __attribute__((global)) void
#define DEVICE __HIP_MEMORY_SCOPE_AGENT

__attribute__((device)) static unsigned lane() { return __builtin_amdgcn_workitem_id_x(); }
__attribute__((device)) static unsigned next(unsigned *p) {
    return __hip_atomic_fetch_add(p, p[99], __ATOMIC_RELAXED, DEVICE);
}

GLOBAL take(unsigned *p) { p[64 + lane()] = next(p + lane()); }

GLOBAL publish(int *p) {
    __hip_atomic_fetch_max(p + lane(), p[99], __ATOMIC_RELAXED, DEVICE);
    __hip_atomic_fetch_add(p + lane() + 256, 1, __ATOMIC_RELEASE, DEVICE);
}

/* As if a header of HIP's had them. */
#line 100 "/opt/rocm/include/hip/amd_detail/amd_hip_atomic.h"
__attribute__((device)) static int atomicXor(int *p, int by) {
    return __hip_atomic_fetch_xor(p, by, __ATOMIC_RELAXED, DEVICE);
}
__attribute__((device)) static int atomicXor_system(int *p) { return atomicXor(p, p[7]); }

#line 25 "lines.hip"
__attribute__((device)) static void flip(int *p) { p[5] = atomicXor(p, p[3]) + 1; }

GLOBAL flips(int *p) {
    int *const q = p + 512 + lane();
    flip(p + lane());
    p[1024 + lane()] = atomicXor_system(q) + atomicXor(q + 8, q[9]);
}

#line 7 "include/elsewhere.h"
GLOBAL elsewhere(int *p) { __hip_atomic_fetch_or(p + lane(), p[99], __ATOMIC_RELAXED, DEVICE); }
