#include "outcome.h"

#include "sm_clock.h"

const char ga_clock_moved[] = "the SM clock moved by more than 2 %";
_Static_assert(GA_CLOCK_MOVES_PERCENT == 2, "as the message says");

enum ga_status ga_outcome_status(uint32_t outcome) {
    if (outcome < GA_N_STATUS)
        return (enum ga_status)outcome;
    return outcome == GA_NO_METER || outcome == GA_NO_HALVES ? GA_UNSUPPORTED : GA_ERROR;
}

const char *ga_outcome_message(uint32_t outcome) {
    switch (outcome) {
    case GA_WRONG:
        return "memory does not hold what the operations must leave";
    case GA_TIMEOUT:
        return "a wait inside the kernel reached its limit";
    case GA_MISPLACED:
        return "blocks were not spread over the SMs as asked in several tries; does another "
               "program use this device?";
    case GA_NO_METER:
        return "the driver's management library counts no energy of this GPU";
    case GA_NO_HALVES:
        return "no two halves of the L2 were found: no line is far from one SM and near to another";
    case GA_TOO_LONG:
        return "a sample was longer than its clock can tell";
    case GA_ERROR:
        return "not measured, or not as meant: warps did not start together, or their company left";
    default:
        return "";
    }
}
