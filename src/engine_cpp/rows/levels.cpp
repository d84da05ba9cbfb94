#include "rows/levels.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "rows/parallel.hpp"
#include "rows/vector_types.hpp"
#include "rows/vectors.hpp"

namespace fastpair {
namespace {

/// Side of the square tiles in which a matrix is compared with itself across the diagonal.
constexpr std::int64_t kSide = 16;
/// Side of the blocks of tiles. The next blocks are fetched while the tiles of one are compared:
/// shorter pieces of rows would be read from memory more slowly.
constexpr std::int64_t kBlockSide = 64;

/// Cells of a page of memory. Most processors fetch ahead by themselves as far as its end only.
constexpr std::int64_t kPage = 512;

constexpr EightWords kPlaces = {0, 1, 2, 3, 4, 5, 6, 7};

struct alignas(64) Tile {
  std::array<Weight, kSide * kSide> cells;
};

/// The lightest and the heaviest of some edges. Aligned as the widest vectors are: GCC aligns them
/// less where it compiles for older machines.
class alignas(64) Extent {
 public:
  /// Takes those of eight cells into account whose lane of `edges` is not 0.
  FASTPAIR_INLINE void widen(Eight cells, EightWords edges) {
    lightest_ = min(lightest_, edges != 0 ? cells : Eight{} + ~kNoEdge);
    heaviest_ = max(heaviest_, edges != 0 ? cells : Eight{} + kNoEdge);
  }

  FASTPAIR_INLINE void widen(Eight cells) {
    lightest_ = min(lightest_, cells);
    heaviest_ = max(heaviest_, cells);
  }

  FASTPAIR_INLINE void widen(Weight cell) {
    least_ = std::min(least_, cell);
    most_ = std::max(most_, cell);
  }

  FASTPAIR_INLINE void add_to(LevelSurvey& level) const {
    level.lightest = std::min({level.lightest, least_, least_of(lightest_)});
    // Complements are in the reverse order.
    level.heaviest = std::max({level.heaviest, most_, ~least_of(~heaviest_)});
  }

 private:
  Eight lightest_ = Eight{} + ~kNoEdge;
  Eight heaviest_ = Eight{} + kNoEdge;
  /// Of the cells that were taken one by one.
  Weight least_ = ~kNoEdge;
  Weight most_ = kNoEdge;
};

/// If not `masked`, all cells off the diagonal are edges.
template <bool masked>
class alignas(64) Surveyor {
 public:
  FASTPAIR_INLINE explicit Surveyor(const DenseGraph& level) : level_(level) {}

  FASTPAIR_INLINE LevelSurvey run() {
    for (std::int64_t i = 0; i < level_.size; i += kBlockSide) {
      for (std::int64_t j = i; j < level_.size; j += kBlockSide) {
        const bool last = j + kBlockSide >= level_.size;
        compare_blocks(i, j, last ? i + kBlockSide : i, (last ? i : j) + kBlockSide);
      }
    }
    LevelSurvey found;
    found.symmetric = (differences_[0] | differences_[1] | differences_[2] | differences_[3]) == 0;
    extent_.add_to(found);
    return found;
  }

 private:
  /// Compares the block at (i, j) with the one across, and fetches those at (next_i, next_j) and
  /// across.
  FASTPAIR_INLINE void compare_blocks(std::int64_t i, std::int64_t j, std::int64_t next_i,
                                      std::int64_t next_j) {
    // Some rows with each tile, so that memory and processor work at the same time.
    constexpr std::int64_t rows = kSide * kSide / kBlockSide;
    const std::int64_t n = level_.size;
    std::int64_t fetched = 0;
    for (std::int64_t r = i; r < std::min(i + kBlockSide, n); r += kSide) {
      for (std::int64_t c = std::max(r, j); c < std::min(j + kBlockSide, n); c += kSide) {
        for (const std::int64_t end = fetched + rows; fetched < end; ++fetched) {
          fetch(next_i + fetched, next_j);
          fetch(next_j + fetched, next_i);
        }
        compare(r, c);
      }
    }
  }

  /// Prefetches the part of a row that lies in a block.
  FASTPAIR_INLINE void fetch(std::int64_t r, std::int64_t start) const {
    if (r >= level_.size) return;
    const Weight* row = level_.weights + r * level_.size;
    const std::int64_t end = std::min(start + kBlockSide, level_.size);
    for (std::int64_t c = start; c < end; c += 8) __builtin_prefetch(row + c);
  }

