#include "conditions.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "number.h"

static const double LOOK_S = 1;
static const char *const names[] = {
#define GA_GAUGE(id, name) name,
    GA_GAUGES(GA_GAUGE)
#undef GA_GAUGE
};
static const char *const reasons[] = {
#define GA_REASON(name) name,
    GA_REASONS(GA_REASON)
#undef GA_REASON
};
enum { N_REASONS = sizeof reasons / sizeof *reasons };
static const char none[] = "none";

void ga_conditions_look(struct ga_conditions *seen, const struct ga_gpu *gpu, bool now) {
    struct ga_gauges gauges;
    if (!gpu->backend->gauges || !*gpu->limits.uuid || gpu->stuck || gpu->once ||
        (!now && ga_now_s() - seen->looked_s < LOOK_S))
        return;
    seen->looked_s = ga_now_s();
    if (gpu->backend->gauges(gpu, &gauges, &seen->why) != GA_OK)
        return;
    for (int g = 0; g < GA_N_GAUGES; g++) {
        const double x = gauges.at[g];
        const bool is_first = !(seen->seen & 1u << g);
        if (isnan(x))
            continue;
        seen->least[g] = is_first || x < seen->least[g] ? x : seen->least[g];
        seen->most[g] = is_first || x > seen->most[g] ? x : seen->most[g];
        seen->seen |= 1u << g;
    }
    seen->answered = true;
    seen->has_reasons |= gauges.has_reasons;
    seen->reasons |= gauges.has_reasons ? gauges.reasons : 0;
    seen->ecc_pending = gauges.ecc_pending;
}

/* Words are a list with semicolons. */
static bool has_word(const char *list, const char *word) {
    const size_t n = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += n)
        if ((at == list || at[-1] == ' ') && (at[n] == '\0' || at[n] == ';'))
            return true;
    return false;
}

static void add_words(struct ga_runfile *file, const char *key, const char *more) {
    char list[GA_VALUE], words[GA_VALUE], *rest = NULL;
    const char *const before = ga_runfile_get(file, key);
    snprintf(list, sizeof list, "%s", before && strcmp(before, none) != 0 ? before : "");
    snprintf(words, sizeof words, "%s", strcmp(more, none) != 0 ? more : "");
    for (char *word = strtok_r(words, ";", &rest); word; word = strtok_r(NULL, ";", &rest)) {
        const size_t n = strlen(list);
        word += strspn(word, " ");
        if (!has_word(list, word))
            snprintf(list + n, sizeof list - n, "%s%s", n ? "; " : "", word);
    }
    ga_runfile_set(file, key, "%s", *list ? list : none);
}

/* One bound of a gauge, which a file that has it already keeps if that is farther. */
static void add_bound(struct ga_runfile *file, const char *key, double x, bool is_least) {
    const char *const text = ga_runfile_get(file, key);
    double before = x;
    if (!text || !ga_parse_real(text, -DBL_MAX, DBL_MAX, &before) ||
        (is_least ? x < before : x > before))
        ga_runfile_set(file, key, "%.6g", x);
}

void ga_conditions_tell(const struct ga_conditions *seen, const char *id, struct ga_runfile *file) {
    char key[GA_KEY], words[GA_VALUE] = "";
    for (int g = 0; g < GA_N_GAUGES; g++) {
        if (!(seen->seen & 1u << g))
            continue;
        snprintf(key, sizeof key, "%s.%s_least", id, names[g]);
        add_bound(file, key, seen->least[g], true);
        snprintf(key, sizeof key, "%s.%s_most", id, names[g]);
        add_bound(file, key, seen->most[g], false);
    }
    for (unsigned bit = 0; bit < 64; bit++) {
        const size_t n = strlen(words);
        if (!(seen->reasons & (uint64_t)1 << bit))
            continue;
        if (bit < N_REASONS)
            snprintf(words + n, sizeof words - n, "%s%s", n ? ";" : "", reasons[bit]);
        else
            snprintf(words + n, sizeof words - n, "%sbit %u", n ? ";" : "", bit);
    }
    snprintf(key, sizeof key, "%s.throttle", id);
    if (seen->has_reasons)
        add_words(file, key, words);
    if (seen->answered && seen->ecc_pending >= 0)
        ga_runfile_set(file, "ecc_pending", "%s", seen->ecc_pending ? "on" : "off");
    if (*seen->why.message)
        ga_runfile_set(file, "conditions", "not known: %s", seen->why.message);
    else if (seen->answered)
        ga_runfile_remove(file, "conditions");
}

/* out: whether a key is `<benchmark>.<gauge>_<bound>`. */
static bool is_bound(const char *key, const char *bound) {
    const char *const dot = strrchr(key, '.');
    char name[GA_KEY];
    for (int g = 0; dot && g < GA_N_GAUGES; g++) {
        snprintf(name, sizeof name, "%s_%s", names[g], bound);
        if (strcmp(dot + 1, name) == 0)
            return true;
    }
    return false;
}

void ga_conditions_merge(const struct ga_runfile *from, struct ga_runfile *into) {
    for (unsigned i = 0; i < from->n; i++) {
        const char *const key = from->key[i], *const dot = strrchr(key, '.');
        double x = 0;
        if (dot && strcmp(dot, ".throttle") == 0)
            add_words(into, key, from->value[i]);
        else if (dot && strcmp(dot, ".clock_moved") == 0)
            ga_runfile_set(into, key, "%.0f",
                           ga_runfile_number(into, key) + ga_runfile_number(from, key));
        else if ((is_bound(key, "least") || is_bound(key, "most")) &&
                 ga_parse_real(from->value[i], -DBL_MAX, DBL_MAX, &x))
            add_bound(into, key, x, is_bound(key, "least"));
    }
}
