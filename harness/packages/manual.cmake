# cmake -DPROGRAM=gpu-atomics -DOUT=FOLDER -P manual.cmake: the manual page and the completions, under the names by which
# they are found.
foreach(row IN ITEMS page:gpu-atomics.1 bash:gpu-atomics zsh:_gpu-atomics fish:gpu-atomics.fish)
  string(REPLACE ":" ";" row ${row})
  list(GET row 0 form)
  list(GET row 1 file)
  execute_process(COMMAND ${PROGRAM} manual ${form} OUTPUT_FILE ${OUT}/${file} RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} manual ${form}: ${code}")
  endif()
endforeach()
