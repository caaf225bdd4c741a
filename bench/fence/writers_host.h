/* The host's side of fence_writers: who writes which lines in a launch, and whether memory holds that afterwards. */
#ifndef GA_WRITERS_HOST_H
#define GA_WRITERS_HOST_H

#include "writers_map.h"

enum writers_own { OWN_NONE, OWN_NEAR, OWN_FAR };
enum writers_half { HALF_ANY, HALF_SAME, HALF_OTHER };
enum writers_distance { LINES_MIXED, LINES_NEAR, LINES_FAR };
enum { WRITERS_SLAB = 512 }; /* lines that the host looks at after a launch, others each time */
enum { WRITING_SMS, WRITTEN_GBPS, WRITERS_TALLIES };

/* What a point asks for. */
struct writers_plan {
    const void *entry; /* a kernel that takes struct writers_args */
    enum writers_own own;
    enum writers_half half;
    enum writers_distance distance;
    uint32_t sms, n_lines, leader, fences; /* leader: its SM, in order of ids */
};

/* What a launch does with it. own: the caller, arrays for all SMs. */
struct writers_turn {
    uint32_t n_writing, warps; /* warps: of a block */
    uint32_t *writing;         /* [n_writing] ids + 1 */
    uint32_t *lists;           /* [n_writing][warps][COMPANY_LINES] */
    uint32_t repeats;          /* times in a sample */
    uint32_t own, own_value;   /* line of the pool; what it holds in the end */
};

static uint64_t writers_random; /* begins with the run's seed; 0: not yet */

/* out: below n, in an order without a pattern: which memory is written may matter, so no point keeps it. */
static inline uint32_t writers_any(uint32_t n) {
    writers_random = writers_random * 6364136223846793005 + 1442695040888963407;
    return (uint32_t)((writers_random >> 32) * n >> 32);
}

static inline bool writers_need_halves(const struct writers_plan *p) {
    return p->own != OWN_NONE || p->half != HALF_ANY || (p->sms > 0 && p->distance != LINES_MIXED);
}

/* The lines of a slot's warps, from each half the next: of mixed ones every other is far. */
static inline void writers_give(const struct writers_map *map, const struct writers_plan *p,
                                uint32_t half, const uint32_t *start, uint32_t *used,
                                uint32_t warps, uint32_t *list) {
    for (uint32_t w = 0; w < warps; w++)
        for (uint32_t i = 0; i < p->n_lines; i++) {
            const uint32_t far =
                p->distance == LINES_MIXED ? (w + i) & 1 : p->distance == LINES_FAR;
            const uint32_t h = half ^ far, at = start[h] + used[h]++; /* seldom behind the last */
            list[w * COMPANY_LINES + i] = map->lines[h][at < map->n[h] ? at : at % map->n[h]];
        }
}

/* SMs write in the order of their ids, from that behind the leader on. in: turn: its arrays and warps. */
static inline void writers_choose(const struct writers_map *map, const struct writers_plan *p,
                                  struct writers_turn *turn) {
    const uint32_t start[] = {writers_any(map->n[0]), writers_any(map->n[1])};
    const uint32_t my_half = map->sm_half[p->leader];
    uint32_t used[2] = {0, 0};
    turn->n_writing = 0;
    for (uint32_t k = 1; k < map->n_sms && turn->n_writing < p->sms; k++) {
        const uint32_t sm = (p->leader + k) % map->n_sms, half = map->sm_half[sm];
        if (p->half != HALF_ANY && (half != my_half) != (p->half == HALF_OTHER))
            continue;
        writers_give(map, p, half, start, used, turn->warps,
                     turn->lists + (size_t)turn->n_writing * turn->warps * COMPANY_LINES);
        turn->writing[turn->n_writing++] = map->sm_id[sm] + 1;
    }
    const uint32_t h = my_half ^ (p->own == OWN_FAR);
    turn->own = map->lines[h][(start[h] + used[h] + writers_any(map->n[h] - used[h])) % map->n[h]];
}

/* Whether a line of the pool holds what it must. rounds: of the warp that wrote it; 0: none did. A lane other than the first
 * has its own number, against which it has held its words itself. */
static inline bool writers_line_holds(const struct ga_limits *limits, const uint32_t *words,
                                      uint32_t rounds) {
    bool right = words[0] == rounds;
    for (uint32_t w = 1; w < COMPANY_LINE_WORDS; w++)
        right &= (words[w] != 0) == (rounds != 0 && w < limits->warp_size);
    return right;
}

