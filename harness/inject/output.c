/* The process's three files. Rows are collected in memory and appended by whole lines, so that a process that is killed
 * leaves what it had, and one that forks doesn't write its parent's. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csv.h"
#include "inject.h"

enum { ROWS_AT_ONCE = 1000 };

struct out {
    const char *const name, *const header;
    char *text;
    size_t n;
    struct ga_csv_out csv; /* into text */
    unsigned rows;
};

static struct out
    launches = {.name = "launches",
                .header =
                    "kernel,grid_x,grid_y,grid_z,block_x,block_y,block_z,dynamic_shared_bytes,"
                    "device,stream,start_ns,end_ns,graph,source\n"},
    kernels = {.name = "kernels",
               .header = "kernel,target,module,shared,global,generic,fences,membar,no-retry,narrow,"
                         "as-loads,unchanged,never,edited,instruction,offset\n"},
    notes = {.name = "notes", .header = "kind,text\n"};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool write_all(int file, const char *at, size_t n) {
    while (n > 0) {
        const ssize_t done = write(file, at, n);
        if (done <= 0)
            return false;
        at += done;
        n -= (size_t)done;
    }
    return true;
}

/* A process that became another by exec has the same number, and its files a header. */
static void append(const struct out *out) {
    char path[GA_CSV_MAX_PATH];
    struct stat about;
    const struct ga_settings *const s = ga_settings();
    if (!s || snprintf(path, sizeof path, "%s/%s.%ld.csv", s->out, out->name, (long)getpid()) >=
                  (int)sizeof path)
        return;
    const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0)
        return;
    if (fstat(file, &about) == 0 && about.st_size == 0)
        write_all(file, out->header, strlen(out->header));
    write_all(file, out->text, out->n);
    close(file);
}

static void forget(struct out *out) {
    free(out->text);
    out->text = NULL;
    out->csv.file = NULL;
    out->rows = 0;
}

static void flush(struct out *out) {
    if (!out->csv.file)
        return;
    if (fclose(out->csv.file) == 0)
        append(out);
    forget(out);
}

/* Locks; out: where to put the fields of a row; NULL: nowhere, and nothing is locked. */
static struct ga_csv_out *begin(struct out *out) {
    if (!ga_settings())
        return NULL;
    pthread_mutex_lock(&lock);
    if (!out->csv.file) {
        out->csv.first = true;
        out->csv.file = open_memstream(&out->text, &out->n);
    }
    if (out->csv.file)
        return &out->csv;
    pthread_mutex_unlock(&lock);
    return NULL;
}

static void end(struct out *out) {
    if (++out->rows == ROWS_AT_ONCE)
        flush(out);
    pthread_mutex_unlock(&lock);
}

static bool any_launch;

bool ga_put_any_launch(void) { return __atomic_load_n(&any_launch, __ATOMIC_RELAXED); }

void ga_put_launch(const struct ga_launch *l) {
    struct ga_csv_out *const csv = begin(&launches);
    if (!csv)
        return;
    __atomic_store_n(&any_launch, true, __ATOMIC_RELAXED);
    ga_csv_name(csv, l->kernel);
    for (int i = 0; i < 3; i++)
        ga_csv_count(csv, l->grid[i]);
    for (int i = 0; i < 3; i++)
        ga_csv_count(csv, l->block[i]);
    ga_csv_count(csv, l->dynamic_shared_bytes);
    ga_csv_count(csv, l->device);
    ga_csv_count(csv, l->stream);
    ga_csv_count(csv, l->start_ns);
    ga_csv_count(csv, l->end_ns);
    ga_csv_count(csv, l->graph);
    ga_csv_name(csv, l->source);
    ga_csv_end_line(csv);
    end(&launches);
}

void ga_put_kernel(struct ga_csv_out *rows, const struct ga_edit_count *count, uint64_t module) {
    char hash[17];
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)module);
    ga_csv_name(rows, count->kernel);
    ga_csv_name(rows, count->target);
    ga_csv_name(rows, hash);
    for (int i = 0; i < GA_N_EDITS; i++)
        ga_csv_count(rows, count->could[i]);
    ga_csv_count(rows, count->never);
    ga_csv_count(rows, count->edited);
    ga_csv_name(rows, count->instruction ? count->instruction : "");
    ga_csv_count(rows, count->offset);
    ga_csv_end_line(rows);
}

void ga_put_kernels(const char *rows, size_t n) {
    struct ga_csv_out *const csv = n > 0 ? begin(&kernels) : NULL;
    if (!csv)
        return;
    fwrite(rows, 1, n, csv->file);
    end(&kernels);
}

void ga_put_note(const char *kind, const char *format, ...) {
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    struct ga_csv_out *const csv = begin(&notes);
    if (!csv)
        return;
    ga_csv_name(csv, kind);
    ga_csv_name(csv, text);
    ga_csv_end_line(csv);
    end(&notes);
}

/* Of several processes the first writes it. */
void ga_put_module(uint64_t module, const void *at, size_t n) {
    static uint64_t kept;
    char path[GA_CSV_MAX_PATH];
    const struct ga_settings *const s = ga_settings();
    if (!s || s->keeps == 0 ||
        snprintf(path, sizeof path, "%s/module.%016llx", s->out, (unsigned long long)module) >=
            (int)sizeof path)
        return;
    const bool has_room = __atomic_add_fetch(&kept, n, __ATOMIC_RELAXED) <= s->keeps;
    const int file = has_room ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
    const bool is_whole = file >= 0 && write_all(file, at, n);
    if (file >= 0) {
        close(file);
        if (!is_whole)
            unlink(path);
    }
    if (!has_room || (file >= 0 && !is_whole))
        ga_put_note("not_kept", "module %016llx: %zu bytes", (unsigned long long)module, n);
}

void ga_put_flush(void) {
    pthread_mutex_lock(&lock);
    flush(&launches);
    flush(&kernels);
    flush(&notes);
    pthread_mutex_unlock(&lock);
}

static void before_fork(void) { pthread_mutex_lock(&lock); }

static void after_fork(void) { pthread_mutex_unlock(&lock); }

static void in_child(void) {
    struct out *const all[] = {&launches, &kernels, &notes};
    for (int i = 0; i < 3; i++) {
        if (all[i]->csv.file)
            fclose(all[i]->csv.file);
        forget(all[i]);
    }
    pthread_mutex_unlock(&lock);
}

/* A header says that the library is here: a process that ends by _exit or a signal runs no destructor. */
__attribute__((constructor)) static void begin_process(void) {
    if (!ga_settings())
        return;
    append(&notes);
    pthread_atfork(before_fork, after_fork, in_child);
}

__attribute__((destructor)) static void end_process(void) {
    if (ga_settings() && !ga_driver_loaded())
        ga_put_note("no_driver", "%s", program_invocation_name);
    ga_put_flush();
}
