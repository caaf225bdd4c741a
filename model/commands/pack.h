/* What `pack` sends. */
#ifndef GA_PACK_H
#define GA_PACK_H

#include "runfile.h"

enum { GA_PACK_NAME = 96 };

/* out: "nvidia-h200-df351419-2026-11-23": model, card, day. own: caller, GA_PACK_NAME bytes. */
void ga_pack_name(const struct ga_runfile *run, char *name);

/* Takes out of a run.csv who measured where: paths, of arguments all that may be one, the builder of the kernel's driver, and
 * every value that names this host or user. out: how many values were withheld. */
size_t ga_pack_clean(struct ga_runfile *run);

#endif
