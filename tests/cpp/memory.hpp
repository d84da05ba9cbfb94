// Want of memory, at any allocation of any thread: for the one file of an executable.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <stdexcept>

namespace fastpair::check {

/// How many allocations succeed before one fails, and whether those after it do.
inline std::atomic<std::int64_t> allocations_left = std::numeric_limits<std::int64_t>::max();
inline std::atomic<bool> memory_returns = true;

/// Makes a call in which allocation number n, from 0, fails. Returns whether there was one.
template <class Call>
bool short_of_memory(std::int64_t n, bool returns, Call call) {
  struct Plenty {
    ~Plenty() { allocations_left = std::numeric_limits<std::int64_t>::max(); }
  } const plenty;
  memory_returns = returns;
  allocations_left = n;
  try {
    call();
  } catch (const std::bad_alloc&) {
    return true;
  } catch (const std::out_of_range&) {  // says so of a vertex
  }
  return false;
}

}  // namespace fastpair::check

// Inlined, GCC takes them for mismatched with the standard library's.
[[gnu::noinline]] void* operator new(std::size_t size) {
  using fastpair::check::allocations_left;
  const std::int64_t left = allocations_left.fetch_sub(1);
  if (left <= 0 && (left == 0 || !fastpair::check::memory_returns)) throw std::bad_alloc{};
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc{};
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return std::malloc(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
