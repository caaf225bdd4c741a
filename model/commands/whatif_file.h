/* `whatif --write`: no program runs, a file of machine code is edited. */
#ifndef GA_WHATIF_FILE_H
#define GA_WHATIF_FILE_H

#include "cli.h"

/* in: request: its --edit names edits that there are. Writes --write, a copy of the one file behind --, and prints what was done
 * to each kernel. err: GA_USAGE; GA_UNSUPPORTED if nothing was edited; GA_FILE; there is no new file then. */
enum ga_status ga_whatif_edit_file(const struct ga_request *request, struct ga_err *err);

#endif
