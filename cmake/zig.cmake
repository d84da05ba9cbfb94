# Cross-compiles for the target of zig that FASTPAIR_TARGET names, by the compiler of
# `pip install ziglang`; what is for Windows runs under wine.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES FASTPAIR_TARGET)
if(FASTPAIR_TARGET MATCHES "^([a-z0-9_]+)-linux")
  set(CMAKE_SYSTEM_NAME Linux)
elseif(FASTPAIR_TARGET MATCHES "^([a-z0-9_]+)-macos")
  set(CMAKE_SYSTEM_NAME Darwin)
  set(CMAKE_INSTALL_NAME_TOOL true) # CMake looks for it, but only an installation calls it
elseif(FASTPAIR_TARGET MATCHES "^([a-z0-9_]+)-windows")
  set(CMAKE_SYSTEM_NAME Windows)
  set(CMAKE_CROSSCOMPILING_EMULATOR wine)
  set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}) # where programs look for libraries
else()
  message(FATAL_ERROR "FASTPAIR_TARGET: expected one like x86_64-windows-gnu, got '${FASTPAIR_TARGET}'")
endif()
set(CMAKE_SYSTEM_PROCESSOR ${CMAKE_MATCH_1})
set(CMAKE_CXX_COMPILER python-zig c++ -target ${FASTPAIR_TARGET})
set(CMAKE_CXX_ARCHIVE_CREATE "python-zig ar qc <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "python-zig ranlib <TARGET>")
# Zig compiles its libraries when it first links with them: two links at once may wait for each other.
set(CMAKE_JOB_POOLS link=1)
set(CMAKE_JOB_POOL_LINK link)
