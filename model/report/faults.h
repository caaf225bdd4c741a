/* What is wrong with a set, or may mislead: what its reader has to know before a number is taken from it. */
#ifndef GA_FAULTS_H
#define GA_FAULTS_H

#include "runfile.h"
#include "status.h"

enum { GA_FAULT = 640, GA_MOST_FAULTS = 256 };

/* grave: a number may be wrong or is missing; else the run says so of what it could not do, or did less well. */
struct ga_fault {
    bool grave;
    char table[GA_KEY]; /* "": of the run */
    char text[GA_FAULT];
};

/* at[n]; n_lost: further ones that found no room. own: caller. */
struct ga_faults {
    struct ga_fault at[GA_MOST_FAULTS];
    unsigned n, n_lost;
};

/* Of the run as a whole and of its benchmarks, as run.csv has it. */
void ga_faults_of_run(const struct ga_runfile *run, struct ga_faults *faults);

/* Of the rows of a table: outcomes, cap, clock. in: path of the file. err: GA_FILE, GA_USAGE naming file and line. */
enum ga_status ga_faults_of_table(const char *path, const char *table, const struct ga_runfile *run,
                                  struct ga_faults *faults, struct ga_err *err);

#endif
