/* What a device can do for the harness and for a benchmark's host side. One backend_*.c each. */
#ifndef GA_BACKEND_H
#define GA_BACKEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gauges.h"
#include "kinds.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Keys that the user has given, --keys FILE. */
struct ga_keys {
    const uint32_t *at;
    uint32_t n;
};
enum { GA_MOST_KEYS = 1 << 24 };

/* What a GPU can do with the memory of another, as bits, and by which link, as the driver states it. */
enum { GA_MOST_GPUS = 16, GA_PEER_ACCESS = 1, GA_PEER_ATOMICS = 2 };
enum ga_link { GA_LINK_UNKNOWN, GA_LINK_PCIE, GA_LINK_DIRECT }; /* direct: NVLink, xGMI */
struct ga_peer {
    uint8_t can, link;
    int8_t rank; /* among the links, 0 the fastest; -1: not known */
};

/* What a device is. Nothing in a benchmark assumes a number that stands here. */
struct ga_limits {
    char name[96]; /* as the vendor spells it: "NVIDIA H200" */
    char id[64];   /* its place on the bus, "" if it has none */
    char uuid[48]; /* which one, as the vendor's tools write it: "GPU-..", "" if it has none */
    char
        partition[16]; /* how it is divided, as the driver says it: "CPX NPS4"; "" if it does not */
    char target[24];   /* instruction set of the code that runs: "sm_90", "gfx90a", "cpu" */
    char driver[48];   /* driver version, "" if there is none */
    char runtime[48];  /* runtime library and version */
    uint32_t warp_size;
    uint32_t warps_per_sm;
    uint32_t
        blocks_per_sm; /* the most that are resident, however small; 0: the driver does not say */
    uint32_t threads_per_block;
    uint32_t sm_count;
    uint32_t shared_bytes_per_block; /* the most that one block may ask for */
    uint32_t shared_bytes_per_sm;
    uint64_t l2_bytes;
    uint64_t memory_bytes;
    uint64_t free_bytes;       /* of these, when the device was opened */
    uint32_t sm_clock_khz;     /* highest, as the driver states it; 0: unknown */
    uint32_t memory_clock_khz; /* likewise */
    int ecc;                   /* of its memory: 1 on, 0 off, -1 unknown */
    uint32_t cycle_bits;       /* of ga_cycles(), if it has not those of the target; 0: it has */
    double tick_ns;            /* one step of ga_ticks() in ns, as documented */
    int host_native_atomics;   /* host and device on one word: 1 native, 0 not, -1 unknown */
    bool shared_managed;       /* host and device may use managed memory at the same time */
    bool told_managed;         /* ga_remote.reside can say where it is */
    bool cooperative;          /* launches whose blocks are promised to be resident together */
    bool emulated;             /* no GPU runs its code, so its times say nothing of one */
    uint32_t cluster_blocks;   /* the most blocks that share their shared memory; 0: none do */
    uint32_t n_gpus, gpu; /* of this backend, at most GA_MOST_GPUS, and which of them this one is */
    struct ga_peer peers[GA_MOST_GPUS][GA_MOST_GPUS]; /* [from][to] */
};

struct ga_gpu;

/* One kernel launch. A kernel takes one struct by value. */
struct ga_launch {
    const void *entry; /* GA_ENTRY(kernel) */
    uint32_t n_blocks;
    uint32_t n_threads; /* in a block */
    size_t shared_bytes;
    const void *args;
    uint32_t
        cluster; /* blocks that share their shared memory; 0: each has its own. Divides n_blocks */
    const char *label; /* NULL, or what a profiler calls it: see ga_label() */
    bool cooperative;  /* all blocks are resident together, or GA_ERROR; where ga_limits says so */
};

struct ga_bench;
struct ga_batch;

enum ga_memory { GA_PINNED, GA_MANAGED };

/* Where managed memory is: wherever it was used last; on the GPU, and its driver keeps it there if it can; in the host,
 * likewise, and the GPU reaches it there. */
enum ga_residence { GA_MOVES, GA_KEPT_ON_GPU, GA_KEPT_IN_HOST };

/* Memory of the host and of other GPUs, and kernels on several of them. A GPU is the number that
 * ga_limits.n_gpus counts. ga_backend's upload and download reach all this memory. */
