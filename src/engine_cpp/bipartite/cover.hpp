// A largest matching by the method of Hopcroft and Karp, and the least cover by Koenig's theorem.
#pragma once

#include <cstdint>

#include "bipartite/row_lists.hpp"
#include "blossom/indexed.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// A matching with the most edges, whatever they weigh, and a set of as many vertices that holds an
/// end of every edge. So every such matching matches all vertices of the cover, and uses no edge
/// that has both ends in it.
struct Cover {
  PerVertex<Vertex> row_mate;
  PerVertex<Vertex> column_mate;
  PerVertex<std::uint8_t> has_row;
  PerVertex<std::uint8_t> has_column;
};

/// Takes O(arcs sqrt(vertices)) time.
[[nodiscard]] Cover least_cover(const RowLists& graph, const Interrupt& interrupt);

}  // namespace fastpair
