/* What the stand-in for the driver tells the one for CUPTI of a launch: before it, end_us being 0, and behind it. */
#ifndef WATCH_H
#define WATCH_H

struct watched {
    const char *kernel;
    unsigned grid[3], block[3], shared;
    double begin_us, end_us;
    unsigned graph_node; /* from 1 on; 0: the launch is a call of its own */
};

#endif
