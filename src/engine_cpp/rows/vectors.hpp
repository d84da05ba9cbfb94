// Passes over a matrix of weights as vector instructions, compiled for several instruction sets and
// chosen at run time. They compare and add integers only, so every choice gives equal results.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// Cells per block of a row.
inline constexpr Vertex kBlock = 32;

/// How many blocks hold a row of this length.
inline std::size_t blocks_of(std::int64_t size) {
  return static_cast<std::size_t>((size + kBlock - 1) / kBlock);
}

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
  /// If not null, for every block a value that no key in it is below.
  const Value* block_key = nullptr;
};

/// Values are dealt to this many lanes in turn, and each lane keeps the least of its values.
inline constexpr std::size_t kLanes = 16;
using Lanes = std::array<std::int64_t, kLanes>;

/// Prefetches some blocks of row i: they may lie anywhere in memory, and otherwise each of them
/// would be waited for.
void fetch_blocks(const DenseGraph& graph, Vertex i, std::span<const std::size_t> blocks);

/// Puts the values key[j] - 2 w(i, j) of row i in some blocks into `values`, block by block, and
/// the largest int64 for cells that are no edges or not wished for; lowers `least` to them.
void block_values(const DenseGraph& graph, Vertex i, std::span<const std::size_t> blocks,
                  const Wish<std::int64_t>& wish, std::int64_t* values, Lanes& least);

/// The least number that at least `rank` lanes do not exceed.
std::int64_t least_of_rank(const Lanes& lanes, std::size_t rank);

/// Lowers each lane to the least of the values that fall to it.
void lower_lanes(std::span<const std::int64_t> values, Lanes& lanes);

/// Puts the places of the values that are not above a limit into `places`, which has room for all;
/// returns how many there are. The number of values is a multiple of 8.
std::size_t places_within(std::span<const std::int64_t> values, std::int64_t limit,
                          std::size_t* places);

/// For each of two keys the least key[j] - 2 row[j] of the cells that are wanted, or the largest
/// int64.
std::array<std::int64_t, 2> least_values(const Weight* row, const std::uint8_t* wanted,
                                         const std::array<const std::int64_t*, 2>& keys,
                                         Vertex size);

/// Bounds on the weights of a row: no edge in a block exceeds heaviest - depth(depths[block]).
struct BlockBounds {
  /// Stands for a block without edges.
  static constexpr std::uint16_t kNone = std::numeric_limits<std::uint16_t>::max();
  /// A code is a floating-point number: so many bits of the depth that follow its first one, and
  /// above them the exponent.
  static constexpr int kBits = 10;

  static constexpr Weight depth(std::uint16_t code) {
    const int shift = std::max((code >> kBits) - 1, 0);
    return static_cast<Weight>(code - (shift << kBits)) << shift;
  }
  /// The code of the largest depth that is not above this one.
  static constexpr std::uint16_t code_of(Weight depth) {
    const auto width = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(depth)));
    const int shift = std::max(width - kBits - 1, 0);
    return static_cast<std::uint16_t>((shift << kBits) + (depth >> shift));
  }

  const std::uint16_t* depths;
  Weight heaviest;
};

/// Puts into `bounds` for each block of a row a number that no value key[j] - 2 w(i, j) in it is
/// below: it follows from the least key of the block and the bound on its weights.
void block_bounds(const BlockBounds& weights, const std::int64_t* block_key, std::size_t blocks,
                  std::int64_t* bounds);

}  // namespace fastpair
