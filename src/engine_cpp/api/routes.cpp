#include "api/routes.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bipartite/solver.hpp"
#include "blossom/limits.hpp"
#include "blossom/solver.hpp"
#include "graphs/blocks.hpp"
#include "graphs/filled.hpp"
#include "graphs/sparse.hpp"

namespace fastpair {
namespace {

template <class Value>
using BlockSolver = BlossomSolver<Value, BlockSource>;

/// The greatest size of a weight, or more if there is a mask. Throws as max_weight_matching.
Weight largest_of_valid(const RectangularGraph& graph) {
  if (graph.rows < 0 || graph.columns < 0 || graph.rows > kVertexLimit ||
      graph.columns > kVertexLimit || graph.rows + graph.columns > kVertexLimit) {
    throw std::out_of_range("expected at most 2**24 rows and columns, got " +
                            std::to_string(graph.rows) + " and " + std::to_string(graph.columns));
  }
  const std::int64_t cells = graph.rows * graph.columns;
  const Weight largest = largest_of({graph.weights, static_cast<std::size_t>(cells)});
  if (is_within_limit(largest)) return largest;
  for (std::int64_t k = 0; k < cells; ++k) {
    if (graph.allowed != nullptr && graph.allowed[k] == 0) continue;
    require_weight(graph.weights[k], [&] {
      return "the weight between row " + std::to_string(k / graph.columns) + " and column " +
             std::to_string(k % graph.columns);
    });
  }
  return largest;
}

/// The optimum of a valid graph without loops that is not dense. The neighbours may be known.
Solution solve_bipartite(const SparseGraph& graph, const Sides& sides,
                         std::optional<Neighbours> neighbours, Objective objective,
                         const Interrupt& interrupt) {
  // Without the cover, a graph is searched too little for a new order to pay.
  const std::vector<Vertex> order = objective == Objective::kWeight
                                        ? vertices_below(static_cast<Vertex>(graph.size))
                                        : order_of(neighbours ? *neighbours : neighbours_of(graph));
  neighbours.reset();  // a search needs the memory
  return solve_bipartite(graph, sides, order, objective, interrupt);
}

/// The weights of all pairs if a matrix without a mask has few vertices and is valid, else nothing.
std::optional<std::vector<Weight>> weights_of_pairs(const DenseGraph& graph) {
  const auto size = static_cast<std::size_t>(graph.size);
  if (size < 3 || !are_few(graph.size)) return std::nullopt;
  // A mask of all cells is none.
  if (graph.allowed != nullptr &&
      !std::all_of(graph.allowed, graph.allowed + size * size, std::identity())) {
    return std::nullopt;
  }
  std::vector<Weight> weights;
  weights.reserve(pairs_of(graph.size));
  bool valid = true;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = i + 1; j < size; ++j) {
      const Weight weight = graph.weights[i * size + j];
      valid &= is_within_limit(weight) && weight == graph.weights[j * size + i];
      weights.push_back(weight);
    }
  }
  return valid ? std::optional(std::move(weights)) : std::nullopt;
}

/// The same of edges that are all pairs in order.
std::optional<std::vector<Weight>> weights_of_pairs(const EdgeArrays& arrays) {
  if (arrays.size < 3 || !are_few(arrays.size) || arrays.count() != pairs_of(arrays.size)) {
    return std::nullopt;
  }
  std::vector<Weight> weights(arrays.weights.begin(), arrays.weights.end());
  std::int64_t differences = 0;
  std::size_t k = 0;
  for (std::int64_t i = 0; i < arrays.size; ++i) {
    for (std::int64_t j = i + 1; j < arrays.size; ++j, ++k) {
      differences |= (arrays.first[k] ^ i) | (arrays.second[k] ^ j);
    }
  }
  if (differences != 0 || !std::ranges::all_of(weights, is_within_limit)) return std::nullopt;
  if (arrays.negated) std::ranges::transform(weights, weights.begin(), std::negate());
  return weights;
}

/// The edges of a graph whose edges are all candidates, each once.
std::vector<Edge> edges_of(const CandidateGraph& graph) {
  std::vector<Edge> edges;
  edges.reserve(static_cast<std::size_t>(graph.count_arcs()) / 2);
  for (Vertex v = 0; v < graph.size(); ++v) {
    for (const auto& [u, weight_2x] : graph.from(v)) {
      if (v < u) edges.push_back({v, u, weight_2x / 2});
    }
  }
  return edges;
}

}  // namespace

FilledMatrix filled(const SparseGraph& graph) {
  return {graph.size, graph.edges.size(), [&](std::size_t k) { return graph.edges[k]; },
          [&] { require_valid(graph); }};
}

FilledMatrix filled(const EdgeArrays& arrays) {
  return {arrays.size, arrays.count(), [&](std::size_t k) { return arrays.edge(k); },
          [&] { require_valid({arrays.size, arrays.list()}); }};
}

Solution max_weight_matching(const RectangularGraph& graph, Objective objective,
                             const Interrupt& interrupt) {
  return solve_bipartite(graph, largest_of_valid(graph), objective, interrupt);
}

