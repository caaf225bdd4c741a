/* What program.c loads with RTLD_DEEPBIND: its calls of dlopen and dlsym bind to libc's. beside.c is found by its RUNPATH alone. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

void *plugin_finds(const char *name);
void *plugin_finds(const char *name) {
    if (!dlopen("libinject_beside.so", RTLD_NOW)) {
        puts(dlerror());
        exit(2);
    }
    void *const driver = dlopen("libcuda.so.1", RTLD_NOW);
    return driver ? dlsym(driver, name) : NULL;
}
