/* What `fleet` says. */
#ifndef GA_FLEET_H
#define GA_FLEET_H

#include "judge.h"

/* Of a model, for 80 columns: its median card, its cards, its outliers. */
void ga_fleet_print(const struct ga_fleet_model *model, double within);

/* The first column of what ga_fleet_write writes. */
#define GA_FLEET_COLUMN "device_name"
/* A row a card and answer. err: GA_FILE. */
enum ga_status ga_fleet_write(const struct ga_fleet_model *models, size_t n, double within,
                              const char *path, bool json, struct ga_err *err);

#endif
