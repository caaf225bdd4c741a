/* Clang's offload bundles, which hold AMD's code objects. */
#ifndef GA_BUNDLE_H
#define GA_BUNDLE_H

#include "reading.h"

bool ga_is_bundle(struct ga_bytes bytes);

/* A row of bundles, with zeros between, compressed or not. Gives every code object of AMD's to the reading. err: as ga_images. */
enum ga_status ga_bundles(const struct ga_reading *r, struct ga_bytes bytes, struct ga_err *err);

/* Bundles among other bytes, found by how they begin. Without a whole one there: GA_OK. */
enum ga_status ga_bundles_among(const struct ga_reading *r, struct ga_bytes bytes,
                                struct ga_err *err);

#endif
