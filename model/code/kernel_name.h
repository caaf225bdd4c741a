/* Names of kernels, of a profiler and of a compiler's symbols, in one form in which both are alike. */
#ifndef GA_KERNEL_NAME_H
#define GA_KERNEL_NAME_H

/* in: name: "label/void n::f<(int)8, (bool)1, n::g(T1)::[lambda(int) (instance 1)]>(const T1 *)" as Nsight Compute has it,
 * "void n::f<8, true, n::g<float>(float)::{lambda(int)#1}>(float const*)" as a demangler has it, or a symbol. out: without label,
 * result, parameters, casts, namespaces and blanks: "f<8,1,{lambda1}>"; of "f[abi:v1][abi:c]" as of "f[v1,c]": "f[v1,c]"; own:
 * caller, free; NULL for want of memory. */
char *ga_kernel_name(const char *name);

/* in: likewise. out: what people read of it: that form without the namespaces in front, behind its label: "label: f<8,1>"; of a
 * label alone the label. own: caller, free; NULL for want of memory. */
char *ga_printed_name(const char *name);

#endif
