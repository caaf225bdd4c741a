/* Modules of CUDA 11's runtime. It has the driver load them by a call that has no name, out of a table, and hands over what
 * nvcc puts around a fatbin: a wrapper, in the section .nvFatBinSegment of the program or library. So the wrappers in memory
 * are pointed at edited fatbins before the runtime hands them over: when it asks for that table, and, for what is loaded
 * later, when anything is looked up by dlsym. Neither the driver's table nor the runtime is touched. */
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inject.h"

/* The driver's table of calls for its runtime. src: what the runtimes of CUDA 11.8, 12.4 and 13.0 ask for. */
static const unsigned char runtime_table[16] = {0x6b, 0xd5, 0xfb, 0x6c, 0x5b, 0xf4, 0xe7, 0x4a,
                                                0x89, 0x87, 0xd9, 0x39, 0x12, 0xfd, 0x9d, 0xf9};
static const char segment_name[] = ".nvFatBinSegment";

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool begun;
static unsigned long long adds,
    subs;                 /* objects of the process, as they were counted at the last look */
static ElfW(Addr) * seen; /* where objects that were looked at lie */
static size_t n_seen;

static bool is_seen(ElfW(Addr) base) {
    for (size_t i = 0; i < n_seen; i++)
        if (seen[i] == base)
            return true;
    return false;
}

static void see(ElfW(Addr) base) {
    ElfW(Addr) *const larger = realloc(seen, (n_seen + 1) * sizeof *seen);
    if (!larger)
        return;
    seen = larger;
    seen[n_seen++] = base;
}

/* A section of wrappers, n bytes, and whether it can be written to as it is. */
struct found {
    uint8_t *at;
    size_t n;
    bool writable;
};

struct looking {
    struct found *all;
    size_t n;
};

static bool read_at(int file, void *to, size_t n, uint64_t offset) {
    return pread(file, to, n, (off_t)offset) == (ssize_t)n;
}

static bool is_named(int file, const Elf64_Shdr *names, uint32_t name) {
    char text[sizeof segment_name];
    return name < names->sh_size && names->sh_size - name >= sizeof text &&
           read_at(file, text, sizeof text, names->sh_offset + name) &&
           memcmp(text, segment_name, sizeof text) == 0;
}

/* The section's header, which is in the file alone. */
static bool read_section(int file, Elf64_Shdr *section) {
    Elf64_Ehdr elf;
    Elf64_Shdr names;
    if (!read_at(file, &elf, sizeof elf, 0) || memcmp(elf.e_ident, ELFMAG, SELFMAG) != 0 ||
        elf.e_shentsize != sizeof *section || elf.e_shstrndx >= elf.e_shnum ||
        !read_at(file, &names, sizeof names, elf.e_shoff + elf.e_shstrndx * sizeof names))
        return false;
    for (unsigned i = 0; i < elf.e_shnum; i++)
        if (read_at(file, section, sizeof *section, elf.e_shoff + i * sizeof *section) &&
            is_named(file, &names, section->sh_name))
            return true;
    return false;
}

static bool holds(const ElfW(Phdr) * segment, ElfW(Addr) at, size_t n) {
    return at >= segment->p_vaddr && n <= segment->p_memsz &&
           at - segment->p_vaddr <= segment->p_memsz - n;
}

/* What the process has of that section. The file may have become another meanwhile: it has to lie in a segment. */
static struct found in_memory(const struct dl_phdr_info *info, const Elf64_Shdr *section) {
    struct found found = {NULL, 0, false};
    bool is_relro = false;
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const segment = &info->dlpi_phdr[i];
        if (!holds(segment, section->sh_addr, section->sh_size))
            continue;
        is_relro |= segment->p_type == PT_GNU_RELRO;
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_R))
            found = (struct found){(uint8_t *)(info->dlpi_addr + section->sh_addr),
                                   section->sh_size, (segment->p_flags & PF_W) != 0};
    }
    found.writable &= !is_relro;
    return found;
}

static int look(struct dl_phdr_info *info, size_t size, void *to) {
    struct looking *const looking = to;
    Elf64_Shdr section;
    (void)size;
    if (is_seen(info->dlpi_addr))
        return 0;
    see(info->dlpi_addr);
    const char *const path =
        info->dlpi_name && *info->dlpi_name ? info->dlpi_name : "/proc/self/exe";
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    const struct found found =
        read_section(file, &section) ? in_memory(info, &section) : (struct found){NULL, 0, false};
    close(file);
    struct found *const larger =
        found.n ? realloc(looking->all, (looking->n + 1) * sizeof *larger) : NULL;
    if (larger) {
        looking->all = larger;
        looking->all[looking->n++] = found;
    }
    return 0;
}

