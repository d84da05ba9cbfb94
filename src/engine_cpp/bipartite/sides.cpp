#include "bipartite/sides.hpp"

#include <vector>

namespace fastpair {
namespace {

constexpr std::uint8_t kUnseen = 2;

/// Colours one component after the other. for_each_neighbour(v, visit) ends early when visit(u)
/// returns false.
template <class Neighbours>
std::optional<Sides> colour(Vertex size, Neighbours for_each_neighbour) {
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

std::optional<Sides> sides_of(const SparseGraph& graph) {
  const auto size = static_cast<Vertex>(graph.size);
  std::vector<std::size_t> begin(index_of(size) + 2);
  for (const Edge& edge : graph.edges) {
    ++begin[index_of(edge.first) + 2];
    ++begin[index_of(edge.second) + 2];
  }
  for (std::size_t k = 2; k < begin.size(); ++k) begin[k] += begin[k - 1];
  std::vector<Vertex> ends(2 * graph.edges.size());
  for (const Edge& edge : graph.edges) {
    ends[begin[index_of(edge.first) + 1]++] = edge.second;
    ends[begin[index_of(edge.second) + 1]++] = edge.first;
  }
  return colour(size, [&](Vertex v, auto visit) {
    for (std::size_t k = begin[index_of(v)]; k < begin[index_of(v) + 1]; ++k) {
      if (!visit(ends[k])) return false;
    }
    return true;
  });
}

std::optional<Sides> sides_of(const DenseGraph& graph) {
  const auto size = static_cast<Vertex>(graph.size);
  if (graph.allowed == nullptr && size > 2) return std::nullopt;
  return colour(size, [&](Vertex v, auto visit) {
    const std::size_t row = index_of(v) * index_of(size);
    for (Vertex u = 0; u < size; ++u) {
      const bool edge = graph.allowed == nullptr || graph.allowed[row + index_of(u)] != 0;
      if (edge && u != v && !visit(u)) return false;
    }
    return true;
  });
}

}  // namespace fastpair
