/* The closed queueing network of an SM's warps: n of them, each of which goes round between one unit, where it
 * is served for a time D and may have to wait, and all else, which takes it a time Z without waiting for others.
 * src: Lazowska, Zahorjan, Graham, Sevcik: Quantitative System Performance, chapters 5 (bounds) and 6 (mean
 * value analysis); Denning and Buzen 1978 (the laws). */
#ifndef GA_CLOSED_H
#define GA_CLOSED_H

/* in: n > 0 warps, D >= 0, Z >= 0 in cycles. out: the mean time of a round, waiting included, by exact mean value
 * analysis for whole n, linear between; a part of a warp waits for nobody. It is between the bounds max(n D, D + Z)
 * and n D + Z; by Little's law the unit gives n / round services in a cycle. */
double ga_closed_round(double n, double demand, double elsewhere);

/* out: the Z with which a round takes that long, 0 if it is too short for any. in: round >= n D: what is
 * shorter is no time that n warps can have. */
double ga_closed_elsewhere(double n, double demand, double round);

#endif
