/* What program.c loads with RTLD_DEEPBIND: its calls of dlopen and dlsym bind to libc's. */
#include <dlfcn.h>
#include <stddef.h>

void *plugin_finds(const char *name);
void *plugin_finds(const char *name) {
    void *const driver = dlopen("libcuda.so.1", RTLD_NOW);
    return driver ? dlsym(driver, name) : NULL;
}
