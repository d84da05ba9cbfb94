// A matching of a graph that does not change. A solver is large, so each is compiled in one file,
// that of its kind of graph.
#pragma once

#include <memory>
#include <utility>

#include "blossom/candidates.hpp"
#include "blossom/limits.hpp"
#include "blossom/solution.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

template <template <class> class SolverOf>
Solution solve_once(const auto& source, Objective objective, const Interrupt& interrupt) {
  CandidateGraph candidates(source.size());
  source.select(candidates);
  NarrowFirst<SolverOf> solvers;
  solve_narrowest(source.largest(), [&]<class Value>(Value) {
    solvers.put(std::make_unique<SolverOf<Value>>(
        source, candidates,
        greedy_start<Value>(source.first_duals_2x(candidates), candidates, objective), objective));
  });
  return solvers.use([&](auto& solver) {
    solver->run(interrupt);
    const auto ground = solver->ground();
    const auto state = std::move(*solver).state();
    solver.reset();  // what the searches needed is larger than the solution
    return solution_of(state, ground, candidates);
  });
}

}  // namespace fastpair
