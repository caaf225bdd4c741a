/* What the tests in this folder that run a benchmark's own code say of a number that is not as expected. */
#ifndef GA_TESTS_DIFFERS_H
#define GA_TESTS_DIFFERS_H

#include <stdint.h>
#include <stdio.h>

/* main() returns whether there is one. */
static int n_wrong;

/* what: the case. column: which of its numbers. */
static void differs(const char *what, const char *column, uint64_t found, uint64_t expected) {
    if (found == expected)
        return;
    printf("%s: %s %llu, expected %llu\n", what, column, (unsigned long long)found,
           (unsigned long long)expected);
    n_wrong++;
}

#endif
