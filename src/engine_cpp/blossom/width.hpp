// Whether the duals leave room for the next step; see limits.hpp.
#pragma once

#include <algorithm>

#include "blossom/forest.hpp"
#include "blossom/limits.hpp"

namespace fastpair {

/// Whether the duals of nested blossoms add up to no more than the limit.
template <class Value>
[[nodiscard]] bool nests_fit(const BlossomForest<Value>& forest) {
  constexpr Value kLimit = Limits<Value>::kTime;
  // Mostly the duals of all blossoms, nested or not, do not exceed the limit together.
  Value total = 0;
  forest.for_each_blossom([&](Node b) {
    if (total <= kLimit) total += forest.blossom_dual_2x(b);
  });
  if (total <= kLimit) return true;
  Value nested = 0;
  bool fit = true;
  const auto enter = [&](Node b) {
    if (fit) nested += forest.blossom_dual_2x(b);
    fit &= nested <= kLimit;
  };
  const auto leave = [&](Node b) {
    if (fit) nested -= forest.blossom_dual_2x(b);
  };
  for (Vertex v = 0; v < forest.size(); ++v) {
    const Node outermost = forest.outer(v);
    if (!forest.is_blossom(outermost) || forest.base(outermost) != v) continue;
    forest.walk(outermost, enter, [](Vertex) {}, leave);
  }
  return fit;
}

/// Throws WidthExceeded if a dual, or those of nested blossoms together, are beyond the limit.
template <class Value>
void require_width(const BlossomForest<Value>& forest) {
  constexpr Value kLimit = Limits<Value>::kTime;
  const auto fits = [](Value dual) { return dual <= kLimit && dual >= -kLimit; };
  if (!std::ranges::all_of(forest.dual_2x, fits) || !nests_fit(forest)) throw WidthExceeded{};
}

}  // namespace fastpair
