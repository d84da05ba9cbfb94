// What it costs to match two vertices, or not to match two, asked of an optimal state.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "blossom/indexed.hpp"
#include "blossom/perfect_state.hpp"
#include "fastpair/matching_solver.hpp"
#include "graphs/dense.hpp"
#include "rows/parallel.hpp"

namespace fastpair {

class Pricer {
 public:
  /// Takes an optimal state. The source has to stay as it is, and it and the list of those who are
  /// absent live as long as the pricer.
  template <class Value>
  Pricer(const DenseSource& source, PerfectState<Value> optimum, Objective objective,
         const std::vector<std::uint8_t>& absent);
  Pricer(Pricer&&) noexcept;
  ~Pricer();

  /// As MatchingSolver::prices and MatchingSolver::losses. What one call has found out about the
  /// graph serves the next one.
  [[nodiscard]] PriceRow row(Vertex v, const Interrupt& interrupt);
  [[nodiscard]] Losses losses(std::span<const Vertex> vertices, const std::vector<Wide>& at_least,
                              std::size_t count, Wide limit, const Interrupt& interrupt);

 private:
  class Widths;
  std::unique_ptr<Widths> widths_;
};

/// The rows of all vertices, each thread with a pricer of its own from make_pricer(). Progress is
/// told by the caller's thread alone, which the others may leave no vertex: so it is told the end.
template <class MakePricer>
std::vector<PriceRow> rows_of(Vertex size, MakePricer make_pricer, const Interrupt& interrupt,
                              const Progress& progress) {
  std::vector<PriceRow> rows(index_of(size));
  std::atomic<Vertex> next = 0;
  std::atomic<bool> stopped = false;
  const auto parts = std::clamp<std::int64_t>(size / 32, 1, cores());
  in_parallel(static_cast<std::size_t>(parts), [&](std::size_t part) {
    // Only the caller's thread asks him.
    const Interrupt ask = [&] { return stopped || (part == 0 && interrupt && interrupt()); };
    try {
      Pricer pricer = make_pricer();
      for (Vertex v = next++; v < size; v = next++) {
        rows[index_of(v)] = pricer.row(v, ask);
        if (part == 0 && progress) progress(static_cast<double>(v + 1) / size);
        if (ask()) throw Interrupted{};
      }
    } catch (const Interrupted&) {
      if (!stopped.exchange(true)) throw;  // the others stop because one does
    } catch (...) {
      stopped = true;
      throw;
    }
  });
  if (progress) progress(1);
  return rows;
}

}  // namespace fastpair
