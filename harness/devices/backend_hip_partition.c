/* How an MI300 is divided, which HIP does not say: a partition has the whole's name. A file of the driver does, of the GPU's
 * function 0. src: Linux, "AMD GPU driver": current_compute_partition, current_memory_partition. */
#include <stdio.h>
#include <string.h>

#include "backend_hip.h"

/* Tests have a folder of their own. */
#if !defined(GA_PCI)
#define GA_PCI "/sys/bus/pci/devices"
#endif

static void read_word(const char *id, const char *file, char word[8]) {
    char path[256];
    snprintf(path, sizeof path, GA_PCI "/%s.0/%s", id, file);
    *word = '\0';
    FILE *const from = fopen(path, "r");
    if (!from)
        return;
    if (fscanf(from, "%7[A-Z0-9]", word) != 1)
        *word = '\0';
    fclose(from);
}

void ga_hip_read_partition(struct ga_limits *limits) {
    char compute[8], memory[8];
    read_word(limits->id, "current_compute_partition", compute);
    read_word(limits->id, "current_memory_partition", memory);
    snprintf(limits->partition, sizeof limits->partition, "%s%s%s", compute,
             *compute && *memory ? " " : "", memory);
}
