/* Figure: keys counted a second, by the number of bins and the way of counting; which way is the fastest from where on,
 * and which ways are as fast. */
#include <math.h>
#include <string.h>

#include "figure.h"

static const char *const inputs[] = {"uniform", "zipf", "clustered", "one", "file"};
static const char *const methods[] = {"plain", "free", "match", "ballot", "shared", "partitioned"};
enum { N_INPUTS = 5, N_METHODS = 6, N_BINS = 17 };
static const double WITHIN = 1.03; /* ways that are this near are as fast */

/* The rates of a panel, of each way's best number of copies; 0 where there is none. */
struct rates {
    double at[N_BINS][N_METHODS];
};

/* A stretch of bins that one way leads. */
struct lead {
    unsigned method, from, to; /* the exponents of the first and last number of bins */
    double first_bins;         /* where it overtakes the one before */
};

static void read_rates(struct ga_frame *rows, struct rates *rates) {
    memset(rates, 0, sizeof *rates);
    for (size_t i = 0; i < rows->n; i++) {
        const double bins = ga_number(rows, "bins")[i], rate = ga_number(rows, "rate_ops_per_s")[i];
        for (unsigned b = 0; b < N_BINS; b++)
            for (unsigned m = 0; m < N_METHODS; m++)
                if (bins == ldexp(1, (int)b) && ga_is(rows, i, "method", methods[m]))
                    rates->at[b][m] = fmax(rates->at[b][m], rate);
    }
}

/* out: the fastest; the one that leads, if it is as fast; N_METHODS if there is none. */
static unsigned fastest(const double *rate, unsigned leads) {
    unsigned best = N_METHODS;
    for (unsigned m = 0; m < N_METHODS; m++)
        if (rate[m] > (best < N_METHODS ? rate[best] : 0))
            best = m;
    return leads < N_METHODS && best < N_METHODS && rate[best] <= WITHIN * rate[leads] ? leads
                                                                                       : best;
}

/* Between two numbers of bins rates are straight lines on logarithmic axes. out: the crossing's bins, *rate. */
static double crossing(const struct rates *r, unsigned before, unsigned after, unsigned was,
                       unsigned is, double *rate) {
    const double a = r->at[before][was], b = r->at[before][is], c = r->at[after][was],
                 d = r->at[after][is];
    const double ahead = b > 0 ? log(a / b) : 0, behind = c > 0 ? log(d / c) : 0;
    const double t = ahead > 0 && behind > 0 ? ahead / (ahead + behind) : behind > 0 ? 0 : 1;
    *rate = ahead > 0 && behind > 0 ? a * pow(c / a, t) : t == 0 ? a : d;
    return ldexp(1, (int)before) * pow(ldexp(1, (int)(after - before)), t);
}

/* out: the leads of a panel, at most one for each number of bins; rings where they cross. */
static unsigned find_leads(const struct rates *r, struct lead *leads, struct ga_frame *rings,
                           size_t *n_rings, double panel) {
    unsigned n = 0, before = 0;
    for (unsigned b = 0; b < N_BINS; b++) {
        const unsigned best = fastest(r->at[b], n ? leads[n - 1].method : N_METHODS);
        double rate;
        if (best == N_METHODS)
            continue;
        if (n && best == leads[n - 1].method) {
            leads[n - 1].to = b;
        } else {
            leads[n] =
                (struct lead){.method = best, .from = b, .to = b, .first_bins = ldexp(1, (int)b)};
            if (n && *n_rings < rings->n) {
                leads[n].first_bins = crossing(r, before, b, leads[n - 1].method, best, &rate);
                ga_number(rings, "panel")[*n_rings] = panel;
                ga_number(rings, "bins")[*n_rings] = leads[n].first_bins;
                ga_number(rings, "rate")[(*n_rings)++] = rate;
            }
            n++;
        }
        before = b;
    }
    return n;
}

/* Whether another way is as fast all along. */
static bool is_tied(const struct rates *r, const struct lead *lead, unsigned method) {
    if (method == lead->method)
        return false;
    for (unsigned b = lead->from; b <= lead->to; b++)
        if (r->at[b][lead->method] > 0 && r->at[b][lead->method] > WITHIN * r->at[b][method])
            return false;
    return true;
}

