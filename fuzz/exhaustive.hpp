// The best matchings and joins of small graphs, from those of all sets of vertices.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
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

/// Labels of joins are below this.
inline constexpr std::uint64_t kLabels = 4;
inline constexpr std::int64_t kNoJoin = std::numeric_limits<std::int64_t>::max();

/// The weights of the lightest joins of all sets of terminals: of set S with the label L, in the
/// place kLabels * S + L, or kNoJoin. Each edge in turn is used or not.
inline std::vector<std::int64_t> lightest_joins(const JoinGraph& graph) {
  std::vector<std::int64_t> best((std::size_t{1} << graph.size) * kLabels, kNoJoin);
  best.front() = 0;
  for (std::size_t k = 0; k < graph.lengths.size(); ++k) {
    const std::size_t ends = std::size_t{1} << graph.first[k] ^ std::size_t{1} << graph.second[k];
    const std::size_t step = ends * kLabels ^ graph.labels[k];
    if (ends == 0) continue;
    for (std::size_t state = 0; state < best.size(); ++state) {
      const std::size_t other = state ^ step;
      if (other < state) continue;
      const auto [one, two] = std::pair(best[state], best[other]);
      if (two != kNoJoin) best[state] = std::min(one, two + graph.lengths[k]);
      if (one != kNoJoin) best[other] = std::min(two, one + graph.lengths[k]);
    }
  }
  return best;
}

/// The weight of the lightest of them that is a join of some terminals, which vertices of the
/// boundary may be or not, with a label, or with any. kNoJoin if there is none.
inline std::int64_t lightest_join(const std::vector<std::int64_t>& joins, const JoinGraph& graph,
                                  const std::vector<std::int64_t>& terminals,
                                  std::optional<std::uint64_t> label) {
  std::size_t odd = 0;
  std::size_t either = 0;
  for (const std::int64_t v : terminals) odd |= std::size_t{1} << v;
  for (const std::int64_t v : graph.boundary) either |= std::size_t{1} << v;
  std::int64_t least = kNoJoin;
  for (std::size_t state = 0; state < joins.size(); ++state) {
    const bool joined = ((state / kLabels ^ odd) & ~either) == 0;
    if (joined && (!label || state % kLabels == *label)) least = std::min(least, joins[state]);
  }
  return least;
}

}  // namespace fastpair::fuzz
