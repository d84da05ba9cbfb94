// What one pass over a whole matrix of weights finds out.
#pragma once

#include <span>
#include <vector>

#include "blossom/indexed.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"
#include "rows/vectors.hpp"

namespace fastpair {

/// Of a matrix that is a level.
struct LevelSurvey {
  bool symmetric = true;
  /// The lightest and the heaviest edge. If there are none, the lightest is the heavier.
  Weight lightest = ~kNoEdge;
  Weight heaviest = kNoEdge;
};

struct Survey {
  bool symmetric = true;
  /// The lightest edge, or the greatest integer if there is none.
  Weight lightest = ~kNoEdge;
  /// The heaviest edge of each vertex, or kNoEdge.
  PerVertex<Weight> heaviest;
  /// The heaviest edge in each block of each row, or kNoEdge, row after row.
  std::vector<Weight> block_heaviest;
};

/// Reads every cell of several matrices of one size once.
std::vector<LevelSurvey> survey_levels(std::span<const DenseGraph> levels);

/// Reads every cell of the matrix once.
Survey survey(const DenseGraph& graph);

}  // namespace fastpair
