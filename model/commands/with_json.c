/* --json of a command that writes rows as CSV: the same rows, out of the CSV, a temporary one if --csv does not ask for it. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answers.h"
#include "csv_json.h"

/* Those that do it by themselves. */
static bool writes_json(const struct ga_request *request) {
    const enum ga_command command = request->command;
    return (command == GA_DO_INSPECT && !request->diff) || command == GA_DO_WHATIF ||
           command == GA_DO_FLEET || command == GA_DO_UTILIZATION || command == GA_DO_PROFILE;
}

/* A verdict that is wrong has been written, too. */
static enum ga_status run(const struct ga_request *request, ga_command_function *command,
                          struct ga_err *err) {
    const enum ga_status status = command(request, err);
    struct ga_err second;
    if ((status != GA_OK && status != GA_WRONG) || access(request->csv, F_OK) != 0)
        return status;
    const enum ga_status written = ga_csv_to_json(request->csv, request->json, false, &second);
    return written == GA_OK ? status : ga_fail(err, written, "%s", second.message);
}

enum ga_status ga_with_json(const struct ga_request *request, ga_command_function *command,
                            struct ga_err *err) {
    const char *const place = getenv("TMPDIR");
    char directory[PATH_MAX], path[PATH_MAX + 16];
    struct ga_request with_csv = *request;
    enum ga_status status = request->json ? ga_json_may_replace(request->json, err) : GA_OK;
    if (status == GA_OK && (!request->json || writes_json(request)))
        return command(request, err);
    if (status != GA_OK || request->csv)
        return status == GA_OK ? run(request, command, err) : status;
    snprintf(directory, sizeof directory, "%s/ga-rows-XXXXXX", place && *place ? place : "/tmp");
    if (!mkdtemp(directory))
        return ga_fail(err, GA_FILE, "--json: no temporary directory: %s", strerror(errno));
    snprintf(path, sizeof path, "%s/rows.csv", directory);
    with_csv.csv = path;
    status = run(&with_csv, command, err);
    unlink(path);
    rmdir(directory);
    return status;
}
