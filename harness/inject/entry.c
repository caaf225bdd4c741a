/* How programs come to this library instead of the driver: by name, as it was loaded before; by dlsym; by
 * cuGetProcAddress, which is how the CUDA runtime finds everything but that function itself. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "hook.h"
#include "inject.h"

#if !defined(__x86_64__)
#error "the injected library passes dlsym on in x86-64 code"
#endif

#define GA_HOOK(name) extern void ours_##name(void) __asm__(#name);
#include "hooks.def"
#undef GA_HOOK

static struct hook {
    const char *name;
    ga_function_pointer ours, theirs;
} hooks[] = {
#define GA_HOOK(name) {#name, ours_##name, NULL},
#include "hooks.def"
#undef GA_HOOK
};
enum { N_HOOKS = sizeof hooks / sizeof *hooks };

static const char driver_file[] = "libcuda.so.1";

__attribute__((used)) void *ga_dlsym_behind; /* libc's dlsym */

void *ga_dlsym(void *handle, const char *name) {
    void *(*function)(void *, const char *) = NULL;
    if (!ga_dlsym_behind)
        ga_dlsym_behind = dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    memcpy(&function, &ga_dlsym_behind, sizeof function);
    return function ? function(handle, name) : NULL;
}

static ga_function_pointer function_of(void *object) {
    ga_function_pointer function = NULL;
    memcpy(&function, &object, sizeof function);
    return function;
}

static void *object_of(ga_function_pointer function) {
    void *object = NULL;
    memcpy(&object, &function, sizeof object);
    return object;
}

/* Held until the process ends: what it was once asked for is called. */
static void *driver_handle;

static void *driver(int flags) {
    void *const known = __atomic_load_n(&driver_handle, __ATOMIC_ACQUIRE);
    if (known)
        return known;
    void *const handle = dlopen(driver_file, RTLD_LAZY | flags);
    if (handle)
        __atomic_store_n(&driver_handle, handle, __ATOMIC_RELEASE);
    return handle;
}

bool ga_driver_loaded(void) { return driver(RTLD_NOLOAD) != NULL; }

ga_function_pointer ga_driver(const char *name) {
    void *const handle = driver(0);
    for (int i = 0; i < N_HOOKS; i++)
        if (strcmp(hooks[i].name, name) == 0) {
            if (handle && !hooks[i].theirs)
                hooks[i].theirs = function_of(ga_dlsym(handle, name));
            return hooks[i].theirs;
        }
    return handle ? function_of(ga_dlsym(handle, name)) : NULL;
}

static struct hook *hook_of(const char *name) {
    for (int i = 0; i < N_HOOKS; i++)
        if (strcmp(hooks[i].name, name) == 0)
            return &hooks[i];
    return NULL;
}

/* What dlsym answers with. out: NULL: what it would without us. */
__attribute__((used)) void *ga_dlsym_answer(void *handle, const char *name) {
    void *const found_behind = ga_dlsym_behind;
    if (!found_behind)
        ga_dlsym(RTLD_DEFAULT, "dlsym"); /* sets it */
    ga_wrappers_look();
    if (!name || name[0] != 'c' || name[1] != 'u' || handle == RTLD_NEXT || !ga_settings())
        return NULL;
    if (strncmp(name, "cupti", 5) == 0)
        return ga_cupti_answer(name, ga_dlsym(handle, name));
    struct hook *const hook = hook_of(name);
    if (!hook || !ga_driver_loaded())
        return NULL;
    void *const found = ga_dlsym(handle, name);
    return found && found == object_of(ga_driver(name)) ? object_of(hook->ours) : NULL;
}

/* A jump, not a call: RTLD_NEXT and RTLD_DEFAULT go by who called. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter" /* the code takes them from their registers */
__attribute__((naked, visibility("default"))) void *dlsym(void *restrict handle,
                                                          const char *restrict name) {
    __asm__("endbr64\n\t"
            "push %rdi\n\t"
            "push %rsi\n\t"
            "sub $8, %rsp\n\t"
            "call ga_dlsym_answer\n\t"
            "add $8, %rsp\n\t"
            "pop %rsi\n\t"
            "pop %rdi\n\t"
            "test %rax, %rax\n\t"
            "jne 1f\n\t"
            "jmp *ga_dlsym_behind(%rip)\n"
            "1:\n\t"
            "ret");
}
#pragma GCC diagnostic pop

__attribute__((used)) void *ga_dlopen_behind; /* libc's dlopen */

