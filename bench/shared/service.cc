/* shared_service: T(n,e,c), the time that one SM's shared-memory atomic unit takes for n warp
 * instructions issued at once, each by e lanes on one word, c of them compare-and-swap and the rest
 * fetch-and-add with the result used. S(n,e,c) = T / n.
 *
 * src: Dong and Pai, GPGPU'25, section 3.2 and equations 1 to 3. As theirs, T runs from the first
 * start to the last finish; jobs that do not fit one block go to further blocks of the same SM, and
 * every block has a word of its own.
 *
 * Contends: the n warps of one SM, on one word a block. SMs do not disturb each other, so each
 * works through points of its own. Progress assumed: resident blocks run; lanes of a warp need
 * none. */
#include "../device.h"
#include "../place.h"

enum { WARM_UP = 2, STOP = 0xffffffff };
/* The first of all operations finds 0; if it is a compare-and-swap it wins and leaves this bit. */
#define WON 0x80000000u

/* Clocks are relative to the sample's agreed start. */
struct job_result {
    uint32_t old, start, end;
};

/* Of several jobs: what their `old` amount to, when the first and the last one started, when the
 * last one ended. */
struct jobs_result {
    uint32_t old, first_start, last_start, end;
};

struct visit {
    uint32_t n, e, c, index; /* index: in the batch */
};

/* Between the blocks of one SM. The leader writes what follows `go`, a partner what follows
 * `arrived`; the counter is stored last, with release. */
struct mail {
    uint32_t arrived, outcome;
    struct jobs_result jobs;
    uint32_t go, next, quiet;
    uint64_t base;
};

struct service_args {
    const struct visit *visits;
    const uint32_t *lane_offset; /* one 0 a thread; the compiler cannot know */
    uint32_t *place_table;       /* [blocks] */
    struct mail *mail;           /* [SM * blocks_per_sm + rank] */
    uint32_t *cycles;            /* [index][n_samples] */
    struct ga_visit *results;    /* [index] */
    uint32_t n_visits, n_samples, blocks_per_sm, n_sms;
    uint64_t spin_ticks;
};

/* What a block shares. One thread, number 0, steers; what it needs lives here and not in registers,
 * of which a full SM leaves 32 a thread. */
struct block_state {
    uint32_t word;        /* that all jobs of the block contend for */
    uint32_t next;        /* the sample to take, or STOP */
    uint32_t jobs, n_cas; /* of the visit, in this block; the first n_cas swap */
    uint32_t quiet;       /* cycles from base until the sample before had ended everywhere */
    uint64_t base;        /* the sample's agreed start, by ga_cycles() */
    uint32_t outcome;
    struct jobs_result latest; /* of this block in the latest sample */
    uint32_t tries;            /* at samples of this visit */
    uint32_t n_go;             /* handshakes so far */
    struct visit visit;
    struct ga_place place;
    uint64_t visit_cycles, visit_ticks;
    struct jobs_result warp[64];
    struct job_result job[1]; /* [threads] */
};

GA_DEVICE struct jobs_result no_jobs(void) { return {0, UINT32_MAX, 0, 0}; }

GA_DEVICE void join(struct jobs_result *all, const struct jobs_result &more) {
    all->old += more.old;
    all->first_start = more.first_start < all->first_start ? more.first_start : all->first_start;
    all->last_start = more.last_start > all->last_start ? more.last_start : all->last_start;
    all->end = more.end > all->end ? more.end : all->end;
}

/* Waits until *p is x. out: GA_OK, or GA_TIMEOUT after spin_ticks. */
GA_DEVICE uint32_t await(const uint32_t *p, uint32_t x, uint64_t spin_ticks) {
    const uint64_t begin = ga_ticks();
    while (ga_load_u32_device_acquire(p) != x) {
        if (ga_ticks() - begin > spin_ticks)
            return GA_TIMEOUT;
        ga_pause();
    }
    return GA_OK;
}

/* out: how many of the first `n` jobs of the SM are this block's, which has room for `warps`. */
GA_DEVICE uint32_t share(uint32_t n, uint32_t rank, uint32_t warps) {
    const uint32_t before = rank * warps;
    return n <= before ? 0 : n - before < warps ? n - before : warps;
}

