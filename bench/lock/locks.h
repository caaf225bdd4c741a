/* Every lock of locks.def. */
#ifndef GA_LOCK_LOCKS_H
#define GA_LOCK_LOCKS_H

#include "backoff.h"
#include "mcs.h"
#include "never_opens.h"
#include "semaphore.h"
#include "tas.h"
#include "ticket.h"
#include "ttas.h"

#endif
