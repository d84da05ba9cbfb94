// What the libraries of the compiler lack to throw in WebAssembly.
#include <cstdlib>
#include <new>

// The tag by which WebAssembly tells exceptions of C++ from others. They hold an address.
__asm__(
    ".globl __cpp_exception\n"
    ".tagtype __cpp_exception i32\n"
    "__cpp_exception:\n");

/// The library's own one ends the program instead of throwing.
void* operator new(std::size_t size) {
  if (void* place = std::malloc(size)) return place;
  throw std::bad_alloc{};
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }

/// The one thread does not end, so that nothing is left to do at its end.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) noexcept { return 0; }
