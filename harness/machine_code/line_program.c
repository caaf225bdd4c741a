/* src: DWARF 2 to 4, section 6.2. NVIDIA's opcode is in no manual: its operands, the caller's row and a name, were found
 * by compiling nested functions. */
#include "line_program.h"

#include <stdlib.h>
#include <string.h>

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

/* Reads on; behind the end come zeros. */
struct cursor {
    struct ga_bytes bytes;
    uint64_t at;
    bool failed; /* it went beyond the end */
};

static uint64_t take(struct cursor *c, unsigned n) {
    if (!ga_holds(c->bytes, c->at, n)) {
        c->failed = true;
        return 0;
    }
    c->at += n;
    return ga_get(c->bytes, c->at - n, n);
}

/* Seven bits a byte, the lowest first. */
static uint64_t take_number(struct cursor *c, bool with_sign) {
    uint64_t value = 0, byte = 0x80;
    unsigned shift = 0;
    for (; byte & 0x80 && !c->failed; shift += 7) {
        byte = take(c, 1);
        if (shift < 64)
            value |= (byte & 0x7f) << shift;
    }
    if (with_sign && byte & 0x40 && shift < 64)
        value |= ~UINT64_C(0) << shift;
    return value;
}

static const char *take_text(struct cursor *c) {
    const uint8_t *const at = c->bytes.at + c->at;
    const uint8_t *const end = c->failed ? NULL : memchr(at, 0, c->bytes.n - (size_t)c->at);
    if (!end) {
        c->failed = true;
        return "";
    }
    c->at += (uint64_t)(end - at) + 1;
    return (const char *)at;
}

/* One more element of an array. out: NULL for want of memory. */
static void *add(void **array, size_t *n, size_t *capacity, size_t size) {
    if (*n == *capacity) {
        const size_t wanted = *capacity ? 2 * *capacity : 64;
        void *const larger = realloc(*array, wanted * size);
        if (!larger)
            return NULL;
        *array = larger;
        *capacity = wanted;
    }
    return (char *)*array + size * (*n)++;
}

struct unit {
    struct ga_line_program *program;
    struct cursor c;
    uint64_t base; /* of the unit in its section */
    size_t first_file, first_row;
    int least_advance; /* of a line, by a special opcode */
    unsigned range, opcode_base, step;
    uint8_t operands[OPCODES];
    struct ga_line_row row;
    uint64_t address_at;
    bool has_address, no_memory;
};

static void put_file(struct unit *u, const char *directory, const char *name) {
    struct ga_line_program *const p = u->program;
    void *files = p->files;
    struct ga_line_file *const file = add(&files, &p->n_files, &p->file_capacity, sizeof *file);
    p->files = files;
    u->no_memory |= !file;
    if (file)
        *file = (struct ga_line_file){directory, name};
}

static void put_row(struct unit *u) {
    struct ga_line_program *const p = u->program;
    void *rows = p->rows;
    struct ga_line_row *const row = add(&rows, &p->n_rows, &p->row_capacity, sizeof *row);
    p->rows = rows;
    u->no_memory |= !row;
    if (row)
        *row = u->row;
}

static void begin_sequence(struct unit *u) {
    u->row = (struct ga_line_row){.file = (uint32_t)u->first_file, .line = 1};
    u->first_row = u->program->n_rows;
    u->has_address = false;
}

static void end_sequence(struct unit *u) {
    struct ga_line_program *const p = u->program;
    void *sequences = p->sequences;
    put_row(u);
    if (u->has_address) {
        struct ga_line_sequence *const sequence =
            add(&sequences, &p->n_sequences, &p->sequence_capacity, sizeof *sequence);
        p->sequences = sequences;
        u->no_memory |= !sequence;
        if (sequence)
            *sequence =
                (struct ga_line_sequence){u->address_at, u->first_row, p->n_rows - u->first_row};
    }
    begin_sequence(u);
}

/* in: of the file's table, from 1 on; another gives a file that is not there. */
static uint32_t file_of(const struct unit *u, uint64_t index) {
    return index >= 1 && index <= u->program->n_files - u->first_file
               ? (uint32_t)(u->first_file + index - 1)
               : UINT32_MAX;
}

