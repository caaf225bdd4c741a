/* What three operations of `inspect` are that no manual names so. */
#ifndef GA_INSPECT_WORDS_H
#define GA_INSPECT_WORDS_H

#define GA_CAST_SPIN_IS                                                                            \
    "the compare-and-swap of shared memory with which the compiler makes what the target lacks"
#define GA_POPC_INC_IS "adds the number of its lanes on the word"
#define GA_NAMED_SYNC_IS                                                                           \
    "a block's barrier of another number than 0, or for a count of threads; sync: barrier 0, for " \
    "all of them"

#endif
