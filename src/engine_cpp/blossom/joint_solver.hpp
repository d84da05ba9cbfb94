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
#include "blossom/joint_roots.hpp"
#include "blossom/joint_search.hpp"
#include "blossom/joint_turn.hpp"
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
  /// What trees that grow at once may lose is measured by `pass`: by default all vertices and arcs
  /// together.
  JointSolver(const Source& source, CandidateGraph& candidates, BlossomForest<Value> forest,
              Objective objective, std::optional<std::int64_t> pass = std::nullopt)
      : source_(source),
        candidates_(candidates),
        forest_(std::move(forest)),
        pass_(pass.value_or(candidates.count_arcs() + forest_.size())),
        turn_(pass_ * std::max<std::int64_t>(kLeastDigits, digits_of(forest_.size())) /
              kDigitsPerPass),
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
    match_by_halves();
    match_cycles();
    const std::vector<Vertex> left = above_ground();
    if (left.size() == 1) search(left.front(), Stage::kIntegral, lowest_dual(), kAllArcs);
    if (left.size() > 1) match_on_ground();
    if constexpr (kCheckInvariants) check_invariants(forest_, candidates_);
    require_width(forest_);
  }

  [[nodiscard]] const BlossomForest<Value>& state() const& { return forest_; }
  [[nodiscard]] BlossomForest<Value> state() && { return std::move(forest_); }
  [[nodiscard]] Value ground() const { return ground_.value_or(lowest_dual()); }

 private:
  /// So few trees are not worth an exchange of their roots.
  static constexpr std::size_t kFew = 32;
  /// Vertices are many if more than one of so many is left, and most if more than a half is.
  static constexpr std::size_t kMany = 5;
  /// A turn may lose a pass for so many binary digits of the number of vertices, which count as
  /// twelve at least.
  static constexpr std::int64_t kDigitsPerPass = 9;
  static constexpr std::int64_t kLeastDigits = 12;
  /// The more vertices are left, the sooner it pays to begin again with all of them: if more than
  /// one of so many is left, a turn is shorter.
  static constexpr std::int64_t kOfHalves = 10;
  static constexpr std::int64_t kOnGround = 30;

  // --- stages -----------------------------------------------------------------------------------

  /// Trees have another turn as long as one matches three quarters of their roots. They have none
  /// if most vertices are left, or many whose duals differ: most of these duals are bad.
  void match_by_halves() {
    match_near_by(Stage::kFractional);
    std::vector<Vertex> roots = roots_of(Stage::kFractional);
    if (are_most_or_differ(roots)) return start_again();
    std::size_t before = 0;
    do {
      const std::int64_t most_lost = turn_of(roots, kOfHalves);
      const TurnRules rules{.order = Order::kTogether, .at_once = most_lost, .may_wait = true};
      if (grow_at_once(Stage::kFractional, rules, roots)) return;
      before = roots.size();
      roots = roots_of(Stage::kFractional);
    } while (4 * roots.size() < before);
    start_again();
  }

  /// Begins again with no vertex matched. All trees grow from the start, as in LEMON, down to the
  /// ground. From what that has left, both orders take turns, which become longer and longer.
  void start_again() {
    if (!ground_) lower_ground();
    forest_ = unmatched_start<Value>(source_.heaviest(), ground_);
    const TurnRules together{.order = Order::kTogether, .at_once = 5 * pass_};
    if (grow_at_once(Stage::kFractional, together, roots_of(Stage::kFractional))) return;
    TurnRules rules{.order = Order::kByDual, .at_once = pass_ / 2 + 1, .may_wait = true};
    while (!grow_at_pace(rules)) {
      rules.order = other(rules.order);
      rules.at_once += rules.at_once / 2 + 1;
    }
  }

  /// A turn of the fractional stage that may lose three times as much more by the time when all
  /// trees have ended.
  bool grow_at_pace(TurnRules rules) {
    const std::vector<Vertex> roots = roots_of(Stage::kFractional);
    rules.per_tree = 3 * rules.at_once / std::max<std::int64_t>(1, std::ssize(roots));
    return grow_at_once(Stage::kFractional, rules, roots);
  }

  void match_cycles() {
    match_near_by(Stage::kIntegral);
    Order order = Order::kByDual;
    std::int64_t most_lost = turn_;
    while (!grow_at_once(Stage::kIntegral, {order, most_lost}, roots_of(Stage::kIntegral))) {
      order = other(order);
      most_lost *= 2;
    }
  }

  /// The vertices that are left have no augmenting paths, but others may be left in their place. To
  /// exchange them early spares trees that walk each other's regions again.
  void match_on_ground() {
    lower_ground();
    for (const Vertex v : above_ground()) {
      if (candidates_.from(v).empty()) forest_.dual_2x[v] = *ground_;
    }
    const std::vector<Vertex> roots = above_ground();
    const Order order = roots.size() > kFew ? Order::kExchange : Order::kByDual;
    if (grow_at_once(Stage::kIntegral, {order, turn_of(roots, kOnGround)}, roots)) return;
    start_again();
    match_cycles();
  }

  /// What the trees of these roots may lose before the solve begins again.
  [[nodiscard]] std::int64_t turn_of(const std::vector<Vertex>& roots, std::int64_t times) const {
    const Wide size = forest_.size();
    const Wide most = std::max<Wide>(size, times * std::ssize(roots));
    return static_cast<std::int64_t>(turn_ * size / most);
  }

  void lower_ground() {
    ground_ = std::min(penalty_ground<Value>(forest_.size(), source_.largest()), lowest_dual());
  }

  /// Each order in which trees may begin is fast on some graphs on which the other is slow.
  static Order other(Order order) {
    return order == Order::kByDual ? Order::kTogether : Order::kByDual;
  }

  /// Grows trees at once. Returns false if too much was lost, so that some vertices are left that
  /// the stage has to match.
  bool grow_at_once(Stage stage, const TurnRules& rules, const std::vector<Vertex>& roots) {
    if (roots.empty()) return true;
    JointSearch<Value> joint(forest_, candidates_, search_.tree(), search_.first_edges());
    return joint.run(stage, rules, roots, ground_, *interrupt_);
  }

  // --- near by ----------------------------------------------------------------------------------

  /// Matches vertices by searches near by, in rounds. The fewer vertices are free, the farther each
  /// search may go: those of a round scan two thirds of a pass together. It ends when a round no
  /// longer matches a quarter of the vertices, so that there are O(log n) rounds.
  void match_near_by(Stage stage) {
    std::vector<Vertex> free = roots_of(stage);
    std::size_t before = 2 * free.size();
    while (free.size() > 1 && 4 * free.size() < 3 * before) {
      before = free.size();
      const std::int64_t share = 2 * pass_ / (3 * std::ssize(free));
      for (const Vertex v : free) {
        if (!is_done(v, stage)) search(v, stage, ground_, share);
      }
      std::erase_if(free, [&](Vertex v) { return is_done(v, stage); });
    }
  }

  void search(Vertex v, Stage stage, std::optional<Value> ground, std::int64_t most_arcs) {
    if (*interrupt_ && (*interrupt_)()) throw Interrupted{};
    search_.run(v, ground, stage, *interrupt_, most_arcs);
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

  /// Whether these are most vertices, or many whose duals differ. Those without edges count for
  /// nothing.
  [[nodiscard]] bool are_most_or_differ(std::vector<Vertex> roots) const {
    std::erase_if(roots, [&](Vertex v) { return candidates_.from(v).empty(); });
    const auto differs = [&](Vertex v) {
      return forest_.dual_2x[v] != forest_.dual_2x[roots.front()];
    };
    const std::size_t size = index_of(forest_.size());
    return 2 * roots.size() > size ||
           (kMany * roots.size() > size && std::ranges::any_of(roots, differs));
  }

  [[nodiscard]] bool is_cycle(Vertex v) const { return forest_.is_blossom(forest_.outer(v)); }

  [[nodiscard]] Value lowest_dual() const {
    return forest_.dual_2x.empty() ? 0 : std::ranges::min(forest_.dual_2x);
  }

  const Source& source_;
  CandidateGraph& candidates_;
  BlossomForest<Value> forest_;
  std::int64_t pass_;
  /// Steps that trees may take to grow at once before something else is tried. It grows with the
  /// logarithm of the number of vertices, as the passes do that a good solve takes.
  std::int64_t turn_;
  /// None: all edges are candidates.
  Reserves<Value> reserves_;
  Search<Value, Source> search_;
  const Interrupt* interrupt_ = nullptr;
  /// The level that no dual may fall below, and on which a vertex may stay unmatched; none as long
  /// as all vertices are to be matched.
  std::optional<Value> ground_;
};

}  // namespace fastpair
