// Passes over a matrix of weights as vector instructions, compiled for several instruction sets and
// chosen at run time. They compare and add integers only, so every choice gives equal results.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// Cells per block of a row.
inline constexpr Vertex kBlock = 32;

/// Stands for the weight of a cell that is no edge.
inline constexpr Weight kNoEdge = std::numeric_limits<Weight>::min();

/// For each block of row i, the least key[j] - 2 w(i, j) of its edges, or the largest int64. The
/// cell (i, i) counts as any other.
void block_minima(const DenseGraph& graph, Vertex i, const std::int64_t* key, std::int64_t* minima);

/// What one pass over a whole matrix finds out.
struct Survey {
  bool symmetric = true;
  /// The heaviest edge of each vertex, or kNoEdge.
  std::vector<Weight> heaviest;
  /// The lightest edge, or 0 if that is less.
  Weight lightest = 0;
};

Survey survey(const DenseGraph& graph);

}  // namespace fastpair
