// The vertices that are to be matched, and the level on which they may be left.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "blossom/forest.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

/// Free vertices, those of small nodes first, because their trees are small, and of these the
/// highest dual first: the last one is the cheapest to leave.
template <class Value>
std::vector<Vertex> free_vertices(const BlossomForest<Value>& forest) {
  std::vector<Vertex> free;
  for (Vertex v = 0; v < forest.size(); ++v) {
    if (forest.mate[v] == kNobody) free.push_back(v);
  }
  const auto order = [&](Vertex v) {
    return std::pair(forest.count(forest.outer(v)), -forest.dual_2x[v]);
  };
  std::ranges::stable_sort(free, {}, order);
  return free;
}

/// A level so low that no gain of weight pays for leaving one more vertex. Throws WidthExceeded if
/// it might not fit into Value.
template <class Value>
Value penalty_ground(Vertex size, Weight largest) {
  const Wide ground = -(Wide{size} * largest + 1);
  if (ground < -Limits<Value>::kTime) throw WidthExceeded{};
  return static_cast<Value>(ground);
}

}  // namespace fastpair
