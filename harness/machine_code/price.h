/* What an instruction costs, by rows of a measured GPU's tables; model/prices finds them. */
#ifndef GA_PRICE_H
#define GA_PRICE_H

/* What does the same for less, where the program can do with it. */
enum ga_cheaper {
    GA_CHEAPER_NONE,
    GA_CHEAPER_REDUCTION, /* the same, if nobody reads the result */
    GA_CHEAPER_DEVICE,    /* at device scope */
    GA_CHEAPER_BLOCK,     /* at block scope */
    GA_CHEAPER_NATIVE,    /* the add that the loop emulates */
    GA_CHEAPER_PACKED,    /* the same of two halves in one word */
    GA_CHEAPER_INTEGER    /* an add of 32-bit integers, which shared memory has */
};

/* thread_ns: of one thread that does nothing else, or of a block at a barrier; word_per_s: the most that all SMs (device memory)
 * or one SM (shared memory) do on one word. NaN, and line 0, where the tables have no row. */
struct ga_cost {
    double thread_ns, word_per_s;
    unsigned long thread_line, word_line;
};

/* table: "global_operations.csv". regime: dependent (each waits for the result of the one before), independent (nobody
 * waits), unused (there is no result), try (one compare-and-swap of a loop, in device memory, or of u32 in shared memory), loop
 * (all of it), slope (what one more fence adds), block (one meets at a barrier). Both NULL: no row fits. least, most: of own and
 * of that of other GPUs of the target, where nobody said which. */
struct ga_price {
    const char *table, *regime;
    struct ga_cost own, least, most, cheaper;
    enum ga_cheaper form;
    const char *cheaper_name; /* of the cheaper one's instruction: "REDG" */
    const char *note; /* what its numbers are of, if not one thread or one word; else NULL */
    const char *why;  /* of what could have a price, but no row fits; else NULL */
};

#endif
