/* lock_mutex with a lock that excludes nobody: whoever asks is let in at once. Its rows have to be `wrong`. */
#include "../../../bench/lock/tas.h"

template <typename W, ga_scope S, typename G>
struct lock_no_exclusion : lock_tas<tas_by_exchange, W, S, G> {
    GA_DEVICE bool enter(W lock, struct lock_self *me) {
        lock_tas<tas_by_exchange, W, S, G>::enter(lock, me);
        return true;
    }
};

#define LOCK_LIST "../../tests/planted/lock/locks.def"
#define LOCK_USUAL "no_exclusion"
#include "../../../bench/lock/mutex.cc"
