# find_package(fastpair): fastpair::engine for C++ and fastpair::c for C.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(package "${CMAKE_INSTALL_LIBDIR}/cmake/fastpair")

install(TARGETS fastpair_engine fastpair_c EXPORT fastpairTargets
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES include/fastpair.h DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY include/fastpair DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
install(EXPORT fastpairTargets NAMESPACE fastpair:: DESTINATION "${package}")

configure_package_config_file(fastpairConfig.cmake.in fastpairConfig.cmake INSTALL_DESTINATION "${package}")
# While the first number is 0, the second one counts as breaking.
write_basic_package_version_file(fastpairConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  "${CMAKE_CURRENT_BINARY_DIR}/fastpairConfig.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/fastpairConfigVersion.cmake"
  DESTINATION "${package}")
