/* What `model utilization` says of a launch, as a row. */
#include "utilization_rows.h"

#include "csv_json.h"
#include "launches.h"

/* The columns of --csv: GA_OUT(name, expression of a launch's utilization u). */
#define GA_COLUMNS(GA_OUT)                                                                         \
    GA_OUT(jobs_per_sm, u->jobs)                                                                   \
    GA_OUT(n, u->n)                                                                                \
    GA_OUT(e, u->e)                                                                                \
    GA_OUT(c, u->c)                                                                                \
    GA_OUT(service_cycles, u->service)                                                             \
    GA_OUT(busy_cycles, u->busy)                                                                   \
    GA_OUT(active_cycles, u->cycles)                                                               \
    GA_OUT(paper_low_percent, 100 * u->paper_low)                                                  \
    GA_OUT(paper_percent, 100 * u->paper)                                                          \
    GA_OUT(demand_percent, 100 * u->demand)                                                        \
    GA_OUT(hardware_percent, 100 * u->hardware)                                                    \
    GA_OUT(least_sm_percent, 100 * u->least)                                                       \
    GA_OUT(most_sm_percent, 100 * u->most)                                                         \
    GA_OUT(busiest_sm_percent, 100 * u->busiest)                                                   \
    GA_OUT(pipe_percent, 100 * u->pipe)                                                            \
    GA_OUT(cas_per_useful, u->retried)                                                             \
    GA_OUT(emulated_percent, 100 * u->emulated)                                                    \
    GA_OUT(passes, u->passes)

/* Those of the L2, behind the verdict on shared memory: likewise, of l2. */
#define GA_L2_COLUMNS(GA_OUT)                                                                      \
    GA_OUT(l2_hardware_percent, 100 * l2->hardware)                                                \
    GA_OUT(l2_mean_percent, 100 * l2->mean)                                                        \
    GA_OUT(l2_demand_percent, 100 * l2->demand)                                                    \
    GA_OUT(l2_demand_most_percent, 100 * l2->demand_most)                                          \
    GA_OUT(l2_loops, l2->loops)

/* What else the launch does, and what its warps wait for, as a share of their time: of the counters at. */
#define GA_ELSE_COLUMNS(GA_OUT)                                                                    \
    GA_OUT(time_us, at[GA_Q_duration] / 1000)                                                      \
    GA_OUT(instructions_percent, at[GA_Q_instructions_busy])                                       \
    GA_OUT(passes_differ, l2->is_apart)                                                            \
    GA_OUT(l2_percent, at[GA_Q_l2_busy])                                                           \
    GA_OUT(memory_percent, at[GA_Q_memory_busy])                                                   \
    GA_OUT(wait_pipe_percent, 100 * at[GA_Q_wait_pipe] / at[GA_Q_latency])                         \
    GA_OUT(wait_result_percent, 100 * at[GA_Q_wait_result] / at[GA_Q_latency])                     \
    GA_OUT(wait_memory_percent, 100 * at[GA_Q_wait_memory] / at[GA_Q_latency])                     \
    GA_OUT(wait_queue_percent, 100 * at[GA_Q_wait_queue] / at[GA_Q_latency])                       \
    GA_OUT(wait_barrier_percent, 100 * at[GA_Q_wait_barrier] / at[GA_Q_latency])                   \
    GA_OUT(wait_fence_percent, 100 * at[GA_Q_wait_fence] / at[GA_Q_latency])                       \
    GA_OUT(wait_drain_percent, 100 * at[GA_Q_wait_drain] / at[GA_Q_latency])

