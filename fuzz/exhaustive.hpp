// The best matchings of small graphs, from those of all sets of vertices.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph.hpp"

namespace fastpair::fuzz {

/// What counts of a matching, the most important first.
using Value = std::vector<Wide>;

inline constexpr std::int64_t kExhaustive = 10;

/// The value of the best matching, if `add` adds to a value what the edge between two vertices
/// counts. The smaller sets come first.
template <class Add>
Value exhaustive(const Graph& graph, std::size_t parts, Add add) {
  const std::size_t sets = std::size_t{1} << graph.size;
  std::vector<Value> best(sets, Value(parts, 0));
  for (std::size_t set = 1; set < sets; ++set) {
    const auto i = static_cast<std::int64_t>(std::bit_width(set) - 1);
    const std::size_t rest = set & ~(std::size_t{1} << i);
    best[set] = best[rest];
    for (std::int64_t j = 0; j < i; ++j) {
      if ((rest >> j & 1) == 0 || !graph.joins(i, j)) continue;
      Value with = best[rest & ~(std::size_t{1} << j)];
      add(with, i, j);
      if (with > best[set]) best[set] = with;
    }
  }
  return best[sets - 1];
}

/// Checks the weight, and with FASTPAIR_MAX_CARDINALITY the number of edges, of a matching.
inline void check_exhaustively(const Graph& graph, Wide weight, std::int64_t cardinality,
                               fastpair_objective objective) {
  if (graph.size > kExhaustive) return;
  const int pair = objective & FASTPAIR_MAX_CARDINALITY;
  const int sign = (objective & FASTPAIR_MINIMIZE) != 0 ? -1 : 1;
  const auto add = [&](Value& value, std::int64_t i, std::int64_t j) {
    value[0] += pair;
    value[1] += sign * Wide{graph.weights[graph.cell(i, j)]};
  };
  require(exhaustive(graph, 2, add) == Value{pair * Wide{cardinality}, sign * weight},
          "is the best");
}

}  // namespace fastpair::fuzz
