/* --kernel: which kernels are meant, by patterns of which any may match. */
#ifndef GA_WANTED_H
#define GA_WANTED_H

#include "cli.h"

/* patterns: of the request, none: every kernel is meant. matched: of each whether a kernel did. */
struct ga_wanted {
    const struct ga_list *patterns;
    bool matched[GA_MAX_LIST];
};

/* in: kernel: a symbol, or a name as a profiler has it. out: whether a pattern matches it, or the name that people read. */
bool ga_wants(struct ga_wanted *wanted, const char *kernel);

/* out: the first pattern that has matched no kernel, NULL: there is none. */
const char *ga_wanted_in_vain(const struct ga_wanted *wanted);

#endif
