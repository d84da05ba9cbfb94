// The first state, made from the weights, and the solution, made from the last state.
#pragma once

#include <algorithm>
#include <optional>

#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// Lowers the dual of v until a candidate edge is tight, and matches v along a tight edge to a free
/// vertex if there is one. The vertex lies in no blossom. The dual is not lowered below the ground.
template <class Value>
void lower_and_match(Vertex v, const CandidateGraph& candidates, std::optional<Value> ground,
                     BlossomForest<Value>& forest) {
  const Value dual = forest.dual_2x(v);
  Value least = Limits<Value>::kNever;
  Vertex mate = kNobody;
  for (const Arc& arc : candidates.from(v)) {
    const Value slack = dual + forest.dual_2x(arc.to) - arc.weight_2x;
    const bool free = forest.mate(arc.to) == kNobody;
    if (slack < least) mate = kNobody;
    if (slack <= least && free && mate == kNobody) mate = arc.to;
    least = std::min(least, slack);
  }
  if (ground && least > dual - *ground) return forest.set_dual_2x(v, *ground);
  forest.set_dual_2x(v, dual - least);
  if (mate == kNobody) return;
  forest.match(v, mate);
  forest.expand_empty(forest.surface(mate));
}

/// No edge is matched. The dual of each vertex is half the weight of its heaviest edge, but not
/// below the ground.
template <class Value>
BlossomForest<Value> unmatched_start(const PerVertex<Weight>& heaviest,
                                     std::optional<Value> ground) {
  BlossomForest<Value> forest(heaviest.size());
  for (Vertex v = 0; v < forest.size(); ++v) {
    const Value dual = heaviest[v] == kNoEdge ? ground.value_or(0) : Value{heaviest[v]};
    forest.set_dual_2x(v, std::max(dual, ground.value_or(dual)));
  }
  return forest;
}

/// Feasible duals, and the matching that is found when the dual of each vertex in turn is lowered
/// until an edge is tight.
template <class Value>
BlossomForest<Value> greedy_start(const PerVertex<Weight>& heaviest,
                                  const CandidateGraph& candidates, Objective objective) {
  const bool grounded = objective == Objective::kWeight;
  const auto ground = grounded ? std::optional<Value>(0) : std::nullopt;
  BlossomForest<Value> forest = unmatched_start<Value>(heaviest, ground);
  for (Vertex v = 0; v < candidates.size(); ++v) {
    const bool matchable = forest.mate(v) == kNobody && !candidates.from(v).empty();
    if (matchable) lower_and_match(v, candidates, ground, forest);
  }
  return forest;
}

/// The duals as the proof that the caller gets.
template <class Value>
Certificate certificate_of(const BlossomForest<Value>& forest, Value ground) {
  Certificate certificate;
  certificate.vertex_2x.assign(forest.duals_2x().begin(), forest.duals_2x().end());
  certificate.ground_2x = ground;
  certificate.order.reserve(index_of(forest.size()));
  PerVertex<Vertex> place(forest.size());
  for (Vertex v = 0; v < forest.size(); ++v) {
    const Node surface = forest.surface(v);
    if (forest.first(surface) != v) continue;
    forest.for_each_vertex(surface, [&](Vertex member) {
      place[member] = static_cast<Vertex>(certificate.order.size());
      certificate.order.push_back(member);
    });
  }
  forest.for_each_blossom([&](Node b) {
    if (forest.blossom_dual_2x(b) == 0) return;
    certificate.blossoms.push_back(
        {place[forest.first(b)], forest.count(b), forest.blossom_dual_2x(b)});
  });
  return certificate;
}

template <class Value>
Solution solution_of(const BlossomForest<Value>& forest, Value ground,
                     const CandidateGraph& candidates) {
  Solution solution;
  solution.mate = forest.mates().values();
  solution.certificate = certificate_of(forest, ground);
  for (Vertex v = 0; v < candidates.size(); ++v) {
    const Vertex mate = forest.mate(v);
    if (mate < v) continue;
    const auto matched = std::ranges::find(candidates.from(v), mate, &Arc::to);
    solution.weight += matched->weight_2x / 2;
    ++solution.cardinality;
  }
  return solution;
}

}  // namespace fastpair
