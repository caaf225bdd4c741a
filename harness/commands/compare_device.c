#include "compare_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results.h"

/* out: the GPU's UUID, "" if the run does not say. Runs before gpu_uuid was there have it in device_id, with
 * the place on the bus behind it. own: caller, GA_VALUE bytes; returns text. */
static const char *uuid_of(const struct ga_runfile *file, char *text) {
    const char *const uuid = ga_runfile_get(file, "gpu_uuid");
    const char *const id = ga_runfile_get(file, "device_id");
    const char *const from = uuid ? uuid : id && strncmp(id, "GPU-", 4) == 0 ? id : "";
    snprintf(text, GA_VALUE, "%.*s", (int)strcspn(from, " "), from);
    return text;
}

static void print_gpus(const char *const *directory, const struct ga_runfile *files) {
    char text[2][GA_VALUE];
    const char *const uuid[2] = {uuid_of(&files[0], text[0]), uuid_of(&files[1], text[1])};
    const int unknown = *uuid[0] ? 1 : 0;
    if (!*uuid[unknown])
        printf("whether both are of one GPU is not known: there is no gpu_uuid in %s/run.csv\n",
               directory[unknown]);
    else if (strcmp(uuid[0], uuid[1]) == 0)
        printf("both are of one GPU: %s\n", uuid[0]);
    else
        printf("of two GPUs: %s in %s\n             %s in %s\n", uuid[0], directory[0], uuid[1],
               directory[1]);
}

/* out: files[2], *of_two. */
static enum ga_status compare_runs(const char *const *directory, struct ga_runfile *files,
                                   bool *of_two, struct ga_err *err) {
    const char *names[2];
    for (int d = 0; d < 2; d++) {
        char path[GA_MAX_FILE];
        snprintf(path, sizeof path, "%s/run.csv", directory[d]);
        const enum ga_status status = ga_runfile_read(&files[d], path, err);
        if (status != GA_OK)
            return status;
        names[d] = ga_runfile_get(&files[d], "device_name");
        if (!names[d])
            return ga_fail(err, GA_USAGE, "%s: there is no device_name", path);
    }
    *of_two = strcmp(names[0], names[1]) != 0;
    if (*of_two)
        printf("of two devices: %s in %s\n                %s in %s\n"
               "median_ns of the second over the first, of points that are ok in both and did the\n"
               "same work. most: farthest from 1; instruction: points whose instruction differs.\n"
               "No verdict\n",
               names[0], directory[0], names[1], directory[1]);
    else
        print_gpus(directory, files);
    return GA_OK;
}

enum ga_status ga_compare_devices(const char *const *directory, bool *of_two, struct ga_err *err) {
    struct ga_runfile *const files = calloc(2, sizeof *files); /* large */
    const enum ga_status status = files ? compare_runs(directory, files, of_two, err)
                                        : ga_fail(err, GA_ERROR, "compare: out of memory");
    free(files);
    return status;
}
