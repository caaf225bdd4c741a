/* gpu-atomics: the command line. */
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "answers.h"
#include "commands.h"
#include "process.h"
#include "terminal.h"

static enum ga_status run(const struct ga_request *request, struct ga_err *err) {
    switch (request->command) {
#define GA_COMMAND(id, function, ...)                                                              \
    case GA_DO_##id:                                                                               \
        return ga_with_json(request, function, err);
#include "commands.def"
#undef GA_COMMAND
    case GA_NO_COMMAND:
        break;
    }
    return ga_fail(err, GA_USAGE, "no command");
}

int main(int argc, char **argv) {
    int program_code = 0;
    struct ga_request request = {.program_code = &program_code};
    struct ga_err err = {""};
    ga_terminal_guard();
    ga_pipe_guard();
    enum ga_status status = ga_cli(argc, argv, &request, &err);
    request.conclude = ga_answers_of_run;
    if (request.asks)
        ga_cli_answer(&request);
    else if (status == GA_OK)
        status = run(&request, &err);
    const bool is_unsaid = ferror(stdout) || fflush(stdout) != 0;
    if (is_unsaid && request.command != GA_DO_RUN)
        ga_pipe_end();
    if (is_unsaid && status == GA_OK)
        status = ga_fail(&err, GA_FILE, "the output could not be written");
    if (status != GA_OK && *err.message)
        fprintf(stderr, "gpu-atomics: %s\n", err.message);
    fflush(stderr);
    if (status == GA_TIMEOUT)
        _exit(ga_exit_code(status)); /* a stuck device may not be waited for, not even at exit */
    return status == GA_OK ? program_code : ga_exit_code(status);
}
