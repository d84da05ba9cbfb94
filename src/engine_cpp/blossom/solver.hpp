// The course of a solve: candidates, a greedy start, searches, pricing, repair, until nothing is
// violated.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "blossom/search.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

template <class Value, class Source>
class Solver {
 public:
  Solver(const Source& source, CandidateGraph& candidates, Blossoms<Value> blossoms,
         Objective objective)
      : source_(source),
        candidates_(candidates),
        b_(std::move(blossoms)),
        reserves_(at(b_.size()), 0),
        search_(source_, b_, candidates_, reserves_),
        objective_(objective),
        violated_(at(b_.size()), 0) {
    if (objective == Objective::kWeight) ground_ = 0;
  }

  /// Matches until the state is optimal for all edges of the source.
  void run(const Interrupt& interrupt) {
    start(interrupt);
    std::ranges::fill(reserves_, 0);
    repair_all(source_.violations(b_));
    reprice([this](const std::vector<Vertex>& rows) {
      for (const Vertex v : rows) reserves_[at(v)] = 0;
      return source_.violations(b_, rows);
    });
  }

  /// The same from nothing, and gives every vertex a reserve, for changes to come.
  void run_and_secure(const Interrupt& interrupt) {
    run(interrupt);
    std::ranges::fill(reserves_, kUnpriced<Value>);
    rerun(interrupt);
  }

  /// The same after changes that were announced, from a state that was optimal before them.
  void rerun(const Interrupt& interrupt) {
    start(interrupt);
    reprice([this](const std::vector<Vertex>& rows) {
      return source_.secure(b_, candidates_, rows, reserves_);
    });
  }

  /// Announces that the edge ij has come, gone or got another weight in the source.
  void change(Vertex i, Vertex j) {
    loosen(i, j);
    candidates_.remove(i, j);
    if (!source_.is_edge(i, j)) return;
    const Proposal edge{i, j, source_.weight_2x(i, j)};
    candidates_.add(i, j, edge.weight_2x);
    repair(edge);
  }

  /// Announces that all edges of v have changed.
  void change_all(Vertex v) {
    b_.release_mate(v);
    b_.lift(v, b_.shared_2x(v, v) / 2);
    candidates_.clear(v);
    b_.dual_2x[at(v)] = lowest_dual();
    Value least = 0;
    for (const auto& [slack, arc] : search_.best_edges(v)) {
      candidates_.add(v, arc.to, arc.weight_2x);
      least = std::min(least, slack);
    }
    b_.dual_2x[at(v)] -= least;
    reserves_[at(v)] = kUnpriced<Value>;
  }

  /// Takes vertices without edges out of the graph, so that they need not be matched.
  void set_absent(const std::vector<std::uint8_t>& absent) { absent_ = absent; }

  [[nodiscard]] const Blossoms<Value>& state() const& { return b_; }
  [[nodiscard]] Blossoms<Value> state() && { return std::move(b_); }
  [[nodiscard]] Value ground() const { return ground_.value_or(lowest_dual()); }

 private:
  static constexpr Value kLimit = Limits<Value>::kTime;
  static std::size_t at(Vertex v) { return static_cast<std::size_t>(v); }

  void ask_interrupt() const {
    if (*interrupt_ && (*interrupt_)()) throw Interrupted{};
  }

  void start(const Interrupt& interrupt) {
    interrupt_ = &interrupt;
    require_width();  // after the changes
    // Weights may have grown since the ground was set.
    if (ground_ && objective_ == Objective::kCardinality) lower_ground();
    match_all();
  }

  /// Prices the rows that have no reserve until nothing is violated.
  template <class Price>
  void reprice(Price price) {
    while (true) {
      std::vector<Vertex> rows;
      for (Vertex v = 0; v < b_.size(); ++v) {
        if (reserves_[at(v)] < 0) rows.push_back(v);
      }
      if (rows.empty()) return;
      ask_interrupt();
      repair_all(price(rows));
    }
  }

