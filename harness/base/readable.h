/* Numbers as people say them. own: caller, GA_READABLE bytes; returns text. */
#ifndef GA_READABLE_H
#define GA_READABLE_H

enum { GA_READABLE = 24 };

/* "7.5 ns", "633 us"; "-" for what is no number. */
const char *ga_readable_ns(double ns, char *text);
/* "250 k/s", "1.36 G/s". */
const char *ga_readable_rate(double per_s, char *text);
/* "52.4 GB/s", "3.61 TB/s". */
const char *ga_readable_bandwidth(double gb_per_s, char *text);
/* "12", "4.32 M", "67.6 T". */
const char *ga_readable_count(double count, char *text);
/* "less than 1 s", "43 s", "2 min 5 s", "1 h 12 min": of a time to wait. */
const char *ga_readable_wait(double s, char *text);

#endif
