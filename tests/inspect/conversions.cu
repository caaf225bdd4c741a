/* Emulated operations for `inspect` through conversions of 64 bits: of what is written, or read, the upper half alone counts.
 * make.sh compiles them. */
typedef unsigned long long wide;

extern "C" __global__ void from_float(unsigned *p, float x) {
    unsigned old = *p, seen;
    do {
        seen = old;
        old = atomicCAS(p, seen, (unsigned)((wide)(__uint_as_float(seen) * x) >> 32));
    } while (old != seen);
}

extern "C" __global__ void to_double(unsigned *p) {
    unsigned old = *p, seen;
    do {
        seen = old;
        old = atomicCAS(p, seen, (unsigned)__double2hiint((double)__uint_as_float(seen)));
    } while (old != seen);
}

extern "C" __global__ void from_double(unsigned *p, int low) {
    unsigned old = *p, seen;
    do {
        seen = old;
        old = atomicCAS(p, seen, __float_as_uint((float)__hiloint2double((int)seen, low)));
    } while (old != seen);
}
