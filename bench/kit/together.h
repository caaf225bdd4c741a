/* Samples that the blocks of one SM take together: every job begins at an agreed clock, and the
 * result is the time from the first start to the last end. For kernels whose blocks were placed by
 * place.h.
 *
 * Thread 0 of each block steers. The block of rank 0 leads: it hears what the others found, records
 * the sample, and says which is next and when it starts. Progress assumed: resident blocks run. */
#ifndef GA_TOGETHER_H
#define GA_TOGETHER_H

#include "bench.h"
#include "device.h"

/* Samples before those that count, and what `next` is when there are no more. */
enum { GA_WARM_UP = 2, GA_STOP = 0xffffffff };

/* One or several jobs, clocks relative to the agreed start: what their results amount to, when the
 * first and the last one started, when the last one ended. */
struct ga_jobs {
    uint32_t result, first_start, last_start, end;
};

/* Between the blocks of one SM. The leader writes what follows `go`, a partner what follows
 * `arrived`; the counter is stored last, with release. */
struct ga_mail {
    uint32_t arrived, outcome;
    struct ga_jobs jobs;
    uint32_t go, next, quiet;
    uint64_t base;
};

/* What a launch asks for. spin_ticks: how long a block may wait for another. skew_cycles: how far apart the
 * jobs of a sample may start; beyond, it is taken again. */
struct ga_together {
    uint32_t n_samples, blocks_per_sm;
    uint64_t spin_ticks;
    uint32_t skew_cycles;
};

/* A block's side, in shared memory. */
struct ga_steering {
    uint32_t next;  /* the sample to take, or GA_STOP */
    uint32_t quiet; /* cycles from base until the sample before had ended everywhere */
    uint64_t base;  /* the agreed start: a mark */
    uint32_t rank, outcome;
    uint32_t tries;        /* at samples of this visit */
    uint32_t n_go;         /* handshakes so far */
    struct ga_jobs latest; /* of this block in the latest sample */
    uint64_t visit_cycles, visit_ticks;
};

GA_DEVICE struct ga_jobs ga_no_jobs(void) { return {0, UINT32_MAX, 0, 0}; }

GA_DEVICE void ga_join(struct ga_jobs *all, const struct ga_jobs &more) {
    all->result += more.result;
    all->first_start = more.first_start < all->first_start ? more.first_start : all->first_start;
    all->last_start = more.last_start > all->last_start ? more.last_start : all->last_start;
    all->end = more.end > all->end ? more.end : all->end;
}

/* Clock of this SM since base, 0 if it is earlier. Needs all 64 bits, which keeps nvcc from reading
 * 32 in a slower way. */
GA_DEVICE uint32_t ga_since(uint64_t base, uint64_t t) {
    return ga_is_before(t, base) ? 0 : (uint32_t)ga_cycles_between(base, t);
}

/* Thread 0 waits for the SM's clock; the others need a barrier after it. A moment that is further off
 * than any can be (2^24 cycles, or half a turn) is not waited for. */
GA_DEVICE void ga_wait_until(uint64_t cycles) {
    while (ga_thread() == 0 && ga_cycles_between(ga_cycles(), cycles - 1) < ga_most_idle(1u << 24))
        ;
}

/* Thread 0, once, before the first visit. */
GA_DEVICE void ga_steer(struct ga_steering *s, uint32_t rank) {
    s->rank = rank;
    s->n_go = 0;
}

/* Thread 0. Opens the visit of a point. */
GA_DEVICE void ga_open_visit(struct ga_steering *s) {
    s->latest = ga_no_jobs();
    s->outcome = GA_OK;
    s->tries = 0;
    s->visit_cycles = ga_cycles();
    s->visit_ticks = ga_ticks();
}

