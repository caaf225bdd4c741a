/* Why the injected library saw no launch: what it wrote, and what kind of file the program is. */
#include <elf.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "names.h"
#include "process.h"
#include "whatif.h"

#if UINTPTR_MAX > UINT32_MAX
#define OUR_CLASS ELFCLASS64
#else
#define OUR_CLASS ELFCLASS32
#endif

/* in: the ELF file is open. out: whether it names a loader, and that: text[64]. */
static bool read_loader(int fd, const Elf64_Ehdr *elf, char *text) {
    for (unsigned i = 0; i < elf->e_phnum; i++) {
        Elf64_Phdr part;
        const off_t at = (off_t)(elf->e_phoff + (uint64_t)i * elf->e_phentsize);
        if (pread(fd, &part, sizeof part, at) != sizeof part)
            return false;
        if (part.p_type != PT_INTERP)
            continue;
        const ssize_t n = pread(fd, text, 63, (off_t)part.p_offset);
        text[n > 0 ? n : 0] = '\0';
        return true;
    }
    return false;
}

/* out: what about the file keeps a library from being preloaded, NULL: nothing that can be seen. */
static const char *obstacle(const char *path) {
    char loader[64] = "";
    struct stat s;
    Elf64_Ehdr elf;
    const char *what = NULL;
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return "it cannot be read";
    if (fstat(fd, &s) == 0 && s.st_mode & (S_ISUID | S_ISGID))
        what = "it is setuid or setgid";
    else if (pread(fd, &elf, sizeof elf, 0) != sizeof elf ||
             memcmp(elf.e_ident, ELFMAG, SELFMAG) != 0)
        what = NULL;
    else if (elf.e_ident[EI_CLASS] != OUR_CLASS)
        what = "it is for another kind of processor";
    else if (!read_loader(fd, &elf, loader))
        what = "it is linked statically";
    else if (strstr(loader, "musl"))
        what = "it uses another libc (musl)";
    close(fd);
    return what;
}

/* Kernels may have been launched, but in no range of that name. in: at least one NVTX range was seen, or the driver. */
static enum ga_status no_range(const struct ga_whatif *w, struct ga_err *err) {
    enum { SHOWN = 12, MOST = 256 };
    const char *const range = w->request->range, *names[MOST + 1] = {NULL};
    char list[1024] = "";
    size_t n = 0, used = 0;
    for (size_t i = 0; i < w->seen.n_notes && n < MOST; i++)
        if (strcmp(w->seen.notes[i].kind, "nvtx") == 0)
            names[n++] = w->seen.notes[i].text;
    if (n == 0)
        return ga_fail(err, GA_USAGE, "--nvtx: %s opened no NVTX range", w->request->program[0]);
    for (size_t i = 0; i < n; i++)
        if (strcmp(range, names[i]) == 0 || fnmatch(range, names[i], 0) == 0)
            return ga_fail(err, GA_USAGE,
                           "--nvtx: no kernel was launched in range '%s', unless by a graph, which "
                           "has no times",
                           names[i]);
    for (size_t i = 0; i < n && i < SHOWN && used < sizeof list - 1; i++)
        used +=
            (size_t)snprintf(list + used, sizeof list - used, "%s%.60s", i ? ", " : "", names[i]);
    const char *const near = ga_nearest(range, names);
    return ga_fail(err, GA_USAGE,
                   "--nvtx: no range '%.100s' was opened%s%.100s%s; there were: %s%s", range,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "", list,
                   n > SHOWN ? ", .." : "");
}

/* Other notes are of what the library does by itself. in: the library was loaded. */
static enum ga_status no_launch(const struct ga_whatif *w, struct ga_err *err) {
    static const char *const hide[] = {"lost_device", "dropped", "not_read", "module_refused"},
                             *const by_events[] = {"cupti_busy", "no_cupti"};
    const char *const name = w->request->program[0], *text = NULL;
    for (size_t i = 0; i < sizeof hide / sizeof *hide; i++)
        if ((text = ga_observed_note(&w->seen, hide[i])) != NULL)
            return ga_fail(err, GA_UNSUPPORTED, "%s: no kernel launch was seen of %s: %s: %.300s",
                           w->who, name, hide[i], text);
    for (size_t i = 0; i < sizeof by_events / sizeof *by_events; i++)
        if ((text = ga_observed_note(&w->seen, by_events[i])) != NULL)
            return ga_fail(err, GA_UNSUPPORTED,
                           "%s: %s launched no kernel, unless by a graph, whose kernels have no "
                           "times without CUPTI (%s: %.300s)",
                           w->who, name, by_events[i], text);
    return ga_observed_note(&w->seen, "no_driver") && !ga_observed_note(&w->seen, "cupti")
               ? ga_fail(err, GA_UNSUPPORTED,
                         "%s: %s never loaded libcuda.so.1, unless in a static or setuid program "
                         "that it started",
                         w->who, name)
               : ga_fail(err, GA_UNSUPPORTED,
                         "%s: %s launched no kernel, unless in a static or setuid program that it "
                         "started",
                         w->who, name);
}

enum ga_status ga_whatif_unseen(const struct ga_whatif *w, struct ga_err *err) {
    const char *const name = w->request->program[0];
    char path[PATH_MAX];
    if (*w->death.message)
        return ga_fail(err, GA_ERROR, "%s; no kernel launch was seen of it", w->death.message);
    if (w->seen.n_files == 0) {
        const char *const what = ga_program_find(name, path) ? obstacle(path) : "it is gone";
        return ga_fail(err, GA_UNSUPPORTED, "%s: nothing was seen of %s: %s", w->who, name,
                       what ? what : "the injected library was not loaded, or could not write");
    }
    if (w->request->range &&
        (ga_observed_note(&w->seen, "nvtx") || !ga_observed_note(&w->seen, "no_driver")))
        return no_range(w, err);
    return no_launch(w, err);
}
