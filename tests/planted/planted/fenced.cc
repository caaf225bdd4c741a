/* A fence in a kernel that claims to have none: its time would be taken for that of a store. */
#include "../planted.h"

#include "device_order.h"

GA_KERNEL(planted_fenced, planted_args) {
    ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(&a.out[ga_thread()], a.never);
    ga_fence<GA_SCOPE_DEVICE, GA_ACQ_REL>();
    ga_store<GA_SCOPE_DEVICE, GA_RELAXED>(&a.out[ga_thread() + 1], a.never);
}

PLANTED_FACT(planted_fenced, false, {.operation = GA_OP_no_other_fence})
