# libfastpair: the C interface, as a shared library that shows nothing else, and as a static one with
# the engine inside.
file(STRINGS include/fastpair.h abi REGEX "^#define FASTPAIR_ABI [0-9]+$")
string(REGEX MATCH "[0-9]+$" abi "${abi}")

add_library(fastpair_c SHARED api/c_api.cpp)
add_library(fastpair::c ALIAS fastpair_c)
target_link_libraries(fastpair_c PRIVATE "$<BUILD_INTERFACE:fastpair_engine>")
target_compile_definitions(fastpair_c PRIVATE FASTPAIR_BUILDING)
set_target_properties(fastpair_c PROPERTIES
  EXPORT_NAME c
  VERSION "${PROJECT_VERSION}"
  SOVERSION "${abi}")
if(UNIX AND NOT APPLE)
  # The standard library marks its templates visible, hidden preset or not.
  target_link_options(fastpair_c PRIVATE "LINKER:--version-script=${CMAKE_CURRENT_SOURCE_DIR}/exports.map")
  set_target_properties(fastpair_c PROPERTIES LINK_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/exports.map")
endif()

add_library(fastpair_c_static STATIC api/c_api.cpp $<TARGET_OBJECTS:fastpair_engine>)
add_library(fastpair::c_static ALIAS fastpair_c_static)
target_link_libraries(fastpair_c_static PUBLIC Threads::Threads)
target_compile_features(fastpair_c_static PRIVATE cxx_std_20)
target_compile_definitions(fastpair_c_static PUBLIC FASTPAIR_STATIC)
set_target_properties(fastpair_c_static PROPERTIES EXPORT_NAME c_static)

foreach(library fastpair_c fastpair_c_static)
  target_include_directories(${library} PUBLIC "$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>"
    PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  target_compile_definitions(${library} PRIVATE FASTPAIR_VERSION="${PROJECT_VERSION}")
  set_target_properties(${library} PROPERTIES
    OUTPUT_NAME fastpair
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON
    EXCLUDE_FROM_ALL "$<AND:$<BOOL:${FASTPAIR_PYTHON}>,$<NOT:$<BOOL:${FASTPAIR_INSTALL}>>>")
endforeach()
