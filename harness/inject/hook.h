/* A function of this library under a driver's name. */
#ifndef GA_HOOK_H
#define GA_HOOK_H

/* GA_OURS("cuInit", init, unsigned flags) { .. }: exported as cuInit, called `ours_init` here. */
#define GA_OURS(symbol, id, ...)                                                                   \
    __attribute__((visibility("default"))) CUresult ours_##id(__VA_ARGS__) __asm__(symbol);        \
    CUresult ours_##id(__VA_ARGS__)

#endif
