/* Build tool: disassembly in, rows of ga_isa_table out.
 *
 *     ga-isa-extract OUT.inc BACKEND [TARGET FILE]...
 *
 * FILE is what cuobjdump --dump-sass prints (TARGET "-": the text itself names it), or what
 * llvm-objdump -d prints of one AMD code object. A kernel is a function whose name ends in
 * _BACKEND; its row carries the name without that. */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa_kind.h"

enum { MOST_INSTRUCTIONS = 96, TEXT = 96 };

struct kernel {
    char name[128], target[24], sign[TEXT];
    char instruction[MOST_INSTRUCTIONS][TEXT],
        write_back[TEXT]; /* the latter: not waited for so far, or "" */
    uint32_t count[MOST_INSTRUCTIONS], n;
    bool only_accesses; /* no atomic and no fence so far */
    bool too_many;      /* more than MOST_INSTRUCTIONS */
};

static bool starts(const char *text, const char *prefix) {
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* The opcode up to its first dot. REDUX, a reduction within the warp, is not RED. */
static bool is_nvidia_atomic(const char *opcode) {
    static const char *const opcodes[] = {"ATOM",  "ATOMS",   "ATOMG",  "RED",  "REDG",
                                          "REDS",  "REDAS",   "UATOM",  "URED", "SUATOM",
                                          "SURED", "UBLKRED", "UBLKCP", NULL};
    const size_t n = strcspn(opcode, ".");
    for (size_t i = 0; opcodes[i]; i++)
        if (strlen(opcodes[i]) == n && strncmp(opcode, opcodes[i], n) == 0)
            return true;
    return false;
}

static bool is_amd_atomic(const char *opcode) {
    static const char *const plain_lds[] = {"ds_read",     "ds_write_", "ds_write2", "ds_load",
                                            "ds_bpermute", "ds_store_", "ds_store2", "ds_permute",
                                            "ds_swizzle",  "ds_nop",    "ds_bvh",    "ds_gws",
                                            "ds_param",    "ds_direct", NULL};
    return strstr(opcode, "_atomic") ||
           (starts(opcode, "ds_") && !ga_isa_starts(opcode, plain_lds));
}

/* What a compiler needs to combine the lanes of a warp into one atomic: to count them, or to pass values
 * between them. None of the kernels does that for anything else. Votes are no sign: sm_75 branches on
 * them; nor is v_readlane, by which scalar registers that were spilled come back. */
static bool is_sign(const char *opcode) {
    static const char *const signs[] = {"POPC",    "UPOPC",   "REDUX",  "SHFL",       "MATCH",
                                        "v_mbcnt", "s_bcnt1", "v_bcnt", "ds_swizzle", NULL};
    return ga_isa_starts(opcode, signs);
}

static void add_instruction(struct kernel *k, const char *text) {
    uint32_t i = 0;
    while (i < k->n && strcmp(k->instruction[i], text) != 0)
        i++;
    if (i == MOST_INSTRUCTIONS) {
        k->too_many = true;
        return;
    }
    if (i == k->n)
        snprintf(k->instruction[k->n++], TEXT, "%s", text);
    k->count[i]++;
    k->only_accesses &= ga_isa_is_access(text);
}

// SASS: an address in a comment, then "@!P0 ATOMS.ADD R4, [R5], R4 ;". The opcode has all
// modifiers.
static void read_sass(struct kernel *k, const char *line) {
    const char *p = strstr(line, "*/");
    if (!p)
        return;
    p += 2 + strspn(p + 2, " \t");
    if (*p == '@')
        p += strcspn(p, " \t"), p += strspn(p, " \t");
    char opcode[TEXT];
    snprintf(opcode, sizeof opcode, "%.*s", (int)strcspn(p, " \t;"), p);
    if (is_nvidia_atomic(opcode) || ga_isa_is_fence(opcode) || ga_isa_is_access(opcode))
        add_instruction(k, opcode);
    if (is_sign(opcode) && !*k->sign)
        memcpy(k->sign, opcode, sizeof opcode);
}

/* What a write-back must have been waited for before: what others may see or be told by, a clock, a way elsewhere. An
 * invalidation may stand between. */
static bool ends_wait(const char *opcode) {
    static const char *const ends[] = {"buffer_wbl2",   "buffer_store",
                                       "buffer_atomic", "buffer_load",
                                       "global_wb",     "global_load",
                                       "global_store",  "global_atomic",
                                       "flat_",         "ds_",
                                       "scratch_",      "s_memtime",
                                       "s_memrealtime", "s_getreg",
                                       "s_sendmsg",     "s_barrier",
                                       "s_branch",      "s_cbranch",
                                       "s_setpc",       "s_swappc",
                                       "s_endpgm",      NULL};
    return ga_isa_starts(opcode, ends);
}

/* A write-back and the wait for it are listed as one. in: opcode and what is behind it. */
static void follow_write_back(struct kernel *k, const char *opcode, const char *operands) {
    const bool gfx9 = strcmp(opcode, "s_waitcnt") == 0 && strstr(operands, "vmcnt(0)");
    const bool gfx12 = strcmp(opcode, "s_wait_storecnt") == 0 && strstr(operands, "0x0");
    char text[2 * TEXT];
    if (!*k->write_back || !(gfx9 || gfx12 || ends_wait(opcode)))
        return;
    snprintf(text, sizeof text, "%s%s", k->write_back,
             gfx9    ? "; s_waitcnt vmcnt(0)"
             : gfx12 ? "; s_wait_storecnt 0x0"
                     : GA_ISA_NO_WAIT);
    add_instruction(k, text);
    *k->write_back = '\0';
}

/* GCN and RDNA: "\tglobal_atomic_add v1, v0, v1, s[2:3] glc   // 00..". Return and scope are words
 * after the operands. */
static void read_gcn(struct kernel *k, char *line) {
    static const char *const modifiers[] = {"glc", "slc", "dlc",    "sc0", "sc1",
                                            "nt",  "th:", "scope:", NULL};
    char *const comment = strstr(line, "//");
    if (comment)
        *comment = '\0';
    char *rest = line;
    const char *const opcode = strtok_r(rest, " \t\r\n", &rest);
    if (!opcode)
        return;
    follow_write_back(k, opcode, rest);
    if (is_sign(opcode) && !*k->sign)
        snprintf(k->sign, sizeof k->sign, "%s", opcode);
    if (!is_amd_atomic(opcode) && !ga_isa_is_fence(opcode) && !ga_isa_is_access(opcode))
        return;
    char text[TEXT];
    size_t at = (size_t)snprintf(text, sizeof text, "%s", opcode);
    for (char *word; (word = strtok_r(NULL, " \t\r\n", &rest)) != NULL && at < sizeof text;)
        if (ga_isa_starts(word, modifiers))
            at += (size_t)snprintf(text + at, sizeof text - at, " %s", word);
    if (starts(opcode, "buffer_wbl2") || starts(opcode, "global_wb"))
        memcpy(k->write_back, text, sizeof text);
    else
        add_instruction(k, text);
}

static bool emit(FILE *out, const struct kernel *k) {
    if (!*k->name)
        return true;
    if (k->too_many) {
        fprintf(stderr, "ga-isa-extract: %s (%s) has more than %d different instructions to list\n",
                k->name, k->target, MOST_INSTRUCTIONS);
        errno = E2BIG;
        return false;
    }
    if (k->only_accesses)
        fprintf(out, "{\"%s\", \"%s\", \"\", 0, \"%s\"},\n", k->name, k->target, k->sign);
    for (uint32_t i = 0; i < k->n; i++)
        fprintf(out, "{\"%s\", \"%s\", \"%s\", %u, \"%s\"},\n", k->name, k->target,
                k->instruction[i], k->count[i], k->sign);
    return true;
}

/* Begins a kernel if the function belongs to the backend; otherwise what follows is passed over. */
static void begin(struct kernel *k, const char *function, const char *backend, const char *target) {
    char suffix[32];
    snprintf(suffix, sizeof suffix, "_%s", backend);
    const size_t n = strcspn(function, " >\r\n\t"), m = strlen(suffix);
    memset(k, 0, sizeof *k);
    if (n <= m || strncmp(function + n - m, suffix, m) != 0)
        return;
    snprintf(k->name, sizeof k->name, "%.*s", (int)(n - m), function);
    snprintf(k->target, sizeof k->target, "%s", target);
    k->only_accesses = true;
}

static bool extract(FILE *out, const char *backend, const char *target, const char *path) {
    FILE *const in = fopen(path, "r");
    if (!in) {
        fprintf(stderr, "ga-isa-extract: %s: %s\n", path, strerror(errno));
        return false;
    }
    const bool sass = strcmp(target, "-") == 0;
    char line[1024], sm[24] = "";
    struct kernel k = {0};
    bool good = true;
    while (good && fgets(line, sizeof line, in)) {
        const char *const function = sass ? strstr(line, "Function : ") : strchr(line, '<');
        if (sass && sscanf(line, " code for %23s", sm) == 1)
            continue;
        if (sass ? function != NULL : isxdigit((unsigned char)line[0]) && function) {
            good = emit(out, &k);
            begin(&k, function + (sass ? strlen("Function : ") : 1), backend, sass ? sm : target);
        } else if (*k.name && sass) {
            read_sass(&k, line);
        } else if (*k.name) {
            read_gcn(&k, line);
        }
    }
    good = good && emit(out, &k);
    fclose(in);
    return good;
}

int main(int argc, char **argv) {
    if (argc < 3 || argc % 2 != 1) {
        fprintf(stderr, "usage: ga-isa-extract OUT.inc BACKEND [TARGET FILE]...\n");
        return 2;
    }
    FILE *const out = fopen(argv[1], "w");
    bool good = out != NULL;
    for (int i = 3; good && i < argc; i += 2)
        good = extract(out, argv[2], argv[i], argv[i + 1]);
    if (out && fclose(out) != 0)
        good = false;
    if (!good)
        fprintf(stderr, "ga-isa-extract: %s: %s\n", argv[1], strerror(errno));
    return good ? 0 : 1;
}
