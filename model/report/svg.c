/* Tag by tag, by lists of what may be: a figure may come from anybody, and a page is trusted by who opens it. A group
 * without anything in it, of which gnuplot writes thousands, is left out. */
#include "svg.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "html.h"

enum { MOST_BYTES = 1 << 23, GROUP = 1024 };

static const char *const elements[] = {"g",        "defs",    "circle", "path", "rect",
                                       "use",      "polygon", "text",   "line", "tspan",
                                       "polyline", "image",   "title",  NULL};
static const char *const attributes[] = {"x",
                                         "y",
                                         "cx",
                                         "cy",
                                         "r",
                                         "d",
                                         "dx",
                                         "dy",
                                         "x1",
                                         "x2",
                                         "y1",
                                         "y2",
                                         "width",
                                         "height",
                                         "points",
                                         "transform",
                                         "fill",
                                         "fill-opacity",
                                         "fill-rule",
                                         "stroke",
                                         "stroke-width",
                                         "stroke-opacity",
                                         "stroke-linecap",
                                         "stroke-linejoin",
                                         "color",
                                         "opacity",
                                         "text-anchor",
                                         "font-family",
                                         "font-size",
                                         "font-weight",
                                         "font-style",
                                         "xml:space",
                                         "id",
                                         "xlink:href",
                                         "shape-rendering",
                                         "stroke-dasharray",
                                         "href",
                                         "preserveAspectRatio",
                                         NULL};

static bool is_one_of(const char *const *list, const char *text, size_t n) {
    while (*list && (strlen(*list) != n || strncmp(*list, text, n) != 0))
        list++;
    return *list != NULL;
}

struct copy {
    const char *name;
    FILE *out;
    char group[GROUP];   /* a group's tag that waits for something in it */
    unsigned n_left_out; /* elements around, that are left out */
};

static void put_group(struct copy *copy) {
    fputs(copy->group, copy->out);
    *copy->group = '\0';
}

/* A value, unless it could load something or break out; the figure's own entities pass as they are. */
static void put_value(const struct copy *copy, const char *attribute, size_t n_attribute,
                      const char *value, size_t n, FILE *out) {
    static const char png[] = "data:image/png;base64,";
    const bool is_link =
        is_one_of((const char *const[]){"href", "xlink:href", NULL}, attribute, n_attribute);
    const bool is_id = n_attribute == 2 && strncmp(attribute, "id", 2) == 0;
    const bool is_image = n > sizeof png && strncmp(value, png, sizeof png - 1) == 0;
    if (memchr(value, '<', n) || memchr(value, '"', n) ||
        (!is_image && memmem(value, n, "url", 3)) || (is_link && *value != '#' && !is_image))
        return;
    fprintf(out, " %.*s=\"", (int)n_attribute, attribute);
    if (is_id || (is_link && !is_image))
        fprintf(out, "%s%s-%.*s\"", is_link ? "#" : "", copy->name, (int)n - is_link,
                value + is_link);
    else
        fprintf(out, "%.*s\"", (int)n, value);
}

/* in: behind a tag's name; end: of the tag. Blanks may stand around an equals sign. */
static void put_attributes(const struct copy *copy, const char *at, const char *end, FILE *out) {
    static const char blanks[] = " \t\r\n";
    for (;;) {
        at += strspn(at, blanks);
        const size_t n = strcspn(at, "= \t\r\n/>");
        const char *value = at + n + strspn(at + n, blanks);
        if (n == 0 || *value != '=')
            return;
        value += 1 + strspn(value + 1, blanks);
        const char *const close = value < end && strchr("\"'", *value)
                                      ? memchr(value + 1, *value, (size_t)(end - value - 1))
                                      : NULL;
        if (!close)
            return;
        value++;
        if (is_one_of(attributes, at, n))
            put_value(copy, at, n, value, (size_t)(close - value), out);
        at = close + 1;
    }
}

