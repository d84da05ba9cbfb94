// The least slack among the edges of a row that are no candidates, by a pass over the whole row.
//
// Bounds on the weights in blocks would spare little here, because most rows have a candidate in
// most of their blocks. To read a whole row is several times as fast as to choose blocks.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "blossom/candidates.hpp"
#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"
#include "rows/vectors.hpp"

namespace fastpair {

template <class Value>
class RowSlacks {
 public:
  explicit RowSlacks(const DenseGraph& graph)
      : graph_(graph), wanted_(static_cast<Vertex>(graph.size), 1) {}

  /// From now on, the row is that of v, without the edges that are candidates.
  void turn_to(Vertex v, std::span<const Arc> candidates) {
    row_ = graph_.weights + v * graph_.size;
    if (graph_.allowed == nullptr) {
      wanted_.fill(1);
    } else {
      std::copy_n(graph_.allowed + v * graph_.size, graph_.size, wanted_.begin());
    }
    wanted_[v] = 0;
    for (const Arc& arc : candidates) wanted_[arc.to] = 0;
  }

  /// Stands for the least partial slack where there is no edge, or none below it. No dual is so low
  /// that the slack is negative then; see limits.hpp.
  static constexpr Value kFar = 2 * Limits<Value>::kTime;

  /// For each of two lists of duals the least partial slack, or kFar if that is less.
  [[nodiscard]] std::array<Value, 2> least(const std::array<const Value*, 2>& duals) const {
    std::array<Value, 2> least{kFar, kFar};
    if constexpr (std::is_same_v<Value, std::int64_t>) {
      const auto found = least_partial_slacks(row_, wanted_.data(), duals, size());
      for (std::size_t k = 0; k < 2; ++k) least[k] = std::min(least[k], found[k]);
    } else {
      for (Vertex j = 0; j < size(); ++j) {
        if (wanted_[j] == 0) continue;
        for (std::size_t k = 0; k < 2; ++k)
          least[k] = std::min(least[k], partial_slack(duals[k], j));
      }
    }
    return least;
  }

  /// The first vertex j to which the partial slack is this one, of an edge.
  [[nodiscard]] Vertex find(const Value* duals, Value wanted) const {
    for (Vertex j = 0; j < size(); ++j) {
      if (wanted_[j] != 0 && partial_slack(duals, j) == wanted) return j;
    }
    throw BrokenInvariant("broken invariant: the least partial slack is that of an edge");
  }

 private:
  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(graph_.size); }
  [[nodiscard]] Value partial_slack(const Value* duals, Vertex j) const {
    return duals[j] - 2 * Value{row_[j]};
  }

  DenseGraph graph_;
  const Weight* row_ = nullptr;
  PerVertex<std::uint8_t> wanted_;
};

}  // namespace fastpair