/* Thread 0. Opens the visit of a point. */
GA_DEVICE void begin_visit(const struct visit *v, struct block_state *s) {
    const uint32_t warps = ga_n_threads() / ga_warp_size();
    s->visit = *v;
    s->jobs = share(v->n, s->place.rank, warps);
    s->n_cas = share(v->c, s->place.rank, warps);
    s->latest = no_jobs();
    s->outcome = GA_OK;
    s->tries = 0;
    s->visit_cycles = ga_cycles();
    s->visit_ticks = ga_ticks();
}

/* Thread 0 of the leader: hears every partner's last sample, records it, and says what is next: the
 * same sample again if the jobs did not start together, STOP when all are taken or one has failed.
 */
GA_DEVICE void lead(const struct service_args &a, struct mail *mail, struct block_state *s) {
    struct jobs_result all = s->latest;
    uint32_t outcome = s->outcome, next = s->next;
    s->n_go++;
    for (uint32_t r = 1; r < a.blocks_per_sm; r++) {
        if (await(&mail[r].arrived, s->n_go, a.spin_ticks)) {
            s->outcome = GA_TIMEOUT;
            s->next = STOP;
            return;
        }
        outcome = mail[r].outcome ? mail[r].outcome : outcome;
        join(&all, mail[r].jobs);
    }
    const uint32_t total = WARM_UP + a.n_samples;
    if (s->tries == 0) {
        next = 0;
    } else if (outcome || s->tries > 2 * total + 16) {
        outcome = outcome ? outcome : (uint32_t)GA_ERROR;
        next = STOP;
    } else if (all.last_start - all.first_start <= GA_SKEW_CYCLES) {
        if (next >= WARM_UP)
            a.cycles[(size_t)s->visit.index * a.n_samples + (next - WARM_UP)] =
                all.end - all.first_start;
        next = next + 1 < total ? next + 1 : (uint32_t)STOP;
    }
    s->tries++;
    s->next = next;
    s->outcome = outcome;
    s->base = ga_cycles() + (a.blocks_per_sm > 1 ? GA_SM_MARGIN_CYCLES : GA_BLOCK_MARGIN_CYCLES);
    s->quiet = all.end;
    mail[0].next = next;
    mail[0].base = s->base;
    mail[0].quiet = s->quiet;
    ga_store_u32_device_release(&mail[0].go, s->n_go);
}

/* Thread 0 of a partner: tells of its last sample and hears what is next. */
GA_DEVICE void follow(const struct service_args &a, struct mail *mail, struct block_state *s) {
    struct mail *const mine = &mail[s->place.rank];
    mine->jobs = s->latest;
    mine->outcome = s->outcome;
    s->n_go++;
    ga_store_u32_device_release(&mine->arrived, s->n_go);
    if (await(&mail[0].go, s->n_go, a.spin_ticks)) {
        s->outcome = GA_TIMEOUT;
        s->next = STOP;
        return;
    }
    s->next = mail[0].next;
    s->base = mail[0].base;
    s->quiet = mail[0].quiet;
}

/* Thread 0 of the leader. */
GA_DEVICE void end_visit(const struct service_args &a, const struct block_state *s) {
    struct ga_visit *const result = &a.results[s->visit.index];
    result->outcome = s->outcome;
    result->sm = s->place.sm_id;
    result->cycles = ga_cycles() - s->visit_cycles;
    result->ticks = ga_ticks() - s->visit_ticks;
}

/* Clock of this SM since base, 0 if it is earlier. Needs all 64 bits, which keeps the compiler from
 * reading 32 in a slower way. */
GA_DEVICE uint32_t since(uint64_t base, uint64_t t) { return t < base ? 0 : (uint32_t)(t - base); }

/* The measured part, in each of the lanes below e of a warp that has a job. What it needs is in
 * registers by then, and what it found is stored only when the jobs of all blocks must have ended
 * (as the sample before tells): shared memory is reached through the very pipe that is measured. */
