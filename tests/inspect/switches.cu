/* Switches for `inspect`: a table says where a jump goes. make.sh compiles them. */

/* What was found says what is done, and when it ends. */
extern "C" __global__ void found(int *p, float *f) {
    for (;;)
        switch (atomicAdd(p, 1) & 7) {
        case 0:
            f[0] += 1;
            break;
        case 1:
            f[1] = sinf(f[2]);
            break;
        case 2:
            f[3] *= 3;
            __threadfence();
            break;
        case 3:
            f[4] -= 4;
            break;
        case 4:
            f[5] /= f[6];
            break;
        case 5:
            f[6] = cosf(f[7]);
            break;
        default:
            return;
        }
}

/* A program that is read: its steps are in a loop, which goes on without what they find. */
extern "C" __global__ void machine(int *p, const int *program, float *f, int n) {
    for (int pc = 0;;)
        switch (program[pc]) {
        case 0:
            f[0] += 1;
            pc++;
            break;
        case 1:
            f[1] = atomicAdd(p, 1);
            pc += 2;
            break;
        case 2:
            f[3] *= 3;
            pc += 3;
            __threadfence();
            break;
        case 3:
            f[4] -= 4;
            pc ^= 5;
            break;
        case 4:
            f[5] /= f[6];
            pc += 6;
            break;
        case 5:
            while (atomicCAS(p, 0, 1) != 0) {
            }
            pc += 7;
            break;
        case 6:
            atomicAdd(p + pc, n);
            pc += 8;
            break;
        default:
            return;
        }
}

/* Done once. */
extern "C" __global__ void once(int *p, const int *program, float *f) {
    switch (program[0]) {
    case 0:
        f[0] += 1;
        break;
    case 1:
        f[1] = atomicAdd(p, 1);
        break;
    case 2:
        f[3] *= 3;
        __threadfence();
        break;
    case 3:
        f[4] -= 4;
        break;
    case 4:
        f[5] /= f[6];
        break;
    case 5:
        f[6] = cosf(f[7]);
        break;
    case 6:
        atomicAdd(p + 3, 5);
        break;
    default:
        break;
    }
}
