# A build that fails when an atomic silently becomes a loop. Say, of a target with CUDA code:
#
#     include(/usr/share/gpu-atomics/cmake/GpuAtomics.cmake) # `cmake --install` put it below its prefix
#     gpu_atomics_forbid(my_library rmw-loop,system-scope KERNEL "my_*" "your_*" BASELINE atomics.csv)
#
# After each link, `gpu-atomics inspect` reads the target's file, and each instruction that has one of these facts and is not
# in the baseline fails the build. Words are parted by commas, or are a list: "rmw-loop;system-scope". A type, as f16, is also
# what a compare-and-swap loop adds. KERNEL: only functions of these names, which need not have atomics; if there is none of a
# name, the build fails, too. BASELINE: a file, from the folder of CMakeLists.txt on, which
# `gpu-atomics inspect FILE --csv atomics.csv` makes. Where it has changed, the target is linked anew, but for a static library
# that Ninja builds. In a CI script the same is one line:
# gpu-atomics inspect FILE --forbid rmw-loop,system-scope --baseline atomics.csv
function(gpu_atomics_forbid target words)
  cmake_parse_arguments(PARSE_ARGV 2 forbid "" "BASELINE" "KERNEL")
  if(forbid_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "gpu_atomics_forbid: unknown: ${forbid_UNPARSED_ARGUMENTS}; expected KERNEL, BASELINE")
  endif()
  find_program(GPU_ATOMICS gpu-atomics REQUIRED)
  string(REPLACE ";" "," words "${words}")
  set(options)
  foreach(kernel IN LISTS forbid_KERNEL)
    list(APPEND options --kernel "${kernel}")
  endforeach()
  if(forbid_BASELINE)
    get_filename_component(forbid_BASELINE "${forbid_BASELINE}" ABSOLUTE)
    if(NOT EXISTS "${forbid_BASELINE}")
      message(FATAL_ERROR "gpu_atomics_forbid: there is no ${forbid_BASELINE}: build once without BASELINE, then "
        "`gpu-atomics inspect FILE --csv` of what was built writes it")
    endif()
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${forbid_BASELINE}")
    list(APPEND options --baseline "${forbid_BASELINE}")
  endif()
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${GPU_ATOMICS} inspect $<TARGET_FILE:${target}> --forbid "${words}" ${options}
    COMMENT "Looking for ${words} in the machine code of ${target}" VERBATIM)
endfunction()
