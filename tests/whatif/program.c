/* program SCRIPT [EXIT_STATUS]: what the stand-in library has it do, if that was injected. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    void (*run)(const char *);
    *(void **)&run = dlsym(RTLD_DEFAULT, "stand_in_run");
    printf("the program's line\n");
    fflush(stdout);
    if (run && argc > 1)
        run(argv[1]);
    return argc > 2 ? atoi(argv[2]) : 0;
}
