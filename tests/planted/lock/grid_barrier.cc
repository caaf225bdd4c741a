/* lock_grid_barrier with a barrier that lets everybody through early: who has arrived does not wait for the others, of
 * whom the first is late by what they need for many rounds, so that it is found out also where blocks take turns at a
 * core. Its rows have to be `wrong`, and any grid meets, however large. */
#include "../../../bench/lock/central.h"

#if defined(GA_BACKEND_CPU)
enum { LATE_TICKS = 2000000 };
#else
enum { LATE_TICKS = 20000 };
#endif

template <ga_scope S, typename G> struct barrier_no_wait : barrier_central<S, G> {
    GA_DEVICE void arrive(uint32_t *words, struct barrier_self *me) {
        const uint64_t begin = ga_ticks();
        while (me->member == 0 && ga_ticks() - begin < LATE_TICKS)
            ga_pause();
        barrier_central<S, G>::arrive(words, me);
    }
    GA_DEVICE bool passed(uint32_t *words, struct barrier_self *me) {
        barrier_central<S, G>::passed(words, me);
        return true;
    }
};

#define BARRIER_LIST "../../tests/planted/lock/barriers.def"
#include "../../../bench/lock/grid_barrier.cc"
