// Problems that are solved as heaviest matchings of other graphs: lightest matchings of the negated
// weights, b-matchings of a larger graph, and levels of weights as one.
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
#include "fastpair/levels.hpp"
#include "fastpair/matching.hpp"
#include "graphs/filled.hpp"
#include "graphs/sparse.hpp"

namespace fastpair {
namespace {

std::vector<Edge> negated(std::span<const Edge> edges) {
  std::vector<Edge> result(edges.begin(), edges.end());
  for (Edge& edge : result) edge.weight = negative(edge.weight);
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
  const auto count = static_cast<std::size_t>(rows * columns);
  const auto negated = FilledMatrix::allocate(count);
  std::transform(graph.weights, graph.weights + count, negated.get(), negative);
  graph.weights = negated.get();
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

/// The places of all edges but loops, of parallel ones that of the first of the heaviest, in the
/// order of their ends.
std::vector<std::int64_t> best_of_parallel(std::span<const Edge> edges) {
  std::vector<std::int64_t> places(edges.size());
  std::iota(places.begin(), places.end(), std::int64_t{0});
  const auto at = [&](std::int64_t k) { return edges[static_cast<std::size_t>(k)]; };
  const auto ends = [&](std::int64_t k) {
    return std::pair(std::min(at(k).first, at(k).second), std::max(at(k).first, at(k).second));
  };
  std::erase_if(places, [&](std::int64_t k) { return is_loop(at(k)); });
  std::ranges::sort(places, {},
                    [&](std::int64_t k) { return std::tuple(ends(k), -at(k).weight, k); });
  const auto lighter = std::ranges::unique(places, {}, ends);
  places.erase(lighter.begin(), lighter.end());
  return places;
}

/// Vertices of the larger graph that follow one another.
struct Range {
  std::int64_t start = 0;
  std::int64_t count = 0;
};

/// Adds all edges between two ranges.
void join(Copies& copies, const Range& one, const Range& other, Weight weight, std::int64_t owner) {
  for (std::int64_t a = one.start; a < one.start + one.count; ++a) {
    for (std::int64_t b = other.start; b < other.start + other.count; ++b) {
      copies.edges.push_back({static_cast<Vertex>(a), static_cast<Vertex>(b), weight});
      copies.owners.push_back(owner);
    }
  }
}

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

// Each vertex v becomes most[v] copies of itself. An edge between a vertex that has one copy and
// another vertex becomes edges between their copies, of which a matching holds one at most. Any
// other edge becomes two vertices that are joined with each other and each with all copies of its
// own end. If the edge is chosen, both are matched with copies, and otherwise with each other. What
// these edges weigh makes it worse to match only one of the two with a copy [Tutte 1954, "A short
// proof of the factor theorem for finite graphs"].
Copies copies_of(const SparseGraph& graph, std::span<const std::int64_t> most) {
  const std::vector<std::int64_t> places = best_of_parallel(graph.edges);
  const auto edge = [&](std::int64_t k) { return graph.edges[static_cast<std::size_t>(k)]; };
  std::vector<Range> copies_at(most.size());
  for (const std::int64_t k : places) {
    for (const Vertex v : {edge(k).first, edge(k).second}) ++copies_at[index_of(v)].count;
  }
  Copies copies;
  for (std::size_t v = 0; v < most.size(); ++v) {
    copies_at[v] = {copies.size, std::min(copies_at[v].count, most[v])};
    copies.size += copies_at[v].count;
  }
  // The two vertices of those edges that are split begin here.
  const std::int64_t middle = copies.size;
  std::vector<std::int64_t> split;
  std::int64_t joined = 0;
  for (const std::int64_t k : places) {
    const auto [fewer, more] = std::minmax(
        {copies_at[index_of(edge(k).first)].count, copies_at[index_of(edge(k).second)].count});
    if (fewer > 1) split.push_back(k);
    joined += fewer > 1 ? 1 + fewer + more : fewer * more;
  }
  copies.size += 2 * std::ssize(split);
  require_size(copies.size);
  copies.edges.reserve(static_cast<std::size_t>(joined));  // at once, or there is too little memory
  for (const std::int64_t k : places) {
    const auto [u, v, weight] = edge(k);
    const auto [one, other] = std::pair(copies_at[index_of(u)], copies_at[index_of(v)]);
    if (std::min(one.count, other.count) == 1) join(copies, one, other, 2 * weight, k);
  }
  const auto half = [&](std::size_t s, std::int64_t side) {
    return Range{middle + 2 * static_cast<std::int64_t>(s) + side, 1};
  };
  for (std::size_t s = 0; s < split.size(); ++s) {
    join(copies, half(s, 0), half(s, 1), 2 * std::abs(edge(split[s]).weight) + 2, -1);
  }
  for (const std::int64_t side : {0, 1}) {
    for (std::size_t s = 0; s < split.size(); ++s) {
      const auto [u, v, weight] = edge(split[s]);
      join(copies, half(s, side), copies_at[index_of(side == 0 ? u : v)],
           std::abs(weight) + 1 + weight, split[s]);
    }
  }
  return copies;
}

Subgraph max_weight_b_matching(const SparseGraph& graph, std::span<const std::int64_t> most,
                               Objective objective, const Interrupt& interrupt) {
  require_b_matching(graph, most);
  const Copies copies = copies_of(graph, most);
  const Solution solution = max_weight_matching({copies.size, copies.edges}, objective, interrupt);
  Subgraph found;
  for (std::size_t k = 0; k < copies.edges.size(); ++k) {
    const auto [u, v, weight] = copies.edges[k];
    const bool matched = solution.mate[index_of(u)] == v;
    if (matched && copies.owners[k] >= 0) found.edges.push_back(copies.owners[k]);
  }
  // An edge of two vertices has been found twice.
  std::ranges::sort(found.edges);
  const auto twice = std::ranges::unique(found.edges);
  found.edges.erase(twice.begin(), twice.end());
  for (const std::int64_t k : found.edges) {
    found.weight += graph.edges[static_cast<std::size_t>(k)].weight;
  }
  return found;
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

FoldedLevels fold_levels(std::int64_t size, std::span<const std::span<const Weight>> levels,
                         std::span<const std::uint8_t> allowed, Objective objective) {
  if (size < 0) throw std::invalid_argument("expected a number of vertices");
  if (levels.empty()) throw std::invalid_argument("expected one level or more, got none");
  const std::size_t count = levels.front().size();
  const bool fixed = objective == Objective::kCardinality;
  const auto is_edge = [&](std::size_t cell) { return allowed.empty() || allowed[cell] != 0; };
  FoldedLevels folded{std::vector<Weight>(count), std::vector<Weight>(levels.size())};
  // The most by which two matchings can differ on the levels so far, from the last one on.
  Wide below = 0;
  Wide heaviest = 0;
  for (std::size_t k = levels.size(); k-- > 0;) {
    const std::span<const Weight> level = levels[k];
    if (level.size() != count || (!allowed.empty() && allowed.size() != count)) {
      throw std::invalid_argument("expected as many cells on every level, and as many flags");
    }
    Wide low = 0;
    Wide high = 0;
    // Where the number of edges is not given, an edge competes with none.
    bool first = fixed;
    for (std::size_t cell = 0; cell < count; ++cell) {
      if (!is_edge(cell)) continue;
      low = first ? level[cell] : std::min<Wide>(low, level[cell]);
      high = first ? level[cell] : std::max<Wide>(high, level[cell]);
      first = false;
    }
    if (low == high) continue;
    const Wide middle = fixed ? low + (high - low) / 2 : 0;
    const Wide unit = below + 1;
    // Neither factor is far beyond 2^64, so that the product fits.
    if (unit <= kWeightLimit) heaviest += unit * std::max(high - middle, middle - low);
    if (unit > kWeightLimit || heaviest > kWeightLimit) {
      throw std::out_of_range("expected levels that fit into weights of 2**60, but from level " +
                              std::to_string(k) + " on they are larger");
    }
    below += unit * (high - low) * (size / 2);
    folded.units[k] = static_cast<Weight>(unit);
    for (std::size_t cell = 0; cell < count; ++cell) {
      if (is_edge(cell)) folded.weights[cell] += static_cast<Weight>(unit * (level[cell] - middle));
    }
  }
  return folded;
}

}  // namespace fastpair
