/* --kernel: which kernels are meant, by patterns of which any may match. */
#ifndef GA_WANTED_H
#define GA_WANTED_H

#include "cli.h"

enum { GA_NEAR = 96 };

/* patterns: of the request, none: every kernel is meant. matched: of each whether a kernel did; near: the kernel that one that
 * matches none most likely means, as a pattern, "": there is none; any: one that there is. */
struct ga_wanted {
    const struct ga_list *patterns;
    bool matched[GA_MAX_LIST];
    char near[GA_MAX_LIST][GA_NEAR], any[GA_NEAR];
};

/* in: kernel: a symbol, or a name as a profiler has it. out: whether a pattern matches it, or its name as people read it: whole,
 * without its result, or as tables print it, without namespaces in front, too; `..` stands for what they leave out. */
bool ga_wants(struct ga_wanted *wanted, const char *kernel);

/* After every kernel was asked for. in: what: "kernel of torch.csv". err: GA_USAGE for a pattern that has matched none, naming it
 * and the nearest. */
enum ga_status ga_wanted_check(const struct ga_wanted *wanted, const char *what,
                               struct ga_err *err);

#endif
