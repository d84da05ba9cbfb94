#include "rows/survey.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "rows/parallel.hpp"
#include "rows/tiles.hpp"
#include "rows/vector_types.hpp"

namespace fastpair {
namespace {

/// Visits the matrix in tiles, each together with the one across the diagonal. If not `masked`, all
/// cells off the diagonal are edges. If `by_blocks`, finds the heaviest edges of blocks, too.
template <bool masked, bool by_blocks>
class alignas(64) Surveyor {
 public:
  /// The pass writes the heaviest edge in each block of each row to `block_heaviest`.
  FASTPAIR_INLINE Surveyor(const DenseGraph& graph, Weight* block_heaviest)
      : graph_(graph),
        blocks_(static_cast<std::int64_t>(blocks_of(graph.size))),
        block_heaviest_(block_heaviest) {}

  FASTPAIR_INLINE LevelSurvey run(std::size_t part, std::size_t parts) {
    const Square<Weight> square{graph_.size, graph_.weights, masked ? graph_.allowed : nullptr};
    for_each_tile(square, part, parts,
                  [this](std::int64_t i, std::int64_t j)
                      __attribute__((always_inline)) { compare(i, j); });
    // Complements are in the reverse order.
    return {is_zero(differences_), least_of(lightest_), ~least_of(~heaviest_)};
  }

 private:
  static constexpr std::int64_t kSide = kTile;
  struct alignas(64) Tile {
    std::array<Weight, kSide * kSide> cells;
  };

  FASTPAIR_INLINE void compare(std::int64_t i, std::int64_t j) {
    const std::int64_t n = graph_.size;
    if (!masked && !by_blocks && i != j && j + kSide <= n) {
      for (std::int64_t r = i; r < i + kSide; ++r) {
        for (std::int64_t c = j; c < j + kSide; c += 8) {
          const Eight cells = load<Eight>(graph_.weights + r * n + c);
          lightest_ = min(lightest_, cells);
          heaviest_ = max(heaviest_, cells);
        }
      }
      return compare(graph_.weights + i * n + j, graph_.weights + j * n + i, n);
    }
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
    compare(tile.cells.data(), other, kSide);
  }

  FASTPAIR_INLINE void compare(const Weight* tile, const Weight* across, std::int64_t stride) {
    Four differences{};  // in a register
    for (std::int64_t r = 0; r < kSide; r += 4) {
      for (std::int64_t c = 0; c < kSide; c += 4) {
        differences |= difference(tile + r * stride + c, across + c * stride + r, stride);
      }
    }
    differences_ |= differences;
  }

  /// Copies the weights of a tile, with kNoEdge where there is no edge, and records the heaviest
  /// edge in each of its rows.
  template <bool diagonal>
  FASTPAIR_INLINE void copy(std::int64_t i_start, std::int64_t j_start, Weight* to) {
    const std::int64_t height = std::min(kSide, graph_.size - i_start);
    const std::int64_t width = std::min(kSide, graph_.size - j_start);
    Eight lightest = Eight{} + ~kNoEdge;
    Eight heaviest = Eight{} + kNoEdge;
    for (std::int64_t r = 0; r < height; ++r) {
      const std::int64_t at = (i_start + r) * graph_.size + j_start;
      Weight* row = to + r * kSide;
      const std::int64_t self = diagonal ? r : kSide;
      const Eight cells = width == kSide ? copy_row<diagonal>(at, self, row, lightest)
                                         : copy_short_row(at, self, width, row, lightest);
      if constexpr (by_blocks) {
        // Complements are in the reverse order.
        block_heaviest_[(i_start + r) * blocks_ + j_start / kSide] = ~least_of(~cells);
      } else {
        heaviest = max(heaviest, cells);
      }
    }
    std::fill(to + height * kSide, to + kSide * kSide, kNoEdge);
    lightest_ = min(lightest_, lightest);
    heaviest_ = max(heaviest_, heaviest);
  }

