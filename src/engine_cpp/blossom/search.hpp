// The search: alternating trees grow from free nodes until these are matched.
//
// tree.hpp explains the trees and the time that passes in them. What ends an adjustment of the
// duals in Edmonds' method is an event here, and waits in a queue (events.hpp) for the time when it
// is due: the method of Galil, Micali and Gabow (1986, "An O(EV log V) algorithm for finding a
// maximal weighted matching in general graphs"). For each vertex outside, the best edge to it is
// kept (FirstEdges), as in Gabow (1976, "An efficient implementation of Edmonds' algorithm").
//
// The stages are those of Derigs and Metz (1986, "On the use of optimal fractional matchings for
// solving the (integer) matching problem"): the optimal fractional matching, in which the edges of
// some odd cycles count one half each, is found first, and then made a matching.
//
// All edges of the trees are tight, so the doubled duals of their vertices are all even or all odd:
// half the slack of an edge between two S-vertices, and half the dual of a blossom, are integers.
//
// A search has one tree, or many. One tree asks the graph for more edges than the candidates, and
// ends the search when it ends. Many trees grow side by side where all edges are candidates, and
// the part of the graph that one of them holds is not walked by another. When one ends, its
// vertices are outside again, and the others may go on there. Its events and those that it kept the
// others from having are not looked for, but corrected when they are due. An event may be due too
// early, but never too late:
//
// - shrink: One end is no S-vertex any more. The slack of the edge falls more slowly than that of
//   an edge between two S-vertices does.
// - grow: The S-vertex that was the first to reach a vertex is none any more. Those that come later
//   are then found among the edges of the vertex.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/events.hpp"
#include "blossom/extensions.hpp"
#include "blossom/forest.hpp"
#include "blossom/graph_source.hpp"
#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "blossom/limits.hpp"
#include "blossom/tree.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// In the fractional stage the first tight edge between two S-vertices of a tree ends it: each edge
/// of the odd cycle counts one half, and a later search that meets the cycle ends there. No blossom
/// with a positive dual is made. The integral stage matches the remaining cycles.
enum class Stage : std::uint8_t { kFractional, kIntegral };

/// When many trees begin: all together, or each when a falling level is the dual of its root.
enum class Start : std::uint8_t { kTogether, kByDual };

/// How a search with one tree ends.
enum class Outcome : std::uint8_t {
  kAugmented,  ///< Two free nodes are matched.
  kGrounded,   ///< The root is matched, and a vertex on the ground is free instead.
  kHalved,     ///< The root is matched, and a cycle is matched by halves: a free blossom of dual 0.
  kStuck,      ///< No edge leads out of the tree, or as many arcs were scanned as are allowed.
  kViolated,   ///< An edge that was no candidate is violated: see violation().
};

/// As many arcs as there are.
inline constexpr std::int64_t kAllArcs = std::numeric_limits<std::int64_t>::max();

/// For each vertex the edge that would be the first to lead to it from a tree. Its time is when it
/// becomes tight, for a vertex outside the trees. For a T-vertex it is the time when the edge would
/// become tight if the vertex were outside: the slack does not change while it is T, and the edge
/// matters when it leaves its tree.
template <class Value>
class FirstEdges {
 public:
  explicit FirstEdges(Vertex size) : times_(size, kNever), from_(size, kNobody) {
    known_.reserve(index_of(size));
  }

  /// Never if no edge is known.
  [[nodiscard]] Time<Value> time(Vertex v) const { return times_[v]; }
  /// The same of all vertices, as numbers.
  [[nodiscard]] const Value* times() const { return times_.data(); }
  /// The end of the edge in a tree.
  [[nodiscard]] Vertex from(Vertex v) const { return from_[v]; }

  /// Takes an edge to v if it is earlier than the one that is known, and says whether it is.
  bool offer(Vertex v, Value time, Vertex from) {
    if (time >= times_[v]) return false;
    if (from_[v] == kNobody) known_.push_back(v);
    times_[v] = time;
    from_[v] = from;
    return true;
  }

