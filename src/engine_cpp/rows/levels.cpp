#include <algorithm>
#include <bit>
#include <vector>

#include "blossom/candidates.hpp"
#include "rows/parallel.hpp"
#include "rows/survey.hpp"
#include "rows/vector_types.hpp"
#include "rows/vectors.hpp"

namespace fastpair {
namespace {

/// Cells of a page of memory. Most processors fetch ahead by themselves as far as its end only.
constexpr std::int64_t kPage = 512;

constexpr EightWords kPlaces = {0, 1, 2, 3, 4, 5, 6, 7};

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

  FASTPAIR_INLINE void add_to(LevelSurvey& level) const {
    level.lightest = std::min(level.lightest, least_of(lightest_));
    level.heaviest = std::max(level.heaviest, greatest_of(heaviest_));
  }

 private:
  Eight lightest_ = Eight{} + ~kNoEdge;
  Eight heaviest_ = Eight{} + kNoEdge;
};

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
    std::int64_t j = 0;
    for (; j + 8 <= size; j += 8) add_up_eight(i, j, 8, whole);
    if (j < size) add_up_eight(i, j, size - j, whole);
  }

  FASTPAIR_INLINE void add_up_eight(std::int64_t i, std::int64_t j, std::int64_t count,
                                    Weight* whole) {
    const DenseGraph& first = levels_.front();
    const std::int64_t at = i * first.size + j;
    const std::uint64_t flags = flags_of_eight(masked ? first.allowed + at : nullptr, count);
    const EightWords off_diagonal = kPlaces ^ static_cast<std::uint64_t>(i - j);
    const EightWords edges = off_diagonal != 0 ? spread(flags) : EightWords{};
    const bool all = !masked && count == 8 && (i < j || i >= j + 8);
    EightWords sum = EightWords{} - less_;
    for (std::size_t k = 0; k < units_.size(); ++k) {
      const Weight* const from = levels_[k].weights + at;
      __builtin_prefetch(from + kPage);
      const auto cells = load<Eight>(from, count);
      all ? extents_[k].widen(cells) : extents_[k].widen(cells, edges);
      sum += std::bit_cast<EightWords>(cells) * units_[k];
    }
    store(sum, count, whole + at);
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
    if (!has_edge(graph, i, j)) continue;
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
    for (std::size_t k = 0; k < levels.size(); ++k) found.front()[k].join(part[k]);
  }
  return found.front();
}

FASTPAIR_CLONES
std::vector<std::int64_t> tight_edges(const DenseGraph& graph,
                                      std::span<const std::int64_t> duals) {
  constexpr std::int64_t step = 32;
  std::vector<std::int64_t> found;
  for (std::int64_t i = 0; i < graph.size; ++i) {
    const auto own = static_cast<std::uint64_t>(duals[static_cast<std::size_t>(i)]);
    std::int64_t j = i + 1;
    for (; j + step <= graph.size; j += step) {
      // Weights of cells that are no edges may be anything: words wrap around.
      Eight least = Eight{} + ~kNoEdge;
      for (std::int64_t c = j; c < j + step; c += 8) {
        const EightWords weights = load<EightWords>(graph.weights + i * graph.size + c);
        const EightWords slack = load<EightWords>(duals.data() + c) - weights - weights;
        least = min(least, std::bit_cast<Eight>(slack + own));
      }
      if (least_of(least) <= 0) append_tight(graph, duals.data(), i, j, j + step, found);
    }
    append_tight(graph, duals.data(), i, j, graph.size, found);
  }
  return found;
}

}  // namespace fastpair
