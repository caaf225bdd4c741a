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
#include <time.h>
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

/* A section of wrappers, n bytes, what its segment may be used for, and which part of that the loader has made read-only. */
struct found {
    uint8_t *at;
    size_t n;
    ElfW(Word) flags;
    uintptr_t relro, relro_end;
    ElfW(Addr) base; /* of the object */
    char *name;      /* of the object; empty: the program. own: ga_wrappers_look, free */
    void *pin;
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

/* The loader tells addresses as numbers. */
static void *address(uintptr_t at) {
    void *p = NULL;
    memcpy(&p, &at, sizeof p);
    return p;
}

/* What the process has of that section. The file may have become another meanwhile: it has to lie in a segment. */
static struct found in_memory(const struct dl_phdr_info *info, const Elf64_Shdr *section) {
    struct found found = {.base = info->dlpi_addr};
    for (unsigned i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *const segment = &info->dlpi_phdr[i];
        if (segment->p_type == PT_GNU_RELRO) {
            found.relro = info->dlpi_addr + segment->p_vaddr;
            found.relro_end = found.relro + segment->p_memsz;
        }
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_R) ||
            !holds(segment, section->sh_addr, section->sh_size))
            continue;
        found.at = address(info->dlpi_addr + section->sh_addr);
        found.n = section->sh_size;
        found.flags = segment->p_flags;
    }
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
    struct found found =
        read_section(file, &section) ? in_memory(info, &section) : (struct found){.n = 0};
    close(file);
    if (found.n && !(found.name = strdup(info->dlpi_name ? info->dlpi_name : "")))
        return 0;
    struct found *const larger =
        found.n ? realloc(looking->all, (looking->n + 1) * sizeof *larger) : NULL;
    if (larger) {
        looking->all = larger;
        looking->all[looking->n++] = found;
    } else {
        free(found.name);
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

/* Code may run on the page meanwhile, so a segment with code is left as it is. A page that is not read-only as a whole is left
 * to be written to: others write there. */
static void point(const struct found *found, struct ga_wrapper *wrapper, const void *fatbin) {
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE),
                    begin = (uintptr_t)wrapper & ~(page - 1), end = (uintptr_t)(wrapper + 1);
    if ((found->flags & PF_X) ||
        mprotect(address(begin), end - begin, PROT_READ | PROT_WRITE) != 0) {
        ga_put_note("not_read", "a fatbin's wrapper can't be written to; it runs unedited");
        return;
    }
    __atomic_store_n(&wrapper->fatbin, fatbin, __ATOMIC_RELEASE);
    for (uintptr_t at = begin; at < end; at += page)
        if (!(found->flags & PF_W) || (at >= found->relro && at + page <= found->relro_end))
            mprotect(address(at), page, PROT_READ);
}

/* The driver is asked on the way, so no lock of the loader's may be held. Compilers may leave room between two wrappers. */
static void edit(const struct found *found) {
    for (size_t i = 0; i + sizeof(struct ga_wrapper) <= found->n; i += sizeof(void *)) {
        struct ga_wrapper *const wrapper = (struct ga_wrapper *)(void *)(found->at + i);
        const void *const other = ga_substitute_wrapped(wrapper);
        if (other && other != wrapper->fatbin)
            point(found, wrapper, other);
    }
}

/* An object that another thread closes stays until it is edited. out: false: it is gone. */
static bool pin(struct found *found) {
    struct link_map *map = NULL;
    if (!*found->name)
        return true;
    found->pin = dlopen(found->name, RTLD_NOLOAD | RTLD_LAZY);
    return found->pin && dlinfo(found->pin, RTLD_DI_LINKMAP, &map) == 0 &&
           map->l_addr == found->base;
}

/* The loader's lock is taken for pins, so not under the lock of substitutes: a constructor may wait for that. */
static bool edit_all(struct looking *looking) {
    for (size_t i = 0; i < looking->n; i++)
        if (!pin(&looking->all[i]))
            looking->all[i].n = 0;
    const bool begins = looking->n == 0 || ga_substitute_try();
    for (size_t i = 0; i < looking->n && begins; i++)
        edit(&looking->all[i]);
    if (looking->n > 0 && begins)
        ga_substitute_leave();
    for (size_t i = 0; i < looking->n; i++) {
        if (looking->all[i].pin)
            dlclose(looking->all[i].pin);
        free(looking->all[i].name);
    }
    free(looking->all);
    return begins;
}

/* Nobody waits for another look or for a module that is being made: the driver may look things up while it makes one, and a
 * thread that is in dlopen may be needed for the other's work. out: false: it is to be looked again, at all that is new. */
static bool look_once(void) {
    unsigned long long counts[2] = {0, 0};
    struct looking looking = {NULL, 0};
    dl_iterate_phdr(count, counts);
    if (pthread_mutex_trylock(&lock) != 0)
        return false;
    if (counts[1] != subs)
        n_seen = 0;
    const size_t n_before = n_seen;
    if (counts[0] != adds || counts[1] != subs)
        dl_iterate_phdr(look, &looking);
    const bool done = edit_all(&looking);
    if (done) {
        adds = counts[0];
        subs = counts[1];
    } else {
        n_seen = n_before;
    }
    pthread_mutex_unlock(&lock);
    return done;
}

void ga_wrappers_look(void) {
    if (__atomic_load_n(&begun, __ATOMIC_ACQUIRE))
        look_once();
}

/* The runtime may load at once, so the table waits for the look, but not for ever: whoever holds it up may wait for this. */
static void look_or_note(void) {
    enum { TRIES = 1000 };
    const struct timespec ms = {0, 1000000};
    for (int i = 0; i < TRIES; i++) {
        if (look_once())
            return;
        nanosleep(&ms, NULL);
    }
    ga_put_note("not_read", "CUDA 11's runtime began while a module was made; what it loads first "
                            "may run unedited");
}

static __typeof__(&cuGetExportTable) tables;

static CUresult give_table(const void **table, const CUuuid *id) {
    if (id && memcmp(id->bytes, runtime_table, sizeof runtime_table) == 0) {
        __atomic_store_n(&begun, true, __ATOMIC_RELEASE);
        look_or_note();
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
