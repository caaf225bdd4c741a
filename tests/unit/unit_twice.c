/* The model's commands, one after the other and again in one process: each says what it says alone in a process of its
 * own. What a command kept in a buffer that outlives it would show in the next one. */
#include "check.h"

#include <sys/wait.h>

#include "answers.h"

#define RESULTS GA_SOURCE "/results/nvidia-h200"
#define RECORDING(name) GA_SOURCE "/tests/recordings/" name
enum { MOST_WORDS = 16 };

static const struct {
    enum ga_status (*command)(const struct ga_request *request, struct ga_err *err);
    const char *words[MOST_WORDS];
} lines[] = {
    {ga_command_findings, {"findings", RESULTS, "--csv", "f.csv"}},
    {ga_command_utilization, {"model", "utilization", "--counters", RECORDING("ncu_raw.csv")}},
    {ga_command_utilization,
     {"model", "utilization", "--table", RESULTS, "--counters", RECORDING("nvprof.csv"), "--lanes",
      "8", "--other-gpu", "--csv", "u.csv"}},
    {ga_command_utilization,
     {"model", "utilization", "--table", RESULTS, "--counters", RECORDING("nvprof.csv")}},
    {ga_command_roofline,
     {"model", "roofline", "--table", RESULTS, "--counters", RECORDING("ncu_roofline.csv"),
      "--global-lanes", "4", "--peak-flops", "1000"}},
    {ga_command_roofline,
     {"model", "roofline", "--table", RESULTS, "--counters", RECORDING("ncu_roofline.csv")}},
    {ga_command_verdicts,
     {"model", "verdicts", "--times", RESULTS "/truth_times.csv", "--utilization",
      RESULTS "/truth_utilization.csv"}},
    {ga_command_occupancy,
     {"model", "occupancy", "--target", "sm_90", "--registers", "40", "--threads", "256"}},
    {ga_command_predict,
     {"model", "predict", "--table", RESULTS, "--counters", RECORDING("ncu_raw.csv"), "--reorder",
      "4"}},
    {ga_command_predict,
     {"model", "predict", "--table", GA_SOURCE "/results/nvidia-h100", "--counters",
      RECORDING("ncu_scatter.csv"), "--unused"}}};
enum { N_LINES = sizeof lines / sizeof *lines };

/* Runs a line; all that it says goes into a file. */
static void say(size_t l, const char *path) {
    char text[MOST_WORDS][512] = {"gpu-atomics"}, *argv[MOST_WORDS + 1] = {text[0]};
    struct ga_request request = {GA_NO_COMMAND};
    struct ga_err err = {""};
    int argc = 1;
    for (; argc < MOST_WORDS && lines[l].words[argc - 1]; argc++) {
        snprintf(text[argc], sizeof text[argc], "%s", lines[l].words[argc - 1]);
        argv[argc] = text[argc];
    }
    fflush(stdout);
    const int kept = dup(STDOUT_FILENO);
    assert_non_null(freopen(path, "w", stdout));
    enum ga_status status = ga_cli(argc, argv, &request, &err);
    if (status == GA_OK)
        status = lines[l].command(&request, &err);
    printf("status %d: %s\n", (int)status, err.message);
    fflush(stdout);
    assert_true(dup2(kept, STDOUT_FILENO) >= 0);
    close(kept);
}

static void say_alone(size_t l, const char *path) {
    int status = 0;
    const pid_t child = fork();
    if (child == 0) {
        say(l, path);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void twice(void **state) {
    (void)state;
    char alone[32], command[128];
    for (size_t l = 0; l < N_LINES; l++) {
        snprintf(alone, sizeof alone, "alone.%zu", l);
        say_alone(l, alone);
    }
    for (size_t i = 0; i < 2 * (size_t)N_LINES; i++) {
        snprintf(alone, sizeof alone, "alone.%zu", i % N_LINES);
        say(i % N_LINES, "together");
        snprintf(command, sizeof command, "cmp %s together", alone);
        if (system(command) != 0)
            fail_msg("%s %s, the %s time: not what it says alone", lines[i % N_LINES].words[0],
                     lines[i % N_LINES].words[1], i < N_LINES ? "first" : "second");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(twice)};
    return cmocka_run_group_tests_name("twice", tests, ga_check_enter, ga_check_leave);
}
