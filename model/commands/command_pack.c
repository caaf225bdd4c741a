/* `pack`: a set as one small archive, checked, for others. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answers.h"
#include "contract.h"
#include "csv.h"
#include "measured.h"
#include "names.h"
#include "pack.h"
#include "print.h"
#include "process.h"

enum { MOST_PATH = PATH_MAX + 512 };

/* room: a folder of this process's own, in which the archive's folder is. */
struct packing {
    const char *directory;
    char name[GA_PACK_NAME], room[PATH_MAX], folder[MOST_PATH], out[PATH_MAX];
    size_t n_tables;
};

static enum ga_status make_room(struct packing *p, struct ga_err *err) {
    const char *const wanted = getenv("TMPDIR");
    snprintf(p->room, sizeof p->room, "%s/gpu-atomics-pack-XXXXXX",
             wanted && *wanted == '/' ? wanted : P_tmpdir);
    if (!mkdtemp(p->room))
        return ga_fail(err, GA_FILE, "pack: no temporary directory %s: %s", p->room,
                       strerror(errno));
    snprintf(p->folder, sizeof p->folder, "%s/%s", p->room, p->name);
    if (mkdir(p->folder, 0777) != 0)
        return ga_fail(err, GA_FILE, "pack: %s: %s", p->folder, strerror(errno));
    return GA_OK;
}

static void remove_room(const struct packing *p) {
    DIR *const folder = opendir(p->folder);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder)
        closedir(folder);
    rmdir(p->folder);
    rmdir(p->room);
}

static bool is_samples(const char *name) {
    static const char end[] = "_samples.csv";
    const size_t n = strlen(name);
    return n > strlen(end) && strcmp(name + n - strlen(end), end) == 0;
}

/* A table, or the samples of one, as it is: none has a word of where it was measured. */
static enum ga_status add_table(struct packing *p, const char *name, struct ga_err *err) {
    char from[MOST_PATH], to[2 * MOST_PATH], whole[PATH_MAX];
    bool is_table = is_samples(name);
    const size_t n = strlen(name);
    if (n < 5 || strcmp(name + n - 4, ".csv") != 0)
        return GA_OK;
    snprintf(from, sizeof from, "%s/%s", p->directory, name);
    snprintf(to, sizeof to, "%s/%s", p->folder, name);
    const enum ga_status status = is_table ? GA_OK : ga_measured_is_table(from, &is_table, err);
    if (status != GA_OK || !is_table)
        return status;
    if (!realpath(from, whole) || symlink(whole, to) != 0)
        return ga_fail(err, GA_FILE, "pack: %s: %s", from, strerror(errno));
    p->n_tables++;
    return GA_OK;
}

static enum ga_status add_tables(struct packing *p, struct ga_err *err) {
    struct dirent **list = NULL;
    enum ga_status status = GA_OK;
    const int n = scandir(p->directory, &list, NULL, alphasort);
    if (n < 0)
        return ga_fail(err, GA_FILE, "pack: %s: %s", p->directory, strerror(errno));
    for (int i = 0; i < n; i++) {
        if (status == GA_OK)
            status = add_table(p, list[i]->d_name, err);
        free(list[i]);
    }
    free((void *)list);
    return status;
}

/* run.csv without who and where, and the answers, under the archive's name. */
static enum ga_status add_rest(struct packing *p, struct ga_runfile *run, struct ga_err *err) {
    char path[2 * MOST_PATH];
    struct ga_answers *const answers = calloc(1, sizeof *answers);
    if (!answers)
        return ga_fail(err, GA_ERROR, "pack: out of memory");
    enum ga_status status = ga_answers_read(p->directory, NULL, answers, err);
    answers->directory = p->name;
    snprintf(path, sizeof path, "%s/answers.csv", p->folder);
    if (status == GA_OK && answers->n_answered > 0)
        status = ga_answers_write(answers, path, err);
    ga_answers_free(answers);
    free(answers);
    const size_t n = status == GA_OK ? ga_pack_clean(run) : 0;
    if (n > 0)
        printf("withheld: %zu values of run.csv that name this host or user\n", n);
    snprintf(path, sizeof path, "%s/run.csv", p->folder);
    return status == GA_OK ? ga_runfile_write(run, path, err) : status;
}

