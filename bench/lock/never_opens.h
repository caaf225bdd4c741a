/* A lock that somebody took and never gave back. It shows that whatever waits gives up in time. */
#ifndef GA_LOCK_NEVER_OPENS_H
#define GA_LOCK_NEVER_OPENS_H

#include "tas.h"

template <typename W, ga_scope S, typename G>
struct lock_never_opens : lock_tas<tas_by_exchange, W, S, G> {
    GA_DEVICE void init(W lock) { ga_store<S, GA_RELAXED>(lock, 1u); }
};

#endif
