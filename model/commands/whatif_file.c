/* Edits leave sizes as they are, so that a copy is edited where its modules lie, whatever kind of file is around them. Only
 * a fatbin of NVIDIA's that is compressed is made anew. */
#include "whatif_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "edit.h"
#include "fatbin.h"
#include "inventory.h"
#include "part.h"
#include "sass.h"
#include "wanted.h"

/* Edits that AMD's code has no ways for. */
static const unsigned NVIDIAS =
    1U << GA_EDIT_MEMBAR | 1U << GA_EDIT_NARROW | 1U << GA_EDIT_AS_LOADS;
enum { NVIDIA, AMD, VENDORS };

struct copying {
    const char *path;
    uint8_t *at;
    size_t n;
    mode_t mode;
    struct ga_edit edit;
    uint32_t n_edited, n_kernels, n_waits, n_unread;
    uint32_t packed[VENDORS], modules[VENDORS]; /* compressed; all, of machine code */
    int vendor;                                 /* of the module that is edited */
    char undone[64]; /* edits that are asked for and not done in AMD's code */
};

/* The editor changes nothing of its context; what that leads to notes which patterns match. */
static bool is_wanted(const void *context, const char *kernel) {
    struct ga_wanted *const *const wanted = context;
    return ga_wants(*wanted, kernel);
}

static void print(void *to, const struct ga_edit_count *count) {
    struct copying *const c = to;
    const bool says = count->edited > 0 || count->never > 0 || count->refused;
    if (!says)
        return;
    printf("%s, %s: ", count->kernel, count->target);
    if (count->edited > 0)
        printf("%" PRIu32 " edited", count->edited);
    else
        printf("as it was");
    if (count->edited > 0 && c->vendor == AMD)
        printf(", %" PRIu32 " waits lowered", count->waits);
    if (count->never > 0)
        printf("; %" PRIu32 " that cannot be switched off", count->never);
    printf(count->refused ? "; refused: %s\n" : "%s\n", count->refused ? count->refused : "");
    c->n_edited += count->edited;
    c->n_waits += count->waits;
    c->n_kernels += count->edited > 0;
}

static enum ga_status read_file(struct copying *c, const char *out, struct ga_err *err) {
    struct stat s, other;
    FILE *const file = fopen(c->path, "rb");
    if (!file || fstat(fileno(file), &s) != 0 || !S_ISREG(s.st_mode)) {
        const int why = file ? EINVAL : errno;
        if (file)
            fclose(file);
        return ga_fail(err, GA_FILE, "%s: %s", c->path,
                       why == EINVAL ? "this is no file" : strerror(why));
    }
    c->n = (size_t)s.st_size;
    c->mode = s.st_mode & 0777;
    c->at = malloc(c->n + 1);
    const bool whole = c->at && fread(c->at, 1, c->n, file) == c->n;
    fclose(file);
    if (stat(out, &other) == 0 && other.st_dev == s.st_dev && other.st_ino == s.st_ino)
        return ga_fail(err, GA_USAGE, "--write: '%s' is the file that is to be edited", out);
    return whole ? GA_OK : ga_fail(err, GA_FILE, "%s: cannot be read", c->path);
}

/* The editor knows no file. */
static enum ga_status name_file(const struct copying *c, enum ga_status status,
                                struct ga_err *err) {
    struct ga_err of_module = *err;
    return status == GA_OK ? GA_OK : ga_fail(err, status, "%s: %s", c->path, of_module.message);
}

static enum ga_status edit_image(void *context, const struct ga_image *image, struct ga_err *err) {
    struct copying *const c = context;
    const bool is_code =
        image->kind == GA_IMAGE_GFX || (image->kind == GA_IMAGE_CUBIN && image->sm >= GA_OLDEST_SM);
    const uint8_t *const at = image->bytes.at;
    uint32_t edited = 0;
    c->n_unread += !is_code;
    if (!is_code)
        return GA_OK;
    c->vendor = image->kind == GA_IMAGE_GFX ? AMD : NVIDIA;
    c->modules[c->vendor]++;
    if (at < c->at || at >= c->at + c->n) {
        c->packed[c->vendor]++;
        return GA_OK;
    }
    return name_file(
        c, ga_edit_module(c->at + (at - c->at), image->bytes.n, &c->edit, &edited, err), err);
}

/* out: c: at and n of the edited file. */
static enum ga_status edit_bytes(struct copying *c, struct ga_err *err) {
    const struct ga_bytes file = {c->at, c->n};
    struct ga_edit_package out;
    if (c->n < GA_FATBIN_HEADER || memcmp(c->at, GA_FATBIN_MAGIC, 4) != 0)
        return ga_images_in(c->path, file, GA_OLDEST_SM, edit_image, c, err);
    c->modules[NVIDIA]++;
    const enum ga_status status = ga_edit_package(file, &c->edit, &out, err);
    if (status == GA_OK && out.bytes.at) {
        free(c->at);
        c->at = (uint8_t *)out.bytes.at;
        c->n = out.bytes.n;
    }
    return name_file(c, status, err);
}