  /// Copies one row of a tile and returns the heaviest edge of each lane. In a tile on the
  /// diagonal, the cell in column `self` of the tile is no edge.
  template <bool diagonal>
  FASTPAIR_INLINE Eight copy_row(std::int64_t at, std::int64_t self, Weight* to,
                                 Eight& lightest) const {
    Eight heaviest = Eight{} + kNoEdge;
    for (std::int64_t c = 0; c < kSide; c += 8) {
      const Eight weights = load<Eight>(graph_.weights + at + c);
      std::uint64_t flags = masked ? flags_of_eight(graph_.allowed + at + c) : ~std::uint64_t{0};
      if (diagonal && self / 8 == c / 8) flags &= ~byte(static_cast<std::size_t>(self % 8));
      const EightWords edges = spread(flags);
      lightest = min(lightest, edges != 0 ? weights : Eight{} + ~kNoEdge);
      const Eight cells = edges != 0 ? weights : Eight{} + kNoEdge;
      std::memcpy(to + c, &cells, sizeof cells);
      heaviest = max(heaviest, cells);
    }
    return heaviest;
  }

  /// Copies a row of a tile at the right edge of the matrix, which has fewer cells.
  FASTPAIR_INLINE Eight copy_short_row(std::int64_t at, std::int64_t self, std::int64_t width,
                                       Weight* to, Eight& lightest) const {
    Eight heaviest = Eight{} + kNoEdge;
    std::fill_n(to, kSide, kNoEdge);
    for (std::int64_t c = 0; c < width; ++c) {
      if (c == self || (masked && graph_.allowed[at + c] == 0)) continue;
      to[c] = graph_.weights[at + c];
      heaviest[0] = std::max(heaviest[0], to[c]);
      lightest[0] = std::min(lightest[0], to[c]);
    }
    return heaviest;
  }

  DenseGraph graph_;
  std::int64_t blocks_;
  Weight* block_heaviest_;
  Four differences_{};
  Eight lightest_ = Eight{} + ~kNoEdge;
  Eight heaviest_ = Eight{} + kNoEdge;
};

}  // namespace

/// `block_heaviest` may be null.
FASTPAIR_CLONES
LevelSurvey survey_part(const DenseGraph& graph, std::size_t part, std::size_t parts,
                        Weight* block_heaviest) {
  const bool masked = graph.allowed != nullptr;
  if (block_heaviest == nullptr) {
    return masked ? Surveyor<true, false>(graph, nullptr).run(part, parts)
                  : Surveyor<false, false>(graph, nullptr).run(part, parts);
  }
  return masked ? Surveyor<true, true>(graph, block_heaviest).run(part, parts)
                : Surveyor<false, true>(graph, block_heaviest).run(part, parts);
}

namespace {

std::vector<LevelSurvey> survey_all(std::span<const DenseGraph> levels, Weight* block_heaviest) {
  std::vector<LevelSurvey> found(levels.size());
  if (levels.empty()) return found;
  const std::int64_t cells = levels.front().size * levels.front().size;
  const std::size_t parts = parts_for(cells * std::ssize(levels));
  std::vector<std::vector<LevelSurvey>> of_parts(parts, found);
  in_parallel(parts, [&](std::size_t part) {
    for (std::size_t k = 0; k < levels.size(); ++k) {
      of_parts[part][k] = survey_part(levels[k], part, parts, block_heaviest);
    }
  });
  for (const std::vector<LevelSurvey>& some : of_parts) {
    for (std::size_t k = 0; k < levels.size(); ++k) found[k].join(some[k]);
  }
  return found;
}

}  // namespace

std::vector<LevelSurvey> survey_levels(std::span<const DenseGraph> levels) {
  return survey_all(levels, nullptr);
}

Survey survey(const DenseGraph& graph) {
  const std::size_t blocks = blocks_of(graph.size);
  const auto size = static_cast<std::size_t>(graph.size);
  Survey result;
  result.block_heaviest.assign(size * blocks, kNoEdge);
  const LevelSurvey whole = survey_all({&graph, 1}, result.block_heaviest.data()).front();
  result.symmetric = whole.symmetric;
  result.lightest = whole.lightest;
  result.heaviest.reserve(size);
  for (std::size_t v = 0; v < size; ++v) {
    const auto row = result.block_heaviest.begin() + static_cast<std::ptrdiff_t>(v * blocks);
    result.heaviest.push_back(*std::max_element(row, row + static_cast<std::ptrdiff_t>(blocks)));
  }
  return result;
}

}  // namespace fastpair
