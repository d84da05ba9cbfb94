// Passes over a matrix of weights as vector instructions, compiled for several instruction sets and
// chosen at run time. They compare and add integers only, so every choice gives equal results.
#pragma once

#include <cstddef>
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

/// What a row is asked for: the edges ij with the least key[j] - 2 w(i, j).
template <class Value>
struct Wish {
  const Value* key;
  /// If not null, only edges with reach + key[j] - 2 w(i, j) < best[j].
  const Value* best = nullptr;
  Value reach = 0;
  /// Only edges to vertices from this one on.
  Vertex start = 0;
  /// The column of the row's own vertex, which is no edge.
  Vertex self = kNobody;
};

/// The blocks of a row that hold cells from wish.start on.
inline std::size_t first_block(Vertex start) { return static_cast<std::size_t>(start / kBlock); }

/// For each block of row i from first_block(wish.start) on, the least value of the edges that are
/// wished for, or the largest int64. The cells of wish.self and before wish.start count as any
/// other.
void block_minima(const DenseGraph& graph, Vertex i, const Wish<std::int64_t>& wish,
                  std::int64_t* minima);

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
