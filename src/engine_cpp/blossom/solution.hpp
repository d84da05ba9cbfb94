// The first state, made from the weights, and the solution, made from the last state.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

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

/// No edge is matched. No dual is below the ground.
template <class Value>
BlossomForest<Value> unmatched_start(const PerVertex<Weight>& duals_2x,
                                     std::optional<Value> ground) {
  BlossomForest<Value> forest(duals_2x.size());
  for (Vertex v = 0; v < forest.size(); ++v) {
    const Value dual = duals_2x[v] == kNoEdge ? ground.value_or(0) : Value{duals_2x[v]};
    forest.set_dual_2x(v, std::max(dual, ground.value_or(dual)));
  }
  return forest;
}

/// Feasible duals, and the matching that is found when the dual of each vertex in turn is lowered
/// until an edge is tight.
template <class Value>
BlossomForest<Value> greedy_start(const PerVertex<Weight>& duals_2x,
                                  const CandidateGraph& candidates, Objective objective) {
  const bool grounded = objective == Objective::kWeight;
  const auto ground = grounded ? std::optional<Value>(0) : std::nullopt;
  BlossomForest<Value> forest = unmatched_start<Value>(duals_2x, ground);
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

/// The matching of a state that changes: an update costs what has changed, and a comparison of the
/// mates.
class MatchingRecord {
 public:
  [[nodiscard]] const Matching& matching() const { return matching_; }

  /// Whether the next update starts from nothing.
  [[nodiscard]] bool empty() const { return own_2x_.empty(); }
  void forget() noexcept { own_2x_ = {}; }

  /// Takes the mates of a state. The edges that have changed since the last update are those
  /// between the vertices of a pair, or all of a vertex that is paired with itself.
  void update(const PerVertex<Vertex>& mates, const CandidateGraph& candidates,
              std::span<const std::pair<Vertex, Vertex>> changed) {
    if (own_2x_.empty()) {
      own_2x_ = PerVertex<Weight>(mates.size(), 0);
      matching_ = {};
      matching_.mate.assign(index_of(mates.size()), kNobody);
      sum_2x_ = 0;
    }
    for (const auto& [i, j] : changed) {
      for (const Vertex v : {i, j, mates[i]}) renew(v, mates, candidates);
    }
    const std::size_t size = matching_.mate.size();
    for (std::size_t begin = 0; begin < size; begin += kBlock) {
      const std::size_t end = std::min(begin + kBlock, size);
      const Vertex* const now = mates.data() + begin;
      const Vertex* const before = matching_.mate.data() + begin;
      if (std::memcmp(now, before, (end - begin) * sizeof(Vertex)) == 0) continue;
      for (std::size_t v = begin; v < end; ++v) {
        const auto vertex = static_cast<Vertex>(v);
        if (mates[vertex] != matching_.mate[v]) renew(vertex, mates, candidates);
      }
    }
    matching_.weight = sum_2x_ / 4;
  }

 private:
  static constexpr std::size_t kBlock = 256;

  void renew(Vertex v, const PerVertex<Vertex>& mates, const CandidateGraph& candidates) {
    if (v == kNobody) return;
    const Vertex mate = mates[v];
    Vertex& known = matching_.mate[index_of(v)];
    const Weight weight_2x = mate == kNobody ? 0 : candidates.weight_2x(v, mate);
    sum_2x_ += Wide{weight_2x} - own_2x_[v];
    own_2x_[v] = weight_2x;
    if (v < std::max(mate, known)) {
      matching_.cardinality += (v < mate ? 1 : 0) - (v < known ? 1 : 0);
    }
    known = mate;
  }

  Matching matching_;
  /// Of each vertex the doubled weight of its matched edge, and the sum of all: four times the
  /// weight of the matching.
  PerVertex<Weight> own_2x_;
  Wide sum_2x_ = 0;
};

template <class Value>
Solution solution_of(const BlossomForest<Value>& forest, Value ground,
                     const CandidateGraph& candidates) {
  Solution solution;
  solution.mate = forest.mates().values();
  solution.certificate = certificate_of(forest, ground);
  for (Vertex v = 0; v < candidates.size(); ++v) {
    const Vertex mate = forest.mate(v);
    if (mate < v) continue;
    solution.weight += candidates.weight_2x(v, mate) / 2;
    ++solution.cardinality;
  }
  return solution;
}

}  // namespace fastpair
