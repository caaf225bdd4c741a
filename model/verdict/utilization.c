#include "utilization.h"

#include <math.h>
#include <string.h>

#include "reason.h"
#include "within.h"

static const char *const words[GA_N_VERDICTS] = {
#define GA_ROW(name, word) [name] = word,
    GA_VERDICTS(GA_ROW)
#undef GA_ROW
};

const char *ga_verdict_name(enum ga_verdict verdict) { return words[verdict]; }

enum ga_verdict ga_verdict_named(const char *name) {
    int v = 0;
    if (strcmp(name, "likely") == 0)
        return GA_LEFT_OPEN;
    while (v < GA_N_VERDICTS && strcmp(words[v], name) != 0)
        v++;
    return (enum ga_verdict)v;
}

static double known(double x, double otherwise) { return isnan(x) ? otherwise : x; }
/* What is needed of each profiler; the rest makes the answer better. */
static const enum ga_quantity of_ncu[] = {GA_Q_jobs_alu, GA_Q_jobs_cas, GA_Q_passes, GA_Q_cycles,
                                          GA_Q_occupancy};
static const enum ga_quantity of_nvprof[] = {GA_Q_jobs_alu, GA_Q_jobs_cas, GA_Q_cycles_sum,
                                             GA_Q_occupancy};
static const enum ga_quantity of_rocprofv3[] = {GA_Q_lds_instructions, GA_Q_lds_cycles,
                                                GA_Q_gui_cycles};
#define NEEDED(of)                                                                                 \
    { of, sizeof(of) / sizeof *(of) }
static const struct {
    const enum ga_quantity *at;
    unsigned n;
} needed[] = {[GA_NCU] = NEEDED(of_ncu),
              [GA_NVPROF] = NEEDED(of_nvprof),
              [GA_ROCPROFV3] = NEEDED(of_rocprofv3)};

/* out: whether counters are missing; u->reason names them. */
static bool lacks(enum ga_profiler profiler, const double *at, struct ga_utilization *u) {
    char missing[sizeof u->reason] = "";
    if (!ga_counters_missing(profiler, at, needed[profiler].at, needed[profiler].n, missing,
                             sizeof missing))
        return false;
    GA_SAY(u, "counters are missing; collect them with: %s", missing);
    return true;
}

/* AMD's counters in the same terms. All LDS instructions are jobs, its cycles for them passes; each conflict
 * costs one more. Waves and busy compute units are counted every fourth cycle. src: rocprofiler-sdk,
 * counter_defs.yaml; rocprofiler-compute, "Local data share". */
static void from_amd(const struct ga_model_device *d, const struct ga_launch_counters *launch,
                     double *at) {
    const double units = launch->units ? launch->units : d->sm_count;
    const double dies = launch->dies ? launch->dies : ga_model_device_dies(d);
    at[GA_Q_jobs_alu] = at[GA_Q_lds_instructions];
    at[GA_Q_jobs_cas] = 0;
    at[GA_Q_passes] = at[GA_Q_lds_cycles];
    at[GA_Q_cycles] = known(4 * at[GA_Q_busy_units] / units, at[GA_Q_gui_cycles] / dies);
    at[GA_Q_cycles_sum] = at[GA_Q_cycles] * units;
    const double waves = 4 * at[GA_Q_wave_cycles] / at[GA_Q_cycles_sum];
    at[GA_Q_occupancy] = known(100 * waves / d->warps_per_sm, 100);
}

/* SMs that were counted: as many as the means and sums say, else the tables'. */
static double sms(const struct ga_model_device *d, const double *at) {
    const double counted = at[GA_Q_cycles_sum] / at[GA_Q_cycles];
    return counted >= 1 ? floor(counted + 0.5) : d->sm_count;
}

/* Lanes of a job on one word. The paper's e is O / N with O the passes. A compare-and-swap takes
 * `weight` of them for a lane, which the table tells. nvprof does not count them. */
static double lanes(const struct ga_model_device *d, const double *at) {
    const double full = d->warps_per_sm, warp = d->warp_size;
    const double weight = known(floor(ga_service_each(&d->service, full, warp, full) /
                                          ga_service_each(&d->service, full, warp, 0) +
                                      0.5),
                                1);
    const double jobs = at[GA_Q_jobs_alu] + weight * at[GA_Q_jobs_cas];
    return ga_within(known(at[GA_Q_passes] / jobs, d->lanes), 1, warp);
}

