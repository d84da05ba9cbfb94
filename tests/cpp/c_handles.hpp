// What the C interface makes, freed at the end of a scope, and its wide numbers.
#pragma once

#include "fastpair.h"
#include "fastpair/integers.hpp"

namespace fastpair::check {

struct Handle {
  fastpair_solution* solution = nullptr;

  Handle() = default;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { fastpair_solution_free(solution); }
};

struct SolverHandle {
  fastpair_solver* solver = nullptr;

  SolverHandle() = default;
  SolverHandle(const SolverHandle&) = delete;
  SolverHandle& operator=(const SolverHandle&) = delete;
  ~SolverHandle() { fastpair_solver_free(solver); }
};

struct JoinSolverHandle {
  fastpair_join_solver* solver = nullptr;

  JoinSolverHandle() = default;
  JoinSolverHandle(const JoinSolverHandle&) = delete;
  JoinSolverHandle& operator=(const JoinSolverHandle&) = delete;
  ~JoinSolverHandle() { fastpair_join_solver_free(solver); }
};

struct JoinHandle {
  fastpair_join* join = nullptr;

  JoinHandle() = default;
  JoinHandle(const JoinHandle&) = delete;
  JoinHandle& operator=(const JoinHandle&) = delete;
  ~JoinHandle() { fastpair_join_free(join); }
};

inline Wide wide(fastpair_int128 value) {
  return Wide{value.high} * (Wide{1} << 64) + Wide{value.low};
}

}  // namespace fastpair::check
