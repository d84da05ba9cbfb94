// Problems that are solved as heaviest matchings of other graphs: lightest matchings of the negated
// weights, and b-matchings of a larger graph.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "api/routes.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "fastpair/matching.hpp"
#include "graphs/sparse.hpp"

namespace fastpair {
namespace {

/// Weights may be anything where there is no edge.
std::vector<Weight> negated(std::span<const Weight> weights) {
  std::vector<Weight> result(weights.size());
  std::ranges::transform(weights, result.begin(), [](Weight weight) {
    return static_cast<Weight>(-static_cast<std::uint64_t>(weight));
  });
  return result;
}

std::vector<Edge> negated(std::span<const Edge> edges) {
  std::vector<Edge> result(edges.begin(), edges.end());
  for (Edge& edge : result)
    edge.weight = static_cast<Weight>(-static_cast<std::uint64_t>(edge.weight));
  return result;
}

template <class Graph>
Solution solve_negated(const Graph& graph, Objective objective, const Interrupt& interrupt) {
  Solution solution = max_weight_matching(graph, objective, interrupt);
  solution.weight = -solution.weight;
  return solution;
}

template <class Matrix>
Solution minimize_matrix(Matrix graph, std::int64_t rows, std::int64_t columns, Objective objective,
                         const Interrupt& interrupt) {
  const bool valid = rows >= 0 && columns >= 0 && rows <= kVertexLimit && columns <= kVertexLimit;
  if (!valid) return max_weight_matching(graph, objective, interrupt);  // which refuses it
  const auto weights = negated(std::span(graph.weights, static_cast<std::size_t>(rows * columns)));
  graph.weights = weights.data();
  return solve_negated(graph, objective, interrupt);
}

/// The vertices of a list with a property, and a message that names the first of them.
template <class Predicate>
void require_none(std::size_t count, const std::string& what, Predicate is_unmatched) {
  std::vector<Vertex> unmatched;
  for (std::size_t v = 0; v < count; ++v) {
    if (is_unmatched(v)) unmatched.push_back(static_cast<Vertex>(v));
  }
  if (unmatched.empty()) return;
  const std::string message = what + std::to_string(unmatched.size()) + " of " +
                              std::to_string(count) + " vertices, the first of which is " +
                              std::to_string(unmatched.front());
  throw Unmatchable(message, std::move(unmatched));
}

// --- b-matchings --------------------------------------------------------------------------------

// Each vertex v becomes most[v] copies of itself. An edge between a vertex that has one copy and
// another vertex becomes edges between their copies, of which a matching holds one at most. Any
// other edge becomes two vertices that are joined with each other and each with all copies of its
// own end. If the edge is chosen, both are matched with copies, and otherwise with each other. What
// these edges weigh makes it worse to match only one of the two with a copy [Tutte 1954, "A short
// proof of the factor theorem for finite graphs"].
class Copies {
 public:
  Copies(const SparseGraph& graph, std::span<const std::int64_t> most)
      : graph_(graph), counts_(index_of(static_cast<Vertex>(graph.size)), 0), starts_(counts_) {
    const std::vector<std::int64_t> places = best_of_parallel();
    for (const std::int64_t k : places) {
      for (const Vertex v : {edge(k).first, edge(k).second}) ++counts_[index_of(v)];
    }
    for (std::size_t v = 0; v < counts_.size(); ++v) counts_[v] = std::min(counts_[v], most[v]);
    std::exclusive_scan(counts_.begin(), counts_.end(), starts_.begin(), std::int64_t{0});
    size_ = counts_.empty() ? 0 : starts_.back() + counts_.back();
    for (const std::int64_t k : places) add(k);
  }

  Subgraph solve(Objective objective, const Interrupt& interrupt) const {
    const Solution solution = max_weight_matching(SparseGraph{size_, edges_}, objective, interrupt);
    Subgraph subgraph;
    for (std::size_t k = 0; k < edges_.size(); ++k) {
      const bool matched = solution.mate[index_of(edges_[k].first)] == edges_[k].second;
      if (matched && owners_[k] >= 0) subgraph.edges.push_back(owners_[k]);
    }
    // An edge of two vertices has been found twice.
    std::ranges::sort(subgraph.edges);
    const auto twice = std::ranges::unique(subgraph.edges);
    subgraph.edges.erase(twice.begin(), twice.end());
    for (const std::int64_t k : subgraph.edges) subgraph.weight += edge(k).weight;
    return subgraph;
  }

 private:
  [[nodiscard]] const Edge& edge(std::int64_t k) const {
    return graph_.edges[static_cast<std::size_t>(k)];
  }

  /// The places of all edges but loops, of parallel ones that of the first of the heaviest.
  [[nodiscard]] std::vector<std::int64_t> best_of_parallel() const {
    std::vector<std::int64_t> places;
    for (std::int64_t k = 0; k < std::ssize(graph_.edges); ++k) {
      if (!is_loop(edge(k))) places.push_back(k);
    }
    const auto ends = [this](std::int64_t k) {
      return std::minmax({edge(k).first, edge(k).second});
    };
    std::ranges::stable_sort(places, [&](std::int64_t a, std::int64_t b) {
      return std::tuple(ends(a), -edge(a).weight) < std::tuple(ends(b), -edge(b).weight);
    });
    const auto lighter = std::ranges::unique(places, {}, ends);
    places.erase(lighter.begin(), lighter.end());
    std::ranges::sort(places);
    return places;
  }

