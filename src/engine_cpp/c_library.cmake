# libfastpair: the C interface as a shared library that shows nothing else.
file(STRINGS include/fastpair.h abi REGEX "^#define FASTPAIR_ABI [0-9]+$")
string(REGEX MATCH "[0-9]+$" abi "${abi}")

add_library(fastpair_c SHARED c_api.cpp)
add_library(fastpair::c ALIAS fastpair_c)
target_include_directories(fastpair_c PUBLIC "$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>")
target_link_libraries(fastpair_c PRIVATE "$<BUILD_INTERFACE:fastpair_engine>")
target_compile_definitions(fastpair_c PRIVATE FASTPAIR_BUILDING FASTPAIR_VERSION="${PROJECT_VERSION}")
set_target_properties(fastpair_c PROPERTIES
  OUTPUT_NAME fastpair
  EXPORT_NAME c
  VERSION "${PROJECT_VERSION}"
  SOVERSION "${abi}"
  CXX_VISIBILITY_PRESET hidden
  VISIBILITY_INLINES_HIDDEN ON)
if(UNIX AND NOT APPLE)
  # The standard library marks its templates visible, hidden preset or not.
  target_link_options(fastpair_c PRIVATE "LINKER:--version-script=${CMAKE_CURRENT_SOURCE_DIR}/exports.map")
  set_target_properties(fastpair_c PROPERTIES LINK_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/exports.map")
endif()
