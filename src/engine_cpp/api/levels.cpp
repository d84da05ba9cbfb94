#include "fastpair/levels.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace fastpair {
namespace {

/// What the edges of a level weigh, less the middle of all if that takes as much off all matchings.
struct Span {
  Weight middle = 0;
  /// By how much two matchings can differ for each pair.
  Wide width = 0;
  /// How heavy an edge can be.
  Wide size = 0;
};

Span span_of(std::span<const Weight> level, std::span<const std::uint8_t> allowed,
             Objective objective) {
  Weight low = 0;
  Weight high = 0;
  // Where the number of edges is not given, an edge competes with none.
  bool first = objective == Objective::kCardinality;
  for (std::size_t k = 0; k < level.size(); ++k) {
    if (!allowed.empty() && allowed[k] == 0) continue;
    low = first ? level[k] : std::min(low, level[k]);
    high = first ? level[k] : std::max(high, level[k]);
    first = false;
  }
  Span span;
  if (objective == Objective::kCardinality) {
    span.middle = static_cast<Weight>(low + (Wide{high} - low) / 2);
  }
  span.width = Wide{high} - low;
  span.size = std::max(Wide{high} - span.middle, Wide{span.middle} - low);
  return span;
}

}  // namespace

FoldedLevels fold_levels(std::int64_t size, std::span<const std::span<const Weight>> levels,
                         std::span<const std::uint8_t> allowed, Objective objective) {
  if (size < 0) throw std::invalid_argument("expected a number of vertices");
  if (levels.empty()) throw std::invalid_argument("expected one level or more, got none");
  const std::size_t count = levels.front().size();
  FoldedLevels folded{std::vector<Weight>(count), std::vector<Weight>(levels.size())};
  // The most by which two matchings can differ on the levels so far, from the last one on.
  Wide below = 0;
  Wide heaviest = 0;
  for (std::size_t k = levels.size(); k-- > 0;) {
    if (levels[k].size() != count || (!allowed.empty() && allowed.size() != count)) {
      throw std::invalid_argument("expected as many cells on every level, and as many flags");
    }
    const Span span = span_of(levels[k], allowed, objective);
    if (span.width == 0) continue;
    const Wide unit = below + 1;
    // Neither factor is far beyond 2^64, so that the product fits.
    if (unit <= kWeightLimit) heaviest += unit * span.size;
    if (unit > kWeightLimit || heaviest > kWeightLimit) {
      throw std::out_of_range("expected levels that fit into weights of 2**60, but from level " +
                              std::to_string(k) + " on they are larger");
    }
    below += unit * span.width * (size / 2);
    folded.units[k] = static_cast<Weight>(unit);
    for (std::size_t cell = 0; cell < count; ++cell) {
      if (!allowed.empty() && allowed[cell] == 0) continue;
      folded.weights[cell] += folded.units[k] * (levels[k][cell] - span.middle);
    }
  }
  return folded;
}

}  // namespace fastpair
