// Trees that grow at once from many free vertices of a graph whose edges are all candidates.
//
// A search from one vertex alone (search.hpp) goes a long way if there are few free vertices near
// it, and the next one walks the same region again. Here trees grow side by side, and the part of
// the graph that one of them holds is not walked by another.
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
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/events.hpp"
#include "blossom/first_edges.hpp"
#include "blossom/forest.hpp"
#include "blossom/hub_edges.hpp"
#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "blossom/joint_events.hpp"
#include "blossom/joint_roots.hpp"
#include "blossom/joint_turn.hpp"
#include "blossom/large_ends.hpp"
#include "blossom/limits.hpp"
#include "blossom/outcome.hpp"
#include "blossom/smallest_tree.hpp"
#include "blossom/tree.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

template <class Value>
class JointSearch {
 public:
  /// For one run. The tree and the first edges are empty before and after.
  JointSearch(BlossomForest<Value>& forest, const CandidateGraph& candidates, Tree<Value>& tree,
              FirstEdges<Value>& first_edges)
      : forest_(forest),
        candidates_(candidates),
        tree_(tree),
        roots_(forest),
        first_edges_(first_edges),
        hub_edges_(candidates),
        large_ends_(forest.size(), candidates.count_arcs()) {}

  /// Matches the free vertices `roots` until those that are left lie on the ground or, if there is
  /// none, until no tree can grow. In the fractional stage odd cycles that are matched by halves
  /// are left too. The integral stage without a ground leaves the last root, which has no other to
  /// be matched with. The duals stay feasible, and the matched edges tight.
  ///
  /// Ends early, and returns false, when more is lost than the rules allow.
  ///
  /// Throws WidthExceeded if a value might not fit into Value, and Interrupted; the state is valid
  /// then too.
  bool run(Stage stage, const TurnRules& rules, const std::vector<Vertex>& roots,
           std::optional<Value> ground, const Interrupt& interrupt) {
    stage_ = stage;
    turn_ = JointTurn(rules, stage == Stage::kIntegral && !ground);
    roots_.start(roots, stage, rules.order, rules.may_wait, ground);
    end_ = roots_.end();
    tree_.start();
    for (const Vertex root : roots_.all()) push_begin(root);
    try {
      grow(interrupt);
    } catch (...) {
      finish();
      throw;
    }
    finish();
    if (exceeded_) throw WidthExceeded{};
    return turn_.have_all_ended() || events_.empty();
  }

 private:
  static constexpr Value kNever = Limits<Value>::kNever;
  static constexpr Value kLimit = Limits<Value>::kTime;
  static constexpr std::int64_t kEventsPerQuestion = 256;

  void grow(const Interrupt& interrupt) {
    for (std::int64_t handled = 1; !turn_.have_all_ended() && !events_.empty(); ++handled) {
      if (handled % kEventsPerQuestion == 0 && interrupt && interrupt()) throw Interrupted{};
      if (turn_.is_lost()) return;
      const Event<Value> event = events_.pop();
      if (event.at > kLimit) throw WidthExceeded{};
      tree_.now = event.at;
      handle(event);
      if (kCheckInvariants && std::has_single_bit(static_cast<std::uint64_t>(handled))) {
        for_each_tree([this](Node b) { check_invariants(tree_, b, forest_); });
      }
    }
    if (end_ != kNever) tree_.now = end_;
  }

  /// Brings the duals of all trees up to date and clears them.
  void finish() {
    end_ = 0;  // no more events
    for_each_tree([this](Node b) { dissolve(b); });
    first_edges_.forget_all();
  }

  /// Visits a node of each tree.
  void for_each_tree(auto visit) const {
    for (const Vertex root : roots_.all()) {
      const Node b = forest_.outer(root);
      if (tree_.label(b) != Label::kOutside) visit(b);
    }
  }

  // --- events -----------------------------------------------------------------------------------

