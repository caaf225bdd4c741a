/* Loops that add, and that do not, for AMD: sums and products that the target has, and signs, absolute values and limits that a sum
 * hides. No header is needed. make_amd.sh compiles it into adds.hipfb. */
typedef unsigned long u64;
typedef _Float16 f16x2 __attribute__((ext_vector_type(2)));

__attribute__((device)) static unsigned lane() { return __builtin_amdgcn_workitem_id_x(); }

/* LOOP(name, what is stored, the word, what is computed from `old` and from the parameters x and y). */
#define LOOP(name, type, word, made)                                                               \
    extern "C" __attribute__((global)) void name(word *p, const type *xs, const type *ys) {        \
        const type x = xs[lane()], y = ys[lane()];                                                 \
        word *const at = p + lane();                                                               \
        word found = *at;                                                                          \
        for (;;) {                                                                                 \
            const type old = __builtin_bit_cast(type, found);                                      \
            const type sum = made;                                                                 \
            if (__hip_atomic_compare_exchange_strong(at, &found, __builtin_bit_cast(word, sum),    \
                                                     __ATOMIC_RELAXED, __ATOMIC_RELAXED,           \
                                                     __HIP_MEMORY_SCOPE_AGENT))                    \
                break;                                                                             \
        }                                                                                          \
        (void)y;                                                                                   \
    }

LOOP(add_f32, float, unsigned, old + x)
LOOP(less_f32, float, unsigned, old - x)
LOOP(from_f32, float, unsigned, x - old)
LOOP(absolute_f32, float, unsigned, __builtin_fabsf(old) + x)
LOOP(to_absolute_f32, float, unsigned, old + __builtin_fabsf(x))
LOOP(negated_f32, float, unsigned, -__builtin_fabsf(old) + x)
LOOP(sum_absolute_f32, float, unsigned, __builtin_fabsf(old + x))
LOOP(clamped_f32, float, unsigned, __builtin_amdgcn_fmed3f(old + x, 0, 1))
LOOP(twice_f32, float, unsigned, (old + x) * 2)
LOOP(product_f32, float, unsigned, __builtin_fmaf(x, y, old))
LOOP(constant_product_f32, float, unsigned, __builtin_fmaf(x, 3.1F, old))
LOOP(less_product_f32, float, unsigned, __builtin_fmaf(-x, y, old))
LOOP(from_product_f32, float, unsigned, __builtin_fmaf(x, y, -old))
LOOP(old_product_f32, float, unsigned, __builtin_fmaf(old, y, x))
LOOP(other_lane_f32, float, unsigned,
     __builtin_bit_cast(float, __builtin_amdgcn_mov_dpp(__builtin_bit_cast(int, old), 0xb1, 0xf,
                                                        0xf, true)) +
         x)
LOOP(add_f64, double, u64, old + x)
LOOP(from_f64, double, u64, x - old)
LOOP(absolute_f64, double, u64, __builtin_fabs(old) + x)
LOOP(sum_absolute_f64, double, u64, __builtin_fabs(old + x))
LOOP(product_f64, double, u64, __builtin_fma(x, y, old))
LOOP(old_product_f64, double, u64, __builtin_fma(old, y, x))
LOOP(add_f16x2, f16x2, unsigned, old + x)
LOOP(from_f16x2, f16x2, unsigned, x - old)
LOOP(exchanged_f16x2, f16x2, unsigned, old.yx + x)
LOOP(product_f16x2, f16x2, unsigned, __builtin_elementwise_fma(x, y, old))
LOOP(old_product_f16x2, f16x2, unsigned, __builtin_elementwise_fma(old, y, x))
LOOP(crossed_f16, f16x2, unsigned, (f16x2{(_Float16)(old.x + x.x), old.x}))
LOOP(add_u32, unsigned, unsigned, old + x)
LOOP(less_u32, unsigned, unsigned, old - x)
LOOP(from_u32, unsigned, unsigned, x - old)
LOOP(xor_u32, unsigned, unsigned, old ^ x)
LOOP(twice_u32, unsigned, unsigned, old + old)
LOOP(add_u64, u64, u64, old + x)
LOOP(narrow_u64, u64, u64, old + (unsigned)x)
LOOP(less_u64, u64, u64, old - x)
LOOP(from_u64, u64, u64, x - old)
LOOP(shifted_u64, u64, u64, old + (x << 3))
LOOP(of_shifted_u64, u64, u64, x + (old << 3))
LOOP(low_u64, u64, u64, (old & ~0xffffffffUL) | (unsigned)(old + x))
LOOP(high_u64, u64, u64, (old + x) ^ 1UL << 63)
