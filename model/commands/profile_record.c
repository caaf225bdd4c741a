#include "profile_record.h"

#include "keys.h"
#include "results.h"

enum ga_status ga_profile_describe(struct ga_runfile *file, const struct ga_request *request,
                                   struct ga_err *err) {
    const struct ga_keys none = {.n = 0};
    struct ga_gpu *gpu = NULL;
    struct ga_err why;
    enum ga_status status = GA_OK;
    if (ga_device_open(NULL, &gpu, &why) == GA_OK &&
        ga_kind_vendor(gpu->backend->kind) != GA_NO_VENDOR)
        status = ga_results_describe(file, gpu, request, &none, err);
    else
        status = ga_results_describe_command(file, request, err);
    if (gpu)
        gpu->backend->close(gpu);
    return status;
}
