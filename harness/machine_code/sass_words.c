/* Enums of sass.h to the words that people read. */
#include "sass.h"

const char *ga_class_name(unsigned class) {
    static const char *const names[] = {
#define GA_CLASS(id, name) name,
#include "sass_words.def"
    };
    return class < GA_N_CLASSES ? names[class] : "";
}

const char *ga_operation_name(unsigned operation) {
    static const char *const names[] = {
#define GA_OPERATION(id, name) name,
#include "sass_words.def"
    };
    return operation < GA_N_OPERATIONS ? names[operation] : "";
}

const char *ga_type_name(unsigned type) {
    static const char *const names[] = {
#define GA_TYPE(id, name, bytes) name,
#include "sass_words.def"
    };
    return type < GA_N_TYPES ? names[type] : "";
}

uint8_t ga_type_bytes(unsigned type) {
    static const uint8_t bytes_of[] = {
#define GA_TYPE(id, name, bytes) bytes,
#include "sass_words.def"
    };
    return type < GA_N_TYPES ? bytes_of[type] : 0;
}

const char *ga_scope_name(unsigned scope) {
    static const char *const names[] = {
#define GA_SCOPE(id, name) name,
#include "sass_words.def"
    };
    return scope < GA_N_SCOPES ? names[scope] : "";
}

const char *ga_order_name(unsigned order) {
    static const char *const names[] = {
#define GA_ORDER(id, name) name,
#include "sass_words.def"
    };
    return order < GA_N_ORDERS ? names[order] : "";
}

const char *ga_space_name(unsigned space) {
    static const char *const names[] = {
#define GA_SPACE(id, name) name,
#include "sass_words.def"
    };
    return space < GA_N_SPACES ? names[space] : "";
}

const char *ga_loop_name(unsigned loop) {
    static const char *const names[] = {
#define GA_LOOP(id, name) name,
#include "sass_words.def"
    };
    return loop < GA_N_LOOPS ? names[loop] : "";
}

uint8_t ga_sass_more(unsigned type) {
    enum { REGISTER_BYTES = 4 };
    const uint8_t bytes = ga_type_bytes(type);
    return bytes > REGISTER_BYTES ? (uint8_t)(bytes / REGISTER_BYTES - 1) : 0;
}

void ga_sass_halves(unsigned mask, struct ga_sass *load) {
    static const uint8_t ones[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    const uint8_t first = ones[mask & 0xf];
    load->more = (uint8_t)(first - (first > 0));
    load->second = ones[mask >> 4 & 0xf];
}

bool ga_sass_goes_by_call(const struct ga_sass *in) {
    return in->role == GA_ROLE_CALL && in->key.guarded &&
           in->target == in->offset + 2 * GA_SASS_BYTES;
}

bool ga_sass_ands(uint8_t table, const uint16_t source[3], bool constant) {
    /* The rows of the table where an operand's bit is set. */
    static const uint8_t set[3] = {0xf0, 0xcc, 0xaa};
    for (int k = 0; k < 3; k++)
        if (source[k] == GA_NO_REGISTER && !(k == 1 && constant))
            table &= set[k] ^ 0xff;
    for (int k = 0; k < 3; k++)
        if (source[k] != GA_NO_REGISTER && table & (set[k] ^ 0xff))
            return false;
    return true;
}

uint8_t ga_sass_type_of(unsigned operation, unsigned type) {
    const bool bits = operation == GA_OP_AND || operation == GA_OP_OR || operation == GA_OP_XOR ||
                      operation == GA_OP_EXCH || operation == GA_OP_CAS ||
                      operation == GA_OP_CAST || operation == GA_OP_CAST_SPIN;
    if (bits && (type == GA_TYPE_U32 || type == GA_TYPE_S32))
        return GA_TYPE_B32;
    if (bits && (type == GA_TYPE_U64 || type == GA_TYPE_S64))
        return GA_TYPE_B64;
    return (uint8_t)type;
}
