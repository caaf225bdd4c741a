/* src: DWARF 2 to 5, section 6.2. NVIDIA's opcode is in no manual: its operands, the caller's row and a name, were found
 * by compiling nested functions. */
#include "line_program.h"

#include <stdlib.h>

#include "line_files.h"
#include "reading.h"

enum {
    COPY = 1,
    ADVANCE_PC,
    ADVANCE_LINE,
    SET_FILE,
    SET_COLUMN,
    NEGATE,
    BLOCK,
    CONST_PC,
    FIXED_PC
};
enum { EXTENDED = 0, END_SEQUENCE = 1, SET_ADDRESS = 2, INLINED = 0x90 };
enum { OPCODES = 256, ADDRESS_BYTES = 8 };

struct unit {
    struct ga_line_program *program;
    const struct ga_line_sections *sections;
    struct ga_line_cursor c;
    struct ga_line_unit files;
    size_t first_row;
    int least_advance; /* of a line, by a special opcode */
    unsigned range, opcode_base, step;
    uint8_t operands[OPCODES];
    struct ga_line_row row;
    uint64_t address_at;
    bool has_address, no_memory;
};

static void put_row(struct unit *u) {
    struct ga_line_program *const p = u->program;
    void *rows = p->rows;
    struct ga_line_row *const row = ga_line_grow(&rows, &p->n_rows, &p->row_capacity, sizeof *row);
    p->rows = rows;
    u->no_memory |= !row;
    if (row)
        *row = u->row;
}

static void begin_sequence(struct unit *u) {
    u->row = (struct ga_line_row){.file = ga_line_file_of(&u->files, 1), .line = 1};
    u->first_row = u->program->n_rows;
    u->has_address = false;
}

static void end_sequence(struct unit *u) {
    struct ga_line_program *const p = u->program;
    void *sequences = p->sequences;
    put_row(u);
    if (u->has_address) {
        struct ga_line_sequence *const sequence =
            ga_line_grow(&sequences, &p->n_sequences, &p->sequence_capacity, sizeof *sequence);
        p->sequences = sequences;
        u->no_memory |= !sequence;
        if (sequence)
            *sequence =
                (struct ga_line_sequence){u->address_at, u->first_row, p->n_rows - u->first_row};
    }
    begin_sequence(u);
}

static void run_extended(struct unit *u) {
    const uint64_t n = ga_line_number(&u->c, false), from = u->c.at;
    const uint64_t opcode = n > 0 ? ga_line_take(&u->c, 1) : 0;
    if (opcode == END_SEQUENCE) {
        end_sequence(u);
    } else if (opcode == SET_ADDRESS && n == 1 + ADDRESS_BYTES) {
        u->address_at = u->files.at + u->c.at;
        u->row.address = ga_line_take(&u->c, ADDRESS_BYTES);
        u->has_address = true;
    } else if (opcode == INLINED) {
        u->row.caller = (uint32_t)ga_line_number(&u->c, false);
    }
    u->c.failed |= !ga_holds(u->c.bytes, from, n);
    u->c.at = u->c.failed ? u->c.at : from + n;
}

static void run_standard(struct unit *u, unsigned opcode) {
    switch (opcode) {
    case COPY:
        put_row(u);
        break;
    case ADVANCE_PC:
        u->row.address += ga_line_number(&u->c, false) * u->step;
        break;
    case ADVANCE_LINE:
        u->row.line += (uint32_t)ga_line_number(&u->c, true);
        break;
    case SET_FILE:
        u->row.file = ga_line_file_of(&u->files, ga_line_number(&u->c, false));
        break;
    case CONST_PC:
        u->row.address += (uint64_t)((255 - u->opcode_base) / u->range) * u->step;
        break;
    case FIXED_PC:
        u->row.address += ga_line_take(&u->c, 2);
        break;
    default:
        for (unsigned i = 0; i < u->operands[opcode]; i++)
            ga_line_number(&u->c, false);
    }
}

static void run(struct unit *u) {
    begin_sequence(u);
    while (u->c.at < u->c.bytes.n && !u->c.failed && !u->no_memory) {
        const unsigned opcode = (unsigned)ga_line_take(&u->c, 1);
        if (opcode == EXTENDED) {
            run_extended(u);
        } else if (opcode < u->opcode_base) {
            run_standard(u, opcode);
        } else {
            const unsigned special = opcode - u->opcode_base;
            u->row.address += (uint64_t)(special / u->range) * u->step;
            u->row.line += (uint32_t)(u->least_advance + (int)(special % u->range));
            put_row(u);
        }
    }
}

