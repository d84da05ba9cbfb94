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
        search_(b_, candidates_),
        interrupt_(interrupt) {
    if (objective == Objective::kWeight) ground_ = 0;
  }

  /// Matches until the state is optimal for all edges of the source.
  void run() {
    while (true) {
      match_all();
      const std::vector<Violation> violations = source_.violations(b_);
      if (violations.empty()) return;
      for (const Violation& edge : violations) repair(edge);
    }
  }

  [[nodiscard]] const Blossoms<Value>& state() const { return b_; }
  [[nodiscard]] Value ground() const { return ground_.value_or(lowest_dual()); }

 private:
  static std::size_t at(Vertex v) { return static_cast<std::size_t>(v); }

  /// Matches free vertices until the rest lies on the ground.
  void match_all() {
    require_width();
    std::vector<Vertex> left;
    for (const Vertex v : free_vertices()) {
      if (!match(v)) left.push_back(v);
    }
    if (left.empty() || ground_) return;
    // What is left has no augmenting path. One vertex is left in any case if the number is odd, and
    // the lowest dual is a ground that holds for all; otherwise the ground must lie so low that
    // no gain of weight pays for leaving two more vertices unmatched.
    if (left.size() > 1) ground_ = penalty_ground();
    for (const Vertex v : left) {
      if (b_.mate[at(v)] == kNobody && b_.dual_2x[at(v)] != ground()) search_.run(v, ground());
    }
  }

  /// Matches v, or puts it on the ground; false if there is no ground and no augmenting path.
  bool match(Vertex v) {
    if (b_.mate[at(v)] != kNobody || b_.dual_2x[at(v)] == ground_) return true;
    if (interrupt_ && interrupt_()) throw Interrupted{};
    while (search_.run(v, ground_) == Outcome::kStuck) {
      if (!extend()) return false;
    }
    return true;
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

  /// The state must leave room for the next searches; see limits.hpp.
  void require_width() const {
    for (const Value dual : b_.dual_2x) {
      if (dual > Limits<Value>::kTime || dual < -Limits<Value>::kTime) throw WidthExceeded{};
    }
  }

  bool extend() {
    bool added = false;
    for (const Vertex v : search_.stuck_vertices()) {
      const auto leads_out = [&](Vertex to) {
        return b_.outer[at(to)] != b_.outer[at(v)] && !search_.stuck_t(to);
      };
      added |= source_.extend(v, b_.dual_2x, leads_out, candidates_);
    }
    return added;
  }

  void repair(const Violation& edge) {
    candidates_.add(edge.first, edge.second, edge.weight_2x);
    const Value slack = b_.slack_2x(edge.first, edge.second, edge.weight_2x);
    if (slack >= 0) return;
    const Vertex raised = b_.mate[at(edge.second)] == kNobody ? edge.second : edge.first;
    while (b_.is_blossom(b_.outer[at(raised)])) b_.dissolve(b_.outer[at(raised)]);
    const Value rest = b_.slack_2x(edge.first, edge.second, edge.weight_2x);
    if (rest >= 0) return;
    b_.dual_2x[at(raised)] -= rest;
    b_.part(raised);
  }

  [[nodiscard]] Value lowest_dual() const {
    return b_.dual_2x.empty() ? Value{0} : *std::ranges::min_element(b_.dual_2x);
  }

  const Source& source_;
  CandidateGraph& candidates_;
  Blossoms<Value> b_;
  Search<Value> search_;
  const Interrupt& interrupt_;
  std::optional<Value> ground_;
};

}  // namespace fastpair
