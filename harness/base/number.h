/* Numbers in text. The whole text has to be the number: no blank, plus, hexadecimal, word or unit. A program that reads
 * one out of a longer text copies it first. */
#ifndef GA_NUMBER_H
#define GA_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

/* out: *value, from least to most. err: false if the text is no such number; *value is untouched then. */

/* Digits alone. */
bool ga_parse_whole(const char *text, uint64_t least, uint64_t most, uint64_t *value);
/* Digits, with a minus before them or without. */
bool ga_parse_signed(const char *text, int64_t least, int64_t most, int64_t *value);
/* Digits; a minus before them, a point and an exponent behind an e are free. Never infinite, never too small for a
 * double. */
bool ga_parse_real(const char *text, double least, double most, double *value);

#endif