  void repair_all(const std::vector<Proposal>& violations) {
    if (violations.empty()) return;
    for (const Proposal& edge : violations) {
      for (const Vertex v : {edge.first, edge.second}) ++violated_[at(v)];
    }
    for (const Proposal& edge : violations) {
      // Only a few edges of a vertex are proposed at a time: there may be more.
      reserves_[at(edge.first)] = kUnpriced<Value>;
      candidates_.add(edge.first, edge.second, edge.weight_2x);
      repair(edge);
    }
    std::ranges::fill(violated_, 0);
    require_width();
    match_all();
  }

  /// Matches free vertices until the rest lies on the ground.
  void match_all() {
    do {
      repaired_ = false;
      left_.clear();
      for (const Stage stage : {Stage::kFractional, Stage::kIntegral}) {
        const std::vector<Vertex> free = free_vertices();
        for (const Vertex v : free) {
          if (v == free.back() && is_odd_one_out(free)) left_.push_back(v);
          match(v, stage);
        }
      }
      // The lowest dual is a ground for all, and one vertex is left by parity.
      if (!ground_ && !left_.empty() && !repaired_) {
        search(left_.front(), Stage::kIntegral, lowest_dual());
      }
    } while (repaired_);
    require_width();
  }

  /// Matches v, or makes it part of a cycle matched by halves, or puts it on the ground, or leaves
  /// it.
  void match(Vertex v, Stage stage) {
    while (!done(v, stage)) {
      if (search(v, stage, ground_) == Outcome::kStuck) leave(v);
    }
  }

  [[nodiscard]] bool done(Vertex v, Stage stage) const {
    return b_.mate[at(v)] != kNobody || b_.dual_2x[at(v)] == ground_ ||
           (stage == Stage::kFractional && b_.is_blossom(b_.outer(v))) ||
           std::ranges::find(left_, v) != left_.end();
  }

  Outcome search(Vertex v, Stage stage, std::optional<Value> ground) {
    ask_interrupt();
    const Outcome outcome = search_.run(v, ground, stage, *interrupt_);
    if (outcome == Outcome::kBehind) {
      repair(search_.violation());
      require_width();
    }
    if (search_.exceeded()) throw WidthExceeded{};
    return outcome;
  }

  /// Whether the last of the free vertices is left by the parity of their number.
  [[nodiscard]] bool is_odd_one_out(const std::vector<Vertex>& free) const {
    return !ground_ && left_.empty() && count_present() % 2 == 1 &&
           std::ranges::count_if(free, [&](Vertex v) { return b_.mate[at(v)] == kNobody; }) == 1;
  }

  /// There is no augmenting path from v. As soon as more vertices are left than the parity of their
  /// number explains, the ground is put so low that no gain of weight pays for leaving more.
  void leave(Vertex v) {
    left_.push_back(v);
    if (left_.size() <= count_present() % 2) return;
    lower_ground();
    for (const Vertex u : std::exchange(left_, {})) match(u, Stage::kIntegral);
  }

  void lower_ground() {
    ground_ = std::min({penalty_ground(), lowest_dual(), ground_.value_or(Value{0})});
  }

  /// Free vertices, those of small nodes first, because their trees are small, and of these the
  /// highest dual first: the last one is the cheapest to leave.
  [[nodiscard]] std::vector<Vertex> free_vertices() const {
    std::vector<Vertex> free;
    for (Vertex v = 0; v < b_.size(); ++v) {
      if (b_.mate[at(v)] == kNobody && !is_absent(v)) free.push_back(v);
    }
    const auto order = [&](Vertex v) {
      return std::pair(b_.count(b_.outer(v)), -b_.dual_2x[at(v)]);
    };
    std::ranges::stable_sort(free, {}, order);
    return free;
  }

  [[nodiscard]] bool is_absent(Vertex v) const { return !absent_.empty() && absent_[at(v)] != 0; }

