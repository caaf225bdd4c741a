#include "reason.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void ga_reason_add(char *reason, size_t size, const char *format, ...) {
    const size_t used = strlen(reason);
    va_list args;
    va_start(args, format);
    vsnprintf(reason + used, size - used, format, args);
    va_end(args);
}
