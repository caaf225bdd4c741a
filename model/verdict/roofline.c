#include "roofline.h"

#include <math.h>
#include <string.h>

#include "reason.h"

const char *ga_roof_name(enum ga_roof_kind kind) {
    static const char *const names[] = {"flop", "shared", "global"};
    return names[kind];
}

const char *ga_bound_name(enum ga_bound bound) {
    static const char *const words[GA_N_BOUNDS] = {
#define GA_ROW(name, word) [name] = word,
        GA_BOUNDS(GA_ROW)
#undef GA_ROW
    };
    return words[bound];
}

const char *ga_ceiling_name(enum ga_roof_kind kind, enum ga_ceiling ceiling) {
    static const char *const units[] = {"arithmetic", "atomic", "atomic"};
    static const char *const names[] = {NULL, "shared", "memory", ""};
    return ceiling == GA_BY_UNIT ? units[kind] : names[ceiling];
}

/* Names what is missing of needed[n], after what was named before. out: whether anything is. */
static bool lacks(const double *at, const enum ga_quantity *needed, unsigned n,
                  struct ga_roof *roof) {
    char text[sizeof roof->reason] = "";
    if (ga_counters_missing(GA_NCU, at, needed, n, text, sizeof text) == 0)
        return false;
    if (*roof->reason)
        GA_SAY(roof, ",%s", text + strlen(ga_counters_option(GA_NCU)) + 1);
    else
        GA_SAY(roof, "counters are missing; collect them with: %s", text);
    return true;
}
#define LACKS(roof, ...)                                                                           \
    lacks(at, (const enum ga_quantity[]){__VA_ARGS__},                                             \
          sizeof((const enum ga_quantity[]){__VA_ARGS__}) / sizeof(enum ga_quantity), roof)

/* What is the same for all kinds, once work is known. */
static void finish(const struct ga_roofline_tables *t, const double *at, struct ga_roof *r) {
    r->lane_work = isnan(r->lane_work) ? r->work * at[GA_Q_threads] : r->lane_work;
    r->per_instruction =
        at[GA_Q_instructions] > 0 ? r->work / at[GA_Q_instructions] : r->per_instruction;
    if (LACKS(r, GA_Q_duration, GA_Q_dram_read, GA_Q_dram_written))
        return;
    r->bytes = at[GA_Q_dram_read] + at[GA_Q_dram_written];
    r->seconds = at[GA_Q_duration] * 1e-9;
    if (!(r->seconds > 0) || !(r->work > 0))
        return;
    r->rate = r->work / r->seconds;
    r->intensity = r->bytes > 0 ? r->work / r->bytes : INFINITY;
    r->ceiling[GA_BY_MEMORY] = r->intensity * t->bandwidth;
    r->ridge = r->ceiling[GA_BY_UNIT] / t->bandwidth;
    for (int c = 0; c < GA_NO_CEILING; c++)
        if (isfinite(r->ceiling[c]) &&
            (r->lowest == GA_NO_CEILING || r->ceiling[c] < r->ceiling[r->lowest]))
            r->lowest = (enum ga_ceiling)c;
    if (r->lowest != GA_NO_CEILING)
        r->share = r->rate / r->ceiling[r->lowest];
    r->share_most = fmax(r->share, r->share_most); /* fmax: the one that is known */
}

/* Operations of an instruction: a fused one is two, one of 16 bits is of a pair. src: Nsight Compute's derived
 * metrics "..._ffma_pred_on_x2", "..._hadd_pred_on_x2", "..._hfma_pred_on_x4". */
static const struct {
    enum ga_quantity count, rate, peak;
    double operations;
} arithmetic[] = {
    {GA_Q_fadd, GA_Q_fadd_rate, GA_Q_ffma_peak, 1}, {GA_Q_fmul, GA_Q_fmul_rate, GA_Q_ffma_peak, 1},
    {GA_Q_ffma, GA_Q_ffma_rate, GA_Q_ffma_peak, 2}, {GA_Q_dadd, GA_Q_dadd_rate, GA_Q_dfma_peak, 1},
    {GA_Q_dmul, GA_Q_dmul_rate, GA_Q_dfma_peak, 1}, {GA_Q_dfma, GA_Q_dfma_rate, GA_Q_dfma_peak, 2},
    {GA_Q_hadd, GA_Q_hadd_rate, GA_Q_hfma_peak, 2}, {GA_Q_hmul, GA_Q_hmul_rate, GA_Q_hfma_peak, 2},
    {GA_Q_hfma, GA_Q_hfma_rate, GA_Q_hfma_peak, 4}};
