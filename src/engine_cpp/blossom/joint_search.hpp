// Trees that grow at once from many free vertices of a graph whose edges are all candidates.
//
// The next search from one vertex alone (search.hpp) may walk the same region again. Here trees
// grow side by side, and the part of the graph that one of them holds is not walked by another.
//
// When a tree ends, its vertices are outside again, and the other trees may go on there. Its events
// and those that it kept the other trees from having are not looked for, but corrected when they
// are due. An event may be due too early, but never too late:
//
// - shrink: One end is no S-vertex any more. The slack of the edge falls more slowly than that of
//   an edge between two S-vertices does.
// - grow: The S-vertex that was the first to reach a vertex is none any more. Those that come later
//   are then found among the edges of the vertex.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/events.hpp"
#include "blossom/forest.hpp"
#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "blossom/limits.hpp"
#include "blossom/tree.hpp"
#include "blossom/tree_search.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// When the trees of a run begin: all together, or each when a falling level is the dual of its
/// root.
enum class Start : std::uint8_t { kTogether, kByDual };

template <class Value>
class JointSearch : TreeSearch<Value, EventQueue<Value, Ties::kGrowthLast>, JointSearch<Value>> {
  using Base = TreeSearch<Value, EventQueue<Value, Ties::kGrowthLast>, JointSearch>;
  friend Base;

 public:
  /// For one run. The tree and the first edges are empty before and after.
  JointSearch(BlossomForest<Value>& forest, const CandidateGraph& candidates, Tree<Value>& tree,
              FirstEdges<Value>& first_edges)
      : Base(forest, tree, first_edges), candidates_(candidates) {}

  /// Matches the free vertices `roots`, which lie above the ground, until the others lie
  /// on it or, if there is none, until no tree can grow. In the fractional stage odd cycles that
  /// are matched by halves remain too. The integral stage without a ground leaves the last root,
  /// which has no other to be matched with. The duals stay feasible, and the matched edges tight.
  ///
  /// The trees begin as `start` says. Ends early, and returns false, when the trees that have ended
  /// had scanned more arcs than `may_lose`. Others may scan these again.
  ///
  /// Throws WidthExceeded if a value might not fit into Value, and Interrupted; the state is valid
  /// then too.
  bool run(Stage stage, Start start, std::vector<Vertex> roots, std::optional<Value> ground,
           const Interrupt& interrupt, std::int64_t may_lose = kAllArcs) {
    this->begin(stage, ground, Limits<Value>::kTime);
    may_lose_ = may_lose;
    start_ = start;
    roots_ = std::move(roots);
    highest_ = ground.value_or(-Limits<Value>::kTime);
    for (const Vertex root : roots_) highest_ = std::max(highest_, forest_.dual_2x(root));
    if (ground) end_ = highest_ - *ground;
    open_trees_ = stage == Stage::kIntegral && !ground ? -1 : 0;
    for (const Vertex root : roots_) push_begin(root);
    try {
      grow(interrupt);
    } catch (...) {
      finish();
      throw;
    }
    finish();
    if (exceeded_) throw WidthExceeded{};
    return open_trees_ <= 0 || events_.empty();
  }

 private:
  using Base::forest_, Base::tree_, Base::first_edges_, Base::events_, Base::stage_, Base::ground_,
      Base::end_, Base::new_s_, Base::exceeded_, Base::push, Base::push_growth, Base::label_of,
      Base::enter_s, Base::leave;

  void grow(const Interrupt& interrupt) {
    while (open_trees_ > 0 && !events_.empty()) {
      if (may_lose_ < 0) return;
      this->handle_next(interrupt);
    }
    if (open_trees_ > 0 && !end_.is_never()) tree_.now = end_.at();
  }

  /// Brings the duals of all trees up to date and clears them.
  void finish() {
    end_ = Value{0};  // no more events
    for_each_tree([this](Node b) { dissolve(b); });
    first_edges_.forget_all();
  }

  void check_running() const {
    for_each_tree([this](Node b) { check_invariants(tree_, b, forest_); });
  }

  /// Visits a node of each tree.
  void for_each_tree(auto visit) const {
    for (const Vertex root : roots_) {
      const Node b = forest_.surface(root);
      if (tree_.label(b) != Label::kOutside) visit(b);
    }
  }

  // --- roots ------------------------------------------------------------------------------------

