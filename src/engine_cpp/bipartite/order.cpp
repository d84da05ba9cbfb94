#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bipartite/lists.hpp"

namespace fastpair {
namespace {

/// The vertices of one component after the other, each followed by its neighbours.
std::vector<Vertex> breadth_first_order(const Neighbours& neighbours) {
  std::vector<Vertex> order;
  order.reserve(index_of(neighbours.size()));
  PerVertex<std::uint8_t> seen(neighbours.size(), 0);
  const auto see = [&](Vertex v) {
    if (seen[v] == 0) order.push_back(v);
    seen[v] = 1;
  };
  std::size_t next = 0;
  for (Vertex v = 0; v < neighbours.size(); ++v) {
    see(v);
    for (; next < order.size(); ++next) std::ranges::for_each(neighbours.of(order[next]), see);
  }
  return order;
}

/// Vertices are near each other if their numbers differ by about as much.
constexpr Vertex kNear = 8;

/// Whether most neighbours of a vertex are near a neighbour of the vertex before it.
bool is_in_order(const Neighbours& neighbours) {
  PerVertex<Vertex> seen(neighbours.size() / kNear + 3, 0);
  const auto place = [](Vertex v) { return v / kNear + 1; };
  std::size_t near = 0;
  std::size_t all = 0;
  for (Vertex v = 1; v < neighbours.size(); ++v) {
    for (const Vertex before : neighbours.of(v - 1)) seen[place(before)] = v;
    for (const Vertex w : neighbours.of(v)) {
      const Vertex at = place(w);
      if (seen[at - 1] == v || seen[at] == v || seen[at + 1] == v) ++near;
    }
    all += neighbours.of(v).size();
  }
  return 2 * near > all;
}

}  // namespace

std::vector<Vertex> order_of(const Neighbours& neighbours) {
  return is_in_order(neighbours) ? vertices_below(neighbours.size())
                                 : breadth_first_order(neighbours);
}

}  // namespace fastpair
