# find_package(fastpair): fastpair::engine for C++, fastpair::c and fastpair::c_static for C.
# pkg-config: fastpair and fastpair-static for C, fastpair-engine for C++.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)
set(package "${CMAKE_INSTALL_LIBDIR}/cmake/fastpair")

install(TARGETS fastpair_engine fastpair_c fastpair_c_static EXPORT fastpairTargets
  INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(FILES include/fastpair.h DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY include/fastpair DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
install(EXPORT fastpairTargets NAMESPACE fastpair:: DESTINATION "${package}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DATADIR}/licenses/fastpair")

# What a linker for C leaves out of a program with C++ in it.
set(cxx_libraries "")
foreach(library stdc++ c++ m)
  if(library IN_LIST CMAKE_CXX_IMPLICIT_LINK_LIBRARIES)
    list(APPEND cxx_libraries "${library}")
  endif()
endforeach()
configure_package_config_file(fastpairConfig.cmake.in fastpairConfig.cmake INSTALL_DESTINATION "${package}")
# While the first number is 0, the second one counts as breaking.
write_basic_package_version_file(fastpairConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  "${CMAKE_CURRENT_BINARY_DIR}/fastpairConfig.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/fastpairConfigVersion.cmake"
  DESTINATION "${package}")

# The file finds its prefix from where it lies: the prefix may be chosen when it is installed.
set(pkgconfig "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
file(RELATIVE_PATH to_prefix "/${pkgconfig}" "/")
string(REGEX REPLACE "/$" "" to_prefix "${to_prefix}")
foreach(folder LIBDIR INCLUDEDIR)
  set(${folder} "\${prefix}/${CMAKE_INSTALL_${folder}}")
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${folder}}")
    set(${folder} "${CMAKE_INSTALL_${folder}}")
  endif()
endforeach()
list(TRANSFORM cxx_libraries PREPEND " -l" OUTPUT_VARIABLE private_libraries)
string(JOIN "" private_libraries ${private_libraries})
if(CMAKE_THREAD_LIBS_INIT)
  string(APPEND private_libraries " ${CMAKE_THREAD_LIBS_INIT}")
endif()
# Beside a shared library, linkers take the static one by its path only.
set(static "\${libdir}/${CMAKE_STATIC_LIBRARY_PREFIX}fastpair${CMAKE_STATIC_LIBRARY_SUFFIX}")
set(rpath "")
if(CMAKE_SHARED_LIBRARY_RUNTIME_CXX_FLAG)
  set(rpath " ${CMAKE_SHARED_LIBRARY_RUNTIME_CXX_FLAG}\${libdir}")
endif()
foreach(package fastpair fastpair-static fastpair-engine)
  configure_file("${package}.pc.in" "${package}.pc" @ONLY)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/${package}.pc" DESTINATION "${pkgconfig}")
endforeach()
