#include "sparse.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace fastpair {

void SparseSource::check() const {
  for (std::size_t k = 0; k < graph_.edges.size(); ++k) {
    const Edge& edge = graph_.edges[k];
    const auto is_vertex = [this](Vertex v) { return v >= 0 && v < size(); };
    if (!is_vertex(edge.first) || !is_vertex(edge.second) || edge.first == edge.second) {
      throw std::invalid_argument(
          "edge " + std::to_string(k) + " joins " + std::to_string(edge.first) + " and " +
          std::to_string(edge.second) + ": expected two different vertices below " +
          std::to_string(size()));
    }
    if (edge.weight > kWeightLimit || edge.weight < -kWeightLimit) {
      throw std::out_of_range("the weight of edge " + std::to_string(k) +
                              " is beyond 2**60: " + std::to_string(edge.weight));
    }
  }
}

Weight SparseSource::largest() const {
  Weight result = 0;
  for (const Edge& edge : graph_.edges) result = std::max({result, edge.weight, -edge.weight});
  return result;
}

std::vector<Weight> SparseSource::heaviest() const {
  std::vector<Weight> result(static_cast<std::size_t>(size()), std::numeric_limits<Weight>::min());
  for (const Edge& edge : graph_.edges) {
    for (const Vertex v : {edge.first, edge.second}) {
      Weight& heaviest = result[static_cast<std::size_t>(v)];
      heaviest = std::max(heaviest, edge.weight);
    }
  }
  return result;
}

void SparseSource::select(const std::vector<Weight>&, CandidateGraph& candidates) const {
  std::vector<Edge> edges(graph_.edges.begin(), graph_.edges.end());
  for (Edge& edge : edges) {
    if (edge.first > edge.second) std::swap(edge.first, edge.second);
  }
  std::ranges::sort(edges, [](const Edge& a, const Edge& b) {
    return std::tie(a.first, a.second, b.weight) < std::tie(b.first, b.second, a.weight);
  });
  const auto same = [](const Edge& a, const Edge& b) {
    return a.first == b.first && a.second == b.second;
  };
  edges.erase(std::unique(edges.begin(), edges.end(), same), edges.end());
  for (const Edge& edge : edges) candidates.append(edge.first, edge.second, 2 * edge.weight);
}

}  // namespace fastpair
