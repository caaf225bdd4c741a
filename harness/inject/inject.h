/* What the parts of the injected library share. Nothing in it ends the program or changes what its calls return. */
#ifndef GA_INJECT_H
#define GA_INJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define __CUDA_API_VERSION_INTERNAL /* all versions of a function under their own names */
#include <cuda.h>

#include "edit.h"

/* Settings, from the environment, read once. out: NULL if the library has nothing to do in this process. */
struct ga_settings {
    const char *out; /* the directory of the files */
    unsigned classes;
    uint32_t only;     /* instruction of each kernel; 0: all */
    uint64_t keeps;    /* bytes of modules at most, as files; 0: none */
    const char *range; /* of NVTX, a pattern: launches in it alone count; NULL: all */
    char **kernels;    /* sorted; NULL: all */
    size_t n_kernels;
    uint64_t *left; /* sorted: modules that a run before found to have none of them */
    size_t n_left;
    const char *cache;   /* the directory of what is kept of modules; NULL: none */
    uint64_t cache_most; /* bytes in it at most */
    uint64_t asked; /* a hash of which instructions of which kernels are to be edited, and how */
};
const struct ga_settings *ga_settings(void);
bool ga_settings_wants(const void *settings, const char *kernel);
bool ga_settings_leaves(uint64_t module); /* whether its code need not be read */

/* Files of this process. Safe from any thread; what can't be written is dropped. */
struct ga_launch {
    const char *kernel;
    uint32_t grid[3], block[3], dynamic_shared_bytes, device, stream;
    uint64_t start_ns, end_ns;
    bool graph;
    const char *source; /* "cupti", "events" */
};
void ga_put_launch(const struct ga_launch *launch);
struct ga_csv_out;
/* A row of a kernel, into rows; n bytes of such rows to the file. */
void ga_put_kernel(struct ga_csv_out *rows, const struct ga_edit_count *count, uint64_t module);
void ga_put_kernels(const char *rows, size_t n);
void ga_put_note(const char *kind, const char *format, ...) __attribute__((format(printf, 2, 3)));
void ga_put_module(uint64_t module, const void *at, size_t n); /* as it was loaded */
bool ga_put_any_launch(void);                                  /* whether there was one */
void ga_put_flush(void); /* to the files, also what is fewer than 1000 rows */

/* The driver's functions. */
typedef void (*ga_function_pointer)(void);
/* out: the driver's own function, never one of ours; NULL if there is none. */
ga_function_pointer ga_driver(const char *name);
void *ga_dlsym(void *handle, const char *name); /* as dlsym is behind this library */
bool ga_driver_loaded(void);

/* A driver's function by its type: GA_DRIVER(cuInit)(0). NULL if the driver has none. */
#define GA_DRIVER(name) ((__typeof__(&name))ga_driver(#name))

/* A module to hand to the driver in place of another, of at most `most` bytes (SIZE_MAX: not known). */
struct ga_substitute {
    const void *image; /* what to hand over; lasts as long as the process */
    bool linked;       /* it was compiled, with the options that the program gave */
};
struct ga_options {
    unsigned n;
    CUjit_option *names;
    void **values;
};
struct ga_substitute ga_substitute(const void *image, size_t most, struct ga_options options);

/* What was made of a module, kept for the runs that ask for the same. */
struct ga_kept {
    struct ga_bytes image; /* none: the module as it is */
    struct ga_bytes rows;  /* of its kernels */
    uint32_t n_modules;    /* of machine code in it */
};
/* in: module: its hash; size: its bytes. out: whether *kept is known; it lasts as long as the process. */
bool ga_cache_find(uint64_t module, size_t size, struct ga_kept *kept);
/* What can't be kept is not. */
void ga_cache_keep(uint64_t module, size_t size, const struct ga_kept *kept);

/* What nvcc puts around a fatbin. src: fatbinary_section.h of the toolkit. */
struct ga_wrapper {
    int magic, version;
    const void *fatbin;
    void *more; /* of version 2: fatbins that were linked before */
};
/* try: out: false: a module is being made, maybe further up in this thread. */
bool ga_substitute_try(void);
void ga_substitute_leave(void);
/* Between those two. out: the fatbin to point to in place of the wrapper's; lasts as long as the process. NULL: it is no
 * wrapper, or to be left. */
const void *ga_substitute_wrapped(const struct ga_wrapper *wrapper);

/* For runtimes that load modules by no call that is seen. ga_wrappers_asked: what was found for a caller, an address in its
 * object, by cuGetProcAddress; puts a function of its own in its place where that is such a runtime. ga_wrappers_look: at
 * what was loaded since; nothing as long as there is none. */
void ga_wrappers_asked(const char *symbol, void **function, void *caller);
void ga_wrappers_look(void);
bool ga_module_seen(void); /* whether any came here */
/* Whether a GPU of this process may run machine code of a target: one of its generation is here, or none is known. */
bool ga_devices_run(unsigned sm);
/* out: the file's bytes, *n, with zeros behind; NULL: let the driver say what is wrong. own: caller, free. */
void *ga_read_file(const char *path, size_t *n);

/* Times, from when the driver is initialised to the process's end. */
void ga_times_begin(void);
/* out: whether the program, not a kernel that failed, ended the context: it may do so before this library's last calls. */
bool ga_context_is_gone(CUresult result);
bool ga_times_by_events(void);
void ga_times_by_events_from_now(void);
bool ga_cupti_begin(void); /* out: false: it can't; a note says why */
void ga_cupti_end(void);
/* What dlsym has found by name, or, where a program takes CUPTI by it from us, what does so. */
void *ga_cupti_answer(const char *name, void *found);

/* CUPTI's records of launches in a range. library: CUPTI. begin: from now on; out: false: it can't; a note says why. takes:
 * whether the record with that correlation ID counts, asked once of each; left: how many launches that count have none yet. */
bool ga_ranged_begin(void *library);
void ga_ranged_end(void);
bool ga_ranged_takes(uint32_t number);
size_t ga_ranged_left(void);

/* Whether a launch that this thread makes now counts: it is in the range that is asked for, or none is. */
bool ga_nvtx_counts(void);

/* Times by events. ga_events_before, _after: around a launch; NULL: it gets none. */
struct ga_event;
struct ga_event *ga_events_before(CUstream stream, const struct ga_launch *launch,
                                  CUfunction function);
void ga_events_after(struct ga_event *event, CUstream stream, CUresult launched);
void ga_events_name(const void *function, const char *name); /* of a CUfunction or CUkernel */
void ga_events_name_as(const void *function, const void *other);
void ga_events_end(void);

#endif
