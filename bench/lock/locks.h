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

/* The list, and those of it that a preset has: a program of the tests has its own. */
#ifndef LOCK_LIST
#define LOCK_LIST "locks.def"
#define LOCK_USUAL "tas_or,tas_cas,tas_exchange,ttas,backoff,ticket,mcs,semaphore_1,semaphore_4"
#endif

#endif
