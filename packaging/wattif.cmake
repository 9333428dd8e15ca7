# What an installation is beside the program: the data, the manual page and completions, which the program itself writes from
# its tables as it is installed, and the papers of a Debian package. `cmake --install` and `./dev package` (CPack) both read it.

# Sources of the tables are for a clone; scripts that measure a GPU are for whoever has one.
install(DIRECTORY datasets themes DESTINATION ${CMAKE_INSTALL_DATADIR}/wattif
        PATTERN "*.c" EXCLUDE PATTERN "*.h" EXCLUDE PATTERN "__pycache__" EXCLUDE)
# Beside each other as in a clone, so that what they link to is there.
install(FILES README.md CHANGELOG.md CITATION.cff LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs screenshots DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES packaging/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})

# zsh of Debian reads what packages bring from a folder of its own.
install(CODE "
  set(root \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}\")
  set(zsh site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL /usr)
    set(zsh vendor-completions)
  endif()
  function(wattif_writes what file)
    get_filename_component(folder \${file} DIRECTORY)
    file(MAKE_DIRECTORY \${folder})
    execute_process(COMMAND $<TARGET_FILE:wattif> help \${what} OUTPUT_FILE \${file} COMMAND_ERROR_IS_FATAL ANY)
    file(CHMOD \${file} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    message(STATUS \"Written: \${file}\")
  endfunction()
  wattif_writes(man \${root}/${CMAKE_INSTALL_MANDIR}/man1/wattif.1)
  wattif_writes(bash \${root}/${CMAKE_INSTALL_DATADIR}/bash-completion/completions/wattif)
  wattif_writes(zsh \${root}/${CMAKE_INSTALL_DATADIR}/zsh/\${zsh}/_wattif)
  wattif_writes(fish \${root}/${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d/wattif.fish)
  file(COPY ${PROJECT_SOURCE_DIR}/packaging/changelog DESTINATION \${root}/${CMAKE_INSTALL_DOCDIR})
  foreach(file ${CMAKE_INSTALL_MANDIR}/man1/wattif.1 ${CMAKE_INSTALL_DOCDIR}/changelog)
    execute_process(COMMAND gzip -9nf \${root}/\${file} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
")

# --- the Debian package ---

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME wattif)
set(CPACK_PACKAGE_CONTACT "The wattif authors <authors@wattif.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "what-if explorer for carbon-aware ML inference serving")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "An interactive terminal dashboard over a discrete-event engine that serves
requests of machine-learning models on simulated GPUs under real traces of
carbon intensity. Scrub through a run, turn a knob, and see carbon, tail
latency, accuracy, fairness and GPU temperature answer at once.
.
The engine implements CarbonDIS, Clover, The Utilization Fallacy, Energy-Time
Fairness and InferCool as policies that can be combined, and holds their
published claims against what it computes.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON) # Depends, from the libraries that the program is linked with
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS ncurses-term)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "coinor-cbc, python3")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
include(CPack)
