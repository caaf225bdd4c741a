/* gpu-atomics: the command line. */
#include <stdio.h>
#include <unistd.h>

#include "answers.h"
#include "commands.h"
#include "terminal.h"

static enum ga_status run(const struct ga_request *request, int argc, char **argv,
                          struct ga_err *err) {
    switch (request->command) {
    case GA_LIST_:
        return ga_command_list(request, err);
    case GA_DEVICES:
        return ga_command_devices(request, err);
    case GA_AUDIT:
        return ga_command_audit(request, err);
    case GA_PLOT:
        return ga_command_plot(request, err);
    case GA_COMPARE:
        return ga_command_compare(request, err);
    case GA_FINDINGS:
        return ga_command_findings(request, err);
    case GA_UTILIZATION:
        return ga_command_utilization(request, err);
    case GA_ROOFLINE:
        return ga_command_roofline(request, err);
    case GA_VERDICTS:
        return ga_command_verdicts(request, err);
    case GA_OCCUPANCY:
        return ga_command_occupancy(request, err);
    case GA_PREDICT:
        return ga_command_predict(request, err);
    case GA_PROFILE:
        return ga_command_profile(request, err);
    case GA_RUN:
        return ga_command_run(request, argc, argv, err);
    case GA_NO_COMMAND:
        break;
    }
    return ga_fail(err, GA_USAGE, "no command");
}

int main(int argc, char **argv) {
    struct ga_request request = {GA_NO_COMMAND};
    struct ga_err err = {""};
    ga_terminal_guard();
    enum ga_status status = ga_cli(argc, argv, &request, &err);
    if (request.asks)
        ga_cli_answer(&request);
    else if (status == GA_OK)
        status = run(&request, argc, argv, &err);
    if ((ferror(stdout) || fflush(stdout) != 0) && status == GA_OK)
        status = ga_fail(&err, GA_FILE, "the output could not be written");
    if (status != GA_OK && *err.message)
        fprintf(stderr, "gpu-atomics: %s\n", err.message);
    fflush(stderr);
    if (status == GA_TIMEOUT)
        _exit(ga_exit_code(status)); /* a stuck device may not be waited for, not even at exit */
    return ga_exit_code(status);
}