static enum ga_status write_file(const struct copying *c, const char *path, struct ga_err *err) {
    char part[PATH_MAX + GA_PART_NAME];
    int fd = -1;
    enum ga_status status = ga_part_create(path, part, sizeof part, &fd, err);
    for (size_t done = 0; status == GA_OK && done < c->n;) {
        const ssize_t n = write(fd, c->at + done, c->n - done);
        if (n > 0)
            done += (size_t)n;
        else if (n == 0 || errno != EINTR)
            status = ga_fail(err, GA_FILE, "%s: not written: %s", path, strerror(errno));
    }
    if (status == GA_OK && fchmod(fd, c->mode) != 0)
        status = ga_fail(err, GA_FILE, "%s: not written: %s", path, strerror(errno));
    if (status == GA_OK)
        status = ga_part_commit(fd, part, path, err);
    else if (fd >= 0)
        unlink(part);
    if (fd >= 0)
        close(fd);
    return status;
}

static enum ga_status check_patterns(const struct ga_wanted *wanted, const char *path,
                                     struct ga_err *err) {
    char what[sizeof err->message / 2];
    snprintf(what, sizeof what, "kernel of %s", path);
    return ga_wanted_check(wanted, what, err);
}

/* err: GA_USAGE if AMD's code is all there is, and nothing that is asked for is done in it. */
static enum ga_status check_edits(struct copying *c, struct ga_err *err) {
    static const char *const names[GA_N_EDITS] = {
#define GA_EDIT(id, name, ...) [GA_EDIT_##id] = name,
#include "edits.def"
#undef GA_EDIT
    };
    const unsigned undone = c->modules[AMD] > 0 ? c->edit.classes & NVIDIAS : 0;
    size_t used = 0;
    for (int e = 0; e < GA_N_EDITS; e++)
        if (undone >> e & 1)
            used += (size_t)snprintf(c->undone + used, sizeof c->undone - used, "%s%s",
                                     used ? ", " : "", names[e]);
    return undone != c->edit.classes || c->modules[NVIDIA] > 0
               ? GA_OK
               : ga_fail(err, GA_USAGE,
                         "whatif: %s: not done in AMD's code: %s; expected shared, global, "
                         "generic, fences, no-retry",
                         c->path, c->undone);
}

static enum ga_status nothing(const struct copying *c, struct ga_err *err) {
    const char *const why =
        c->packed[AMD]
            ? "it is compressed; unpack the bundle (clang-offload-bundler --unbundle), or "
              "build without --offload-compress"
        : c->packed[NVIDIA] ? "it is compressed; give its fatbin alone, or build with "
                              "--compress-mode=none"
        : c->edit.wanted    ? "no kernel of that name has such instructions that may go"
                            : "no kernel has such instructions that may go";
    return ga_fail(err, GA_UNSUPPORTED, "whatif: %s: nothing to edit: %s%s%s%s", c->path, why,
                   c->n_unread > 0 ? "; other modules in it are not read" : "",
                   *c->undone ? "; not done in AMD's code: " : "", c->undone);
}

static void print_all(const struct copying *c, const char *path) {
    const unsigned only_order = 1U << GA_EDIT_MEMBAR | 1U << GA_EDIT_NARROW;
    printf("%s: %" PRIu32 " instructions of %" PRIu32 " kernels edited", path, c->n_edited,
           c->n_kernels);
    if (c->modules[AMD] > 0)
        printf(", %" PRIu32 " waits lowered", c->n_waits);
    printf(". %s%s\n",
           c->edit.classes & ~only_order ? "It computes rubbish."
                                         : "It is right only where less order is enough.",
           c->packed[NVIDIA] + c->packed[AMD] > 0 ? " Compressed modules in it are as they were."
                                                  : "");
    if (*c->undone)
        printf("Not done in AMD's code: %s.\n", c->undone);
}

/* in: list: words with commas between. */
static bool lists(const char *list, const char *word) {
    const size_t n = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += n)
        if ((at == list || at[-1] == ',') && (at[n] == ',' || at[n] == '\0'))
            return true;
    return false;
}

enum ga_status ga_whatif_edit_file(const struct ga_request *request, struct ga_err *err) {
    if (!request->program || !*request->program || request->program[1])
        return ga_fail(err, GA_USAGE,
                       "whatif: --write: which file? One stands behind --: gpu-atomics whatif "
                       "--edit global --write %s -- kernels.co",
                       request->write);
    if (!request->edit)
        return ga_fail(err, GA_USAGE, "whatif: --write: without what? expected --edit NAMES");
    if (request->csv || request->json)
        return ga_fail(err, GA_USAGE, "whatif: --write: --csv and --json are of runs");
    if (lists(request->edit, "none"))
        return ga_fail(err, GA_USAGE, "whatif: --write: --edit none is of runs");
    struct copying c = {.path = *request->program};
    struct ga_wanted of = {.patterns = &request->kernels}, *const wanted = &of;
    c.edit = (struct ga_edit){.classes = ga_edit_classes(request->edit),
                              .wanted = request->kernels.n > 0 ? is_wanted : NULL,
                              .context = &wanted,
                              .counted = print,
                              .to = &c};
    enum ga_status status = read_file(&c, request->write, err);
    if (status == GA_OK)
        status = edit_bytes(&c, err);
    if (status == GA_OK)
        status = check_edits(&c, err);
    if (status == GA_OK && (c.n_edited > 0 || c.packed[NVIDIA] + c.packed[AMD] == 0))
        status = check_patterns(wanted, c.path, err);
    if (status == GA_OK && c.n_edited == 0)
        status = nothing(&c, err);
    if (status == GA_OK)
        status = write_file(&c, request->write, err);
    if (status == GA_OK)
        print_all(&c, request->write);
    free(c.at);
    return status;
}
