// The course of a solve where all edges are candidates: most vertices are matched by searches near
// by, and the remaining ones by trees that grow at once. A search near by is one from a single
// vertex that is given up after a share of the arcs; trees that grow at once are the multiple
// search trees of Ball and Derigs (1983, "An analysis of alternate strategies for implementing
// matching algorithms").
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "blossom/graph_source.hpp"
#include "blossom/invariants.hpp"
#include "blossom/limits.hpp"
#include "blossom/link_repair.hpp"
#include "blossom/nest_repair.hpp"
#include "blossom/search.hpp"
#include "blossom/solution.hpp"
#include "blossom/solver_base.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

template <class Value, GraphSource<Value> Source>
class CompleteSolver : public SolverBase<Value, Source> {
  static_assert(!Source::kHasMore);
  using Base = SolverBase<Value, Source>;
  using Base::source_, Base::candidates_, Base::objective_, Base::forest_, Base::search_,
      Base::interrupt_, Base::ground_, Base::lowest_dual, Base::width_, Base::is_absent;

 public:
  using Base::Base;

  /// Matches until the state is optimal: from nothing, after changes, or after an interruption.
  ///
  /// Throws WidthExceeded if a value might not fit into Value, and Interrupted; the state is valid
  /// then too.
  void run(const Interrupt& interrupt) {
    interrupt_ = &interrupt;
    from_nothing_ = !std::exchange(ended_, false);
    if (from_nothing_) {
      find_free();
      width_.measure(forest_);
      lone_ = free_.size() <= 1;
    }
    width_.require(forest_);
    const bool most_edges = objective_ == Objective::kCardinality;
    // Weights may have grown since the ground was set.
    if (ground_ && most_edges && !lone_) lower_ground();
    arcs_ = candidates_.count_arcs() + forest_.size();
    match_all();
    update_free();
    if (ground_ && most_edges && lone_ && free_.size() > 1) {
      // The ground was that of the only vertex that had to stay unmatched.
      ground_.reset();
      match_all();
      update_free();
    }
    if constexpr (kCheckInvariants) check_invariants(forest_, candidates_);
    width_.require(forest_);
    lone_ = all_free_ && free_.size() <= 1;
    if (!lone_) free_.clear();
    all_free_ = lone_;
    ended_ = true;
  }

  /// The names of a solver that prices out: there is no edge to price out.
  void rerun(const Interrupt& interrupt) { run(interrupt); }
  void secure(const Interrupt& /*interrupt*/) {}

  /// Announces that the edge ij has come, gone or got another weight among the candidates, and
  /// whether that is the last change before the next run.
  void change(Vertex i, Vertex j, bool last) {
    const Arc* edge = candidates_.find(i, j);
    const Value slack =
        edge == nullptr ? Limits<Value>::kNever : forest_.slack_2x(i, j, edge->weight_2x);
    if (slack == 0) return;
    if (slack > 0 && forest_.mate(i) != j && !forest_.is_linked(i, j)) return;
    const bool safe = width_.is_within(NestRepair<Value, Source>::kLargest) &&
                      2 * Wide{source_.largest()} <= NestRepair<Value, Source>::kLargest;
    if (last && safe && nest_repair_.run(i, j, ground_)) {
      return width_.grow(nest_repair_.change());
    }
    if (link_repair_.run(i, j)) return width_.grow(link_repair_.risen());
    this->loosen(i, j);
    if (edge != nullptr) this->repair({i, j, edge->weight_2x});
  }

  /// Announces that all edges of v have changed.
  void change_all(Vertex v) {
    this->free_alone(v);
    if (!ground_ && candidates_.from(v).empty()) return;
    const Value before = forest_.dual_2x(v);
    lower_and_match(v, candidates_, ground_, forest_);
    width_.grow(before - forest_.dual_2x(v));
  }

 private:
  /// The searches of a round near by scan so many of all arcs together.
  static constexpr double kRound = 2.0 / 3;
  /// Among so few vertices each search goes on to its end: to grow trees at once takes a third more
  /// time for complete graphs of 16. With 128, late-bloomers of 100 vertices take 2.6 times as
  /// long. Builds that check invariants let trees grow at once in smaller graphs too: their tests
  /// have hardly any others.
  static constexpr Vertex kFew = kCheckInvariants ? 8 : 48;
  /// In a re-solve, so few free vertices search a part of that first: most changes can be mended
  /// near by. Without this, a changed edge of a Delaunay graph takes 1.7 times as long on average.
  static constexpr std::size_t kFewFree = 4;
  static constexpr double kFirstPart = 0.25;
  /// Another round follows if one leaves a smaller share of its vertices. What a weak round leaves
  /// is matched sooner by trees that grow at once.
  static constexpr double kRemaining = 0.6;
  /// No round by halves begins if a larger share of all vertices is free: many have to remain so.
  /// Without this, hubs of ten leaves each take 1.3 times as long; with 0.5, one of 160 mixes does.
  static constexpr double kMostFree = 0.75;
  /// Trees may lose so many times all arcs before they begin anew.
  static constexpr double kLost = 4;

  // --- stages -----------------------------------------------------------------------------------

  /// Matches the remaining vertices until there are none.
  void match_all() {
    match_near_by(Stage::kFractional);
    // A single remaining vertex has no other to be matched with, and would search the whole graph
    // for one.
    if (remaining().size() == 1) set_ground();
    take_turns(Stage::kFractional);
    match_near_by(Stage::kIntegral);
    if (!remaining(Stage::kFractional).empty()) set_ground();
    take_turns(Stage::kIntegral);
    set_ground();
    take_turns(Stage::kIntegral);
  }

