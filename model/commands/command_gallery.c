/* `gallery`: a row a GPU, with its key answers, as Markdown. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "answers.h"
#include "csv.h"
#include "judge.h"
#include "print.h"

static const struct {
    size_t answer;
    const char *head;
} keys[] = {
    {GA_A_add_unused, "add, no-return, ns"},
    {GA_A_add_dependent, "add, waiting, ns"},
    {GA_A_int_word_rate, "u32 adds to one word, G/s"},
    {GA_A_float_word_rate, "f32, G/s"},
    {GA_A_shared_int_word, "shared u32, warp on a word, cycles"},
    {GA_A_fence_device, "fence, device, ns"},
    {GA_A_fence_system, "system, ns"},
    {GA_A_handover_data, "message to another SM, ns"},
    {GA_A_lock_blocks, "best lock, 128 blocks, ns"},
    {GA_A_barrier_256, "grid barrier, 256 blocks, ns"},
    {GA_A_count_uniform_256, "256 bins, 8 Mi keys in the L2, us"},
};
enum { N_KEYS = sizeof keys / sizeof *keys };
static const char thumbnail[] = "figures/global_baseline.svg";

static const char *last_part(const char *path) {
    const char *const slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

/* The first of its sets, by name, that has the figure. */
static void put_thumbnail(const struct ga_fleet_model *model) {
    const char *first = NULL;
    for (size_t c = 0; c < model->n; c++) {
        char path[GA_CSV_MAX_PATH];
        const char *const directory = model->card[c].set->directory;
        snprintf(path, sizeof path, "%s/%s", directory, thumbnail);
        if (access(path, F_OK) == 0 && (!first || strcmp(directory, first) < 0))
            first = directory;
    }
    if (first)
        printf(" <a href=\"%s/figures\"><img src=\"%s/%s\" width=\"160\" alt=\"costs of an add on "
               "an %s\"></a>",
               last_part(first), last_part(first), thumbnail, model->name);
}

static void put_model(const struct ga_fleet_model *model) {
    char text[GA_ANSWER_TEXT];
    printf("| %s | %zu |", model->name, model->n);
    for (size_t k = 0; k < N_KEYS; k++)
        printf(" %s |", ga_answer_number(model->at[keys[k].answer].median, text));
    put_thumbnail(model);
    printf(" |\n");
}

enum ga_status ga_command_gallery(const struct ga_request *request, struct ga_err *err) {
    struct ga_fleet fleet = {.command = "gallery"};
    struct ga_fleet_model *models = NULL;
    size_t n = 0;
    bool all[GA_N_ANSWERS];
    enum ga_status status = GA_OK;
    memset(all, true, sizeof all);
    for (unsigned d = 0; status == GA_OK && d < request->n_directories; d++)
        status = ga_fleet_add(&fleet, request->directory[d], err);
    if (status == GA_OK && fleet.n_failed > 0)
        status = ga_fail(err, fleet.first, "gallery: %s", fleet.why.message);
    if (status == GA_OK)
        status = ga_fleet_models(&fleet, all, 100, &models, &n, err);
    if (status == GA_OK) {
        printf("| GPU | sets |");
        for (size_t k = 0; k < N_KEYS; k++)
            printf(" %s |", keys[k].head);
        printf(" figures |\n|");
        for (size_t k = 0; k < N_KEYS + 3; k++)
            printf(" --- |");
        printf("\n");
    }
    for (size_t m = 0; status == GA_OK && m < n; m++)
        put_model(&models[m]);
    fflush(stdout);
    fputs(fleet.left_out ? fleet.left_out : "", stderr);
    ga_fleet_models_free(models, n);
    ga_fleet_free(&fleet);
    return status;
}
