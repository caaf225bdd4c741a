/* truth: runs the kernels of truth.h, holds what they left against the CPU, and writes their times. */
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <algorithm>
#include <vector>

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#else /* a profiler then has no names */
static void nvtxRangePushA(const char *) {}
static void nvtxRangePop() {}
#endif

#include "truth.h"

enum { OK = 0, WRONG = 1, USAGE = 2, DEVICE = 3, SKIPPED = 77, MOST_SAMPLES = 1000, WARM_UP = 3 };

static const struct truth_row *const tables[] = {
    truth_counts,  truth_bins,   truth_words,   truth_sums,
    truth_tables,  truth_queues, truth_streams, truth_graphs,
#ifndef TRUTH_PLAIN /* the library has its atomics */
    truth_library,
#endif
};

struct request {
    const char *kernel; /* a glob */
    int samples;
    bool list, once, unchecked;
};

/* A row on the device. */
struct subject {
    const struct truth_row *row;
    struct truth_work work;
    uint32_t n_items, blocks;
    void *temporary;
    size_t temporary_bytes;
    std::vector<uint32_t> in;
    cudaEvent_t from, to;
};

static bool works(cudaError_t error, const char *what, const char *name) {
    if (error != cudaSuccess)
        fprintf(stderr, "truth: %s: %s: %s\n", name, what, cudaGetErrorString(error));
    return error == cudaSuccess;
}

static void usage(FILE *out) {
    fprintf(out, "Usage: truth [--kernel GLOB] [--samples N] [--once | --list] [--unchecked]\n"
                 "Times kernels with one atomic less in an iteration, as they are, and with one "
                 "more, as CSV.\n"
                 "  --kernel GLOB  only those; default: all\n"
                 "  --samples N    launches of each, 1 to 1000; default 15\n"
                 "  --once         one launch of each, without warm-up and times: for a profiler, "
                 "which finds\n"
                 "                 every launch in an NVTX range \"NAME extra=N\"\n"
                 "  --list         their names\n"
                 "  --unchecked    what they leave is not held against the CPU: much faster; for "
                 "`whatif`, without\n"
                 "                 whose atomics it is wrong\n"
                 "Exit status: 0 ok, 1 a wrong answer, 2 usage, 3 device error, 77 no GPU.\n");
}

static bool parse(int argc, char **argv, struct request *request) {
    *request = {"*", 15, false, false, false};
    for (int i = 1; i < argc; i++) {
        char *end = NULL;
        if (strcmp(argv[i], "--list") == 0) {
            request->list = true;
        } else if (strcmp(argv[i], "--once") == 0) {
            request->once = true;
        } else if (strcmp(argv[i], "--unchecked") == 0) {
            request->unchecked = true;
        } else if (strcmp(argv[i], "--kernel") == 0 && i + 1 < argc) {
            request->kernel = argv[++i];
        } else if (strcmp(argv[i], "--samples") == 0 && i + 1 < argc) {
            const long samples = strtol(argv[++i], &end, 10);
            if (end == argv[i] || *end || samples < 1 || samples > MOST_SAMPLES) {
                fprintf(stderr, "truth: --samples: '%s' is not a whole number from 1 to %d\n",
                        argv[i], MOST_SAMPLES);
                return false;
            }
            request->samples = (int)samples;
        } else {
            fprintf(stderr, "truth: '%s' is not understood, or lacks its value\n", argv[i]);
            usage(stderr);
            return false;
        }
    }
    return true;
}

static void take_down(struct subject *s) {
    cudaFree((void *)s->work.in);
    cudaFree(s->work.out);
    cudaFree(s->work.sink);
    cudaFree(s->temporary);
    if (s->from)
        cudaEventDestroy(s->from);
    if (s->to)
        cudaEventDestroy(s->to);
}

static bool set_up(const struct truth_row *row, int n_sms, struct subject *s) {
    const char *const name = row->name;
    s->row = row;
    s->n_items = 1u << row->items_log2;
    s->blocks = (uint32_t)n_sms * row->blocks_per_sm;
    s->in.resize((size_t)s->n_items * row->words_each);
    if (row->fill)
        row->fill(s->in.data(), (uint32_t)s->in.size());
    const size_t bytes = s->in.size() * sizeof s->in[0];
    uint32_t *in = NULL;
    s->work = {NULL, NULL, NULL, s->n_items - 1, s->n_items * row->rounds, 1, TRUTH_NEVER};
    bool ok = works(cudaMalloc(&in, bytes + 4), "no memory for the input", name);
    s->work.in = in;
    ok = ok &&
         (bytes == 0 || works(cudaMemcpy(in, s->in.data(), bytes, cudaMemcpyHostToDevice),
                              "copying the input", name)) &&
         works(cudaMalloc(&s->work.out, row->n_out * sizeof(uint32_t)), "no memory for the output",
               name) &&
         works(cudaMalloc(&s->work.sink, sizeof(uint32_t)), "no memory", name) &&
         works(cudaEventCreate(&s->from), "no event", name) &&
         works(cudaEventCreate(&s->to), "no event", name);
    if (ok && row->library) {
        ok =
            works(row->library(&s->work, NULL, &s->temporary_bytes), "asking for its memory", name);
        s->temporary_bytes += s->temporary_bytes == 0; /* NULL would ask again */
        ok =
            ok && works(cudaMalloc(&s->temporary, s->temporary_bytes), "no temporary memory", name);
    }
    return ok;
}

