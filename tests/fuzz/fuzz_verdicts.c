/* libFuzzer: whatever a file of the model's answers or of times holds, it is read or refused, without a crash or a leak,
 * and what is read is judged. smoke.sh runs it. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "verdicts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_by(enum ga_status (*reader)(const char *, struct ga_verdicts *, struct ga_err *),
                    const char *path, struct ga_verdicts *v) {
    struct ga_err err = {""};
    if (reader(path, v, &err) != GA_OK && !*err.message)
        abort(); /* a refusal says why */
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct ga_verdicts v = {.at = NULL};
    char path[64];
    const int file = memfd_create("fuzz", 0);
    if (file < 0 || write(file, data, size) != (ssize_t)size)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    read_by(ga_verdicts_answer, path, &v);
    read_by(ga_verdicts_times, path, &v);
    ga_verdicts_judge(&v);
    for (size_t i = 0; i < 2 * v.n; i++)
        if (v.at[i / 2].step[i % 2].outcome >= GA_N_OUTCOMES || !*v.at[i / 2].name)
            abort();
    ga_verdicts_free(&v);
    close(file);
    return 0;
}
