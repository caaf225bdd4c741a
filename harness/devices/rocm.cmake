# Where ROCm is, by the way it came here: $ROCM_PATH, which a tarball's user sets; PyPI's rocm[devel], whose rocm-sdk is on the
# PATH of its environment; AMD's packages in /opt/rocm, which since 7.13 are in /opt/rocm/core-VERSION, with links above it or
# without; Fedora's in /usr. Its compiler need not be on the PATH, and another clang there would not do.
# src: ROCm/TheRock, docs/packaging; build_tools/packaging/linux; Fedora's rocm-llvm.
set(GA_OPT_ROCM /opt/rocm CACHE INTERNAL "AMD's packages; tests have a tree of their own")

# out: in `clang` ROCm's compiler, "" if there is none.
function(ga_find_rocm_clang clang)
  set(folders $ENV{ROCM_PATH})
  find_program(GA_ROCM_SDK rocm-sdk)
  if(NOT folders AND GA_ROCM_SDK)
    execute_process(COMMAND ${GA_ROCM_SDK} path --root OUTPUT_VARIABLE folders RESULT_VARIABLE result ERROR_QUIET
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT result EQUAL 0)
      set(folders) # without [devel] it has no compiler for others
    endif()
  endif()
  file(GLOB versions ${GA_OPT_ROCM}/core-*)
  list(SORT versions COMPARE NATURAL ORDER DESCENDING)
  list(APPEND folders ${GA_OPT_ROCM} ${GA_OPT_ROCM}/core ${versions} /usr/lib64/rocm /usr/lib/rocm)
  set(paths ${folders})
  list(TRANSFORM paths APPEND /llvm/bin)
  set(others ${folders})
  list(TRANSFORM others APPEND /lib/llvm/bin)
  set(at)
  foreach(path other IN ZIP_LISTS paths others)
    list(APPEND at ${path} ${other})
  endforeach()
  unset(GA_ROCM_CLANG CACHE)
  find_program(GA_ROCM_CLANG clang++ NO_DEFAULT_PATH PATHS ${at})
  set(${clang} "${GA_ROCM_CLANG}" PARENT_SCOPE)
  if(NOT GA_ROCM_CLANG)
    set(${clang} "" PARENT_SCOPE)
  endif()
endfunction()

# in: folders of tools. out: in `targets` those of the GPUs that are here, "gfx942;gfx1100".
function(ga_native_hip_targets targets)
  foreach(tool IN ITEMS amdgpu-arch rocm_agent_enumerator)
    unset(GA_NATIVE_TOOL CACHE)
    find_program(GA_NATIVE_TOOL ${tool} HINTS ${ARGN})
    if(GA_NATIVE_TOOL)
      execute_process(COMMAND ${GA_NATIVE_TOOL} OUTPUT_VARIABLE said ERROR_QUIET)
      string(REGEX MATCHALL "gfx[1-9][0-9a-f]+" found "${said}")
      list(REMOVE_DUPLICATES found)
      if(found)
        break()
      endif()
    endif()
  endforeach()
  set(${targets} "${found}" PARENT_SCOPE)
endfunction()
