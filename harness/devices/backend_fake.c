/* No device at all: samples and failures come from a file, so that the program around them can be
 * tested to the byte. The file has one entry a line, taken in turn, again from the top at its end:
 *     412      a sample of 412 cycles (the SM clock is 1000 MHz, unless told)
 *     wrong    the visit that is being filled fails its check; the same for timeout, error
 *     refused  this batch fails, and no later one
 *     lost     the device is gone from here on
 *     stuck    the batch does not end before the watchdog
 *     break    the user presses Ctrl-C
 *     mhz=900  no entry, but the SM clock of those that follow
 *     step=1024  no entry, but the step of its fixed-rate timer, in ticks of 1 ns
 *     uuid=GPU-7  no entry, but the GPU that NVML is asked about; none: it is not
 *     target=sm_90  no entry, but the device's target
 * '#' begins a comment. */
#include <errno.h>
#include <float.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench.h"
#include "backend.h"
#include "number.h"
#include "nvml.h"

extern const struct ga_backend ga_backend_cpu, ga_backend_fake;

enum { MOST_ENTRIES = 4096, WORD = 32, LINE = 256, MOST_BYTES = MOST_ENTRIES * LINE };
enum { VISIT_TICKS = 1000000 };

enum event { SAMPLE, REFUSED, LOST, STUCK, BREAK };

/* outcome, cycles: of a sample. mhz: the SM clock then. */
struct entry {
    enum event event;
    enum ga_status outcome;
    uint32_t cycles, mhz;
};

struct fake_gpu {
    struct ga_gpu gpu;
    struct entry entry[MOST_ENTRIES];
    uint32_t n_entries, next;
    uint32_t mhz; /* of the entries that are read next */
};

static enum ga_status count(int *n, struct ga_err *err) {
    *n = 0;
    return ga_fail(err, GA_UNSUPPORTED, "fake: only by name, fake:FILE");
}

static bool read_word(const char *word, struct entry *entry) {
    static const struct {
        const char *word;
        enum event event;
    } events[] = {{"refused", REFUSED}, {"lost", LOST}, {"stuck", STUCK}, {"break", BREAK}};
    uint64_t cycles = 0;
    *entry = (struct entry){SAMPLE, ga_status_of(word), 0, 0};
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (strcmp(word, events[i].word) == 0) {
            entry->event = events[i].event;
            return true;
        }
    if (entry->outcome == GA_WRONG || entry->outcome == GA_TIMEOUT || entry->outcome == GA_ERROR)
        return true;
    entry->outcome = GA_OK;
    const bool is_sample = ga_parse_whole(word, 0, UINT32_MAX, &cycles);
    entry->cycles = (uint32_t)cycles;
    return is_sample;
}

/* Before it is opened: a pipe would wait for its writer, and a device may never end. */
static enum ga_status check_file(const char *path, struct ga_err *err) {
    struct stat s;
    if (stat(path, &s) != 0)
        return ga_fail(err, GA_USAGE, "--device fake:%s: %s", path, strerror(errno));
    if (!S_ISREG(s.st_mode))
        return ga_fail(err, GA_USAGE,
                       "--device fake:%s: is no regular file; expected one with an entry a line",
                       path);
    if (s.st_size > MOST_BYTES)
        return ga_fail(err, GA_USAGE, "--device fake:%s: has %lld bytes, expected at most %d", path,
                       (long long)s.st_size, MOST_BYTES);
    return GA_OK;
}

static enum ga_status read_entry(struct fake_gpu *self, const char *path, int number, char *line,
                                 struct ga_err *err) {
    char word[WORD] = "";
    struct entry entry;
    line[strcspn(line, "#\r\n")] = '\0';
    uint64_t mhz = 0;
    if (sscanf(line, "%31s", word) != 1)
        return GA_OK;
    if (strncmp(word, "mhz=", 4) == 0 && ga_parse_whole(word + 4, 1, UINT32_MAX, &mhz)) {
        self->mhz = (uint32_t)mhz;
        return GA_OK;
    }
    if (strncmp(word, "step=", 5) == 0 &&
        ga_parse_real(word + 5, 0, DBL_MAX, &self->gpu.step_ticks))
        return GA_OK;
    if (strncmp(word, "uuid=", 5) == 0) {
        snprintf(self->gpu.limits.uuid, sizeof self->gpu.limits.uuid, "%s", word + 5);
        return GA_OK;
    }
    if (strncmp(word, "target=", 7) == 0) {
        snprintf(self->gpu.limits.target, sizeof self->gpu.limits.target, "%.23s", word + 7);
        return GA_OK;
    }
    if (!read_word(word, &entry))
        return ga_fail(err, GA_USAGE,
                       "%s:%d: '%s' is no entry; expected cycles, wrong, timeout, error, refused, "
                       "lost, stuck, break, mhz=MHZ, step=TICKS, uuid=UUID or target=NAME",
                       path, number, word);
    if (self->n_entries == MOST_ENTRIES)
        return ga_fail(err, GA_USAGE, "%s:%d: more than %d entries", path, number, MOST_ENTRIES);
    entry.mhz = self->mhz;
    self->entry[self->n_entries++] = entry;
    return GA_OK;
}