GA_DEVICE struct job_result job(uint32_t *word, bool is_cas, uint64_t base) {
    if (is_cas) {
        const uint64_t start = ga_cycles();
        const uint32_t old = ga_cas_u32_block_relaxed(word, 0, WON);
        const uint64_t end = ga_cycles_after(old);
        return {old, since(base, start), since(base, end)};
    }
    const uint64_t start = ga_cycles();
    const uint32_t old = ga_add_u32_block_relaxed(word, 1);
    const uint64_t end = ga_cycles_after(old);
    return {old, since(base, start), since(base, end)};
}

/* Thread 0 waits for the SM's clock; the others need a barrier after it. */
GA_DEVICE void wait_until(uint64_t cycles) {
    while (ga_thread() == 0 && ga_cycles() < cycles)
        ;
}

/* A warp's lanes into one; old: the sum over an adder's lanes, the number of winners among a
 * swapper's. */
GA_DEVICE struct jobs_result fold(const struct job_result *lane, uint32_t e, bool is_cas) {
    struct jobs_result all = no_jobs();
    for (uint32_t i = 0; i < e; i++) {
        const struct job_result r = lane[i];
        join(&all, {is_cas ? r.old == 0 : r.old & ~WON, r.start, r.start, r.end});
    }
    return all;
}

/* Thread 0: the block's result, and whether memory holds what it must: every adder got a ticket of
 * its own (the tickets 0 .. k-1 add up to k(k-1)/2), and a swapper won if and only if the word says
 * so. */
GA_DEVICE void conclude(struct block_state *s) {
    struct jobs_result swappers = no_jobs(), adders = no_jobs();
    for (uint32_t w = 0; w < s->jobs; w++)
        join(w < s->n_cas ? &swappers : &adders, s->warp[w]);
    const uint32_t k = (s->jobs - s->n_cas) * s->visit.e;
    if (swappers.old > 1 || (k == 0 && swappers.old != 1) || s->word != k + swappers.old * WON ||
        adders.old != (k ? k * (k - 1) / 2 : 0))
        s->outcome = GA_WRONG;
    join(&adders, swappers);
    s->latest = adders;
}

/* Expected: one shared-memory add that returns, one compare-and-swap, no other atomic. */
GA_KERNEL_FULL(shared_service, service_args) {
    struct block_state *const s = (struct block_state *)ga_shared();
    struct ga_place place;
    if (ga_find_place(a.place_table, a.blocks_per_sm, a.spin_ticks, (uint32_t *)ga_shared(),
                      &place) != GA_OK)
        return;
    const uint32_t thread = ga_thread();
    if (thread == 0) {
        s->place = place;
        s->n_go = 0;
    }
    uint32_t *const word = &s->word + a.lane_offset[thread];
    const uint32_t warp = thread / ga_warp_size(), lane = thread % ga_warp_size();
    for (uint32_t i = place.sm; i < a.n_visits; i += a.n_sms) {
        struct mail *const mail = &a.mail[i % a.n_sms * a.blocks_per_sm];
        const uint32_t e = a.visits[i].e;
        if (thread == 0)
            begin_visit(&a.visits[i], s);
        for (;;) {
            if (thread == 0) {
                if (s->place.rank == 0)
                    lead(a, mail, s);
                else
                    follow(a, mail, s);
                s->word = 0;
            }
            ga_block_sync();
            if (s->next == STOP)
                break;
            const bool works = warp < s->jobs, is_cas = warp < s->n_cas, active = works && lane < e;
            const uint64_t base = s->base, quiet_end = base + s->quiet;
            struct job_result r; /* of the active lanes */
            wait_until(base);
            ga_block_sync();
            if (active)
                r = job(word, is_cas, base);
            wait_until(quiet_end);
            ga_block_sync();
            if (active)
                s->job[thread] = r;
            ga_block_sync();
            if (works && lane == 0)
                s->warp[warp] = fold(&s->job[thread], e, is_cas);
            ga_block_sync();
            if (thread == 0 && s->jobs)
                conclude(s);
        }
        if (s->outcome == GA_TIMEOUT)
            return;
        if (thread == 0 && s->place.rank == 0)
            end_visit(a, s);
        ga_block_sync();
    }
}

static void n_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)limits->warps_per_sm;
}

static void e_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 1;
    *last = (int32_t)limits->warp_size;
}

