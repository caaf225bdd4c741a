/* What this program says, on its way to a terminal. */
#ifndef GA_TERMINAL_H
#define GA_TERMINAL_H

/* From here on stdout and stderr say a control character as \xNN: names come from others' files, and a terminal would
 * obey. Line ends, tabs and the letters of UTF-8 pass. What is meant to control a terminal goes past the streams.
 * At a terminal a line that is too long is broken between words (fold.h). What was printed before a message stands
 * before it, also where both go to one file. */
void ga_terminal_guard(void);

/* out: the columns of the terminal behind a file descriptor; 0 if there is none. */
unsigned ga_terminal_width(int file);

/* What is said on stdout from here on has that colour: an SGR number, 31 for red; 0: as usual. Nothing where stdout is no
 * terminal, or a dumb one, or NO_COLOR is not empty. */
void ga_terminal_colour(unsigned sgr);

#endif
