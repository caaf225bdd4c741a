/* What nvcc makes of a file's device code: a fatbin, FATBIN, and a wrapper around it, in a section whose flags are FLAGS. */
__asm__(".pushsection .nv_fatbin,\"a\"\n"
        ".balign 8\n"
        "wrapped_fatbin: .incbin \"" FATBIN "\"\n"
        ".popsection\n"
        ".pushsection .nvFatBinSegment,\"" FLAGS "\"\n"
        ".balign 16\n"
        ".quad 0\n" /* as of a compiler that aligns more than the size of a wrapper */
        ".globl wrapped_wrapper\n"
        ".hidden wrapped_wrapper\n"
        "wrapped_wrapper: .long 0x466243b1, 1\n"
        ".quad wrapped_fatbin, 0\n"
        ".popsection");

extern const char wrapped_wrapper[] __attribute__((visibility("hidden")));
const void *wrapped(void);
const void *wrapped(void) { return wrapped_wrapper; }
