// The bytes of the fuzzer become a graph, for whatever is solved by way of another one: lightest
// and perfect matchings, assignments, choices of several edges at a vertex, weights on levels, and
// weights that are computed when they are needed. Matchings must be proven, and agree with
// solves of the same graph in another form and, if it is small, with exhaustive search.
//
// Byte 0 is the shape: its remainder by 5 is what is solved, and its quotient by 5 the objective,
// the kind of weights and whether some pairs are no edges. Then come the weights, of one or eight
// bytes each, and what else it takes.
#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "exhaustive.hpp"
#include "fastpair.h"
#include "fastpair/matching.hpp"
#include "graph.hpp"
#include "proof.hpp"

namespace {

using namespace fastpair;
using namespace fastpair::fuzz;

/// What the first byte says, but for what is solved.
struct Shape {
  fastpair_objective objective;
  Kind kind;
  /// As for graph_of.
  std::uint8_t missing;
};

Shape shape_of(int number) {
  const int weights = number / 8;
  return {(number & 1) | (number & 2) * 2, static_cast<Kind>(weights % 5),
          static_cast<std::uint8_t>(number & 4)};
}

/// Solves for the perfect matching, which there is if the largest one leaves nobody over.
template <class Solve>
void check_perfect(const Found& best, fastpair_objective objective, Solve solve) {
  if ((objective & FASTPAIR_MAX_CARDINALITY) == 0) return;
  fastpair_solution* solution = nullptr;
  const fastpair_status status = solve(objective | FASTPAIR_PERFECT, &solution);
  if (2 * best.cardinality == static_cast<std::int64_t>(best.mate.size())) {
    require(found(status, solution).mate == best.mate, "is perfect if it can be");
  } else {
    require(status == FASTPAIR_UNMATCHABLE && solution == nullptr, "says that none is perfect");
  }
}

void check_lightest(Reader& reader, const Shape& shape) {
  const Graph graph = graph_of(reader, shape.missing, shape.kind);
  const Found best = solve_dense(graph, shape.objective);
  const Found edges = solve_edges(graph, shape.objective);
  check_solution(graph, best, shape.objective);
  check_solution(graph, edges, shape.objective);
  require(as_good(best, edges, shape.objective), "is the same for a matrix and for edges");
  check_exhaustively(graph, best.weight, best.cardinality, shape.objective);
  check_perfect(best, shape.objective, [&](fastpair_objective objective, auto** solution) {
    return fastpair_solve_dense(graph.size, graph.weights.data(), graph.allowed.data(), objective,
                                nullptr, nullptr, solution);
  });
}

/// An assignment, and the same as a graph.
void check_rectangular(Reader& reader, const Shape& shape) {
  const std::int64_t rows = reader.byte() % 21;
  const std::int64_t columns = reader.byte() % 21;
  Graph graph(rows + columns);
  std::vector<std::int64_t> weights;
  std::vector<std::uint8_t> allowed;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = 0; j < columns; ++j) {
      const std::int64_t value = weight(shape.kind, reader);
      const bool edge = shape.missing == 0 || (value & 3) == 0;
      weights.push_back(edge ? value : std::numeric_limits<std::int64_t>::min());
      allowed.push_back(edge ? 1 : 0);
      if (edge) graph.join(i, rows + j, value);
    }
  }
  const auto solve = [&](fastpair_objective objective, fastpair_solution** solution) {
    return fastpair_solve_rectangular(rows, columns, weights.data(),
                                      shape.missing == 0 ? nullptr : allowed.data(), objective,
                                      nullptr, nullptr, solution);
  };
  fastpair_solution* solution = nullptr;
  const fastpair_status status = solve(shape.objective, &solution);
  const Found best = found(status, solution);
  check_solution(graph, best, shape.objective);
  require(as_good(best, solve_dense(graph, shape.objective), shape.objective),
          "is that of a graph");
  check_exhaustively(graph, best.weight, best.cardinality, shape.objective);
  check_perfect(best, shape.objective, solve);
}

/// The best choice of edges from number k on, of which each vertex may have so many more: how many
/// they are, if that counts, and their weight.
Value best_choice(const std::vector<Edge>& edges, std::size_t k, std::vector<std::int64_t>& more,
                  fastpair_objective objective) {
  if (k == edges.size()) return {0, 0};
  const auto& [i, j, weight] = edges[k];
  Value best = best_choice(edges, k + 1, more, objective);
  std::int64_t& one = more[static_cast<std::size_t>(i)];
  std::int64_t& other = more[static_cast<std::size_t>(j)];
  if (one == 0 || other == 0) return best;
  --one, --other;
  Value with = best_choice(edges, k + 1, more, objective);
  ++one, ++other;
  with[0] += objective & FASTPAIR_MAX_CARDINALITY;
  with[1] += (objective & FASTPAIR_MINIMIZE) != 0 ? -Wide{weight} : Wide{weight};
  return std::max(best, with);
}