static void c_range(const struct ga_limits *limits, int32_t *first, int32_t *last) {
    *first = 0;
    *last = (int32_t)limits->warps_per_sm;
}

enum { N, E, C };
static const struct ga_axis axes[] = {
    {"n",
     "warp instructions",
     "issued at once on one SM",
     nullptr,
     n_range,
     {"1..max*2", "1..max", "1..max"}},
    {"e",
     "lanes",
     "of each warp, all on one word",
     nullptr,
     e_range,
     {"1..max*2", "1..max", "1..max"}},
    {"c",
     "warp instructions",
     "of the n that are compare-and-swap",
     nullptr,
     c_range,
     {"0,1..max*2", "0..max", "0..max"}},
};

static bool valid(const struct ga_limits *limits, const struct ga_point *p) {
    return p->at[C] <= p->at[N] && ga_occupancy_for(limits, (uint32_t)p->at[N]).blocks_per_sm != 0;
}

static struct ga_work work(const struct ga_limits *, const struct ga_point *p) {
    const uint64_t n = (uint64_t)p->at[N];
    return {n * (uint64_t)p->at[E], n, (p->at[C] < p->at[N] ? 1u : 0u) | (p->at[C] > 0 ? 2u : 0u)};
}

static const struct ga_expect expect[] = {
    {"sm_", {"ATOMS.ADD", "ATOMS.CAS"}, false},
    {"gfx", {"ds_add_rtn_u32", "ds_cmpst_rtn_b32"}, false},
    {"gfx11", {"ds_add_rtn_u32", "ds_cmpstore_rtn_b32"}, false},
    {"gfx12", {"ds_add_rtn_u32", "ds_cmpstore_rtn_b32"}, false},
};
static const struct ga_variant variants[] = {
    {"shared_service", GA_ENTRY(shared_service), expect, 4},
};

/* Where a batch's arrays lie in the scratch memory. */
struct layout {
    size_t visits, results, cycles, lane_offset, place_table, mail, size;
};

static struct layout lay_out(const struct ga_limits *limits, const struct ga_batch *batch) {
    struct layout l = {};
    const size_t blocks = (size_t)limits->sm_count * limits->warps_per_sm;
    l.visits = ga_carve(&l.size, batch->n_points * sizeof(struct visit));
    l.results = ga_carve(&l.size, batch->n_points * sizeof(struct ga_visit));
    l.cycles = ga_carve(&l.size, (size_t)batch->n_points * batch->n_samples * sizeof(uint32_t));
    l.lane_offset = ga_carve(&l.size, limits->threads_per_block * sizeof(uint32_t));
    l.place_table = ga_carve(&l.size, blocks * sizeof(uint32_t));
    l.mail = ga_carve(&l.size, blocks * sizeof(struct mail));
    return l;
}

/* Proves the placement: every SM that has a block has k of them. */
static enum ga_status check_places(struct ga_gpu *gpu, const void *table, uint32_t k,
                                   struct ga_err *err) {
    const uint32_t n = k * gpu->limits.sm_count;
    uint32_t *const ids = new uint32_t[n];
    enum ga_status status = gpu->backend->download(gpu, ids, table, n * sizeof *ids, err);
    for (uint32_t b = 0; status == GA_OK && b < n; b++) {
        uint32_t same = 0;
        for (uint32_t other = 0; other < n; other++)
            same += ids[other] == ids[b];
        if (ids[b] == 0 || same != k)
            status = ga_fail(err, GA_ERROR,
                             "shared_service: %u blocks on SM %d where %u were asked for on each; "
                             "does another program use this device?",
                             same, (int)ids[b] - 1, k);
    }
    delete[] ids;
    return status;
}

