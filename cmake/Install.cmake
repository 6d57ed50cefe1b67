# The program, the library, the public headers and the CMake package `bellwether`.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/bellwether)
install(TARGETS bellwether)
install(TARGETS bellwether_library EXPORT bellwether)
install(EXPORT bellwether NAMESPACE bellwether:: FILE bellwetherTargets.cmake
  DESTINATION ${package_folder})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/bellwetherConfig.cmake.in
  bellwetherConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(bellwetherConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/bellwetherConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/bellwetherConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/FindKLU.cmake ${CMAKE_CURRENT_LIST_DIR}/FindSundials.cmake
  ${CMAKE_CURRENT_LIST_DIR}/FindTCC.cmake ${CMAKE_CURRENT_LIST_DIR}/FindSeccomp.cmake
  DESTINATION ${package_folder})

# Man pages and completion, which the program writes from its own tables.
set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated)
add_custom_command(OUTPUT ${generated}/man/bellwether.1 ${generated}/completion/bash/bellwether
  COMMAND bellwether __generate man ${generated}/man
  COMMAND bellwether __generate completion ${generated}/completion
  DEPENDS bellwether
  VERBATIM)
add_custom_target(bellwether_pages ALL
  DEPENDS ${generated}/man/bellwether.1 ${generated}/completion/bash/bellwether)
install(DIRECTORY ${generated}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${generated}/completion/bash/bellwether
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${generated}/completion/zsh/_bellwether
  DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${generated}/completion/fish/bellwether.fish
  DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# The pages that `bellwether explain` names.
install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/README.md ${CMAKE_CURRENT_SOURCE_DIR}/CHANGELOG.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

# Found when installing, so that an edited header does not make CMake run again.
install(CODE "
  set(source \"${CMAKE_CURRENT_SOURCE_DIR}/src\")
  set(stage \"${CMAKE_CURRENT_BINARY_DIR}/installed_headers\")
  set(destination \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_INCLUDEDIR}/bellwether\")
  include(\"${CMAKE_CURRENT_LIST_DIR}/install_headers.cmake\")")
