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

struct alignas(64) Tile {
  std::array<Weight, kSide * kSide> cells;
};

/// The lightest and the heaviest of some edges. If not `masked`, all cells are edges. Aligned as
/// the widest vectors are: GCC aligns them less where it compiles for older machines.
template <bool masked>
class alignas(64) Extent {
 public:
  /// Takes some cells of a row into account.
  FASTPAIR_INLINE void widen(const Weight* weights, const std::uint8_t* allowed,
                             std::int64_t count) {
    std::int64_t c = 0;
    for (; c + 8 <= count; c += 8) {
      const Eight cells = load<Eight>(weights + c);
      Eight light = cells;
      Eight heavy = cells;
      if constexpr (masked) {
        const EightWords edges = spread(flags_of_eight(allowed + c));
        light = edges != 0 ? cells : Eight{} + ~kNoEdge;
        heavy = edges != 0 ? cells : Eight{} + kNoEdge;
      }
      lightest_ = min(lightest_, light);
      heaviest_ = max(heaviest_, heavy);
    }
    for (; c < count; ++c) {
      if (masked && allowed[c] == 0) continue;
      lightest_[0] = std::min(lightest_[0], weights[c]);
      heaviest_[0] = std::max(heaviest_[0], weights[c]);
    }
  }

  FASTPAIR_INLINE void add_to(LevelSurvey& level) const {
    level.lightest = std::min(level.lightest, least_of(lightest_));
    // Complements are in the reverse order.
    level.heaviest = std::max(level.heaviest, ~least_of(~heaviest_));
  }

 private:
  Eight lightest_ = Eight{} + ~kNoEdge;
  Eight heaviest_ = Eight{} + kNoEdge;
};

/// If not `masked`, all cells off the diagonal are edges.
template <bool masked>
class alignas(64) Surveyor {
 public:
  FASTPAIR_INLINE explicit Surveyor(const DenseGraph& level) : level_(level) {}

  FASTPAIR_INLINE LevelSurvey run() {
    for (std::int64_t i = 0; i < level_.size; i += kSide) {
      for (std::int64_t j = i; j < level_.size; j += kSide) {
        fetch(j + kSide, i);
        compare(i, j);
      }
    }
    LevelSurvey found;
    found.symmetric = (differences_[0] | differences_[1] | differences_[2] | differences_[3]) == 0;
    extent_.add_to(found);
    return found;
  }

 private:
  /// Prefetches a tile. Its rows lie so far apart in memory that the processor does not foresee
  /// that they will be read.
  FASTPAIR_INLINE void fetch(std::int64_t i, std::int64_t j) const {
    for (std::int64_t r = i; r < std::min(i + kSide, level_.size); ++r) {
      const Weight* row = level_.weights + r * level_.size + j;
      for (std::int64_t c = 0; c < kSide; c += 8) __builtin_prefetch(row + c, 0, 2);
    }
  }

  FASTPAIR_INLINE void compare(std::int64_t i, std::int64_t j) {
    const std::int64_t n = level_.size;
    const bool whole = i != j && j + kSide <= n;
    if (!masked && whole) {
      widen(i, j);
      return compare(level_.weights + i * n + j, level_.weights + j * n + i, n);
    }
    Tile tile;
    Tile across;
    if (whole) {
      copy(i, j, tile);
      copy(j, i, across);
    } else {
      copy_cells(i, j, tile);
      copy_cells(j, i, across);
    }
    compare(tile.cells.data(), across.cells.data(), kSide);
  }

  FASTPAIR_INLINE void compare(const Weight* tile, const Weight* across, std::int64_t stride) {
    for (std::int64_t r = 0; r < kSide; r += 4) {
      for (std::int64_t c = 0; c < kSide; c += 4) {
        differences_ |= difference(tile + r * stride + c, across + c * stride + r, stride);
      }
    }
  }

  FASTPAIR_INLINE void widen(std::int64_t i, std::int64_t j) {
    for (std::int64_t at = i * level_.size + j; at < (i + kSide) * level_.size; at += level_.size) {
      extent_.widen(level_.weights + at, masked ? level_.allowed + at : nullptr, kSide);
    }
  }

