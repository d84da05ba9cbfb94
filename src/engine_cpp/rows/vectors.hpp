// Passes over a matrix of weights as vector instructions, compiled for several instruction sets and
// chosen at run time. They compare and add integers only, so every choice gives equal results.
//
// The *partial slack* of an edge ij in the row of i is duals[j] - 2 w(i, j): its doubled slack but
// for the dual of i, which all edges of the row have in common. So the edges of least slack are
// those of least partial slack.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "blossom/column_duals.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// Asks the row of a vertex i for edges ij of least partial slack.
template <class Value>
struct RowQuery {
  /// The dual of each column j.
  const Value* duals;
  /// If not null, only edges with reach + duals[j] - 2 w(i, j) < earliest[j] are asked for: those
  /// that become tight before another edge to j does (see EdgeRequest).
  const Value* earliest = nullptr;
  Value reach = 0;
  /// Only edges to the columns from this one on are asked for.
  Vertex start = 0;
  /// The column of i itself, whose cell is no edge; kNobody if the row has none.
  Vertex self = kNobody;
  /// If not null, for each block a lower bound on the duals of its columns.
  const Value* least_duals = nullptr;
};

/// Values are dealt to this many lanes in turn, and each lane keeps the least of its values. The
/// k-th least lane is therefore no lower than the k-th least value.
inline constexpr std::size_t kLanes = 16;
using Lanes = std::array<std::int64_t, kLanes>;

/// Prefetches some blocks of row i. They may lie anywhere in memory, so that otherwise the pass
/// would wait for each of them.
void fetch_blocks(const DenseGraph& graph, Vertex i, std::span<const std::size_t> blocks);

/// Puts the partial slacks in some blocks of row i into `values`, block by block, and the largest
/// int64 for cells that are no edges or are not asked for. Lowers the lanes `least` to them.
void partial_slacks(const DenseGraph& graph, Vertex i, std::span<const std::size_t> blocks,
                    const RowQuery<std::int64_t>& query, std::int64_t* values, Lanes& least);

/// The least of the lanes that at least `rank` lanes do not exceed, or the largest int64 if there
/// are fewer lanes.
std::int64_t least_of_rank(const Lanes& lanes, std::size_t rank);

/// Lowers each lane to the least of the values that are dealt to it.
void lower_lanes(std::span<const std::int64_t> values, Lanes& lanes);

/// Puts the indices of the values that are not above a limit into `places`, which has room for all
/// of them, and returns how many there are. The number of values is a multiple of 8.
std::size_t places_within(std::span<const std::int64_t> values, std::int64_t limit,
                          std::size_t* places);

/// For each of the first `count` lanes the number of those that come before it: their value is
/// less, or equal and their tie is less.
Lanes ranks_of(const Lanes& values, const Lanes& ties, std::size_t count);

/// For each of two lists of duals the least partial slack among the cells that are wanted, or the
/// largest int64 if none is.
std::array<std::int64_t, 2> least_partial_slacks(const Weight* row, const std::uint8_t* wanted,
                                                 const std::array<const std::int64_t*, 2>& duals,
                                                 Vertex size);

}  // namespace fastpair