static enum ga_status load(struct fake_gpu *self, const char *path, struct ga_err *err) {
    enum ga_status status = check_file(path, err);
    if (status != GA_OK)
        return status;
    FILE *const file = fopen(path, "r");
    if (!file)
        return ga_fail(err, GA_USAGE, "--device fake:%s: %s", path, strerror(errno));
    char line[LINE];
    for (int number = 1; status == GA_OK && fgets(line, sizeof line, file); number++)
        status =
            strchr(line, '\n') || feof(file)
                ? read_entry(self, path, number, line, err)
                : ga_fail(err, GA_USAGE, "%s:%d: more than %d characters, or one that is no text",
                          path, number, LINE - 2);
    fclose(file);
    if (status == GA_OK && self->n_entries == 0)
        status = ga_fail(err, GA_USAGE, "%s: no entries", path);
    return status;
}

static enum ga_status fake_open(const char *spec, struct ga_gpu **gpu, struct ga_err *err) {
    struct fake_gpu *const self = calloc(1, sizeof *self);
    if (!self)
        return ga_fail(err, GA_ERROR, "out of memory");
    self->gpu = (struct ga_gpu){
        .backend = &ga_backend_fake,
        .limits = {.ecc = -1,
                   .name = "fake",
                   .target = "fake",
                   .runtime = "none",
                   .warp_size = 4,
                   .warps_per_sm = 8,
                   .threads_per_block = 16,
                   .sm_count = 1,
                   .shared_bytes_per_block = 1 << 16,
                   .shared_bytes_per_sm = 1 << 16,
                   .tick_ns = 1,
                   .n_gpus = 1,
                   .peers = {{{GA_PEER_ACCESS | GA_PEER_ATOMICS, GA_LINK_UNKNOWN, -1}}}},
        .patience_s = 1,
    };
    self->mhz = 1000;
    const enum ga_status status = load(self, spec, err);
    if (status != GA_OK) {
        free(self);
        return status;
    }
    *gpu = &self->gpu;
    return GA_OK;
}

static void fake_close(struct ga_gpu *gpu) { free(gpu); }

static enum ga_status refuse(struct ga_err *err) {
    return ga_fail(err, GA_UNSUPPORTED, "fake: there is no device");
}
static enum ga_status lost(struct ga_err *err) {
    return ga_fail(err, GA_ERROR, "fake: the device is lost");
}
static enum ga_status no_alloc(struct ga_gpu *gpu, size_t bytes, void **memory,
                               struct ga_err *err) {
    const struct fake_gpu *const self = (const struct fake_gpu *)gpu;
    (void)bytes, (void)memory;
    return self->entry[self->next].event == LOST ? lost(err) : refuse(err);
}
static void no_free(struct ga_gpu *gpu, void *memory) { (void)gpu, (void)memory; }
static enum ga_status no_clear(struct ga_gpu *gpu, void *memory, size_t bytes, struct ga_err *err) {
    (void)gpu, (void)memory, (void)bytes;
    return refuse(err);
}
static enum ga_status no_copy(struct ga_gpu *gpu, void *to, const void *from, size_t bytes,
                              struct ga_err *err) {
    (void)gpu, (void)to, (void)from, (void)bytes;
    return refuse(err);
}
static enum ga_status no_launch(struct ga_gpu *gpu, const struct ga_launch *launches, uint32_t n,
                                struct ga_err *err) {
    (void)gpu, (void)launches, (void)n;
    return refuse(err);
}

static const struct ga_bench *const *benches(size_t *n) { return ga_backend_cpu.benches(n); }

static enum ga_status fake_measure(struct ga_gpu *gpu, const struct ga_bench *bench,
                                   const struct ga_batch *batch, struct ga_err *err) {
    struct fake_gpu *const self = (struct fake_gpu *)gpu;
    (void)bench;
    const uint32_t n = batch->n_points * batch->n_samples;
    for (uint32_t i = 0; i < batch->n_points; i++)
        batch->visits[i] = (struct ga_visit){.outcome = GA_OK};
    for (uint32_t i = 0; i < n;) {
        const struct entry *const entry = &self->entry[self->next];
        if (entry->event == LOST)
            return lost(err);
        if (entry->event == STUCK)
            return ga_fail(err, GA_TIMEOUT, "fake: a kernel ran for more than %.0f s",
                           gpu->patience_s);
        self->next = (self->next + 1) % self->n_entries;
        if (entry->event == REFUSED)
            return ga_fail(err, GA_ERROR, "fake: the device refuses");
        if (entry->event == BREAK) {
            raise(SIGINT);
            continue;
        }
        const uint32_t cycles = entry->cycles;
        struct ga_visit *const visit = &batch->visits[i / batch->n_samples];
        visit->ticks = VISIT_TICKS;
        visit->cycles = (uint64_t)entry->mhz * (VISIT_TICKS / 1000);
        if (entry->outcome != GA_OK)
            visit->outcome = entry->outcome;
        batch->samples[i] = cycles;
        if (batch->ticks)
            batch->ticks[i] = cycles;
        if (batch->spreads)
            batch->spreads[i] = (struct ga_spread){cycles, cycles, cycles, 1};
        i++;
    }
    return GA_OK;
}

/* What it names is never launched: there is no memory for it. */
static const void *no_probe(void) { return "probe"; }

const struct ga_backend ga_backend_fake = {
    .kind = GA_KIND_FAKE,
    .count = count,
    .open = fake_open,
    .close = fake_close,
    .alloc = no_alloc,
    .free = no_free,
    .clear = no_clear,
    .upload = no_copy,
    .download = no_copy,
    .launch = no_launch,
    .benches = benches,
    .probe = no_probe,
    .gauges = ga_nvml_gauges,
    .measure = fake_measure,
};