  /// The dual of v has risen while v was T.
  void postpone(Vertex v, Value risen) { times_[v] += risen; }

  void forget(Vertex v) { times_[v] = kNever; }

  void forget_all() {
    for (const Vertex v : known_) {
      forget(v);
      from_[v] = kNobody;
    }
    known_.clear();
  }

 private:
  static constexpr Value kNever = Limits<Value>::kNever;

  PerVertex<Value> times_;
  PerVertex<Vertex> from_;
  /// The vertices with a `from`, which they keep when the time is forgotten.
  std::vector<Vertex> known_;
};

/// Whatever the outcome of a search, the duals stay feasible for the candidate edges, and the
/// matched edges tight; but after kViolated the edge violation() is a candidate that has to be
/// repaired. A search throws WidthExceeded if a value might not fit into Value, and Interrupted;
/// the state is valid then too.
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
        first_edges_(forest.size()),
        present_duals_(forest, tree_),
        pauses_(Source::kHasMore ? forest.size() : 0) {}

  /// Grows the tree of the surface node that holds the free vertex `root`.
  Outcome run(Vertex root, std::optional<Value> ground, Stage stage, const Interrupt& interrupt,
              std::int64_t most_arcs = kAllArcs) {
    begin({&root, 1}, ground, stage);
    arcs_left_ = most_arcs;
    return grow(interrupt, [] {});
  }

  /// The latest time of the following searches, which begin with larger duals.
  static constexpr Value kLatest = Limits<Value>::kTime / 4;

  /// Grows the tree as run() does, without a ground, for events before the time `limit` only. If
  /// none of them ends the search, the duals change until then.
  Outcome run_until(Time<Value> limit, Vertex root, const Interrupt& interrupt) {
    begin({&root, 1}, std::nullopt, Stage::kIntegral);
    end_ = limit;
    latest_ = kLatest;
    return grow(interrupt, [] {});
  }

  /// Grows the tree as far as it goes, where no other free vertex can be reached. Before the duals
  /// are brought up to date, calls visit(v, reach) for every S-vertex with the time at which its
  /// dual is 0; see Tree::reach.
  template <class Visit>
  Outcome explore(Vertex root, const Interrupt& interrupt, Visit visit) {
    begin({&root, 1}, std::nullopt, Stage::kIntegral);
    latest_ = kLatest;
    return grow(interrupt, [&] {
      tree_.for_each_node(forest_.surface(root), [&](Node b) {
        if (tree_.label(b) != Label::kS) return;
        forest_.for_each_vertex(b, [&](Vertex v) { visit(v, tree_.reach(v)); });
      });
    });
  }

  /// Matches the free vertices `roots`, which lie above the ground, by many trees, until the others
  /// lie on it or, if there is none, until no tree can grow. In the fractional stage odd cycles
  /// that are matched by halves remain too. The integral stage without a ground leaves the last
  /// root, which has no other to be matched with.
  ///
  /// The trees begin as `start` says. Ends early, and returns false, when the trees that have ended
  /// had scanned more arcs than `may_lose`. Others may scan these again.
  bool run_many(std::span<const Vertex> roots, Start start, std::optional<Value> ground,
                Stage stage, const Interrupt& interrupt, std::int64_t may_lose = kAllArcs)
    requires(!Source::kHasMore)
  {
    begin(roots, ground, stage, start);
    arcs_left_ = may_lose;
    highest_ = ground.value_or(-Limits<Value>::kTime);
    for (const Vertex root : roots) highest_ = std::max(highest_, forest_.dual_2x(root));
    if (ground) end_ = highest_ - *ground;
    open_trees_ = stage == Stage::kIntegral && !ground ? -1 : 0;
    for (const Vertex root : roots) push_begin(root);
    grow(interrupt, [] {});
    return open_trees_ <= 0 || events_.empty();
  }

  /// How many arcs the last search might have scanned yet.
  [[nodiscard]] std::int64_t arcs_left() const { return arcs_left_; }

  /// The time when the last search ended.
  [[nodiscard]] Value end() const { return tree_.now; }

  /// The edge, now a candidate, that ended the last search because it is violated.
  [[nodiscard]] const Proposal& violation() const { return violation_; }

  /// The edges of least slack of a vertex outside of all blossoms, between two searches.
  [[nodiscard]] const auto& best_edges(Vertex v) {
    ColumnDuals<Value> duals(forest_.duals_2x());
    return finder_.find({.from = v, .duals = duals});
  }

 private:
  /// How many events are handled between two questions to the interrupt function.
  static constexpr std::int64_t kEventsPerQuestion = 256;

  /// Many trees begin as `start` says.
  void begin(std::span<const Vertex> roots, std::optional<Value> ground, Stage stage,
             std::optional<Start> start = {}) {
    roots_.assign(roots.begin(), roots.end());
    open_trees_ = 1;
    ground_ = ground;
    stage_ = stage;
    many_ = start.has_value();
    start_ = start.value_or(Start::kTogether);
    end_ = {};
    latest_ = Limits<Value>::kTime;
    arcs_left_ = kAllArcs;
    handled_ = 0;
    outcome_ = Outcome::kStuck;
    exceeded_ = false;
    tree_.start();
    present_duals_.forget();
    pauses_.start();
    events_.clear(many_ ? Ties::kGrowthLast : Ties::kTightEdgesFirst);
  }

  /// Whether there may be other trees beside the one of an event.
  [[nodiscard]] bool many() const { return !Source::kHasMore && many_; }

  /// Handles events until no tree is open, or nothing else can happen. Calls look() before the
  /// trees are cleared.
  Outcome grow(const Interrupt& interrupt, auto look) {
    try {
      if (!many()) enter_s(forest_.surface(roots_.front()));
      while (open_trees_ > 0 && arcs_left_ >= 0 && has_event()) handle_next(interrupt);
    } catch (...) {
      finish();
      throw;
    }
    if (open_trees_ > 0 && events_.empty() && !end_.is_never()) tree_.now = end_.at();
    look();
    finish();
    // A violated edge has to be repaired first.
    if (exceeded_ && outcome_ != Outcome::kViolated) throw WidthExceeded{};
    return outcome_;
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

  /// Brings the duals of all trees up to date and clears them.
  void finish() {
    end_ = Value{0};  // no more events
    for_each_tree([this](Node b) { dissolve(b); });
    first_edges_.forget_all();
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

  /// If the event ends the tree, and there is no other, no later event matters.
  void push(const Event<Value>& event, bool ends_tree = false) {
    if (event.at >= end_) return;
    if (ends_tree && !many()) end_ = event.at;
    events_.push(event);
  }

  /// A tree may grow to the vertex v, which is outside.
  void push_growth(Vertex v) {
    push({first_edges_.time(v).at(), EventKind::kGrow, first_edges_.from(v), v});
  }

  void push_expansion(Node b) {
    if (forest_.is_blossom(b)) push({tree_.expansion(b), EventKind::kExpand, b});
  }

  /// Lets time pass until the next event is due, and handles it.
  void handle_next(const Interrupt& interrupt) {
    if (++handled_ % kEventsPerQuestion == 0 && interrupt && interrupt()) throw Interrupted{};
    const Event<Value> event = events_.pop();
    if (event.at > latest_) throw WidthExceeded{};
    if (kCheckInvariants) require_invariant(event.at >= tree_.now, "time only passes");
    tree_.now = event.at;
    handle(event);
    // The time of a check grows with the trees, so that checks follow few of the events.
    const bool checked = std::has_single_bit(static_cast<std::uint64_t>(handled_));
    if (!kCheckInvariants || !checked) return;
    for_each_tree([this](Node b) { check_invariants(tree_, b, forest_); });
  }

  void handle(const Event<Value>& event) {
    switch (event.kind()) {
      case EventKind::kGrow:
        return handle_growth(event);
      case EventKind::kGround:
        return handle_ground(event.from());
      case EventKind::kShrink:
        return handle_shrinking(event.from(), event.to());
      case EventKind::kExpand:
        return handle_expansion(event.blossom(), event.at);
      case EventKind::kExtend:
        return handle_extension(event.from());
      case EventKind::kBegin:
        return handle_begin(event.from());
    }
  }

  void handle_begin(Vertex root) {
    const Node b = forest_.surface(root);
    if (!forest_.is_free(b) || tree_.label(b) != Label::kOutside) return;
    // If it has been matched and freed again, it begins at another time, or never.
    if (start_of(b) == tree_.now) enter_s(b);
  }

  void handle_ground(Vertex v) {
    if (label_of(v) != Label::kS || leave_time(v) > tree_.now) return;
    end_tree(v, kNobody, Outcome::kGrounded);
    roots_.push_back(v);
    push_begin(v);
  }

  void handle_growth(const Event<Value>& event) {
    const Vertex from = event.from();
    const Vertex to = event.to();
    // An event since then may have made this growth void.
    if (label_of(to) != Label::kOutside || first_edges_.from(to) != from ||
        first_edges_.time(to) != event.at) {
      return;
    }
    if (label_of(from) != Label::kS) return find_first(to);
    const Node b = forest_.surface(to);
    if (forest_.is_free(b)) return augment_to(b, {from, to});
    tree_.enter_t(b, {from, to}, tree_.now);
    push_expansion(b);
    present_duals_.update(b);
    enter_s(forest_.surface(forest_.mate(forest_.base(b))));
  }

  /// Matches a tree with the free node b outside.
  void augment_to(Node b, Link tight) {
    if (!start_of(b).is_never()) --open_trees_;  // it will not begin
    forest_.rotate(b, tight.to, tight.from);
    forest_.expand_empty(b);
    end_tree(tight.from, tight.to, Outcome::kAugmented);
    if (many()) find_first(tight.to);
  }

  /// An edge that had two S-vertices as its ends is due: `to` is the other end or, of many trees,
  /// the place of the edge among those of `from`.
  void handle_shrinking(Vertex from, Vertex to) {
    if (many()) return meet(from, candidates_.from(from)[index_of(to)]);
    const Node a = forest_.surface(from);
    const Node b = forest_.surface(to);
    if (a != b) shrink(tree_.lowest_common(a, b), {from, to});
  }

  /// Shrinks the cycle that a tight edge closes, see Tree::shrink.
  void shrink(Node top, Link tight) {
    new_s_.clear();
    const Node blossom = tree_.shrink(forest_.surface(tight.from), forest_.surface(tight.to), top,
                                      tight, [this](Vertex v) { new_s_.push_back(v); });
    if (stage_ == Stage::kFractional) {
      end_tree(forest_.base(blossom), kNobody, Outcome::kHalved);
      if (!many()) return;
      for (const Vertex v : new_s_) find_first(v);
      return;
    }
    for (const Vertex v : new_s_) present_duals_.update_s(v);
    for (const Vertex v : new_s_) scan(v);
  }

  void handle_expansion(Node b, Value due) {
    if (tree_.label(b) != Label::kT || tree_.expansion(b) != due) return;
    std::vector<Node> new_s;
    const auto become_s = [&](Node child) {
      present_duals_.update(child);
      new_s.push_back(child);
    };
    const auto leave_tree = [&](Node child, Value risen) {
      present_duals_.update(child);
      forest_.for_each_vertex(child, [&](Vertex v) { leave(v, risen); });
    };
    tree_.expand(b, [&](Node child) { push_expansion(child); }, become_s, leave_tree);
    // Edges are scanned last, when every child has its label.
    for (const Node child : new_s) scan_node(child);
  }

  /// Asks the graph for more edges of an S-vertex that lead out of its node.
  void handle_extension(Vertex v) {
    const EdgeRequest<Value> request{.from = v,
                                     .duals = present_duals_.out_of(forest_.surface(v)),
                                     .earliest = first_edges_.times(),
                                     .reach = tree_.reach(v),
                                     .now = tree_.now};
    Time<Value> last;
    for (const Arc& arc : finder_.find(request)) {
      candidates_.add(v, arc.to, arc.weight_2x);
      const Value due = scan_arc<false>(v, request.reach, arc, arc.to);
      if (due < tree_.now) {
        violation_ = {v, arc.to, arc.weight_2x};
        outcome_ = Outcome::kViolated;
        open_trees_ = 0;
        return;
      }
      last = last.is_never() ? due : std::max(last.at(), due);
    }
    last = std::min(last, std::max(finder_.unseen(), Time<Value>(tree_.now)));
    pauses_.note(v, !last.is_never());
    if (!last.is_never()) push({last.at(), EventKind::kExtend, v});
  }

  // --- where trees meet and end -----------------------------------------------------------------

  void meet(Vertex from, Arc arc) {
    if (label_of(from) != Label::kS) std::swap(from, arc.to);
    const Node a = forest_.surface(from);
    const Node b = forest_.surface(arc.to);
    if (a == b || tree_.label(a) != Label::kS) return;
    if (tree_.label(b) != Label::kS) {
      scan_arc<true>(from, tree_.reach(from), arc, arc.to);
      return;
    }
    if (meeting_time(from, arc) != tree_.now) return;  // another event will come
    const Node top = tree_.lowest_common(a, b);
    if (top != kNone) return shrink(top, {from, arc.to});
    match_smallest(smallest_tree({{from, arc.to}, {arc.to, from}}, kNone).to);
    // One of the trees may still be there, and can grow along this edge.
    meet(from, arc);
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
    end_tree(v, partner, Outcome::kAugmented);
    end_tree(partner, v, Outcome::kAugmented);
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

  /// Matches the S-vertex v with `mate`, and takes its tree apart.
  void end_tree(Vertex v, Vertex mate, Outcome outcome) {
    const Node b = forest_.surface(v);
    tree_.augment(v, mate);
    --open_trees_;
    outcome_ = outcome;
    dissolve(b);
  }

  /// The vertices of the tree that holds the node b are outside from now on.
  void dissolve(Node b) {
    const auto visit = [&](Vertex v, Label was, Value change) {
      exceeded_ |= !fits(forest_.dual_2x(v));
      const bool was_s = was == Label::kS;
      if (Source::kHasMore && was_s && reserves_[v] >= 0) reserves_[v] -= change;
      if (many() && was_s) arcs_left_ -= std::ssize(candidates_.from(v));
      if (many() && !was_s) leave(v, change);
    };
    tree_.clear(b, visit, [&](Node node) {
      if (forest_.is_blossom(node)) exceeded_ |= !fits(forest_.blossom_dual_2x(node));
      forest_.expand_empty(node);
    });
  }

  /// A T-vertex is outside from now on. Edges to it that were found while it was T can become
  /// tight.
  void leave(Vertex v, Value risen) {
    if (first_edges_.time(v).is_never()) return;
    first_edges_.postpone(v, risen);
    push_growth(v);
  }

  // --- edges ------------------------------------------------------------------------------------

  [[nodiscard]] Label label_of(Vertex v) const { return tree_.label(forest_.surface(v)); }

  void enter_s(Node b) {
    tree_.enter_s(b);
    present_duals_.update(b);
    scan_node(b);
  }

  void scan_node(Node b) {
    forest_.for_each_vertex(b, [&](Vertex v) { scan(v); });
  }

  /// Scans the candidate edges of a new S-vertex. O(degree), and O(log n) for each event.
  ///
  /// Whether there are many trees is a constant in the loop: with a variable there, and with calls
  /// of scan_arc, searches of edge lists take 5 % longer each.
  void scan(Vertex v) { many() ? scan_edges<true>(v) : scan_edges<false>(v); }

  template <bool among_many>
  void scan_edges(Vertex v) {
    first_edges_.forget(v);
    const std::span<const Arc> arcs = candidates_.from(v);
    if (!among_many && (arcs_left_ -= std::ssize(arcs)) < 0) return;
    const Time<Value> leaves = leave_time(v);
    if (!leaves.is_never()) push({std::max(leaves.at(), tree_.now), EventKind::kGround, v}, true);
    // Edges that are no candidates have at least this slack. Where all edges are candidates, the
    // reserve is near the limit.
    const Value reserve = Source::kHasMore ? std::max(reserves_[v], Value{0}) : 0;
    Value last = tree_.now + reserve;
    const Node own = forest_.surface(v);
    const Value reach = tree_.reach(v);
    for (Vertex place = 0; place < std::ssize(arcs); ++place) {
      const Arc& arc = arcs[index_of(place)];
      if (forest_.surface(arc.to) == own) continue;
      last = std::max(last, scan_arc<among_many>(v, reach, arc, among_many ? place : arc.to));
    }
    const bool may_extend = Source::kHasMore && reserve < Limits<Value>::kTime / 4;
    if (may_extend && last < end_ && pauses_.is_over(v)) {
      events_.push({last, EventKind::kExtend, v});
    }
  }

  /// Returns the time when an edge of the S-vertex v becomes tight, or `now` if it does not.
  template <bool among_many>
  [[gnu::always_inline]] Value scan_arc(Vertex v, Value reach, const Arc& arc, Vertex to_or_place) {
    const Vertex to = arc.to;
    require_within<Value>(Wide{reach} + forest_.dual_2x(to) - arc.weight_2x, 28);
    const Value due = reach + forest_.dual_2x(to) - arc.weight_2x;
    const Node b = forest_.surface(to);
    if (tree_.label(b) == Label::kS) {
      const Value meeting = (due + tree_.since(to)) / 2;
      push({meeting, EventKind::kShrink, v, to_or_place}, stage_ == Stage::kFractional);
      return meeting;
    }
    const bool outside = tree_.label(b) == Label::kOutside;
    if (outside && due >= end_ && !among_many) return due;
    if (first_edges_.offer(to, due, v)) {
      if (outside) push({due, EventKind::kGrow, v, to}, forest_.is_free(b));
    } else if (among_many && first_edges_.from(to) == v) {
      find_first(to);  // the time that was found when v was last an S-vertex is too early
    }
    return outside ? due : tree_.now;
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

  typename Source::template EdgeFinder<Value> finder_;
  BlossomForest<Value>& forest_;
  CandidateGraph& candidates_;
  Reserves<Value>& reserves_;
  Tree<Value> tree_;
  /// Of many trees, these may be too early, if the end in a tree is none any more.
  FirstEdges<Value> first_edges_;
  PresentDuals<Value> present_duals_;
  Pauses pauses_;
  EventQueue<Value> events_;
  Stage stage_ = Stage::kIntegral;
  std::optional<Value> ground_;
  std::vector<Vertex> roots_;
  bool many_ = false;
  Start start_ = Start::kTogether;
  /// The highest dual of a root at the time 0.
  Value highest_ = 0;
  /// How many trees grow or are to begin. If no vertex may stay unmatched, the last of many does
  /// not count.
  std::int64_t open_trees_ = 0;
  /// How many arcs may still be scanned or, of many trees, be lost.
  std::int64_t arcs_left_ = kAllArcs;
  /// All ends at this time at the latest, so that no later event matters.
  Time<Value> end_;
  /// No event is safe that is due later.
  Value latest_ = Limits<Value>::kTime;
  std::int64_t handled_ = 0;
  /// Vertices that have become S in a new blossom, to be scanned.
  std::vector<Vertex> new_s_;
  /// How the tree that ended last did.
  Outcome outcome_ = Outcome::kStuck;
  Proposal violation_{};
  /// Whether a dual is outside of the range in which another search is safe.
  bool exceeded_ = false;
};

}  // namespace fastpair
