#include "agents.h"

#include <stdlib.h>
#include <string.h>

enum { NODE, LOGICAL, TYPE, PRODUCT, TARGET, DIES, UNITS };
static const char *const names[GA_AGENT_FIELDS] = {
    [NODE] = "Node_Id",    [LOGICAL] = "Logical_Node_Id",
    [TYPE] = "Agent_Type", [PRODUCT] = "Product_Name",
    [TARGET] = "Name",     [DIES] = "Num_Xcc",
    [UNITS] = "Cu_Count",
};

static size_t field_of(const struct ga_records *r, const char *name) {
    size_t f = 0;
    while (f < r->n && strcmp(r->field[f], name) != 0)
        f++;
    return f;
}

bool ga_agents_header(const struct ga_records *r) {
    return field_of(r, names[NODE]) < r->n && field_of(r, names[TYPE]) < r->n &&
           field_of(r, names[TARGET]) < r->n;
}

void ga_agents_begin(struct ga_agents *agents, const struct ga_records *r) {
    for (int k = 0; k < GA_AGENT_FIELDS; k++)
        agents->field[k] = field_of(r, names[k]);
}

void ga_agents_take(struct ga_agents *agents, const struct ga_records *r) {
    const char *text[GA_AGENT_FIELDS];
    struct ga_agent a = {.dies = 0};
    for (int k = 0; k < GA_AGENT_FIELDS; k++)
        text[k] = agents->field[k] < r->n ? r->field[agents->field[k]] : "";
    if (strcmp(text[TYPE], "GPU") != 0 || agents->n == GA_MOST_AGENTS)
        return;
    for (size_t i = 0; i < agents->n; i++)
        if (strcmp(agents->gpu[i].node, text[NODE]) == 0)
            return;
    snprintf(a.node, sizeof a.node, "%s", text[NODE]);
    snprintf(a.logical, sizeof a.logical, "%s", text[LOGICAL]);
    snprintf(a.target, sizeof a.target, "%s", text[TARGET]);
    if (strcmp(text[PRODUCT], text[TARGET]) != 0 && strcmp(text[PRODUCT], "unknown") != 0)
        snprintf(a.name, sizeof a.name, "%.*s", (int)strcspn(text[PRODUCT], "\r\n"), text[PRODUCT]);
    a.dies = (unsigned)strtoul(text[DIES], NULL, 10);
    a.units = (unsigned)strtoul(text[UNITS], NULL, 10);
    agents->gpu[agents->n++] = a;
}

void ga_agents_name(const struct ga_agents *agents, const char *id,
                    struct ga_launch_counters *launch) {
    const bool logical = strncmp(id, "Agent ", 6) == 0, ordinal = strncmp(id, "GPU ", 4) == 0;
    const char *const number = id + (logical ? 6 : ordinal ? 4 : 0);
    for (size_t i = 0; i < agents->n; i++) {
        const struct ga_agent *const a = &agents->gpu[i];
        char place[24];
        snprintf(place, sizeof place, "%zu", i);
        if (strcmp(number, ordinal ? place : logical && *a->logical ? a->logical : a->node) != 0)
            continue;
        snprintf(launch->device, sizeof launch->device, "%s", a->name);
        snprintf(launch->cc, sizeof launch->cc, "%s", a->target);
        launch->dies = a->dies;
        launch->units = a->units;
        return;
    }
}
