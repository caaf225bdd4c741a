#include "agreement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel_name.h"

static bool is_of(const struct ga_agreement_row *row, const char *kernel, const unsigned *size) {
    return memcmp(row->size, size, sizeof row->size) == 0 && strcmp(row->kernel, kernel) == 0;
}

/* in: kernel: taken over. out: its row, made if need be; NULL for want of memory. */
static struct ga_agreement_row *row_of(struct ga_agreement *a, char *kernel, const unsigned *size) {
    for (size_t i = a->n; kernel && i-- > 0;) /* the last are the likeliest */
        if (is_of(&a->at[i], kernel, size)) {
            free(kernel);
            return &a->at[i];
        }
    if (kernel && a->n == a->capacity) {
        const size_t wanted = a->capacity ? 2 * a->capacity : 32;
        void *const larger = realloc(a->at, wanted * sizeof *a->at);
        a->at = larger ? larger : a->at;
        a->capacity = larger ? wanted : a->capacity;
    }
    if (!kernel || a->n == a->capacity) {
        free(kernel);
        return NULL;
    }
    struct ga_agreement_row *const row = &a->at[a->n++];
    *row = (struct ga_agreement_row){.kernel = kernel, .shared = NAN, .l2 = NAN, .l2_share = NAN};
    memcpy(row->size, size, sizeof row->size);
    return row;
}

/* Whether both are called alike but for template arguments, which two demanglers may spell otherwise. */
static bool is_like(const char *kernel, const unsigned *size, const struct ga_without_row *m) {
    const size_t n = strcspn(m->kernel, "<");
    return memcmp(size, m->size, sizeof m->size) == 0 && strcspn(kernel, "<") == n &&
           strncmp(kernel, m->kernel, n) == 0;
}

/* Whether it is of the first launches of a kernel that `whatif` timed without these. */
static bool is_skipped(const struct ga_agreement *a, struct ga_agreement_row *row) {
    bool is_timed = false;
    if (row->skipped >= a->skip || row->launches > 0)
        return false;
    for (size_t i = 0; i < a->without->n && !is_timed; i++)
        is_timed = is_like(row->kernel, row->size, &a->without->at[i]);
    row->skipped += is_timed;
    return is_timed;
}

/* A launch of ns, and what goes of it by the counters: adds to its kernel's. */
static void weigh(struct ga_foreseen *of, const struct ga_launch_answer *answer, bool is_l2,
                  double ns) {
    const struct ga_expected *const launch = is_l2 ? &answer->gains.l2 : &answer->gains.shared;
    ga_kernel_gain_add(&of->gain, answer, is_l2, ns);
    of->ns += ns;
    if ((is_l2 ? answer->l2.verdict : answer->u.verdict) == GA_NOT) {
        of->not_ns += ns;
        return;
    }
    of->others_low += isnan(launch->low) ? 0 : ns * launch->low;
    of->others_high += ns * (isnan(launch->high) ? 1 : launch->high);
}

enum ga_status ga_agreement_add(struct ga_agreement *a, const struct ga_launch_answer *answer,
                                struct ga_err *err) {
    const struct ga_launch_counters *const launch = answer->launch;
    const struct ga_utilization *const u = &answer->u;
    const struct ga_l2 *const l2 = &answer->l2;
    unsigned size[6];
    if (!ga_without_size(launch, size))
        return ga_fail(
            err, GA_USAGE,
            "--without: '%.100s' has no grid and block to join by, as Nsight Compute's launches do",
            launch->kernel);
    struct ga_agreement_row *const row = row_of(a, ga_kernel_name(launch->kernel), size);
    if (!row)
        return ga_fail(err, GA_ERROR, "--without: out of memory");
    if (is_skipped(a, row))
        return GA_OK;
    if (row->launches++ == 0 || launch->at[GA_Q_duration] > row->longest) {
        row->longest = launch->at[GA_Q_duration];
        snprintf(row->launch, sizeof row->launch, "%s", launch->id);
    }
    /* a profile without times has them of no launch: all count alike */
    const double ns = isnan(launch->at[GA_Q_duration]) ? 1 : launch->at[GA_Q_duration];
    weigh(&row->shared_foreseen, answer, false, ns);
    weigh(&row->l2_foreseen, answer, true, ns);
    row->verdicts |= 1U << u->verdict;
    row->l2_verdicts |= 1U << l2->verdict;
    row->has_atomics |= u->jobs > 0 || l2->has_atomics;
    row->shared = fmax(row->shared, 100 * u->demand);
    row->l2 = fmax(row->l2, 100 * l2->demand);
    row->l2_share = fmax(row->l2_share, 100 * (l2->on_word ? fmin(l2->word, 1) : l2->share));
    row->ns += launch->at[GA_Q_duration];
    a->ns += launch->at[GA_Q_duration];
    return GA_OK;
}

