/* What a run said last, and how it crashed: for who has to find out why. */
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "inventory.h"
#include "whatif.h"

enum { TAIL = 4096, LINE = 200 }; /* bytes that are looked at; that are shown of a line */

int ga_whatif_listen(const struct ga_whatif *w) {
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/said", w->scratch);
    return open(path, O_RDWR | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600);
}

/* out: *before, *last: the last lines of text that are not blank, NULL: there are no more; text is cut into lines. */
static void last_lines(char *text, const char **before, const char **last) {
    char *rest = NULL;
    *before = *last = NULL;
    for (const char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (line[strspn(line, " ")]) {
            *before = *last;
            *last = line;
        }
}

void ga_whatif_last_words(int file, char *text) {
    char tail[TAIL + 1];
    struct stat s;
    const char *before = NULL, *last = NULL;
    const bool any = file >= 0 && fstat(file, &s) == 0;
    const ssize_t n = any ? pread(file, tail, TAIL, s.st_size > TAIL ? s.st_size - TAIL : 0) : 0;
    for (ssize_t i = 0; i < n; i++)
        if (iscntrl((unsigned char)tail[i]) && tail[i] != '\n')
            tail[i] = ' '; /* which could change a terminal's state */
    tail[n > 0 ? n : 0] = '\0';
    last_lines(tail, &before, &last);
    *text = '\0';
    if (last)
        snprintf(text, GA_LAST_WORDS, "; it said: %.*s%s%.*s", LINE, before ? before : "",
                 before ? " / " : "", LINE, last);
}

/* "signal 11 (Segmentation fault)", "exit status 1, CUDA error 700" */
static void say_how(const struct ga_ended *ended, const char *note, char *text, size_t size) {
    const bool signalled = ended->how == GA_SIGNALLED;
    const int n = snprintf(text, size, "%s %d%s%s%s", signalled ? "signal" : "exit status",
                           ended->code, signalled ? " (" : "",
                           signalled ? strsignal(ended->code) : "", signalled ? ")" : "");
    if (note && n > 0 && (size_t)n < size)
        snprintf(text + n, size - (size_t)n, ", %s", note);
}

void ga_whatif_say_crash(struct ga_whatif *w, const struct ga_edited *what,
                         const struct ga_ended *ended, const char *note, const char *words) {
    char how[128], crash[sizeof w->crash];
    say_how(ended, note, how, sizeof how);
    snprintf(crash, sizeof crash, "%s%s", how, words);
    if (strcmp(crash, w->crash) == 0)
        return;
    memcpy(w->crash, crash, sizeof crash);
    char *const name = what->n == 1 ? ga_demangled(w->symbols.at[what->kernels[0]]) : NULL;
    const bool changes = what->edit != GA_EDIT_UNCHANGED;
    fprintf(stderr, "whatif: %s with%s %s %s %zu kernel%s%s%.60s crashed: %s\n",
            w->request->program[0], changes ? "out" : "",
            changes ? ga_edit_goes(what->edit) : "nothing changed", changes ? "of" : "in", what->n,
            what->n == 1 ? "" : "s", name ? ", " : "", name ? name : "", crash);
    free(name);
}

enum ga_status ga_whatif_bears_not(struct ga_whatif *w, const struct ga_ended *ended, bool launched,
                                   const char *words, struct ga_err *err) {
    char how[64], kept[64] = "";
    const bool is_kept = w->shelter.kind != GA_ISOLATION_NONE;
    w->lacks_input = w->input_ends && !launched;
    snprintf(how, sizeof how, launched ? "it lost the GPU" : "it launched no kernel");
    if (ended->how == GA_OVERDUE || ga_ended_code(ended) != w->code)
        snprintf(how, sizeof how, "%s %d, not exit status %d",
                 ended->how == GA_OVERDUE     ? "no end in time,"
                 : ended->how == GA_SIGNALLED ? "signal"
                                              : "exit status",
                 ended->code, w->code);
    if (is_kept)
        snprintf(kept, sizeof kept, ", but with its writes kept from your files (%s)",
                 ga_whatif_isolation_name(w->shelter.kind));
    return ga_fail(err, GA_ERROR, "whatif: unedited%s, %s does not run as before (%s%s)%s%s", kept,
                   w->request->program[0], how, words,
                   w->input_ends ? "; it can read standard input again only from a file (< FILE)"
                                 : "",
                   is_kept && !w->lacks_input ? "; --here runs it without that" : "");
}
