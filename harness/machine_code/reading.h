/* What the readers of one file share: numbers from bytes that may lie anywhere, and the file's name for messages. */
#ifndef GA_READING_H
#define GA_READING_H

#include <stdbool.h>
#include <string.h>

#include "image.h"

/* NVIDIA's targets, by their number. */
struct ga_targets {
    bool has[256];
};

struct ga_reading {
    const char *path;
    struct ga_bytes file;
    const uint8_t *packed; /* as of an image */
    enum ga_status (*visit)(void *context, const struct ga_image *image, struct ga_err *err);
    void *context;
    unsigned least_sm;               /* modules of older targets are not decompressed */
    struct ga_targets *met;          /* of fatbins' machine code, or NULL */
    const struct ga_targets *passed; /* whose machine code is passed over, or NULL */
    bool
        mapped; /* the file is: what was read of it can be let go, and comes back when it is asked for */
};

/* in: at and n must lie in the bytes. Little endian, as the machines that run CUDA are. */
static inline uint64_t ga_get(struct ga_bytes b, uint64_t at, unsigned n) {
    uint64_t value = 0;
    memcpy(&value, b.at + at, n);
    return value;
}

/* out: whether n bytes from at on lie in the bytes. */
static inline bool ga_holds(struct ga_bytes b, uint64_t at, uint64_t n) {
    return at <= b.n && n <= b.n - at;
}

static inline struct ga_bytes ga_part(struct ga_bytes b, uint64_t at, uint64_t n) {
    return (struct ga_bytes){b.at + at, (size_t)n};
}

static inline bool ga_begins(struct ga_bytes b, const void *magic, size_t n) {
    return b.n >= n && memcmp(b.at, magic, n) == 0;
}

/* err: GA_FILE: "PATH: at byte N: expected .."; of what was decompressed, where that begins in the file. */
enum ga_status ga_expected(const struct ga_reading *r, const uint8_t *at, const char *what,
                           struct ga_err *err);

/* A row of fatbins, as a section holds them, with padding between. */
enum ga_status ga_fatbins(const struct ga_reading *r, struct ga_bytes bytes, struct ga_err *err);

/* Fatbins and bundles among other bytes, found by their header, wherever it begins. Without a whole one there: GA_OK. */
enum ga_status ga_modules_among(const struct ga_reading *r, struct ga_bytes bytes,
                                struct ga_err *err);

/* in: elf: a code object of AMD's. */
enum ga_status ga_code_object(const struct ga_reading *r, struct ga_bytes elf, struct ga_err *err);

enum { GA_EM_CUDA = 190, GA_EM_AMDGPU = 224, GA_ELF_HEADER = 64 };

struct ga_section {
    const char *name; /* a string that ends in the file */
    uint32_t type, info, link;
    uint64_t address, flags;
    struct ga_bytes bytes; /* none for a section without any in the file */
    bool outside;          /* its bytes would be */
};

/* The sections of a 64-bit ELF file, little endian. in: bytes begin with its magic number. out: *n of them.
 * ga_elf_section: err: GA_FILE if there is no section i, or its header or name lies outside. Some of a cubin's
 * have a size and no bytes. */
enum ga_status ga_elf(const struct ga_reading *r, struct ga_bytes elf, size_t *n,
                      struct ga_err *err);
enum ga_status ga_elf_section(const struct ga_reading *r, struct ga_bytes elf, size_t i,
                              struct ga_section *section, struct ga_err *err);
/* out: compute capability x 10 of a cubin. */
unsigned ga_cubin_sm(struct ga_bytes cubin);

#endif
