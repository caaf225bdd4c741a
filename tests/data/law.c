/* law DIR: holds the native rows of a GPU's shared_demand.csv, at the most warps that it has and without
 * results, against whole passes of the hardware: within 0.5 %. Exit status 77 if there is no such table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "demand.h"

int main(int argc, char **argv) {
    char path[4096];
    struct ga_demand_law law;
    struct ga_err err = {""};
    if (argc != 3 || atoi(argv[2]) < 1) {
        fprintf(stderr, "usage: law DIR WARPS_PER_SM\n");
        return 2;
    }
    snprintf(path, sizeof path, "%s/shared_demand.csv", argv[1]);
    if (access(path, F_OK) != 0) {
        printf("%s is not there\n", path);
        return 77;
    }
    if (ga_demand_law(path, (uint32_t)atoi(argv[2]), &law, &err) != GA_OK) {
        fprintf(stderr, "%s\n", err.message);
        return 1;
    }
    printf("%u rows, %u of them off by more than 0.5 %%; most %.3f %%: %s\n", law.n, law.n_outside,
           100 * law.worst, law.where);
    return law.n == 0 || law.n_outside > 0;
}
