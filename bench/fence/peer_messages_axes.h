/* The points of fence_peer_messages: axes, and who takes part in one. */
#ifndef GA_PEER_MESSAGES_AXES_H
#define GA_PEER_MESSAGES_AXES_H

#include "peer_messages_kernels.h"

enum { PEER_WAYS = RELAXED + 1, PEER_VARIANTS = 2 * (int)PEER_WAYS, TRAFFIC_BLOCKS = 32 };

static const char *const peer_ways[] = {"store_load", "fences",  "threadfence", "exchange",
                                        "seq_cst",    "relaxed", nullptr};
static const char *const peer_scopes[] = {"device", "system", nullptr};
static const char *const payloads[] = {"word", "line", "barrier", nullptr};
static const char *const directions[] = {"one", "both", nullptr};
static const char *const traffics[] = {"none", "stores", nullptr};
enum { WORD, LINE, BARRIER };

static void gpu_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 0;
    *last = limits->n_gpus ? (int32_t)limits->n_gpus - 1 : 0;
}
static void gpus_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = limits->n_gpus ? (int32_t)limits->n_gpus : 1;
}

enum { FROM, TO, GPUS, PAYLOAD, SCOPE, WAY, DIRECTIONS, TRAFFIC };
static const struct ga_axis axes[] = {
    {"from", "", "the GPU that begins and is measured", nullptr, gpu_range, {"0", "all", "all"}},
    {"to",
     "",
     "the other one; `from` itself where it is the host",
     nullptr,
     gpu_range,
     {"0,1", "all", "all"}},
    {"gpus",
     "",
     "that take part; 1: and the host; more than 2 have a barrier alone",
     nullptr,
     gpus_range,
     {"1,2", "1..max*2", "all"}},
    {"payload",
     "",
     "what is handed over: 4 bytes; 128 bytes; or nothing but that all have come",
     payloads,
     nullptr,
     {"all", "all", "all"}},
    {"scope",
     "",
     "of flag and order; device is too small",
     peer_scopes,
     nullptr,
     {"system", "all", "all"}},
    {"way",
     "",
     "that orders message and flag; relaxed does not",
     peer_ways,
     nullptr,
     {"store_load", "all", "all"}},
    {"directions",
     "",
     "one hand-over at a time, or one each way",
     directions,
     nullptr,
     {"one", "all", "all"}},
    {"traffic",
     "",
     "stores: other blocks of each GPU store to the next party's memory all the time",
     traffics,
     nullptr,
     {"none", "all", "all"}},
};

static const struct ga_tally tallies[] = {
    {"handovers", "", "messages that were received", ga_tally::GA_SUM},
    {"failures", "", "of these, how often the flag was seen and then the message was old",
     ga_tally::GA_SUM},
    {"unseen", "",
     "of these, how often the scope's own loads did not see the flag in 20 us, all of them after "
     "it was "
     "stored",
     ga_tally::GA_SUM},
    {"traffic_gb_per_s", "GB/s",
     "that GPU `from` stored: the sum over its blocks, each in its own time", ga_tally::GA_MEAN},
};
enum { HANDOVERS, FAILURES, UNSEEN, STORED, N_TALLIES };

static bool with_host(const struct ga_point *p) { return p->at[GPUS] == 1; }
static uint32_t n_parties(const struct ga_point *p) {
    return with_host(p) ? 2 : (uint32_t)p->at[GPUS];
}
static uint32_t n_channels(const struct ga_point *p) { return p->at[DIRECTIONS] ? 2 : 1; }
static bool is_ordered(const struct ga_point *p) {
    return is_correct(p->at[SCOPE] ? GA_SCOPE_SYSTEM : GA_SCOPE_DEVICE, (enum way)p->at[WAY]);
}

static bool valid(const struct ga_limits *, const struct ga_point *p) {
    return (p->at[FROM] == p->at[TO]) == with_host(p) &&
           (p->at[PAYLOAD] == BARRIER ? p->at[DIRECTIONS] == 0 : p->at[GPUS] <= 2);
}

/* All ways for the first pair and the first GPU, alone; with company the first way; one way for all other pairs. */
static bool usual(const struct ga_limits *, const struct ga_point *p) {
    const bool is_first = p->at[FROM] == 0 && p->at[TO] <= 1;
    const bool has_company = p->at[DIRECTIONS] || p->at[TRAFFIC];
    const bool is_plain = p->at[SCOPE] == 1 && p->at[WAY] == STORE_LOAD;
    return is_first ? !has_company || (p->at[SCOPE] == 1 && p->at[WAY] <= FENCES)
                    : is_plain && !has_company;
}

/* out: the k-th GPU that takes part. */
static uint32_t gpu_of(const struct ga_point *p, uint32_t k) {
    if (k < 2)
        return (uint32_t)p->at[k ? TO : FROM];
    uint32_t left = k - 2;
    for (uint32_t gpu = 0;; gpu++)
        if ((int32_t)gpu != p->at[FROM] && (int32_t)gpu != p->at[TO] && left-- == 0)
            return gpu;
}

static const char *unavailable(const struct ga_limits *limits) {
    return limits->n_gpus == 0 ? "the host cannot share memory with this device" : nullptr;
}
static const char *unsupported(const struct ga_limits *limits, const struct ga_point *p) {
    if (with_host(p) && limits->emulated)
        return "an emulator is too slow to work beside the host";
    if (with_host(p))
        return p->at[WAY] == EXCHANGE && limits->host_native_atomics != 1
                   ? "the GPU's atomics on the host's memory are not native, as the driver says"
                   : nullptr;
    for (uint32_t k = 0; k < n_parties(p); k++)
        for (uint32_t other = 0; other < n_parties(p); other++)
            if (!(limits->peers[gpu_of(p, k)][gpu_of(p, other)].can & GA_PEER_ACCESS))
                return "a GPU that takes part has no access to another's memory, as the driver "
                       "says, or "
                       "is of another kind";
    return nullptr;
}

#endif