/* A library that is loaded with RTLD_DEEPBIND calls libc's dlsym, and would not be seen. out: the flags without it. Only
 * then the settings are asked for: another preloaded library may call dlopen while they are read. */
__attribute__((used)) int ga_dlopen_flags(int flags) {
    if (!ga_dlopen_behind)
        ga_dlopen_behind = ga_dlsym(RTLD_NEXT, "dlopen");
    return (flags & RTLD_DEEPBIND) && ga_settings() ? flags & ~RTLD_DEEPBIND : flags;
}

/* A jump, as above: where it is looked for goes by who called. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
__attribute__((naked, visibility("default"))) void *dlopen(const char *file, int flags) {
    __asm__("endbr64\n\t"
            "push %rdi\n\t"
            "sub $16, %rsp\n\t"
            "mov %esi, %edi\n\t"
            "call ga_dlopen_flags\n\t"
            "add $16, %rsp\n\t"
            "pop %rdi\n\t"
            "mov %eax, %esi\n\t"
            "jmp *ga_dlopen_behind(%rip)");
}
#pragma GCC diagnostic pop

enum { NEW_SYMBOL_QUERY = 12000 }; /* the version that a program must know to get _v2 */

/* in: per_thread: it was asked in the name of a program whose default stream is one a thread. */
static void answer(const char *symbol, void **function, int version, cuuint64_t flags,
                   bool per_thread, void *caller) {
    char name[64];
    ga_wrappers_asked(symbol, function, caller);
    per_thread |= (flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0;
    per_thread &= (flags & CU_GET_PROC_ADDRESS_LEGACY_STREAM) == 0;
    const bool is_query = strcmp(symbol, "cuGetProcAddress") == 0;
    snprintf(name, sizeof name, "%s%s%s", symbol,
             is_query && version >= NEW_SYMBOL_QUERY ? "_v2" : "", per_thread ? "_ptsz" : "");
    struct hook *hook = hook_of(name);
    if (!hook && per_thread) {
        name[strlen(name) - strlen("_ptsz")] = '\0';
        hook = hook_of(name);
    }
    if (!hook)
        return;
    if (!ga_driver(name))
        hook->theirs = function_of(*function);
    *function = object_of(hook->ours);
}

typedef CUresult (*query)(const char *, void **, int, cuuint64_t);
typedef CUresult (*query_v2)(const char *, void **, int, cuuint64_t,
                             CUdriverProcAddressQueryResult *);

static CUresult ask(const char *name, const char *symbol, void **function, int version,
                    cuuint64_t flags, void *caller) {
    const query theirs = (query)ga_driver(name);
    const CUresult result =
        theirs ? theirs(symbol, function, version, flags) : CUDA_ERROR_NOT_INITIALIZED;
    if (result == CUDA_SUCCESS && symbol && function && *function && ga_settings())
        answer(symbol, function, version, flags, strstr(name, "_ptsz") != NULL, caller);
    return result;
}

static CUresult ask_v2(const char *name, const char *symbol, void **function, int version,
                       cuuint64_t flags, CUdriverProcAddressQueryResult *status, void *caller) {
    const query_v2 theirs = (query_v2)ga_driver(name);
    const CUresult result =
        theirs ? theirs(symbol, function, version, flags, status) : CUDA_ERROR_NOT_INITIALIZED;
    if (result == CUDA_SUCCESS && symbol && function && *function && ga_settings())
        answer(symbol, function, version, flags, strstr(name, "_ptsz") != NULL, caller);
    return result;
}

GA_OURS("cuGetProcAddress", get, const char *symbol, void **function, int version,
        cuuint64_t flags) {
    return ask("cuGetProcAddress", symbol, function, version, flags, __builtin_return_address(0));
}

GA_OURS("cuGetProcAddress_ptsz", get_ptsz, const char *symbol, void **function, int version,
        cuuint64_t flags) {
    return ask("cuGetProcAddress_ptsz", symbol, function, version, flags,
               __builtin_return_address(0));
}

GA_OURS("cuGetProcAddress_v2", get_v2, const char *symbol, void **function, int version,
        cuuint64_t flags, CUdriverProcAddressQueryResult *status) {
    return ask_v2("cuGetProcAddress_v2", symbol, function, version, flags, status,
                  __builtin_return_address(0));
}

GA_OURS("cuGetProcAddress_v2_ptsz", get_v2_ptsz, const char *symbol, void **function, int version,
        cuuint64_t flags, CUdriverProcAddressQueryResult *status) {
    return ask_v2("cuGetProcAddress_v2_ptsz", symbol, function, version, flags, status,
                  __builtin_return_address(0));
}
