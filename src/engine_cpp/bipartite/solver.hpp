// Matchings in bipartite graphs, which need no blossoms.
#pragma once

#include "bipartite/sides.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// The optimum of a graph whose edges join the two sides. What is given has been checked.
[[nodiscard]] Solution solve_bipartite(const SparseGraph& graph, const Sides& sides,
                                       Objective objective, const Interrupt& interrupt);
[[nodiscard]] Solution solve_bipartite(const DenseGraph& graph, const Sides& sides,
                                       Objective objective, const Interrupt& interrupt);
[[nodiscard]] Solution solve_bipartite(const RectangularGraph& graph, Objective objective,
                                       const Interrupt& interrupt);

}  // namespace fastpair
