/* rocprofv3 counts in one run of the program what the GPU has registers for; the rest takes further runs. It leaves CSV, or,
 * where it no longer writes that itself, a database that rocpd converts.
 * src: rocprofiler-sdk, "Using rocprofv3" and "Using rocpd output format", 0.5 (ROCm 6.3) to 10.2. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "process.h"
#include "profiler_parts.h"

enum { MOST_PASSES = 16, MOST_ARGUMENTS = 4096 };

/* out: path: of a tool of the same installation, else of that name; "" if there is none. */
static void beside(const struct ga_profiling *p, const char *name, char *path) {
    const int n = (int)(strrchr(p->path, '/') - p->path);
    snprintf(path, PATH_MAX, "%.*s/%s", n, p->path, name);
    if (!ga_program_may_run(path) && !ga_program_find(name, path))
        *path = '\0';
}

/* Runs a tool that takes at most one argument and needs no input. out: said: the begin of what it prints, "" if it fails. */
static void ask(const struct ga_profiling *p, const char *path, const char *argument, char *said,
                size_t size) {
    char file[PATH_MAX], tool[PATH_MAX], word[16];
    char *argv[] = {tool, *argument ? word : NULL, NULL};
    posix_spawn_file_actions_t actions;
    struct ga_err err;
    int code = 0;
    snprintf(tool, sizeof tool, "%s", path);
    snprintf(word, sizeof word, "%s", argument);
    snprintf(file, sizeof file, "%s/said", p->work);
    *said = '\0';
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
    const enum ga_status status = ga_spawn("profile", path, argv, &actions, &code, &err);
    posix_spawn_file_actions_destroy(&actions);
    FILE *const from = status == GA_OK && code == 0 ? fopen(file, "rb") : NULL;
    if (!from)
        return;
    said[fread(said, 1, size - 1, from)] = '\0';
    fclose(from);
}

/* out: *target: of the first GPU of this machine, as it was if that is not known. */
static void find_target(const struct ga_profiling *p, char *target, size_t size) {
    char path[PATH_MAX] = "", said[1024];
    beside(p, "rocm_agent_enumerator", path);
    *said = '\0';
    if (*path)
        ask(p, path, "", said, sizeof said);
    const char *at = said;
    while ((at = strstr(at, "gfx")) && (at[3] == '0' || at[3] == '\0')) /* gfx000: the CPU */
        at += 3;
    if (at)
        snprintf(target, size, "%.*s", (int)strcspn(at, " \r\n"), at);
    else
        fprintf(stderr,
                "profile: rocm_agent_enumerator names no GPU: asking for the counters of %s; "
                "--target says another\n",
                target);
}

static enum ga_status failed(const struct ga_profiling *p, int code, struct ga_err *err) {
    return ga_fail(
        err, GA_ERROR,
        "profile: rocprofv3 ended with %d, which is '%s's code if it failed; if it says that the "
        "request exceeds what the hardware can collect, --counters-per-pass 4 runs the program "
        "twice",
        code, p->program[0]);
}

/* One run of the program. in: directory: gets what rocprofv3 leaves; format: csv or rocpd; counters: cut up. */
static enum ga_status run(const struct ga_profiling *p, char *directory, char *format,
                          char *counters, struct ga_err *err) {
    char path[PATH_MAX], words[5][16] = {"--pmc", "--output-format", "-d", "--"};
    char *argv[MOST_ARGUMENTS + 1], **at = argv, *rest = NULL;
    int code = 0;
    snprintf(path, sizeof path, "%s", p->path);
    *at++ = path;
    *at++ = words[0];
    for (char *name = strtok_r(counters, " ", &rest); name; name = strtok_r(NULL, " ", &rest))
        *at++ = name;
    *at++ = words[1];
    *at++ = format;
    *at++ = words[2];
    *at++ = directory;
    *at++ = words[3];
    for (char **word = p->program; *word; word++) {
        if (at == argv + MOST_ARGUMENTS)
            return ga_fail(err, GA_USAGE, "profile: more than %d arguments", MOST_ARGUMENTS);
        *at++ = *word;
    }
    *at = NULL;
    const enum ga_status status = ga_spawn("profile", p->path, argv, NULL, &code, err);
    return status == GA_OK && code != 0 ? failed(p, code, err) : status;
}