  [[nodiscard]] std::size_t count_present() const {
    return at(b_.size()) - static_cast<std::size_t>(std::ranges::count(absent_, 1));
  }

  [[nodiscard]] Value penalty_ground() const {
    const Wide ground = -(Wide{b_.size()} * source_.largest() + 1);
    if (ground < -Limits<Value>::kTime) throw WidthExceeded{};
    return static_cast<Value>(ground);
  }

  /// The state must leave room for the next step; see limits.hpp.
  void require_width() const {
    const auto fits = [](Value dual) { return dual <= kLimit && dual >= -kLimit; };
    if (!std::ranges::all_of(b_.dual_2x, fits) || !nests_fit()) throw WidthExceeded{};
  }

  /// Whether the duals of nested blossoms add up to no more than the limit.
  [[nodiscard]] bool nests_fit() const {
    // Mostly not even those of all blossoms do.
    Value total = 0;
    Node next = b_.size();
    while (next < b_.node_end() && total <= kLimit) total += b_.blossom_dual_2x(next++);
    if (total <= kLimit) return true;
    Value nested = 0;
    bool fit = true;
    const auto enter = [&](Node b) {
      if (fit) nested += b_.blossom_dual_2x(b);
      fit &= nested <= kLimit;
    };
    const auto leave = [&](Node b) {
      if (fit) nested -= b_.blossom_dual_2x(b);
    };
    for (Vertex v = 0; v < b_.size(); ++v) {
      if (!b_.is_blossom(b_.outer(v)) || b_.base(b_.outer(v)) != v) continue;
      b_.walk(b_.outer(v), enter, [](Vertex) {}, leave);
    }
    return fit;
  }

  /// Raises the dual of one end until the slack is not negative: the vertex is free then, and so
  /// is the former mate of the blossoms that hold it.
  void repair(const Proposal& edge) {
    const Value missing = -slack_2x(edge);
    if (missing <= 0) return;
    repaired_ = true;
    separate(edge.first, edge.second, missing);
  }

  /// Takes away what rests on the edge ij being tight: its match, and blossoms that hold both ends.
  void loosen(Vertex i, Vertex j) {
    if (b_.mate[at(i)] == j || b_.is_linked(i, j)) separate(i, j, 0);
  }

  /// Frees one end, takes the blossoms apart that it shares with the other, and raises its dual.
  void separate(Vertex i, Vertex j, Value amount) {
    // The end that takes fewer blossoms apart, mends more edges, and frees fewer vertices.
    const auto cost = [this](Vertex v) {
      return std::tuple(b_.count(b_.outer(v)), -violated_[at(v)], b_.mate[at(v)] != kNobody);
    };
    const Vertex raised = cost(j) < cost(i) ? j : i;
    b_.release_mate(raised);
    b_.lift(raised, b_.shared_2x(i, j) / 2 + amount);
  }

  [[nodiscard]] Value slack_2x(const Proposal& edge) const {
    return b_.slack_2x(edge.first, edge.second, edge.weight_2x);
  }

  [[nodiscard]] Value lowest_dual() const {
    Value lowest = Limits<Value>::kNever;
    for (Vertex v = 0; v < b_.size(); ++v) {
      if (!is_absent(v)) lowest = std::min(lowest, b_.dual_2x[at(v)]);
    }
    return lowest == Limits<Value>::kNever ? 0 : lowest;
  }

  const Source& source_;
  CandidateGraph& candidates_;
  Blossoms<Value> b_;
  Reserves<Value> reserves_;
  Search<Value, Source> search_;
  const Interrupt* interrupt_ = nullptr;
  Objective objective_;
  std::optional<Value> ground_;
  bool repaired_ = false;
  /// How many of the violated edges that are being repaired end at a vertex.
  std::vector<int> violated_;
  /// Vertices without an augmenting path, while there is no ground.
  std::vector<Vertex> left_;
  /// Empty if all vertices are present.
  std::vector<std::uint8_t> absent_;
};

}  // namespace fastpair
