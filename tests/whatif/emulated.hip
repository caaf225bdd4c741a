/* Kernels whose plain loads, stores and reads of shared memory stand among atomics and fences; what these leave, and what they
 * have no part in, is held against what it has to be. emulated.sh runs it as it is, and edited. No header of HIP's is needed.
 * Usage: emulated EDITS [KERNEL]...: which edits were done, with commas; "": none; the kernels to run; none named: all. Exit
 * status 1: something is not as it has to be. */
#include <stdio.h>
#include <string.h>

extern "C" {
struct dim3 {
    unsigned x, y, z;
};
typedef struct ihipStream_t *hipStream_t;
typedef enum { hipSuccess } hipError_t;
hipError_t hipMalloc(void **memory, size_t bytes);
hipError_t hipMemcpy(void *to, const void *from, size_t bytes, int kind);
hipError_t hipDeviceSynchronize(void);
hipError_t hipLaunchKernel(const void *entry, dim3 blocks, dim3 threads, void **args, size_t shared,
                           hipStream_t stream);
}

enum { THREADS = 128, N = 2 * THREADS, AREAS = 10, WORDS = AREAS * N };

#define GLOBAL extern "C" __attribute__((global, amdgpu_flat_work_group_size(1, THREADS))) void
#define SHARED static __attribute__((shared)) unsigned
#define DEVICE __HIP_MEMORY_SCOPE_AGENT
#define ADD(p, x) __hip_atomic_fetch_add(p, x, __ATOMIC_RELAXED, DEVICE)
#define PARAMETERS                                                                                 \
    const unsigned *__restrict in, unsigned *__restrict left, unsigned *__restrict out,            \
        unsigned *__restrict dropped, unsigned n

__attribute__((device)) static unsigned lane() { return __builtin_amdgcn_workitem_id_x(); }
__attribute__((device)) static unsigned thread() {
    return __builtin_amdgcn_workgroup_id_x() * THREADS + lane();
}
/* A pointer of which nobody knows where it points to. */
__attribute__((device)) static unsigned *somewhere(unsigned *p) {
    asm("" : "+v"(p));
    return p;
}
__attribute__((device)) static void barrier() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

/* left: what atomics leave. dropped: what hangs on their results. out: all else. */
GLOBAL loads(PARAMETERS) {
    const unsigned i = thread(), a = in[i], b = in[i + N];
    ADD(left + i, 3);
    const unsigned c = in[i + 2 * N];
    ADD(left + i, n);
    out[i] = a * 3;
    out[i + N] = b * 5;
    out[i + 2 * N] = c * 7;
}

GLOBAL results(PARAMETERS) {
    const unsigned i = thread(), a = in[i], old = ADD(left + i, 3 + n), b = in[i + N];
    out[i] = a * 3;
    out[i + N] = b * 5;
    out[i + 2 * N] = in[i + 2 * N] * 7;
    dropped[i] = old;
}

/* Many at once. */
GLOBAL many(PARAMETERS) {
    const unsigned i = thread();
    unsigned a[3], old = 0;
    for (unsigned k = 0; k < 3; k++) {
        a[k] = in[i + k * N];
        old += ADD(left + i, k + 1);
        ADD(left + i, n - 2);
    }
    for (unsigned k = 0; k < 3; k++)
        out[i + k * N] = a[k] * (2 * k + 3);
    dropped[i] = old;
}

/* Two on one way, one on the other; both waits are of the same loads. */
GLOBAL ways(PARAMETERS) {
    const unsigned i = thread(), a = in[i], b = in[i + N], c = in[i + 2 * N];
    unsigned old;
    if (n & 1) {
        old = ADD(left + i, 1);
        old += ADD(left + i, 2 + n);
    } else
        old = ADD(left + i, 3 + n);
    out[i] = a * 3;
    out[i + N] = b * 5;
    out[i + 2 * N] = c * 7;
    dropped[i] = old;
}

GLOBAL loop(PARAMETERS) {
    const unsigned i = thread();
    unsigned x = 0, olds = 0, next = in[i];
#pragma nounroll
    for (unsigned k = 0; k < n; k++) {
        const unsigned now = next;
        next = in[i + N * (k + 1)];
        const unsigned old = ADD(left + i, k * 4 + 1);
        x = x * 3 + now;
        out[i + N * k] = x;
        olds += old;
    }
    dropped[i] = olds;
}

