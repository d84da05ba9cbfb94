// The solver that prices edges out, on matrices with few candidates at first.
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "blossom/invariants.hpp"
#include "blossom/solution.hpp"
#include "blossom/solver.hpp"
#include "check.hpp"
#include "graphs/dense.hpp"

namespace {

using namespace fastpair;

using Value = std::int64_t;

/// A complete graph that can be changed, and its solver.
struct Instance {
  Instance(Vertex size, Objective objective_in, std::mt19937_64& random)
      : weights(index_of(size) * index_of(size)),
        allowed(weights.size(), 1),
        source((fill(size, random), DenseGraph{size, weights.data(), allowed.data()})),
        candidates(size),
        objective(objective_in),
        solver((source.select(candidates), source), candidates,
               greedy_start<Value>(source.first_duals_2x(candidates), candidates, objective),
               objective) {}

  void set(Vertex i, Vertex j, Weight weight) {
    const auto size = index_of(source.size());
    weights[index_of(i) * size + index_of(j)] = weights[index_of(j) * size + index_of(i)] = weight;
    source.admit(i, j, weight);
  }

  /// No edge at all is violated, and reserves bound the slack of those that are no candidates.
  void check(bool secured) const {
    const auto& forest = solver.state();
    check_invariants(forest, candidates);
    for (Vertex i = 0; i < source.size(); ++i) {
      CHECK(forest.mate(i) != kNobody || forest.dual_2x(i) == solver.ground());
      CHECK(forest.dual_2x(i) >= solver.ground());
      for (Vertex j = 0; j < i; ++j) {
        const Value slack = forest.slack_2x(i, j, source.weight_2x(i, j));
        CHECK(slack >= 0);
        const auto& known = candidates.from(i);
        if (!secured || std::ranges::find(known, j, &Arc::to) != known.end()) continue;
        CHECK(slack >= solver.reserves()[i] + solver.reserves()[j]);
      }
    }
  }

  std::vector<Weight> weights;
  std::vector<std::uint8_t> allowed;
  DenseSource source;
  CandidateGraph candidates;
  Objective objective;
  BlossomSolver<Value, DenseSource> solver;

 private:
  void fill(Vertex size, std::mt19937_64& random) {
    const auto side = index_of(size);
    for (std::size_t i = 0; i < side; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        weights[i * side + j] = weights[j * side + i] = static_cast<Weight>(random() % 100) - 30;
      }
    }
  }
};

TEST(every_edge_is_priced_out) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    const auto objective = round % 2 == 0 ? Objective::kWeight : Objective::kCardinality;
    Instance instance(static_cast<Vertex>(2 + random() % 60), objective, random);
    instance.solver.run({});
    instance.check(false);
  }
}

TEST(reserves_bound_slacks_through_changes) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 50; ++round) {
    const auto objective = round % 2 == 0 ? Objective::kWeight : Objective::kCardinality;
    const auto size = static_cast<Vertex>(3 + random() % 40);
    Instance instance(size, objective, random);
    instance.solver.run({});
    if (round % 4 < 2) instance.solver.secure({});
    instance.check(round % 4 < 2);
    for (int change = 0; change < 10; ++change) {
      const auto i = static_cast<Vertex>(random() % index_of(size));
      const auto j = static_cast<Vertex>(random() % index_of(size));
      if (i == j) continue;
      instance.set(i, j, static_cast<Weight>(random() % 150) - 30);
      instance.solver.change(i, j, true);
      if (change % 3 == 0) instance.solver.change_all(i);
      instance.solver.rerun({});
      instance.check(true);
    }
  }
}

}  // namespace