  void handle(const Event<Value>& event) {
    switch (event.kind()) {
      case EventKind::kBegin:
        return handle_begin(event.from());
      case EventKind::kGrow:
        return handle_growth(event);
      case EventKind::kGround:
        return handle_ground(event.from());
      case EventKind::kShrink:
        return handle_meeting(event.from(), event.to());
      case EventKind::kExpand:
        return handle_expansion(event.blossom(), event.at);
      case EventKind::kExtend:
        return scan_waiting(event.from(), event.at);
    }
  }

  void handle_begin(Vertex root) {
    const Node b = forest_.outer(root);
    if (forest_.mate[root] != kNobody || tree_.label(b) != Label::kOutside) return;
    // If it has been matched and left again, it begins at another time, or never.
    if (roots_.begins(b) && roots_.start_of(root) == tree_.now) enter_s(b);
  }

  void handle_ground(Vertex v) {
    if (label_of(v) != Label::kS || roots_.leave_time(tree_.reach(v)) > tree_.now) return;
    end_tree(v, kNobody);
    if (roots_.order() == Order::kExchange) push_begin(roots_.add(v));
  }

  void handle_growth(const Event<Value>& event) {
    const Vertex from = event.from();
    const Vertex to = event.to();
    const Node b = forest_.outer(to);
    const bool outside = tree_.label(b) == Label::kOutside;
    if (!outside || first_edges_.from(to) != from || first_edges_.time(to) != event.at) {
      return;  // an event since then has made this one void
    }
    if (label_of(from) != Label::kS) return find_first(to);
    if (wait(forest_.outer(from), to)) return find_first(to);
    if (forest_.is_free(b)) {
      if (roots_.begins(b)) turn_.end_tree();
      const auto [v, partner] = smallest_partner(tree_, forest_, b, {to, from}, candidates_);
      forest_.rotate(b, v);
      forest_.mate[v] = partner;
      end_tree(partner, v);
      forest_.expand_empty(b);
      return find_first(to);
    }
    tree_.enter_t(b, {from, to}, tree_.now);
    push_expansion(b);
    enter_s(forest_.outer(forest_.mate[forest_.base(b)]));
  }

  /// Lets a tree begin later that has a root and one pair at most, if it would take what a large
  /// tree has left.
  bool wait(Node b, Vertex to) {
    const std::optional<Value> until = large_ends_.wait_end(to, tree_.now);
    if (!until) return false;
    const std::array nodes{b, tree_.next_node(b), tree_.next_node(tree_.next_node(b))};
    if (tree_.next_node(nodes.back()) != b) return false;
    const auto is_root = [&](Node node) { return forest_.mate[forest_.base(node)] == kNobody; };
    const Vertex root = forest_.base(*std::ranges::find_if(nodes, is_root));
    if (!roots_.wait(root, tree_.reach(root) - tree_.now, *until)) return false;
    dissolve(b);
    push({*until, EventKind::kBegin, root});
    return true;
  }

  /// An edge is due that had two S-vertices as its ends.
  void handle_meeting(Vertex from, Vertex to) {
    if (label_of(from) != Label::kS) std::swap(from, to);
    const Node a = forest_.outer(from);
    const Node b = forest_.outer(to);
    if (a == b || tree_.label(a) != Label::kS) return;
    const Arc arc{to, candidates_.weight_2x(from, to)};
    if (tree_.label(b) != Label::kS) return scan_arc(from, arc);
    const Value due = (tree_.reach(from) + tree_.reach(to) - arc.weight_2x) / 2;
    if (due != tree_.now) return;  // another event will come
    const Node top = tree_.lowest_common(a, b);
    if (top != kNone) return shrink(a, b, top, {from, to});
    if (in_smallest_tree(tree_, forest_, {from, to}, kNone) == to) std::swap(from, to);
    const Node own = forest_.outer(from);
    const auto [v, partner] = smallest_partner(tree_, forest_, own, {from, to}, candidates_);
    end_tree(v, partner);
    end_tree(partner, v);
    // The other end may still be in a tree, which can grow along this edge.
    handle_meeting(from, to);
  }