/* Stores, and reads of what was stored, around atomics. */
GLOBAL stores(PARAMETERS) {
    const unsigned i = thread(), a = in[i] * 3, b = in[i + N] * 5;
    out[i] = a;
    ADD(left + i, 3);
    out[i + N] = __hip_atomic_load(out + i, __ATOMIC_RELAXED, DEVICE) - a + b;
    ADD(left + i, n);
    out[i + 2 * N] = in[i + 2 * N] * 7;
}

GLOBAL shared(PARAMETERS) {
    SHARED bins[THREADS], data[2 * THREADS];
    const unsigned i = lane(), t = thread(), to = t - i + ((i + 1) & (THREADS - 1));
    data[(i + THREADS - 1) & (THREADS - 1)] = in[t];
    data[THREADS + ((i + THREADS - 1) & (THREADS - 1))] = in[t + N];
    bins[i] = 0;
    barrier();
    const unsigned a = data[i];
    ADD(bins + ((i + 1) & (THREADS - 1)), 3);
    const unsigned b = data[THREADS + i];
    ADD(bins + ((i + 2) & (THREADS - 1)), n);
    out[to] = a * 3;
    out[to + N] = b * 5;
    barrier();
    left[t] = bins[i];
    out[t + 2 * N] = in[t + 2 * N] * 7;
}

GLOBAL shared_results(PARAMETERS) {
    SHARED bins[THREADS], data[2 * THREADS];
    const unsigned i = lane(), t = thread(), to = t - i + ((i + 1) & (THREADS - 1));
    data[(i + THREADS - 1) & (THREADS - 1)] = in[t];
    data[THREADS + ((i + THREADS - 1) & (THREADS - 1))] = in[t + N];
    bins[i] = 0;
    barrier();
    const unsigned a = data[i], old = ADD(bins + i, 3 + n), b = data[THREADS + i];
    out[to] = a * 3;
    out[to + N] = b * 5;
    out[t + 2 * N] = in[t + 2 * N] * 7;
    dropped[t] = old;
    left[t] = bins[i];
}

/* Without a space: each counts as both. */
GLOBAL generic(PARAMETERS) {
    SHARED data[THREADS];
    const unsigned i = lane(), t = thread(), to = t - i + ((i + 1) & (THREADS - 1));
    unsigned *const word = somewhere(left + t);
    data[(i + THREADS - 1) & (THREADS - 1)] = in[t];
    barrier();
    const unsigned a = data[i], b = in[t + N];
    ADD(word, 3);
    const unsigned c = in[t + 2 * N], old = ADD(word, n);
    out[to] = a * 3;
    out[t + N] = b * 5;
    out[t + 2 * N] = c * 7;
    dropped[t] = old;
}

GLOBAL fences(PARAMETERS) {
    const unsigned i = thread(), a = in[i], b = in[i + N];
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
    out[i] = a * 3;
    const unsigned c = in[i + 2 * N];
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "");
    out[i + N] = b * 5;
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "");
    out[i + 2 * N] = c * 7;
    left[i] = 3 + n;
}

/* What no compiler makes of any source, but the manuals allow: a wait for a load that counts a cache operation, and one for a
 * store that counts an atomic. */
#if defined(__gfx90a__) || defined(__gfx942__)
#define LOAD "global_load_dword %0, %1, off\n"
#define STORE                                                                                      \
    "global_store_dword %0, %1, off\nglobal_atomic_add %2, %3, off\ns_waitcnt vmcnt(1)\ns_barrier"
#elif defined(__gfx1100__)
#define LOAD "global_load_b32 %0, %1, off\n"
#define STORE                                                                                      \
    "global_store_b32 %0, %1, off\nglobal_atomic_add_u32 %2, %3, off\n"                            \
    "s_waitcnt_vscnt null, 0x1\ns_barrier"
#else
#define LOAD "global_load_b32 %0, %1, off\n"
#define STORE                                                                                      \
    "global_store_b32 %0, %1, off\nglobal_atomic_add_u32 %2, %3, off\n"                            \
    "s_wait_storecnt 0x1\ns_barrier_signal -1\ns_barrier_wait -1"