/* in: at: behind `<`; end: at `>`. */
static void put_tag(struct copy *copy, const char *at, const char *end) {
    const bool closes = *at == '/', empty = end[-1] == '/';
    at += closes;
    const size_t n = strcspn(at, " \t\r\n/>");
    const bool is_group = n == 1 && *at == 'g';
    if (copy->n_left_out > 0 || !is_one_of(elements, at, n)) {
        copy->n_left_out += !closes && !empty;
        copy->n_left_out -= closes && copy->n_left_out > 0;
        return;
    }
    if (closes && is_group && *copy->group) {
        *copy->group = '\0';
        return;
    }
    put_group(copy);
    if (closes) {
        fprintf(copy->out, "</%.*s>", (int)n, at);
        return;
    }
    const bool waits = is_group && !empty && (size_t)(end - at) + strlen(copy->name) < GROUP / 2;
    FILE *const group = waits ? fmemopen(copy->group, GROUP, "w") : NULL;
    FILE *const out = group ? group : copy->out;
    fprintf(out, "<%.*s", (int)n, at);
    put_attributes(copy, at + n, end, out);
    fputs(empty ? "/>" : ">", out);
    if (group)
        fclose(group);
}

/* out: where the tag ends, at its `>`; NULL if it does not. A quote may hold one. */
static const char *end_of_tag(const char *at) {
    for (char quote = '\0'; *at; at++)
        if (quote)
            quote = *at == quote ? '\0' : quote;
        else if (*at == '"' || *at == '\'')
            quote = *at;
        else if (*at == '>')
            return at;
    return NULL;
}

/* in: at: behind the tag <svg ..>. Text is gnuplot's, escaped there. */
static void put_all(struct copy *copy, const char *at) {
    while (*at) {
        const size_t n = strcspn(at, "<");
        const bool blank = strspn(at, " \t\r\n") >= n;
        if (n > 0 && copy->n_left_out == 0 && !blank) {
            put_group(copy);
            fprintf(copy->out, "%.*s", (int)n, at);
        }
        at += n;
        if (strncmp(at, "</svg", 5) == 0 || !*at)
            break;
        const char *const comment = strncmp(at, "<!--", 4) == 0 ? strstr(at, "-->") : NULL;
        const char *const end = comment ? comment + 2 : end_of_tag(at + 1);
        if (!end)
            break;
        if (at[1] != '!' && at[1] != '?')
            put_tag(copy, at + 1, end);
        at = end + 1;
    }
    put_group(copy);
}

/* own: caller, free. */
static char *read_all(const char *path, struct ga_err *err) {
    struct stat info;
    FILE *const file = fopen(path, "r");
    char *text = NULL;
    if (!file || fstat(fileno(file), &info) != 0) {
        ga_fail(err, GA_FILE, "%s: cannot be read: %s", path, strerror(errno));
    } else if (!S_ISREG(info.st_mode) || info.st_size > MOST_BYTES) {
        ga_fail(err, GA_USAGE, "%s: is no figure of at most %d bytes", path, MOST_BYTES);
    } else {
        text = calloc((size_t)info.st_size + 1, 1);
        if (!text || fread(text, 1, (size_t)info.st_size, file) != (size_t)info.st_size) {
            ga_fail(err, GA_FILE, "%s: cannot be read", path);
            free(text);
            text = NULL;
        }
    }
    if (file)
        fclose(file);
    return text;
}

enum ga_status ga_svg_copy(const char *path, const char *name, const char *label, FILE *out,
                           struct ga_err *err) {
    static const char box[] = "viewBox=\"";
    char *const text = read_all(path, err);
    if (!text)
        return GA_FILE;
    const char *const svg = strstr(text, "<svg");
    const char *const end = svg ? end_of_tag(svg) : NULL;
    const char *const seen = end ? memmem(svg, (size_t)(end - svg), box, sizeof box - 1) : NULL;
    enum ga_status status = GA_OK;
    if (!seen) {
        status = ga_fail(err, GA_USAGE, "%s: is no figure: there is no <svg viewBox=..>", path);
    } else {
        const char *const size = seen + sizeof box - 1;
        struct copy copy = {.name = name, .out = out};
        ga_html(out, "<svg role=\"img\" aria-label=\"%s\" viewBox=\"%.*s\">", label,
                (int)strspn(size, "0123456789. -"), size);
        put_all(&copy, end + 1);
        fputs("</svg>\n", out);
    }
    free(text);
    return status;
}
