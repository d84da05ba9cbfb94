// One search: an alternating tree grows from a free node until the matching gains an edge.
//
// tree.hpp explains the tree and the time that passes in it. What ends an adjustment of the duals
// in Edmonds' method is an event here, and waits in a queue (events.hpp) for the time when it is
// due: the method of Galil, Micali and Gabow (1986, "An O(EV log V) algorithm for finding a maximal
// weighted matching in general graphs"). For each vertex outside, the best edge to it is kept
// (FirstEdges), as in Gabow (1976, "An efficient implementation of Edmonds' algorithm").
//
// All edges of the tree are tight, so the doubled duals of its vertices are all even or all odd:
// half the slack of an edge between two S-vertices, and half the dual of a blossom, are integers.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/events.hpp"
#include "blossom/first_edges.hpp"
#include "blossom/forest.hpp"
#include "blossom/graph_source.hpp"
#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "blossom/limits.hpp"
#include "blossom/outcome.hpp"
#include "blossom/pauses.hpp"
#include "blossom/present_duals.hpp"
#include "blossom/tree.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

template <class Value, GraphSource<Value> Source>
class Search {
 public:
  /// A search subtracts from the reserve of a vertex what the dual of that vertex falls by.
  /// Negative reserves stay as they are.
  Search(const Source& source, BlossomForest<Value>& forest, CandidateGraph& candidates,
         Reserves<Value>& reserves)
      : finder_(source),
        forest_(forest),
        candidates_(candidates),
        reserves_(reserves),
        tree_(forest),
        present_duals_(forest, tree_, Source::template kClosed<Value>),
        first_edges_(forest.size()),
        pauses_(Source::kHasMore ? forest.size() : 0) {}

  /// What another search may use between two of this one: both are empty then.
  [[nodiscard]] Tree<Value>& tree() { return tree_; }
  [[nodiscard]] FirstEdges<Value>& first_edges() { return first_edges_; }

  /// Grows the tree of the outermost node that holds the free vertex `root`. Whatever the outcome,
  /// the duals stay feasible for the candidate edges, and the matched edges tight; but after
  /// kViolated the edge violation() is a candidate that has to be repaired.
  ///
  /// Throws WidthExceeded if a value might not fit into Value, and Interrupted; the state is valid
  /// then too.
  Outcome run(Vertex root, std::optional<Value> ground, Stage stage, const Interrupt& interrupt,
              std::int64_t most_arcs = kAllArcs) {
    begin(ground, stage, most_arcs);
    const std::optional<Outcome> outcome = grow(root, interrupt);
    finish();
    return outcome.value_or(Outcome::kStuck);
  }

  /// Grows the tree as run() does, without a ground, for events before the time `limit` only. If
  /// none of them ends the search, the duals change until then.
  Outcome run_until(Value limit, Vertex root, const Interrupt& interrupt) {
    begin(std::nullopt, Stage::kIntegral);
    end_ = limit;
    const std::optional<Outcome> outcome = grow(root, interrupt);
    if (!outcome && limit != kNever) tree_.now = limit;
    finish();
    return outcome.value_or(Outcome::kStuck);
  }

  /// The time when the last search ended.
  [[nodiscard]] Value end() const { return tree_.now; }

  /// Grows the tree as far as it goes, where no other free vertex can be reached. Before the duals
  /// are brought up to date, calls visit(v, reach) for every S-vertex with the time at which its
  /// dual is 0; see Tree::reach.
  template <class Visit>
  Outcome explore(Vertex root, const Interrupt& interrupt, Visit visit) {
    begin(std::nullopt, Stage::kIntegral);
    const std::optional<Outcome> outcome = grow(root, interrupt);
    tree_.for_each_node(forest_.outer(root), [&](Node b) {
      if (tree_.label(b) != Label::kS) return;
      forest_.for_each_vertex(b, [&](Vertex v) { visit(v, tree_.reach(v)); });
    });
    finish();
    return outcome.value_or(Outcome::kStuck);
  }

