#include "graphs/sparse.hpp"

#include <algorithm>
#include <bit>
#include <ranges>
#include <stdexcept>
#include <string>

#include "blossom/limits.hpp"

namespace fastpair {

namespace {

bool is_vertex(std::int64_t v, std::int64_t size) { return v >= 0 && v < size; }

[[noreturn]] void refuse_ends(std::size_t k, std::int64_t first, std::int64_t second,
                              std::int64_t size) {
  throw std::invalid_argument("edge " + std::to_string(k) + " joins " + std::to_string(first) +
                              " and " + std::to_string(second) + ": expected vertices below " +
                              std::to_string(size));
}

}  // namespace

std::vector<Edge> EdgeArrays::list() const {
  std::vector<Edge> edges;
  edges.reserve(count());
  for (std::size_t k = 0; k < count(); ++k) {
    if (!is_vertex(first[k], size) || !is_vertex(second[k], size)) {
      refuse_ends(k, first[k], second[k], size);
    }
    edges.push_back(edge(k));
  }
  return edges;
}

void require_valid(const SparseGraph& graph) {
  for (std::size_t k = 0; k < graph.edges.size(); ++k) {
    const auto [first, second, weight] = graph.edges[k];
    if (!is_vertex(first, graph.size) || !is_vertex(second, graph.size)) {
      refuse_ends(k, first, second, graph.size);
    }
    if (is_loop(graph.edges[k])) continue;
    require_weight(weight, [k] { return "the weight of edge " + std::to_string(k); });
  }
}

SparseSource::SparseSource(const AllPairs& pairs)
    : size_(static_cast<Vertex>(pairs.size)), pairs_(pairs.weights) {
  for (const Weight weight : pairs_) largest_ = std::max({largest_, weight, -weight});
}

SparseSource::SparseSource(const SparseGraph& graph)
    : SparseSource(graph, vertices_below(static_cast<Vertex>(graph.size))) {}

SparseSource::SparseSource(const SparseGraph& graph, std::vector<Vertex> order)
    : size_(static_cast<Vertex>(graph.size)),
      edges_(graph.edges),
      order_(std::move(order)),
      place_(size_) {
  for (std::size_t k = 0; k < order_.size(); ++k) place_[order_[k]] = static_cast<Vertex>(k);
  for (const Edge& edge : graph.edges) largest_ = std::max({largest_, edge.weight, -edge.weight});
}

void SparseSource::select(CandidateGraph& candidates) const {
  if (!pairs_.empty()) return candidates.join_all(pairs_);
  PerVertex<std::int32_t> degree(size(), 0);
  for (const Edge& edge : edges_) {
    ++degree[place_[edge.first]];
    ++degree[place_[edge.second]];
  }
  candidates.reserve(degree);
  // Lists that are sorted need hardly any sorting then.
  for (const auto& [first, second, weight] : std::views::reverse(edges_)) {
    candidates.append(place_[first], place_[second], 2 * weight);
  }
  candidates.merge_parallel();
}

void SparseSource::admit(Weight weight) {
  const auto size = static_cast<std::uint64_t>(std::max(weight, -weight));
  if (std::max(weight, -weight) > largest_) largest_ = static_cast<Weight>(std::bit_ceil(size));
}

void SparseSource::restore(Solution& solution) const {
  if (order_.empty()) return;
  const auto number = [this](Vertex v) { return v == kNobody ? v : order_[index_of(v)]; };
  const std::vector<Vertex> mate = solution.mate;
  const std::vector<Wide> vertex_2x = solution.certificate.vertex_2x;
  for (Vertex v = 0; v < size(); ++v) {
    solution.mate[index_of(number(v))] = number(mate[index_of(v)]);
    solution.certificate.vertex_2x[index_of(number(v))] = vertex_2x[index_of(v)];
  }
  std::ranges::transform(solution.certificate.order, solution.certificate.order.begin(), number);
}

}  // namespace fastpair
