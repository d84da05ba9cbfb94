#include "fastpair/matching.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "api/surveyed.hpp"
#include "bipartite/lists.hpp"
#include "bipartite/solver.hpp"
#include "blossom/candidates.hpp"
#include "blossom/complete_solver.hpp"
#include "blossom/limits.hpp"
#include "blossom/pricing_solver.hpp"
#include "blossom/solution.hpp"
#include "graphs/blocks.hpp"
#include "graphs/dense.hpp"
#include "graphs/sparse.hpp"

namespace fastpair {
namespace {

template <class Value>
using DenseSolver = PricingSolver<Value, DenseSource>;
template <class Value>
using BlockSolver = PricingSolver<Value, BlockSource>;
template <class Value>
using SparseSolver = CompleteSolver<Value, SparseSource>;

template <template <class> class SolverOf>
Solution solve(const auto& source, Objective objective, const Interrupt& interrupt) {
  CandidateGraph candidates(source.size());
  source.select(candidates);
  NarrowFirst<SolverOf> solvers;
  solve_narrowest(source.largest(), [&]<class Value>(Value) {
    solvers.put(std::make_unique<SolverOf<Value>>(
        source, candidates, greedy_start<Value>(source.heaviest(), candidates, objective),
        objective));
  });
  return solvers.use([&](auto& solver) {
    solver->run(interrupt);
    const auto ground = solver->ground();
    const auto state = std::move(*solver).state();
    solver.reset();  // what the searches needed is larger than the solution
    return solution_of(state, ground, candidates);
  });
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
  return solve<DenseSolver>(source, objective, interrupt);
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
  Solution solution = solve<SparseSolver>(source, objective, interrupt);
  source.restore(solution);
  return solution;
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
  return solve<BlockSolver>(BlockSource(asking), objective, interrupt);
}

}  // namespace fastpair
