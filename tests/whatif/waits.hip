/* Kernels whose waits count atomics; no header is needed. make_waits.sh compiles them. */
#define GLOBAL extern "C" __attribute__((global, amdgpu_flat_work_group_size(1, 256))) void
#define DEVICE __HIP_MEMORY_SCOPE_AGENT
#define ADD(p, x) __hip_atomic_fetch_add(p, x, __ATOMIC_RELAXED, DEVICE)

__attribute__((device)) static unsigned lane() { return __builtin_amdgcn_workitem_id_x(); }
__attribute__((device)) static void barrier() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

/* Loads before and after atomics, used one by one. */
GLOBAL loads(const unsigned *__restrict in, unsigned *__restrict sum, unsigned *__restrict out) {
    const unsigned i = lane(), a = in[i], b = in[i + 256];
    ADD(sum + (i & 7), i);
    const unsigned c = in[i + 512];
    ADD(sum + 8 + (i & 7), i);
    out[i] = a * 3;
    out[i + 256] = b * 5;
    out[i + 512] = c * 7;
}

/* Atomics whose results are used last. */
GLOBAL results(const unsigned *__restrict in, unsigned *__restrict sum, unsigned *__restrict out) {
    const unsigned i = lane(), a = in[i], old = ADD(sum + i, 3), b = in[i + 256];
    out[i] = a * 3;
    out[i + 256] = b * 5;
    out[i + 512] = old;
}

/* Shared memory: reads before and after atomics. */
GLOBAL shared(const unsigned *__restrict in, unsigned *__restrict out) {
    static __attribute__((shared)) unsigned bins[8], data[512];
    const unsigned i = lane();
    data[i] = in[i];
    data[i + 256] = in[i + 256];
    if (i < 8)
        bins[i] = 0;
    barrier();
    const unsigned a = data[(i + 1) & 255];
    ADD(bins + (i & 7), i);
    const unsigned b = data[256 + ((i + 1) & 255)];
    ADD(bins + ((i + 1) & 7), 1);
    out[i] = a * 3;
    out[i + 256] = b * 5;
    barrier();
    if (i < 8)
        out[512 + i] = bins[i];
}

/* In a loop. */
GLOBAL loop(const unsigned *__restrict in, unsigned *__restrict sum, unsigned *__restrict out, unsigned n) {
    const unsigned i = lane();
    unsigned x = 0;
#pragma nounroll
    for (unsigned k = 0; k < n; k++) {
        const unsigned next = in[i + 256 * k];
        const unsigned old = ADD(sum + i, k);
        x = x * 3 + next;
        x += __builtin_amdgcn_ballot_w64(old == 99) & 0;
    }
    out[i] = x;
}
