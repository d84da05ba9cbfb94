#include "rows/survey.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "rows/parallel.hpp"
#include "rows/vector_types.hpp"

namespace fastpair {
namespace {

/// Visits the matrix in square tiles as wide as a block, each together with the tile across the
/// diagonal. If not `masked`, all cells off the diagonal are edges.
template <bool masked>
class Surveyor {
 public:
  /// The pass writes the heaviest edge in each block of each row to `block_heaviest`.
  FASTPAIR_INLINE Surveyor(const DenseGraph& graph, std::vector<Weight>& block_heaviest)
      : graph_(graph), blocks_(blocks_of(graph.size)), block_heaviest_(block_heaviest.data()) {}

  /// Visits every `parts`-th row of tiles, beginning with row number `part`.
  FASTPAIR_INLINE void run(std::size_t part, std::size_t parts) {
    for (std::size_t i = part; i < blocks_; i += parts) {
      for (std::size_t j = i; j < blocks_; ++j) {
        if (j + 1 < blocks_) {
          fetch(i, j + 1);
          fetch(j + 1, i);
        }
        compare(i, j);
      }
    }
  }

  [[nodiscard]] FASTPAIR_INLINE bool symmetric() const { return symmetric_; }
  [[nodiscard]] FASTPAIR_INLINE Weight lightest() const { return lightest_; }

 private:
  static constexpr std::int64_t kSide = kBlock;
  struct alignas(64) Tile {
    std::array<Weight, kSide * kSide> cells;
  };

  /// Prefetches a tile. Its rows lie so far apart in memory that the processor does not foresee
  /// that they will be read.
  FASTPAIR_INLINE void fetch(std::size_t i_block, std::size_t j_block) const {
    const auto i_start = static_cast<std::int64_t>(i_block) * kSide;
    const auto j_start = static_cast<std::int64_t>(j_block) * kSide;
    const std::int64_t height = std::min(kSide, graph_.size - i_start);
    for (std::int64_t r = 0; r < height; ++r) {
      const std::int64_t at = (i_start + r) * graph_.size + j_start;
      for (std::int64_t c = 0; c < kSide; c += 8) __builtin_prefetch(graph_.weights + at + c, 0, 2);
      if (masked) __builtin_prefetch(graph_.allowed + at, 0, 2);
    }
  }

  /// Compares the tile in row i and column j of tiles with the one across the diagonal.
  FASTPAIR_INLINE void compare(std::size_t i, std::size_t j) {
    Tile tile;
    Tile across;
    const Weight* other = tile.cells.data();
    if (i == j) {
      copy<true>(i, i, tile.cells.data());
    } else {
      copy<false>(i, j, tile.cells.data());
      copy<false>(j, i, across.cells.data());
      other = across.cells.data();
    }
    Four differences{};
    for (std::int64_t r = 0; r < kSide; r += 4) {
      for (std::int64_t c = 0; c < kSide; c += 4) {
        differences |= difference(tile.cells.data() + r * kSide + c, other + c * kSide + r, kSide);
      }
    }
    symmetric_ &= (differences[0] | differences[1] | differences[2] | differences[3]) == 0;
  }

  /// Copies the weights of a tile, with kNoEdge where there is no edge, and records the heaviest
  /// edge in each of its rows.
  template <bool diagonal>
  FASTPAIR_INLINE void copy(std::size_t i_block, std::size_t j_block, Weight* to) {
    const auto i_start = static_cast<std::int64_t>(i_block) * kSide;
    const auto j_start = static_cast<std::int64_t>(j_block) * kSide;
    const std::int64_t height = std::min(kSide, graph_.size - i_start);
    const std::int64_t width = std::min(kSide, graph_.size - j_start);
    Eight lightest{};
    for (std::int64_t r = 0; r < height; ++r) {
      const std::int64_t at = (i_start + r) * graph_.size + j_start;
      Weight* row = to + r * kSide;
      block_heaviest_[static_cast<std::size_t>(i_start + r) * blocks_ + j_block] =
          width == kSide ? copy_row<diagonal>(at, diagonal ? r : kSide, row, lightest)
                         : copy_short_row(at, diagonal ? r : kSide, width, row);
    }
    std::fill(to + height * kSide, to + kSide * kSide, kNoEdge);
    lightest_ = std::min(lightest_, least_of(lightest));
  }