enum { N_ARITHMETIC = sizeof arithmetic / sizeof *arithmetic, N_TYPES = 3, OF_TYPE = 3 };

/* Instructions of a row: counted, or from what a cycle had of them. */
static double instructions(const double *at, int row) {
    const double count = at[arithmetic[row].count];
    return isnan(count) ? at[arithmetic[row].rate] * at[GA_Q_smsp_rate] * at[GA_Q_duration] * 1e-9
                        : count;
}

/* The peak is that of the type which has the most operations. */
static void flop(const struct ga_roofline_tables *t, const double *at, struct ga_roof *r) {
    double work = 0, most = -1;
    int type = 0;
    for (int i = 0; i < N_TYPES; i++) {
        double of_type = 0;
        for (int k = i * OF_TYPE; k < (i + 1) * OF_TYPE; k++)
            of_type += instructions(at, k) * arithmetic[k].operations;
        type = of_type > most ? i : type;
        most = of_type > most ? of_type : most;
        work += of_type;
    }
    if (isnan(work)) {
        LACKS(r, GA_Q_fadd, GA_Q_fmul, GA_Q_ffma, GA_Q_dadd, GA_Q_dmul, GA_Q_dfma, GA_Q_hadd,
              GA_Q_hmul, GA_Q_hfma);
        return;
    }
    r->work = r->lane_work = work;
    const int fused = type * OF_TYPE + OF_TYPE - 1;
    const double peak =
        at[arithmetic[fused].peak] * arithmetic[fused].operations * at[GA_Q_sm_rate];
    r->ceiling[GA_BY_UNIT] = isnan(t->peak_flops) ? peak : t->peak_flops;
    finish(t, at, r);
    if (isnan(r->ceiling[GA_BY_UNIT]) && work > 0) {
        LACKS(r, arithmetic[fused].peak, GA_Q_sm_rate);
        GA_SAY(r, " (or say the peak: --peak-flops)");
    }
}

/* Cycles of a warp instruction, the mean of adds and compare-and-swaps. Lanes on a word are passes over
 * instructions, a compare-and-swap taking as many more as the table says. */
static double shared_cycles(const struct ga_roofline_tables *t, const double *at, double alu,
                            double cas) {
    const struct ga_demand *const demand = &t->device.demand;
    const double warp = t->device.warp_size;
    const double weight =
        floor(ga_demand_each(&demand->cas, warp) / ga_demand_each(&demand->add, warp) + 0.5);
    double e = at[GA_Q_passes] / (alu + weight * cas);
    e = e < 1 ? 1 : e > warp ? warp : e;
    return (alu * ga_demand_each(&demand->add, e) + cas * ga_demand_each(&demand->cas, e)) /
           (alu + cas);
}

/* Where the two kinds are not told apart, all are taken for adds, of as many lanes as they took passes: it is
 * the same number of cycles. */
static void shared(const struct ga_roofline_tables *t, const struct ga_launch_answer *answer,
                   struct ga_roof *r) {
    const double *const at = answer->launch->at;
    const bool apart = !isnan(at[GA_Q_jobs_alu]) && !isnan(at[GA_Q_jobs_cas]);
    const double alu = apart ? at[GA_Q_jobs_alu] : at[GA_Q_shared_atoms];
    const double cas = apart ? at[GA_Q_jobs_cas] : 0;
    if (isnan(alu)) {
        LACKS(r, GA_Q_jobs_alu, GA_Q_jobs_cas);
        return;
    }
    r->work = alu + cas;
    if (r->work > 0 && t->device.has_demand && !LACKS(r, GA_Q_passes, GA_Q_sm_rate)) {
        const double cycles = t->device.sm_count * at[GA_Q_sm_rate]; /* of all SMs, 1/s */
        r->ceiling[GA_BY_UNIT] = cycles / shared_cycles(t, at, alu, cas);
        r->ceiling[GA_BY_SHARED_MEMORY] = cycles / t->plain;
    }
    if (r->work > 0) {
        r->verdict = answer->u.verdict;
        r->is_hidden = answer->shared_hidden;
    }
    finish(t, at, r);
}

