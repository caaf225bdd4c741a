/* `fleet`: many cards against the median card of their model. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "changes.h"
#include "csv.h"
#include "fleet.h"

static const double WITHIN_PERCENT = 5;

static enum ga_status read_sets(const struct ga_request *request, struct ga_fleet *fleet,
                                struct ga_err *err) {
    enum ga_status status = GA_OK;
    for (unsigned d = 0; status == GA_OK && d < request->n_directories; d++)
        status = ga_fleet_add(fleet, request->directory[d], err);
    if (status == GA_OK && fleet->n == 0)
        return ga_fail(err, fleet->first, "%s; no set is left", fleet->why.message);
    return status;
}

/* What is no answer, below the answers. */
static void tell(const struct ga_fleet *fleet) {
    fflush(stdout);
    fputs(fleet->left_out ? fleet->left_out : "", stderr);
    if (fleet->n_computed > 0)
        fprintf(stderr,
                "%zu of %zu sets have no answers.csv, so their tables were read, which takes "
                "longer; `answers DIR --format csv` is what to keep there\n",
                fleet->n_computed, fleet->n);
    if (fleet->n_by_others > 0)
        fprintf(stderr, "%zu answers are left out: other versions found them by other rules\n",
                fleet->n_by_others);
}

static size_t count_programs(const struct ga_fleet *fleet) {
    size_t n = 0;
    for (size_t s = 0; s < fleet->n; s++) {
        size_t before = 0;
        while (before < s && strcmp(fleet->set[before]->program, fleet->set[s]->program) != 0)
            before++;
        n += before == s;
    }
    return n;
}

/* That the sets are of several programs, and what is not compared for that. */
static void tell_programs(const struct ga_fleet *fleet, const struct ga_fleet_model *models,
                          size_t n) {
    const size_t n_programs = count_programs(fleet);
    if (n_programs > 1)
        printf("\n%zu programs (git_commit) measured these %zu sets.\n", n_programs, fleet->n);
    for (size_t i = 0; i < ga_n_changes; i++) {
        const struct ga_change *const change = &ga_changes[i];
        size_t n_older = 0;
        for (size_t m = 0; m < n; m++)
            if (models[m].at[change->answer].version ==
                ga_version_of(change->answer, change->since))
                n_older += models[m].at[change->answer].n_older;
        if (n_older > 0)
            printf("Not compared: %s of %zu %s before %.10s; since then\n  %s.\n",
                   ga_answer_rows[change->answer].id, n_older, n_older == 1 ? "set" : "sets",
                   change->since, change->what);
    }
}

static enum ga_status write_rows(const struct ga_request *request,
                                 const struct ga_fleet_model *models, size_t n, double within,
                                 struct ga_err *err) {
    enum ga_status status = GA_OK;
    if (request->csv)
        status = ga_csv_may_replace(request->csv, GA_FLEET_COLUMN, "holds no fleet", err);
    if (status == GA_OK && request->csv)
        status = ga_fleet_write(models, n, within, request->csv, false, err);
    if (status == GA_OK && request->json)
        status = ga_fleet_write(models, n, within, request->json, true, err);
    return status;
}

/* Cards that are unlike theirs are the answer, whatever was left out besides. */
static enum ga_status sum_up(const struct ga_fleet *fleet, const struct ga_fleet_model *models,
                             size_t n, double within, struct ga_err *err) {
    size_t n_unlike = 0;
    for (size_t m = 0; m < n; m++)
        n_unlike += models[m].n_unlike;
    tell_programs(fleet, models, n);
    printf("\nAn outlier is more than %g %% and %g robust standard deviations (1.4826 MAD)\n"
           "from the median of its model's cards, and its 95 %% interval leaves out that\n"
           "median. Two cards cannot tell which is odd.\n",
           within, GA_FLEET_Z);
    if (n_unlike > 0)
        return ga_fail(err, GA_WRONG, "fleet: %zu of %zu sets are unlike those of their model",
                       n_unlike, fleet->n);
    if (fleet->n_failed > 0)
        return ga_fail(err, fleet->first, "fleet: %zu of %zu sets could not be taken",
                       fleet->n_failed, fleet->n_failed + fleet->n);
    printf("No card is unlike those of its model.\n");
    return GA_OK;
}

enum ga_status ga_command_fleet(const struct ga_request *request, struct ga_err *err) {
    const double within = request->within.given ? request->within.value : WITHIN_PERCENT;
    struct ga_fleet fleet = {.command = "fleet"};
    struct ga_fleet_model *models = NULL;
    size_t n = 0;
    bool is_wanted[GA_N_ANSWERS];
    enum ga_status status = ga_answers_choose(&request->benches, is_wanted, err);
    if (status == GA_OK)
        status = read_sets(request, &fleet, err);
    if (status == GA_OK)
        status = ga_fleet_models(&fleet, is_wanted, within, &models, &n, err);
    if (status == GA_OK)
        status = write_rows(request, models, n, within, err);
    for (size_t m = 0; status == GA_OK && m < n; m++) {
        printf("%s", m ? "\n" : "");
        ga_fleet_print(&models[m], within);
    }
    if (status == GA_OK)
        status = sum_up(&fleet, models, n, within, err);
    tell(&fleet);
    ga_fleet_models_free(models, n);
    ga_fleet_free(&fleet);
    return status;
}
