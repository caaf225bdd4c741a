# Build step: an object file to rows of ga_isa_table. Run by bench/CMakeLists.txt.

set(work ${OUT}.d)
file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${work})
set(inputs)

if(BACKEND STREQUAL "cuda")
  get_filename_component(folder ${NVDISASM} DIRECTORY)
  set(ENV{PATH} "${folder}:$ENV{PATH}")
  execute_process(COMMAND ${CUOBJDUMP} --dump-sass ${OBJECT} OUTPUT_FILE ${work}/sass COMMAND_ERROR_IS_FATAL ANY)
  set(inputs - ${work}/sass)
else()
  # A file without a kernel has no code for the device.
  execute_process(COMMAND ${OBJDUMP} -h ${OBJECT} OUTPUT_VARIABLE sections COMMAND_ERROR_IS_FATAL ANY)
  set(bundles)
  if(sections MATCHES "\\.hip_fatbin")
    execute_process(COMMAND ${OBJCOPY} --dump-section .hip_fatbin=${work}/fatbin ${OBJECT} ${work}/rest
                    COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${BUNDLER} --list --type=o --input=${work}/fatbin
                    OUTPUT_VARIABLE bundles COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "hip[^\n]*gfx[0-9a-f]+[^\n]*" bundles "${bundles}")
  endif()
  foreach(bundle IN LISTS bundles)
    string(REGEX MATCH "gfx[0-9a-f]+" target "${bundle}")
    execute_process(COMMAND ${BUNDLER} --unbundle --type=o --input=${work}/fatbin --targets=${bundle}
                            --output=${work}/${target}.co
                    COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${OBJDUMP} -d ${work}/${target}.co OUTPUT_FILE ${work}/${target}.s
                    COMMAND_ERROR_IS_FATAL ANY)
    list(APPEND inputs ${target} ${work}/${target}.s)
  endforeach()
endif()

execute_process(COMMAND ${EXTRACT} ${OUT} ${BACKEND} ${inputs} COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${work})
