// From weights to a first state, and from the last state to what the caller gets.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "blossom/limits.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// Feasible duals, and the matching that is found when each vertex in turn lowers its own until an
/// edge is tight.
template <class Value>
Blossoms<Value> greedy_start(const std::vector<Weight>& heaviest, const CandidateGraph& candidates,
                             Objective objective) {
  const bool grounded = objective == Objective::kWeight;
  Blossoms<Value> blossoms(candidates.size());
  for (Vertex v = 0; v < candidates.size(); ++v) {
    const Weight top = heaviest[static_cast<std::size_t>(v)];
    const bool isolated = top == kNoEdge;
    blossoms.dual_2x[static_cast<std::size_t>(v)] = isolated || (grounded && top < 0) ? 0 : top;
  }
  for (Vertex v = 0; v < candidates.size(); ++v) {
    if (blossoms.mate[static_cast<std::size_t>(v)] != kNobody || candidates.from(v).empty())
      continue;
    Value& dual = blossoms.dual_2x[static_cast<std::size_t>(v)];
    Value least = Limits<Value>::kNever;
    Vertex mate = kNobody;
    for (const Arc& arc : candidates.from(v)) {
      const Value slack = dual + blossoms.dual_2x[static_cast<std::size_t>(arc.to)] - arc.weight_2x;
      const bool free = blossoms.mate[static_cast<std::size_t>(arc.to)] == kNobody;
      if (slack < least) mate = kNobody;
      if (slack <= least && free && mate == kNobody) mate = arc.to;
      least = std::min(least, slack);
    }
    if (grounded && least > dual) {
      dual = 0;
      continue;
    }
    dual -= least;
    if (mate != kNobody) {
      blossoms.mate[static_cast<std::size_t>(v)] = mate;
      blossoms.mate[static_cast<std::size_t>(mate)] = v;
    }
  }
  return blossoms;
}

template <class Value>
Certificate certificate_of(const Blossoms<Value>& blossoms, Value ground) {
  Certificate certificate;
  certificate.vertex_2x.assign(blossoms.dual_2x.begin(), blossoms.dual_2x.end());
  certificate.ground_2x = ground;
  certificate.order.reserve(certificate.vertex_2x.size());
  std::vector<Vertex> place(certificate.vertex_2x.size());
  for (Vertex v = 0; v < blossoms.size(); ++v) {
    const Node outermost = blossoms.outer(v);
    if (blossoms.first(outermost) != v) continue;
    blossoms.for_each_vertex(outermost, [&](Vertex member) {
      place[static_cast<std::size_t>(member)] = static_cast<Vertex>(certificate.order.size());
      certificate.order.push_back(member);
    });
  }
  for (Node b = blossoms.size(); b < blossoms.node_end(); ++b) {
    if (!blossoms.exists(b) || blossoms.blossom_dual_2x(b) == 0) continue;
    certificate.blossoms.push_back({place[static_cast<std::size_t>(blossoms.first(b))],
                                    blossoms.count(b), blossoms.blossom_dual_2x(b)});
  }
  return certificate;
}

template <class Value>
Solution solution_of(const Blossoms<Value>& blossoms, Value ground,
                     const CandidateGraph& candidates) {
  Solution solution;
  solution.mate = blossoms.mate;
  solution.certificate = certificate_of(blossoms, ground);
  for (Vertex v = 0; v < candidates.size(); ++v) {
    const Vertex mate = solution.mate[static_cast<std::size_t>(v)];
    if (mate < v) continue;
    const auto matched = std::ranges::find(candidates.from(v), mate, &Arc::to);
    solution.weight += matched->weight_2x / 2;
    ++solution.cardinality;
  }
  return solution;
}

}  // namespace fastpair
