// A matching of a graph that does not change. A solver is large, so each is compiled in one file,
// that of its kind of graph.
#pragma once

#include <memory>
#include <utility>

#include "api/routes.hpp"
#include "blossom/candidates.hpp"
#include "blossom/limits.hpp"
#include "blossom/solution.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// Gives the state of the solution to `kept` unless that is null.
template <template <class> class SolverOf>
Solution solve_once(const auto& source, Objective objective, const Interrupt& interrupt,
                    KeptOptimum* kept = nullptr) {
  CandidateGraph candidates(source.size());
  source.select(candidates);
  NarrowFirst<SolverOf> solvers;
  solve_narrowest(source.largest(), [&]<class Value>(Value) {
    solvers.put(std::make_unique<SolverOf<Value>>(
        source, candidates,
        greedy_start<Value>(source.first_duals_2x(candidates), candidates, objective), objective));
  });
  return solvers.use([&]<class Value>(std::unique_ptr<SolverOf<Value>>& solver) {
    solver->run(interrupt);
    const Value ground = solver->ground();
    Optimum<Value> optimum{std::move(*solver).state(), ground};
    solver.reset();  // what the searches needed is larger than the solution
    Solution solution = solution_of(optimum.forest, ground, candidates);
    if (kept != nullptr) kept->put(std::make_unique<Optimum<Value>>(std::move(optimum)));
    return solution;
  });
}

}  // namespace fastpair
