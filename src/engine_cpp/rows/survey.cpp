#include "rows/survey.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "rows/floats.hpp"
#include "rows/parallel.hpp"
#include "rows/vector_types.hpp"

namespace fastpair {
namespace {

/// Side of the tiles, which are as wide as a block.
constexpr std::int64_t kSide = kBlock;

/// Cells of a page of memory. Most processors fetch ahead by themselves as far as its end only.
constexpr std::int64_t kPage = 512;

/// The lightest and the heaviest of some edges, in each lane. Aligned as the widest vectors are:
/// GCC aligns them less where it compiles for older machines.
struct alignas(64) Extent {
  Eight lightest = Eight{} + ~kNoEdge;
  Eight heaviest = Eight{} + kNoEdge;

  FASTPAIR_INLINE void widen(const Extent& by) {
    lightest = min(lightest, by.lightest);
    heaviest = max(heaviest, by.heaviest);
  }
  FASTPAIR_INLINE void widen(Eight cells) { widen({cells, cells}); }
  /// Takes those of eight cells into account whose lane of `edges` is not 0.
  FASTPAIR_INLINE void widen(Eight cells, EightWords edges) {
    widen({edges != 0 ? cells : Eight{} + ~kNoEdge, edges != 0 ? cells : Eight{} + kNoEdge});
  }
};

}  // namespace

/// What was found in a part of a matrix.
struct Found {
  bool symmetric;
  Weight lightest;
  Written written;
};

/// A matrix of weights, or of floats of which the weights are multiples of a power of two.
template <class Cell>
struct CellMatrix {
  std::int64_t size;
  const Cell* cells;
  const std::uint8_t* allowed;
  /// Where the weights of floats are written, or the weights below the diagonal; null if there is
  /// nothing to write.
  Weight* to = nullptr;
  int exponent = 0;
};

namespace {

/// Visits a matrix in tiles, each together with the one across the diagonal.
template <class Cell>
class alignas(64) Surveyor {
 public:
  /// The pass writes the heaviest edge in each block of each row to `block_heaviest`.
  FASTPAIR_INLINE Surveyor(const CellMatrix<Cell>& matrix, Weight* block_heaviest)
      : matrix_(matrix),
        size_(matrix.size),
        blocks_(static_cast<std::int64_t>(blocks_of(size_))),
        block_heaviest_(block_heaviest),
        multiples_(matrix.exponent) {}

  /// Visits every `parts`-th row of tiles from number `part` on. Tiles on or above the diagonal
  /// stand for those across it.
  FASTPAIR_INLINE Found run(std::size_t part, std::size_t parts) {
    const auto step = static_cast<std::int64_t>(parts) * kSide;
    for (auto i = static_cast<std::int64_t>(part) * kSide; i < size_; i += step) {
      for (std::int64_t j = i; j < size_; j += kSide) {
        if (j + kSide < size_) {
          fetch(i, j + kSide);
          fetch(j + kSide, i);
        }
        visit(i, j);
      }
    }
    return {any_of(differences_) == 0, least_of(extent_.lightest), multiples_.written()};
  }

 private:
  static constexpr bool kFloats = std::is_same_v<Cell, double>;

  struct alignas(64) Tile {
    std::array<Weight, kSide * kSide> cells;
  };

  /// Prefetches a tile, and where it will be written. Its rows lie so far apart in memory that the
  /// processor does not foresee that they will be read.
  FASTPAIR_INLINE void fetch(std::int64_t i, std::int64_t j) const {
    for (std::int64_t row = i; row < std::min(i + kSide, size_); ++row) {
      const std::int64_t at = row * size_ + j;
      fetch_row(matrix_.cells + at);
      if (matrix_.allowed != nullptr) __builtin_prefetch(matrix_.allowed + at, 0, 2);
      if (kFloats) fetch_row(matrix_.to + at);
    }
  }
  FASTPAIR_INLINE static void fetch_row(const auto* cells) {
    for (std::int64_t c = 0; c < kSide; c += 8) __builtin_prefetch(cells + c, 0, 2);
    __builtin_prefetch(cells + kSide - 1, 0, 2);
  }

  FASTPAIR_INLINE void visit(std::int64_t i, std::int64_t j) {
    const bool half = !kFloats && matrix_.to != nullptr;
    if (half) mirror(i, j);
    const bool masked = matrix_.allowed != nullptr;
    Tile tile;
    Tile across;
    masked ? copy<true>(i, j, tile) : copy<false>(i, j, tile);
    if (i != j) masked ? copy<true>(j, i, across) : copy<false>(j, i, across);
    if (!half) compare(tile.cells.data(), (i == j ? tile : across).cells.data());
  }