/* S if all of n^ jobs started at one time: the first takes as long as it does alone, each further one what the unit gives
 * to it at full load. No more than the measured S, whose jobs start one after the other. NaN without that load. */
static double service_at_once(const struct ga_model_device *d, const struct ga_utilization *u) {
    const double n = u->n < 1 ? 1 : u->n, swaps = u->n > 0 ? u->c / u->n : 0;
    if (!d->has_demand)
        return NAN;
    const double each = (1 - swaps) * ga_demand_each(&d->demand.add, u->e) +
                        swaps * ga_demand_each(&d->demand.cas, u->e);
    const double all = ga_service_time(&d->service, 1, u->e, swaps) + (n - 1) * each;
    return fmin(all / n, u->service);
}

static void by_paper(const struct ga_model_device *d, const double *at, struct ga_utilization *u) {
    u->n = ga_within(at[GA_Q_occupancy] / 100, 0, 1) * d->warps_per_sm;
    u->e = lanes(d, at);
    u->c = u->n * at[GA_Q_jobs_cas] / (at[GA_Q_jobs_alu] + at[GA_Q_jobs_cas]);
    u->service = ga_service_each(&d->service, u->n, u->e, u->c);
    u->busy = u->jobs * u->service;
    u->paper = u->busy / u->cycles;
    u->paper_low = u->jobs * service_at_once(d, u) / u->cycles;
}

static void by_demand(const struct ga_model_device *d, const double *at, struct ga_utilization *u) {
    if (!d->has_demand || (isnan(at[GA_Q_passes]) && isnan(d->lanes)))
        return;
    const double alu = at[GA_Q_jobs_alu] / sms(d, at), cas = at[GA_Q_jobs_cas] / sms(d, at);
    u->demand =
        (alu * ga_demand_each(&d->demand.add, u->e) + cas * ga_demand_each(&d->demand.cas, u->e)) /
        u->cycles;
}

static void by_hardware(const struct ga_model_device *d, const double *at,
                        struct ga_utilization *u) {
    u->hardware = at[GA_Q_passes] / sms(d, at) / u->cycles;
    u->pipe = at[GA_Q_pipe_passes] / sms(d, at) / u->cycles;
    if (!(at[GA_Q_cycles_max] > 0))
        return;
    u->least = at[GA_Q_passes_min] / at[GA_Q_cycles_max];
    u->busiest = at[GA_Q_passes_max] / at[GA_Q_cycles_max];
    if (at[GA_Q_cycles_min] >= at[GA_Q_passes_max])
        u->most = at[GA_Q_passes_max] / at[GA_Q_cycles_min];
    else if (!isnan(at[GA_Q_cycles_min]) && !isnan(at[GA_Q_passes_max]))
        u->most = 1;
}

/* Retry loops: what they were to do, against what they issued. So many on one word that it would take longer
 * than it did were not on one. */
#define MOST_OF_TIME 1.1
static void by_loops(const struct ga_model_device *d, const double *at, struct ga_utilization *u) {
    const double cas = at[GA_Q_jobs_cas], all = cas + at[GA_Q_jobs_alu];
    u->with_loads = at[GA_Q_loads] >= GA_LOOPS * cas;
    u->loops = cas >= GA_LOOPS * all && (!isnan(d->useful) || u->with_loads);
    u->retried = cas / d->useful;
    if (!d->emulated)
        return;
    const double each = d->useful / d->warp_size / sms(d, at) / u->cycles;
    u->one_word = each * d->demand.emulated_same <= MOST_OF_TIME;
    u->emulated = each * (u->one_word ? d->demand.emulated_same : d->demand.emulated_own);
}

enum ga_verdict ga_verdict_of(double share) {
    return share >= GA_BOTTLENECK_FROM ? GA_BOTTLENECK
           : share >= GA_OPEN_FROM     ? GA_LEFT_OPEN
                                       : GA_NOT;
}

/* The share that decides, and where it is from. The demand first, which says how much room is left; then
 * the hardware's, then the paper's. */
