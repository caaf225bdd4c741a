/* A table in memory: rows and named columns, each cell a text and a number (NaN if it is none). The few operations that
 * figures are made of: take rows, work out columns, sort; group.h combines rows. A list of columns or values is one
 * string, its words between blanks. */
#ifndef GA_FRAME_H
#define GA_FRAME_H

#include <stdbool.h>

#include "work.h"

enum { GA_FRAME_COLUMNS = 32 };

struct ga_frame {
    struct ga_work *work; /* owns all memory */
    size_t n;             /* rows */
    unsigned n_columns;
    struct ga_column {
        const char *name;
        const char **text;
        double *number;
    } column[GA_FRAME_COLUMNS];
};

/* out: of a run's table the rows whose status is ok (all, where there is no status), and of the columns those that the
 * table has; no rows if there is no such table. err, in work: GA_USAGE or GA_FILE as ga_csv_read. */
struct ga_frame *ga_frame_read(struct ga_work *work, const char *table, const char *columns);
/* The same of a table of numbers of others, and of another run. */
struct ga_frame *ga_frame_published(struct ga_work *work, const char *table, const char *columns);
struct ga_frame *ga_frame_from(struct ga_work *work, const char *directory, const char *table,
                               const char *columns);
struct ga_frame *ga_frame_copy(const struct ga_frame *from);
/* out: a frame without columns; all cells of what is added are "" and NaN. */
struct ga_frame *ga_frame_make(struct ga_work *work, size_t n);
/* out: the rows [n] of another, in this order; none if rows is NULL. */
struct ga_frame *ga_frame_rows(const struct ga_frame *from, const size_t *rows, size_t n);

bool ga_has(const struct ga_frame *frame, const char *column);
/* out: the column's cells, [n], until rows are sorted; the column is added if there is none. A number that is set is no
 * text yet, and a text no number: ga_frame_write takes the text where there is one. */
double *ga_number(struct ga_frame *frame, const char *column);
const char **ga_text(struct ga_frame *frame, const char *column);
bool ga_is(struct ga_frame *frame, size_t row, const char *column, const char *text);

/* Keep some of the rows: those that are marked; whose text is a word of the list, or none (all, where there is no such
 * column); whose number is that, or above. */
void ga_keep_marked(struct ga_frame *frame, const bool *marked);
void ga_keep(struct ga_frame *frame, const char *column, const char *words);
void ga_drop(struct ga_frame *frame, const char *column, const char *words);
void ga_keep_number(struct ga_frame *frame, const char *column, double number);
void ga_keep_above(struct ga_frame *frame, const char *column, double limit);
/* Keeps the rows with the wanted text, or with that of the first row if there is none. out: which; "" without column. */
const char *ga_narrow(struct ga_frame *frame, const char *column, const char *wanted);

/* By these columns, ascending: numbers as such and before texts. Rows that are equal stay in order. */
void ga_sort(struct ga_frame *frame, const char *columns);
/* out: the first row of each combination of these columns' texts, and of its columns these. */
struct ga_frame *ga_unique(const struct ga_frame *frame, const char *columns);
/* out: a column's texts as one string; each in quotes, as gnuplot's word() takes them; those that the column has,
 * ascending. */
const char *ga_words(struct ga_frame *frame, const char *column);
const char *ga_quoted_words(struct ga_frame *frame, const char *column);
const char *ga_sorted_words(const struct ga_frame *frame, const char *column);
/* out: of a column's numbers; NaN if it has none. */
double ga_least(struct ga_frame *frame, const char *column);
double ga_most(struct ga_frame *frame, const char *column);

/* Writes STEM.<block>.dat: a line of names, a line for each row; NaN where there is neither text nor number, one line of
 * it if there is no row. err, in work: GA_FILE. */
void ga_frame_write(struct ga_frame *frame, const char *block, const char *columns);

/* in: list: words; at: 0 at first. out: the next word, cut to what holds 63 letters; false at the end. */
bool ga_next_word(const char *list, size_t *at, char word[64]);
bool ga_is_word(const char *list, const char *word);

#endif
