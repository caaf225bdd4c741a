/* Waits that are lowered, and edits that are refused, in short pieces of code of all generations. The words are llvm-mc's (19):
 * what a case is about says which of them differ behind. */
#include <string.h>

#include "check.h"

#include "gfx.h"
#include "waits.h"

enum { WORDS = 44, GONE = 4 };

static const struct piece {
    const char *about;
    uint8_t generation;
    const char *refused; /* how the reason begins; NULL: it is done */
    uint32_t before[WORDS], after[WORDS];
    size_t bytes;
    size_t gone[GONE]; /* offsets, from 1 on */
} pieces[] = {{"the wait in front of which it stands",
               GA_GFX9,
               NULL,
               {0xdc508000, 0x03000001, 0xdd088000, 0x00020002, 0xdc508000, 0x04000001, 0xbf8c0f72,
                0xbf8c0f71, 0xbf8c0f70, 0xbf810000},
               {0xdc508000, 0x03000001, 0xbf800000, 0xbf800000, 0xdc508000, 0x04000001, 0xbf8c0f71,
                0xbf8c0f71, 0xbf8c0f70, 0xbf810000},
               40,
               {9}},
              {"a number in two parts",
               GA_GFX9,
               NULL,
               {0xdc508000, 0x03000001, 0xdd088000, 0x00020002, 0xdc508000, 0x0a000001, 0xdc508000,
                0x0b000001, 0xdc508000, 0x0c000001, 0xdc508000, 0x0d000001, 0xdc508000, 0x0e000001,
                0xdc508000, 0x0f000001, 0xdc508000, 0x10000001, 0xdc508000, 0x11000001, 0xdc508000,
                0x12000001, 0xdc508000, 0x13000001, 0xdc508000, 0x14000001, 0xdc508000, 0x15000001,
                0xdc508000, 0x16000001, 0xdc508000, 0x17000001, 0xdc508000, 0x18000001, 0xbf8c4f70,
                0xbf8cc07f, 0xbf810000},
               {0xdc508000, 0x03000001, 0xbf800000, 0xbf800000, 0xdc508000, 0x0a000001, 0xdc508000,
                0x0b000001, 0xdc508000, 0x0c000001, 0xdc508000, 0x0d000001, 0xdc508000, 0x0e000001,
                0xdc508000, 0x0f000001, 0xdc508000, 0x10000001, 0xdc508000, 0x11000001, 0xdc508000,
                0x12000001, 0xdc508000, 0x13000001, 0xdc508000, 0x14000001, 0xdc508000, 0x15000001,
                0xdc508000, 0x16000001, 0xdc508000, 0x17000001, 0xdc508000, 0x18000001, 0xbf8c0f7f,
                0xbf8cc07f, 0xbf810000},
               148,
               {9}},
              {"the upper part stays",
               GA_GFX9,
               NULL,
               {0xdc508000, 0x03000001, 0xdd088000, 0x00020002, 0xdc508000, 0x0a000001, 0xdc508000,
                0x0b000001, 0xdc508000, 0x0c000001, 0xdc508000, 0x0d000001, 0xdc508000, 0x0e000001,
                0xdc508000, 0x0f000001, 0xdc508000, 0x10000001, 0xdc508000, 0x11000001, 0xdc508000,
                0x12000001, 0xdc508000, 0x13000001, 0xdc508000, 0x14000001, 0xdc508000, 0x15000001,
                0xdc508000, 0x16000001, 0xdc508000, 0x17000001, 0xdc508000, 0x18000001, 0xdc508000,
                0x19000001, 0xdc508000, 0x1a000001, 0xbf8c4f72, 0xbf810000},
               {0xdc508000, 0x03000001, 0xbf800000, 0xbf800000, 0xdc508000, 0x0a000001, 0xdc508000,
                0x0b000001, 0xdc508000, 0x0c000001, 0xdc508000, 0x0d000001, 0xdc508000, 0x0e000001,
                0xdc508000, 0x0f000001, 0xdc508000, 0x10000001, 0xdc508000, 0x11000001, 0xdc508000,
                0x12000001, 0xdc508000, 0x13000001, 0xdc508000, 0x14000001, 0xdc508000, 0x15000001,
                0xdc508000, 0x16000001, 0xdc508000, 0x17000001, 0xdc508000, 0x18000001, 0xdc508000,
                0x19000001, 0xdc508000, 0x1a000001, 0xbf8c4f71, 0xbf810000},
               160,
               {9}},
              {"any number of turns",
               GA_GFX9,
               NULL,
               {0xdc508000, 0x03000001, 0xdd088000, 0x00020002, 0xbf85fffd, 0xbf8c0f75, 0xbf810000},
               {0xdc508000, 0x03000001, 0xbf800000, 0xbf800000, 0xbf85fffd, 0xbf8c0f70, 0xbf810000},
               28,
               {9}},
              {"flat counts twice",
               GA_GFX9,
               NULL,
               {0xdc500000, 0x04000000, 0xdd080000, 0x00000200, 0xbf8c0171, 0xbf810000},
               {0xdc500000, 0x04000000, 0xbf800000, 0xbf800000, 0xbf8c0070, 0xbf810000},
               24,
               {9}},
              {"stores count, too",
               GA_GFX940,
               NULL,
               {0xdc708000, 0x00000201, 0xdd348000, 0x00020002, 0xd86c0000, 0x05000001, 0xd8000000,
                0x00000201, 0xbf8c0171, 0xbf810000},
               {0xdc708000, 0x00000201, 0xbf800000, 0xbf800000, 0xd86c0000, 0x05000001, 0xbf800000,
                0xbf800000, 0xbf8c0070, 0xbf810000},
               40,
               {9, 25}},
              {"whether an invalidation counts is not known: it may, if it goes",
               GA_GFX940,
               NULL,
               {0xdc508000, 0x03000001, 0xe0a48000, 0x00000000, 0xdc508000, 0x04000001, 0xbf8c0f72,
                0xbf810000},
               {0xdc508000, 0x03000001, 0xbf800000, 0xbf800000, 0xdc508000, 0x04000001, 0xbf8c0f71,
                0xbf810000},
               32,
               {9}},
              {"and may not, if it stays",
               GA_GFX940,
               NULL,
               {0xdc508000, 0x03000001, 0xdd088000, 0x00020002, 0xe0a48000, 0x00000000, 0xbf8c0f71,
                0xbf810000},
               {0xdc508000, 0x03000001, 0xbf800000, 0xbf800000, 0xe0a48000, 0x00000000, 0xbf8c0f70,
                0xbf810000},
               32,
               {9}},
              {"results with loads, others with stores",
               GA_GFX10,
               NULL,
               {0xdc308000, 0x03000001, 0xdc708000, 0x00000201, 0xdcc88000, 0x00020002, 0xdcc98000,
                0x05020002, 0xbf8c0271, 0xbbfd0001, 0xbf810000},
               {0xdc308000, 0x03000001, 0xdc708000, 0x00000201, 0xbf800000, 0xbf800000, 0xbf800000,
                0xbf800000, 0xbf8c0270, 0xbbfd0000, 0xbf810000},
               44,
               {17, 25}},
              {"shared memory",
               GA_GFX11,
               NULL,
               {0xd8d80000, 0x03000001, 0xd8800000, 0x04000201, 0xdc520000, 0x05000001, 0xbf890017,
                0xbc7c0003, 0xbfb00000},
               {0xd8d80000, 0x03000001, 0xbf800000, 0xbf800000, 0xdc520000, 0x05000001, 0xbf890007,
                0xbc7c0003, 0xbfb00000},
               36,
               {9}},
              {"counters in one wait",
               GA_GFX12,
               NULL,
               {0xee050000, 0x00000005, 0x00000001, 0xd8d80000, 0x03000001, 0xd8800000, 0x04000201,
                0xee0d4000, 0x01100005, 0x00000001, 0xee068000, 0x01000000, 0x00000001, 0xee0b007c,
                0x00080000, 0x00000000, 0xbfc80101, 0xbfc10001, 0xbfc70001, 0xbfb00000},
               {0xee050000, 0x00000005, 0x00000001, 0xd8d80000, 0x03000001, 0xbf800000, 0xbf800000,
                0xbf800000, 0xbf800000, 0xbf800000, 0xee068000, 0x01000000, 0x00000001, 0xbf800000,
                0xbf800000, 0xbf800000, 0xbfc80000, 0xbfc10000, 0xbfc70001, 0xbfb00000},
               80,
               {21, 29, 53}},
              {"round a loop",
               GA_GFX9,
               NULL,
               {0xdc508000, 0x03000001, 0xbf8c0f73, 0xdd088000, 0x00020002, 0xbf85fffa, 0xbf8c0f71,
                0xbf810000},
               {0xdc508000, 0x03000001, 0xbf8c0f72, 0xbf800000, 0xbf800000, 0xbf85fffa, 0xbf8c0f70,
                0xbf810000},
               32,
               {13}},
              {"by the way on which most go",
               GA_GFX9,
               NULL,
               {0xdc508000, 0x03000001, 0xbf850005, 0xdd088000, 0x00020002, 0xdd088000, 0x00020002,
                0xbf820002, 0xdc508000, 0x04000001, 0xdc508000, 0x05000001, 0xbf8c0f73, 0xbf810000},
               {0xdc508000, 0x03000001, 0xbf850005, 0xbf800000, 0xbf800000, 0xbf800000, 0xbf800000,
                0xbf820002, 0xdc508000, 0x04000001, 0xdc508000, 0x05000001, 0xbf8c0f71, 0xbf810000},
               56,
               {13, 21}},
              {"what was waited for before",
               GA_GFX9,
               NULL,
               {0xdd088000, 0x00020002, 0xbf8c0f70, 0xdc508000, 0x03000001, 0xdc508000, 0x04000001,
                0xbf8c0f73, 0xbf810000},
               {0xbf800000, 0xbf800000, 0xbf8c0f70, 0xdc508000, 0x03000001, 0xdc508000, 0x04000001,
                0xbf8c0f73, 0xbf810000},
               36,
               {1}},
              {"the first of a clause",
               GA_GFX11,
               NULL,
               {0xbf850002, 0xdcd60000, 0x00020001, 0xdcd60000, 0x00020002, 0xdcd60000, 0x00020003,
                0xbfb00000},
               {0xbf800000, 0xbf800000, 0xbf850001, 0xdcd60000, 0x00020002, 0xdcd60000, 0x00020003,
                0xbfb00000},
               32,
               {5}},
              {"one inside it",
               GA_GFX11,
               NULL,
               {0xbf850002, 0xdcd60000, 0x00020001, 0xdcd60000, 0x00020002, 0xdcd60000, 0x00020003,
                0xbfb00000},
               {0xbf850003, 0xdcd60000, 0x00020001, 0xbf800000, 0xbf800000, 0xdcd60000, 0x00020003,
                0xbfb00000},
               32,
               {13}},
              {"the last of it",
               GA_GFX11,
               NULL,
               {0xbf850002, 0xdcd60000, 0x00020001, 0xdcd60000, 0x00020002, 0xdcd60000, 0x00020003,
                0xdcd60000, 0x00020001, 0xbfb00000},
               {0xbf850001, 0xdcd60000, 0x00020001, 0xdcd60000, 0x00020002, 0xbf800000, 0xbf800000,
                0xdcd60000, 0x00020001, 0xbfb00000},
               40,
               {21}},
              {"all but one of it",
               GA_GFX10,
               NULL,
               {0xbfa10001, 0xdcc88000, 0x00020001, 0xdcc88000, 0x00020002, 0xbf810000},
               {0xbf800000, 0xbf800000, 0xbf800000, 0xdcc88000, 0x00020002, 0xbf810000},
               24,
               {5}},
              {"all of it, 12 bytes each",
               GA_GFX12,
               NULL,
               {0xbf850001, 0xee0d4002, 0x00000000, 0x00000001, 0xee0d4002, 0x00000000, 0x00000002,
                0xbfb00000},
               {0xbf800000, 0xbf800000, 0xbf800000, 0xbf800000, 0xbf800000, 0xbf800000, 0xbf800000,
                0xbfb00000},
               32,
               {5, 17}},
              {"a jump",
               GA_GFX9,
               "where it goes at 0x0014 is not known",
               {0xdc508000, 0x03000001, 0xdd088000, 0x00020002, 0xbf8c0f71, 0xbe801d04},
               {0xdc508000, 0x03000001, 0xdd088000, 0x00020002, 0xbf8c0f71, 0xbe801d04},
               24,
               {9}},
              {"a jump, where all waits are for 0",
               GA_GFX9,
               NULL,
               {0xdc508000, 0x03000001, 0xdd088000, 0x00020002, 0xbf8c0f70, 0xbe801d04},
               {0xdc508000, 0x03000001, 0xbf800000, 0xbf800000, 0xbf8c0f70, 0xbe801d04},
               24,
               {9}},
              {"a return",
               GA_GFX9,
               NULL,
               {0xdc508000, 0x03000001, 0xdd088000, 0x00020002, 0xbf8c0f71, 0xbe801d1e},
               {0xdc508000, 0x03000001, 0xbf800000, 0xbf800000, 0xbf8c0f70, 0xbe801d1e},
               24,
               {9}},
              {"a jump by the register of returns",
               GA_GFX12,
               "where it goes at 0x0020 is not known",
               {0xee050000, 0x00000005, 0x00000001, 0xee0d4000, 0x01100005, 0x00000001, 0xbfc00001,
                0xbe9e4700, 0xbe80481e},
               {0xee050000, 0x00000005, 0x00000001, 0xee0d4000, 0x01100005, 0x00000001, 0xbfc00001,
                0xbe9e4700, 0xbe80481e},
               36,
               {13}},
              {"a branch to another function",
               GA_GFX9,
               "where it goes at 0x0014 is not known",
               {0xdc508000, 0x03000001, 0xdd088000, 0x00020002, 0xbf8c0f71, 0xbf850063, 0xbf810000},
               {0xdc508000, 0x03000001, 0xdd088000, 0x00020002, 0xbf8c0f71, 0xbf850063, 0xbf810000},
               28,
               {9}},
              {"a fork",
               GA_GFX9,
               "where it goes at 0x0000 is not known",
               {0xb8020001, 0xdc508000, 0x03000001, 0xdd088000, 0x00020002, 0xbf8c0f71, 0xbf810000},
               {0xb8020001, 0xdc508000, 0x03000001, 0xdd088000, 0x00020002, 0xbf8c0f71, 0xbf810000},
               28,
               {13}},
              {"a wait that asks a register",
               GA_GFX10,
               "a wait that is not understood, at 0x0008",
               {0xdcc88000, 0x00020002, 0xbb840001, 0xbf810000},
               {0xdcc88000, 0x00020002, 0xbb840001, 0xbf810000},
               16,
               {1}},
              {"a wait for sources that are read",
               GA_GFX11,
               "a wait that is not understood, at 0x0008",
               {0xdcd60000, 0x00020002, 0xbf88ffe7, 0xbfb00000},
               {0xdcd60000, 0x00020002, 0xbf88ffe7, 0xbfb00000},
               16,
               {1}},
              {"a wait for all sources",
               GA_GFX12,
               NULL,
               {0xee0d4002, 0x00000000, 0x00000002, 0xbf88ffe3, 0xbfb00000},
               {0xbf800000, 0xbf800000, 0xbf800000, 0xbf88ffe3, 0xbfb00000},
               20,
               {1}}};

