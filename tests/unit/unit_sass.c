/* The two readers of NVIDIA's machine code make the same of an instruction: its bits, and what cuobjdump prints of them. The rows
 * are code of real programs. */
#include "check.h"

#include "disassembly.h"
#include "sass.h"

enum { AT = 0x100, MOST = 512 }; /* where each stands; registers */

static const struct {
    unsigned sm;
    uint64_t words[2];
    const char *text;
} rows[] = {
    {75, {0x00000dd200007947, 0x000fea0003800000}, "BRA.DIV 0xee0"},
    {75, {0x00000dd300007947, 0x000fea0003800000}, "BRA.CONV 0xee0"},
    {75, {0x00000dd000007947, 0x000fea0003800000}, "BRA 0xee0"},
    {90, {0x00000002043c7947, 0x01cfec000b800000}, "BRA.DIV UR4, 0x200"},
    {75, {0x000002a000007944, 0x000fea0003c00000}, "CALL.REL.NOINC 0x3b0"},
    {90, {0x0000014c00247944, 0x000fea0003c00000}, "CALL.REL.NOINC 0x14da0"},
    {80, {0x0000001000000944, 0x01ffe20003c00000}, "@P0 CALL.REL.NOINC 0x120"},
    {90, {0x000000060408723c, 0x000fe20000001008}, "HMMA.1688.F32 R8, R4, R6, R8"},
    {90, {0x000000060408783b, 0x000fe20000000208}, "LDSM.16.M88.4 R8, [R4]"},
    {90, {0xfffff004020e7981, 0x000ea2000c1e1900}, "LDG.E R14, desc[UR4][R2.64+-0x10]"},
    {75, {0x00000004ff087981, 0x000ea2000c1ee900}, "LDG.E.SYS R8, [UR4]"},
    {90, {0x0000100402007986, 0x0041e4000c101904}, "STG.E desc[UR4][R2.64+0x10], R4"},
    {90, {0x0000100402037984, 0x000e220000000800}, "LDS R3, [R2+0x10]"},
    {90, {0x0000100402037984, 0x000e220008000800}, "LDS R3, [R2+UR4+0x10]"},
    {80, {0x00005800ff047624, 0x000fe200078e00ff}, "IMAD.MOV.U32 R4, RZ, RZ, c[0x0][0x160]"},
    {90, {0x00008400ff027b82, 0x000e220000000a00}, "LDC.64 R2, c[0x0][0x210]"},
    {90, {0x01000000ff027b82, 0x000eb00000000a00}, "LDC.64 R2, c[0x4][RZ]"},
    {80, {0x3f803f80000c7831, 0x020fe20000240807}, "HFMA2.BF16_V2 R12, R0.H0_H0, 1, 1, R7.H0_H0"},
    {80, {0x0000ffff0c0c7812, 0x000fe400078ec0ff}, "LOP3.LUT R12, R12, 0xffff, RZ, 0xc0, !PT"},
    {90, {0x000000000000094d, 0x000fea0000800000}, "@P0 EXIT P1"},
    {90, {0x00001fff6e6e7589, 0x000e6200000e0000}, "SHFL.IDX PT, R110, R110, RZ, 0x1f"},
    {90, {0x0c201f0011067f89, 0x004ea200000e0000}, "SHFL.BFLY PT, R6, R17, 0x1, 0x1f"},
    {75, {0x000000221d1d7389, 0x00006200000e001f}, "SHFL.IDX PT, R29, R29, R34, R31"},
    {120, {0x082000001c2c7989, 0x000e6400000e0000}, "SHFL.DOWN PT, R44, R28, 0x1, R0"},
    {120, {0x0000001216127607, 0x000fc60006000000}, "SEL.64 R18, R22, R18, !P4"},
    {120, {0x000000090606724a, 0x000fe2000bfe0100}, "UVIMNMX.S32 UR6, UR6, UR9, UPT"},
    {120,
     {0x200000ff24007234, 0x004fda0003f05800},
     "HSETP2.NE.AND P0, PT, R36.H0_H0, RZ.H0_H0, PT"},
    {90,
     {0x001000002e387fae, 0x0003e20008901d50},
     "LDGSTS.E.BYPASS.LTC128B.128 [R56+0x100], desc[UR16][R46.64], P1"},
    {90, {0x0000000400037304, 0x0000760000202000}, "F2F.BF16.F32 R3, R4"},
    {90, {0x0000000a000a7310, 0x000e240000201800}, "F2F.F64.F32 R10, R10"},
    {90, {0x0000000300027307, 0x000e220000205000}, "FRND.FLOOR R2, R3"},
    {75, {0x00000a00ff017624, 0x000fe400078e00ff}, "IMAD.MOV.U32 R1, RZ, RZ, c[0x0][0x28]"},
    {75, {0x00000008ff0d7424, 0x000fe200078e00ff}, "IMAD.MOV.U32 R13, RZ, RZ, 0x8"},
    {75, {0x000000ffff0a7224, 0x000fc800078e0002}, "IMAD.MOV.U32 R10, RZ, RZ, R2"},
    {75, {0x000000ffff097224, 0x002fc800078e0a05}, "IMAD.MOV R9, RZ, RZ, -R5"},
    {80, {0x80007200ff0b0624, 0x000fe400078e02ff}, "@P0 IMAD.MOV R11, RZ, RZ, -c[0x0][0x1c8]"},
    {90, {0x000000ffff097224, 0x000fc800010e0609}, "IMAD.X R9, RZ, RZ, R9, P2"},
    {90, {0x00000011ff4e7e24, 0x000fe2000f8e00ff}, "IMAD.U32 R78, RZ, RZ, UR17"},
    {90, {0x0000000607057224, 0x022fe200078e0204}, "IMAD R5, R7, R6, R4"},
    {90, {0x0000000706057223, 0x022fe20000000004}, "FFMA R5, R6, R7, R4"},
    {90, {0x0000000706057223, 0x022fe20000000804}, "FFMA R5, R6, R7, -R4"},
    {75, {0x00005b0004057623, 0x020fd00000000005}, "FFMA R5, R4, R5, c[0x0][0x16c]"},
    {75, {0x00005c0006067a2b, 0x020e520000000804}, "DFMA R6, R6, c[0x0][0x170], -R4"},
    {90, {0x0000000706057235, 0x022fe20000000004}, "HFMA2.MMA R5, R6, R7, R4"},
    {90, {0x20000004ff007230, 0x020fca0000004100}, "HADD2.F32 R0, -RZ, R4.H0_H0"},
    {90, {0xffff000005057812, 0x002fcc00078ef804}, "LOP3.LUT R5, R5, 0xffff0000, R4, 0xf8, !PT"},
    {90, {0x0001000004007824, 0x020fe200078e00ff}, "IMAD.U32 R0, R4, 0x10000, RZ"},
    {90, {0x00000004050b7c10, 0x000fe200087fe4ff}, "IADD3.X R11, R5, UR4, RZ, P0, !PT"},
    {90, {0x0000000405057c36, 0x000fcc0008000000}, "VIADD R5, R5, UR4"},
    {90, {0x0000000006107355, 0x001e2a0000100000}, "BMOV.32.CLEAR R16, B6"},
    {90, {0x0000000006107983, 0x000ea80000100400}, "LDL.U16 R16, [R6]"},
    {100,
     {0x800004110e0779a8, 0x0006a200081ef104},
     "ATOMG.E.ADD.STRONG.GPU PT, R7, desc[UR4][R14.64+0x4], R17"},
    {100,
     {0xfffffc0b0e0679a8, 0x0002a800081ef104},
     "ATOMG.E.ADD.STRONG.GPU PT, R6, desc[UR4][R14.64+-0x4], R11"},
    {100,
     {0xfffff8140e0473a9, 0x000ee800001ee115},
     "ATOMG.E.CAS.STRONG.GPU PT, R4, [R14+-0x8], R20, R21"},
    {100, {0xfe0000040e04797e, 0x0080a80008121908}, "LDG.E.ENL2.256 R8, R4, desc[UR4][R14.64]"},
    {100,
     {0xc000000402ff797e, 0x001eaa000812f908},
     "LDG.E.ENL2.256.STRONG.GPU R8, RZ, desc[UR4][R2.64], 0xe0"},
    {100,
     {0x140000040202797e, 0x001eaa000812f8ff},
     "LDG.E.ENL2.256.STRONG.GPU RZ, R2, desc[UR4][R2.64], 0xa"},
    {100, {0xf80000040208797f, 0x002fe2000f121804}, "STG.E.ENL2.256 desc[UR4][R2.64], R4, R8"},
};