  /// Matches vertices by searches near by, in rounds. The fewer vertices are free, the farther each
  /// search may go. A search that ends before it has found anything leaves valid duals. There are
  /// O(log n) rounds, which scan O(m log n) arcs; of few vertices each search may scan all.
  void match_near_by(Stage stage) {
    std::vector<Vertex> free = remaining(stage);
    const double most = kMostFree * static_cast<double>(forest_.size());
    if (stage == Stage::kFractional && as_double(free) > most) return;
    const bool few = forest_.size() <= kFew;
    bool first = !from_nothing_ && !few && free.size() <= kFewFree;
    double still_free = 0;
    while (free.size() > 1 && still_free < kRemaining) {
      const double before = as_double(free);
      const double round = first ? kFirstPart * kRound : kRound;
      const std::int64_t share = few ? kAllArcs : share_of_arcs(round / before);
      for (const Vertex v : free) {
        if (!is_remaining(v, stage)) continue;
        this->run_search(v, ground_, stage, share);
        width_.grow(2 * Wide{search_.end()});
      }
      std::erase_if(free, [&](Vertex v) { return !is_remaining(v, stage); });
      still_free = std::exchange(first, false) ? 0 : as_double(free) / before;
    }
  }

  static double as_double(const std::vector<Vertex>& some) {
    return static_cast<double>(some.size());
  }

  /// Free vertices that lay on the ground remain to be matched if it falls.
  void lower_ground() {
    const std::optional<Value> before = ground_;
    Base::lower_ground();
    if (ground_ != before && !all_free_) find_free();
  }

  /// Lets vertices stay unmatched from now on, if any remain, but no more than have to. If that
  /// is one, the lowest may as well stay.
  void set_ground() {
    if (ground_) return;
    const std::size_t count = remaining().size();
    if (count == 0) return;
    if (count > 1) return lower_ground();
    ground_ = lowest_dual();
  }

  /// Lets trees grow at once until they have ended. Those of one turn may lose twice as much as
  /// those of the turn before. In whole edges, trees that begin together lose much on some graphs,
  /// and trees that begin by dual on others, such as those where many vertices have to stay
  /// unmatched. So they take turns: altogether some times what the better order loses.
  void take_turns(Stage stage) {
    Start start = Start::kTogether;
    for (double lost = kLost; !grow_at_once(stage, start, share_of_arcs(lost)); lost *= 2) {
      const bool together = stage == Stage::kFractional || start == Start::kByDual;
      start = together ? Start::kTogether : Start::kByDual;
    }
  }

  bool grow_at_once(Stage stage, Start start, std::int64_t may_lose) {
    const std::vector<Vertex> roots = stage == Stage::kFractional ? remaining(stage) : remaining();
    if (roots.empty()) return true;
    const bool ended = search_.run_many(roots, start, ground_, stage, *interrupt_, may_lose);
    width_.grow(2 * Wide{search_.end()});
    return ended;
  }

  /// A vertex counts as an arc.
  [[nodiscard]] std::int64_t share_of_arcs(double share) const {
    return static_cast<std::int64_t>(share * static_cast<double>(arcs_));
  }

  /// Whether v is free and above the ground, and for this stage: odd cycles are for the integral
  /// one. When the fractional stage is over, no path leads from the others to free vertices.
  [[nodiscard]] bool is_remaining(Vertex v, Stage stage) const {
    return is_remaining(v) && forest_.is_blossom(forest_.surface(v)) == (stage == Stage::kIntegral);
  }
  [[nodiscard]] bool is_remaining(Vertex v) const {
    return forest_.mate(v) == kNobody && forest_.dual_2x(v) != ground_ && !is_absent(v);
  }

  /// The remaining vertices, for a stage or for any, in the order of their numbers: vertices
  /// with numbers near each other often are neighbours, whose searches read the same memory.
  [[nodiscard]] std::vector<Vertex> remaining(auto... stage) {
    update_free();
    std::vector<Vertex> result;
    std::ranges::copy_if(free_, std::back_inserter(result),
                         [&](Vertex v) { return is_remaining(v, stage...); });
    return result;
  }

  [[nodiscard]] bool is_free(Vertex v) const { return forest_.mate(v) == kNobody && !is_absent(v); }

  /// Looks for free vertices among all.
  void find_free() {
    free_ = vertices_below(forest_.size(), [this](Vertex v) { return is_free(v); });
    all_free_ = true;
  }

  /// Takes account of the vertices that have been freed and matched since the last call.
  void update_free() {
    if (forest_.take_freed(free_)) {
      std::ranges::sort(free_);
      const auto equal = std::ranges::unique(free_);
      free_.erase(equal.begin(), equal.end());
    }
    std::erase_if(free_, [this](Vertex v) { return !is_free(v); });
  }

  NestRepair<Value, Source> nest_repair_{source_, forest_, candidates_};
  LinkRepair<Value> link_repair_{forest_, candidates_};
  /// Whether the last run has come to its end, and this one goes on from no such state.
  bool ended_ = false;
  bool from_nothing_ = true;
  /// Free vertices, in the order of their numbers. Between two runs those on the ground are left
  /// out, unless there is one only: a re-solve looks at no vertices but those that changes free.
  std::vector<Vertex> free_;
  /// Whether these are all free vertices.
  bool all_free_ = false;
  /// Whether one at most was free when the last run ended. If most edges are asked for, the next
  /// one tries the ground that it lies on first: without it, its tree would reach as far as any
  /// other.
  bool lone_ = false;
  /// The number of arcs and of vertices.
  std::int64_t arcs_ = 0;
};

}  // namespace fastpair