static enum ga_status run_tar(const struct packing *p, int to, struct ga_err *err) {
    const char *const argv[] = {
        "tar",       "--create",        "--gzip",      "--dereference", "--owner=0",
        "--group=0", "--numeric-owner", "--sort=name", "--directory",   p->room,
        "--",        p->name,           NULL};
    posix_spawn_file_actions_t actions;
    int code = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to, STDOUT_FILENO);
    const enum ga_status status = ga_spawn("pack", "tar", (char **)argv, &actions, &code, err);
    posix_spawn_file_actions_destroy(&actions);
    if (status == GA_OK && code != 0)
        return ga_fail(err, GA_FILE, "pack: tar ended with %d; it needs GNU tar and gzip", code);
    return status;
}

static enum ga_status write_archive(const struct packing *p, off_t *bytes, struct ga_err *err) {
    char part[PATH_MAX + GA_PART_NAME];
    struct stat info = {0};
    int file = -1;
    if (access(p->out, F_OK) == 0)
        return ga_fail(err, GA_USAGE, "pack: %s is there already; choose another --out", p->out);
    enum ga_status status = ga_part_create(p->out, part, sizeof part, &file, err);
    if (status != GA_OK)
        return status;
    status = run_tar(p, file, err);
    if (status == GA_OK)
        status = ga_part_commit(file, part, p->out, err);
    else
        unlink(part);
    fstat(file, &info);
    *bytes = info.st_size;
    close(file);
    return status;
}

static enum ga_status pack(struct packing *p, struct ga_runfile *run, struct ga_err *err) {
    off_t bytes = 0;
    enum ga_status status = make_room(p, err);
    if (status == GA_OK)
        status = add_tables(p, err);
    if (status == GA_OK)
        status = add_rest(p, run, err);
    if (status == GA_OK)
        status = write_archive(p, &bytes, err);
    remove_room(p);
    if (status != GA_OK)
        return status;
    printf("packed: %s, tables %zu, %.1f MiB; no name of a host or user, and no path, is in it\n"
           "to send it: where you got gpu-atomics, open an issue \"Measured on another GPU\" and\n"
           "attach the file\n",
           p->out, p->n_tables, (double)bytes / 1048576);
    return GA_OK;
}

/* in: run: of the directory. */
static enum ga_status check_and_pack(const struct ga_request *request, struct ga_runfile *run,
                                     struct ga_err *err) {
    struct packing p = {.directory = request->directory[0]};
    struct ga_contract contract;
    enum ga_status status = ga_answers_run(p.directory, run, err);
    if (status == GA_OK)
        status = ga_contract_check(p.directory, run, &contract, err);
    if (status != GA_OK)
        return status;
    printf("checked: tables %zu, rows that are ok %zu, notes %zu\n", contract.n_tables,
           contract.n_ok, contract.n_notes);
    if (contract.n_broken > 0)
        return ga_fail(err, GA_WRONG, "pack: %s is refused; reasons: %zu", p.directory,
                       contract.n_broken);
    if (request->check)
        return GA_OK;
    ga_pack_name(run, p.name);
    if (snprintf(p.out, sizeof p.out, "%s%s", request->out ? request->out : p.name,
                 request->out ? "" : ".tar.gz") >= (int)sizeof p.out)
        return ga_fail(err, GA_FILE, "%.60s...: the path is too long", request->out);
    return pack(&p, run, err);
}

enum ga_status ga_command_pack(const struct ga_request *request, struct ga_err *err) {
    struct ga_runfile *const run = malloc(sizeof *run); /* large */
    const enum ga_status status =
        run ? check_and_pack(request, run, err) : ga_fail(err, GA_ERROR, "pack: out of memory");
    free(run);
    return status;
}
