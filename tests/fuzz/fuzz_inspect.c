/* libFuzzer: whatever a file holds, its machine code is read or refused, without a crash or a leak, and each instruction's
 * facts are words that exist. smoke.sh runs it. */
#include <stdint.h>
#include <stdlib.h>

#include "lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void hold(const struct ga_sass *code, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const struct ga_sass_key *const k = &code[i].key;
        if (k->class >= GA_N_CLASSES || k->operation >= GA_N_OPERATIONS || k->type >= GA_N_TYPES ||
            k->scope >= GA_N_SCOPES || k->order >= GA_N_ORDERS || k->space >= GA_N_SPACES ||
            k->loop >= GA_N_LOOPS || !k->name || (i > 0 && code[i].offset < code[i - 1].offset))
            abort();
        if (k->class != GA_CLASS_OTHER && !*k->name)
            abort();
    }
}

static enum ga_status read_function(void *context, const struct ga_function *function,
                                    struct ga_err *err) {
    struct ga_sass *code = NULL;
    size_t n = 0;
    char source[64];
    const enum ga_status status = ga_function_read(function, &code, &n, err);
    if (code)
        hold(code, n);
    for (size_t i = 0; code && i < n; i++)
        ga_lines_find(context, function, code[i].offset, source, sizeof source);
    free(code);
    return status;
}

static enum ga_status read_image(void *context, const struct ga_image *image, struct ga_err *err) {
    struct ga_lines *lines = NULL;
    (void)context;
    if ((image->kind != GA_IMAGE_GFX && image->kind != GA_IMAGE_CUBIN) || image->bytes.n == 0)
        return GA_OK;
    enum ga_status status = ga_lines_read(image, &lines, err);
    if (status == GA_OK)
        status = ga_functions("fuzz", image, read_function, lines, err);
    ga_lines_free(lines);
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct ga_err err = {""};
    /* Exactly as long, so that a byte behind it is seen to be read. */
    if (ga_images_in("fuzz", (struct ga_bytes){data, size}, GA_OLDEST_SM, read_image, NULL, &err) !=
            GA_OK &&
        !*err.message)
        abort(); /* a refusal says why */
    return 0;
}
