/* program SCRIPT [EXIT_STATUS]: what the stand-in library has it do, if that was injected.
 * program --landlock: prints the version of Landlock, -1 if there is none. program --wait: until it is killed. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    void (*run)(const char *);
    *(void **)&run = dlsym(RTLD_DEFAULT, "stand_in_run");
    if (argc > 1 && strcmp(argv[1], "--landlock") == 0)
        return printf("%ld\n", syscall(444, NULL, 0, 1)) < 0;
    while (argc > 1 && strcmp(argv[1], "--wait") == 0)
        pause();
    printf("the program's line\n");
    fflush(stdout);
    if (run && argc > 1)
        run(argv[1]);
    return argc > 2 ? atoi(argv[2]) : 0;
}
