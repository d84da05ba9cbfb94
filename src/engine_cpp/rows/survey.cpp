#include "rows/survey.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "rows/floats.hpp"
#include "rows/multiples.hpp"
#include "rows/parallel.hpp"
#include "rows/vector_types.hpp"

namespace fastpair {
namespace {

/// Side of the tiles, which are as wide as a block.
constexpr std::int64_t kSide = kBlock;

/// Prefetches a tile of a matrix, and its flags unless they are null. Its rows lie so far apart in
/// memory that the processor does not foresee that they will be read.
template <class Cell>
FASTPAIR_INLINE void fetch_tile(std::int64_t size, const Cell* cells, const std::uint8_t* allowed,
                                std::int64_t i, std::int64_t j) {
  for (std::int64_t row = i; row < std::min(i + kSide, size); ++row) {
    const std::int64_t at = row * size + j;
    for (std::int64_t c = 0; c < kSide; c += 8) __builtin_prefetch(cells + at + c, 0, 2);
    __builtin_prefetch(cells + at + kSide - 1, 0, 2);
    if (allowed != nullptr) __builtin_prefetch(allowed + at, 0, 2);
  }
}

/// What a survey takes from eight cells: their weights, and what has to be equal to the cells
/// across the diagonal.
struct Taken {
  Eight weights;
  Eight keys;
};

/// The cells of a matrix of weights.
struct WeightCells {
  static constexpr bool kHalf = false;

  [[nodiscard]] const Weight* data() const { return graph.weights; }
  FASTPAIR_INLINE void fetch(std::int64_t /*i*/, std::int64_t /*j*/) const {}
  FASTPAIR_INLINE Taken take(Eight cells, EightWords /*edges*/, std::int64_t /*at*/,
                             std::int64_t /*count*/) {
    return {cells, cells};
  }

  DenseGraph graph;
};

/// The cells of a matrix of weights whose half below the diagonal is still to be written.
struct HalfCells : WeightCells {
  static constexpr bool kHalf = true;

  /// Copies a tile to the one across the diagonal.
  FASTPAIR_INLINE void mirror(std::int64_t i, std::int64_t j) const {
    const std::int64_t n = graph.size;
    if (i != j && j + kSide <= n) {
      for (std::int64_t r = i; r < i + kSide; r += 4) {
        for (std::int64_t c = j; c < j + kSide; c += 4) {
          const std::array<Four, 4> columns = transposed(to + r * n + c, n);
          for (std::int64_t k = 0; k < 4; ++k) {
            std::memcpy(to + (c + k) * n + r, &columns[static_cast<std::size_t>(k)], sizeof(Four));
          }
        }
      }
      return;
    }
    for (std::int64_t c = j; c < std::min(j + kSide, n); ++c) {
      for (std::int64_t r = i; r < std::min(i + kSide, c); ++r) to[c * n + r] = to[r * n + c];
    }
  }

  Weight* to;
};

/// The cells of a matrix of floats, whose weights are multiples of a power of two. Whatever is
/// taken is written, too.
struct FloatCells {
  static constexpr bool kHalf = false;

  [[nodiscard]] const double* data() const { return floats; }
  /// Takes the bits of eight floats, or of `count` if there are fewer.
  FASTPAIR_INLINE Taken take(Eight cells, EightWords edges, std::int64_t at, std::int64_t count) {
    const Eight weights = multiples.of(as_words(edges != 0 ? cells : Eight{}));
    store(weights, count, to + at);
    // Zeros of both signs are equal.
    return {weights, reinterpret_cast<Eight>(reinterpret_cast<EightDoubles>(cells) + 0.0)};
  }

  /// Prefetches where a tile will be written.
  FASTPAIR_INLINE void fetch(std::int64_t i, std::int64_t j) const {
    fetch_tile(size, to, nullptr, i, j);
  }

  std::int64_t size;
  const double* floats;
  Weight* to;
  Multiples multiples;
};

/// Visits the matrix in tiles, each together with the one across the diagonal. If not `masked`, all
/// cells off the diagonal are edges. If `by_blocks`, finds the heaviest edges of blocks, too.
template <bool masked, bool by_blocks, class Cells>
class alignas(64) Surveyor {
 public:
  /// The pass writes the heaviest edge in each block of each row to `block_heaviest`.
  FASTPAIR_INLINE Surveyor(const Cells& cells, std::int64_t size, const std::uint8_t* allowed,
                           Weight* block_heaviest)
      : cells_(cells),
        size_(size),
        allowed_(allowed),
        blocks_(static_cast<std::int64_t>(blocks_of(size))),
        block_heaviest_(block_heaviest) {}