static void put_unit(struct unit *u) {
    struct ga_line_program *const p = u->program;
    void *units = p->units;
    struct ga_line_unit *const unit =
        ga_line_grow(&units, &p->n_units, &p->unit_capacity, sizeof *unit);
    p->units = units;
    u->no_memory |= !unit;
    if (unit)
        *unit = u->files;
}

/* in: the cursor behind the unit's length. out: false if it is of another version or form, or damaged. */
static bool read_header(struct unit *u) {
    enum { OLDEST = 2, WITH_WIDE = 4, NEWEST = 5 };
    const unsigned version = (unsigned)ga_line_take(&u->c, 2);
    if (version < OLDEST || version > NEWEST)
        return false;
    if (version == NEWEST && ga_line_take(&u->c, 2) != ADDRESS_BYTES) /* and no segments */
        return false;
    const uint64_t length = ga_line_take(&u->c, 4), program = u->c.at + length;
    if (!ga_holds(u->c.bytes, u->c.at, length))
        return false;
    u->step = (unsigned)ga_line_take(&u->c, 1);
    if (version >= WITH_WIDE)
        ga_line_take(&u->c, 1);
    ga_line_take(&u->c, 1); /* whether rows begin statements */
    u->least_advance = (int)(ga_line_take(&u->c, 1) ^ 0x80) - 0x80; /* of eight bits, with a sign */
    u->range = (unsigned)ga_line_take(&u->c, 1);
    u->opcode_base = (unsigned)ga_line_take(&u->c, 1);
    for (unsigned i = 1; i < u->opcode_base; i++)
        u->operands[i] = (uint8_t)ga_line_take(&u->c, 1);
    if (u->c.failed || u->range == 0 || u->opcode_base == 0)
        return false;
    u->files.first_file = u->program->n_files;
    u->files.lowest = version < NEWEST;
    u->no_memory = !ga_line_files(&u->c, version, u->sections, u->program);
    u->files.n_files = u->program->n_files - u->files.first_file;
    u->c.at = program;
    return !u->c.failed && !u->no_memory;
}

/* out: the texts that end. */
static struct ga_bytes ended(struct ga_bytes texts) {
    while (texts.n > 0 && texts.at[texts.n - 1] != 0)
        texts.n--;
    return texts;
}

enum ga_status ga_line_program_read(const struct ga_line_sections *sections,
                                    struct ga_line_program *program, struct ga_err *err) {
    enum { LENGTH = 4 };
    const struct ga_bytes lines = sections->lines;
    const struct ga_line_sections whole = {lines, ended(sections->line_strings),
                                           ended(sections->strings)};
    *program = (struct ga_line_program){.rows = NULL};
    for (uint64_t at = 0, n = 0; ga_holds(lines, at, LENGTH); at += n) {
        n = LENGTH + ga_get(lines, at, LENGTH);
        if (!ga_holds(lines, at, n)) {
            program->is_part = true;
            break;
        }
        struct unit u = {.program = program,
                         .sections = &whole,
                         .c = {.bytes = ga_part(lines, at, n), .at = LENGTH},
                         .files.at = at};
        const bool is_read = n > LENGTH && read_header(&u);
        if (is_read) {
            put_unit(&u);
            run(&u);
        }
        program->is_part |= n > LENGTH && (!is_read || u.c.failed);
        if (u.no_memory)
            return ga_fail(err, GA_ERROR, "no memory for source lines");
    }
    return GA_OK;
}

uint32_t ga_line_file_of(const struct ga_line_unit *unit, uint64_t number) {
    return unit && number >= unit->lowest && number - unit->lowest < unit->n_files
               ? (uint32_t)(unit->first_file + (number - unit->lowest))
               : UINT32_MAX;
}

static int by_place(const void *a, const void *b) {
    const struct ga_line_unit *const x = a, *const y = b;
    return (x->at > y->at) - (x->at < y->at);
}

const struct ga_line_unit *ga_line_unit_at(const struct ga_line_program *p, uint64_t at) {
    const struct ga_line_unit wanted = {.at = at};
    return p->n_units > 0 ? bsearch(&wanted, p->units, p->n_units, sizeof wanted, by_place) : NULL;
}

void ga_line_program_free(struct ga_line_program *p) {
    free(p->rows);
    free(p->sequences);
    free(p->files);
    free(p->units);
    *p = (struct ga_line_program){.rows = NULL};
}