struct ga_gone ga_gone_of(const struct ga_without_row *m, enum ga_switched_off off) {
    struct ga_gone gone = {NAN, NAN, NAN};
    const bool may_be_none = m && m->plain.high > 0 && m->plain.low <= 0; /* runs that far apart */
    if (!m || m->plain.ns <= 0 || m->off[off].ns <= 0 || may_be_none)
        return gone;
    gone.percent = 100 * (1 - m->off[off].ns / m->plain.ns);
    if (m->plain.low > 0 && m->off[off].high > 0) {
        gone.low = 100 * (1 - m->off[off].high / m->plain.low);
        gone.high = 100 * (1 - m->off[off].low / m->plain.high);
    }
    return gone;
}

struct ga_gone ga_gone_of_l2(const struct ga_without_row *m) {
    const struct ga_gone global = ga_gone_of(m, GA_OFF_GLOBAL);
    const struct ga_gone generic = ga_gone_of(m, GA_OFF_GENERIC);
    return isnan(global.percent) || generic.percent > global.percent ? generic : global;
}

struct ga_gone ga_foreseen_of(const struct ga_foreseen *of) {
    struct ga_gone gone;
    ga_kernel_gain_of(&of->gain, &gone.percent, &gone.low, &gone.high);
    return (struct ga_gone){100 * gone.percent, 100 * gone.low, 100 * gone.high};
}

struct ga_gone ga_gone_of_not(const struct ga_foreseen *of, const struct ga_gone *gone) {
    const double all = gone->percent * of->ns, n = of->not_ns > 0 ? of->not_ns : NAN;
    const double low = (all - 100 * of->others_high) / n;
    const double high = (all - 100 * of->others_low) / n;
    return (struct ga_gone){(low + high) / 2, low, high};
}

/* out: whether what was predicted and what was measured are both known; *inside: whether they agree. */
static bool is_held(const struct ga_gone *predicted, const struct ga_gone *gone, bool *inside) {
    if (isnan(predicted->percent) || isnan(gone->percent))
        return false;
    const double low = isnan(gone->low) ? gone->percent : gone->low;
    const double high = isnan(gone->high) ? gone->percent : gone->high;
    /* without its atomics a launch may even take longer, which is predicted to be nothing */
    *inside &= fmax(high, 0) >= predicted->low - GA_AGREES_WITHIN &&
               low <= predicted->high + GA_AGREES_WITHIN;
    return true;
}

static enum ga_agrees agrees(const struct ga_agreement_row *row) {
    const struct ga_gone shared = ga_gone_of(row->measured, GA_OFF_SHARED);
    const struct ga_gone l2 = ga_gone_of_l2(row->measured);
    const struct ga_gone by_counters[] = {ga_foreseen_of(&row->shared_foreseen),
                                          ga_foreseen_of(&row->l2_foreseen)};
    bool inside = true;
    if (isnan(by_counters[0].percent) && isnan(by_counters[1].percent))
        return GA_NOT_PREDICTED;
    const bool by_shared = is_held(&by_counters[0], &shared, &inside);
    const bool by_l2 = is_held(&by_counters[1], &l2, &inside);
    if (!by_shared && !by_l2)
        return GA_NOT_MEASURED;
    return inside ? GA_AGREE : GA_DISAGREE;
}

static bool has_edits(const struct ga_without_row *m) {
    bool any = false;
    for (int off = 0; m && off < GA_N_OFF; off++)
        any |= *m->off[off].outcome != '\0';
    return any;
}

