/* What phases.cu shows, for AMD, whose loads of shared memory are no other instruction's: no header is needed. make_amd.sh compiles it. */
#define KERNEL extern "C" __attribute__((global)) void
static __attribute__((shared)) unsigned bins[256];
__attribute__((device)) static unsigned lane() { return __builtin_amdgcn_workitem_id_x(); }
__attribute__((device)) static void add(unsigned *to, unsigned value) {
    __hip_atomic_fetch_add(to, value, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

/* Reads first, adds then. */
KERNEL reads_first(const unsigned *in, const unsigned *keys, unsigned *out, unsigned n) {
    unsigned sum = 0;
    for (unsigned i = lane(); i < n; i += 256)
        sum += in[i];
    out[lane()] = sum;
    __builtin_amdgcn_s_barrier();
    for (unsigned i = lane(); i < n; i += 256)
        add(&bins[keys[i] & 255], 1);
}

/* A loop that stores what shared memory holds. */
KERNEL stores(const unsigned *keys, unsigned *out, unsigned n, unsigned n_bins) {
    for (unsigned i = lane(); i < n; i += 256)
        add(&bins[keys[i] & 255], 1);
    __builtin_amdgcn_s_barrier();
    for (unsigned i = lane(); i < n_bins; i += 32)
        out[i] = bins[i];
}
