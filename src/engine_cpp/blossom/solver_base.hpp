// What the two courses of a solve (pricing_solver.hpp, complete_solver.hpp) have in common: the
// state, the searches that change it, and the ground on which vertices may stay unmatched.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

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
  SolverBase(const Source& source, CandidateGraph& candidates, BlossomForest<Value> forest,
             Objective objective)
      : source_(source),
        candidates_(candidates),
        objective_(objective),
        forest_(std::move(forest)),
        reserves_(Source::kHasMore ? forest_.size() : 0, 0),
        search_(source_, forest_, candidates_, reserves_) {
    if (objective == Objective::kWeight) ground_ = 0;
  }

  /// The same state in another width of integers, with a ground of its own.
  template <class Other>
  explicit SolverBase(const SolverBase<Other, Source>& other)
      : SolverBase(other.source_, other.candidates_, BlossomForest<Value>(other.forest_),
                   other.objective_) {
    absent_ = other.absent_;
  }

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
    ground_ = std::min({penalty_ground<Value>(forest_.size(), source_.largest()), lowest_dual(),
                        ground_.value_or(Value{0})});
  }

  [[nodiscard]] Value lowest_dual() const {
    Value lowest = Limits<Value>::kNever;
    for (Vertex v = 0; v < forest_.size(); ++v) {
      if (!is_absent(v)) lowest = std::min(lowest, forest_.dual_2x(v));
    }
    return lowest == Limits<Value>::kNever ? 0 : lowest;
  }

  [[nodiscard]] bool is_absent(Vertex v) const { return !absent_.empty() && absent_[v] != 0; }

  const Source& source_;
  CandidateGraph& candidates_;
  Objective objective_;
  BlossomForest<Value> forest_;
  /// Empty where all edges are candidates.
  Reserves<Value> reserves_;
  Search<Value, Source> search_;
  const Interrupt* interrupt_ = nullptr;
  /// The level that no dual may fall below, and on which a vertex may stay unmatched; none as long
  /// as all vertices are to be matched, but for one if their number is odd.
  std::optional<Value> ground_;
  /// 1 for vertices that are not in the graph; empty if all are.
  PerVertex<std::uint8_t> absent_;
};

}  // namespace fastpair
