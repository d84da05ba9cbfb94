// What the two courses of a solve (pricing_solver.hpp, complete_solver.hpp) have in common: the
// state, the searches that change it, and the ground on which vertices may stay unmatched.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "blossom/graph_source.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "blossom/search.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

template <class Value, GraphSource<Value> Source>
class SolverBase {
 public:
  /// The ground is that of a state in which vertices stay unmatched though most edges are asked
  /// for.
  SolverBase(const Source& source, CandidateGraph& candidates, BlossomForest<Value> forest,
             Objective objective, std::optional<Value> ground = {})
      : source_(source),
        candidates_(candidates),
        objective_(objective),
        forest_(std::move(forest)),
        reserves_(Source::kHasMore ? forest_.size() : 0, 0),
        search_(source_, forest_, candidates_, reserves_),
        ground_(ground) {
    if (objective == Objective::kWeight) ground_ = 0;
  }

  /// The same state in another width of integers, with a ground of its own.
  template <class Other>
  explicit SolverBase(const SolverBase<Other, Source>& other)
      : SolverBase(other.source_, other.candidates_, BlossomForest<Value>(other.forest_),
                   other.objective_) {
    absent_ = other.absent_;
  }

  /// The same state on a source and candidates that are copies of the other's.
  SolverBase(const SolverBase& other, const Source& source, CandidateGraph& candidates)
      : SolverBase(source, candidates, other.forest_, other.objective_) {
    reserves_ = other.reserves_;
    secured_ = other.secured_;
    ground_ = other.ground_;
    absent_ = other.absent_;
  }

  /// Says which vertices have been taken out of the graph, so that they need not be matched. They
  /// have no edges.
  void set_absent(const std::vector<std::uint8_t>& absent) {
    absent_ = PerVertex<std::uint8_t>(forest_.size());
    std::ranges::copy(absent, absent_.begin());
  }

  [[nodiscard]] const Reserves<Value>& reserves() const { return reserves_; }
  [[nodiscard]] const BlossomForest<Value>& state() const& { return forest_; }
  [[nodiscard]] BlossomForest<Value> state() && { return std::move(forest_); }
  [[nodiscard]] Value ground() const { return ground_.value_or(lowest_dual()); }

 protected:
  template <class Other, GraphSource<Other> Graph>
  friend class SolverBase;

  void ask_interrupt() const {
    if (*interrupt_ && (*interrupt_)()) throw Interrupted{};
  }

  /// Grows the tree of the free vertex v; see Search::run.
  Outcome run_search(Vertex v, std::optional<Value> ground, Stage stage,
                     std::int64_t most_arcs = kAllArcs) {
    ask_interrupt();
    return search_.run(v, ground, stage, *interrupt_, most_arcs);
  }

  /// Puts the ground so low that no gain of weight pays for leaving yet another vertex.
  void lower_ground() {
    const Value penalty = penalty_ground<Value>(forest_.size(), source_.largest());
    if (ground_ && *ground_ <= penalty) return;
    ground_ = std::min({penalty, lowest_dual(), ground_.value_or(Value{0})});
  }

  [[nodiscard]] Value lowest_dual() const {
    Value lowest = Limits<Value>::kNever;
    for (Vertex v = 0; v < forest_.size(); ++v) {
      if (!is_absent(v)) lowest = std::min(lowest, forest_.dual_2x(v));
    }
    return lowest == Limits<Value>::kNever ? 0 : lowest;
  }

  [[nodiscard]] bool is_absent(Vertex v) const { return !absent_.empty() && absent_[v] != 0; }

  // --- changes and repairs ----------------------------------------------------------------------

  /// Raises the dual of one end until the slack is not negative. This end becomes free, and so does
  /// the vertex that the surface blossom around it was matched with.
  void repair(const Proposal& edge) {
    const Value missing = -forest_.slack_2x(edge.first, edge.second, edge.weight_2x);
    require_within<Value>(missing, 28);
    if (missing <= 0) return;
    repaired_ = true;
    separate(edge.first, edge.second, missing);
  }

  /// Undoes what requires the edge ij to be tight: its being matched, and the blossoms that hold
  /// both ends.
  void loosen(Vertex i, Vertex j) {
    if (forest_.mate(i) == j || forest_.is_linked(i, j)) separate(i, j, 0);
  }

  /// Frees v and takes it out of all blossoms.
  void free_alone(Vertex v) {
    forest_.make_free(v);
    raise_free(v, forest_.shared_2x(v, v) / 2);
  }

  void raise_free(Vertex v, Value amount) {
    forest_.raise_free(v, amount);
    width_.grow(amount);
  }

  const Source& source_;
  CandidateGraph& candidates_;
  Objective objective_;
  BlossomForest<Value> forest_;
  /// Empty where all edges are candidates.
  Reserves<Value> reserves_;
  /// Whether every vertex has a reserve, which a solve that goes on from the state needs.
  bool secured_ = false;
  Search<Value, Source> search_;
  const Interrupt* interrupt_ = nullptr;
  /// The level that no dual may fall below, and on which a vertex may stay unmatched; none as long
  /// as all vertices are to be matched, but for one if their number is odd.
  std::optional<Value> ground_;
  /// 1 for vertices that are not in the graph; empty if all are.
  PerVertex<std::uint8_t> absent_;
  /// Whether an edge has been repaired, so that there are free vertices again.
  bool repaired_ = false;
  /// How many of the violated edges that are being repaired end at each vertex.
  PerVertex<int> violated_{forest_.size(), 0};
  Width<Value> width_;

 private:
  /// Frees one end, expands the blossoms that it shares with the other, and raises its dual.
  void separate(Vertex i, Vertex j, Value amount) {
    // Preferred is the end in the smaller node, then the one with more violated edges, then the one
    // that is free already.
    const auto cost = [this](Vertex v) {
      return std::tuple(forest_.count(forest_.surface(v)), -violated_[v],
                        forest_.mate(v) != kNobody);
    };
    const Vertex raised = cost(j) < cost(i) ? j : i;
    forest_.make_free(raised);
    raise_free(raised, forest_.shared_2x(i, j) / 2 + amount);
    require_within<Value>(forest_.dual_2x(raised), 16);
  }
};

}  // namespace fastpair
