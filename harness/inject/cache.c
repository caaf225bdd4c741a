/* A file a module, named by all that its content hangs on. It is written whole beside its place and then renamed, so several
 * processes may do so at once; one that is damaged counts as none, and is replaced. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <unistd.h>

#include "csv.h"
#include "inject.h"
#include "xxh64.h"

enum { ALIGNED = 64, FREE_PART = 4 }; /* of what it finds free a cache takes a quarter at most */

/* The file's beginning; then the rows, zeros, and from a multiple of ALIGNED on the image. */
struct head {
    uint64_t check; /* of all else */
    uint64_t module, size, asked, library;
    uint64_t n_rows, n_image, image_at;
    uint64_t n_modules;
};

/* Another library may edit otherwise: which one this is, by the build ID that the linker made of its content. */
static uint64_t library;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int find_build_id(struct dl_phdr_info *of, size_t size, void *base) {
    enum { PADDED = 4 };
    (void)size;
    if (of->dlpi_addr != (uintptr_t)base)
        return 0;
    for (unsigned i = 0; i < of->dlpi_phnum; i++) {
        const ElfW(Phdr) *const part = &of->dlpi_phdr[i];
        const uint8_t *at = (const uint8_t *)base + part->p_vaddr;
        const uint8_t *const end = part->p_type == PT_NOTE ? at + part->p_memsz : at;
        for (ElfW(Nhdr) note; at + sizeof note < end;) {
            memcpy(&note, at, sizeof note);
            at += sizeof note + (note.n_namesz + PADDED - 1) / PADDED * PADDED;
            if (note.n_type == NT_GNU_BUILD_ID)
                library = ga_xxh64(at, note.n_descsz, 0) | 1;
            at += (note.n_descsz + PADDED - 1) / PADDED * PADDED;
        }
    }
    return 1;
}
static void find_library(void) { /* 0: nothing is kept */
    Dl_info info;
    if (dladdr(&library, &info))
        dl_iterate_phdr(find_build_id, info.dli_fbase);
}

/* out: false: nothing is kept. */
static bool begin(uint64_t module, size_t size, struct head *head, char path[GA_CSV_MAX_PATH]) {
    const struct ga_settings *const s = ga_settings();
    pthread_once(&once, find_library);
    if (!s->cache || library == 0)
        return false;
    *head = (struct head){.module = module, .size = size, .asked = s->asked, .library = library};
    const uint64_t name = ga_xxh64((const uint8_t *)head, sizeof *head, 0);
    return snprintf(path, GA_CSV_MAX_PATH, "%s/%016llx", s->cache, (unsigned long long)name) <
           GA_CSV_MAX_PATH;
}

static uint64_t check_of(const struct head *head, const uint8_t *rows, const uint8_t *image) {
    uint64_t check =
        ga_xxh64((const uint8_t *)head + sizeof head->check, sizeof *head - sizeof head->check, 0);
    check = ga_xxh64(rows, head->n_rows, check);
    return ga_xxh64(image, head->n_image, check);
}

static bool is_whole(const uint8_t *at, size_t n, const struct head *wanted) {
    struct head head;
    if (n < sizeof head)
        return false;
    memcpy(&head, at, sizeof head);
    return head.module == wanted->module && head.size == wanted->size &&
           head.asked == wanted->asked && head.library == wanted->library &&
           head.image_at >= sizeof head && head.image_at <= n &&
           head.n_rows <= head.image_at - sizeof head && head.n_image == n - head.image_at &&
           head.check == check_of(&head, at + sizeof head, at + head.image_at);
}

