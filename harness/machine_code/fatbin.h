/* The layout of NVIDIA's fatbins: a header of 16 bytes, then entries, each with a header that says how long it is.
 *
 * src: no manual describes them. From files of nvcc 13.0, with every --compress-mode, and of libraries that CUDA 11 and
 * 12 built: header: magic u32, version u16, size of the header u16, size of the rest u64. Entry: kind u16, version u16, size of
 * the header u32, size of the payload u64, then at 16 its compressed size u32 (0: as it is), at 28 the target u32, at 40 flags
 * u64, at 56 the size when decompressed u64. */
#ifndef GA_FATBIN_H
#define GA_FATBIN_H

enum {
    GA_FATBIN_HEADER = 16,
    GA_FATBIN_ENTRY = 64, /* the least size of an entry's header */
    GA_FATBIN_PTX = 1,    /* kinds of entries */
    GA_FATBIN_CUBIN = 2,
    GA_FATBIN_LZ4 = 0x2000, /* flags */
    GA_FATBIN_ZSTD = 0x8000,
    GA_FATBIN_MOST = 1 << 30 /* bytes of a module */
};

#define GA_FATBIN_MAGIC "\x50\xed\x55\xba"

#endif
