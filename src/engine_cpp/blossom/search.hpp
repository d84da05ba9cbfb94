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
#include <cstdint>
#include <optional>

#include "blossom/candidates.hpp"
#include "blossom/events.hpp"
#include "blossom/forest.hpp"
#include "blossom/graph_source.hpp"
#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "blossom/limits.hpp"
#include "blossom/pauses.hpp"
#include "blossom/present_duals.hpp"
#include "blossom/tree.hpp"
#include "blossom/tree_search.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// How a search ends.
enum class Outcome : std::uint8_t {
  kAugmented,  ///< Two free nodes are matched.
  kGrounded,   ///< The root is matched, and a vertex on the ground is free instead.
  kHalved,     ///< The root is matched, and a cycle is matched by halves: a free blossom of dual 0.
  kStuck,      ///< No edge leads out of the tree, or as many arcs were scanned as are allowed.
  kViolated,   ///< An edge that was no candidate is violated: see violation().
};

template <class Value, GraphSource<Value> Source>
class Search : TreeSearch<Value, EventQueue<Value, Ties::kTightEdgesFirst>, Search<Value, Source>> {
  using Base = TreeSearch<Value, EventQueue<Value, Ties::kTightEdgesFirst>, Search>;
  friend Base;

 public:
  /// A search subtracts from the reserve of a vertex what the dual of that vertex falls by.
  /// Negative reserves stay as they are.
  Search(const Source& source, BlossomForest<Value>& forest, CandidateGraph& candidates,
         Reserves<Value>& reserves)
      : Base(forest, own_tree_, own_first_edges_),
        finder_(source),
        candidates_(candidates),
        reserves_(reserves),
        own_tree_(forest),
        own_first_edges_(forest.size()),
        present_duals_(forest, own_tree_),
        pauses_(Source::kHasMore ? forest.size() : 0) {}

  /// What another search may use between two of this one: both are empty then.
  [[nodiscard]] Tree<Value>& tree() { return own_tree_; }
  [[nodiscard]] FirstEdges<Value>& first_edges() { return own_first_edges_; }

  /// Grows the tree of the surface node that holds the free vertex `root`. Whatever the outcome,
  /// the duals stay feasible for the candidate edges, and the matched edges tight; but after
  /// kViolated the edge violation() is a candidate that has to be repaired.
  ///
  /// Throws WidthExceeded if a value might not fit into Value, and Interrupted; the state is valid
  /// then too.
  Outcome run(Vertex root, std::optional<Value> ground, Stage stage, const Interrupt& interrupt,
              std::int64_t most_arcs = kAllArcs) {
    begin(stage, ground);
    arc_budget_ = most_arcs;
    return search(root, interrupt, [] {});
  }

  /// The latest time of the following searches, which begin with larger duals.
  static constexpr Value kLatest = Limits<Value>::kTime / 4;

  /// Grows the tree as run() does, without a ground, for events before the time `limit` only. If
  /// none of them ends the search, the duals change until then.
  Outcome run_until(Time<Value> limit, Vertex root, const Interrupt& interrupt) {
    begin(Stage::kIntegral, std::nullopt, kLatest);
    end_ = limit;
    return search(root, interrupt, [&] {
      if (!outcome_ && !limit.is_never()) tree_.now = limit.at();
    });
  }

  /// The time when the last search ended.
  [[nodiscard]] Value end() const { return tree_.now; }

  /// Grows the tree as far as it goes, where no other free vertex can be reached. Before the duals
  /// are brought up to date, calls visit(v, reach) for every S-vertex with the time at which its
  /// dual is 0; see Tree::reach.
  template <class Visit>
  Outcome explore(Vertex root, const Interrupt& interrupt, Visit visit) {
    begin(Stage::kIntegral, std::nullopt, kLatest);
    return search(root, interrupt, [&] {
      tree_.for_each_node(forest_.surface(root), [&](Node b) {
        if (tree_.label(b) != Label::kS) return;
        forest_.for_each_vertex(b, [&](Vertex v) { visit(v, tree_.reach(v)); });
      });
    });
  }

  /// The edge, now a candidate, that ended the last search because it is violated.
  [[nodiscard]] const Proposal& violation() const { return violation_; }

  /// Whether a dual is outside of the range in which another search is safe.
  [[nodiscard]] bool exceeded() const { return exceeded_; }

  /// The edges of least slack of a vertex outside of all blossoms, between two searches.
  [[nodiscard]] const auto& best_edges(Vertex v) {
    Duals duals(forest_.duals_2x());
    return finder_.find({.from = v, .duals = duals});
  }

 private:
  using Duals = DualsOf<Source, Value>;
  using Base::forest_, Base::tree_, Base::first_edges_, Base::events_, Base::stage_, Base::ground_,
      Base::end_, Base::new_s_, Base::exceeded_, Base::push;

  void begin(Stage stage, std::optional<Value> ground, Value latest = Limits<Value>::kTime) {
    Base::begin(stage, ground, latest);
    present_duals_.forget();
    events_.clear();
    pauses_.start();
    outcome_.reset();
    arc_budget_ = kAllArcs;
  }

  /// Grows the tree, and calls look() before it is cleared.
  template <class Look>
  Outcome search(Vertex root, const Interrupt& interrupt, Look look) {
    root_ = root;
    grow(interrupt);
    look();
    finish();
    return outcome_.value_or(Outcome::kStuck);
  }