  /// Copies one row of a tile and returns its heaviest edge. In a tile on the diagonal, the cell in
  /// column `self` of the tile is no edge.
  template <bool diagonal>
  FASTPAIR_INLINE Weight copy_row(std::int64_t at, std::int64_t self, Weight* to,
                                  Eight& lightest) const {
    Eight heaviest = Eight{} + kNoEdge;
    for (std::int64_t c = 0; c < kSide; c += 8) {
      const Eight weights = load<Eight>(graph_.weights + at + c);
      std::uint64_t flags = masked ? flags_of_eight(graph_.allowed + at + c) : ~std::uint64_t{0};
      if (diagonal && self / 8 == c / 8) flags &= ~byte(static_cast<std::size_t>(self % 8));
      const EightWords edges = spread(flags);
      lightest = min(lightest, edges != 0 ? weights : Eight{});
      const Eight cells = edges != 0 ? weights : Eight{} + kNoEdge;
      std::memcpy(to + c, &cells, sizeof cells);
      heaviest = max(heaviest, cells);
    }
    return ~least_of(~heaviest);  // complements are in the reverse order
  }

  /// Copies a row of a tile at the right edge of the matrix, which has fewer cells.
  Weight copy_short_row(std::int64_t at, std::int64_t self, std::int64_t width, Weight* to) {
    Weight heaviest = kNoEdge;
    std::fill_n(to, kSide, kNoEdge);
    for (std::int64_t c = 0; c < width; ++c) {
      if (c == self || (masked && graph_.allowed[at + c] == 0)) continue;
      to[c] = graph_.weights[at + c];
      heaviest = std::max(heaviest, to[c]);
      lightest_ = std::min(lightest_, to[c]);
    }
    return heaviest;
  }

  DenseGraph graph_;
  std::size_t blocks_;
  Weight* block_heaviest_;
  bool symmetric_ = true;
  Weight lightest_ = 0;
};

}  // namespace

/// What a pass over some rows of tiles finds out.
struct Part {
  bool symmetric;
  Weight lightest;
};

FASTPAIR_CLONES
Part survey_part(const DenseGraph& graph, std::size_t part, std::size_t parts,
                 std::vector<Weight>& block_heaviest) {
  const auto run = [&](auto surveyor) __attribute__((always_inline)) {
    surveyor.run(part, parts);
    return Part{surveyor.symmetric(), surveyor.lightest()};
  };
  return graph.allowed == nullptr ? run(Surveyor<false>(graph, block_heaviest))
                                  : run(Surveyor<true>(graph, block_heaviest));
}

Survey survey(const DenseGraph& graph) {
  const std::size_t blocks = blocks_of(graph.size);
  const auto size = static_cast<std::size_t>(graph.size);
  Survey result;
  result.block_heaviest.assign(size * blocks, kNoEdge);
  std::vector<Part> found(parts_for(graph.size * graph.size));
  in_parallel(found.size(), [&](std::size_t part) {
    found[part] = survey_part(graph, part, found.size(), result.block_heaviest);
  });
  for (const Part& part : found) {
    result.symmetric &= part.symmetric;
    result.lightest = std::min(result.lightest, part.lightest);
  }
  result.heaviest.reserve(size);
  for (std::size_t v = 0; v < size; ++v) {
    const auto row = result.block_heaviest.begin() + static_cast<std::ptrdiff_t>(v * blocks);
    result.heaviest.push_back(*std::max_element(row, row + static_cast<std::ptrdiff_t>(blocks)));
  }
  return result;
}

}  // namespace fastpair