  /// Copies a tile of weights to the one across the diagonal.
  FASTPAIR_INLINE void mirror(std::int64_t i, std::int64_t j) const {
    const std::int64_t n = size_;
    Weight* const to = matrix_.to;
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

  FASTPAIR_INLINE void compare(const Weight* tile, const Weight* across) {
    Four differences{};  // in a register
    for (std::int64_t r = 0; r < kSide; r += 4) {
      for (std::int64_t c = 0; c < kSide; c += 4) {
        differences |= difference(tile + r * kSide + c, across + c * kSide + r, kSide);
      }
    }
    differences_ |= differences;
  }

  /// Copies a tile, with kNoEdge where there is no edge, and records the heaviest edge in each of
  /// its rows. If not `masked`, all cells off the diagonal are edges.
  template <bool masked>
  FASTPAIR_INLINE void copy(std::int64_t i, std::int64_t j, Tile& tile) {
    const std::int64_t height = std::min(kSide, size_ - i);
    const std::int64_t width = std::min(kSide, size_ - j);
    Extent extent;
    for (std::int64_t r = 0; r < height; ++r) {
      const std::int64_t at = (i + r) * size_ + j;
      Weight* const to = tile.cells.data() + r * kSide;
      const std::int64_t self = i - j + r;
      width < kSide ? copy_row<masked, true>(at, self, width, to, extent)
      : i == j      ? copy_row<masked, true>(at, self, kSide, to, extent)
                    : copy_row<masked, false>(at, self, kSide, to, extent);
      const Eight heaviest = std::exchange(extent.heaviest, Eight{} + kNoEdge);
      block_heaviest_[(i + r) * blocks_ + j / kSide] = greatest_of(heaviest);
    }
    std::fill(tile.cells.begin() + height * kSide, tile.cells.end(), kNoEdge);
    extent_.widen(extent);
  }

  /// Copies one row of a tile, of which `width` cells lie in the matrix. If `diagonal`, the cell in
  /// column `self` of the tile is no edge. What is copied of floats is their bits, which the cells
  /// across the diagonal must have, too.
  template <bool masked, bool diagonal>
  FASTPAIR_INLINE void copy_row(std::int64_t at, std::int64_t self, std::int64_t width, Weight* to,
                                Extent& extent) {
    if (width < kSide) std::fill_n(to, kSide, kNoEdge);
    for (std::int64_t c = 0; c < width; c += 8) {
      const std::int64_t count = std::min<std::int64_t>(8, width - c);
      const EightWords edges = edges_of_eight(masked ? matrix_.allowed : nullptr, at + c, count,
                                              diagonal ? self - c : -1);
      auto cells = load<Eight>(matrix_.cells + at + c, count);
      Eight weights = cells;
      if constexpr (kFloats) {
        const auto values = reinterpret_cast<EightDoubles>(edges != 0 ? cells : Eight{});
        weights = multiples_.of(values);
        store(weights, count, matrix_.to + at + c);
        cells = reinterpret_cast<Eight>(values + 0.0);  // zeros of both signs are equal
      }
      extent.widen(weights, edges);
      const Eight copied = edges != 0 ? cells : Eight{} + kNoEdge;
      std::memcpy(to + c, &copied, sizeof copied);
    }
  }

  CellMatrix<Cell> matrix_;
  std::int64_t size_;
  std::int64_t blocks_;
  Weight* block_heaviest_;
  Multiples multiples_;
  Four differences_{};
  Extent extent_;
};

}  // namespace

FASTPAIR_CLONES
Found survey_part(const CellMatrix<Weight>& matrix, Weight* block_heaviest, std::size_t part,
                  std::size_t parts) {
  return Surveyor<Weight>(matrix, block_heaviest).run(part, parts);
}

FASTPAIR_CLONES
Found survey_part(const CellMatrix<double>& matrix, Weight* block_heaviest, std::size_t part,
                  std::size_t parts) {
  return Surveyor<double>(matrix, block_heaviest).run(part, parts);
}

/// Composes one part of the rows.
FASTPAIR_CLONES
std::vector<LevelSurvey> compose_part(std::span<const DenseGraph> levels,
                                      std::span<const std::uint64_t> units, std::uint64_t less,
                                      Weight* whole, std::size_t part, std::size_t parts) {
  const auto [size, _, allowed] = levels.front();
  std::vector<Extent> extents(levels.size());
  const auto row = [&](std::size_t k) {
    return size * static_cast<std::int64_t>(k) / static_cast<std::int64_t>(parts);
  };
  for (std::int64_t i = row(part); i < row(part + 1); ++i) {
    for (std::int64_t j = 0; j < size; j += 8) {
      const std::int64_t at = i * size + j;
      const std::int64_t count = size - j;
      const EightWords edges = edges_of_eight(allowed, at, count, i - j);
      const bool all = allowed == nullptr && count >= 8 && (i < j || i >= j + 8);
      EightWords sum = EightWords{} - less;
      for (std::size_t k = 0; k < units.size(); ++k) {
        const Weight* const from = levels[k].weights + at;
        __builtin_prefetch(from + kPage);
        const auto cells = load<Eight>(from, count);
        all ? extents[k].widen(cells) : extents[k].widen(cells, edges);
        sum += reinterpret_cast<EightWords>(cells) * units[k];
      }
      store(sum, count, whole + at);
    }
  }
  std::vector<LevelSurvey> found(extents.size());
  for (std::size_t k = 0; k < found.size(); ++k) {
    found[k] = {true, least_of(extents[k].lightest), greatest_of(extents[k].heaviest)};
  }
  return found;
}

namespace {

void join(Found& all, const Found& part) {
  all.symmetric &= part.symmetric;
  all.lightest = std::min(all.lightest, part.lightest);
  all.written.join(part.written);
}

template <class Cell>
Survey survey_by_blocks(const CellMatrix<Cell>& matrix, Written* written = nullptr) {
  const auto size = static_cast<std::size_t>(matrix.size);
  const std::size_t blocks = blocks_of(matrix.size);
  Survey result;
  result.block_heaviest.assign(size * blocks, kNoEdge);
  const Found found = find_in_parallel(
      matrix.size * matrix.size,
      [&](auto... part) { return survey_part(matrix, result.block_heaviest.data(), part...); },
      join);
  result.symmetric = found.symmetric;
  result.lightest = found.lightest;
  result.heaviest.reserve(size);
  for (std::size_t v = 0; v < size; ++v) {
    const auto row = result.block_heaviest.begin() + static_cast<std::ptrdiff_t>(v * blocks);
    result.heaviest.push_back(*std::max_element(row, row + static_cast<std::ptrdiff_t>(blocks)));
  }
  if (written != nullptr) *written = found.written;
  return result;
}

}  // namespace

Survey survey(const DenseGraph& graph) {
  return survey_by_blocks<Weight>({graph.size, graph.weights, graph.allowed});
}

std::vector<LevelSurvey> survey_levels(std::span<const DenseGraph> levels) {
  std::vector<LevelSurvey> found;
  for (const DenseGraph& level : levels) {
    const Survey whole = survey(level);
    found.push_back({whole.symmetric, whole.lightest});
    for (const Weight weight : whole.heaviest)
      found.back().heaviest = std::max(found.back().heaviest, weight);
  }
  return found;
}

Survey survey_half(const DenseGraph& graph, Weight* weights) {
  return survey_by_blocks<Weight>({graph.size, graph.weights, graph.allowed, weights});
}

Survey survey(const Floats& matrix, int exponent, Weight* multiples, Written& written) {
  return survey_by_blocks<double>({matrix.size, matrix.values, matrix.where, multiples, exponent},
                                  &written);
}

std::vector<LevelSurvey> compose(std::span<const DenseGraph> levels,
                                 std::span<const std::uint64_t> units, std::uint64_t less,
                                 Weight* whole) {
  const std::int64_t size = levels.front().size;
  return find_in_parallel(
      size * size * std::ssize(levels),
      [&](auto... part) { return compose_part(levels, units, less, whole, part...); },
      [](std::vector<LevelSurvey>& all, const std::vector<LevelSurvey>& part) {
        for (std::size_t k = 0; k < all.size(); ++k) {
          all[k].lightest = std::min(all[k].lightest, part[k].lightest);
          all[k].heaviest = std::max(all[k].heaviest, part[k].heaviest);
        }
      });
}

FASTPAIR_CLONES
std::vector<std::int64_t> tight_edges(const DenseGraph& graph,
                                      std::span<const std::int64_t> duals) {
  std::vector<std::int64_t> found;
  for (std::int64_t i = 0; i < graph.size; ++i) {
    const auto own = static_cast<std::uint64_t>(duals[static_cast<std::size_t>(i)]);
    for (std::int64_t j = i + 1; j < graph.size; j += 8) {
      const std::int64_t at = i * graph.size + j;
      const std::int64_t count = graph.size - j;
      // Weights of cells that are no edges may be anything: words wrap around.
      const auto weights = load<EightWords>(graph.weights + at, count);
      const EightWords sums = load<EightWords>(duals.data() + j, count) + own;
      const auto slacks = reinterpret_cast<Eight>(sums - weights - weights);
      const EightWords edges = edges_of_eight(graph.allowed, at, count, -1);
      if (least_of(edges != 0 ? slacks : Eight{} + ~kNoEdge) > 0) continue;
      for (std::int64_t k = 0; k < std::min<std::int64_t>(8, count); ++k) {
        if (edges[k] != 0 && slacks[k] <= 0) found.push_back(at + k);
      }
    }
  }
  return found;
}

}  // namespace fastpair
