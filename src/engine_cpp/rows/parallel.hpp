// A little parallelism for passes over a matrix: the rows in parts, each part in a thread.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <thread>
#include <utility>
#include <vector>

#include "fastpair/matching.hpp"

namespace fastpair {

/// The number of threads that can run at once; 1 where there are none, as in most WebAssembly.
inline std::int64_t cores() {
#ifdef __STDCPP_THREADS__
  return std::max<std::int64_t>(1, std::thread::hardware_concurrency());
#else
  return 1;
#endif
}

/// The number of parts into which a pass over this many cells is divided. If the parts were
/// smaller, a thread would take longer to start than to work.
inline std::size_t parts_for(std::int64_t cells) {
  constexpr std::int64_t cells_per_part = 1'000'000;
  constexpr std::int64_t most = 4;
  const std::int64_t worthwhile = std::min(most, cells / cells_per_part);
  // To ask for the number of cores takes longer than to match a dozen vertices.
  if (worthwhile <= 1) return 1;
  return static_cast<std::size_t>(std::min(cores(), worthwhile));
}

#ifdef __STDCPP_THREADS__
/// Threads that are waited for in the end. Not std::jthread, which many libraries do not have yet.
struct Threads : std::vector<std::thread> {
  ~Threads() {
    for (std::thread& thread : *this) thread.join();
  }
};
#endif

/// Calls work(part) for every part, each in a thread of its own, and waits for all of them. What
/// the parts find must not depend on their number.
template <class Work>
void in_parallel(std::size_t parts, Work work) {
#ifdef __STDCPP_THREADS__
  std::vector<std::exception_ptr> errors(parts);
  const auto guarded = [&](std::size_t part) {
    try {
      work(part);
    } catch (...) {
      errors[part] = std::current_exception();
    }
  };
  {
    Threads threads;
    for (std::size_t part = 1; part < parts; ++part) threads.emplace_back(guarded, part);
    guarded(0);
  }
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
#else
  for (std::size_t part = 0; part < parts; ++part) work(part);
#endif
}

/// Calls find(part, parts) for every part of a pass over so many cells, and joins what all find in
/// what the first does, by join(all, found).
template <class Find, class Join>
auto find_in_parallel(std::int64_t cells, Find find, Join join) {
  std::vector<decltype(find(0, 1))> found(parts_for(cells));
  in_parallel(found.size(), [&](std::size_t part) { found[part] = find(part, found.size()); });
  for (std::size_t part = 1; part < found.size(); ++part) join(found.front(), found[part]);
  return std::move(found.front());
}

/// Calls work(part, k, ask) for every k below `count`, each in the first part that is free. The
/// interrupt function is called in the thread of the caller only, which is part 0; ask() says in
/// all parts whether to stop. What one of them throws stops the others.
template <class Work>
void in_turn(std::size_t parts, std::size_t count, const Interrupt& interrupt, Work work) {
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> stopped = false;
  in_parallel(parts, [&](std::size_t part) {
    const Interrupt ask = [&] { return stopped || (part == 0 && interrupt && interrupt()); };
    try {
      for (std::size_t k = next++; k < count; k = next++) {
        if (ask()) throw Interrupted{};
        work(part, k, ask);
      }
    } catch (const Interrupted&) {
      if (!stopped.exchange(true)) throw;  // the others stop because one does
    } catch (...) {
      stopped = true;
      throw;
    }
  });
}

}  // namespace fastpair
