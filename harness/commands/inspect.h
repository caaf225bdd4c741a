/* What `inspect` found, as a table, CSV, JSON and verdicts. */
#ifndef GA_INSPECT_H
#define GA_INSPECT_H

#include "cli.h"
#include "inventory.h"

enum { GA_ADVICE = 320, GA_COUNTED = 128 };

/* out: "used", "unused", "none" of what gives no result, "". */
const char *ga_result_name(const struct ga_sass_key *key);

/* out: text[GA_ADVICE]: what a row of a table says to do, with both numbers; "" if none does. */
void ga_advice(const struct ga_found *row, char *text);

/* Prints a table for people: what loops first. in: each: rows are of GA_EACH, and have their place. */
enum ga_status ga_inspect_print(const struct ga_inventory *inventory, bool each,
                                struct ga_err *err);

/* Prints what stands behind a row's loop: " guarded lanes combined". */
void ga_inspect_marks(const struct ga_sass_key *key);

/* Explains the words of those rows that are not a manual's, and why what could have a price has none. */
void ga_inspect_legend(const struct ga_inventory *inventory);

/* Prints what to do, each sentence once, with how many instructions of how many kernels it is said of. err: GA_ERROR for
 * want of memory. */
enum ga_status ga_inspect_advise(const struct ga_inventory *inventory, struct ga_err *err);

/* Writes the rows. err: GA_USAGE for a file that is no such CSV and would be lost; GA_FILE. */
enum ga_status ga_inspect_csv(const struct ga_inventory *inventory, const char *path,
                              struct ga_err *err);
enum ga_status ga_inspect_json(const struct ga_inventory *inventory, const char *path,
                               struct ga_err *err);

/* out: text[GA_COUNTED]: "2 of 14 functions in 1 module of 1 file": those that were read. */
void ga_inspect_count(const struct ga_inventory *inventory, char *text);

/* What is known and allowed: so many instructions of each kind. */
struct ga_known {
    char *text;
    uint64_t count;
};
struct ga_baseline {
    struct ga_known *at; /* by text */
    size_t n;
    bool names_barriers; /* it has a named-sync: older ones list all as sync */
};

/* in: path: what inspect --csv wrote. own: ga_baseline_free, also after an
 * error. err: GA_FILE; GA_USAGE naming file and line. */
enum ga_status ga_baseline_read(const char *path, struct ga_baseline *baseline, struct ga_err *err);
/* in: as_sync: whether a named barrier may be a sync of a baseline that has no named one. out: *known: whether the baseline has
 * another instruction like the row's, which is then taken from it. */
enum ga_status ga_baseline_take(struct ga_baseline *baseline, const struct ga_found *row,
                                bool as_sync, bool *known, struct ga_err *err);
void ga_baseline_free(struct ga_baseline *baseline);

/* Names every instruction that has one of the list's facts and is not in the
 * baseline; if there is none, says so in one line, with what was not read.
 * in: rows of GA_EACH; list: "rmw-loop,system-scope". err: GA_USAGE for an
 * unknown word; GA_WRONG if there is any. */
enum ga_status ga_inspect_forbid(const struct ga_inventory *inventory, const char *list,
                                 struct ga_baseline *baseline, struct ga_err *err);

/* Says what changed from one file to another, and writes it to csv, a row a change. in: a file each, by GA_FUNCTIONS; csv:
 * NULL: not asked for. err: GA_WRONG if a kernel is worse: more rmw-loops or spins, as many loops of which more add what an
 * instruction of NVIDIA's target does, a wider scope, reductions that became atomics, more fences; as ga_inspect_csv. */
enum ga_status ga_inspect_diff(const struct ga_inventory *was, const struct ga_inventory *is,
                               const char *csv, struct ga_err *err);

#endif
