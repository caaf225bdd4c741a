/* loads LIBRARY: has the stand-in driver load every fatbin of a shared library, and says how many there are, their bytes, and the
 * CPU time of the calls. With the injected library: what it takes to read and edit all of them. The stand-in refuses some. */
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>

struct wrapper {
    int magic, version;
    const unsigned char *fatbin;
    void *more;
};
enum { PAGE = 4096, SIZE_AT = 8, MAGIC = 0x466243b1 };

/* The section of that name, in the file. */
static Elf64_Shdr section_of(const char *path, const char *name) {
    FILE *const file = fopen(path, "rb");
    Elf64_Ehdr elf;
    Elf64_Shdr sections[256], none = {.sh_size = 0};
    char names[1 << 16];
    if (!file || fread(&elf, sizeof elf, 1, file) != 1 || elf.e_shnum > 256 ||
        fseek(file, (long)elf.e_shoff, SEEK_SET) != 0 ||
        fread(sections, sizeof *sections, elf.e_shnum, file) != elf.e_shnum ||
        sections[elf.e_shstrndx].sh_size > sizeof names ||
        fseek(file, (long)sections[elf.e_shstrndx].sh_offset, SEEK_SET) != 0 ||
        fread(names, sections[elf.e_shstrndx].sh_size, 1, file) != 1)
        exit(2);
    fclose(file);
    for (unsigned i = 0; i < elf.e_shnum; i++)
        if (strcmp(names + sections[i].sh_name, name) == 0)
            return sections[i];
    return none;
}

static double cpu_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* out: the fatbin's bytes, all of them in memory from now on. */
static uint64_t touch(const unsigned char *fatbin) {
    volatile unsigned char sum = 0;
    uint64_t n = 0;
    memcpy(&n, fatbin + SIZE_AT, sizeof n);
    for (uint64_t i = 0; i < n; i += PAGE)
        sum = (unsigned char)(sum + fatbin[i]);
    return n;
}

int main(int argc, char **argv) {
    struct link_map *map = NULL;
    void *const library = argc == 2 ? dlopen(argv[1], RTLD_LAZY) : NULL;
    if (!library || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || cuInit(0) != CUDA_SUCCESS)
        return 2;
    const Elf64_Shdr section = section_of(argv[1], ".nvFatBinSegment");
    const char *const all = (const char *)(map->l_addr + section.sh_addr);
    uint64_t bytes = 0;
    size_t n = 0;
    double ms = 0;
    for (size_t i = 0; i + sizeof(struct wrapper) <= section.sh_size; i += sizeof(void *)) {
        const struct wrapper *const wrapper = (const struct wrapper *)(const void *)(all + i);
        CUlibrary loaded = NULL;
        if (wrapper->magic != MAGIC)
            continue;
        n++;
        bytes += touch(wrapper->fatbin);
        const double begin = cpu_ms();
        cuLibraryLoadData(&loaded, wrapper, NULL, NULL, 0, NULL, NULL, 0);
        ms += cpu_ms() - begin;
    }
    printf("%zu fatbins, %llu bytes, %.1f ms\n", n, (unsigned long long)bytes, ms);
    return 0;
}