/* What goes away without the atomics, likewise, of gains. */
#define GA_GAIN_COLUMNS(GA_OUT)                                                                    \
    GA_OUT(gain_percent, 100 * gains->shared.share)                                                \
    GA_OUT(gain_low_percent, 100 * gains->shared.low)                                              \
    GA_OUT(gain_high_percent, 100 * gains->shared.high)                                            \
    GA_OUT(l2_gain_percent, 100 * gains->l2.share)                                                 \
    GA_OUT(l2_gain_low_percent, 100 * gains->l2.low)                                               \
    GA_OUT(l2_gain_high_percent, 100 * gains->l2.high)                                             \
    GA_OUT(gain_loads, gains->shared.by.loads)                                                     \
    GA_OUT(gain_busy_percent, 100 * gains->shared.by.busy)                                         \
    GA_OUT(gain_goes_percent, 100 * gains->shared.by.goes)                                         \
    GA_OUT(gain_waits_percent, 100 * gains->shared.by.waits)                                       \
    GA_OUT(gain_turns, gains->shared.by.turns)                                                     \
    GA_OUT(gain_loops, gains->shared.by.loops)                                                     \
    GA_OUT(l2_gain_busy_percent, 100 * gains->l2.by.busy)                                          \
    GA_OUT(l2_gain_through_percent, 100 * gains->l2.by.through)                                    \
    GA_OUT(l2_gain_waits_percent, 100 * gains->l2.by.waits)                                        \
    GA_OUT(l2_gain_last, gains->l2.by.last)                                                        \
    GA_OUT(l2_gain_tail, gains->l2.by.tail)                                                        \
    GA_OUT(gain_merges, gains->shared.by.merges)                                                   \
    GA_OUT(gain_places, l2->shared_places)                                                         \
    GA_OUT(gain_phased, gains->shared.by.phased)                                                   \
    GA_OUT(l2_gain_places, l2->places)

void ga_utilization_header(struct ga_csv_out *csv) {
    GA_COLUMNS(GA_LAUNCHES_NAME)
    ga_csv_name(csv, "verdict");
    ga_csv_name(csv, "reason");
    GA_L2_COLUMNS(GA_LAUNCHES_NAME)
    ga_csv_name(csv, "l2_verdict");
    ga_csv_name(csv, "l2_reason");
    GA_ELSE_COLUMNS(GA_LAUNCHES_NAME)
    GA_GAIN_COLUMNS(GA_LAUNCHES_NAME)
    ga_csv_end_line(csv);
}

void ga_utilization_row(struct ga_csv_out *csv, const struct ga_launch_answer *a) {
    const struct ga_utilization *const u = &a->u;
    const struct ga_l2 *const l2 = &a->l2;
    const struct ga_expected_gains *const gains = &a->gains;
    const double *const at = a->launch->at;
    ga_launches_row(csv, a->launch);
    GA_COLUMNS(GA_LAUNCHES_VALUE)
    ga_csv_name(csv, ga_verdict_name(u->verdict));
    ga_csv_name(csv, u->reason);
    GA_L2_COLUMNS(GA_LAUNCHES_VALUE)
    ga_csv_name(csv, ga_verdict_name(l2->verdict));
    ga_csv_name(csv, l2->reason);
    GA_ELSE_COLUMNS(GA_LAUNCHES_VALUE)
    GA_GAIN_COLUMNS(GA_LAUNCHES_VALUE)
    ga_csv_end_line(csv);
}

#define NAME_OF(name, value) #name,
static const char *const columns[] = {"launch",
                                      "kernel",
                                      "grid",
                                      "block",
                                      GA_COLUMNS(NAME_OF) "verdict",
                                      "reason",
                                      GA_L2_COLUMNS(NAME_OF) "l2_verdict",
                                      "l2_reason",
                                      GA_ELSE_COLUMNS(NAME_OF) GA_GAIN_COLUMNS(NAME_OF)};

enum ga_status ga_utilization_json_create(struct ga_row_file *json, const char *path,
                                          struct ga_err *err) {
    return ga_row_file_create(json, path, true, columns, sizeof columns / sizeof *columns,
                              GA_LAUNCHES_DIGITS, err);
}

#define VALUE_OF(name, value) {NULL, value},
void ga_utilization_json(struct ga_row_file *json, const struct ga_launch_answer *a) {
    const struct ga_utilization *const u = &a->u;
    const struct ga_l2 *const l2 = &a->l2;
    const struct ga_expected_gains *const gains = &a->gains;
    const double *const at = a->launch->at;
    const struct ga_row_cell cells[] = {ga_cell_of("launch", a->launch->id),
                                        {a->launch->kernel, 0},
                                        {a->launch->grid, 0},
                                        {a->launch->block, 0},
                                        GA_COLUMNS(VALUE_OF){ga_verdict_name(u->verdict), 0},
                                        {u->reason, 0},
                                        GA_L2_COLUMNS(VALUE_OF){ga_verdict_name(l2->verdict), 0},
                                        {l2->reason, 0},
                                        GA_ELSE_COLUMNS(VALUE_OF) GA_GAIN_COLUMNS(VALUE_OF)};
    ga_row_file_add(json, cells);
}
