/* What an edit can do to one instruction, and does. */
#ifndef GA_CHANGE_H
#define GA_CHANGE_H

#include "edit.h"
#include "sass.h"

struct ga_changing {
    const struct ga_sass *code; /* with what flow.h finds; as it was before any edit */
    size_t n;
    unsigned sm;
    bool locks;     /* the function takes a lock */
    uint8_t *bytes; /* of the n instructions */
};

/* out: whether an edit can be done to instruction i. */
bool ga_change_can(const struct ga_changing *f, enum ga_edit_class edit, size_t i);
/* Does it. out: how many instructions that changed. */
uint32_t ga_change_do(const struct ga_changing *f, enum ga_edit_class edit, size_t i);

#endif