  /// The time when a free node begins a tree: by its dual, when the falling level is that of its
  /// base, so that all roots reach the ground together. However they begin, the duals of all trees
  /// are even together and odd together: half the slack of an edge between two is an integer. A
  /// node on the ground never begins, nor does an odd cycle of the fractional stage.
  [[nodiscard]] Time<Value> start_of(Node b) const {
    const Value dual_2x = forest_.dual_2x(forest_.base(b));
    const bool odd_cycle = stage_ == Stage::kFractional && forest_.is_blossom(b);
    if (dual_2x == ground_ || odd_cycle) return {};
    return start_ == Start::kTogether ? (highest_ - dual_2x) % 2 : highest_ - dual_2x;
  }

  void push_begin(Vertex root) {
    const Time<Value> start = start_of(forest_.surface(root));
    if (start.is_never()) return;
    ++open_trees_;
    push({start.at(), EventKind::kBegin, root});
  }

  /// The time from which on an S-vertex may stay free in place of the root of its tree: when it
  /// comes to the ground. Where trees begin by dual, it does so immediately if it lies below the
  /// level, so that no tree ends on the ground before all do.
  [[nodiscard]] Time<Value> leave_time(Vertex v) const {
    if (!ground_) return {};
    if (start_ == Start::kTogether) return tree_.reach(v) - *ground_;
    return tree_.reach(v) < highest_ ? Time<Value>(0) : Time<Value>();
  }

  // --- events -----------------------------------------------------------------------------------

  void handle_begin(Vertex root) {
    const Node b = forest_.surface(root);
    if (!forest_.is_free(b) || tree_.label(b) != Label::kOutside) return;
    // If it has been matched and freed again, it begins at another time, or never.
    if (start_of(b) == tree_.now) enter_s(b);
  }

  void handle_ground(Vertex v) {
    if (label_of(v) != Label::kS || leave_time(v) > tree_.now) return;
    end_tree(v, kNobody);
    roots_.push_back(v);
    push_begin(v);
  }

  void handle_growth(const Event<Value>& event) {
    const Vertex from = event.from();
    const Vertex to = event.to();
    if (this->is_void(event)) return;
    if (label_of(from) != Label::kS) return find_first(to);
    const Node b = forest_.surface(to);
    if (!forest_.is_free(b)) return this->grow_along({from, to});
    if (!start_of(b).is_never()) --open_trees_;
    forest_.rotate(b, to, from);
    end_tree(from, to);
    forest_.expand_empty(b);
    find_first(to);
  }

  /// The edge at this place among those of `from` is due, which had two S-vertices as its ends.
  void handle_shrinking(Vertex from, Vertex place) {
    const Arc& arc = candidates_.from(from)[index_of(place)];
    meet(from, arc.to, arc.weight_2x);
  }

  void meet(Vertex from, Vertex to, Weight weight_2x) {
    if (label_of(from) != Label::kS) std::swap(from, to);
    const Node a = forest_.surface(from);
    const Node b = forest_.surface(to);
    if (a == b || tree_.label(a) != Label::kS) return;
    const Arc arc{to, weight_2x};
    if (tree_.label(b) != Label::kS) return offer(from, arc);
    if (meeting_time(from, arc) != tree_.now) return;  // another event will come
    const Node top = tree_.lowest_common(a, b);
    if (top != kNone) return shrink(top, {from, to});
    match_smallest(smallest_tree({{from, to}, {to, from}}, kNone).to);
    // One of the trees may still be there, and can grow along this edge.
    meet(from, to, weight_2x);
  }

  /// Matches a tree that has met others at the node of its S-vertex s with the smallest of them.
  /// What a tree has held is walked again by the trees beside it, so that a large one that ends
  /// again and again would make a long way of a short one.
  void match_smallest(Vertex s) {
    const Node b = forest_.surface(s);
    std::vector<Link> tight;
    forest_.for_each_vertex(b, [&](Vertex v) {
      for (const Arc& arc : candidates_.from(v)) {
        const bool meets = label_of(arc.to) == Label::kS && meeting_time(v, arc) == tree_.now;
        if (meets) tight.push_back({v, arc.to});
      }
    });
    const auto [v, partner] = smallest_tree(tight, b);
    end_tree(v, partner);
    end_tree(partner, v);
  }