/* What databases there are becomes CSV, in the same directory. */
static enum ga_status convert(const struct ga_profiling *p, char *directory, struct ga_err *err) {
    char path[PATH_MAX] = "", words[6][16] = {"convert", "-i", "--output-format", "csv", "-d"};
    char *argv[GA_PROFILER_FILES + 8] = {path, words[0], words[1]};
    char **const files = argv + 3;
    const size_t n = ga_profiler_files(directory, ".db", files);
    enum ga_status status = GA_OK;
    int code = 0;
    if (n == 0)
        return GA_OK;
    beside(p, "rocpd", path);
    memcpy(files + n, (char *[]){words[2], words[3], words[4], directory, NULL}, 5 * sizeof *argv);
    if (*path)
        status = ga_spawn("profile", path, argv, NULL, &code, err);
    if (status == GA_OK && (!*path || code != 0))
        status = ga_fail(err, GA_ERROR,
                         "profile: rocprofv3 left a database, and rocpd, which makes CSV of it, %s",
                         *path ? "failed" : "is not there (package rocprofiler-sdk-rocpd)");
    for (size_t i = 0; i < n; i++)
        free(files[i]);
    return status;
}

/* A further run of the program has the input of the first, where that is a file. */
static void rewind_input(off_t at) {
    if (at >= 0)
        lseek(STDIN_FILENO, at, SEEK_SET);
}

static const char *const ends[] = {"agent_info.csv", "counter_collection.csv"};

/* out: file: what one run counted. */
static enum ga_status run_pass(const struct ga_profiling *p, char *format, char *counters,
                               unsigned pass, char *file, struct ga_err *err) {
    char directory[PATH_MAX], *left[GA_PROFILER_FILES];
    snprintf(directory, sizeof directory, "%.3000s/pass-%u", p->work, pass);
    snprintf(file, PATH_MAX, "%.3000s/pass-%u.csv", p->work, pass);
    if (mkdir(directory, 0700) != 0)
        return ga_fail(err, GA_FILE, "%s: cannot be made", directory);
    enum ga_status status = run(p, directory, format, counters, err);
    const size_t n = status == GA_OK ? ga_profiler_files(directory, ends[1], left) : 0;
    for (size_t i = 0; i < n; i++)
        free(left[i]);
    if (status == GA_OK && n == 0)
        status = convert(p, directory, err);
    return status == GA_OK ? ga_profiler_gather(directory, ends, 2, file, err) : status;
}

enum ga_status ga_rocprofv3_run(const struct ga_profiling *p, struct ga_err *err) {
    char target[16] = "gfx942", help[16384], counters[8192], agents[PATH_MAX];
    char file[MOST_PASSES][PATH_MAX], *of[MOST_PASSES], format[8] = "csv";
    const off_t at = lseek(STDIN_FILENO, 0, SEEK_CUR);
    enum ga_status status = GA_OK;
    unsigned n = 0;
    if (p->target)
        snprintf(target, sizeof target, "%s", p->target);
    else
        find_target(p, target, sizeof target);
    ask(p, p->path, "--help", help, sizeof help);
    if (strstr(help, "rocpd") && !strstr(help, "csv"))
        snprintf(format, sizeof format, "rocpd");
    while (status == GA_OK && n < MOST_PASSES &&
           ga_counters_list(GA_ROCPROFV3, target, n, p->most, counters, sizeof counters)) {
        rewind_input(at);
        of[n] = file[n];
        status = run_pass(p, format, counters, n, file[n], err);
        n++;
    }
    if (status == GA_OK && n == 1 && rename(file[0], p->out) != 0)
        return ga_fail(err, GA_FILE, "%s: not written", p->out);
    snprintf(agents, sizeof agents, "%.3000s/pass-0", p->work);
    return status == GA_OK && n > 1 ? ga_profiler_join(of, n, agents, p->out, err) : status;
}
