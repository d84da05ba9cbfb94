// The course of a solve: until no vertex is free, grow trees on the candidates; price out the edges
// of the whole graph; repair those that are violated, and begin again. This is the method of Derigs
// and Metz (1991, "Solving (large scale) matching problems combinatorially") and of Applegate and
// Cook (1993, "Solving large-scale matching problems"): candidates are the edges of their sparse
// graph, and to price out and repair is their way to the optimum of all edges. One tree grows at a
// time, the strategy of a single search tree of Ball and Derigs (1983, "An analysis of alternate
// strategies for implementing matching algorithms").
//
// Reserves are ours. A pass over the edges of a vertex that are no candidates gives it half of
// their least slack; until its dual has fallen by that much, none of them needs to be priced out
// again (candidates.hpp). To secure vertices is to price them out and give them reserves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/graph_source.hpp"
#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "blossom/limits.hpp"
#include "blossom/search.hpp"
#include "blossom/solver_base.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

template <class Value, PricingGraphSource<Value> Source>
class PricingSolver : public SolverBase<Value, Source> {
  using Base = SolverBase<Value, Source>;
  using Base::source_, Base::candidates_, Base::objective_, Base::forest_, Base::reserves_,
      Base::secured_, Base::search_, Base::interrupt_, Base::ground_, Base::absent_,
      Base::repaired_, Base::violated_, Base::ask_interrupt, Base::lower_ground, Base::lowest_dual,
      Base::is_absent, Base::repair, Base::loosen, Base::free_alone;

 public:
  using Base::Base;

  /// Matches until the state is optimal for all edges of the source.
  void run(const Interrupt& interrupt) {
    begin(interrupt);
    secured_ = false;
    optimize();
  }

  /// Gives every vertex of an optimal state a reserve, which questions need.
  void secure(const Interrupt& interrupt)
    requires ChangingGraphSource<Source, Value>
  {
    interrupt_ = &interrupt;
    secure_all();
  }

  /// Matches and secures after changes, from a state that was optimal before them. The first time,
  /// every vertex gets a reserve before.
  void rerun(const Interrupt& interrupt)
    requires ChangingGraphSource<Source, Value>
  {
    begin(interrupt);
    repair(secure_all());
    match_free_vertices();
    for (auto violated = price_out_and_secure(); !violated.empty();
         violated = price_out_and_secure()) {
      repair(violated);
      match_free_vertices();
    }
  }

  /// Announces that the edge ij has come, gone or got another weight in the source.
  void change(Vertex i, Vertex j, bool /*last*/)
    requires ChangingGraphSource<Source, Value>
  {
    loosen(i, j);
    candidates_.remove(i, j);
    if (!source_.is_edge(i, j)) return;
    const Proposal edge{i, j, source_.weight_2x(i, j)};
    candidates_.add(i, j, edge.weight_2x);
    repair(edge);
  }

  /// Announces that all edges of v have changed.
  void change_all(Vertex v)
    requires ChangingGraphSource<Source, Value>
  {
    free_alone(v);
    candidates_.clear(v);
    forest_.set_dual_2x(v, lowest_dual());
    Value least = 0;
    for (const auto& [u, weight_2x] : search_.best_edges(v)) {
      candidates_.add(v, u, weight_2x);
      least = std::min(least, forest_.slack_2x(v, u, weight_2x));
    }
    forest_.raise(v, -least);
    reserves_[v] = kUnpriced<Value>;
  }

 private:
  void begin(const Interrupt& interrupt) {
    interrupt_ = &interrupt;
    require_width(forest_);  // after the changes
    // Weights may have grown since the ground was set.
    if (ground_ && objective_ == Objective::kCardinality) lower_ground();
  }

  /// Matches and prices out until no edge of the source is violated.
  void optimize() {
    match_free_vertices();
    reserves_.fill(0);
    if (is_complete()) return;
    for (auto violated = source_.violations(forest_); !violated.empty(); violated = price_out()) {
      repair(violated);
      match_free_vertices();
    }
  }

  /// Whether all pairs of vertices are candidates, so that no edge has to be priced out.
  [[nodiscard]] bool is_complete() const {
    for (Vertex v = 0; v < forest_.size(); ++v) {
      if (candidates_.from(v).size() + 1 < index_of(forest_.size())) return false;
    }
    return true;
  }

  // --- grow -------------------------------------------------------------------------------------

  /// Matches free vertices until the others lie on the ground.
  void match_free_vertices() {
    std::size_t before = index_of(forest_.size());
    do {
      const std::size_t now = free_vertices().size();
      const bool many = now * kManyFree > index_of(forest_.size()) && 2 * now > before;
      if (many && repaired_ && !ground_ && !waited_) wait_on_a_ground();
      before = now;
      repaired_ = false;
      unmatched_.clear();
      for (const Stage stage : {Stage::kFractional, Stage::kIntegral}) {
        const std::vector<Vertex> free = free_vertices();
        for (const Vertex v : free) {
          if (v == free.back() && is_odd_one_out(free)) unmatched_.push_back(v);
          match(v, stage);
        }
        if constexpr (kCheckInvariants) check_invariants(forest_, candidates_);
      }
      // The lowest dual is a ground for all, and one vertex stays unmatched because the number is
      // odd.
      if (!ground_ && !unmatched_.empty() && !repaired_) {
        search(unmatched_.front(), Stage::kIntegral, lowest_dual());
      }
    } while (repaired_);
    require_width(forest_);
  }