  /// The edge, now a candidate, that ended the last search because it is violated.
  [[nodiscard]] const Proposal& violation() const { return violation_; }

  /// Whether a dual has left the range in which another search is safe.
  [[nodiscard]] bool exceeded() const { return exceeded_; }

  /// The edges of least slack of a vertex outside of all blossoms, between two searches.
  [[nodiscard]] const auto& best_edges(Vertex v) {
    Duals duals(forest_.dual_2x);
    return finder_.find({.from = v, .own = forest_.dual_2x[v], .duals = duals});
  }

 private:
  using Duals = DualsOf<Source, Value>;

  static constexpr Value kNever = Limits<Value>::kNever;
  static constexpr Value kLimit = Limits<Value>::kTime;
  /// How many events are handled between two questions to the interrupt function.
  static constexpr std::int64_t kEventsPerQuestion = 256;

  void begin(std::optional<Value> ground, Stage stage, std::int64_t most_arcs = kAllArcs) {
    tree_.start();
    present_duals_.forget();
    events_.clear();
    pauses_.start();
    end_ = kNever;
    ground_ = ground;
    stage_ = stage;
    arcs_left_ = most_arcs;
  }

  /// Handles events until one of them ends the search, or none is left.
  std::optional<Outcome> grow(Vertex root, const Interrupt& interrupt) {
    root_ = root;
    enter_s(forest_.outer(root));
    std::optional<Outcome> outcome;
    for (std::int64_t handled = 1; !outcome && arcs_left_ >= 0 && has_event(); ++handled) {
      if (handled % kEventsPerQuestion == 0 && interrupt && interrupt()) {
        finish();
        throw Interrupted{};
      }
      const Event<Value> event = events_.pop();
      if (event.at > kLimit) {
        finish();
        throw WidthExceeded{};
      }
      tree_.now = event.at;
      outcome = handle(event);
      // The time of a check grows with the tree, so that checks follow few of the events.
      const bool checked = std::has_single_bit(static_cast<std::uint64_t>(handled));
      if (kCheckInvariants && checked) check_running(outcome);
    }
    return outcome;
  }

  /// Whether an event is left. When there is none, the tree would be stuck: the extensions that
  /// were put off take place.
  bool has_event() {
    if (events_.empty()) {
      for (const Vertex v : pauses_.take_postponed()) {
        events_.push({tree_.now, EventKind::kExtend, v});
      }
    }
    return !events_.empty();
  }

  /// Brings the duals of the tree up to date and clears it.
  void finish() {
    tree_.clear(
        forest_.outer(root_),
        [&](Vertex v, Value fallen) {
          if (Source::kHasMore && reserves_[v] >= 0) reserves_[v] -= fallen;
          exceeded_ |= forest_.dual_2x[v] > kLimit || forest_.dual_2x[v] < -kLimit;
        },
        [&](Node b) {
          if (forest_.is_blossom(b)) exceeded_ |= forest_.blossom_dual_2x(b) > kLimit;
          forest_.expand_empty(b);
        });
    first_edges_.forget_all();
  }

  /// Checks the queue between two events, and the tree then and after a violated edge was found.
  void check_running(const std::optional<Outcome>& outcome) const {
    if (!outcome) require_invariant(events_.is_ordered(), "events come in the order of their time");
    const bool is_tree = !outcome || *outcome == Outcome::kViolated;
    if (is_tree) check_invariants(tree_, forest_.outer(root_), forest_);
  }

  // --- events -----------------------------------------------------------------------------------

