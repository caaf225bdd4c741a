# Build step: the commit that results are marked with, into OUT, which is touched only when it changes.

if(NOT COMMIT)
  execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
                  OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT COMMIT)
  set(COMMIT unknown)
endif()
set(line "#define GA_GIT_COMMIT \"${COMMIT}\"\n")
set(old)
if(EXISTS ${OUT})
  file(READ ${OUT} old)
endif()
if(NOT old STREQUAL line)
  file(WRITE ${OUT} "${line}")
endif()
