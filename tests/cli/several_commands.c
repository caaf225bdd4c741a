/* several_commands FILE: runs the command lines of a file in this one process, all of them twice, as main would. Line N
 * of round R leaves R-N.out, R-N.err and R-N.code in the current directory. A line may hold what a shell expands, but
 * no command. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wordexp.h>

int ga_main(int argc, char **argv);

enum { ROUNDS = 2, MOST_WORDS = 64 };

static void point_at_file(int stream, int round, int n, const char *ending) {
    char name[64];
    snprintf(name, sizeof name, "%d-%d.%s", round, n, ending);
    const int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || dup2(fd, stream) < 0)
        abort();
    close(fd);
}

static void write_code(int round, int n, int code) {
    char name[64];
    snprintf(name, sizeof name, "%d-%d.code", round, n);
    FILE *const file = fopen(name, "w");
    if (!file)
        abort();
    fprintf(file, "%d\n", code);
    fclose(file);
}

static void run(const char *line, int round, int n) {
    char *argv[MOST_WORDS + 2] = {"gpu-atomics"};
    wordexp_t words;
    if (wordexp(line, &words, WRDE_NOCMD | WRDE_UNDEF) != 0 || words.we_wordc > MOST_WORDS)
        abort();
    for (size_t i = 0; i < words.we_wordc; i++)
        argv[i + 1] = words.we_wordv[i];
    point_at_file(STDOUT_FILENO, round, n, "out");
    point_at_file(STDERR_FILENO, round, n, "err");
    const int code = ga_main((int)words.we_wordc + 1, argv);
    fflush(stdout);
    fflush(stderr);
    write_code(round, n, code);
    wordfree(&words);
}

int main(int argc, char **argv) {
    for (int round = 1; argc == 2 && round <= ROUNDS; round++) {
        char line[1024];
        FILE *const file = fopen(argv[1], "r");
        if (!file)
            return 2;
        for (int n = 1; fgets(line, sizeof line, file); n++) {
            line[strcspn(line, "\n")] = '\0';
            run(line, round, n);
        }
        fclose(file);
    }
    return argc == 2 ? 0 : 2;
}
