// Passes over matrices of weights that stand on levels.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// What one pass over a level finds out.
struct LevelSurvey {
  bool symmetric = true;
  /// The lightest and the heaviest edge. If there are none, the lightest is the heavier.
  Weight lightest = std::numeric_limits<Weight>::max();
  Weight heaviest = std::numeric_limits<Weight>::min();
};

/// Reads every cell of several matrices of one size once.
std::vector<LevelSurvey> survey_levels(std::span<const DenseGraph> levels);

/// A symmetric matrix of weights, and how many units of a sum each of them counts.
struct Level {
  const Weight* weights;
  Weight unit;
};

/// Writes the sums of all levels, less a number, to the symmetric matrix `whole` of this size. Sums
/// that do not fit wrap around.
void compose(std::span<const Level> levels, std::uint64_t less, std::int64_t size, Weight* whole);

/// The edges ij with i < j whose slack is 0 or less if no blossom has a dual, as the places i *
/// size
/// + j. Sums of two duals and of two weights have to fit.
std::vector<std::int64_t> tight_edges(const DenseGraph& graph, std::span<const std::int64_t> duals);

}  // namespace fastpair
