// Weights on several levels, folded into one weight for each edge.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fastpair/matching.hpp"

namespace fastpair {

/// One weight for each edge, with which a matching is the best exactly if it is on the levels.
struct FoldedLevels {
  /// The sum over the levels of unit * weight. If all matchings that count have as many edges, the
  /// middle of each level's weights is taken off, which halves their size: more levels have room,
  /// and stay within kNarrowLimit. 0 for cells that are no edges.
  std::vector<Weight> weights;
  /// How much 1 on each level counts. On a level that cannot tell matchings apart, nothing does.
  std::vector<Weight> units;
};

/// Folds levels of which a better total on one is worth any loss on those after it. Cell k of every
/// level is the weight of edge k of a graph of so many vertices, whether these are the cells of a
/// matrix or a list of edges. `allowed` may be empty: then all cells are edges.
///
/// Throws std::out_of_range if one weight of at most kWeightLimit cannot hold all levels, and
/// std::invalid_argument for levels of different lengths.
[[nodiscard]] FoldedLevels fold_levels(std::int64_t size,
                                       std::span<const std::span<const Weight>> levels,
                                       std::span<const std::uint8_t> allowed, Objective objective);

}  // namespace fastpair