static double deciding(const struct ga_utilization *u, const char **source) {
    if (!isnan(u->demand)) {
        *source = "by demand";
        return u->demand;
    }
    if (!isnan(u->hardware)) {
        *source = "by the hardware's passes";
        return u->hardware;
    }
    *source = "by the paper's formula, which can be far too high";
    return u->paper;
}

static void judge_loops(const struct ga_model_device *d, struct ga_utilization *u, double share) {
    double loops = known(u->pipe, share);
    loops = loops > share ? loops : share;
    if (u->emulated > loops)
        loops = u->emulated;
    u->verdict = ga_verdict_of(loops);
    GA_SAY(u, u->with_loads
                  ? "compare-and-swaps with a load each, as retry loops have them: "
                  : "compare-and-swaps, of which --useful says how many had to succeed: ");
    if (!isnan(u->pipe))
        GA_SAY(u, "their pipe is %.0f %% busy, the atomic unit %.0f %%", 100 * u->pipe,
               100 * share);
    else
        GA_SAY(u, "the unit is %.0f %% busy", 100 * share);
    if (!isnan(u->retried))
        GA_SAY(u, "; %.3g warp instructions of them for each useful lane operation", u->retried);
    if (!isnan(u->emulated))
        GA_SAY(u, "; so many of %s take %.0f %% of the time %s", d->emulated, 100 * u->emulated,
               u->one_word ? "if all are on one word"
                           : "if no warp meets another, and cannot be on one word");
    if (u->verdict == GA_NOT && u->retried >= 1) {
        u->verdict = GA_LEFT_OPEN;
        GA_SAY(u, "; they wait for each other and not for the unit");
    } else if (isnan(u->retried) && u->verdict != GA_BOTTLENECK) {
        GA_SAY(u, "; --useful N tells retries from work");
    }
}

double ga_passes_clock(const struct ga_model_device *d, const double *at) {
    return d->sm_per_s > 0 ? at[GA_Q_sm_rate] / d->sm_per_s : NAN;
}
bool ga_passes_differ(const struct ga_model_device *d, const double *at) {
    return fabs(ga_passes_clock(d, at) - 1) > GA_PASSES_APART;
}

/* What else a launch could be held back by. out: the share of time for which the busiest of them is busy; *name. */
static double busiest_other(const struct ga_model_device *d, const double *at, const char **name) {
    static const struct {
        enum ga_quantity busy;
        const char *name;
    } others[] = {{GA_Q_instructions_busy, "the SM's issue of instructions"},
                  {GA_Q_l2_busy, "the L2"},
                  {GA_Q_memory_busy, "device memory"}};
    double most = 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (at[others[i].busy] / 100 > most &&
            !(others[i].busy == GA_Q_l2_busy && ga_passes_differ(d, at))) {
            most = at[others[i].busy] / 100;
            *name = others[i].name;
        }
    return most;
}

/* A `not` where there is more to wait for than the mean says. */
static void look_further(struct ga_utilization *u) {
    if (u->pipe >= GA_OPEN_FROM) {
        u->verdict = GA_LEFT_OPEN;
        GA_SAY(u, "; but the pipe that it shares with loads and stores is %.0f %% busy",
               100 * u->pipe);
    } else if (u->busiest >= GA_OPEN_FROM) {
        u->verdict = GA_LEFT_OPEN;
        GA_SAY(u,
               "; but that of the SM with the most atomics for %.0f %% of the longest SM's cycles",
               100 * u->busiest);
    }
}

static void judge(const struct ga_model_device *d, const double *at, struct ga_utilization *u) {
    const char *source = "", *name = "";
    const double share = deciding(u, &source), other = busiest_other(d, at, &name);
    if (u->loops) {
        judge_loops(d, u, share);
        return;
    }
    u->verdict = ga_verdict_of(share);
    GA_SAY(u, "the unit is busy for %.0f %% of the cycles %s", 100 * share, source);
    if (u->verdict == GA_BOTTLENECK && other > share) {
        u->verdict = GA_LEFT_OPEN;
        GA_SAY(u, "; but %s is busier, for %.0f %%", name, 100 * other);
    } else if (u->verdict == GA_NOT) {
        look_further(u);
    }
}

