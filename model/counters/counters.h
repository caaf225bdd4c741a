/* What a profiler counted of kernel launches, from its CSV: Nsight Compute's raw and details pages, nvprof's
 * tables, rocprofv3's counter collection. Streaming: memory does not grow with the file, but for nvprof's
 * tables, which have a kernel's counters in several places and are short. */
#ifndef GA_COUNTERS_H
#define GA_COUNTERS_H

#include "records.h"

enum ga_profiler { GA_NO_PROFILER, GA_NCU, GA_NVPROF, GA_ROCPROFV3 };

/* The rows of counters.def. Sums over all SMs, but for cycles and occupancy (percent), which are an SM's mean, and
 * _min, _max. Of the L2 (l2_): _max of its busiest slice, _mean of all; _busy in percent of the cycles, _elapsed in
 * cycles. atoms and reds: atomics that return something, and that do not. duration: ns. sm_rate, smsp_rate: cycles a
 * second; _rate of thread instructions: for each cycle; _peak: the most of them in a cycle. */
enum ga_quantity {
#define GA_COUNTER(quantity, ...) GA_Q_##quantity,
#include "counters.def"
#undef GA_COUNTER
    GA_N_QUANTITIES
};

/* at: NaN where the file has none. device: its name, agent: what the file names it by, cc: "9.0" or "gfx942", process: its
 * number; function: of a kernel whose name is a label alone; grid, block: "(4096, 1, 1)"; "" where the file has none. dies: that
 * each count the cycles of the whole GPU, units: SMs or compute units; 0 where the file has none. */
struct ga_launch_counters {
    char id[32], kernel[2048], function[2048], device[96], agent[24], cc[16], process[24];
    char grid[40], block[40];
    unsigned dies, units;
    unsigned long line;
    double at[GA_N_QUANTITIES];
};

struct ga_counters;

/* in: path, kept; "-": standard input; or a file of the caller's, whose name path is. own:
 * ga_counters_close. err: GA_FILE, GA_ERROR out of memory. */
enum ga_status ga_counters_open(const char *path, FILE *file, struct ga_counters **counters,
                                struct ga_err *err);
void ga_counters_close(struct ga_counters *counters);

/* out: *launch, in the file's order; *more = false at its end. err: GA_USAGE naming file, line, column and
 * what was expected; for a file in which no table was found, too. */
enum ga_status ga_counters_next(struct ga_counters *counters, struct ga_launch_counters *launch,
                                bool *more, struct ga_err *err);

enum ga_profiler ga_counters_profiler(const struct ga_counters *counters);

/* out: the counter that has a quantity, and the option that collects it, "--metrics NAME"; NULL if the
 * profiler has none. */
const char *ga_counters_name(enum ga_profiler profiler, enum ga_quantity quantity);
const char *ga_counters_option(enum ga_profiler profiler);

/* Appends "ncu --metrics A,B" of those of needed[n] that are not there. out: how many are not. */
unsigned ga_counters_missing(enum ga_profiler profiler, const double *at,
                             const enum ga_quantity *needed, unsigned n, char *text, size_t size);

/* in: target: of rocprofv3 the GPU's, "gfx942"; pass: from 0; most: counters of a pass, as many of them as a block of the
 * GPU has registers for. out: text: the counters that a profiler is to be asked for in that pass, its separator
 * between two; false if it has none. ncu makes its passes itself, and has one here. */
bool ga_counters_list(enum ga_profiler profiler, const char *target, unsigned pass, unsigned most,
                      char *text, size_t size);
/* The counters of a block (SQ) that every AMD GPU counts at once. src: aqlprofile, gfx9 to gfx12_block_info.h. */
#define GA_COUNTERS_OF_A_PASS 8

/* out: *number. A separator of thousands may be a comma, a point, a blank, an apostrophe or an underscore; a decimal point
 * may be a comma. "1,234" and "1.234" are 1234; of what is a percentage or a ratio, which never has so many, the point is
 * decimal, and the comma where that gives 1000 at most. false: the text is none, or not as expected. */
bool ga_counters_number(const char *text, bool percent, double *number);

#endif