struct ga_remote {
    /* own: the caller frees *memory. out: zeroed memory of the host, at one address for the host and all
     * GPUs, and coherent between them. */
    enum ga_status (*alloc_host)(struct ga_gpu *gpu, enum ga_memory kind, size_t bytes,
                                 void **memory, struct ga_err *err);
    void (*free_host)(struct ga_gpu *gpu, enum ga_memory kind, void *memory);
    /* Says so of managed memory, and moves it: to the GPU of `gpu` if it is kept there, else to the host. NULL where
     * limits.told_managed is not set. */
    enum ga_status (*reside)(struct ga_gpu *gpu, enum ga_residence residence, void *memory,
                             size_t bytes, struct ga_err *err);
    /* own: the caller frees *memory. out: zeroed memory of GPU `on`, at one address for all GPUs that have
     * access to it. */
    enum ga_status (*alloc_on)(struct ga_gpu *gpu, uint32_t on, size_t bytes, void **memory,
                               struct ga_err *err);
    void (*free_on)(struct ga_gpu *gpu, uint32_t on, void *memory);
    /* Launches n kernels at once, the i-th on GPU on[i], each on another, and waits for all. Adds the wall
     * time to gpu->kernel_s. err: as ga_backend.launch. */
    enum ga_status (*launch_on)(struct ga_gpu *gpu, const struct ga_launch *launches,
                                const uint32_t *on, uint32_t n, struct ga_err *err);
};

/* Every function returns GA_OK or a failure with its message in err; outputs are untouched then. */
struct ga_backend {
    enum ga_kind kind;
    /* The driver clears freed memory in the background, beside the kernels that run by then. */
    bool clears_freed;
    /* out: *n devices. GA_UNSUPPORTED with the reason where library, driver or device is missing.
     */
    enum ga_status (*count)(int *n, struct ga_err *err);
    /* own: the caller closes *gpu. spec: what follows "NAME:" in --device, "" if nothing does. */
    enum ga_status (*open)(const char *spec, struct ga_gpu **gpu, struct ga_err *err);
    void (*close)(struct ga_gpu *gpu);
    /* own: the caller frees *memory. out: zeroed device memory. */
    enum ga_status (*alloc)(struct ga_gpu *gpu, size_t bytes, void **memory, struct ga_err *err);
    void (*free)(struct ga_gpu *gpu, void *memory);
    enum ga_status (*clear)(struct ga_gpu *gpu, void *memory, size_t bytes, struct ga_err *err);
    enum ga_status (*upload)(struct ga_gpu *gpu, void *to, const void *from, size_t bytes,
                             struct ga_err *err);
    enum ga_status (*download)(struct ga_gpu *gpu, void *to, const void *from, size_t bytes,
                               struct ga_err *err);
    /* Launches n kernels, one after the other, and waits for the last. Adds their time to
     * gpu->kernel_s. GA_TIMEOUT after gpu->patience_s; the device is unusable from then on. */
    enum ga_status (*launch)(struct ga_gpu *gpu, const struct ga_launch *launches, uint32_t n,
                             struct ga_err *err);
    /* out: *blocks_per_sm, how many blocks of such a launch the vendor's formula says an SM holds. NULL: there
     * is no formula. */
    enum ga_status (*occupancy)(struct ga_gpu *gpu, const struct ga_launch *launch,
                                uint32_t *blocks_per_sm, struct ga_err *err);
    /* The rows of benches.def, compiled for this backend, and the timer probe. */
    const struct ga_bench *const *(*benches)(size_t *n);
    const void *(*probe)(void);
    /* NULL, or what it can do beyond the one device. */
    const struct ga_remote *remote;
    /* NULL, or asks the vendor's management library, of a GPU that has a UUID. err: GA_UNSUPPORTED: it cannot be asked. */
    enum ga_status (*gauges)(const struct ga_gpu *gpu, struct ga_gauges *now, struct ga_err *err);
    /* NULL, or the same: out: J that it has taken since the driver was loaded; NaN: it does not say. From any one thread. */
    double (*energy)(const struct ga_gpu *gpu);
    /* NULL, or what takes the place of every benchmark's own measure(). */
    enum ga_status (*measure)(struct ga_gpu *gpu, const struct ga_bench *bench,
                              const struct ga_batch *batch, struct ga_err *err);
};

/* Launches are queued in parts, two at a time: a third waits for the first, or a driver that holds no more would wait by
 * itself, and for ever. */
enum { GA_PART = 256 };

/* What is recorded among them: before all, after every other part, after all. */
enum ga_event { GA_BEGIN, GA_EVEN_PART, GA_ODD_PART, GA_END, GA_N_EVENTS };

/* Longest wait of a kernel for another block, in s; the second where the driver ends kernels that hold up a display,
 * which it does after some seconds. */
#define GA_SPIN_S 7.5
#define GA_SPIN_DISPLAY_S 1.0

struct ga_gpu {
    const struct ga_backend *backend;
    struct ga_limits limits;
    double patience_s; /* the watchdog's limit for what is queued at a time: 2 * GA_PART launches */
    double spin_s;     /* the longest that a kernel may wait for another block */
    double step_ticks; /* smallest step of the fixed-rate timer that was seen; 0: not looked for */
    enum ga_event awaited;
    bool stuck;      /* a launch outlived it: whatever waits for the device would wait for ever */
    double kernel_s; /* time spent in kernels so far */
    double warm_mhz; /* the SM clock when a benchmark's warm-up last ended; 0: none has */
    bool
        once; /* no warm-up, no sentinel, no look at timers: for an emulator, or a profiler, which sees launches that have a label */
    void *scratch;
    size_t scratch_bytes; /* all that is allocated on the device */
    uint64_t
        n_scratch; /* goes up when it is asked for; no two devices of a process have one number */
    uint64_t n_moves; /* how often it was made anew, elsewhere and of other physical memory */
    void *held;       /* by ga_hold */
    size_t held_bytes;
    void *room; /* by ga_host_room */
    size_t room_bytes;
};