#endif
#if defined(__gfx90a__)
#define LOAD_FENCE LOAD "buffer_wbl2\ns_waitcnt vmcnt(1)"
#elif defined(__gfx942__)
#define LOAD_FENCE LOAD "buffer_wbl2 sc1\ns_waitcnt vmcnt(1)"
#elif defined(__gfx1100__)
#define LOAD_FENCE LOAD "s_waitcnt vmcnt(0)"
#else
#define LOAD_FENCE LOAD "global_inv scope:SCOPE_DEV\ns_wait_loadcnt 0x1"
#endif
GLOBAL fence_counted(PARAMETERS) {
    const unsigned i = thread();
#ifdef __HIP_DEVICE_COMPILE__
    for (unsigned k = 0; k < 3; k++) {
        unsigned a;
        asm volatile(LOAD_FENCE : "=&v"(a) : "v"(in + i + k * N) : "memory");
        out[i + k * N] = a * (2 * k + 3);
    }
#endif
    left[i] = 3 + n;
}

GLOBAL store_counted(PARAMETERS) {
    const unsigned i = thread(), other = i ^ (THREADS - 1), by = 3 + n;
#ifdef __HIP_DEVICE_COMPILE__
    const unsigned a = in[i] * 3;
    asm volatile(STORE : : "v"(out + i), "v"(a), "v"(left + i), "v"(by) : "memory");
#endif
    const unsigned b = __hip_atomic_load(out + other, __ATOMIC_RELAXED, DEVICE) - in[other] * 3;
    out[i + N] = in[i + N] * 5 + b;
    out[i + 2 * N] = in[i + 2 * N] * 7;
}

/* A jump that nobody makes, and of which nobody can tell where it goes: an edit is refused. */
GLOBAL unknown_way(PARAMETERS) {
    const unsigned i = thread(), a = in[i], old = ADD(left + i, 3 + n), b = in[i + N];
#ifdef __HIP_DEVICE_COMPILE__
    if (n > 1000)
        asm volatile("s_setpc_b64 s[40:41]");
#endif
    out[i] = a * 3;
    out[i + N] = b * 5;
    out[i + 2 * N] = in[i + 2 * N] * 7;
    dropped[i] = old;
}

/* Loops that emulate an operation; nobody else has the word, so that once is enough. */
GLOBAL multiply(PARAMETERS) {
    const unsigned i = thread(), a = in[i], b = in[i + N];
    unsigned old = __hip_atomic_load(left + i, __ATOMIC_RELAXED, DEVICE);
    while (!__hip_atomic_compare_exchange_strong(left + i, &old, (old + 1) * (3 + n),
                                                 __ATOMIC_RELAXED, __ATOMIC_RELAXED, DEVICE))
        ;
    out[i] = a * 3;
    out[i + N] = b * 5;
    out[i + 2 * N] = in[i + 2 * N] * 7;
}

/* Others have it, too. */
GLOBAL contended(PARAMETERS) {
    const unsigned i = thread(), a = in[i], b = in[i + N];
    unsigned old = __hip_atomic_load(dropped + (i & 7), __ATOMIC_RELAXED, DEVICE);
    while (!__hip_atomic_compare_exchange_strong(dropped + (i & 7), &old, (old + 1) * (3 + n),
                                                 __ATOMIC_RELAXED, __ATOMIC_RELAXED, DEVICE))
        ;
    out[i] = a * 3;
    out[i + N] = b * 5;
    out[i + 2 * N] = in[i + 2 * N] * 7;
    ADD(left + i, 3 + n);
}

/* A lock, which stays; a turn each block. */
GLOBAL lock(PARAMETERS) {
    const unsigned i = thread(), a = in[i], b = in[i + N];
    if (lane() == 0) {
        unsigned expected = 0;
        while (!__hip_atomic_compare_exchange_strong(dropped, &expected, 1, __ATOMIC_ACQUIRE,
                                                     __ATOMIC_RELAXED, DEVICE))
            expected = 0;
        dropped[64] += 1;
        __hip_atomic_store(dropped, 0, __ATOMIC_RELEASE, DEVICE);
    }
    out[i] = a * 3;
    out[i + N] = b * 5;
    out[i + 2 * N] = in[i + 2 * N] * 7;
    ADD(left + i, 3 + n);
}

