/* A file to its images: what kind of file it is, and where the fatbins are in it. */
#include "image.h"

#include <ar.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bundle.h"
#include "fatbin.h"
#include "gfx.h"
#include "gzip.h"
#include "reading.h"

static enum ga_status read_any(const struct ga_reading *r, struct ga_bytes bytes,
                               struct ga_err *err);

static enum ga_status give_cubin(const struct ga_reading *r, struct ga_bytes bytes,
                                 struct ga_err *err) {
    const struct ga_image image = {.kind = GA_IMAGE_CUBIN,
                                   .sm = ga_cubin_sm(bytes),
                                   .bytes = bytes,
                                   .file = r->file,
                                   .packed = r->packed};
    return r->visit(r->context, &image, err);
}

enum ga_status ga_code_object(const struct ga_reading *r, struct ga_bytes elf, struct ga_err *err) {
    enum ga_gfx_generation generation = GA_GFX9;
    struct ga_image image = {
        .kind = GA_IMAGE_OLD, .bytes = elf, .file = r->file, .packed = r->packed};
    if (elf.n < GA_ELF_HEADER || ga_get(elf, offsetof(Elf64_Ehdr, e_machine), 2) != GA_EM_AMDGPU)
        return ga_expected(r, elf.at, "a code object, which is an ELF file of machine 224", err);
    if (ga_gfx_target(ga_get(elf, offsetof(Elf64_Ehdr, e_flags), 4), &generation))
        image.kind = GA_IMAGE_GFX;
    return r->visit(r->context, &image, err);
}

static bool is_relocatable(const struct ga_section *section) {
    return strcmp(section->name, "__nv_relfatbin") == 0;
}

/* Of the host: nvcc's fatbins lie in sections of their own, those of relocatable device code in another, clang's bundles for
 * AMD in a third. Libraries put both in sections of other names, too. */
static enum ga_status read_section(const struct ga_reading *r, const struct ga_section *section,
                                   const uint8_t *end, struct ga_err *err) {
    const bool of_amd = strcmp(section->name, ".hip_fatbin") == 0,
               of_nvidia = is_relocatable(section) || strcmp(section->name, ".nv_fatbin") == 0,
               is_data = section->type == SHT_PROGBITS && !(section->flags & SHF_EXECINSTR);
    if (section->outside && (of_amd || of_nvidia))
        return ga_expected(r, end, "the rest of a section of fatbins; the file is cut off", err);
    return of_amd      ? ga_bundles(r, section->bytes, err)
           : of_nvidia ? ga_fatbins(r, section->bytes, err)
           : is_data   ? ga_modules_among(r, section->bytes, err)
                       : GA_OK;
}

/* Its sections of relocatable code, or all others. */
static enum ga_status read_sections(const struct ga_reading *r, struct ga_bytes elf,
                                    bool relocatable, struct ga_err *err) {
    size_t n = 0;
    enum ga_status status = ga_elf(r, elf, &n, err);
    for (size_t i = 0; status == GA_OK && i < n; i++) {
        struct ga_section section;
        status = ga_elf_section(r, elf, i, &section, err);
        if (status == GA_OK && is_relocatable(&section) == relocatable)
            status = read_section(r, &section, elf.at + elf.n, err);
    }
    return status;
}

/* Of a linked file's relocatable code what nvlink made machine code of is there twice, and no program loads it twice. The rest
 * is compiled or linked when it is loaded. */
static enum ga_status read_host(const struct ga_reading *r, struct ga_bytes elf,
                                struct ga_err *err) {
    struct ga_targets met = {{false}};
    struct ga_reading one = *r;
    one.met = &met;
    const enum ga_status status = read_sections(&one, elf, false, err);
    one.met = NULL;
    if (ga_get(elf, offsetof(Elf64_Ehdr, e_type), 2) != ET_REL)
        one.passed = &met;
    return status == GA_OK ? read_sections(&one, elf, true, err) : status;
}

static enum ga_status read_elf(const struct ga_reading *r, struct ga_bytes elf,
                               struct ga_err *err) {
    if (elf.n < GA_ELF_HEADER)
        return ga_expected(r, elf.at + elf.n, "the rest of an ELF header", err);
    const uint64_t machine = ga_get(elf, offsetof(Elf64_Ehdr, e_machine), 2);
    return machine == GA_EM_CUDA     ? give_cubin(r, elf, err)
           : machine == GA_EM_AMDGPU ? ga_code_object(r, elf, err)
                                     : read_host(r, elf, err);
}

