// Exceptions in WebAssembly: the host is told what happened, and throws in its own language. The
// engine's frames are not unwound, so that the host has to drop the instance.
#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>

extern "C" {

/// Throws in the host. Does not return.
__attribute__((import_module("fastpair"), import_name("fail"))) void fastpair_fail(
    const char* message);

void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }

[[noreturn]] void __cxa_throw(void* exception, std::type_info*, void (*)(void*)) {
  fastpair_fail(static_cast<std::exception*>(exception)->what());
  __builtin_trap();
}
}

void* operator new(std::size_t size) {
  if (void* place = std::malloc(size)) return place;
  fastpair_fail("there is not enough memory");
  __builtin_trap();
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }

/// What the standard library calls instead of throwing, for example when a vector gets too long.
void std::__libcpp_verbose_abort(const char* format, ...) noexcept {
  fastpair_fail(format);
  __builtin_trap();
}
