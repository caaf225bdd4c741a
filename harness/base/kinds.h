/* What runs kernels, as --device and run.csv spell it, and whose GPUs. Text becomes one of these where it is read. */
#ifndef GA_KINDS_H
#define GA_KINDS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Kinds of backend: a vendor's, the CPU stand-in, and the one whose times come from a file. */
enum ga_kind { GA_KIND_CUDA, GA_KIND_HIP, GA_KIND_CPU, GA_KIND_FAKE, GA_N_KINDS };

enum ga_vendor { GA_NO_VENDOR, GA_NVIDIA, GA_AMD };

/* "cuda", "hip", "cpu", "fake", by kind; then NULL. */
extern const char *const ga_kind_names[GA_N_KINDS + 1];

/* out: the kind with that name, GA_N_KINDS if there is none. */
enum ga_kind ga_kind_of(const char *name);

/* out: whose GPUs it runs on. */
enum ga_vendor ga_kind_vendor(enum ga_kind kind);

/* out: whose instruction set it is: "sm_90", "gfx942"; GA_NO_VENDOR for any other text. */
enum ga_vendor ga_target_vendor(const char *target);

#ifdef __cplusplus
}
#endif
#endif