/* out: the longest wait of a kernel that need not be longer than that many seconds. */
static inline double ga_spin_s(const struct ga_gpu *gpu, double most_s) {
    return gpu->spin_s < most_s ? gpu->spin_s : most_s;
}

/* out: what the first call of ga_scratch takes at least: as much as most benchmarks need, of a device with enough, so
 * that a benchmark has the same physical memory, on which its times may depend, whatever was measured before it. 0 for
 * a device with less than eight times as much. */
size_t ga_scratch_reserve(const struct ga_limits *limits);

/* out: *memory, at least that many bytes on the device, with any content. own: the device; it is
 * the same memory for every caller, valid until the next call. err: as ga_backend.alloc. */
enum ga_status ga_scratch(struct ga_gpu *gpu, size_t bytes, void **memory, struct ga_err *err);

/* Memory beside the scratch, for one benchmark: no other's scratch moves for it. out: *memory, at least that many zeroed
 * bytes on the device. own: the device, until ga_release: freed between visits, it would be cleared beside them. err: as
 * ga_backend.alloc. */
enum ga_status ga_hold(struct ga_gpu *gpu, size_t bytes, void **memory, struct ga_err *err);

/* For what a visit copies to the device and back, which takes the host several times as long with memory that is not pinned.
 * out: *memory, at least that many bytes of the host, with any content: pinned, if the device has a ga_remote. own: the
 * device; it is the same for every caller, valid until the next call or ga_release. err: GA_ERROR out of memory. */
enum ga_status ga_host_room(struct ga_gpu *gpu, size_t bytes, void **memory, struct ga_err *err);

/* Frees what ga_host_room and ga_hold took, and sleeps about as long as a driver clears the latter, if it does: on an H100
 * kernels beside that take up to 8 % longer. */
void ga_release(struct ga_gpu *gpu);

/* Appends an array to a layout of *size bytes. out: its offset, aligned for any use. */
static inline size_t ga_carve(size_t *size, size_t bytes) {
    const size_t offset = (*size + 255) / 256 * 256;
    *size = offset + bytes;
    return offset;
}

/* The backends of this build, best first, "fake" last; NULL-terminated. */
extern const struct ga_backend *const ga_backends[];

/* out: which of the vendors' this build lacks, in words; "" if none. */
const char *ga_backends_lacking(void);

/* in: name "cuda:0", "hip:1", "cpu", "fake:FILE"; NULL: the first GPU, else cpu. GA_EMULATED=1 in the environment:
 * it is emulated. own: the caller closes *gpu. err: GA_USAGE for an unknown name, GA_ERROR where the device cannot
 * be opened, with the reason. */
enum ga_status ga_device_open(const char *name, struct ga_gpu **gpu, struct ga_err *err);

/* For the vendors' backends. in: spec: the digits that follow "cuda:", "" for the first; n devices.
 * out: *index. err: GA_ERROR if there is no such device. */
enum ga_status ga_device_index(const char *backend, const char *spec, int n, int *index,
                               struct ga_err *err);

/* Likewise. Polls a launched kernel, because waiting in a vendor's runtime cannot be bounded.
 * poll: out: *done, or the failure. err: poll's, or GA_TIMEOUT after gpu->patience_s. */
enum ga_status ga_await_kernel(struct ga_gpu *gpu,
                               enum ga_status (*poll)(struct ga_gpu *gpu, bool *done,
                                                      struct ga_err *err),
                               struct ga_err *err);

/* A vendor's queue. is_done: of gpu->awaited, as poll above. err: as ga_backend.launch. */
struct ga_queue {
    enum ga_status (*enqueue)(struct ga_gpu *gpu, const struct ga_launch *launch,
                              struct ga_err *err);
    enum ga_status (*record)(struct ga_gpu *gpu, enum ga_event event, struct ga_err *err);
    enum ga_status (*is_done)(struct ga_gpu *gpu, bool *done, struct ga_err *err);
};

/* Likewise. Puts n launches into the queue, one after the other, and returns when all have ended. */
enum ga_status ga_feed(struct ga_gpu *gpu, const struct ga_queue *queue,
                       const struct ga_launch *launches, uint32_t n, struct ga_err *err);

/* out: "nvidia-h200" for "NVIDIA H200". own: caller, capacity bytes. */
void ga_device_slug(const struct ga_gpu *gpu, char *slug, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