static void edit_piece(const struct piece *piece, uint8_t *bytes, uint32_t *n_waits) {
    const struct ga_bytes code = {(const uint8_t *)piece->before, piece->bytes};
    const struct ga_function function = {.name = "piece",
                                         .is_gfx = true,
                                         .generation = piece->generation,
                                         .code = code,
                                         .path = "piece",
                                         .file = code};
    struct ga_gfx_plan *plan = NULL;
    struct ga_sass *read = NULL;
    size_t n = 0;
    memcpy(bytes, piece->before, piece->bytes);
    assert_int_equal(ga_function_read(&function, &read, &n, NULL), GA_OK);
    assert_non_null(read);
    assert_int_equal(ga_gfx_plan_make(&function, read, n, &plan, NULL), GA_OK);
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < GONE; k++)
            if (piece->gone[k] == read[i].offset + 1 && ga_gfx_plan_may(plan, i, true))
                assert_true(ga_gfx_plan_remove(plan, i));
    const char *const why = ga_gfx_plan_refused(plan);
    if (piece->refused)
        assert_true(why && strncmp(why, piece->refused, strlen(piece->refused)) == 0);
    else
        assert_null(why);
    assert_int_equal(ga_gfx_plan_do(plan, bytes, n_waits, NULL), GA_OK);
    ga_gfx_plan_free(plan);
    free(read);
}

static void waits(void **state) {
    (void)state;
    for (size_t p = 0; p < sizeof pieces / sizeof *pieces; p++) {
        uint8_t bytes[4 * WORDS];
        uint32_t n_waits = 0;
        edit_piece(&pieces[p], bytes, &n_waits);
        for (size_t i = 0; i < pieces[p].bytes; i += 4) {
            uint32_t word;
            memcpy(&word, bytes + i, sizeof word);
            if (word != pieces[p].after[i / 4])
                fail_msg("%s: at 0x%04zx: 0x%08x, expected 0x%08x", pieces[p].about, i, word,
                         pieces[p].after[i / 4]);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(waits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
