/* device_cluster.h on AMD: no block reaches another's LDS. */
#ifndef GA_DEVICE_CLUSTER_HIP_H
#define GA_DEVICE_CLUSTER_HIP_H

struct ga_cluster_word {
    uint32_t *at;
};
struct ga_shared_word {
    uint32_t *at;
};

GA_DEVICE ga_shared_word ga_shared_at(uint32_t *p) { return {p}; }

#define GA_NO_CLUSTERS

#endif
