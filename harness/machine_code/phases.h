/* Functions in phases: what they read, and what they add to shared memory, stand in loops apart. */
#ifndef GA_PHASES_H
#define GA_PHASES_H

#include "cycles.h"

/* Sets key.phased of a function's atomics on shared memory, whose key.loop is set: a loop loads memory that atomics can reach, and
 * neither that loop nor one around it executes an atomic. Loads of shared memory, stores and what a loop calls do not count.
 * out: false: no memory. */
bool ga_phases(const struct ga_graph *graph);

#endif