/* Whether lines first .. first + n - 1 of the pool, words, hold what they must: what was written last, the others nothing. */
static inline bool writers_hold(const struct ga_limits *limits, const struct writers_plan *p,
                                const struct writers_turn *turn,
                                const struct writers_report *reports, const uint32_t *words,
                                uint32_t first, uint32_t n) {
    static const uint32_t nothing[COMPANY_LINE_WORDS - 1] = {};
    uint32_t *const rounds = new uint32_t[n]();
    bool right = true;
    for (uint32_t w = 0; w < turn->n_writing * turn->warps; w++) {
        right &= reports[w].rounds > 0;
        for (uint32_t i = 0; i < p->n_lines; i++) {
            const uint32_t line = turn->lists[w * COMPANY_LINES + i] - first;
            if (line < n)
                rounds[line] = reports[w].rounds;
        }
    }
    for (uint32_t i = 0; i < n; i++, words += COMPANY_LINE_WORDS)
        right &= first + i == turn->own ? words[0] == turn->own_value &&
                                              memcmp(words + 1, nothing, sizeof nothing) == 0
                                        : writers_line_holds(limits, words, rounds[i]);
    delete[] rounds;
    return right;
}

/* SMs all of whose warps wrote, and GB/s of all warps together. */
static inline void writers_tally(const struct ga_limits *limits, const struct writers_plan *p,
                                 const struct writers_turn *turn,
                                 const struct writers_report *reports, double *tallies) {
    const uint32_t lanes = std::min(limits->warp_size, (uint32_t)COMPANY_LINE_WORDS);
    for (uint32_t slot = 0; slot < turn->n_writing; slot++) {
        bool all = true;
        for (uint32_t w = slot * turn->warps; w < (slot + 1) * turn->warps; w++) {
            const struct writers_report *const r = &reports[w];
            all &= r->rounds > 0;
            if (r->ticks > 0)
                tallies[WRITTEN_GBPS] += (double)r->while_measured * p->n_lines * lanes *
                                         sizeof(uint32_t) / (r->ticks * limits->tick_ns);
        }
        tallies[WRITING_SMS] += all;
    }
}

/* Where a launch's memory lies, behind the room: it goes to the device before and back after it, but for the lists. */
struct writers_layout {
    struct writers_room room;
    size_t begin, visit, board, zero, places, cycles, writing, reports, end, lists, size;
};

static inline struct writers_layout writers_lay_out_all(const struct ga_limits *limits,
                                                        uint32_t n_samples) {
    struct writers_layout l = {};
    const size_t sms = limits->sm_count;
    l.room = writers_lay_out(limits);
    const size_t warps = sms * l.room.warps;
    l.size = l.room.size;
    l.lists = ga_carve(&l.size, warps * COMPANY_LINES * sizeof(uint32_t));
    l.begin = l.visit = ga_carve(&l.size, sizeof(struct ga_visit));
    l.board = ga_carve(&l.size, sizeof(struct company_board));
    l.zero = ga_carve(&l.size, COMPANY_ZEROS * sizeof(uint32_t));
    l.places = ga_carve(&l.size, sms * sizeof(uint32_t));
    l.writing = ga_carve(&l.size, sms * sizeof(uint32_t));
    l.reports = ga_carve(&l.size, warps * sizeof(struct writers_report));
    l.cycles = ga_carve(&l.size, n_samples * sizeof(uint32_t));
    l.end = l.size;
    return l;
}

/* What the visits of a batch share. host: what is from layout.begin to its end, and the slab behind it. */
struct writers_batch {
    struct ga_gpu *gpu;
    const struct ga_batch *batch;
    const struct writers_map *map;
    struct writers_layout layout;
    char *memory, *host;
    struct writers_turn turn;
};

static inline void *writers_at(const struct writers_batch *b, size_t offset) {
    return b->host + (offset - b->layout.begin);
}

static inline enum ga_status writers_launch(const struct writers_batch *b,
                                            const struct writers_plan *p, struct ga_err *err) {
    const struct ga_limits *const limits = &b->gpu->limits;
    const struct writers_layout *const l = &b->layout;
    struct writers_args args = {};
    struct company_args *const c = &args.company;
    c->board = (struct company_board *)(b->memory + l->board);
    c->places = (uint32_t *)(b->memory + l->places);
    c->cycles = (uint32_t *)(b->memory + l->cycles);
    c->zero = (const uint32_t *)(b->memory + l->zero);
    c->result = (struct ga_visit *)(b->memory + l->visit);
    c->n_samples = b->batch->n_samples;
    c->count = p->fences;
    c->lanes = 1;
    c->repeats = b->turn.repeats;
    c->home = b->map->sm_id[p->leader] + 1;
    c->spin_ticks = (uint64_t)(ga_patience_s(b->gpu) * 1e9 / limits->tick_ns);
    args.pool = (uint32_t *)(b->memory + l->room.pool);
    args.own = args.pool + (size_t)b->turn.own * COMPANY_LINE_WORDS;
    args.writing = (const uint32_t *)(b->memory + l->writing);
    args.lists = (const uint32_t *)(b->memory + l->lists);
    args.reports = (struct writers_report *)(b->memory + l->reports);
    args.n_writing = b->turn.n_writing;
    args.n_lines = p->n_lines;
    const struct ga_launch launch = {p->entry, limits->sm_count, l->room.warps * limits->warp_size,
                                     ga_exclusive_shared_bytes(limits, 1, 0), &args};
    return b->gpu->backend->launch(b->gpu, &launch, 1, err);
}

