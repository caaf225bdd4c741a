/* Locks for `inspect`, whose critical section is in the loop that waits, or that change between two states. None is an emulated
 * operation. make.sh compiles them. */
static __device__ void add_under(int *lock, int *p) {
    __threadfence();
    p[0]++;
    __threadfence();
    atomicExch(lock, 0);
}

extern "C" __global__ void done(int *lock, int *p) {
    for (bool done = false; !done;)
        if (atomicCAS(lock, 0, 1) == 0) {
            add_under(lock, p);
            done = true;
        }
}

/* Only what is done under the lock says so. */
extern "C" __global__ void until(int *lock, int *p, int times) {
    for (int got = 0; got < times;)
        if (atomicCAS(lock, 0, 1) == 0)
            add_under(lock, p + got++);
}

extern "C" __global__ void patient(int *lock, int *p) {
    unsigned ns = 8;
    for (bool done = false; !done;)
        if (atomicCAS(lock, 0, 1) == 0) {
            add_under(lock, p);
            done = true;
        } else {
            __nanosleep(ns);
            if (ns < 256)
                ns *= 2;
        }
}

/* One compare-and-swap takes the lock and gives it back: its operands are chosen by what it found before. */
extern "C" __global__ void states(int *lock, int *p, int n, int open, int taken) {
    bool held = false;
    while (n > 0) {
        const int expected = held ? taken : open;
        if (atomicCAS(lock, expected, held ? open : taken) == expected) {
            __threadfence();
            if (!held)
                p[n]++;
            else
                n--;
            held = !held;
        }
    }
}

/* How often it was taken does not end the loop: no lock's. */
extern "C" __global__ void counted(int *lock, int *p, int n) {
    int got = 0;
    for (int i = 0; i < n; i++)
        if (atomicCAS(lock, 0, 1) == 0) {
            add_under(lock, p);
            got++;
        }
    p[1] = got;
}
