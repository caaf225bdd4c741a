/* What a kernel does, in words that name no instruction set: a benchmark states it, and the book of instructions
 * (bench/device/instructions.def) says what it must compile to on each target. */
#ifndef GA_FACT_H
#define GA_FACT_H

#include <stdbool.h>
#include <stdint.h>

/* A cluster's is no scope of an instruction set, and of fences alone; it is what comes after those that are. */
enum ga_scope {
    GA_SCOPE_BLOCK,
    GA_SCOPE_DEVICE,
    GA_SCOPE_SYSTEM,
    GA_N_SCOPES,
    GA_SCOPE_CLUSTER = GA_N_SCOPES
};
enum ga_order {
    GA_RELAXED,
    GA_ACQUIRE,
    GA_RELEASE,
    GA_ACQ_REL,
    GA_SEQ_CST,
    GA_N_ORDERS,
};

/* Where the word lies: in device memory, the block's shared memory, or that of a block of its cluster. */
enum ga_space { GA_GLOBAL, GA_SHARED, GA_CLUSTER };

enum ga_type {
    GA_TYPE_u32,
    GA_TYPE_s32,
    GA_TYPE_u64,
    GA_TYPE_f32,
    GA_TYPE_f64,
    GA_TYPE_f16x2,
    GA_TYPE_bf16x2,
    GA_TYPE_f32x2,
    GA_TYPE_f32x4,
    GA_TYPE_b128,
    GA_TYPE_u8,
    GA_TYPE_u16,
    GA_TYPE_f16,
    GA_TYPE_bf16,
    GA_TYPE_u64x2,
    GA_TYPE_f16x8,
    GA_TYPE_bf16x8,
};

enum ga_operation {
    GA_OP_end, /* of a variant's facts */
    GA_OP_add,
    GA_OP_count, /* adds a 1 that the compiler knows */
    GA_OP_sub,
    GA_OP_min,
    GA_OP_max,
    GA_OP_and,
    GA_OP_or,
    GA_OP_xor,
    GA_OP_inc,
    GA_OP_dec,
    GA_OP_exchange,
    GA_OP_cas,
    GA_OP_cas_fail,
    GA_OP_add_async,
    GA_OP_add_bulk, /* many values by one instruction, from shared memory */
    GA_OP_store_bulk,
    GA_OP_loop, /* no operation of a benchmark: what stands for one that a target lacks */
    /* Loads and stores: by scope and order, and such as have none (device_order.h). */
    GA_OP_load,
    GA_OP_load_plain,
    GA_OP_load_volatile,
    GA_OP_load_mmio,
    GA_OP_store,
    GA_OP_store_plain,
    GA_OP_store_volatile,
    GA_OP_store_mmio,
    /* What orders one, and not the access itself, of which there may be others. */
    GA_OP_load_order,
    GA_OP_store_order,
    GA_OP_fence,
    GA_OP_block_sync,
    GA_OP_await_writes,
    /* Of the kernel as a whole: it has no fence but those of its other facts, which goes without saying where one of
     * them orders; it exists only where blocks form clusters. */
    GA_OP_no_other_fence,
    GA_OP_in_clusters,
    /* Barriers in hardware, and what those need besides that order; the cooperative one is the vendor's code. */
    GA_OP_warp_barrier,
    GA_OP_block_barrier,
    GA_OP_named_barrier,
    GA_OP_mbarrier_arrive,
    GA_OP_mbarrier_expect,
    GA_OP_mbarrier_wait,
    GA_OP_cluster_arrive,
    GA_OP_cluster_wait,
    GA_OP_grid_barrier,
};

/* One thing that a kernel does; what is not said is u32, in device memory, relaxed, with a result that is used. */
struct ga_fact {
    enum ga_operation operation;
    enum ga_type type;
    enum ga_space space;
    enum ga_scope scope;
    enum ga_order order;
    bool unused;    /* nobody reads the result */
    uint32_t count; /* how often it stands in the code; 0: once */
    bool remote;    /* the word may be in another's memory, and the compiler is told */
};

#endif