/* out: *ms: between two events around it. */
static bool launch(struct subject *s, int extra, float *ms) {
    const struct truth_row *const row = s->row;
    char label[96];
    snprintf(label, sizeof label, "%s extra=%d", row->name, extra);
    void *arguments[] = {&s->work};
    if (!works(cudaMemset(s->work.out, 0, row->n_out * sizeof(uint32_t)), "clearing the output",
               label) ||
        !works(cudaDeviceSynchronize(), "before the launch", label) ||
        !works(cudaEventRecord(s->from), "timing", label))
        return false;
    nvtxRangePushA(label);
    const cudaError_t error = row->library
                                  ? row->library(&s->work, s->temporary, &s->temporary_bytes)
                                  : cudaLaunchKernel(row->kernel[extra + 1], dim3(s->blocks),
                                                     dim3(row->threads), arguments, 0, 0);
    nvtxRangePop();
    return works(error, "launching", label) && works(cudaEventRecord(s->to), "timing", label) &&
           works(cudaEventSynchronize(s->to), "running", label) &&
           works(cudaEventElapsedTime(ms, s->from, s->to), "timing", label);
}

/* in: what the launch before left. out: *ok: it is what the CPU says; the first difference goes to stderr. */
static bool check(struct subject *s, int extra, const std::vector<uint32_t> &expected, bool *ok) {
    std::vector<uint32_t> out(s->row->n_out);
    if (!works(
            cudaMemcpy(out.data(), s->work.out, out.size() * sizeof out[0], cudaMemcpyDeviceToHost),
            "copying the output", s->row->name))
        return false;
    for (size_t i = 0; i < out.size(); i++)
        if (out[i] != expected[i]) {
            fprintf(stderr, "truth: %s extra=%d: word %zu is %u, expected %u\n", s->row->name,
                    extra, i, out[i], expected[i]);
            *ok = false;
            return true;
        }
    return true;
}

/* in: sorted. out: what a share of them is below, linear between them. */
static double quantile(const std::vector<double> &sorted, double share) {
    const double at = share * (double)(sorted.size() - 1);
    const size_t i = (size_t)at;
    return i + 1 < sorted.size() ? sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i])
                                 : sorted[i];
}

static void print(const struct truth_row *row, int extra, std::vector<double> ns,
                  const char *said) {
    std::sort(ns.begin(), ns.end());
    printf("%s,%d,%.0f,%.0f,%.0f,%zu,%s\n", row->name, extra, quantile(ns, 0.5), quantile(ns, 0.25),
           quantile(ns, 0.75), ns.size(), said);
    fflush(stdout);
}

/* out: what the CPU says. */
static void expect(const struct subject *s, int extra, std::vector<uint32_t> *expected) {
    expected->assign(s->row->n_out, 0);
    s->row->expect(s->in.data(), s->n_items, s->row->rounds, extra, expected->data());
}

/* The first launch of each is checked, and so is the last. Those after WARM_UP are timed, one of each in turn, so that
 * what drifts does so for all. */
static int measure(const struct request *request, struct subject *s) {
    const int first = s->row->library ? 0 : -1, last = s->row->library ? 0 : 1;
    const int warm_up = request->once ? 1 : WARM_UP,
              end = warm_up + (request->once ? 0 : request->samples);
    std::vector<uint32_t> expected[3];
    std::vector<double> ns[3];
    bool ok[3] = {true, true, true};
    float ms = 0;
    for (int extra = first; extra <= last && !request->unchecked; extra++)
        expect(s, extra, &expected[extra + 1]);
    for (int round = 0; round < end; round++)
        for (int extra = first; extra <= last; extra++) {
            if (!launch(s, extra, &ms))
                return DEVICE;
            if (round >= warm_up)
                ns[extra + 1].push_back(1e6 * (double)ms);
            if (!request->unchecked && (round == 0 || round + 1 == end) &&
                !check(s, extra, expected[extra + 1], &ok[extra + 1]))
                return DEVICE;
        }
    for (int extra = first; extra <= last; extra++) {
        const char *const said = request->unchecked ? "unchecked" : ok[extra + 1] ? "ok" : "wrong";
        if (request->once)
            printf("%s,%d,%s\n", s->row->name, extra, said);
        else
            print(s->row, extra, ns[extra + 1], said);
    }
    return ok[0] && ok[1] && ok[2] ? OK : WRONG;
}

static int run(const struct request *request) {
    int n_devices = 0, n_sms = 0, worst = OK;
    const cudaError_t error = cudaGetDeviceCount(&n_devices);
    if (error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ||
        (error == cudaSuccess && !n_devices)) {
        fprintf(stderr, "truth: there is no CUDA device here\n");
        return SKIPPED;
    }
    if (!works(error, "looking for devices", "truth") ||
        !works(cudaDeviceGetAttribute(&n_sms, cudaDevAttrMultiProcessorCount, 0), "asking device 0",
               "truth"))
        return DEVICE;
    printf(request->once ? "kernel,extra,check\n"
                         : "kernel,extra,median_ns,quartile_1_ns,quartile_3_ns,samples,check\n");
    for (const struct truth_row *row : tables)
        for (; row->name; row++) {
            if (fnmatch(request->kernel, row->name, 0) != 0)
                continue;
            struct subject s = {};
            const int result = set_up(row, n_sms, &s) ? measure(request, &s) : DEVICE;
            take_down(&s);
            if (result == DEVICE)
                return DEVICE; /* an error of the device stays */
            worst = result > worst ? result : worst;
        }
    return worst;
}

int main(int argc, char **argv) {
    struct request request;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        usage(stdout);
        return OK;
    }
    if (!parse(argc, argv, &request))
        return USAGE;
    int n = 0;
    for (const struct truth_row *row : tables)
        for (; row->name; row++)
            if (fnmatch(request.kernel, row->name, 0) == 0 && ++n && request.list)
                printf("%s\n", row->name);
    if (n == 0) {
        fprintf(stderr, "truth: --kernel '%s' matches none; --list names them\n", request.kernel);
        return USAGE;
    }
    return request.list ? OK : run(&request);
}
