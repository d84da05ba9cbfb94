#include "graphs/sparse.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace fastpair {

SparseSource::SparseSource(const SparseGraph& graph)
    : graph_(graph), heaviest_(static_cast<Vertex>(graph.size), kNoEdge) {
  const auto is_vertex = [&](Vertex v) { return v >= 0 && v < graph.size; };
  for (std::size_t k = 0; k < graph.edges.size(); ++k) {
    const auto [first, second, weight] = graph.edges[k];
    if (!is_vertex(first) || !is_vertex(second) || first == second) {
      throw std::invalid_argument("edge " + std::to_string(k) + " joins " + std::to_string(first) +
                                  " and " + std::to_string(second) +
                                  ": expected two different vertices below " +
                                  std::to_string(graph.size));
    }
    if (weight > kWeightLimit || weight < -kWeightLimit) {
      throw std::out_of_range("the weight of edge " + std::to_string(k) +
                              " is beyond 2**60: " + std::to_string(weight));
    }
    largest_ = std::max({largest_, weight, -weight});
    for (const Vertex v : {first, second}) {
      Weight& heaviest = heaviest_[v];
      heaviest = std::max(heaviest, weight);
    }
  }
}

void SparseSource::select(CandidateGraph& candidates) const {
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
