// First duals of the columns, where weights contain a price of each vertex or a matching is large.
//
// A search takes long where a dual has far to go. That of a column may begin anywhere, even if the
// column stays free in the end: what lies above the ground then, the searches lower (match_all).
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <vector>

#include "bipartite/assignment.hpp"
#include "bipartite/lists.hpp"
#include "blossom/indexed.hpp"

namespace fastpair {

/// Doubled duals of the columns under which most rows can be matched along tight arcs: potentials,
/// and if all rows and columns have to be matched, what an auction makes of them. Nothing depends
/// on how good they are but the time that the searches take. Returns nothing if 0 is as good.
[[nodiscard]] std::optional<PerVertex<Weight>> first_duals(const RowLists& graph, bool grounded,
                                                           const Interrupt& interrupt);

/// Takes from the columns what the rows get: as much as leaves as many columns above the ground as
/// rows. So the duals that count have the least sum, and prove the least bound. Of rows that are
/// not grounded all count. Columns below the ground are put there. There is a column; rows without
/// arcs do not count.
template <class Rows>
void level(const Rows& graph, bool grounded, PerVertex<Weight>& column_2x) {
  std::vector<Weight> levels(column_2x.begin(), column_2x.end());
  std::ptrdiff_t rows = 0;
  for (Vertex row = 0; row < graph.rows(); ++row) {
    const Weight worth = most_worth(graph, row, column_2x);
    if (worth == BestTwo<Weight>::kNone) continue;
    ++rows;
    if (grounded) levels.push_back(-worth);
  }
  // A row is above the ground if more is taken than its number here, a column if less is.
  const auto last = levels.begin() + std::max<std::ptrdiff_t>(rows, 1) - 1;
  std::ranges::nth_element(levels, last, std::greater{});
  Weight by = *last;
  if (std::next(last) != levels.end()) {
    by = std::midpoint(by, *std::max_element(std::next(last), levels.end()));
  }
  constexpr Wide most = Wide{1} << 62;  // more is far from any optimum, and would not fit
  for (Weight& dual : column_2x) {
    dual = static_cast<Weight>(std::clamp<Wide>(Wide{dual} - by, 0, most));
  }
}

}  // namespace fastpair