/* AMD's LDS is one unit for loads, stores, shuffles and atomics, and has counters of all its cycles, of those of atomics
 * that return something, and of repeats. So it can be known that it is not what holds a launch back, and hardly
 * that atomics are. */
static void judge_lds(const double *at, struct ga_utilization *u) {
    const double returned = at[GA_Q_lds_atomic_cycles] / at[GA_Q_cycles_sum];
    const double same = at[GA_Q_lds_address_cycles] / at[GA_Q_lds_cycles];
    const double banks = at[GA_Q_lds_bank_cycles] / at[GA_Q_lds_cycles];
    u->verdict = ga_verdict_of(u->hardware);
    GA_SAY(u, "the LDS is busy for %.0f %% of the cycles with loads, stores, shuffles and atomics",
           100 * u->hardware);
    if (!isnan(returned))
        GA_SAY(u, ", for %.0f %% with atomics that return something", 100 * returned);
    if (!isnan(same) && !isnan(banks))
        GA_SAY(u, "; of its cycles %.0f %% are repeats for one word, %.0f %% for one bank",
               100 * same, 100 * banks);
    if (u->verdict == GA_BOTTLENECK && !(returned >= GA_BOTTLENECK_FROM)) {
        u->verdict = GA_LEFT_OPEN;
        GA_SAY(u,
               "; it is what holds the launch back, and no counter says that atomics keep it busy");
    }
}

/* The unit is busy for all cycles at the most. Counters of one launch are from several runs of it, and may be a little off.
 * out: whether they are more than that. */
#define MORE_THAN_ALL 1.05
static bool contradict(struct ga_utilization *u) {
    if (!(u->hardware > MORE_THAN_ALL || u->demand > MORE_THAN_ALL))
        return false;
    GA_SAY(u,
           "the counters contradict each other: %.4g atomics of an SM in %.4g cycles, %.4g passes",
           u->jobs, u->cycles, u->passes);
    return true;
}

void ga_utilization_of(const struct ga_model_device *d, enum ga_profiler profiler,
                       const struct ga_launch_counters *launch, struct ga_utilization *u) {
    double at[GA_N_QUANTITIES];
    memcpy(at, launch->at, sizeof at);
    *u = (struct ga_utilization){NAN, NAN, NAN,   NAN,   NAN,   NAN,        NAN, NAN,
                                 NAN, NAN, NAN,   NAN,   NAN,   NAN,        NAN, NAN,
                                 NAN, NAN, false, false, false, GA_UNKNOWN, ""};
    if (!d->service.at) {
        GA_SAY(u, "there is no shared_service.csv");
        return;
    }
    if (isnan(at[GA_Q_cycles]))
        at[GA_Q_cycles] = at[GA_Q_cycles_sum] / d->sm_count;
    if (lacks(profiler, at, u))
        return;
    if (profiler == GA_NVPROF && isnan(d->lanes)) {
        GA_SAY(u, "nvprof does not count the lanes on a word: say how many with --lanes E");
        return;
    }
    if (profiler == GA_ROCPROFV3)
        from_amd(d, launch, at);
    u->cycles = at[GA_Q_cycles];
    u->passes = at[GA_Q_passes];
    u->jobs = (at[GA_Q_jobs_alu] + at[GA_Q_jobs_cas]) / sms(d, at);
    if (at[GA_Q_jobs_alu] + at[GA_Q_jobs_cas] <= 0) {
        u->verdict = GA_NOT;
        u->jobs = u->paper = u->paper_low = u->demand = u->hardware = u->passes = 0;
        GA_SAY(u, profiler == GA_ROCPROFV3 ? "the kernel does not use the LDS"
                                           : "the kernel has no atomics on shared memory");
        return;
    }
    if (!(u->cycles > 0)) {
        GA_SAY(u,
               "no SM was active, and yet there are atomics: the counters contradict each other");
        return;
    }
    by_paper(d, at, u);
    if (profiler != GA_ROCPROFV3) /* which does not count atomics */
        by_demand(d, at, u);
    by_hardware(d, at, u);
    if (profiler != GA_NVPROF && contradict(u))
        return;
    if (profiler == GA_ROCPROFV3) {
        judge_lds(at, u);
        return;
    }
    by_loops(d, at, u);
    judge(d, at, u);
}