/* Puts the turn on the device, and the pool to 0. */
static inline enum ga_status writers_place(const struct writers_batch *b,
                                           const struct writers_plan *p, struct ga_err *err) {
    const struct ga_backend *const backend = b->gpu->backend;
    const struct writers_layout *const l = &b->layout;
    const size_t listed =
        (size_t)b->turn.n_writing * b->turn.warps * COMPANY_LINES * sizeof(uint32_t);
    enum ga_status status = backend->clear(b->gpu, b->memory + l->room.pool, l->room.words, err);
    if (status == GA_OK && listed > 0)
        status = backend->upload(b->gpu, b->memory + l->lists, b->turn.lists, listed, err);
    if (status == GA_OK)
        status = backend->upload(b->gpu, b->memory + l->begin, b->host, l->end - l->begin, err);
    return status == GA_OK ? writers_launch(b, p, err) : status;
}

/* Downloads what the launch left, a slab of the pool and the leader's line. out: *right, whether memory holds what it must. */
static inline enum ga_status writers_look_back(const struct writers_batch *b,
                                               const struct writers_plan *p, bool *right,
                                               struct ga_err *err) {
    enum { LINE_BYTES = COMPANY_LINE_WORDS * sizeof(uint32_t) };
    const struct ga_backend *const backend = b->gpu->backend;
    const struct writers_layout *const l = &b->layout;
    const auto *const reports = (const struct writers_report *)writers_at(b, l->reports);
    const uint32_t n = std::min(l->room.n_lines, (uint32_t)WRITERS_SLAB);
    const uint32_t first = writers_any(l->room.n_lines - n + 1);
    uint32_t *const words = (uint32_t *)writers_at(b, l->end);
    const char *const pool = b->memory + l->room.pool;
    enum ga_status status =
        backend->download(b->gpu, b->host, b->memory + l->begin, l->end - l->begin, err);
    if (status == GA_OK)
        status = backend->download(b->gpu, words, pool + (size_t)first * LINE_BYTES,
                                   (size_t)n * LINE_BYTES, err);
    if (status == GA_OK)
        *right = writers_hold(&b->gpu->limits, p, &b->turn, reports, words, first, n);
    if (status == GA_OK)
        status = backend->download(b->gpu, words, pool + (size_t)b->turn.own * LINE_BYTES,
                                   LINE_BYTES, err);
    if (status == GA_OK)
        *right &= writers_hold(&b->gpu->limits, p, &b->turn, reports, words, b->turn.own, 1);
    return status;
}

/* One visit of one point. As company_gather has it, a sample is one time if the leader is alone or emulated. */
static inline enum ga_status writers_visit(struct writers_batch *b, uint32_t i,
                                           const struct writers_plan *p, struct ga_err *err) {
    const struct writers_layout *const l = &b->layout;
    const uint32_t n = b->batch->n_samples;
    struct ga_visit *const visit = &b->batch->visits[i];
    bool is_placed = false, right = false;
    writers_choose(b->map, p, &b->turn);
    memset(b->host, 0, l->end - l->begin);
    memcpy(writers_at(b, l->visit), visit, sizeof *visit);
    memcpy(writers_at(b, l->writing), b->turn.writing, b->turn.n_writing * sizeof(uint32_t));
    b->turn.repeats =
        b->turn.n_writing > 0 && !b->gpu->limits.emulated ? (uint32_t)COMPANY_REPEATS : 1;
    b->turn.own_value =
        p->own == OWN_NONE ? 0 : p->fences * (COMPANY_WARM_UP + n * b->turn.repeats);
    const auto place = [&] { return writers_place(b, p, err); };
    enum ga_status status = ga_place(b->gpu, b->memory + l->places, 1, place, &is_placed, err);
    if (status == GA_OK)
        status = writers_look_back(b, p, &right, err);
    if (status != GA_OK)
        return status;
    const auto *const board = (const struct company_board *)writers_at(b, l->board);
    memcpy(visit, writers_at(b, l->visit), sizeof *visit);
    memcpy(b->batch->samples + (size_t)i * n, writers_at(b, l->cycles), n * sizeof(uint32_t));
    if (!is_placed)
        visit->outcome = GA_MISPLACED;
    if (visit->outcome == GA_OK && (board->wrong || !right))
        visit->outcome = GA_WRONG;
    if (visit->outcome == GA_OK && b->batch->tallies)
        writers_tally(&b->gpu->limits, p, &b->turn,
                      (const struct writers_report *)writers_at(b, l->reports),
                      b->batch->tallies + (size_t)i * WRITERS_TALLIES);
    return GA_OK;
}

#endif