bool ga_cache_find(uint64_t module, size_t size, struct ga_kept *kept) {
    char path[GA_CSV_MAX_PATH];
    struct head head;
    struct stat s;
    const int file =
        begin(module, size, &head, path) ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
    if (file < 0)
        return false;
    const bool any = fstat(file, &s) == 0 && S_ISREG(s.st_mode) && s.st_size > 0;
    uint8_t *const at =
        any ? mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0)
            : MAP_FAILED;
    close(file);
    if (at == MAP_FAILED)
        return false;
    if (!is_whole(at, (size_t)s.st_size, &head)) {
        munmap(at, (size_t)s.st_size);
        ga_put_note("not_cached", "%s is damaged, and made anew", path);
        return false;
    }
    memcpy(&head, at, sizeof head);
    *kept = (struct ga_kept){.image = {head.n_image > 0 ? at + head.image_at : NULL, head.n_image},
                             .rows = {at + sizeof head, head.n_rows},
                             .n_modules = (uint32_t)head.n_modules};
    return true;
}

/* Removes what a process was writing when it was killed. Of a living process that another namespace hides this is one file that
 * is not kept. out: whether it was that. */
static bool is_leftover(int directory, const char *name) {
    const char *const dot = strchr(name, '.');
    const long pid = dot ? strtol(dot + 1, NULL, 10) : 0;
    return pid > 0 && kill((pid_t)pid, 0) != 0 && errno == ESRCH &&
           unlinkat(directory, name, 0) == 0;
}

/* Whether n bytes more may be kept. What others write meanwhile is not counted. A file beyond the limit of a process's files
 * would end it. */
static bool has_room(const char *directory, uint64_t n, uint64_t most) {
    struct statvfs about;
    struct rlimit limit;
    struct stat s;
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || n > limit.rlim_cur)
        return false;
    DIR *const all = opendir(directory);
    uint64_t sum = n;
    if (!all || fstatvfs(dirfd(all), &about) != 0) {
        if (all)
            closedir(all);
        return false;
    }
    for (const struct dirent *entry; (entry = readdir(all));)
        if (!is_leftover(dirfd(all), entry->d_name) &&
            fstatat(dirfd(all), entry->d_name, &s, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(s.st_mode))
            sum += (uint64_t)s.st_size;
    closedir(all);
    const uint64_t room = sum - n + (uint64_t)about.f_bavail * about.f_frsize;
    return sum <= most && sum <= room / FREE_PART;
}

static bool write_parts(int file, struct iovec *part, int n) {
    while (n > 0) {
        ssize_t done = writev(file, part, n);
        if (done <= 0)
            return false;
        for (; n > 0 && (size_t)done >= part->iov_len; part++, n--)
            done -= (ssize_t)part->iov_len;
        if (n > 0) {
            part->iov_base = (char *)part->iov_base + done;
            part->iov_len -= (size_t)done;
        }
    }
    return true;
}

static struct iovec part(const void *at, size_t n) { return (struct iovec){(void *)at, n}; }

void ga_cache_keep(uint64_t module, size_t size, const struct ga_kept *kept) {
    static const uint8_t zeros[ALIGNED] = {0};
    char path[GA_CSV_MAX_PATH], beside[GA_CSV_MAX_PATH + 32];
    struct head head;
    if (!begin(module, size, &head, path))
        return;
    const size_t behind = sizeof head + kept->rows.n,
                 padding = (ALIGNED - behind % ALIGNED) % ALIGNED;
    head.n_rows = kept->rows.n;
    head.n_image = kept->image.n;
    head.image_at = behind + padding;
    head.n_modules = kept->n_modules;
    head.check = check_of(&head, kept->rows.at, kept->image.at);
    struct iovec parts[] = {part(&head, sizeof head), part(kept->rows.at, kept->rows.n),
                            part(zeros, padding), part(kept->image.at, kept->image.n)};
    if (!has_room(ga_settings()->cache, head.image_at + head.n_image, ga_settings()->cache_most))
        return;
    snprintf(beside, sizeof beside, "%s.%ld", path, (long)getpid());
    const int file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    const bool written = write_parts(file, parts, sizeof parts / sizeof *parts);
    if (close(file) != 0 || !written || rename(beside, path) != 0)
        unlink(beside);
}
