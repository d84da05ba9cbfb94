# A machine without a compiler, or with an old one, is told what to install; what was found is
# forgotten then, so that the next call looks again.
set(hint "fastpair needs a compiler for C++20 with integers of 128 bits: g++ 12, clang 16 or newer. On Debian and Ubuntu: apt install g++. On Fedora: dnf install gcc-c++. On macOS: brew install gcc. If there is one under another name, set the environment variable CXX to it.")

include(CheckLanguage)
check_language(CXX)
if(NOT CMAKE_CXX_COMPILER)
  unset(CMAKE_CXX_COMPILER CACHE)
  message(FATAL_ERROR "No C++ compiler was found. ${hint}")
endif()
enable_language(CXX)

include(CheckCXXSourceCompiles)
block()
  set(CMAKE_CXX_STANDARD 20)
  set(CMAKE_CXX_EXTENSIONS OFF)
  check_cxx_source_compiles("
    #include <ranges>
    __extension__ using Wide = __int128;
    int main() { return static_cast<int>(Wide{0}) + static_cast<int>(std::views::iota(0, 0).size()); }
  " FASTPAIR_COMPILER_SUFFICES)
endblock()
if(NOT FASTPAIR_COMPILER_SUFFICES)
  unset(FASTPAIR_COMPILER_SUFFICES CACHE)
  message(FATAL_ERROR "${CMAKE_CXX_COMPILER} (${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}) does not compile what fastpair is written in. ${hint}")
endif()