static const char *short_number(struct ga_work *work, double bins) {
    return bins >= 1024 ? ga_work_text(work, "%.2gKi", bins / 1024)
                        : ga_work_text(work, "%.0f", ceil(bins));
}

/* out: "plain = free, shared from 12". */
static const char *wording(struct ga_work *work, const struct rates *r, const struct lead *leads,
                           unsigned n) {
    const char *text = "";
    for (unsigned k = 0; k < n; k++) {
        text = ga_work_text(work, "%s%s%s", text, k ? ", " : "", methods[leads[k].method]);
        for (unsigned m = 0; m < N_METHODS; m++)
            if (is_tied(r, &leads[k], m))
                text = ga_work_text(work, "%s = %s", text, methods[m]);
        if (k)
            text = ga_work_text(work, "%s from %s", text, short_number(work, leads[k].first_bins));
    }
    return text;
}

static const char *title_of(struct ga_work *work, const char *input, double skew) {
    static const char *const titles[] = {"uniform", "Zipf, exponent ", "runs of 64 on the mean",
                                         "all keys the same", "the user's keys"};
    for (unsigned k = 0; k < N_INPUTS; k++)
        if (strcmp(input, inputs[k]) == 0)
            return strcmp(input, "zipf") == 0 ? ga_work_text(work, "%s%g", titles[k], skew / 100)
                                              : titles[k];
    return input;
}

/* out: of the panels the first number of bins, the way and the rate, a row for each. */
static struct ga_frame *best_rates(struct ga_frame *rows, struct ga_frame *panels) {
    struct ga_frame *const best = ga_group(rows, "input skew method bins", "rate_ops_per_s");
    double *const panel = ga_number(best, "panel");
    for (size_t i = 0; i < best->n; i++) {
        const char *const texts[] = {ga_text(best, "input")[i], ga_text(best, "skew")[i]};
        panel[i] = (double)ga_row(panels, "input skew", texts) + 1;
    }
    return best;
}

void ga_figure_global_aggregation(struct ga_work *work) {
    struct ga_frame *const rows =
        ga_frame_read(work, "global_aggregation.csv", "method bins input skew keys rate_ops_per_s");
    ga_keep_above(rows, "rate_ops_per_s", 0);
    ga_say_none(rows);
    const double keys = ga_most(rows, "keys");
    ga_keep_number(rows, "keys", keys);
    double *const order = ga_number(rows, "order");
    for (size_t i = 0; i < rows->n; i++) {
        order[i] = N_INPUTS;
        for (unsigned k = 0; k < N_INPUTS; k++)
            if (ga_is(rows, i, "input", inputs[k]))
                order[i] = k;
    }
    ga_sort(rows, "order skew");
    struct ga_frame *const panels = ga_unique(rows, "input skew"), *const rings = ga_frame_make(
                                                                       work, panels->n * N_BINS);
    const char **const title = ga_text(panels, "title"), **const words = ga_text(panels, "wording");
    size_t n_rings = 0;
    ga_number(rings, "panel"); /* the columns are there if no way overtakes another, too */
    for (size_t p = 0; p < panels->n; p++) {
        struct rates rates;
        struct lead leads[N_BINS];
        struct ga_frame *const of = ga_frame_copy(rows);
        ga_keep(of, "input", ga_text(panels, "input")[p]);
        ga_keep(of, "skew", ga_text(panels, "skew")[p]);
        read_rates(of, &rates);
        const unsigned n = find_leads(&rates, leads, rings, &n_rings, (double)p + 1);
        title[p] = title_of(work, ga_text(panels, "input")[p], ga_number(panels, "skew")[p]);
        words[p] = wording(work, &rates, leads, n);
    }
    rings->n = n_rings;
    struct ga_frame *const best = best_rates(rows, panels);
    ga_set_number(work, "n_panels", (double)panels->n);
    ga_set_text(work, "titles", ga_quoted_words(panels, "title"));
    ga_set_text(work, "wording", ga_quoted_words(panels, "wording"));
    ga_set_text(work, "keys",
                keys < 1048576 ? ga_work_text(work, "%g", keys)
                               : ga_work_text(work, "%.3g Mi", keys / 1048576));
    ga_frame_write(best, "rates", "panel method bins most");
    ga_frame_write(rings, "rings", "panel bins rate");
}