Solution max_weight_matching(const BlockGraph& graph, Objective objective,
                             const Interrupt& interrupt) {
  require_size(graph.size);
  BlockGraph asking = graph;
  asking.compute = [&](auto... piece) {
    if (interrupt && interrupt()) throw Interrupted{};
    graph.compute(piece...);
  };
  return solve_once<BlockSolver>(BlockSource(asking), objective, interrupt);
}

Solution max_weight_matching(const DenseGraph& graph, Objective objective,
                             const Interrupt& interrupt) {
  require_size(graph.size);
  if (const auto weights = weights_of_pairs(graph)) {
    return max_weight_matching(AllPairs{graph.size, *weights}, objective, interrupt);
  }
  return max_weight_matching(graph, survey(graph), objective, interrupt);
}

Solution max_weight_matching(const DenseGraph& graph, Survey survey, Objective objective,
                             const Interrupt& interrupt, KeptOptimum* kept) {
  require_valid(graph, survey);
  if (const auto weights = weights_of_pairs(graph)) {
    return max_weight_matching(AllPairs{graph.size, *weights}, objective, interrupt);
  }
  if (const auto sides = sides_of(graph)) {
    return solve_bipartite(graph, *sides, objective, interrupt);
  }
  return solve_by_blossoms(DenseSource(graph, std::move(survey)), objective, interrupt, kept);
}

Solution max_weight_matching(const SparseGraph& graph, Objective objective,
                             const Interrupt& interrupt) {
  require_size(graph.size);
  if (is_dense(graph.size, graph.edges.size())) {
    FilledMatrix matrix = filled(graph);
    return max_weight_matching(matrix.graph(), matrix.take_survey(), objective, interrupt);
  }
  require_valid(graph);
  if (std::ranges::any_of(graph.edges, is_loop)) {
    std::vector<Edge> edges;
    std::ranges::remove_copy_if(graph.edges, std::back_inserter(edges), is_loop);
    return max_weight_matching(SparseGraph{graph.size, edges}, objective, interrupt);
  }
  if (4 * std::ssize(graph.edges) > graph.size * graph.size) {
    // More than a bipartite graph has, but for parallel edges. In any order neighbours are near.
    return solve_by_blossoms(graph, vertices_below(static_cast<Vertex>(graph.size)), objective,
                             interrupt);
  }
  std::optional<Neighbours> neighbours = neighbours_of(graph);
  if (const auto sides = sides_of(*neighbours)) {
    return solve_bipartite(graph, *sides, std::move(neighbours), objective, interrupt);
  }
  std::vector<Vertex> order = order_of(*neighbours);
  neighbours.reset();  // a search needs the memory
  return solve_by_blossoms(graph, std::move(order), objective, interrupt);
}

Solution max_weight_matching(const EdgeArrays& arrays, Objective objective,
                             const Interrupt& interrupt) {
  if (is_dense(arrays.size, arrays.count())) {
    FilledMatrix matrix = filled(arrays);
    return max_weight_matching(matrix.graph(), matrix.take_survey(), objective, interrupt);
  }
  if (const auto weights = weights_of_pairs(arrays)) {
    return max_weight_matching(AllPairs{arrays.size, *weights}, objective, interrupt);
  }
  const std::vector<Edge> edges = arrays.list();
  return max_weight_matching(SparseGraph{arrays.size, edges}, objective, interrupt);
}

std::optional<Solution> solve_if_bipartite(const SparseGraph& graph, Objective objective,
                                           const Interrupt& interrupt) {
  std::optional<Neighbours> neighbours = neighbours_of(graph);
  const auto sides = sides_of(*neighbours);
  if (!sides) return std::nullopt;
  return solve_bipartite(graph, *sides, std::move(neighbours), objective, interrupt);
}

Solution solve_bipartite(const CandidateGraph& graph, const Sides& sides, Objective objective,
                         const Interrupt& interrupt) {
  const std::vector<Edge> edges = edges_of(graph);
  return solve_bipartite({graph.size(), edges}, sides, std::nullopt, objective, interrupt);
}

template <class Value>
Optimum<Value> state_of(const Solution& solution, Objective objective) {
  const std::vector<Wide>& duals_2x = solution.certificate.vertex_2x;
  Optimum<Value> optimum{BlossomForest<Value>(static_cast<Vertex>(duals_2x.size())), {}};
  for (Vertex v = 0; v < optimum.forest.size(); ++v) {
    const Wide dual_2x = duals_2x[index_of(v)];
    if (dual_2x > Limits<Value>::kTime || dual_2x < -Limits<Value>::kTime) throw WidthExceeded{};
    optimum.forest.set_dual_2x(v, static_cast<Value>(dual_2x));
    const Vertex mate = solution.mate[index_of(v)];
    if (v < mate) optimum.forest.match(v, mate);
  }
  if (objective == Objective::kCardinality) {
    optimum.ground = static_cast<Value>(solution.certificate.ground_2x);
  }
  return optimum;
}

template Optimum<std::int64_t> state_of(const Solution&, Objective);
template Optimum<Wide> state_of(const Solution&, Objective);

}  // namespace fastpair