  void add(std::int64_t k) {
    const auto& [u, v, weight] = edge(k);
    const std::int64_t fewer = std::min(counts_[index_of(u)], counts_[index_of(v)]);
    if (fewer == 1) {
      for (std::int64_t a = 0; a < counts_[index_of(u)]; ++a) {
        join_copies(starts_[index_of(u)] + a, v, 2 * weight, k);
      }
    } else if (fewer > 1) {
      const Weight size = std::abs(weight);
      join(size_, size_ + 1, 2 * size + 2, -1);
      join_copies(size_, u, size + 1 + weight, k);
      join_copies(size_ + 1, v, size + 1 + weight, k);
      size_ += 2;
    }
  }

  void join_copies(std::int64_t vertex, Vertex v, Weight weight, std::int64_t owner) {
    for (std::int64_t c = 0; c < counts_[index_of(v)]; ++c) {
      join(vertex, starts_[index_of(v)] + c, weight, owner);
    }
  }

  void join(std::int64_t a, std::int64_t b, Weight weight, std::int64_t owner) {
    if (std::max(a, b) >= kVertexLimit) throw std::out_of_range("too many copies of vertices");
    edges_.push_back({static_cast<Vertex>(a), static_cast<Vertex>(b), weight});
    owners_.push_back(owner);
  }

  SparseGraph graph_;
  /// How many copies a vertex has, no more than it has edges; and the first of them.
  std::vector<std::int64_t> counts_;
  std::vector<std::int64_t> starts_;
  std::int64_t size_ = 0;
  std::vector<Edge> edges_;
  /// The edge of the graph that each edge chooses, or -1.
  std::vector<std::int64_t> owners_;
};

void require_b_matching(const SparseGraph& graph, std::span<const std::int64_t> most) {
  require_size(graph.size);
  require_valid(graph);
  if (std::ssize(most) != graph.size) {
    throw std::invalid_argument("expected " + std::to_string(graph.size) +
                                " numbers of edges, got " + std::to_string(most.size()));
  }
  if (std::ranges::any_of(most, [](std::int64_t number) { return number < 0; })) {
    throw std::invalid_argument("expected numbers of edges of 0 or more");
  }
  for (const Edge& edge : graph.edges) {
    const bool fits = edge.weight < kWeightLimit / 2 && edge.weight > -kWeightLimit / 2;
    if (is_loop(edge) || fits) continue;
    throw std::out_of_range("the weight of the edge " + pair_name(edge.first, edge.second) +
                            " is not below 2**59 in size: " + std::to_string(edge.weight));
  }
}

}  // namespace

Solution min_weight_matching(const DenseGraph& graph, Objective objective,
                             const Interrupt& interrupt) {
  return minimize_matrix(graph, graph.size, graph.size, objective, interrupt);
}

Solution min_weight_matching(const RectangularGraph& graph, Objective objective,
                             const Interrupt& interrupt) {
  return minimize_matrix(graph, graph.rows, graph.columns, objective, interrupt);
}

Solution min_weight_matching(const SparseGraph& graph, Objective objective,
                             const Interrupt& interrupt) {
  const std::vector<Edge> edges = negated(graph.edges);
  return solve_negated(SparseGraph{graph.size, edges}, objective, interrupt);
}

Solution min_weight_matching(EdgeArrays arrays, Objective objective, const Interrupt& interrupt) {
  arrays.negated = true;
  return solve_negated(arrays, objective, interrupt);
}

void require_perfect(const Solution& solution) {
  require_none(solution.mate.size(), "no perfect matching exists: a largest one leaves over ",
               [&](std::size_t v) { return solution.mate[v] == kNobody; });
}

Subgraph max_weight_b_matching(const SparseGraph& graph, std::span<const std::int64_t> most,
                               Objective objective, const Interrupt& interrupt) {
  require_b_matching(graph, most);
  return Copies(graph, most).solve(objective, interrupt);
}

Subgraph min_weight_b_matching(const SparseGraph& graph, std::span<const std::int64_t> most,
                               Objective objective, const Interrupt& interrupt) {
  const std::vector<Edge> edges = negated(graph.edges);
  Subgraph found = max_weight_b_matching({graph.size, edges}, most, objective, interrupt);
  found.weight = -found.weight;
  return found;
}

void require_perfect(const SparseGraph& graph, std::span<const std::int64_t> most,
                     const Subgraph& subgraph) {
  std::vector<std::int64_t> missing(most.begin(), most.end());
  for (const std::int64_t k : subgraph.edges) {
    const Edge& edge = graph.edges[static_cast<std::size_t>(k)];
    --missing[index_of(edge.first)];
    --missing[index_of(edge.second)];
  }
  require_none(missing.size(), "a largest choice of edges leaves too few to ",
               [&](std::size_t v) { return missing[v] > 0; });
}

}  // namespace fastpair