static void global(const struct ga_roofline_tables *t, const struct ga_launch_answer *answer,
                   struct ga_roof *r) {
    const double *const at = answer->launch->at;
    const struct ga_l2 *const l2 = &answer->l2;
    bool is_unknown = false;
    if (LACKS(r, GA_Q_global_atoms, GA_Q_global_reds))
        return;
    r->work = at[GA_Q_global_atoms] + at[GA_Q_global_reds];
    if (r->work > 0 && t->device.has_l2 && !LACKS(r, GA_Q_l2_atoms_max, GA_Q_l2_reds_max)) {
        if (l2->share > 0)
            r->ceiling[GA_BY_UNIT] = r->work / (at[GA_Q_duration] * 1e-9) / l2->share;
        r->share_most = l2->demand_most;
        r->verdict = l2->verdict;
        r->is_hidden = answer->l2_hidden;
        is_unknown = l2->verdict == GA_UNKNOWN;
    }
    finish(t, at, r);
    const bool memory_is_more =
        r->intensity < r->ridge && r->share >= GA_OPEN_FROM && r->share >= l2->demand_most;
    r->is_open = is_unknown && !memory_is_more;
}

/* What a launch comes near. */
static enum ga_bound near_to(const struct ga_roof *r, enum ga_bound atomic) {
    if (r->share < GA_OPEN_FROM)
        return GA_UNBOUND;
    return r->intensity < r->ridge ? GA_MEMORY_BOUND : atomic;
}

static enum ga_bound bound_of(enum ga_roof_kind kind, const struct ga_roof *r) {
    if (isnan(r->ridge) || r->lowest == GA_NO_CEILING)
        return GA_NO_BOUND;
    if (kind == GA_ROOF_FLOP)
        return r->intensity < r->ridge ? GA_MEMORY_BOUND : GA_COMPUTE_BOUND;
    const enum ga_bound near = near_to(r, r->is_hidden ? GA_HIDDEN : GA_ATOMIC_BOUND);
    switch (r->verdict) {
    case GA_BOTTLENECK:
        return GA_ATOMIC_BOUND;
    case GA_LEFT_OPEN:
        return near != GA_UNBOUND ? near : r->is_hidden ? GA_HIDDEN : GA_OPEN_BOUND;
    case GA_NOT:
        return near_to(r, GA_UNBOUND);
    default: /* open, or its counters are missing and the ceilings alone say it */
        return r->is_open ? GA_OPEN_BOUND : near;
    }
}

void ga_roofline_of(const struct ga_roofline_tables *t, enum ga_profiler profiler,
                    const struct ga_launch_counters *launch, const struct ga_l2_atomics *atomics,
                    struct ga_roof *roofs) {
    struct ga_launch_answer answer;
    for (int k = 0; k < GA_N_ROOFS; k++) {
        struct ga_roof *const r = &roofs[k];
        *r = (struct ga_roof){
            NAN, NAN, NAN, NAN,           NAN,        NAN,   NAN,   {NAN, NAN, NAN},
            NAN, NAN, NAN, GA_NO_CEILING, GA_UNKNOWN, false, false, GA_NO_BOUND,
            ""};
        if (profiler != GA_NCU)
            GA_SAY(r, "only Nsight Compute's counters have what a roofline needs");
    }
    if (profiler != GA_NCU)
        return;
    ga_launch_answer_of(&t->device, profiler, launch, atomics, &answer);
    flop(t, launch->at, &roofs[GA_ROOF_FLOP]);
    shared(t, &answer, &roofs[GA_ROOF_SHARED]);
    global(t, &answer, &roofs[GA_ROOF_GLOBAL]);
    for (int k = 0; k < GA_N_ROOFS; k++)
        roofs[k].bound = bound_of((enum ga_roof_kind)k, &roofs[k]);
}
