/* The commands that need no model. Each prints what it has to say and returns what main exits with, by ga_exit_code. */
#ifndef GA_COMMANDS_H
#define GA_COMMANDS_H

#include "backend.h"
#include "cli.h"

enum ga_status ga_command_list(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_devices(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_audit(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_plot(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_compare(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_manual(const struct ga_request *request, struct ga_err *err);
enum ga_status ga_command_run(const struct ga_request *request, struct ga_err *err);

/* The figures of a run as SVG, and no word of those that are drawn. in: out: a directory, made if need be. err: as
 * `plot`: GA_UNSUPPORTED without gnuplot; GA_FILE naming what was not drawn, the rest is there. */
enum ga_status ga_plot_quietly(const char *directory, const char *out, struct ga_err *err);

struct ga_bench;
enum { GA_MAX_BENCHES = 64 };

/* in: patterns (none: all). out: the matching rows of a backend, in the registry's order.
 * err: GA_USAGE for a pattern that matches nothing, with the nearest name. */
enum ga_status ga_select(const struct ga_backend *backend, const struct ga_list *patterns,
                         const struct ga_bench **selected, size_t *n, struct ga_err *err);

#endif
