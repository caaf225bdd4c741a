/* For `inspect`: a jump by a table, in a file whose bytes a test changes. make.sh compiles it. */
extern "C" __global__ void loops(int *p, const int *program) {
    for (int pc = 0;;)
        switch (program[pc]) {
        case 0:
            p[0] += 1;
            pc++;
            break;
        case 1:
            p[1] = atomicAdd(p + 8, 1);
            pc += 2;
            break;
        case 2:
            p[2] *= 3;
            pc += 3;
            break;
        case 3:
            p[3] -= 4;
            pc ^= 5;
            break;
        case 4:
            p[4] /= p[6];
            pc += 6;
            break;
        default:
            return;
        }
}
