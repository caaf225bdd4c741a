# Build step: object files to rows of ga_isa_table. Run by bench/CMakeLists.txt.

string(REPLACE "|" ";" OBJECTS "${OBJECTS}")
set(work ${OUT}.d)
file(REMOVE_RECURSE ${work})
file(MAKE_DIRECTORY ${work})
set(inputs)

foreach(object IN LISTS OBJECTS)
  get_filename_component(name ${object} NAME_WE)
  if(BACKEND STREQUAL "cuda")
    get_filename_component(folder ${NVDISASM} DIRECTORY)
    set(ENV{PATH} "${folder}:$ENV{PATH}")
    execute_process(COMMAND ${CUOBJDUMP} --dump-sass ${object} OUTPUT_FILE ${work}/${name}.sass
                    COMMAND_ERROR_IS_FATAL ANY)
    list(APPEND inputs - ${work}/${name}.sass)
    continue()
  endif()
  # A file without a kernel has no code for the device.
  execute_process(COMMAND ${OBJDUMP} -h ${object} OUTPUT_VARIABLE sections COMMAND_ERROR_IS_FATAL ANY)
  if(NOT sections MATCHES "\\.hip_fatbin")
    continue()
  endif()
  execute_process(COMMAND ${OBJCOPY} --dump-section .hip_fatbin=${work}/${name}.fatbin ${object}
                          ${work}/${name}.rest
                  COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${BUNDLER} --list --type=o --input=${work}/${name}.fatbin
                  OUTPUT_VARIABLE bundles COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "hip[^\n]*gfx[0-9a-f]+[^\n]*" bundles "${bundles}")
  foreach(bundle IN LISTS bundles)
    string(REGEX MATCH "gfx[0-9a-f]+" target "${bundle}")
    set(code ${work}/${name}.${target})
    execute_process(COMMAND ${BUNDLER} --unbundle --type=o --input=${work}/${name}.fatbin
                            --targets=${bundle} --output=${code}.co
                    COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${OBJDUMP} -d ${code}.co OUTPUT_FILE ${code}.s
                    COMMAND_ERROR_IS_FATAL ANY)
    list(APPEND inputs ${target} ${code}.s)
  endforeach()
endforeach()

execute_process(COMMAND ${EXTRACT} ${OUT} ${BACKEND} ${inputs} COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${work})
