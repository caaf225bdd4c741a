#include "kinds.h"

#include <string.h>

const char *const ga_kind_names[GA_N_KINDS + 1] = {"cuda", "hip", "cpu", "fake", NULL};

enum ga_kind ga_kind_of(const char *name) {
    enum ga_kind kind = GA_KIND_CUDA;
    while (kind < GA_N_KINDS && strcmp(ga_kind_names[kind], name) != 0)
        kind++;
    return kind;
}

enum ga_vendor ga_kind_vendor(enum ga_kind kind) {
    return kind == GA_KIND_CUDA ? GA_NVIDIA : kind == GA_KIND_HIP ? GA_AMD : GA_NO_VENDOR;
}

enum ga_vendor ga_target_vendor(const char *target) {
    return strncmp(target, "sm_", 3) == 0   ? GA_NVIDIA
           : strncmp(target, "gfx", 3) == 0 ? GA_AMD
                                            : GA_NO_VENDOR;
}
