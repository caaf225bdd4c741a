/* Lines that a terminal would break inside a word are broken between words, and go on indented: under what follows the
 * first gap of two spaces, where it is near, else by four more than they began with. */
#ifndef GA_FOLD_H
#define GA_FOLD_H

#include <stdbool.h>
#include <stddef.h>

enum { GA_FOLD_WORD = 256 }; /* bytes; of a longer word no break is sought */

/* One stream's; zeroed at first. */
struct ga_fold {
    unsigned column, hang;        /* where the line is; where it goes on when it is broken */
    unsigned n_spaces, n_letters; /* of the word that is held, before it and in it */
    size_t n_bytes;               /* of the word */
    bool has_gap;                 /* the line has had one */
    char word[GA_FOLD_WORD];
};

/* in: width: columns; put: takes a byte. A word is held until it ends. */
void ga_fold(struct ga_fold *f, unsigned width, char byte, void (*put)(void *, char), void *to);
/* What is held goes out. */
void ga_fold_flush(struct ga_fold *f, unsigned width, void (*put)(void *, char), void *to);

#endif
