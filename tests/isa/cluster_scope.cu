/* Every order of an atomic, a load, a store and a reduction of device memory, at the scope that SCOPE names. */
#define ATOM(order)                                                                                \
    extern "C" __global__ void atom_##order(unsigned *p, unsigned *old) {                          \
        unsigned x;                                                                                \
        asm volatile("atom." #order "." SCOPE ".global.add.u32 %0, [%1], 1;"                       \
                     : "=r"(x)                                                                     \
                     : "l"(p)                                                                      \
                     : "memory");                                                                  \
        *old = x;                                                                                  \
    }
ATOM(relaxed)
ATOM(acquire)
ATOM(release)
ATOM(acq_rel)

extern "C" __global__ void red(unsigned *p) {
    asm volatile("red.relaxed." SCOPE ".global.add.u32 [%0], 1;" ::"l"(p) : "memory");
}
extern "C" __global__ void load_store(unsigned *p, unsigned *q) {
    unsigned x;
    asm volatile("ld.acquire." SCOPE ".global.u32 %0, [%1];" : "=r"(x) : "l"(p) : "memory");
    asm volatile("st.release." SCOPE ".global.u32 [%0], %1;" ::"l"(q), "r"(x) : "memory");
}
