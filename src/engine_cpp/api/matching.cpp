#include "fastpair/matching.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "api/surveyed.hpp"
#include "bipartite/lists.hpp"
#include "bipartite/solver.hpp"
#include "blossom/candidates.hpp"
#include "blossom/joint_solver.hpp"
#include "blossom/limits.hpp"
#include "blossom/solution.hpp"
#include "blossom/solver.hpp"
#include "graphs/blocks.hpp"
#include "graphs/dense.hpp"
#include "graphs/sparse.hpp"

namespace fastpair {
namespace {

template <class Source>
struct SolverFor {
  template <class Value>
  using Type = Solver<Value, Source>;
};
template <>
struct SolverFor<SparseSource> {
  template <class Value>
  using Type = JointSolver<Value, SparseSource>;
};

template <class Source>
Solution solve(const Source& source, Objective objective, const Interrupt& interrupt) {
  CandidateGraph candidates(source.size());
  source.select(candidates);
  NarrowFirst<SolverFor<Source>::template Type> solvers;
  solve_narrowest(source.largest(), [&]<class Value>(Value) {
    solvers.put(std::make_unique<typename SolverFor<Source>::template Type<Value>>(
        source, candidates, greedy_start<Value>(source.heaviest(), candidates, objective),
        objective));
  });
  Solution solution = solvers.use([&](auto& solver) {
    solver->run(interrupt);
    const auto ground = solver->ground();
    const auto state = std::move(*solver).state();
    solver.reset();  // what the searches needed is larger than the solution
    return solution_of(state, ground, candidates);
  });
  if constexpr (std::is_same_v<Source, SparseSource>) source.restore(solution);
  return solution;
}

void require_size(std::int64_t size) {
  if (size >= 0 && size <= kVertexLimit) return;
  throw std::out_of_range("expected at most 2**24 vertices, got " + std::to_string(size));
}

void require_valid(const RectangularGraph& graph) {
  if (graph.rows < 0 || graph.columns < 0 || graph.rows > kVertexLimit ||
      graph.columns > kVertexLimit || graph.rows + graph.columns > kVertexLimit) {
    throw std::out_of_range("expected at most 2**24 rows and columns, got " +
                            std::to_string(graph.rows) + " and " + std::to_string(graph.columns));
  }
  for (std::int64_t k = 0; k < graph.rows * graph.columns; ++k) {
    if (graph.allowed != nullptr && graph.allowed[k] == 0) continue;
    require_weight(graph.weights[k], [&] {
      return "the weight between row " + std::to_string(k / graph.columns) + " and column " +
             std::to_string(k % graph.columns);
    });
  }
}

}  // namespace

Solution max_weight_matching(const DenseGraph& graph, Objective objective,
                             const Interrupt& interrupt) {
  require_size(graph.size);
  return max_weight_matching(graph, survey(graph), objective, interrupt);
}

Solution max_weight_matching(const DenseGraph& graph, Survey survey, Objective objective,
                             const Interrupt& interrupt) {
  const DenseSource source(graph, std::move(survey));  // refuses an invalid matrix
  if (const auto sides = sides_of(graph)) {
    return solve_bipartite(graph, *sides, objective, interrupt);
  }
  return solve(source, objective, interrupt);
}

Solution max_weight_matching(const SparseGraph& graph, Objective objective,
                             const Interrupt& interrupt) {
  require_size(graph.size);
  require_valid(graph);
  if (std::ranges::any_of(graph.edges, is_loop)) {
    std::vector<Edge> edges;
    std::ranges::remove_copy_if(graph.edges, std::back_inserter(edges), is_loop);
    return max_weight_matching(SparseGraph{graph.size, edges}, objective, interrupt);
  }
  Neighbours neighbours = neighbours_of(graph);
  if (const auto sides = sides_of(neighbours)) {
    return solve_bipartite(graph, *sides, objective, interrupt);
  }
  const SparseSource source(graph, std::move(neighbours));
  return solve(source, objective, interrupt);
}

Solution max_weight_matching(const RectangularGraph& graph, Objective objective,
                             const Interrupt& interrupt) {
  require_valid(graph);
  return solve_bipartite(graph, objective, interrupt);
}

Solution max_weight_matching(const BlockGraph& graph, Objective objective,
                             const Interrupt& interrupt) {
  require_size(graph.size);
  BlockGraph asking = graph;
  asking.compute = [&](auto... piece) {
    if (interrupt && interrupt()) throw Interrupted{};
    graph.compute(piece...);
  };
  return solve(BlockSource(asking), objective, interrupt);
}

}  // namespace fastpair
