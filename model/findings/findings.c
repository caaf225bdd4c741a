#include "findings.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"

enum { DIGITS = 6, WIDTH = 100 };

enum ga_status ga_findings_begin(struct ga_findings *findings, struct ga_err *err) {
    *findings = (struct ga_findings){.table = "", .rule = ""};
    findings->stream = open_memstream(&findings->text, &findings->text_size);
    return findings->stream ? GA_OK : ga_fail(err, GA_ERROR, "findings: out of memory");
}

enum ga_status ga_findings_end(struct ga_findings *findings, struct ga_err *err) {
    findings->failed |= fclose(findings->stream) != 0;
    findings->stream = NULL;
    return findings->failed ? ga_fail(err, GA_ERROR, "findings: out of memory") : GA_OK;
}

void ga_findings_free(struct ga_findings *findings) {
    if (findings->stream)
        fclose(findings->stream);
    free(findings->text);
    free(findings->at);
    *findings = (struct ga_findings){0};
}

void ga_findings_table(struct ga_findings *findings, const char *table) {
    findings->table = table;
    findings->rule = "";
    fprintf(findings->stream, "%s%s\n", findings->n ? "\n" : "", table);
}

void ga_findings_rule(struct ga_findings *findings, const char *rule) {
    findings->rule = rule;
    for (const char *line = rule; *line;) {
        size_t n = strlen(line), most = WIDTH;
        if (n > most) {
            while (line[most] != ' ')
                most--; /* no rule has a word of that length */
            n = most;
        }
        fprintf(findings->stream, "%s%.*s\n", line == rule ? "  " : "    ", (int)n, line);
        line += n;
        line += *line == ' ';
    }
}

/* out: room for one more, NULL if there is none. */
static struct ga_finding *grow(struct ga_findings *findings) {
    if (findings->n == findings->capacity) {
        const size_t more = findings->capacity ? 2 * findings->capacity : 256;
        struct ga_finding *const grown = realloc(findings->at, more * sizeof *grown);
        if (!grown) {
            findings->failed = true;
            return NULL;
        }
        findings->at = grown;
        findings->capacity = more;
    }
    return &findings->at[findings->n++];
}

void ga_findings_add(struct ga_findings *findings, double value, const char *unit,
                     const char *format, ...) {
    struct ga_finding *const finding = grow(findings);
    va_list args;
    if (!finding)
        return;
    *finding = (struct ga_finding){
        .value = value, .unit = unit, .table = findings->table, .rule = findings->rule};
    va_start(args, format);
    vsnprintf(finding->name, sizeof finding->name, format, args);
    va_end(args);
}

void ga_findings_say(struct ga_findings *findings, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vfprintf(findings->stream, format, args);
    va_end(args);
}

enum ga_status ga_findings_write(const struct ga_findings *findings, const char *path,
                                 struct ga_err *err) {
    static const char *const header[] = {"finding", "value", "unit", "table", "rule"};
    struct ga_csv_out out;
    const enum ga_status status = ga_csv_create(&out, path, err);
    if (status != GA_OK)
        return status;
    for (size_t i = 0; i < sizeof header / sizeof *header; i++)
        ga_csv_name(&out, header[i]);
    ga_csv_end_line(&out);
    for (const struct ga_finding *f = findings->at; f < findings->at + findings->n; f++) {
        ga_csv_name(&out, f->name);
        ga_csv_real(&out, f->value, DIGITS);
        ga_csv_name(&out, f->unit);
        ga_csv_name(&out, f->table);
        ga_csv_name(&out, f->rule);
        ga_csv_end_line(&out);
    }
    return ga_csv_close(&out, err);
}
