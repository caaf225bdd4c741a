/* The GPUs of rocprofv3's agent_info.csv, which its counters name by a number. */
#ifndef GA_AGENTS_H
#define GA_AGENTS_H

#include "counters.h"

enum { GA_MOST_AGENTS = 64, GA_AGENT_FIELDS = 7 };

/* node, logical: numbers of the kernel's topology, and of what of it a container sees; "" where the file has none. */
struct ga_agents {
    size_t field[GA_AGENT_FIELDS]; /* where the table has them; its number of fields: nowhere */
    size_t n;
    struct ga_agent {
        char node[16], logical[16], name[96], target[16];
        unsigned dies, units; /* accelerator dies (XCC), compute units; 0: not said */
    } gpu[GA_MOST_AGENTS];
};

/* out: whether a record is the header of an agent_info.csv. src: rocprofiler-sdk 0.5 to 1.x, generateCSV.cpp; rocpd,
 * csv.py. */
bool ga_agents_header(const struct ga_records *records);

/* in: records: such a header. */
void ga_agents_begin(struct ga_agents *agents, const struct ga_records *records);

/* in: records: a row below it. One that is no GPU's, or that is there already, adds nothing. */
void ga_agents_take(struct ga_agents *agents, const struct ga_records *records);

/* in: id: "4" is a node (ROCm 6), "Agent 4" a logical node (7 and later), "GPU 0" the first GPU. out: *launch: its
 * device, cc, dies and units, if there is such a GPU. */
void ga_agents_name(const struct ga_agents *agents, const char *id,
                    struct ga_launch_counters *launch);

#endif
