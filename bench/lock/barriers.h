/* Every barrier of barriers.def. */
#ifndef GA_LOCK_BARRIERS_H
#define GA_LOCK_BARRIERS_H

#include "central.h"
#include "tree.h"

/* The list: a program of the tests has its own. */
#ifndef BARRIER_LIST
#define BARRIER_LIST "barriers.def"
#endif

#endif