  void shrink(Node a, Node b, Node top, Link tight) {
    new_s_.clear();
    const Node blossom = tree_.shrink(a, b, top, tight, [this](Vertex v) { new_s_.push_back(v); });
    const bool is_tree = stage_ == Stage::kIntegral;
    if (!is_tree) end_tree(forest_.base(blossom), kNobody);
    for (const Vertex v : new_s_) is_tree ? scan(v) : find_first(v);
  }

  void handle_expansion(Node b, Value due) {
    if (tree_.label(b) != Label::kT || tree_.expansion(b) != due) return;
    std::vector<Node> new_s;
    const auto become_s = [&](Node child) { new_s.push_back(child); };
    const auto leave_tree = [&](Node child, Value risen) {
      forest_.for_each_vertex(child, [&](Vertex v) { leave(v, risen); });
    };
    tree_.expand(b, [&](Node child) { push_expansion(child); }, become_s, leave_tree);
    for (const Node child : new_s) scan_node(child);
  }

  /// Matches the S-vertex v with `mate`, and takes its tree apart.
  void end_tree(Vertex v, Vertex mate) {
    const Node b = forest_.outer(v);
    tree_.augment(v, mate);
    turn_.end_tree();
    dissolve(b);
  }

  /// The vertices of the tree that holds the node b are outside from now on.
  void dissolve(Node b) {
    std::int64_t lost = 0;
    tree_.for_each_node(b, [&](Node node) {
      const Value risen = tree_.now - tree_.rising(node);
      forest_.for_each_vertex(node, [&](Vertex v) {
        if (tree_.label(node) == Label::kT) return leave(v, risen);
        lost += std::ssize(candidates_.from(v));
      });
    });
    turn_.lose(lost);
    const bool is_large = large_ends_.is_large(lost);
    tree_.clear(
        b,
        [&](Vertex v, Value) {
          exceeded_ |= forest_.dual_2x[v] > kLimit || forest_.dual_2x[v] < -kLimit;
          if (is_large) large_ends_.add(v, tree_.now);
        },
        [&](Node node) {
          if (forest_.is_blossom(node)) exceeded_ |= forest_.blossom_dual_2x(node) > kLimit;
          forest_.expand_empty(node);
        });
  }

  /// A T-vertex is outside from now on. Edges to it that were found while it was T can become
  /// tight.
  void leave(Vertex v, Value risen) {
    if (first_edges_.time(v) == kNever) return;
    first_edges_.postpone(v, risen);
    push_growth(v);
  }

  // --- edges ------------------------------------------------------------------------------------

  void enter_s(Node b) {
    tree_.enter_s(b);
    scan_node(b);
  }

  void push_begin(Vertex root) {
    if (roots_.begins(forest_.outer(root))) turn_.add_tree();
    push({roots_.start_of(root), EventKind::kBegin, root});
  }

  void push_expansion(Node b) {
    if (forest_.is_blossom(b)) push({tree_.expansion(b), EventKind::kExpand, b});
  }

  void scan_node(Node b) {
    forest_.for_each_vertex(b, [&](Vertex v) { scan(v); });
  }

  /// Scans the edges of a new S-vertex.
  void scan(Vertex v) {
    first_edges_.forget(v);
    hub_edges_.forget(v);
    push({std::max(roots_.leave_time(tree_.reach(v)), tree_.now), EventKind::kGround, v});
    if (hub_edges_.is_hub(v)) return scan_hub(v);
    const Node own = forest_.outer(v);
    for (const Arc& arc : candidates_.from(v)) {
      if (forest_.outer(arc.to) != own) scan_arc(v, arc);
    }
  }

