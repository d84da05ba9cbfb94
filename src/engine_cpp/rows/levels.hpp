// Passes over matrices of weights that stand on levels.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// The least and the greatest weight of some edges. If there are none, the least is the greater.
struct Extent {
  Weight least = std::numeric_limits<Weight>::max();
  Weight most = std::numeric_limits<Weight>::min();
};

/// The extents of several matrices of one size. Reads every edge of each of them once.
std::vector<Extent> extents(std::span<const DenseGraph> levels);

/// Which of several matrices of one size are symmetric, 1 or 0 for each.
std::vector<std::uint8_t> symmetric(std::span<const DenseGraph> levels);

/// A matrix of weights, and how many units of a sum each of them counts.
struct Level {
  const Weight* weights;
  Weight unit;
};

/// Writes the sums of all levels of some cells, less a number, to `whole`. Sums that do not fit
/// wrap around.
void compose(std::span<const Level> levels, std::uint64_t less, std::int64_t cells, Weight* whole);

}  // namespace fastpair
