#include <algorithm>
#include <vector>

#include "bipartite/solver.hpp"

namespace fastpair {
namespace {

constexpr std::uint8_t kUnseen = 2;

/// Colours one component after the other. for_each_neighbour(v, visit) ends early when visit(u)
/// returns false.
template <class ForEachNeighbour>
std::optional<Sides> colour(Vertex size, ForEachNeighbour for_each_neighbour) {
  Sides sides(size, kUnseen);
  std::vector<Vertex> waiting;
  for (Vertex first = 0; first < size; ++first) {
    if (sides[first] != kUnseen) continue;
    sides[first] = 0;
    waiting.push_back(first);
    while (!waiting.empty()) {
      const Vertex v = waiting.back();
      waiting.pop_back();
      const bool even = for_each_neighbour(v, [&](Vertex u) {
        if (sides[u] == kUnseen) {
          sides[u] = sides[v] ^ 1U;
          waiting.push_back(u);
        }
        return sides[u] != sides[v];
      });
      if (!even) return std::nullopt;
    }
  }
  return sides;
}

}  // namespace

std::optional<Sides> sides_of(const Neighbours& neighbours) {
  return colour(neighbours.size(),
                [&](Vertex v, auto visit) { return std::ranges::all_of(neighbours.of(v), visit); });
}

std::optional<Sides> sides_of(const CandidateGraph& candidates) {
  return colour(candidates.size(), [&](Vertex v, auto visit) {
    return std::ranges::all_of(candidates.from(v), visit, &Arc::to);
  });
}

std::optional<Sides> sides_of(const DenseGraph& graph) {
  const auto size = static_cast<Vertex>(graph.size);
  if (graph.allowed == nullptr && size > 2) return std::nullopt;
  return colour(size, [&](Vertex v, auto visit) {
    for (Vertex u = 0; u < size; ++u) {
      if (u != v && has_edge(graph, v, u) && !visit(u)) return false;
    }
    return true;
  });
}

}  // namespace fastpair