  /// Of some links to S-vertices one whose tree has the fewest nodes, leaving out the tree of the
  /// node `apart`. The trees are walked side by side, and none farther than the smallest.
  [[nodiscard]] Link smallest_tree(const std::vector<Link>& links, Node apart) const {
    std::vector<std::pair<Link, Node>> walks;
    for (const Link& link : links) walks.emplace_back(link, forest_.surface(link.to));
    while (true) {
      std::erase_if(walks, [&](const auto& walk) { return walk.second == apart; });
      for (auto& [link, at] : walks) {
        at = tree_.next_node(at);
        if (at == forest_.surface(link.to)) return link;
      }
    }
  }

  void shrink(Node top, Link tight) {
    const Node blossom = Base::shrink(top, tight);
    const bool is_tree = stage_ == Stage::kIntegral;
    if (!is_tree) end_tree(forest_.base(blossom), kNobody);
    for (const Vertex v : new_s_) is_tree ? scan(v) : find_first(v);
  }

  /// Matches the S-vertex v with `mate`, and takes its tree apart.
  void end_tree(Vertex v, Vertex mate) {
    const Node b = forest_.surface(v);
    tree_.augment(v, mate);
    --open_trees_;
    dissolve(b);
  }

  /// The vertices of the tree that holds the node b are outside from now on.
  void dissolve(Node b) {
    tree_.for_each_node(b, [&](Node node) {
      const Value risen = tree_.now - tree_.rising(node);
      forest_.for_each_vertex(node, [&](Vertex v) {
        if (tree_.label(node) == Label::kT) return leave(v, risen);
        may_lose_ -= std::ssize(candidates_.from(v));
      });
    });
    this->clear_tree(b, [](Vertex, Value) {});
  }

  // --- edges ------------------------------------------------------------------------------------

  /// Scans the edges of a new S-vertex.
  void scan(Vertex v) {
    first_edges_.forget(v);
    const Time<Value> leaves = leave_time(v);
    if (!leaves.is_never()) push({std::max(leaves.at(), tree_.now), EventKind::kGround, v});
    const Node own = forest_.surface(v);
    const std::span<const Arc> arcs = candidates_.from(v);
    for (Vertex place = 0; place < std::ssize(arcs); ++place) {
      const Arc& arc = arcs[index_of(place)];
      const Node b = forest_.surface(arc.to);
      if (b == own) continue;
      if (tree_.label(b) == Label::kS) {
        push({meeting_time(v, arc), EventKind::kShrink, v, place});
      } else {
        offer(v, arc);
      }
    }
  }

  /// Offers an edge of the S-vertex v to its other end, which is none.
  void offer(Vertex v, const Arc& arc) {
    require_within<Value>(Wide{tree_.reach(v)} + forest_.dual_2x(arc.to) - arc.weight_2x, 28);
    const Value due = tree_.reach(v) + forest_.dual_2x(arc.to) - arc.weight_2x;
    // The time that was found when v was last an S-vertex is too early.
    const bool was_first = first_edges_.from(arc.to) == v && first_edges_.time(arc.to) <= due;
    if (was_first) return find_first(arc.to);
    if (first_edges_.offer(arc.to, due, v) && label_of(arc.to) == Label::kOutside)
      push_growth(arc.to);
  }

  /// Finds the first edge from a tree to a vertex that is no S-vertex.
  void find_first(Vertex v) {
    first_edges_.forget(v);
    for (const auto& [s, weight_2x] : candidates_.from(v)) {
      if (label_of(s) != Label::kS) continue;
      first_edges_.offer(v, tree_.reach(s) + forest_.dual_2x(v) - weight_2x, s);
    }
    if (!first_edges_.time(v).is_never() && label_of(v) == Label::kOutside) push_growth(v);
  }

  /// The time when an edge between two S-vertices becomes tight.
  [[nodiscard]] Value meeting_time(Vertex v, const Arc& arc) const {
    require_within<Value>(Wide{tree_.reach(v)} + tree_.reach(arc.to) - arc.weight_2x, 28);
    return (tree_.reach(v) + tree_.reach(arc.to) - arc.weight_2x) / 2;
  }

  const CandidateGraph& candidates_;
  std::vector<Vertex> roots_;
  Start start_ = Start::kTogether;
  /// The highest dual of a root at the time 0.
  Value highest_ = 0;
  /// How many trees grow or are to begin. If no vertex may stay unmatched, the last does not count.
  std::int64_t open_trees_ = 0;
  std::int64_t may_lose_ = kAllArcs;
};

}  // namespace fastpair
