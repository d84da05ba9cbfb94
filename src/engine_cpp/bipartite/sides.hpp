// Whether a graph is bipartite: its vertices then have two sides, and every edge joins the two.
#pragma once

#include <cstdint>
#include <optional>

#include "bipartite/neighbours.hpp"
#include "blossom/indexed.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// For each vertex 0 or 1, or nothing. The first vertex of each component has side 0.
using Sides = PerVertex<std::uint8_t>;

/// Takes O(vertices + edges) time.
[[nodiscard]] std::optional<Sides> sides_of(const Neighbours& neighbours);

/// Takes O(vertices^2) time, but mostly O(vertices) if the graph has an odd cycle.
[[nodiscard]] std::optional<Sides> sides_of(const DenseGraph& graph);

}  // namespace fastpair
