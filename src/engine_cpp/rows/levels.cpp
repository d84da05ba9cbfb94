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

/// Side of the square tiles in which a matrix is compared with itself across the diagonal, and the
/// number of rows that are composed at a time.
constexpr std::int64_t kSide = 16;

struct alignas(64) Tile {
  std::array<Weight, kSide * kSide> cells;
};

/// If not `masked`, all cells off the diagonal are edges.
template <bool masked>
class Surveyor {
 public:
  FASTPAIR_INLINE explicit Surveyor(const DenseGraph& level) : level_(level) {}

  FASTPAIR_INLINE LevelSurvey run() {
    for (std::int64_t i = 0; i < level_.size; i += kSide) {
      for (std::int64_t j = i; j < level_.size; j += kSide) {
        fetch(j + kSide, i);
        compare(i, j);
      }
    }
    return {(differences_[0] | differences_[1] | differences_[2] | differences_[3]) == 0,
            least_of(lightest_), ~least_of(~heaviest_)};  // complements are in the reverse order
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
      widen(level_.weights + i * n + j);
      return compare(level_.weights + i * n + j, level_.weights + j * n + i, n);
    }
    Tile tile;
    Tile across;
    copy(i, j, whole, tile);
    copy(j, i, whole, across);
    compare(tile.cells.data(), across.cells.data(), kSide);
  }

  FASTPAIR_INLINE void compare(const Weight* tile, const Weight* across, std::int64_t stride) {
    for (std::int64_t r = 0; r < kSide; r += 4) {
      for (std::int64_t c = 0; c < kSide; c += 4) {
        differences_ |= difference(tile + r * stride + c, across + c * stride + r, stride);
      }
    }
  }

  FASTPAIR_INLINE void widen(const Weight* tile) {
    for (std::int64_t r = 0; r < kSide; ++r) {
      for (std::int64_t c = 0; c < kSide; c += 8) {
        const Eight weights = load<Eight>(tile + r * level_.size + c);
        lightest_ = min(lightest_, weights);
        heaviest_ = max(heaviest_, weights);
      }
    }
  }

  /// Copies a tile, with kNoEdge where there is no edge.
  FASTPAIR_INLINE void copy(std::int64_t i, std::int64_t j, bool whole, Tile& to) {
    if (!whole) return copy_cells(i, j, to);
    for (std::int64_t r = 0; r < kSide; ++r) {
      for (std::int64_t c = 0; c < kSide; c += 8) {
        const std::int64_t at = (i + r) * level_.size + j + c;
        const Eight weights = load<Eight>(level_.weights + at);
        Eight cells = weights;
        Eight light = weights;
        if constexpr (masked) {
          const EightWords edges = spread(flags_of_eight(level_.allowed + at));
          cells = edges != 0 ? weights : Eight{} + kNoEdge;
          light = edges != 0 ? weights : Eight{} + ~kNoEdge;
        }
        lightest_ = min(lightest_, light);
        heaviest_ = max(heaviest_, cells);
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
        const Weight weight = level_.weights[at];
        to.cells[static_cast<std::size_t>((r - i) * kSide + c - j)] = weight;
        lightest_ = min(lightest_, Eight{} + weight);
        heaviest_ = max(heaviest_, Eight{} + weight);
      }
    }
  }

  DenseGraph level_;
  Four differences_{};
  Eight lightest_ = Eight{} + ~kNoEdge;
  Eight heaviest_ = Eight{} + kNoEdge;
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

/// Writes the cells from `start` to `stop` of a row of sums.
FASTPAIR_INLINE void add_up(std::span<const Level> levels, std::uint64_t less, std::int64_t start,
                            std::int64_t stop, Weight* whole) {
  const auto unit = [](const Level& level) { return static_cast<std::uint64_t>(level.unit); };
  std::int64_t at = start;
  for (; at + 8 <= stop; at += 8) {
    EightWords sum = EightWords{} - less;
    for (const Level& level : levels) sum += load<EightWords>(level.weights + at) * unit(level);
    std::memcpy(whole + at, &sum, sizeof sum);
  }
  for (; at < stop; ++at) {
    std::uint64_t sum = 0 - less;
    for (const Level& level : levels) {
      sum += static_cast<std::uint64_t>(level.weights[at]) * unit(level);
    }
    whole[at] = static_cast<Weight>(sum);
  }
}

/// Copies the cells of some rows, from column number `start` on, across the diagonal.
FASTPAIR_INLINE void reflect(Weight* whole, std::int64_t size, std::int64_t start,
                             std::int64_t stop) {
  std::int64_t c = start;
  for (; c + 4 <= size; c += 4) {
    std::int64_t r = start;
    for (; r + 4 <= stop; r += 4) {
      const std::array<Four, 4> columns = transposed(whole + r * size + c, size);
      Weight* to = whole + c * size + r;
      std::memcpy(to, &columns[0], sizeof columns[0]);
      std::memcpy(to + size, &columns[1], sizeof columns[1]);
      std::memcpy(to + 2 * size, &columns[2], sizeof columns[2]);
      std::memcpy(to + 3 * size, &columns[3], sizeof columns[3]);
    }
    for (; r < stop; ++r) {
      for (std::int64_t k = c; k < c + 4; ++k) whole[k * size + r] = whole[r * size + k];
    }
  }
  for (; c < size; ++c) {
    for (std::int64_t r = start; r < stop; ++r) whole[c * size + r] = whole[r * size + c];
  }
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

/// Composes every `parts`-th band of rows, beginning with number `part`: from the diagonal on in
/// rows, which the processor foresees, and then across the diagonal.
FASTPAIR_CLONES
void compose_part(std::span<const Level> levels, std::uint64_t less, std::int64_t size,
                  Weight* whole, std::int64_t part, std::int64_t parts) {
  for (std::int64_t start = part * kSide; start < size; start += parts * kSide) {
    const std::int64_t stop = std::min(start + kSide, size);
    for (std::int64_t r = start; r < stop; ++r) {
      add_up(levels, less, r * size + start, (r + 1) * size, whole);
    }
    reflect(whole, size, start, stop);
  }
}

void compose(std::span<const Level> levels, std::uint64_t less, std::int64_t size, Weight* whole) {
  const std::size_t parts = parts_for(size * size * std::ssize(levels));
  in_parallel(parts, [&](std::size_t part) {
    compose_part(levels, less, size, whole, static_cast<std::int64_t>(part),
                 static_cast<std::int64_t>(parts));
  });
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
