#include "fold.h"

/* Where a line goes on: near enough to its begin that most of the width is left. */
static void hang(struct ga_fold *f, unsigned width) {
    const unsigned begin = f->column + f->n_spaces;
    if (f->column == 0)
        f->hang = begin + 4;
    else if (!f->has_gap && f->n_spaces >= 2) {
        f->has_gap = true;
        f->hang = begin;
    }
    if (f->hang > width / 2)
        f->hang = 4;
}

void ga_fold_flush(struct ga_fold *f, unsigned width, void (*put)(void *, char), void *to) {
    if (f->n_bytes > 0)
        hang(f, width);
    if (f->column > f->hang && f->n_letters > 0 && f->column + f->n_spaces + f->n_letters > width &&
        f->n_spaces > 0) {
        put(to, '\n');
        f->column = 0;
        f->n_spaces = f->hang;
    }
    f->column += f->n_spaces + f->n_letters;
    for (; f->n_spaces > 0; f->n_spaces--)
        put(to, ' ');
    for (size_t i = 0; i < f->n_bytes; i++)
        put(to, f->word[i]);
    f->n_letters = 0;
    f->n_bytes = 0;
}

void ga_fold(struct ga_fold *f, unsigned width, char byte, void (*put)(void *, char), void *to) {
    if (byte == '\n' || byte == '\t') {
        if (byte == '\n' && f->n_bytes == 0)
            f->n_spaces = 0;
        ga_fold_flush(f, width, put, to);
        put(to, byte);
        f->column = byte == '\t' ? f->column / 8 * 8 + 8 : 0;
        f->has_gap = f->has_gap && byte == '\t';
        return;
    }
    if (byte == ' ') {
        if (f->n_bytes > 0)
            ga_fold_flush(f, width, put, to);
        f->n_spaces++;
        return;
    }
    if (f->n_bytes == GA_FOLD_WORD)
        ga_fold_flush(f, width, put, to);
    f->word[f->n_bytes++] = byte;
    f->n_letters += ((unsigned char)byte & 0xc0) != 0x80;
}
