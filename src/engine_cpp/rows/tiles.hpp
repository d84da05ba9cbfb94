// A pass over a square matrix that sees what lies across the diagonal, too.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "fastpair/integers.hpp"
#include "rows/vector_types.hpp"
#include "rows/vectors.hpp"

namespace fastpair {

/// A square matrix of cells of eight bytes, and for each cell whether it counts, or null.
template <class Cell>
struct Square {
  std::int64_t size;
  const Cell* cells;
  const std::uint8_t* where;
};

/// Side of the tiles, which are as wide as a block.
constexpr std::int64_t kTile = kBlock;

/// Prefetches a tile. Its rows lie so far apart in memory that the processor does not foresee that
/// they will be read.
template <class Cell>
FASTPAIR_INLINE void fetch_tile(const Square<Cell>& square, std::int64_t i, std::int64_t j) {
  for (std::int64_t row = i; row < std::min(i + kTile, square.size); ++row) {
    const std::int64_t at = row * square.size + j;
    for (std::int64_t c = 0; c < kTile; c += 8) __builtin_prefetch(square.cells + at + c, 0, 2);
    __builtin_prefetch(square.cells + at + kTile - 1, 0, 2);
    if (square.where != nullptr) __builtin_prefetch(square.where + at, 0, 2);
  }
}

/// Calls visit(i, j) with the first row and column of each tile on or above the diagonal, for every
/// `parts`-th row of tiles from number `part` on, and fetches the next tile and the one across.
template <class Cell, class Visit>
FASTPAIR_INLINE void for_each_tile(const Square<Cell>& square, std::size_t part, std::size_t parts,
                                   Visit visit) {
  const auto step = static_cast<std::int64_t>(parts) * kTile;
  for (auto i = static_cast<std::int64_t>(part) * kTile; i < square.size; i += step) {
    for (std::int64_t j = i; j < square.size; j += kTile) {
      if (j + kTile < square.size) {
        fetch_tile(square, i, j + kTile);
        fetch_tile(square, j + kTile, i);
      }
      visit(i, j);
    }
  }
}

}  // namespace fastpair