static int count(struct dl_phdr_info *info, size_t size, void *to) {
    unsigned long long *const counts = to;
    if (size >= offsetof(struct dl_phdr_info, dlpi_subs) + sizeof info->dlpi_subs) {
        counts[0] = info->dlpi_adds;
        counts[1] = info->dlpi_subs;
    }
    return 1;
}

static void point(struct ga_wrapper *wrapper, const void *fatbin, bool writable) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE),
                    begin = (uintptr_t)wrapper & ~(page - 1);
    const size_t n = (uintptr_t)(wrapper + 1) - begin;
    if (mprotect((void *)begin, n, PROT_READ | PROT_WRITE) != 0) {
        ga_put_note("not_read", "a fatbin's wrapper can't be written to; it runs unedited");
        return;
    }
    __atomic_store_n(&wrapper->fatbin, fatbin, __ATOMIC_RELEASE);
    if (!writable)
        mprotect((void *)begin, n, PROT_READ);
}

/* The driver is asked on the way, so no lock of the loader's may be held. Compilers may leave room between two wrappers. */
static void edit(const struct found *found) {
    for (size_t i = 0; i + sizeof(struct ga_wrapper) <= found->n; i += sizeof(void *)) {
        struct ga_wrapper *const wrapper = (struct ga_wrapper *)(void *)(found->at + i);
        const void *const other = ga_substitute_wrapped(wrapper);
        if (other && other != wrapper->fatbin)
            point(wrapper, other, found->writable);
    }
}

/* Nobody waits: a thread that is in dlopen may be needed for the other's work. What it has loaded the next look finds. */
void ga_wrappers_look(void) {
    unsigned long long counts[2] = {0, 0};
    struct looking looking = {NULL, 0};
    if (!__atomic_load_n(&begun, __ATOMIC_ACQUIRE))
        return;
    dl_iterate_phdr(count, counts);
    if (pthread_mutex_trylock(&lock) != 0)
        return;
    if (counts[1] != subs)
        n_seen = 0;
    if (counts[0] != adds || counts[1] != subs)
        dl_iterate_phdr(look, &looking);
    adds = counts[0];
    subs = counts[1];
    for (size_t i = 0; i < looking.n; i++)
        edit(&looking.all[i]);
    free(looking.all);
    pthread_mutex_unlock(&lock);
}

static __typeof__(&cuGetExportTable) tables;

static CUresult give_table(const void **table, const CUuuid *id) {
    if (id && memcmp(id->bytes, runtime_table, sizeof runtime_table) == 0) {
        __atomic_store_n(&begun, true, __ATOMIC_RELEASE);
        ga_wrappers_look();
    }
    return tables(table, id);
}

/* Where the objects lie that asked for cuLibraryLoadData: runtimes of CUDA 12 and later, whose loads are seen. */
static struct {
    const void *base[64];
    size_t n;
    pthread_mutex_t lock;
} newer = {.lock = PTHREAD_MUTEX_INITIALIZER};
enum { MOST_NEWER = sizeof newer.base / sizeof *newer.base };

/* in: becomes: it is one from now on. out: whether it was; so is everybody when there is no more room to tell. */
static bool is_newer(void *caller, bool becomes) {
    Dl_info info;
    const void *const base = dladdr(caller, &info) ? info.dli_fbase : NULL;
    pthread_mutex_lock(&newer.lock);
    bool found = newer.n == MOST_NEWER;
    for (size_t i = 0; i < newer.n && !found; i++)
        found = newer.base[i] == base;
    if (becomes && !found)
        newer.base[newer.n++] = base;
    pthread_mutex_unlock(&newer.lock);
    return found;
}

/* Each runtime asks for all that it will call before it calls any of it, for cuLibraryLoadData before cuGetExportTable. */
void ga_wrappers_asked(const char *symbol, void **function, void *caller) {
    if (strcmp(symbol, "cuLibraryLoadData") == 0) {
        is_newer(caller, true);
    } else if (strcmp(symbol, "cuGetExportTable") == 0 && !is_newer(caller, false)) {
        __typeof__(tables) const ours = give_table;
        memcpy(&tables, function, sizeof tables);
        memcpy(function, &ours, sizeof ours);
    }
}