/* in: a member's header, whose numbers are text without an end. */
static bool member_size(struct ga_bytes header, uint64_t *size) {
    char text[sizeof((struct ar_hdr){0}.ar_size) + 1] = "";
    char *end = NULL;
    memcpy(text, header.at + offsetof(struct ar_hdr, ar_size), sizeof text - 1);
    *size = strtoull(text, &end, 10);
    return end != text && *text != '-' &&
           memcmp(header.at + offsetof(struct ar_hdr, ar_fmag), ARFMAG, sizeof ARFMAG - 1) == 0;
}

/* Members that hold objects; an index or a table of names begins like none. */
static enum ga_status read_archive(const struct ga_reading *r, struct ga_bytes archive,
                                   struct ga_err *err) {
    enum ga_status status = GA_OK;
    uint64_t at = SARMAG, size = 0;
    for (; status == GA_OK && at < archive.n; at += size + (size & 1)) {
        if (!ga_holds(archive, at, sizeof(struct ar_hdr)) ||
            !member_size(ga_part(archive, at, sizeof(struct ar_hdr)), &size))
            return ga_expected(r, archive.at + at, "the header of an archive's member", err);
        at += sizeof(struct ar_hdr);
        if (!ga_holds(archive, at, size))
            return ga_expected(r, archive.at + at,
                               "an archive's member inside the file, which is cut off", err);
        const struct ga_bytes member = ga_part(archive, at, size);
        if (ga_begins(member, ELFMAG, SELFMAG))
            status = read_elf(r, member, err);
    }
    return status;
}

/* PTX as text: it says which version it is in, behind comments. */
static bool is_ptx(struct ga_bytes bytes) {
    enum { COMMENTS = 4096 };
    return memmem(bytes.at, bytes.n < COMMENTS ? bytes.n : COMMENTS, ".version", 8) &&
           memmem(bytes.at, bytes.n < COMMENTS ? bytes.n : COMMENTS, ".target", 7);
}

static enum ga_status read_any(const struct ga_reading *r, struct ga_bytes bytes,
                               struct ga_err *err) {
    if (ga_begins(bytes, ELFMAG, SELFMAG))
        return read_elf(r, bytes, err);
    if (ga_begins(bytes, ARMAG, SARMAG))
        return read_archive(r, bytes, err);
    if (ga_begins(bytes, "!<thin>\n", SARMAG))
        return ga_fail(err, GA_FILE, "%s: (thin archive) its members lie beside it: inspect these",
                       r->path);
    if (ga_begins(bytes, GA_FATBIN_MAGIC, 4))
        return ga_fatbins(r, bytes, err);
    if (ga_is_bundle(bytes))
        return ga_bundles(r, bytes, err);
    if (is_ptx(bytes)) {
        const struct ga_image image = {.kind = GA_IMAGE_PTX};
        return r->visit(r->context, &image, err);
    }
    if (ga_gzip_refuse(r->path, bytes.at, bytes.n, err) != GA_OK)
        return GA_FILE;
    return ga_expected(
        r, bytes.at, "an ELF file, an archive, a cubin, a fatbin, PTX or a bundle of clang's", err);
}

enum ga_status ga_images_in(const char *path, struct ga_bytes file, unsigned least_sm,
                            enum ga_status (*visit)(void *context, const struct ga_image *image,
                                                    struct ga_err *err),
                            void *context, struct ga_err *err) {
    const struct ga_reading r = {
        .path = path, .file = file, .visit = visit, .context = context, .least_sm = least_sm};
    return read_any(&r, file, err);
}

enum ga_status ga_images(const char *path, unsigned least_sm,
                         enum ga_status (*visit)(void *context, const struct ga_image *image,
                                                 struct ga_err *err),
                         void *context, struct ga_err *err) {
    struct stat about;
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 || fstat(file, &about) != 0) {
        const int why = errno;
        if (file >= 0)
            close(file);
        return ga_fail(err, GA_FILE, "%s: %s", path, strerror(why));
    }
    if (!S_ISREG(about.st_mode) || about.st_size == 0) {
        close(file);
        return ga_fail(err, GA_FILE, "%s: %s", path,
                       S_ISREG(about.st_mode) ? "the file is empty" : "this is no file");
    }
    const size_t n = (size_t)about.st_size;
    void *const map = mmap(NULL, n, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (map == MAP_FAILED)
        return ga_fail(err, GA_FILE, "%s: %s", path, strerror(errno));
    madvise(map, n, MADV_SEQUENTIAL);
    const struct ga_reading r = {.path = path,
                                 .file = {map, n},
                                 .visit = visit,
                                 .context = context,
                                 .least_sm = least_sm,
                                 .mapped = true};
    const enum ga_status status = read_any(&r, r.file, err);
    munmap(map, n);
    return status;
}