  /// Compares a tile with the one across.
  FASTPAIR_INLINE void compare(std::int64_t i, std::int64_t j) {
    const std::int64_t n = level_.size;
    if (!masked && i != j && j + kSide <= n) {
      for (std::int64_t r = i; r < i + kSide; ++r) {
        const Weight* row = level_.weights + r * n;
        for (std::int64_t c = j; c < j + kSide; c += 8) extent_.widen(load<Eight>(row + c));
      }
      return compare(level_.weights + i * n + j, level_.weights + j * n + i, n);
    }
    Tile tile;
    Tile across;
    copy(i, j, tile);
    copy(j, i, across);
    compare(tile.cells.data(), across.cells.data(), kSide);
  }

  FASTPAIR_INLINE void compare(const Weight* tile, const Weight* across, std::int64_t stride) {
    for (std::int64_t r = 0; r < kSide; r += 4) {
      for (std::int64_t c = 0; c < kSide; c += 4) {
        differences_ |= difference(tile + r * stride + c, across + c * stride + r, stride);
      }
    }
  }

  /// Copies a tile, with kNoEdge where there is no edge: on the diagonal, too, and outside of the
  /// matrix.
  FASTPAIR_INLINE void copy(std::int64_t i, std::int64_t j, Tile& to) {
    to.cells.fill(kNoEdge);
    const std::int64_t n = level_.size;
    const std::int64_t end = std::min(j + kSide, n);
    for (std::int64_t r = i; r < std::min(i + kSide, n); ++r) {
      const Weight* row = level_.weights + r * n;
      const std::uint8_t* allowed = masked ? level_.allowed + r * n : nullptr;
      Weight* copied = to.cells.data() + (r - i) * kSide;
      std::int64_t c = j;
      for (; c + 8 <= end; c += 8) {
        // Not 0 off the diagonal.
        const EightWords off = kPlaces ^ static_cast<std::uint64_t>(r - c);
        EightWords edges = off;
        if (masked) edges = off != 0 ? spread(flags_of_eight(allowed + c)) : EightWords{};
        const Eight cells = edges != 0 ? load<Eight>(row + c) : Eight{} + kNoEdge;
        extent_.widen(cells, edges);
        std::memcpy(copied + (c - j), &cells, sizeof cells);
      }
      for (; c < end; ++c) {
        if (c == r || (masked && allowed[c] == 0)) continue;
        extent_.widen(row[c]);
        copied[c - j] = row[c];
      }
    }
  }

  DenseGraph level_;
  Four differences_{};
  Extent extent_;
};

}  // namespace

FASTPAIR_CLONES
LevelSurvey survey_level(const DenseGraph& level) {
  return level.allowed == nullptr ? Surveyor<false>(level).run() : Surveyor<true>(level).run();
}

std::vector<LevelSurvey> survey_levels(std::span<const DenseGraph> levels) {
  std::vector<LevelSurvey> found(levels.size());
  if (levels.empty()) return found;
  const std::int64_t cells = levels.front().size * levels.front().size;
  const std::size_t parts = std::min(parts_for(cells * std::ssize(levels)), levels.size());
  in_parallel(parts, [&](std::size_t part) {
    for (std::size_t k = part; k < levels.size(); k += parts) found[k] = survey_level(levels[k]);
  });
  return found;
}

namespace {

/// Adds up rows of levels, and takes their edges into account. If not `masked`, all cells off the
/// diagonal are edges.
template <bool masked>
class Composer {
 public:
  FASTPAIR_INLINE Composer(std::span<const DenseGraph> levels, std::span<const std::uint64_t> units,
                           std::uint64_t less)
      : levels_(levels), units_(units), less_(less), extents_(levels.size()) {}

  /// Writes the sums of some rows to `whole`.
  FASTPAIR_INLINE std::vector<LevelSurvey> run(std::int64_t start, std::int64_t stop,
                                               Weight* whole) {
    for (std::int64_t i = start; i < stop; ++i) add_up(i, whole);
    std::vector<LevelSurvey> found(extents_.size());
    for (std::size_t k = 0; k < found.size(); ++k) extents_[k].add_to(found[k]);
    return found;
  }