  /// Returns the outcome if the event ends the search.
  std::optional<Outcome> handle(const Event<Value>& event) {
    switch (event.kind()) {
      case EventKind::kGrow:
        return handle_growth(event.from(), event.to(), event.at);
      case EventKind::kGround:
        tree_.augment(event.from(), kNobody);
        return Outcome::kGrounded;
      case EventKind::kShrink:
        return handle_shrinking(event.from(), event.to());
      case EventKind::kExpand:
        handle_expansion(event.blossom());
        return std::nullopt;
      case EventKind::kExtend:
        return handle_extension(event.from());
      case EventKind::kBegin:
        break;
    }
    return std::nullopt;
  }

  std::optional<Outcome> handle_growth(Vertex from, Vertex to, Value due) {
    const Node b = forest_.outer(to);
    const bool outside = tree_.label(b) == Label::kOutside;
    if (!outside || first_edges_.from(to) != from || first_edges_.time(to) != due) {
      return std::nullopt;  // an event since then has made this one void
    }
    if (forest_.is_free(b)) {
      forest_.rotate(b, to);
      tree_.augment(from, to);
      forest_.mate[to] = from;
      forest_.expand_empty(b);
      return Outcome::kAugmented;
    }
    tree_.enter_t(b, {from, to}, tree_.now);
    push_expansion(b);
    present_duals_.update(b);
    enter_s(forest_.outer(forest_.mate[forest_.base(b)]));
    return std::nullopt;
  }

  std::optional<Outcome> handle_shrinking(Vertex from, Vertex to) {
    const Node a = forest_.outer(from);
    const Node b = forest_.outer(to);
    if (a == b) return std::nullopt;
    new_s_.clear();
    const Node top = tree_.lowest_common(a, b);
    const Node blossom = tree_.shrink(a, b, top, {from, to}, [&](Vertex v) {
      first_edges_.forget(v);
      present_duals_.update_s(v);
      new_s_.push_back(v);
    });
    if (stage_ == Stage::kFractional) {
      tree_.augment(forest_.base(blossom), kNobody);
      return Outcome::kHalved;
    }
    for (const Vertex v : new_s_) scan(v);
    return std::nullopt;
  }

  void handle_expansion(Node b) {
    if (tree_.label(b) != Label::kT) return;  // it has become part of an S-blossom
    std::vector<Node> new_s;
    const auto become_s = [&](Node child) {
      found_s(child);
      new_s.push_back(child);
    };
    tree_.expand(
        b, [&](Node child) { push_expansion(child); }, become_s,
        [&](Node child, Value risen) { leave_tree(child, risen); });
    // Edges are scanned last, when every child has its label.
    for (const Node child : new_s) scan_node(child);
  }

  /// A child of an expanded T-blossom has left the tree. Edges to its vertices that were found
  /// while they were T can become tight from now on.
  void leave_tree(Node child, Value risen) {
    present_duals_.update(child);
    forest_.for_each_vertex(child, [&](Vertex v) {
      if (first_edges_.time(v) == kNever) return;
      first_edges_.postpone(v, risen);
      const Value due = first_edges_.time(v);
      if (due < end_) events_.push({due, EventKind::kGrow, first_edges_.from(v), v});
    });
  }

  /// Asks the graph for more edges of an S-vertex that lead out of its node.
  std::optional<Outcome> handle_extension(Vertex v) {
    const Value reach = tree_.reach(v);
    const EdgeRequest<Value, Duals> request{.from = v,
                                            .own = reach - tree_.now,
                                            .duals = present_duals_.out_of(forest_.outer(v)),
                                            .earliest = first_edges_.times(),
                                            .reach = reach};
    Value last = tree_.now;
    bool found = false;
    for (const auto& [_, arc] : finder_.find(request)) {
      candidates_.add(v, arc.to, arc.weight_2x);
      const Value due = scan_arc(v, reach, arc);
      if (due < tree_.now) {
        violation_ = {v, arc.to, arc.weight_2x};
        return Outcome::kViolated;
      }
      last = std::max(last, due);
      found = true;
    }
    pauses_.note(v, found);
    if (found && last < end_) events_.push({last, EventKind::kExtend, v});
    return std::nullopt;
  }