  /// Lets free vertices wait on a ground until all others are matched optimally. Where many stay
  /// free, there may be too few partners: a vertex without one lowers its dual below those of its
  /// edges, one after the other, and frees a vertex at each.
  void wait_on_a_ground() {
    waited_ = true;
    ground_ = lowest_dual();
    optimize();
    ground_.reset();
  }

  /// Matches v, or makes it part of a cycle matched by halves, or puts it on the ground, or leaves
  /// it.
  void match(Vertex v, Stage stage) {
    while (!is_done(v, stage)) {
      if (search(v, stage, ground_) == Outcome::kStuck) leave_unmatched(v);
    }
  }

  [[nodiscard]] bool is_done(Vertex v, Stage stage) const {
    return forest_.mate(v) != kNobody || forest_.dual_2x(v) == ground_ ||
           (stage == Stage::kFractional && forest_.is_blossom(forest_.surface(v))) ||
           std::ranges::find(unmatched_, v) != unmatched_.end();
  }

  Outcome search(Vertex v, Stage stage, std::optional<Value> ground) {
    const Outcome outcome = this->run_search(v, ground, stage);
    if (outcome == Outcome::kViolated) {
      repair(search_.violation());
      require_width(forest_);
    }
    return outcome;
  }

  /// Free vertices, those of small nodes first, because their trees are small, and of these the
  /// highest dual first: the last one is the cheapest to leave.
  [[nodiscard]] std::vector<Vertex> free_vertices() const {
    std::vector<Vertex> free = vertices_below(
        forest_.size(), [this](Vertex v) { return forest_.mate(v) == kNobody && !is_absent(v); });
    const auto order = [this](Vertex v) {
      return std::pair(forest_.count(forest_.surface(v)), -forest_.dual_2x(v));
    };
    std::ranges::stable_sort(free, {}, order);
    return free;
  }

  /// Whether only one of the free vertices is still free, and has to remain so, because the number
  /// of vertices is odd.
  [[nodiscard]] bool is_odd_one_out(const std::vector<Vertex>& free) const {
    const auto is_free = [this](Vertex v) { return forest_.mate(v) == kNobody; };
    return !ground_ && unmatched_.empty() && count_present() % 2 == 1 &&
           std::ranges::count_if(free, is_free) == 1;
  }

  /// Leaves v unmatched, because no augmenting path begins at it. If the number of vertices is odd,
  /// one vertex may stay unmatched. As soon as more are, the ground is put so low that no gain of
  /// weight pays for leaving yet another one.
  void leave_unmatched(Vertex v) {
    unmatched_.push_back(v);
    if (unmatched_.size() <= count_present() % 2) return;
    lower_ground();
    for (const Vertex u : std::exchange(unmatched_, {})) match(u, Stage::kIntegral);
  }

  // --- price out --------------------------------------------------------------------------------

  /// Prices out the edges of the vertices without a reserve. Returns violated edges.
  std::vector<Proposal> price_out() {
    const std::vector<Vertex> unpriced = unpriced_vertices(reserves_, forest_.size());
    if (unpriced.empty()) return {};
    ask_interrupt();
    for (const Vertex v : unpriced) reserves_[v] = 0;
    return source_.violations(forest_, unpriced);
  }

  /// Prices out the edges of the vertices without a reserve. Returns violated edges, and gives the
  /// vertices without any a reserve.
  std::vector<Proposal> price_out_and_secure()
    requires ChangingGraphSource<Source, Value>
  {
    const std::vector<Vertex> unpriced = unpriced_vertices(reserves_, forest_.size());
    if (unpriced.empty()) return {};
    ask_interrupt();
    return source_.secure(forest_, candidates_, unpriced, reserves_);
  }

  /// Does so for all vertices, unless that has been done.
  std::vector<Proposal> secure_all()
    requires ChangingGraphSource<Source, Value>
  {
    if (secured_) return {};
    reserves_.fill(kUnpriced<Value>);
    std::vector<Proposal> violated = price_out_and_secure();
    secured_ = true;
    return violated;
  }

  // --- repair -----------------------------------------------------------------------------------

  void repair(const std::vector<Proposal>& violations) {
    for (const Proposal& edge : violations) {
      for (const Vertex v : {edge.first, edge.second}) ++violated_[v];
    }
    for (const Proposal& edge : violations) {
      // Only a few edges of a vertex are proposed at a time, so that more may be violated.
      reserves_[edge.first] = kUnpriced<Value>;
      candidates_.add(edge.first, edge.second, edge.weight_2x);
      repair(edge);
    }
    violated_.fill(0);
    require_width(forest_);
  }

  [[nodiscard]] std::size_t count_present() const {
    return index_of(forest_.size()) - static_cast<std::size_t>(std::ranges::count(absent_, 1));
  }

  /// Free vertices wait on a ground if a pass over them leaves half of them, and one of so many
  /// vertices. Of 27 families of bench/hard, 26 leave at most 22 of 1000 vertices in the first
  /// pass.
  static constexpr std::size_t kManyFree = 10;

  /// Whether the free vertices have waited on a ground.
  bool waited_ = false;
  /// Vertices without an augmenting path, while there is no ground.
  std::vector<Vertex> unmatched_;
};

}  // namespace fastpair