 private:
  FASTPAIR_INLINE void add_up(std::int64_t i, Weight* whole) {
    const std::int64_t size = levels_.front().size;
    const std::uint8_t* allowed = masked ? levels_.front().allowed + i * size : nullptr;
    const std::int64_t row = i * size;
    std::int64_t j = 0;
    for (; j + 8 <= size; j += 8) {
      EightWords sum = EightWords{} - less_;
      // Not 0 off the diagonal.
      EightWords edges = kPlaces ^ static_cast<std::uint64_t>(i - j);
      const bool all = !masked && (i < j || i >= j + 8);
      if (masked) edges = edges != 0 ? spread(flags_of_eight(allowed + j)) : EightWords{};
      for (std::size_t k = 0; k < units_.size(); ++k) {
        const Weight* at = levels_[k].weights + row + j;
        __builtin_prefetch(at + kPage);
        const Eight cells = load<Eight>(at);
        all ? extents_[k].widen(cells) : extents_[k].widen(cells, edges);
        sum += std::bit_cast<EightWords>(cells) * units_[k];
      }
      std::memcpy(whole + row + j, &sum, sizeof sum);
    }
    for (; j < size; ++j) {
      std::uint64_t sum = 0 - less_;
      for (std::size_t k = 0; k < units_.size(); ++k) {
        const Weight cell = levels_[k].weights[row + j];
        if (i != j && (!masked || allowed[j] != 0)) extents_[k].widen(cell);
        sum += static_cast<std::uint64_t>(cell) * units_[k];
      }
      whole[row + j] = static_cast<Weight>(sum);
    }
  }

  std::span<const DenseGraph> levels_;
  std::span<const std::uint64_t> units_;
  std::uint64_t less_;
  std::vector<Extent> extents_;
};

/// Appends those of the cells from `start` to `stop` whose slack is 0 or less.
void append_tight(const DenseGraph& graph, const std::int64_t* duals, std::int64_t i,
                  std::int64_t start, std::int64_t stop, std::vector<std::int64_t>& to) {
  for (std::int64_t j = start; j < stop; ++j) {
    const std::int64_t at = i * graph.size + j;
    if (graph.allowed != nullptr && graph.allowed[at] == 0) continue;
    if (duals[i] + duals[j] - 2 * graph.weights[at] <= 0) to.push_back(at);
  }
}

}  // namespace

/// Composes some rows.
FASTPAIR_CLONES
std::vector<LevelSurvey> compose_part(std::span<const DenseGraph> levels,
                                      std::span<const std::uint64_t> units, std::uint64_t less,
                                      std::int64_t start, std::int64_t stop, Weight* whole) {
  return levels.front().allowed == nullptr
             ? Composer<false>(levels, units, less).run(start, stop, whole)
             : Composer<true>(levels, units, less).run(start, stop, whole);
}

std::vector<LevelSurvey> compose(std::span<const DenseGraph> levels,
                                 std::span<const std::uint64_t> units, std::uint64_t less,
                                 Weight* whole) {
  const std::int64_t size = levels.front().size;
  std::vector<std::vector<LevelSurvey>> found(parts_for(size * size * std::ssize(levels)));
  in_parallel(found.size(), [&](std::size_t part) {
    const auto row = [&](std::size_t number) {
      return size * static_cast<std::int64_t>(number) / std::ssize(found);
    };
    found[part] = compose_part(levels, units, less, row(part), row(part + 1), whole);
  });
  for (const std::vector<LevelSurvey>& part : found) {
    for (std::size_t k = 0; k < levels.size(); ++k) {
      LevelSurvey& level = found.front()[k];
      level.lightest = std::min(level.lightest, part[k].lightest);
      level.heaviest = std::max(level.heaviest, part[k].heaviest);
    }
  }
  return found.front();
}

FASTPAIR_CLONES
std::vector<std::int64_t> tight_edges(const DenseGraph& graph,
                                      std::span<const std::int64_t> duals) {
  constexpr std::int64_t step = 32;
  std::vector<std::int64_t> found;
  for (std::int64_t i = 0; i < graph.size; ++i) {
    std::int64_t j = i + 1;
    for (; j + step <= graph.size; j += step) {
      // Weights of cells that are no edges may be anything: words wrap around.
      Eight least = Eight{} + ~kNoEdge;
      for (std::int64_t c = j; c < j + step; c += 8) {
        const EightWords weights = load<EightWords>(graph.weights + i * graph.size + c);
        const EightWords slack = load<EightWords>(duals.data() + c) - weights - weights;
        least = min(least, std::bit_cast<Eight>(slack + static_cast<std::uint64_t>(duals[static_cast<std::size_t>(i)])));
      }
      if (least_of(least) <= 0) append_tight(graph, duals.data(), i, j, j + step, found);
    }
    append_tight(graph, duals.data(), i, j, graph.size, found);
  }
  return found;
}

}  // namespace fastpair