  // --- labels -----------------------------------------------------------------------------------

  void enter_s(Node b) {
    tree_.enter_s(b);
    found_s(b);
    scan_node(b);
  }

  /// A node has become S.
  void found_s(Node b) {
    present_duals_.update(b);
    forest_.for_each_vertex(b, [&](Vertex v) { first_edges_.forget(v); });
  }

  /// A node has become T.
  void push_expansion(Node b) {
    if (!forest_.is_blossom(b)) return;
    const Value due = tree_.expansion(b);
    if (due < end_) events_.push({due, EventKind::kExpand, b});
  }

  void scan_node(Node b) {
    forest_.for_each_vertex(b, [&](Vertex v) { scan(v); });
  }

  /// Scans the candidate edges of a new S-vertex. O(degree), and O(log n) for each event.
  void scan(Vertex v) {
    arcs_left_ -= std::ssize(candidates_.from(v));
    if (arcs_left_ < 0) return;
    const Node own = forest_.outer(v);
    const Value reach = tree_.reach(v);
    if (ground_ && reach - *ground_ < end_) {
      end_ = reach - *ground_;
      events_.push({end_, EventKind::kGround, v});
    }
    // Edges that are no candidates have at least this slack. Where all edges are candidates, the
    // reserve is near the limit.
    const Value reserve = Source::kHasMore ? std::max(reserves_[v], Value{0}) : 0;
    Value last = tree_.now + reserve;
    for (const Arc& arc : candidates_.from(v)) {
      if (forest_.outer(arc.to) != own) last = std::max(last, scan_arc(v, reach, arc));
    }
    if (Source::kHasMore && reserve < kLimit / 4 && last < end_ && pauses_.is_over(v)) {
      events_.push({last, EventKind::kExtend, v});
    }
  }

  /// Returns the time when an edge becomes tight, or `now` if it does not.
  Value scan_arc(Vertex v, Value reach, const Arc& arc) {
    const Node b = forest_.outer(arc.to);
    const Value due = reach + forest_.dual_2x[arc.to] - arc.weight_2x;
    switch (tree_.label(b)) {
      case Label::kS:
        scan_s(v, arc.to, (due + tree_.since(arc.to)) / 2);
        return (due + tree_.since(arc.to)) / 2;
      case Label::kT:
        first_edges_.offer(arc.to, due, v);
        return tree_.now;
      case Label::kOutside:
        scan_outside(v, arc.to, b, due);
        return due;
    }
    return tree_.now;
  }

  void scan_s(Vertex v, Vertex to, Value due) {
    if (due >= end_) return;
    if (stage_ == Stage::kFractional) end_ = due;
    events_.push({due, EventKind::kShrink, v, to});
  }

  void scan_outside(Vertex v, Vertex to, Node b, Value due) {
    if (due >= end_ || !first_edges_.offer(to, due, v)) return;
    if (forest_.is_free(b)) end_ = due;
    events_.push({due, EventKind::kGrow, v, to});
  }

  typename Source::template EdgeFinder<Value> finder_;
  BlossomForest<Value>& forest_;
  CandidateGraph& candidates_;
  Reserves<Value>& reserves_;
  Tree<Value> tree_;
  PresentDuals<Value, Duals> present_duals_;
  EventQueue<Value> events_;
  /// The search ends at this time at the latest, so that no later event matters.
  Value end_ = kNever;
  Vertex root_ = kNobody;
  std::int64_t arcs_left_ = kAllArcs;
  std::optional<Value> ground_;
  Stage stage_ = Stage::kIntegral;
  FirstEdges<Value> first_edges_;
  /// Vertices that have become S in a new blossom, to be scanned.
  std::vector<Vertex> new_s_;
  Pauses pauses_;
  Proposal violation_{};
  bool exceeded_ = false;
};

}  // namespace fastpair
