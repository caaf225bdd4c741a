/* `findings`: what the tables of a run say, by the rules of model/. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "model.h"
#include "answers.h"
#include "csv.h"
#include "model_device.h"

static enum ga_status check_directory(const char *directory, struct ga_err *err) {
    struct stat info;
    if (stat(directory, &info) != 0)
        return ga_fail(err, GA_FILE, "findings: %s: %s", directory, strerror(errno));
    if (!S_ISDIR(info.st_mode))
        return ga_fail(err, GA_FILE, "findings: %s: %s", directory, strerror(ENOTDIR));
    return GA_OK;
}

static void print_device(const char *directory) {
    struct ga_model_device device;
    ga_model_device_name(directory, &device, NULL);
    printf("%s\n\n", *device.name ? device.name : "unknown device (no run.csv)");
}

enum ga_status ga_command_findings(const struct ga_request *request, struct ga_err *err) {
    const char *const directory = request->directory[0];
    struct ga_findings findings = {0};
    enum ga_status status = check_directory(directory, err);
    if (status == GA_OK && request->csv)
        status = ga_csv_may_replace(request->csv, "finding", "holds no findings", err);
    if (status == GA_OK)
        status = ga_findings_begin(&findings, err);
    if (status == GA_OK)
        status = ga_model(directory, &findings, err);
    if (status == GA_OK)
        status = ga_findings_end(&findings, err);
    if (status == GA_OK && request->csv)
        status = ga_findings_write(&findings, request->csv, err);
    if (status == GA_OK) {
        print_device(directory);
        fputs(findings.text, stdout);
    }
    ga_findings_free(&findings);
    return status;
}
