/* Prices of instructions by the tables of a run. */
#ifndef GA_PRICES_H
#define GA_PRICES_H

#include "price.h"
#include "sass.h"
#include "status.h"

struct ga_prices;

/* Reads which GPU the run was on, and of the tables of prices.def those that are there.
 * own: ga_prices_close. err: GA_FILE, GA_USAGE as ga_measured_read; GA_USAGE if there is none of them. */
enum ga_status ga_prices_open(const char *directory, struct ga_prices **prices, struct ga_err *err);
void ga_prices_close(struct ga_prices *prices);

/* out: the run's directory, GPU ("NVIDIA H200") and target ("sm_90", "gfx90a"); as long as the prices. */
const char *ga_prices_directory(const struct ga_prices *prices);
const char *ga_prices_device(const struct ga_prices *prices);
const char *ga_prices_target(const struct ga_prices *prices);

/* out: whether its global_operations is of an older program, whose short launches made adds without results up to 12 % slower. */
bool ga_prices_are_older(const struct ga_prices *prices);

/* out: the price of an instruction; of a row that executed another instruction none is taken. */
struct ga_price ga_prices_find(const struct ga_prices *prices, const struct ga_sass_key *key);

#endif
