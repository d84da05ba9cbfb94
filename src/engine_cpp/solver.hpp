// The course of a solve: candidates, a greedy start, searches, pricing, repair, until nothing is
// violated.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "blossoms.hpp"
#include "candidates.hpp"
#include "fastpair/matching.hpp"
#include "search.hpp"

namespace fastpair {

template <class Value, class Source>
class Solver {
 public:
  Solver(const Source& source, CandidateGraph& candidates, Blossoms<Value> blossoms,
         Objective objective, const Interrupt& interrupt)
      : source_(source),
        candidates_(candidates),
        b_(std::move(blossoms)),
        search_(source_, b_, candidates_),
        interrupt_(interrupt) {
    if (objective == Objective::kWeight) ground_ = 0;
  }

  /// Matches until the state is optimal for all edges of the source.
  void run() {
    while (true) {
      match_all();
      const std::vector<Proposal> violations = source_.violations(b_);
      if (violations.empty()) return;
      for (const Proposal& edge : violations) {
        candidates_.add(edge.first, edge.second, edge.weight_2x);
        repair(edge);
      }
      require_width();
    }
  }

  [[nodiscard]] const Blossoms<Value>& state() const { return b_; }
  [[nodiscard]] Value ground() const { return ground_.value_or(lowest_dual()); }

 private:
  static std::size_t at(Vertex v) { return static_cast<std::size_t>(v); }

  /// Matches free vertices until the rest lies on the ground.
  void match_all() {
    for (const Vertex v : free_vertices()) {
      if (!done(v) && b_.outer[at(v)] == v) halve(v);
    }
    std::vector<Vertex> left;
    do {
      repaired_ = false;
      left.clear();
      for (const Vertex v : free_vertices()) {
        if (!match(v)) left.push_back(v);
      }
    } while (repaired_);
    if (!ground_ && !left.empty()) leave(left);
    require_width();
  }

  /// Puts vertices without an augmenting path on the ground. One vertex is left in any case if the
  /// number is odd: then the lowest dual is a ground that holds for all. Otherwise the ground must
  /// lie so low that no gain of weight pays for leaving two more vertices unmatched.
  void leave(const std::vector<Vertex>& left) {
    if (left.size() > 1) ground_ = std::min(penalty_ground(), lowest_dual());
    const Value level = ground();
    for (const Vertex v : left) {
      if (b_.mate[at(v)] == kNobody && b_.dual_2x[at(v)] != level) {
        search_.run(v, level, Stage::kIntegral);
      }
    }
  }

  /// Matches v, or makes it part of a cycle that is matched by halves, if it can.
  void halve(Vertex v) {
    while (search(v, Stage::kFractional) == Outcome::kBehind) repair(search_.violation());
  }

  /// Matches v, or puts it on the ground; false if there is no ground and no augmenting path.
  bool match(Vertex v) {
    while (!done(v)) {
      const Outcome outcome = search(v, Stage::kIntegral);
      if (outcome == Outcome::kStuck) return false;
      if (outcome == Outcome::kBehind) repair(search_.violation());
    }
    return true;
  }

  [[nodiscard]] bool done(Vertex v) const {
    return b_.mate[at(v)] != kNobody || b_.dual_2x[at(v)] == ground_;
  }

  Outcome search(Vertex v, Stage stage) {
    if (interrupt_ && interrupt_()) throw Interrupted{};
    return search_.run(v, ground_, stage);
  }

  /// Free vertices, highest dual first: the last one is the cheapest to leave.
  [[nodiscard]] std::vector<Vertex> free_vertices() const {
    std::vector<Vertex> free;
    for (Vertex v = 0; v < b_.size(); ++v) {
      if (b_.mate[at(v)] == kNobody) free.push_back(v);
    }
    std::ranges::stable_sort(free, std::greater{}, [&](Vertex v) { return b_.dual_2x[at(v)]; });
    return free;
  }

  [[nodiscard]] Value penalty_ground() const {
    const Wide ground = -(Wide{b_.size()} * source_.largest() + 1);
    if (ground < -Limits<Value>::kTime) throw WidthExceeded{};
    return static_cast<Value>(ground);
  }

  /// The state must leave room for the next step; see limits.hpp.
  void require_width() const {
    constexpr Value limit = Limits<Value>::kTime;
    Value nested = 0;
    bool fits = true;
    b_.walk(
        [&](Node b) {
          nested += b_.blossom_dual_2x(b);
          fits &= nested <= limit;
        },
        [&](Vertex v) { fits &= b_.dual_2x[at(v)] <= limit && b_.dual_2x[at(v)] >= -limit; },
        [&](Node b) { nested -= b_.blossom_dual_2x(b); });
    if (!fits) throw WidthExceeded{};
  }

  /// Raises the dual of one end until the slack is not negative: the vertex is free then, and so
  /// are the bases of the blossoms that held it.
  void repair(const Proposal& edge) {
    if (slack_2x(edge) >= 0) return;
    repaired_ = true;
    const Vertex raised = b_.mate[at(edge.second)] == kNobody ? edge.second : edge.first;
    while (b_.is_blossom(b_.outer[at(raised)])) b_.dissolve(b_.outer[at(raised)]);
    const Value rest = slack_2x(edge);
    if (rest >= 0) return;
    b_.dual_2x[at(raised)] -= rest;
    b_.part(raised);
  }

  [[nodiscard]] Value slack_2x(const Proposal& edge) const {
    return b_.slack_2x(edge.first, edge.second, edge.weight_2x);
  }

  [[nodiscard]] Value lowest_dual() const {
    return b_.dual_2x.empty() ? Value{0} : *std::ranges::min_element(b_.dual_2x);
  }

  const Source& source_;
  CandidateGraph& candidates_;
  Blossoms<Value> b_;
  Search<Value, Source> search_;
  const Interrupt& interrupt_;
  std::optional<Value> ground_;
  bool repaired_ = false;
};

}  // namespace fastpair
