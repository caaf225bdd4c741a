/* The tables of each target that `inspect` found code for, and the price of each kind of instruction. */
#ifndef GA_PRICE_LIST_H
#define GA_PRICE_LIST_H

#include "inventory.h"

struct ga_price_target;
struct ga_price_list {
    struct ga_price_target *first;
};

/* Sets the price of all rows. in: table: the run whose tables are taken, of its target alone; NULL: of each target the
 * first that is found, none if there is none, with the least and the most of the sets beside it. own: ga_price_list_free,
 * also after an error; prices last so long. err: GA_USAGE if no row is of the table's target; as ga_prices_open; GA_ERROR
 * for want of memory. */
enum ga_status ga_price_list_fill(const char *table, struct ga_inventory *inventory,
                                  struct ga_price_list *list, struct ga_err *err);
/* Says whose prices they are. */
void ga_price_list_print(const struct ga_price_list *list);
void ga_price_list_free(struct ga_price_list *list);

#endif