  /// Copies a tile, with kNoEdge where there is no edge.
  FASTPAIR_INLINE void copy(std::int64_t i, std::int64_t j, Tile& to) {
    widen(i, j);
    for (std::int64_t r = 0; r < kSide; ++r) {
      for (std::int64_t c = 0; c < kSide; c += 8) {
        const std::int64_t at = (i + r) * level_.size + j + c;
        const EightWords edges = spread(flags_of_eight(level_.allowed + at));
        const Eight cells = edges != 0 ? load<Eight>(level_.weights + at) : Eight{} + kNoEdge;
        std::memcpy(to.cells.data() + r * kSide + c, &cells, sizeof cells);
      }
    }
  }

  /// Does the same where some cells lie on the diagonal or outside of the matrix.
  void copy_cells(std::int64_t i, std::int64_t j, Tile& to) {
    to.cells.fill(kNoEdge);
    const std::int64_t n = level_.size;
    for (std::int64_t r = i; r < std::min(i + kSide, n); ++r) {
      for (std::int64_t c = j; c < std::min(j + kSide, n); ++c) {
        const std::int64_t at = r * n + c;
        if (r == c || (masked && level_.allowed[at] == 0)) continue;
        to.cells[static_cast<std::size_t>((r - i) * kSide + c - j)] = level_.weights[at];
        extent_.widen(level_.weights + at, masked ? level_.allowed + at : nullptr, 1);
      }
    }
  }

  DenseGraph level_;
  Four differences_{};
  Extent<masked> extent_;
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

/// Writes the cells from `start` to `stop` of a sum.
FASTPAIR_INLINE void add_up(std::span<const DenseGraph> levels, std::span<const Weight> units,
                            std::uint64_t less, std::int64_t start, std::int64_t stop,
                            Weight* whole) {
  const auto unit = [&](std::size_t k) { return static_cast<std::uint64_t>(units[k]); };
  std::int64_t at = start;
  for (; at + 8 <= stop; at += 8) {
    EightWords sum = EightWords{} - less;
    for (std::size_t k = 0; k < units.size(); ++k) {
      sum += load<EightWords>(levels[k].weights + at) * unit(k);
    }
    std::memcpy(whole + at, &sum, sizeof sum);
  }
  for (; at < stop; ++at) {
    std::uint64_t sum = 0 - less;
    for (std::size_t k = 0; k < units.size(); ++k) {
      sum += static_cast<std::uint64_t>(levels[k].weights[at]) * unit(k);
    }
    whole[at] = static_cast<Weight>(sum);
  }
}

/// Takes the edges of a row into account.
template <bool masked>
FASTPAIR_INLINE void widen_row(const DenseGraph& level, std::int64_t i, LevelSurvey& found) {
  Extent<masked> extent;
  const Weight* row = level.weights + i * level.size;
  const std::uint8_t* flags = masked ? level.allowed + i * level.size : nullptr;
  extent.widen(row, flags, i);
  extent.widen(row + i + 1, masked ? flags + i + 1 : nullptr, level.size - i - 1);
  extent.add_to(found);
}

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
                                      std::span<const Weight> units, std::uint64_t less,
                                      std::int64_t start, std::int64_t stop, Weight* whole) {
  std::vector<LevelSurvey> found(levels.size());
  for (std::int64_t i = start; i < stop; ++i) {
    for (std::size_t k = 0; k < levels.size(); ++k) {
      levels[k].allowed == nullptr ? widen_row<false>(levels[k], i, found[k])
                                   : widen_row<true>(levels[k], i, found[k]);
    }
    const std::int64_t size = levels.front().size;
    add_up(levels, units, less, i * size, (i + 1) * size, whole);
  }
  return found;
}

std::vector<LevelSurvey> compose(std::span<const DenseGraph> levels, std::span<const Weight> units,
                                 std::uint64_t less, Weight* whole) {
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
        least = min(least, std::bit_cast<Eight>(slack + static_cast<std::uint64_t>(duals[i])));
      }
      if (least_of(least) <= 0) append_tight(graph, duals.data(), i, j, j + step, found);
    }
    append_tight(graph, duals.data(), i, j, graph.size, found);
  }
  return found;
}

}  // namespace fastpair