  /// Handles events until one of them ends the search, or there is none.
  void grow(const Interrupt& interrupt) {
    try {
      this->enter_s(forest_.surface(root_));
      while (!outcome_ && arc_budget_ >= 0 && has_event()) this->handle_next(interrupt);
    } catch (...) {
      finish();
      throw;
    }
  }

  /// Whether there is another event. When there is none, the tree would be stuck: the extensions
  /// that were put off take place.
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
    this->clear_tree(forest_.surface(root_), [&](Vertex v, Value fallen) {
      if (Source::kHasMore && reserves_[v] >= 0) reserves_[v] -= fallen;
    });
    first_edges_.forget_all();
  }

  /// Checks the queue between two events, and the tree then and after a violated edge was found.
  void check_running() const {
    if (!outcome_) {
      require_invariant(events_.is_ordered(), "events come in the order of their time");
    }
    const bool is_tree = !outcome_ || *outcome_ == Outcome::kViolated;
    if (is_tree) check_invariants(tree_, forest_.surface(root_), forest_);
  }

  // --- events -----------------------------------------------------------------------------------

  void handle_ground(Vertex v) {
    tree_.augment(v, kNobody);
    outcome_ = Outcome::kGrounded;
  }

  void handle_growth(const Event<Value>& event) {
    if (this->is_void(event)) return;
    const Vertex from = event.from();
    const Vertex to = event.to();
    const Node b = forest_.surface(to);
    if (!forest_.is_free(b)) return this->grow_along({from, to});
    forest_.rotate(b, to, from);
    tree_.augment(from, to);
    forest_.expand_empty(b);
    outcome_ = Outcome::kAugmented;
  }

  void handle_shrinking(Vertex from, Vertex to) {
    const Node a = forest_.surface(from);
    const Node b = forest_.surface(to);
    if (a == b) return;
    const Node blossom = this->shrink(tree_.lowest_common(a, b), {from, to});
    if (stage_ == Stage::kFractional) {
      tree_.augment(forest_.base(blossom), kNobody);
      outcome_ = Outcome::kHalved;
      return;
    }
    for (const Vertex v : new_s_) present_duals_.update_s(v);
    for (const Vertex v : new_s_) scan(v);
  }

  /// Asks the graph for more edges of an S-vertex that lead out of its node.
  void handle_extension(Vertex v) {
    const Value reach = tree_.reach(v);
    const EdgeRequest<Value, Duals> request{.from = v,
                                            .duals = present_duals_.out_of(forest_.surface(v)),
                                            .earliest = first_edges_.times(),
                                            .reach = reach,
                                            .now = tree_.now};
    Time<Value> last;
    for (const Arc& arc : finder_.find(request)) {
      candidates_.add(v, arc.to, arc.weight_2x);
      const Value due = scan_arc(v, reach, arc);
      if (due < tree_.now) {
        violation_ = {v, arc.to, arc.weight_2x};
        outcome_ = Outcome::kViolated;
        return;
      }
      last = last.is_never() ? due : std::max(last.at(), due);
    }
    last = std::min(last, std::max(finder_.unseen(), Time<Value>(tree_.now)));
    pauses_.note(v, !last.is_never());
    if (!last.is_never()) push({last.at(), EventKind::kExtend, v});
  }

  // --- edges ------------------------------------------------------------------------------------

  void relabelled(Node b) { present_duals_.update(b); }

  /// Scans the candidate edges of a new S-vertex. O(degree), and O(log n) for each event.
  void scan(Vertex v) {
    first_edges_.forget(v);
    arc_budget_ -= std::ssize(candidates_.from(v));
    if (arc_budget_ < 0) return;
    const Node own = forest_.surface(v);
    const Value reach = tree_.reach(v);
    if (ground_ && reach - *ground_ < end_) {
      end_ = reach - *ground_;
      events_.push({end_.at(), EventKind::kGround, v});
    }
    // Edges that are no candidates have at least this slack. Where all edges are candidates, the
    // reserve is near the limit.
    const Value reserve = Source::kHasMore ? std::max(reserves_[v], Value{0}) : 0;
    Value last = tree_.now + reserve;
    for (const Arc& arc : candidates_.from(v)) {
      if (forest_.surface(arc.to) != own) last = std::max(last, scan_arc(v, reach, arc));
    }
    const bool may_extend = Source::kHasMore && reserve < Limits<Value>::kTime / 4;
    if (may_extend && last < end_ && pauses_.is_over(v)) {
      events_.push({last, EventKind::kExtend, v});
    }
  }

  /// Returns the time when an edge becomes tight, or `now` if it does not.
  Value scan_arc(Vertex v, Value reach, const Arc& arc) {
    const Node b = forest_.surface(arc.to);
    require_within<Value>(Wide{reach} + forest_.dual_2x(arc.to) - arc.weight_2x, 20);
    const Value due = reach + forest_.dual_2x(arc.to) - arc.weight_2x;
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
  CandidateGraph& candidates_;
  Reserves<Value>& reserves_;
  Tree<Value> own_tree_;
  FirstEdges<Value> own_first_edges_;
  PresentDuals<Value, Duals> present_duals_;
  Pauses pauses_;
  Vertex root_ = kNobody;
  std::int64_t arc_budget_ = kAllArcs;
  /// How the search ended, once an event has ended it.
  std::optional<Outcome> outcome_;
  Proposal violation_{};
};

}  // namespace fastpair