static const struct {
    const char *name, *gone_by; /* the edit without which `left` is as it was; "": none */
    const void *entry;
} kernels[] = {
#define KERNEL(name, gone_by)                                                                      \
    { #name, gone_by, (const void *)name }
    KERNEL(loads, "global"),  KERNEL(results, "global"),        KERNEL(many, "global"),
    KERNEL(ways, "global"),   KERNEL(loop, "global"),           KERNEL(stores, "global"),
    KERNEL(shared, "shared"), KERNEL(shared_results, "shared"), KERNEL(generic, "generic"),
    KERNEL(fences, ""),       KERNEL(fence_counted, ""),        KERNEL(store_counted, "global"),
    KERNEL(unknown_way, ""),  KERNEL(multiply, "global"),       KERNEL(contended, "global"),
    KERNEL(lock, "global"),
};

static unsigned in_of(unsigned i) { return (i * 2654435761U >> 12) | 1; }

static unsigned left_of(const char *name, bool done, unsigned n) {
    if (!done)
        return 0;
    return strcmp(name, "many") == 0   ? 6 + 3 * (n - 2)
           : strcmp(name, "loop") == 0 ? 2 * n * (n - 1) + n
                                       : 3 + n;
}

static unsigned out_of(const char *name, unsigned i, unsigned k) {
    unsigned x = 0;
    if (strcmp(name, "loop") != 0)
        return in_of(i + k * N) * (2 * k + 3);
    for (unsigned m = 0; m <= k; m++)
        x = x * 3 + in_of(i + m * N);
    return x;
}

/* out: whether a name is in a list with commas. */
static bool has(const char *list, const char *name) {
    const size_t n = strlen(name);
    for (const char *at = list; n > 0 && (at = strstr(at, name)); at += n)
        if ((at == list || at[-1] == ',') && (at[n] == ',' || at[n] == '\0'))
            return true;
    return false;
}

static bool is_wanted(int argc, char **argv, const char *name) {
    bool found = argc < 3;
    for (int i = 2; i < argc; i++)
        found |= strcmp(argv[i], name) == 0;
    return found;
}

int main(int argc, char **argv) {
    static unsigned in[WORDS], got[WORDS], zero[WORDS];
    const unsigned n_kernels = sizeof kernels / sizeof *kernels;
    const char *const edits = argc > 1 ? argv[1] : "";
    unsigned *memory[2], wrong_kernels = 0;
    setvbuf(stdout, NULL, _IOLBF, 0); /* whatever comes */
    for (unsigned i = 0; i < WORDS; i++)
        in[i] = in_of(i);
    for (unsigned i = 0; i < 2; i++)
        if (hipMalloc((void **)&memory[i], sizeof in) != hipSuccess)
            return 2;
    hipMemcpy(memory[0], in, sizeof in, 1);
    for (unsigned k = 0; k < n_kernels; k++)
        for (unsigned n = is_wanted(argc, argv, kernels[k].name) ? 3 : 5; n < 5; n++) {
            unsigned *left = memory[1], *out = left + N, *dropped = out + 7 * N, wrong = 0,
                     other = 0;
            void *args[] = {&memory[0], &left, &out, &dropped, &n};
            hipMemcpy(left, zero, sizeof zero, 1);
            const dim3 blocks = {N / THREADS, 1, 1}, threads = {THREADS, 1, 1};
            if (hipLaunchKernel(kernels[k].entry, blocks, threads, args, 0, NULL) != hipSuccess ||
                hipDeviceSynchronize() != hipSuccess) {
                printf("%s: it did not end\n", kernels[k].name);
                return 2;
            }
            hipMemcpy(got, left, sizeof got, 2);
            const unsigned to_be = left_of(kernels[k].name, !has(edits, kernels[k].gone_by), n);
            for (unsigned i = 0; i < N; i++) {
                other += got[i] != to_be;
                for (unsigned m = 0; m < 3; m++)
                    wrong += got[(m + 1) * N + i] != out_of(kernels[k].name, i, m);
            }
            if (wrong + other > 0)
                printf("%s, %u: %u values wrong, %u places not as atomics %s them\n",
                       kernels[k].name, n, wrong, other,
                       has(edits, kernels[k].gone_by) ? "that are gone leave" : "leave");
            wrong_kernels += wrong + other > 0;
        }
    return wrong_kernels > 0;
}
