// What one pass over a whole matrix of weights finds out.
#pragma once

#include <vector>

#include "blossom/indexed.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"
#include "rows/vectors.hpp"

namespace fastpair {

struct Survey {
  bool symmetric = true;
  /// The lightest edge, or 0 if that is less.
  Weight lightest = 0;
  /// The heaviest edge of each vertex, or kNoEdge.
  PerVertex<Weight> heaviest;
  /// The heaviest edge in each block of each row, or kNoEdge, row after row.
  std::vector<Weight> block_heaviest;
};

/// Reads every cell of the matrix once.
Survey survey(const DenseGraph& graph);

}  // namespace fastpair
