#include "fastpair/levels.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace fastpair {

FoldedLevels fold_levels(std::int64_t size, std::span<const std::span<const Weight>> levels,
                         std::span<const std::uint8_t> allowed, Objective objective) {
  if (size < 0) throw std::invalid_argument("expected a number of vertices");
  if (levels.empty()) throw std::invalid_argument("expected one level or more, got none");
  const std::size_t count = levels.front().size();
  const bool fixed = objective == Objective::kCardinality;
  const auto is_edge = [&](std::size_t cell) { return allowed.empty() || allowed[cell] != 0; };
  FoldedLevels folded{std::vector<Weight>(count), std::vector<Weight>(levels.size())};
  // The most by which two matchings can differ on the levels so far, from the last one on.
  Wide below = 0;
  Wide heaviest = 0;
  for (std::size_t k = levels.size(); k-- > 0;) {
    const std::span<const Weight> level = levels[k];
    if (level.size() != count || (!allowed.empty() && allowed.size() != count)) {
      throw std::invalid_argument("expected as many cells on every level, and as many flags");
    }
    Wide low = 0;
    Wide high = 0;
    // Where the number of edges is not given, an edge competes with none.
    bool first = fixed;
    for (std::size_t cell = 0; cell < count; ++cell) {
      if (!is_edge(cell)) continue;
      low = first ? level[cell] : std::min<Wide>(low, level[cell]);
      high = first ? level[cell] : std::max<Wide>(high, level[cell]);
      first = false;
    }
    if (low == high) continue;
    const Wide middle = fixed ? low + (high - low) / 2 : 0;
    const Wide unit = below + 1;
    // Neither factor is far beyond 2^64, so that the product fits.
    if (unit <= kWeightLimit) heaviest += unit * std::max(high - middle, middle - low);
    if (unit > kWeightLimit || heaviest > kWeightLimit) {
      throw std::out_of_range("expected levels that fit into weights of 2**60, but from level " +
                              std::to_string(k) + " on they are larger");
    }
    below += unit * (high - low) * (size / 2);
    folded.units[k] = static_cast<Weight>(unit);
    for (std::size_t cell = 0; cell < count; ++cell) {
      if (is_edge(cell)) folded.weights[cell] += static_cast<Weight>(unit * (level[cell] - middle));
    }
  }
  return folded;
}

}  // namespace fastpair
