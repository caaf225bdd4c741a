/* `model occupancy`: the warps of a kernel that a multiprocessor holds. */
#include "occupancy.h"
#include "answers.h"

enum ga_status ga_command_occupancy(const struct ga_request *request, struct ga_err *err) {
    struct ga_occupancy_answer answer;
    if (!request->target || !request->registers.given || !request->threads.given)
        return ga_fail(
            err, GA_USAGE,
            "model occupancy: --%s is missing; it needs --target, --registers and --threads",
            !request->target            ? "target"
            : !request->registers.given ? "registers"
                                        : "threads");
    const struct ga_occupancy_kernel kernel = {request->target, request->registers.value,
                                               request->shared.value, request->threads.value,
                                               request->warp_size.value};
    const enum ga_status status = ga_occupancy_of(&kernel, &answer, err);
    if (status == GA_OK)
        ga_occupancy_print(stdout, &kernel, &answer);
    return status;
}
