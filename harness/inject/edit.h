/* Switches instructions off in machine code, or makes them cheaper ones. This interface knows no vendor. */
#ifndef GA_EDIT_H
#define GA_EDIT_H

#include <stdbool.h>
#include <stdint.h>

#include "image.h"
#include "status.h"

/* Switched off: atomics by where their word is, generic: that is not known; fences: the whole sequence that orders memory;
 * membar: what begins it. Changed: no-retry: a loop of a compare-and-swap runs once; narrow: system scope becomes device,
 * device block; as-loads: an atomic whose result is used reads its word, as strongly. Unchanged: what any of these can edit is
 * taken for edited, and stays as it was. */
enum ga_edit_class {
    GA_EDIT_SHARED,
    GA_EDIT_GLOBAL,
    GA_EDIT_GENERIC,
    GA_EDIT_FENCES,
    GA_EDIT_MEMBAR,
    GA_EDIT_NO_RETRY,
    GA_EDIT_NARROW,
    GA_EDIT_AS_LOADS,
    GA_EDIT_UNCHANGED,
    GA_N_EDITS
};

struct ga_edit_count {
    const char *kernel, *target; /* mangled; "sm_90a", "gfx90a"; last as long as the call */
    uint32_t could[GA_N_EDITS];  /* instructions of each class that can be edited */
    uint32_t never;      /* that none of the first four can switch off, yet are atomics or fences */
    uint32_t edited;     /* that were, with the branches of loops */
    uint32_t waits;      /* that counted one of those, and now ask for less */
    const char *refused; /* why instructions stayed that the rules let go; NULL: none did */
    const char *instruction; /* the last one that was, by its opcode; NULL: none */
    uint32_t offset;         /* of that, bytes */
};

struct ga_edit {
    unsigned classes; /* 1 << enum ga_edit_class of those to edit; 0: they are only counted */
    uint32_t only;    /* of a class, that instruction of each function alone, from 1 on; 0: all */
    /* Others are not read. NULL: all are wanted. */
    bool (*wanted)(const void *context, const char *kernel);
    const void *context;
    bool (*runs)(
        unsigned sm); /* whether a GPU that is here takes modules of a target; NULL: all are read */
    /* Called for every function that is wanted and has instructions of a class. NULL without a class: no code is read. */
    void (*counted)(void *to, const struct ga_edit_count *count);
    void *to;
};

/* in: list: "shared,fences"; NULL: none. out: 1 << enum ga_edit_class of each; unknown words are passed over. */
unsigned ga_edit_classes(const char *list);

/* in: cubin: a module of machine code, n bytes. out: its instructions edited in place, nothing else changed;
 * *edited: how many. err: GA_FILE for what is damaged, GA_ERROR for want of memory: functions before it are edited. */
enum ga_status ga_edit_module(uint8_t *cubin, size_t n, const struct ga_edit *edit,
                              uint32_t *edited, struct ga_err *err);

struct ga_edit_package {
    struct ga_bytes bytes; /* the package anew; none: nothing in it was changed */
    uint32_t n_modules;    /* of machine code */
};

/* in: a module, or a package of modules for several targets. out: *out: what takes its place: every module that runs here
 * edited, those with an edit unpacked, all others and what is no machine code as they were, and no machine code that does not
 * run here. own: free((void *)out->bytes.at).
 * err: as above, nothing to free. */
enum ga_status ga_edit_package(struct ga_bytes in, const struct ga_edit *edit,
                               struct ga_edit_package *out, struct ga_err *err);

/* out: by which to tell a module or package: a hash of what ga_edit_package reads or keeps of it, no machine code that does not
 * run here, and of the headers of all. */
uint64_t ga_edit_hash(struct ga_bytes in, const struct ga_edit *edit);

/* in: at: `most` bytes, SIZE_MAX: not known. out: how many of them a module or package takes that begins there, as its
 * headers say; 0: it is neither, or cut off. */
size_t ga_edit_size(const uint8_t *at, size_t most);

#endif
