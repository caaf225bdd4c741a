/* Where `plot` keeps what the figures are drawn from, while it draws or for good. */
#ifndef GA_PLOT_DATA_H
#define GA_PLOT_DATA_H

#include <stdbool.h>

#include "status.h"

/* in: out: the directory of the figures. out: directory, PATH_MAX bytes: OUT/data if it is to be kept, else one of its
 * own. From here on this process is not ended by SIGINT, SIGQUIT, SIGHUP and SIGTERM, so that nothing is left. own:
 * ga_plot_data_end. err: GA_FILE with path and reason. */
enum ga_status ga_plot_data_begin(const char *out, bool keep, char *directory, struct ga_err *err);
/* The directory is gone, unless it is kept. ends: this process was told to end, itself or by its child, and says so first;
 * else these signals do again what they did. */
void ga_plot_data_end(const char *directory, bool keep, bool ends);

/* out: whether one of these signals came, of which no child has been told. */
bool ga_plot_told_to_end(void);

#endif