  /// Most edges of a hub are due late, and its tree may end before. Those that are not due yet and
  /// do not lead to S-vertices wait, and only the first of them is an event.
  void scan_hub(Vertex v) {
    const Node own = forest_.outer(v);
    std::vector<WaitingArc<Value>> waiting;
    for_each_from(events_.count_times(), candidates_.from(v), [&](const Arc& arc) {
      if (forest_.outer(arc.to) == own) return;
      const Value due = tree_.reach(v) + forest_.dual_2x[arc.to] - arc.weight_2x;
      // A time that was found when v was last an S-vertex has to be corrected at once.
      const bool was_first = first_edges_.from(arc.to) == v;
      const bool waits = label_of(arc.to) != Label::kS && !was_first && due > tree_.now;
      if (!waits) scan_arc(v, arc);
      if (waits && due < end_) waiting.push_back({due, arc});
    });
    hub_edges_.set_waiting(v, std::move(waiting));
    push_waiting(v);
  }

  void push_waiting(Vertex v) {
    const WaitingArc<Value>* next = hub_edges_.next_waiting(v);
    if (next != nullptr) events_.push({next->due, EventKind::kExtend, v});
  }

  void scan_waiting(Vertex v, Value due) {
    const WaitingArc<Value>* next = hub_edges_.next_waiting(v);
    if (label_of(v) != Label::kS || next == nullptr || next->due != due) return;
    for (; next != nullptr && next->due == due; next = hub_edges_.next_waiting(v)) {
      const Arc arc = hub_edges_.take_waiting(v);
      if (forest_.outer(arc.to) != forest_.outer(v)) scan_arc(v, arc);
    }
    push_waiting(v);
  }

  /// Scans an edge of the S-vertex v.
  void scan_arc(Vertex v, const Arc& arc) {
    const Label label = label_of(arc.to);
    if (label == Label::kS) {
      const Value due = (tree_.reach(v) + tree_.reach(arc.to) - arc.weight_2x) / 2;
      return push({due, EventKind::kShrink, v, arc.to});
    }
    const TreeEdge<Value> edge(tree_, v, arc.weight_2x);
    hub_edges_.add(arc.to, edge);
    const Value due = edge.due(forest_.dual_2x[arc.to]);
    // An edge that v found when it was last an S-vertex was too early, or others are older now.
    const bool was_first = first_edges_.from(arc.to) == v && first_edges_.time(arc.to) <= due;
    if (was_first) return find_first(arc.to);
    const bool tied = first_edges_.time(arc.to) == due;
    const auto known = [&] { return TreeEdge<Value>(tree_, first_edges_.from(arc.to), 0); };
    if (tied && edge.rank() < known().rank()) first_edges_.forget(arc.to);
    if (first_edges_.offer(arc.to, due, v) && label == Label::kOutside) push_growth(arc.to);
  }

  /// Finds the first edge from a tree to a vertex that is no S-vertex.
  void find_first(Vertex v) {
    first_edges_.forget(v);
    const auto first = hub_edges_.first_to(v, tree_, forest_);
    if (!first) return;
    first_edges_.offer(v, first->due(forest_.dual_2x[v]), first->from);
    if (label_of(v) == Label::kOutside) push_growth(v);
  }

  /// A tree may grow to the vertex v, which is outside.
  void push_growth(Vertex v) {
    push({first_edges_.time(v), EventKind::kGrow, first_edges_.from(v), v});
  }

  void push(const Event<Value>& event) {
    if (event.at < end_) events_.push(event);
  }

  [[nodiscard]] Label label_of(Vertex v) const { return tree_.label(forest_.outer(v)); }

  BlossomForest<Value>& forest_;
  const CandidateGraph& candidates_;
  Tree<Value>& tree_;
  JointEvents<Value> events_;
  Stage stage_ = Stage::kIntegral;
  JointRoots<Value> roots_;
  JointTurn turn_{{}, false};
  /// The time when the last trees reach the ground, so that no later event matters.
  Value end_ = kNever;
  /// These may be too early, if the end in a tree is none any more.
  FirstEdges<Value>& first_edges_;
  HubEdges<Value> hub_edges_;
  LargeEnds<Value> large_ends_;
  std::vector<Vertex> new_s_;
  bool exceeded_ = false;
};

}  // namespace fastpair
