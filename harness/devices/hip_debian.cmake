# HIP from Debian's own packages (clang-19, llvm-19, clang-tools-19, lld-19, libamdhip64-dev, rocm-device-libs), whose layout
# CMake does not know. Not read where /opt/rocm exists or a HIP compiler is named.

find_program(GA_DEBIAN_CLANG clang++ PATHS /usr/lib/llvm-19/bin NO_DEFAULT_PATH)
find_program(GA_DEBIAN_LLVM_AS llvm-as PATHS /usr/lib/llvm-19/bin NO_DEFAULT_PATH)
find_path(GA_DEBIAN_BITCODE hip.bc
          PATHS /usr/lib/x86_64-linux-gnu/amdgcn/bitcode /usr/lib/aarch64-linux-gnu/amdgcn/bitcode
          NO_DEFAULT_PATH)
find_path(GA_DEBIAN_HIP hip/hip_runtime.h PATHS /usr/include NO_DEFAULT_PATH)
if(NOT GA_DEBIAN_CLANG OR NOT GA_DEBIAN_LLVM_AS OR NOT GA_DEBIAN_BITCODE OR NOT GA_DEBIAN_HIP)
  return()
endif()

# Debian's device libraries end at gfx1036. What they lack for newer targets is one constant each.
set(bitcode ${PROJECT_BINARY_DIR}/hip/bitcode)
file(MAKE_DIRECTORY ${bitcode})
file(GLOB libraries ${GA_DEBIAN_BITCODE}/*.bc)
foreach(library IN LISTS libraries)
  get_filename_component(name ${library} NAME)
  file(CREATE_LINK ${library} ${bitcode}/${name} SYMBOLIC)
endforeach()
execute_process(COMMAND ${GA_DEBIAN_CLANG} --target=amdgcn-amd-amdhsa -nogpulib -x c -S -emit-llvm -o - /dev/null
                OUTPUT_VARIABLE empty_module COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "target datalayout[^\n]*\n" layout "${empty_module}")
foreach(target IN LISTS GA_HIP_TARGETS CMAKE_HIP_ARCHITECTURES)
  if(NOT target MATCHES "^gfx([0-9]+)([0-9])([0-9a-f])$")
    continue()
  endif()
  set(name ${CMAKE_MATCH_1}${CMAKE_MATCH_2}${CMAKE_MATCH_3})
  math(EXPR version "1000 * ${CMAKE_MATCH_1} + 100 * ${CMAKE_MATCH_2} + 0x${CMAKE_MATCH_3}")
  if(EXISTS ${bitcode}/oclc_isa_version_${name}.bc)
    continue()
  endif()
  file(WRITE ${bitcode}/isa_${name}.ll
       "${layout}target triple = \"amdgcn-amd-amdhsa\"\n"
       "@__oclc_ISA_version = linkonce_odr protected local_unnamed_addr addrspace(4) constant i32 "
       "${version}, align 4\n")
  execute_process(COMMAND ${GA_DEBIAN_LLVM_AS} ${bitcode}/isa_${name}.ll
                          -o ${bitcode}/oclc_isa_version_${name}.bc
                  COMMAND_ERROR_IS_FATAL ANY)
endforeach()

# What CMake asks a ROCm installation for. The library itself is not linked (hip_library.c loads it).
set(root ${PROJECT_BINARY_DIR}/hip/root)
file(WRITE ${root}/lib/cmake/hip-lang/hip-lang-config.cmake
     "add_library(hip-lang::device INTERFACE IMPORTED)\n"
     "add_library(hip-lang::amdhip64 INTERFACE IMPORTED)\n")

set(CMAKE_HIP_COMPILER ${GA_DEBIAN_CLANG})
set(CMAKE_HIP_COMPILER_ROCM_ROOT ${root})
set(CMAKE_HIP_FLAGS "--hip-version=5.2.21153 --rocm-path=/usr --rocm-device-lib-path=${bitcode}"
    CACHE STRING "Flags of the HIP compiler")
