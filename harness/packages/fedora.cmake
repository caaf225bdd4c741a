# What cpack runs before it packs: Fedora's zsh looks in a folder of its own, also for an .rpm that was made on Debian.
file(GLOB_RECURSE completion ${CPACK_TEMPORARY_DIRECTORY}/_gpu-atomics)
if(CPACK_GENERATOR STREQUAL RPM AND completion MATCHES vendor-completions)
  get_filename_component(folder ${completion} DIRECTORY)
  get_filename_component(zsh ${folder} DIRECTORY)
  file(RENAME ${folder} ${zsh}/site-functions)
endif()