/* Thread 0 of the leader. */
GA_DEVICE void ga_close_visit(const struct ga_steering *s, uint32_t sm_id, struct ga_visit *visit) {
    visit->outcome = s->outcome;
    visit->sm = sm_id;
    visit->cycles = ga_cycles_between(s->visit_cycles, ga_cycles());
    visit->ticks = ga_ticks() - s->visit_ticks;
}

/* Waits until *p is x. out: GA_OK, or GA_TIMEOUT after spin_ticks. */
GA_DEVICE uint32_t ga_await(const uint32_t *p, uint32_t x, uint64_t spin_ticks) {
    const uint64_t begin = ga_ticks();
    while (ga_load_u32_device_acquire(p) != x) {
        if (ga_ticks() - begin > spin_ticks)
            return GA_TIMEOUT;
        ga_pause();
    }
    return GA_OK;
}

/* Thread 0 of the leader: hears every partner's last sample, records it, and says what is next: the
 * same sample again if the jobs did not start together, GA_STOP when all are taken or one has
 * failed. */
GA_DEVICE void ga_lead(struct ga_steering *s, struct ga_mail *mail, const struct ga_together &ask,
                       uint32_t *cycles) {
    struct ga_jobs all = s->latest;
    uint32_t outcome = s->outcome, next = s->next;
    s->n_go++;
    GA_NO_UNROLL
    for (uint32_t r = 1; r < ask.blocks_per_sm; r++) {
        if (ga_await(&mail[r].arrived, s->n_go, ask.spin_ticks)) {
            s->outcome = GA_TIMEOUT;
            s->next = GA_STOP;
            return;
        }
        outcome = mail[r].outcome ? mail[r].outcome : outcome;
        ga_join(&all, mail[r].jobs);
    }
    const uint32_t total = GA_WARM_UP + ask.n_samples;
    if (s->tries == 0) {
        next = 0;
    } else if (outcome || s->tries > 2 * total + 16) {
        outcome = outcome ? outcome : (uint32_t)GA_ERROR;
        next = GA_STOP;
    } else if (all.last_start - all.first_start <= ask.skew_cycles) {
        if (next >= GA_WARM_UP)
            cycles[next - GA_WARM_UP] = GA_IS_NARROW && !ga_is_within(s->base, ga_stop())
                                            ? UINT32_MAX
                                            : all.end - all.first_start;
        next = next + 1 < total ? next + 1 : (uint32_t)GA_STOP;
    }
    s->tries++;
    s->next = next;
    s->outcome = outcome;
    s->base = ga_start() + (ask.blocks_per_sm > 1 ? GA_SM_MARGIN_CYCLES : GA_BLOCK_MARGIN_CYCLES);
    s->quiet = all.end;
    mail[0].next = next;
    mail[0].base = s->base;
    mail[0].quiet = s->quiet;
    ga_store_u32_device_release(&mail[0].go, s->n_go);
}

/* Thread 0 of a partner: tells of its last sample and hears what is next. */
GA_DEVICE void ga_follow(struct ga_steering *s, struct ga_mail *mail,
                         const struct ga_together &ask) {
    struct ga_mail *const mine = &mail[s->rank];
    mine->jobs = s->latest;
    mine->outcome = s->outcome;
    s->n_go++;
    ga_store_u32_device_release(&mine->arrived, s->n_go);
    if (ga_await(&mail[0].go, s->n_go, ask.spin_ticks)) {
        s->outcome = GA_TIMEOUT;
        s->next = GA_STOP;
        return;
    }
    s->next = mail[0].next;
    s->base = mail[0].base;
    s->quiet = mail[0].quiet;
}

/* Thread 0: before every sample. out: s->next, and with it the agreed start. cycles: [n_samples] of
 * the point; written by the leader. */
GA_DEVICE void ga_agree(struct ga_steering *s, struct ga_mail *mail, const struct ga_together &ask,
                        uint32_t *cycles) {
    if (s->rank == 0)
        ga_lead(s, mail, ask, cycles);
    else
        ga_follow(s, mail, ask);
}

#endif