/* One launch for all visits that need k blocks on an SM. */
static enum ga_status launch(struct ga_gpu *gpu, struct ga_occupancy fit, char *memory,
                             const struct layout *l, size_t first_visit, uint32_t n_visits,
                             uint32_t n_samples, struct ga_err *err) {
    const struct ga_limits *const limits = &gpu->limits;
    const uint32_t n_blocks = fit.blocks_per_sm * limits->sm_count;
    const uint32_t n_threads = fit.warps_per_block * limits->warp_size;
    const struct service_args args = {
        (const struct visit *)(memory + l->visits) + first_visit,
        (const uint32_t *)(memory + l->lane_offset),
        (uint32_t *)(memory + l->place_table),
        (struct mail *)(memory + l->mail),
        (uint32_t *)(memory + l->cycles),
        (struct ga_visit *)(memory + l->results),
        n_visits,
        n_samples,
        fit.blocks_per_sm,
        limits->sm_count,
        (uint64_t)(gpu->patience_s / 2 * 1e9 / limits->tick_ns),
    };
    size_t shared = sizeof(struct block_state) + n_threads * sizeof(struct job_result);
    if (shared < n_blocks * sizeof(uint32_t))
        shared = n_blocks * sizeof(uint32_t);
    const struct ga_launch launch = {GA_ENTRY(shared_service),
                                     n_blocks,
                                     n_threads,
                                     ga_exclusive_shared_bytes(limits, fit.blocks_per_sm, shared),
                                     &args,
                                     sizeof args};
    enum ga_status status =
        gpu->backend->clear(gpu, memory + l->place_table, l->size - l->place_table, err);
    if (status == GA_OK)
        status = gpu->backend->launch(gpu, &launch, err);
    if (status == GA_OK)
        status = check_places(gpu, memory + l->place_table, fit.blocks_per_sm, err);
    return status;
}

static enum ga_status measure(struct ga_gpu *gpu, const struct ga_batch *batch,
                              struct ga_err *err) {
    const struct ga_limits *const limits = &gpu->limits;
    const struct layout l = lay_out(limits, batch);
    void *scratch = nullptr;
    enum ga_status status = ga_scratch(gpu, l.size, &scratch, err);
    if (status != GA_OK)
        return status;
    char *const memory = (char *)scratch;
    struct visit *const visits = new struct visit[batch->n_points];
    status = gpu->backend->clear(gpu, memory + l.lane_offset, l.size - l.lane_offset, err);
    if (status == GA_OK)
        status = gpu->backend->upload(gpu, memory + l.results, batch->visits,
                                      batch->n_points * sizeof *batch->visits, err);
    for (uint32_t k = 1, n_done = 0; status == GA_OK && n_done < batch->n_points; k++) {
        uint32_t n = 0;
        struct ga_occupancy fit = {};
        for (uint32_t i = 0; i < batch->n_points; i++) {
            const struct ga_point *const p = &batch->points[i];
            const struct ga_occupancy need = ga_occupancy_for(limits, (uint32_t)p->at[N]);
            if (need.blocks_per_sm != k)
                continue;
            fit = need;
            visits[n++] = {(uint32_t)p->at[N], (uint32_t)p->at[E], (uint32_t)p->at[C], i};
        }
        if (n == 0)
            continue;
        status = gpu->backend->upload(gpu, (struct visit *)(memory + l.visits) + n_done, visits,
                                      n * sizeof *visits, err);
        if (status == GA_OK)
            status = launch(gpu, fit, memory, &l, n_done, n, batch->n_samples, err);
        n_done += n;
    }
    if (status == GA_OK)
        status = gpu->backend->download(gpu, batch->visits, memory + l.results,
                                        batch->n_points * sizeof *batch->visits, err);
    if (status == GA_OK)
        status = gpu->backend->download(
            gpu, batch->cycles, memory + l.cycles,
            (size_t)batch->n_points * batch->n_samples * sizeof *batch->cycles, err);
    delete[] visits;
    return status;
}

static const struct ga_bench row = {
    .id = "shared_service",
    .question = "how long does one SM's shared-memory atomic unit take for n warp instructions?",
    .sample = "T(n,e,c): n warp instructions issued at once, first start to last finish",
    .axes = axes,
    .n_axes = 3,
    .variants = variants,
    .n_variants = 1,
    .samples = {20, 100, 400},
    .visit_samples = 20,
    .per_sm = true,
    .series = false,
    .unavailable = nullptr,
    .valid = valid,
    .work = work,
    .variant = nullptr,
    .measure = measure,
};

extern "C" const struct ga_bench *GA_SYMBOL(ga_bench_shared_service)(void) { return &row; }
