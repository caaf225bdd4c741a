#include "html.h"

#include <stdarg.h>
#include <string.h>

/* Control characters are none of a page's. */
static void put_escaped(FILE *out, const char *text, size_t n) {
    for (; n > 0 && *text; text++, n--)
        switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        case '\'':
            fputs("&#39;", out);
            break;
        default:
            putc((unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text, out);
        }
}

void ga_html(FILE *out, const char *format, ...) {
    va_list values;
    va_start(values, format);
    for (const char *p = format; *p; p++)
        if (*p != '%') {
            putc(*p, out);
        } else if (*++p == 's') {
            put_escaped(out, va_arg(values, const char *), (size_t)-1);
        } else if (*p == '.') { /* .*s */
            const int n = va_arg(values, int);
            put_escaped(out, va_arg(values, const char *), (size_t)n);
            p += 2;
        } else if (*p == 'z') { /* zu */
            fprintf(out, "%zu", va_arg(values, size_t));
            p++;
        } else {
            putc('%', out);
        }
    va_end(values);
}