static void compare(struct ga_agreement_row *row) {
    row->most_percent = NAN;
    row->most_by = GA_N_OFF;
    for (int off = 0; off < GA_N_OFF; off++) {
        const double gone = ga_gone_of(row->measured, (enum ga_switched_off)off).percent;
        if (gone > row->most_percent || (isnan(row->most_percent) && !isnan(gone))) {
            row->most_percent = gone;
            row->most_by = (enum ga_switched_off)off;
        }
    }
    row->agrees = agrees(row);
}

static int by_worth(const void *left, const void *right) {
    const struct ga_agreement_row *const a = left, *const b = right;
    const double x = isnan(a->most_percent) ? -1e9 : a->most_percent;
    const double y = isnan(b->most_percent) ? -1e9 : b->most_percent;
    if ((a->agrees == GA_DISAGREE) != (b->agrees == GA_DISAGREE))
        return a->agrees == GA_DISAGREE ? -1 : 1;
    if (x != y)
        return x > y ? -1 : 1;
    const int order = strcmp(a->kernel, b->kernel);
    return order ? order : memcmp(a->size, b->size, sizeof a->size);
}

static bool is_known(const struct ga_agreement *a, const struct ga_without_row *m) {
    for (size_t i = 0; i < a->n; i++)
        if (is_of(&a->at[i], m->kernel, m->size))
            return true;
    return false;
}

/* out: what was profiled of a kernel that is there under no name of its own, where nothing else can be meant; else NULL. */
static struct ga_agreement_row *twin_of(const struct ga_agreement *a,
                                        const struct ga_without_row *m) {
    struct ga_agreement_row *twin = NULL;
    size_t n_twins = 0, n_measured = 0;
    for (size_t i = 0; i < a->n; i++)
        if (!a->at[i].measured && is_like(a->at[i].kernel, a->at[i].size, m)) {
            twin = &a->at[i];
            n_twins++;
        }
    for (size_t i = 0; i < a->without->n; i++)
        n_measured += is_like(m->kernel, m->size, &a->without->at[i]);
    return n_twins == 1 && n_measured == 1 ? twin : NULL;
}

enum ga_status ga_agreement_join(struct ga_agreement *a, bool profiled, struct ga_err *err) {
    size_t kept = 0;
    for (size_t i = 0; i < a->without->n; i++) {
        const struct ga_without_row *const m = &a->without->at[i];
        struct ga_agreement_row *row = is_known(a, m) ? NULL : twin_of(a, m);
        if (!row)
            row = row_of(a, strdup(m->kernel), m->size);
        if (!row)
            return ga_fail(err, GA_ERROR, "--without: out of memory");
        row->measured = m;
    }
    for (size_t i = 0; i < a->n; i++) {
        struct ga_agreement_row row = a->at[i];
        const bool wanted = has_edits(row.measured) || row.has_atomics;
        if (!wanted || (profiled && row.launches == 0)) {
            free(row.kernel);
            continue;
        }
        compare(&row);
        a->n_of[row.agrees]++;
        a->at[kept++] = row;
    }
    a->n = kept;
    if (kept > 0)
        qsort(a->at, kept, sizeof *a->at, by_worth);
    return GA_OK;
}

void ga_agreement_free(struct ga_agreement *a) {
    for (size_t i = 0; i < a->n; i++)
        free(a->at[i].kernel);
    free(a->at);
    ga_without_free(a->without);
    *a = (struct ga_agreement){.at = NULL};
}

double ga_agreement_share(const struct ga_agreement *a, const struct ga_agreement_row *row) {
    if (row->measured && row->measured->share > 0)
        return row->measured->share;
    return row->launches > 0 && a->ns > 0 ? 100 * row->ns / a->ns : NAN;
}

void ga_agreement_verdicts(unsigned verdicts, char *text, size_t size) {
    size_t n = 0;
    *text = '\0';
    for (int v = 0; v < GA_N_VERDICTS && n < size; v++)
        if (verdicts & 1U << v)
            n += (size_t)snprintf(text + n, size - n, "%s%s", n ? "/" : "",
                                  ga_verdict_name((enum ga_verdict)v));
}
