/* A library in place of the injected one, by the same files and variables. Times come from a script, a line a kernel:
 *   KERNEL GRID BLOCK LAUNCHES[/WHEN_EDITED] NS SHARED GLOBAL GENERIC FENCES [AS_LOADS [CONTROL]]
 * NS: of a launch. Behind it: of a launch with that edit; "-": the kernel has nothing for it; "hang", "crash", "lost": what
 * it does without it; "deaf": it is not edited. Control "-": as it is. A kernel's module is called by the length of its name.
 * A line `note KIND TEXT` is a note; `module FILE` a module that is loaded. */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { N_CLASSES = 5, UNCHANGED = N_CLASSES, N_GIVEN = 9 };
static const char *const classes[N_CLASSES] = {"shared", "global", "generic", "fences", "as-loads"};
static bool was_called;

static FILE *create(const char *name, const char *header) {
    char path[4096];
    const char *const out = getenv("GA_WHATIF_OUT");
    snprintf(path, sizeof path, "%s/%s.%d.csv", out ? out : ".", name, (int)getpid());
    FILE *const file = out ? fopen(path, "w") : NULL;
    if (file)
        fprintf(file, "%s\n", header);
    return file;
}

static bool is_edited(const char *kernel, const char *class) {
    const char *const edit = getenv("GA_WHATIF_EDIT"), *const list = getenv("GA_WHATIF_KERNELS");
    char line[512];
    bool listed = !list;
    if (!edit || strcmp(edit, class) != 0)
        return false;
    FILE *const file = list ? fopen(list, "r") : NULL;
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        listed |= strcmp(line, kernel) == 0;
    }
    if (file)
        fclose(file);
    return listed;
}

struct files {
    FILE *launches, *kernels, *notes;
    unsigned long now_ns;
};

static void misbehave(const char *how, struct files *f) {
    if (strcmp(how, "hang") == 0)
        for (;;)
            pause();
    if (strcmp(how, "crash") == 0)
        raise(SIGSEGV);
    if (strcmp(how, "lost") == 0) {
        fputs("far before\n\033[31mCallError:\n\n  an illegal address\n", stderr);
        fputs("lost_device,illegal address\n", f->notes);
        fflush(NULL);
        _exit(1);
    }
}

static void play(const char *line, struct files *f) {
    char kernel[256], launches[32], without[N_CLASSES + 1][32] = {"", "", "", "", "-", "-"};
    unsigned grid, block;
    unsigned long ns, edited = 0;
    if (sscanf(line, "%255s %u %u %31s %lu %31s %31s %31s %31s %31s %31s", kernel, &grid, &block,
               launches, &ns, without[0], without[1], without[2], without[3], without[4],
               without[UNCHANGED]) < N_GIVEN)
        return;
    bool editable = false;
    for (int c = 0; c < N_CLASSES; c++)
        editable |= *without[c] != '-';
    const bool any = strcmp(getenv("GA_WHATIF_EDIT"), "none") != 0;
    unsigned long n = strtoul(launches, NULL, 10);
    if (any && strchr(launches, '/'))
        n = strtoul(strchr(launches, '/') + 1, NULL, 10);
    for (int c = 0; c < N_CLASSES; c++)
        if (*without[c] != '-' && is_edited(kernel, classes[c])) {
            misbehave(without[c], f);
            edited = strcmp(without[c], "deaf") != 0;
            ns = edited ? strtoul(without[c], NULL, 10) : ns;
        }
    if (editable && is_edited(kernel, "unchanged")) {
        misbehave(without[UNCHANGED], f);
        edited = strcmp(without[UNCHANGED], "deaf") != 0;
        ns = *without[UNCHANGED] != '-' ? strtoul(without[UNCHANGED], NULL, 10) : ns;
    }
    for (unsigned long i = 0; i < n; i++) {
        fprintf(f->launches, "%s,%u,1,1,%u,1,1,0,0,7,%lu,%lu,0,cupti\n", kernel, grid, block,
                f->now_ns, f->now_ns + ns);
        f->now_ns += ns + 100;
    }
    fprintf(f->kernels, "%s,sm_90,%016zx,%d,%d,%d,%d,0,0,0,%d,%d,0,%lu,RED,16\n", kernel,
            strlen(kernel), *without[0] != '-', *without[1] != '-', *without[2] != '-',
            *without[3] != '-', *without[4] != '-', editable, edited);
}

/* A module that is kept, where modules are, if there is room. */
static void load(const char *path, struct files *f) {
    static unsigned n;
    static char bytes[1 << 20];
    char to[4096];
    const char *const most = getenv("GA_WHATIF_KEEP");
    FILE *const in = most ? fopen(path, "rb") : NULL;
    if (!in)
        return;
    fseek(in, 0, SEEK_END);
    if ((unsigned long long)ftell(in) > strtoull(most, NULL, 10)) {
        fputs("not_kept,a module\n", f->notes);
    } else {
        rewind(in);
        snprintf(to, sizeof to, "%s/module.%016x", getenv("GA_WHATIF_OUT"), ++n);
        FILE *const out = fopen(to, "wb");
        if (out) {
            fwrite(bytes, 1, fread(bytes, 1, sizeof bytes, in), out);
            fclose(out);
        }
    }
    fclose(in);
}

void stand_in_run(const char *script);
void stand_in_run(const char *script) {
    char line[1024];
    FILE *const file = fopen(script, "r");
    struct files f = {
        create("launches",
               "kernel,grid_x,grid_y,grid_z,block_x,block_y,block_z,dynamic_shared_bytes,"
               "device,stream,start_ns,end_ns,graph,source"),
        create("kernels", "kernel,target,module,shared,global,generic,fences,membar,no-retry,"
                          "narrow,as-loads,unchanged,never,"
                          "edited,instruction,offset"),
        create("notes", "kind,text"), 1000};
    was_called = true;
    while (file && f.launches && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *const text = strncmp(line, "note ", 5) == 0 ? strchr(line + 5, ' ') : NULL;
        if (text) {
            *text = ',';
            fprintf(f.notes, "%s\n", line + 5);
        } else if (strncmp(line, "module ", 7) == 0) {
            load(line + 7, &f);
        } else {
            play(line, &f);
        }
    }
    if (file)
        fclose(file);
    fflush(NULL);
}

__attribute__((destructor)) static void end(void) {
    FILE *const notes = was_called ? NULL : create("notes", "kind,text");
    if (!notes)
        return;
    fputs("no_driver,libcuda.so.1 was not loaded\n", notes);
    fclose(notes);
}
