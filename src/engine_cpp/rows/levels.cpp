#include "rows/levels.hpp"

#include <algorithm>
#include <vector>

#include "rows/parallel.hpp"
#include "rows/survey.hpp"
#include "rows/vector_types.hpp"

namespace fastpair {
namespace {

/// Takes some cells of a row into an extent. Plain code, of which compilers make vectors: a mask
/// has all bits set for an edge, and none for another cell.
template <bool masked>
FASTPAIR_INLINE void widen(Extent& extent, const Weight* weights, const std::uint8_t* allowed,
                           std::int64_t count) {
  constexpr Extent none;
  Extent found = extent;
  for (std::int64_t c = 0; c < count; ++c) {
    const Weight mask = masked ? -static_cast<Weight>(allowed[c] != 0) : Weight{-1};
    const Weight edge = weights[c] & mask;
    found.least = std::min(found.least, edge | (none.least & ~mask));
    found.most = std::max(found.most, edge | (none.most & ~mask));
  }
  extent = found;
}

template <bool masked>
FASTPAIR_INLINE Extent extent_of_edges(const DenseGraph& graph) {
  Extent extent;
  for (std::int64_t i = 0; i < graph.size; ++i) {
    const Weight* row = graph.weights + i * graph.size;
    const std::uint8_t* flags = masked ? graph.allowed + i * graph.size : nullptr;
    widen<masked>(extent, row, flags, i);
    widen<masked>(extent, row + i + 1, masked ? flags + i + 1 : nullptr, graph.size - i - 1);
  }
  return extent;
}

/// Calls visit(k) for the number k of every level, some of them at once.
template <class Visit>
void for_each(std::span<const DenseGraph> levels, Visit visit) {
  if (levels.empty()) return;
  const std::int64_t cells = levels.front().size * levels.front().size;
  const std::size_t parts = std::min(parts_for(cells * std::ssize(levels)), levels.size());
  in_parallel(parts, [&](std::size_t part) {
    for (std::size_t k = part; k < levels.size(); k += parts) visit(k);
  });
}

}  // namespace

FASTPAIR_CLONES
Extent extent_of(const DenseGraph& graph) {
  return graph.allowed == nullptr ? extent_of_edges<false>(graph) : extent_of_edges<true>(graph);
}

FASTPAIR_CLONES
void compose_part(std::span<const Level> levels, std::uint64_t less, std::int64_t start,
                  std::int64_t stop, Weight* whole) {
  std::int64_t c = start;
  for (; c + 8 <= stop; c += 8) {
    EightWords sum = EightWords{} - less;
    for (const Level& level : levels) {
      sum += load<EightWords>(level.weights + c) * static_cast<std::uint64_t>(level.unit);
    }
    std::memcpy(whole + c, &sum, sizeof sum);
  }
  for (; c < stop; ++c) {
    std::uint64_t sum = 0 - less;
    for (const Level& level : levels) {
      sum += static_cast<std::uint64_t>(level.weights[c]) * static_cast<std::uint64_t>(level.unit);
    }
    whole[c] = static_cast<Weight>(sum);
  }
}

std::vector<Extent> extents(std::span<const DenseGraph> levels) {
  std::vector<Extent> found(levels.size());
  for_each(levels, [&](std::size_t k) { found[k] = extent_of(levels[k]); });
  return found;
}

std::vector<std::uint8_t> symmetric(std::span<const DenseGraph> levels) {
  std::vector<std::uint8_t> found(levels.size());
  for_each(levels, [&](std::size_t k) { found[k] = survey(levels[k]).symmetric ? 1 : 0; });
  return found;
}

void compose(std::span<const Level> levels, std::uint64_t less, std::int64_t cells, Weight* whole) {
  const std::size_t parts = parts_for(cells * std::ssize(levels));
  const std::int64_t each = cells / static_cast<std::int64_t>(parts);
  in_parallel(parts, [&](std::size_t part) {
    const std::int64_t start = each * static_cast<std::int64_t>(part);
    compose_part(levels, less, start, part + 1 == parts ? cells : start + each, whole);
  });
}

}  // namespace fastpair