/* out: of each register, whether what writes it, or is computed from it. */
static void find_registers(const struct ga_sass *in, bool writes[MOST], bool reads[MOST]) {
    for (unsigned k = 0; in->destination != GA_NO_REGISTER && k <= in->more; k++)
        writes[in->destination + k] = true;
    for (unsigned k = 0; k < in->second; k++)
        writes[in->source[2] + k] = true;
    for (unsigned k = 0; in->destination != GA_NO_REGISTER && in->role != GA_ROLE_LOAD && k < 3;
         k++)
        reads[in->source[k]] |= in->source[k] != GA_NO_REGISTER;
}

static void alike(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ga_sass own, read;
        bool registers[4][MOST] = {{false}};
        ga_sass_decode(rows[i].words, rows[i].sm, AT, &own);
        ga_sass_parse(rows[i].text, AT, &read);
        find_registers(&own, registers[0], registers[1]);
        find_registers(&read, registers[2], registers[3]);
        if (own.role != read.role || own.guard != read.guard || own.written != read.written ||
            (own.role >= GA_ROLE_BRANCH && own.asked != read.asked) ||
            own.conditional != read.conditional || own.zero != read.zero ||
            own.is_plain != read.is_plain || own.displacement != read.displacement ||
            own.constant != read.constant ||
            (own.role == GA_ROLE_FMA_F32 && !own.altered != !read.altered) ||
            ((own.role == GA_ROLE_BRANCH || own.role == GA_ROLE_CALL) &&
             own.target != read.target) ||
            memcmp(registers[0], registers[2], 2 * sizeof *registers) != 0)
            fail_msg("%s: roles %d and %d", rows[i].text, own.role, read.role);
    }
}

/* Up to sm_89 the compiler leaves loops by a call past the branch behind it: it is a branch, and nothing comes back. */
static void leaves_by_call(void **state) {
    const uint64_t words[2] = {0x0000001000000944, 0x01ffe20003c00000},
                   farther[2] = {0x0000002000000944, 0x01ffe20003c00000};
    struct ga_sass in;
    (void)state;
    ga_sass_decode(words, 80, AT, &in);
    assert_int_equal(in.role, GA_ROLE_BRANCH);
    assert_true(in.conditional);
    assert_int_equal(in.target, AT + 2 * GA_SASS_BYTES);
    ga_sass_decode(farther, 80, AT, &in);
    assert_int_equal(in.role, GA_ROLE_CALL);
}

/* Four sums. */
static void writes_several(void **state) {
    const uint64_t words[2] = {0x000000060408723c, 0x000fe20000001008};
    struct ga_sass in;
    (void)state;
    ga_sass_decode(words, 90, AT, &in);
    assert_int_equal(in.destination, 8);
    assert_int_equal(in.more, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(alike), cmocka_unit_test(leaves_by_call),
                                       cmocka_unit_test(writes_several)};
    return cmocka_run_group_tests_name("sass", tests, NULL, NULL);
}
