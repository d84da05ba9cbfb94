// The course of a solve where all edges are candidates: most vertices are matched by searches near
// by, and those that are left by trees that grow at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "blossom/graph_source.hpp"
#include "blossom/ground.hpp"
#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "blossom/joint_search.hpp"
#include "blossom/limits.hpp"
#include "blossom/outcome.hpp"
#include "blossom/search.hpp"
#include "blossom/solution.hpp"
#include "blossom/width.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

template <class Value, GraphSource<Value> Source>
class JointSolver {
  static_assert(!Source::kHasMore);

 public:
  JointSolver(const Source& source, CandidateGraph& candidates, BlossomForest<Value> forest,
              Objective objective)
      : source_(source),
        candidates_(candidates),
        forest_(std::move(forest)),
        search_(source_, forest_, candidates_, reserves_) {
    if (objective == Objective::kWeight) ground_ = 0;
  }

  /// Matches until the state is optimal.
  ///
  /// Throws WidthExceeded if a value might not fit into Value, and Interrupted; the state is valid
  /// then too.
  void run(const Interrupt& interrupt) {
    interrupt_ = &interrupt;
    require_width(forest_);
    match_near_by(Stage::kFractional);
    if (has_bad_duals()) start_again();
    grow_at_once(Stage::kFractional, roots_of(Stage::kFractional));
    match_near_by(Stage::kIntegral);
    // No path leads from these to other free vertices, so that some have to stay unmatched.
    if (!roots_of(Stage::kFractional).empty()) lower_ground();
    grow_at_once(Stage::kIntegral, above_ground());
    if (const std::vector<Vertex> left = above_ground(); !left.empty()) {
      lower_ground();
      grow_at_once(Stage::kIntegral, left);
    }
    if constexpr (kCheckInvariants) check_invariants(forest_, candidates_);
    require_width(forest_);
  }

  [[nodiscard]] const BlossomForest<Value>& state() const& { return forest_; }
  [[nodiscard]] BlossomForest<Value> state() && { return std::move(forest_); }
  [[nodiscard]] Value ground() const { return ground_.value_or(lowest_dual()); }

 private:
  /// The searches of a round near by scan so many of all arcs together.
  static constexpr double kRound = 2.0 / 3;
  /// Another round follows if one has matched more than one of so many vertices.
  static constexpr std::size_t kFew = 4;
  /// Vertices are many if more than one of so many is left.
  static constexpr std::size_t kMany = 5;

  // --- stages -----------------------------------------------------------------------------------

  /// Matches vertices by searches near by, in rounds. The fewer vertices are free, the farther each
  /// search may go. A search that ends before it has found anything leaves valid duals. There are
  /// O(log n) rounds, which scan O(m log n) arcs.
  void match_near_by(Stage stage) {
    const double round = kRound * static_cast<double>(candidates_.count_arcs() + forest_.size());
    std::vector<Vertex> free = roots_of(stage);
    std::size_t before = 2 * free.size();
    while (free.size() > 1 && kFew * (before - free.size()) > before) {
      before = free.size();
      const auto share = static_cast<std::int64_t>(round / static_cast<double>(before));
      for (const Vertex v : free) {
        if (!is_done(v, stage)) search(v, stage, share);
      }
      std::erase_if(free, [&](Vertex v) { return is_done(v, stage); });
    }
  }

  /// Whether the searches near by have left many vertices, with duals that differ: most of these
  /// are bad. Vertices without edges count for nothing.
  [[nodiscard]] bool has_bad_duals() const {
    std::vector<Vertex> left = roots_of(Stage::kFractional);
    std::erase_if(left, [&](Vertex v) { return candidates_.from(v).empty(); });
    const auto differs = [&](Vertex v) {
      return forest_.dual_2x[v] != forest_.dual_2x[left.front()];
    };
    return kMany * left.size() > index_of(forest_.size()) && std::ranges::any_of(left, differs);
  }

  /// Begins again with no vertex matched.
  void start_again() {
    lower_ground();
    forest_ = unmatched_start<Value>(source_.heaviest(), ground_);
  }

  /// From now on vertices may stay unmatched, but no more of them than have to. If that is a single
  /// one, any may: the lowest does.
  void lower_ground() {
    if (ground_) return;
    const Value lowest = lowest_dual();
    const bool one_stays = above_ground().size() == 1;
    ground_ = one_stays
                  ? lowest
                  : std::min(penalty_ground<Value>(forest_.size(), source_.largest()), lowest);
  }

  void grow_at_once(Stage stage, std::vector<Vertex> roots) {
    JointSearch<Value> joint(forest_, candidates_, search_.tree(), search_.first_edges());
    joint.run(stage, std::move(roots), ground_, *interrupt_);
  }

  void search(Vertex v, Stage stage, std::int64_t most_arcs) {
    if (*interrupt_ && (*interrupt_)()) throw Interrupted{};
    search_.run(v, ground_, stage, *interrupt_, most_arcs);
    if (search_.exceeded()) throw WidthExceeded{};
  }

  [[nodiscard]] bool is_done(Vertex v, Stage stage) const {
    return forest_.mate[v] != kNobody || forest_.dual_2x[v] == ground_ ||
           (stage == Stage::kFractional && is_cycle(v));
  }

  // --- vertices ---------------------------------------------------------------------------------

  /// The vertices that a stage has to match. When the fractional stage is over, no path leads from
  /// those that it has left above the ground to other free vertices. So the integral stage begins
  /// from odd cycles alone.
  [[nodiscard]] std::vector<Vertex> roots_of(Stage stage) const {
    std::vector<Vertex> roots = above_ground();
    std::erase_if(roots, [&](Vertex v) { return is_cycle(v) == (stage == Stage::kFractional); });
    return roots;
  }

  /// The free vertices that do not lie on the ground, in the order of their numbers: vertices with
  /// numbers near each other often are neighbours, whose searches read the same memory.
  [[nodiscard]] std::vector<Vertex> above_ground() const {
    std::vector<Vertex> free;
    for (Vertex v = 0; v < forest_.size(); ++v) {
      if (forest_.mate[v] == kNobody && forest_.dual_2x[v] != ground_) free.push_back(v);
    }
    return free;
  }

  [[nodiscard]] bool is_cycle(Vertex v) const { return forest_.is_blossom(forest_.outer(v)); }

  [[nodiscard]] Value lowest_dual() const {
    return forest_.dual_2x.empty() ? 0 : std::ranges::min(forest_.dual_2x);
  }

  const Source& source_;
  CandidateGraph& candidates_;
  BlossomForest<Value> forest_;
  /// None: all edges are candidates.
  Reserves<Value> reserves_;
  Search<Value, Source> search_;
  const Interrupt* interrupt_ = nullptr;
  /// The level that no dual may fall below, and on which a vertex may stay unmatched; none as long
  /// as all vertices are to be matched.
  std::optional<Value> ground_;
};

}  // namespace fastpair