void check_b_matching(Reader& reader, const Shape& shape) {
  constexpr std::size_t kMostEdges = 10;
  Graph graph = graph_of(reader, shape.missing, shape.kind, 8);
  std::vector<Edge> edges = graph.edges();
  if (edges.size() > kMostEdges) edges.resize(kMostEdges);
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> second;
  std::vector<std::int64_t> weights;
  for (Edge& edge : edges) {
    edge.weight = std::clamp(edge.weight, 1 - FASTPAIR_NARROW_LIMIT, FASTPAIR_NARROW_LIMIT - 1);
    first.push_back(edge.first);
    second.push_back(edge.second);
    weights.push_back(edge.weight);
  }
  std::vector<std::int64_t> most;
  for (std::int64_t v = 0; v < graph.size; ++v) most.push_back(reader.byte() % 4);
  std::vector<std::uint8_t> chosen(edges.size());
  const auto count = static_cast<std::int64_t>(edges.size());
  fastpair_int128 weight{};
  const auto solve = [&](fastpair_objective objective) {
    return fastpair_solve_b_matching(graph.size, count, first.data(), second.data(), weights.data(),
                                     most.data(), objective, nullptr, nullptr, chosen.data(),
                                     &weight, count);
  };
  require(solve(shape.objective) == FASTPAIR_OK, "chooses edges");
  std::vector<std::int64_t> left = most;
  Wide sum = 0;
  for (std::size_t k = 0; k < edges.size(); ++k) {
    if (chosen[k] == 0) continue;
    sum += weights[k];
    require(--left[static_cast<std::size_t>(first[k])] >= 0 &&
                --left[static_cast<std::size_t>(second[k])] >= 0,
            "chooses no more edges than it may");
  }
  require(sum == wide(weight), "states the weight of the choice");
  const bool larger = (shape.objective & FASTPAIR_MAX_CARDINALITY) != 0;
  const Value value{larger ? std::ranges::count(chosen, 1) : 0,
                    (shape.objective & FASTPAIR_MINIMIZE) != 0 ? -sum : sum};
  std::vector<std::int64_t> more = most;
  require(value == best_choice(edges, 0, more, shape.objective), "is the best choice");
  if (!larger) return;
  const bool perfect = std::ranges::all_of(left, [](std::int64_t rest) { return rest == 0; });
  require(
      solve(shape.objective | FASTPAIR_PERFECT) == (perfect ? FASTPAIR_OK : FASTPAIR_UNMATCHABLE),
      "says whether a choice is perfect");
}

void check_levels(Reader& reader, const Shape& shape) {
  const auto objective = shape.objective & FASTPAIR_MAX_CARDINALITY;
  const std::size_t count = 1 + reader.byte() % 4;
  std::vector<Graph> levels{graph_of(reader, shape.missing, shape.kind, kExhaustive)};
  while (levels.size() < count) {
    levels.push_back(levels.front());
    const auto kind = static_cast<Kind>(reader.byte() % 5);
    for (const auto& [i, j, value] : levels.front().edges()) {
      levels.back().join(i, j, weight(kind, reader));
    }
  }
  std::vector<const std::int64_t*> weights;
  for (const Graph& level : levels) weights.push_back(level.weights.data());
  Graph folded = levels.front();
  std::vector<std::int64_t> units(count);
  const fastpair_status status = fastpair_fold_levels(
      folded.size, static_cast<std::int64_t>(count),
      static_cast<std::int64_t>(folded.weights.size()), weights.data(),
      levels.front().allowed.data(), objective, folded.weights.data(), units.data());
  if (status == FASTPAIR_OUT_OF_RANGE) return;
  require(status == FASTPAIR_OK, "folds levels");
  const Found best = solve_dense(folded, objective);
  check_solution(folded, best, objective);
  const auto add = [&](Value& value, std::int64_t i, std::int64_t j) {
    value[0] += objective;
    for (std::size_t k = 0; k < count; ++k) value[k + 1] += levels[k].weights[folded.cell(i, j)];
  };
  Value value(count + 1, 0);
  for (std::int64_t v = 0; v < folded.size; ++v) {
    const std::int64_t other = best.mate[static_cast<std::size_t>(v)];
    if (other > v) add(value, v, other);
  }
  require(value == exhaustive(folded, count + 1, add), "is the best on the levels");
}

/// Weights that are computed, in ranges, with bounds or without.
void check_computed(Reader& reader, const Shape& shape) {
  const auto objective = shape.objective & FASTPAIR_MAX_CARDINALITY;
  const std::int64_t range = 1 + reader.byte() % kMostVertices;
  const std::int64_t gap = reader.byte();
  const Graph graph = graph_of(reader, shape.missing, shape.kind);
  BlockGraph computed;
  computed.size = graph.size;
  computed.range = range;
  computed.largest = FASTPAIR_WEIGHT_LIMIT;
  computed.compute = [&](std::span<const Vertex> rows, Vertex start, Vertex stop, Weight* weights,
                         std::uint8_t* allowed) {
    for (const Vertex i : rows) {
      for (Vertex j = start; j < stop; ++j, ++weights, ++allowed) {
        *weights = graph.weights[graph.cell(i, j)];
        *allowed = graph.joins(i, j) ? 1 : 0;
      }
    }
  };
  if (gap % 2 == 0) {
    const std::int64_t ranges = (graph.size + range - 1) / range;
    computed.bounds.assign(static_cast<std::size_t>(ranges * ranges), -FASTPAIR_WEIGHT_LIMIT);
    for (const auto& [i, j, value] : graph.edges()) {
      for (const auto& [a, b] : {std::pair{i, j}, std::pair{j, i}}) {
        Weight& bound = computed.bounds[static_cast<std::size_t>(a / range * ranges + b / range)];
        bound = std::max(bound, std::min(value + gap, FASTPAIR_WEIGHT_LIMIT));
      }
    }
  }
  const Found best = found(max_weight_matching(computed, static_cast<Objective>(objective)));
  check_solution(graph, best, objective);
  require(as_good(best, solve_dense(graph, objective), objective), "is that of the matrix");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::array kChecks{&check_lightest, &check_rectangular, &check_b_matching,
                               &check_levels, &check_computed};
  Reader reader(Bytes(data, size));
  const std::size_t number = reader.byte();
  kChecks[number % kChecks.size()](reader, shape_of(static_cast<int>(number / kChecks.size())));
  return 0;
}