  /// Visits every `parts`-th row of tiles from number `part` on. Tiles on or above the diagonal
  /// stand for those across it.
  FASTPAIR_INLINE LevelSurvey run(std::size_t part, std::size_t parts) {
    const auto step = static_cast<std::int64_t>(parts) * kSide;
    for (auto i = static_cast<std::int64_t>(part) * kSide; i < size_; i += step) {
      for (std::int64_t j = i; j < size_; j += kSide) {
        if (j + kSide < size_) {
          fetch(i, j + kSide);
          fetch(j + kSide, i);
        }
        compare(i, j);
      }
    }
    return {is_zero(differences_), least_of(lightest_), greatest_of(heaviest_)};
  }

  [[nodiscard]] FASTPAIR_INLINE const Cells& cells() const { return cells_; }

 private:
  struct alignas(64) Tile {
    std::array<Weight, kSide * kSide> cells;
  };

  FASTPAIR_INLINE void fetch(std::int64_t i, std::int64_t j) const {
    fetch_tile(size_, cells_.data(), masked ? allowed_ : nullptr, i, j);
    cells_.fetch(i, j);
  }

  FASTPAIR_INLINE void compare(std::int64_t i, std::int64_t j) {
    const std::int64_t n = size_;
    if constexpr (Cells::kHalf) cells_.mirror(i, j);
    if (!masked && !by_blocks && i != j && j + kSide <= n) {
      for (std::int64_t r = i; r < i + kSide; ++r) {
        for (std::int64_t c = j; c < j + kSide; c += 8) {
          const Eight cells = load<Eight>(cells_.data() + r * n + c);
          lightest_ = min(lightest_, cells);
          heaviest_ = max(heaviest_, cells);
        }
      }
      return compare(cells_.data() + i * n + j, cells_.data() + j * n + i, n);
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
    if constexpr (!Cells::kHalf) compare(tile.cells.data(), other, kSide);
  }

  template <class Cell>
  FASTPAIR_INLINE void compare(const Cell* tile, const Cell* across, std::int64_t stride) {
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
    const std::int64_t height = std::min(kSide, size_ - i_start);
    const std::int64_t width = std::min(kSide, size_ - j_start);
    Eight lightest = Eight{} + ~kNoEdge;
    Eight heaviest = Eight{} + kNoEdge;
    for (std::int64_t r = 0; r < height; ++r) {
      const std::int64_t at = (i_start + r) * size_ + j_start;
      Weight* row = to + r * kSide;
      const std::int64_t self = diagonal ? r : kSide;
      const Eight weights = width == kSide ? copy_row<diagonal>(at, self, kSide, row, lightest)
                                           : copy_row<diagonal>(at, self, width, row, lightest);
      if constexpr (by_blocks) {
        block_heaviest_[(i_start + r) * blocks_ + j_start / kSide] = greatest_of(weights);
      } else {
        heaviest = max(heaviest, weights);
      }
    }
    std::fill(to + height * kSide, to + kSide * kSide, kNoEdge);
    lightest_ = min(lightest_, lightest);
    heaviest_ = max(heaviest_, heaviest);
  }

  /// Copies one row of a tile, of which `width` cells lie in the matrix, and returns the heaviest
  /// edge of each lane. In a tile on the diagonal, the cell in column `self` of the tile is no
  /// edge.
  template <bool diagonal>
  FASTPAIR_INLINE Eight copy_row(std::int64_t at, std::int64_t self, std::int64_t width, Weight* to,
                                 Eight& lightest) {
    Eight heaviest = Eight{} + kNoEdge;
    if (width < kSide) std::fill_n(to, kSide, kNoEdge);
    for (std::int64_t c = 0; c < width; c += 8) {
      const std::int64_t count = std::min<std::int64_t>(8, width - c);
      std::uint64_t flags = flags_of_eight(masked ? allowed_ + at + c : nullptr, count);
      if (diagonal && self / 8 == c / 8) flags &= ~byte(static_cast<std::size_t>(self % 8));
      const EightWords edges = spread(flags);
      const auto cells = load<Eight>(cells_.data() + at + c, count);
      const auto [weights, keys] = cells_.take(cells, edges, at + c, count);
      lightest = min(lightest, edges != 0 ? weights : Eight{} + ~kNoEdge);
      heaviest = max(heaviest, edges != 0 ? weights : Eight{} + kNoEdge);
      const Eight copied = edges != 0 ? keys : Eight{} + kNoEdge;
      std::memcpy(to + c, &copied, sizeof copied);
    }
    return heaviest;
  }

  Cells cells_;
  std::int64_t size_;
  const std::uint8_t* allowed_;
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
  const auto run = [&]<bool masked, bool by_blocks>() __attribute__((always_inline)) {
    return Surveyor<masked, by_blocks, WeightCells>({graph}, graph.size, graph.allowed,
                                                    block_heaviest)
        .run(part, parts);
  };
  const bool masked = graph.allowed != nullptr;
  if (block_heaviest == nullptr) {
    return masked ? run.template operator()<true, false>()
                  : run.template operator()<false, false>();
  }
  return masked ? run.template operator()<true, true>() : run.template operator()<false, true>();
}

FASTPAIR_CLONES
LevelSurvey survey_half_part(const DenseGraph& graph, Weight* weights, std::size_t part,
                             std::size_t parts, Weight* block_heaviest) {
  const auto run = [&]<bool masked>() __attribute__((always_inline)) {
    return Surveyor<masked, true, HalfCells>({{graph}, weights}, graph.size, graph.allowed,
                                             block_heaviest)
        .run(part, parts);
  };
  return graph.allowed != nullptr ? run.template operator()<true>()
                                  : run.template operator()<false>();
}

FASTPAIR_CLONES
LevelSurvey survey_part(const Floats& matrix, int exponent, Weight* multiples, std::size_t part,
                        std::size_t parts, Weight* block_heaviest, Written& written) {
  const auto run = [&]<bool masked>() __attribute__((always_inline)) {
    Surveyor<masked, true, FloatCells> surveyor(
        {matrix.size, matrix.values, multiples, Multiples(exponent)}, matrix.size, matrix.where,
        block_heaviest);
    const LevelSurvey found = surveyor.run(part, parts);
    written = surveyor.cells().multiples.written();
    return found;
  };
  return matrix.where == nullptr ? run.template operator()<false>()
                                 : run.template operator()<true>();
}

namespace {

/// Calls find(part, parts, block_heaviest), which returns a LevelSurvey, for each part of a matrix,
/// divided among threads, and adds what they find by blocks.
template <class Find>
Survey survey_by_blocks(std::int64_t size, Find find) {
  const std::size_t blocks = blocks_of(size);
  Survey result;
  result.block_heaviest.assign(static_cast<std::size_t>(size) * blocks, kNoEdge);
  std::vector<LevelSurvey> found(parts_for(size * size));
  in_parallel(found.size(), [&](std::size_t part) {
    found[part] = find(part, found.size(), result.block_heaviest.data());
  });
  for (const LevelSurvey& part : found) found.front().join(part);
  result.symmetric = found.front().symmetric;
  result.lightest = found.front().lightest;
  result.heaviest.reserve(static_cast<std::size_t>(size));
  for (std::size_t v = 0; v < static_cast<std::size_t>(size); ++v) {
    const auto row = result.block_heaviest.begin() + static_cast<std::ptrdiff_t>(v * blocks);
    result.heaviest.push_back(*std::max_element(row, row + static_cast<std::ptrdiff_t>(blocks)));
  }
  return result;
}

}  // namespace

std::vector<LevelSurvey> survey_levels(std::span<const DenseGraph> levels) {
  std::vector<LevelSurvey> found(levels.size());
  if (levels.empty()) return found;
  const std::int64_t cells = levels.front().size * levels.front().size;
  const std::size_t parts = parts_for(cells * std::ssize(levels));
  std::vector<std::vector<LevelSurvey>> of_parts(parts, found);
  in_parallel(parts, [&](std::size_t part) {
    for (std::size_t k = 0; k < levels.size(); ++k) {
      of_parts[part][k] = survey_part(levels[k], part, parts, nullptr);
    }
  });
  for (const std::vector<LevelSurvey>& some : of_parts) {
    for (std::size_t k = 0; k < levels.size(); ++k) found[k].join(some[k]);
  }
  return found;
}

Survey survey(const DenseGraph& graph) {
  return survey_by_blocks(graph.size, [&](auto... part) { return survey_part(graph, part...); });
}

Survey survey_half(const DenseGraph& graph, Weight* weights) {
  return survey_by_blocks(graph.size,
                          [&](auto... part) { return survey_half_part(graph, weights, part...); });
}

Survey survey(const Floats& matrix, int exponent, Weight* multiples, Written& written) {
  std::vector<Written> parts(parts_for(matrix.size * matrix.size));
  const auto find = [&](std::size_t part, auto... rest) {
    return survey_part(matrix, exponent, multiples, part, rest..., parts[part]);
  };
  Survey result = survey_by_blocks(matrix.size, find);
  for (const Written& part : parts) written.join(part);
  return result;
}

}  // namespace fastpair
