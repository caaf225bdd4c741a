/* deny NUMBER.. -- PROGRAM ARGUMENT..: runs a program to which the system refuses these system calls (EPERM). */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { MOST = 32 };

int main(int argc, char **argv) {
    struct sock_filter code[MOST] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    unsigned short n = 1;
    int i = 1;
    for (; i < argc && strcmp(argv[i], "--") != 0 && n < MOST - 3; i++) {
        const struct sock_filter compare =
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)atoi(argv[i]), 0, 1);
        const struct sock_filter refuse = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
        code[n++] = compare;
        code[n++] = refuse;
    }
    const struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    code[n++] = allow;
    const struct sock_fprog program = {n, code};
    if (i + 1 >= argc || prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L) ||
        prctl(PR_SET_SECCOMP, (long)SECCOMP_MODE_FILTER, &program))
        return 77;
    execvp(argv[i + 1], argv + i + 1);
    return 127;
}