static void run_extended(struct unit *u) {
    const uint64_t n = take_number(&u->c, false), from = u->c.at;
    const uint64_t opcode = n > 0 ? take(&u->c, 1) : 0;
    if (opcode == END_SEQUENCE) {
        end_sequence(u);
    } else if (opcode == SET_ADDRESS && n == 1 + ADDRESS_BYTES) {
        u->address_at = u->base + u->c.at;
        u->row.address = take(&u->c, ADDRESS_BYTES);
        u->has_address = true;
    } else if (opcode == INLINED) {
        u->row.caller = (uint32_t)take_number(&u->c, false);
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
        u->row.address += take_number(&u->c, false) * u->step;
        break;
    case ADVANCE_LINE:
        u->row.line += (uint32_t)take_number(&u->c, true);
        break;
    case SET_FILE:
        u->row.file = file_of(u, take_number(&u->c, false));
        break;
    case CONST_PC:
        u->row.address += (uint64_t)((255 - u->opcode_base) / u->range) * u->step;
        break;
    case FIXED_PC:
        u->row.address += take(&u->c, 2);
        break;
    default:
        for (unsigned i = 0; i < u->operands[opcode]; i++)
            take_number(&u->c, false);
    }
}

static void run(struct unit *u) {
    begin_sequence(u);
    while (u->c.at < u->c.bytes.n && !u->c.failed && !u->no_memory) {
        const unsigned opcode = (unsigned)take(&u->c, 1);
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

/* The tables of directories and files. */
static void read_files(struct unit *u) {
    enum { MOST_DIRECTORIES = 4096 };
    struct cursor first = u->c;
    uint64_t n = 0;
    const char *text = NULL;
    while (*take_text(&u->c) && n < MOST_DIRECTORIES)
        n++;
    while (!u->c.failed && !u->no_memory && *(text = take_text(&u->c))) {
        const uint64_t wanted = take_number(&u->c, false);
        struct cursor c = first;
        const char *directory = "";
        for (uint64_t i = 0; i < wanted && wanted <= n; i++)
            directory = take_text(&c);
        take_number(&u->c, false); /* time */
        take_number(&u->c, false); /* size */
        put_file(u, directory, text);
    }
}

/* in: the cursor behind the unit's length. out: false if it is of another version, or damaged. */
static bool read_header(struct unit *u) {
    enum { OLDEST = 2, WITH_WIDE = 4, NEWEST = 4 };
    const uint64_t version = take(&u->c, 2), length = take(&u->c, 4), program = u->c.at + length;
    if (version < OLDEST || version > NEWEST || !ga_holds(u->c.bytes, u->c.at, length))
        return false;
    u->step = (unsigned)take(&u->c, 1);
    if (version >= WITH_WIDE)
        take(&u->c, 1);
    take(&u->c, 1);                                         /* whether rows begin statements */
    u->least_advance = (int)(take(&u->c, 1) ^ 0x80) - 0x80; /* of eight bits, with a sign */
    u->range = (unsigned)take(&u->c, 1);
    u->opcode_base = (unsigned)take(&u->c, 1);
    for (unsigned i = 1; i < u->opcode_base; i++)
        u->operands[i] = (uint8_t)take(&u->c, 1);
    if (u->c.failed || u->range == 0 || u->opcode_base == 0)
        return false;
    u->first_file = u->program->n_files;
    read_files(u);
    u->c.at = program;
    return !u->c.failed;
}

enum ga_status ga_line_program_read(struct ga_bytes section, struct ga_line_program *program,
                                    struct ga_err *err) {
    enum { LENGTH = 4 };
    *program = (struct ga_line_program){.rows = NULL};
    for (uint64_t at = 0, n = 0; ga_holds(section, at, LENGTH); at += n) {
        n = LENGTH + ga_get(section, at, LENGTH);
        if (!ga_holds(section, at, n))
            break;
        struct unit u = {
            .program = program, .c = {.bytes = ga_part(section, at, n), .at = LENGTH}, .base = at};
        if (read_header(&u))
            run(&u);
        if (u.no_memory)
            return ga_fail(err, GA_ERROR, "no memory for source lines");
    }
    return GA_OK;
}

void ga_line_program_free(struct ga_line_program *p) {
    free(p->rows);
    free(p->sequences);
    free(p->files);
    *p = (struct ga_line_program){.rows = NULL};
}
