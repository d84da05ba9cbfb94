// What a search with one tree (search.hpp) and one with many (joint_search.hpp) have in common: the
// trees, and the events that are to come.
//
// The stages are those of Derigs and Metz (1986, "On the use of optimal fractional matchings for
// solving the (integer) matching problem"): the optimal fractional matching, in which the edges of
// some odd cycles count one half each, is found first, and then made a matching.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "blossom/events.hpp"
#include "blossom/forest.hpp"
#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "blossom/limits.hpp"
#include "blossom/tree.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// In the fractional stage the first tight edge between two S-vertices of a tree ends it: each edge
/// of the odd cycle counts one half, and a later search that meets the cycle ends there. No blossom
/// with a positive dual is made. The integral stage matches the remaining cycles.
enum class Stage : std::uint8_t { kFractional, kIntegral };

/// As many arcs as there are.
inline constexpr std::int64_t kAllArcs = std::numeric_limits<std::int64_t>::max();

/// For each vertex the edge that would be the first to lead to it from a tree. Its time is when it
/// becomes tight, for a vertex outside the trees. For a T-vertex it is the
/// time when the edge would become tight if the vertex were outside: the slack does not change
/// while it is T, and the edge matters when it leaves its tree.
template <class Value>
class FirstEdges {
 public:
  explicit FirstEdges(Vertex size) : times_(size, kNever), from_(size, kNobody) {}

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

/// A derived search handles the events, scans the edges of a new S-vertex, scan(v), and may note
/// that a node has got another label, relabelled(b).
template <class Value, class Queue, class Derived>
class TreeSearch {
 protected:
  TreeSearch(BlossomForest<Value>& forest, Tree<Value>& tree, FirstEdges<Value>& first_edges)
      : forest_(forest), tree_(tree), first_edges_(first_edges) {}

  /// Of the events none may be later than `latest`.
  void begin(Stage stage, std::optional<Value> ground, Value latest) {
    tree_.start();
    handled_ = 0;
    latest_ = latest;
    end_ = {};
    stage_ = stage;
    ground_ = ground;
  }

  /// Lets time pass until the next event is due, and handles it.
  void handle_next(const Interrupt& interrupt) {
    if (++handled_ % kEventsPerQuestion == 0 && interrupt && interrupt()) throw Interrupted{};
    const Event<Value> event = events_.pop();
    if (event.at > latest_) throw WidthExceeded{};
    tree_.now = event.at;
    handle(event);
    // The time of a check grows with the trees, so that checks follow few of the events.
    const bool checked = std::has_single_bit(static_cast<std::uint64_t>(handled_));
    if (kCheckInvariants && checked) derived().check_running();
  }

  /// Brings the duals of the tree that holds the node b up to date and clears it. Calls
  /// visit(v, fallen) for every vertex with what its dual fell by as an S-vertex.
  template <class Visit>
  void clear_tree(Node b, Visit visit) {
    tree_.clear(
        b,
        [&](Vertex v, Value fallen) {
          visit(v, fallen);
          exceeded_ |= !fits(forest_.dual_2x(v));
        },
        [&](Node node) {
          if (forest_.is_blossom(node)) exceeded_ |= !fits(forest_.blossom_dual_2x(node));
          forest_.expand_empty(node);
        });
  }

  // --- events -----------------------------------------------------------------------------------

  void push(const Event<Value>& event) {
    if (event.at < end_) events_.push(event);
  }

  /// A tree may grow to the vertex v, which is outside.
  void push_growth(Vertex v) {
    push({first_edges_.time(v).at(), EventKind::kGrow, first_edges_.from(v), v});
  }

  /// Whether an event since then has made this growth void.
  [[nodiscard]] bool is_void(const Event<Value>& growth) const {
    const Vertex to = growth.to();
    return label_of(to) != Label::kOutside || first_edges_.from(to) != growth.from() ||
           first_edges_.time(to) != growth.at;
  }

  /// A node outside becomes T, and the one that it is matched with S.
  void grow_along(Link edge) {
    const Node b = forest_.surface(edge.to);
    tree_.enter_t(b, edge, tree_.now);
    push_expansion(b);
    derived().relabelled(b);
    enter_s(forest_.surface(forest_.mate(forest_.base(b))));
  }

  /// Only one of the searches has such events, each another one.
  void handle_begin(Vertex) {}
  void handle_extension(Vertex) {}

  /// Shrinks the cycle that a tight edge closes, see Tree::shrink. Its new S-vertices are new_s_.
  Node shrink(Node top, Link tight) {
    new_s_.clear();
    return tree_.shrink(forest_.surface(tight.from), forest_.surface(tight.to), top, tight,
                        [&](Vertex v) { new_s_.push_back(v); });
  }

  /// A T-vertex is outside from now on. Edges to it that were found while it was T can become
  /// tight.
  void leave(Vertex v, Value risen) {
    if (first_edges_.time(v).is_never()) return;
    first_edges_.postpone(v, risen);
    push_growth(v);
  }

  // --- labels -----------------------------------------------------------------------------------

  void enter_s(Node b) {
    tree_.enter_s(b);
    derived().relabelled(b);
    scan_node(b);
  }

  void relabelled(Node) {}
  [[nodiscard]] Label label_of(Vertex v) const { return tree_.label(forest_.surface(v)); }

  BlossomForest<Value>& forest_;
  Tree<Value>& tree_;
  /// These may be too early, if the end in a tree is none any more.
  FirstEdges<Value>& first_edges_;
  Queue events_;
  Stage stage_ = Stage::kIntegral;
  std::optional<Value> ground_;
  /// All ends at this time at the latest, so that no later event matters.
  Time<Value> end_;
  /// Vertices that have become S in a new blossom, to be scanned.
  std::vector<Vertex> new_s_;
  /// Whether a dual is outside of the range in which another search is safe.
  bool exceeded_ = false;

 private:
  /// How many events are handled between two questions to the interrupt function.
  static constexpr std::int64_t kEventsPerQuestion = 256;

  Derived& derived() { return static_cast<Derived&>(*this); }

  void handle(const Event<Value>& event) {
    switch (event.kind()) {
      case EventKind::kGrow:
        return derived().handle_growth(event);
      case EventKind::kGround:
        return derived().handle_ground(event.from());
      case EventKind::kShrink:
        return derived().handle_shrinking(event.from(), event.to());
      case EventKind::kExpand:
        return handle_expansion(event.blossom(), event.at);
      case EventKind::kExtend:
        return derived().handle_extension(event.from());
      case EventKind::kBegin:
        return derived().handle_begin(event.from());
    }
  }

  void handle_expansion(Node b, Value due) {
    if (tree_.label(b) != Label::kT || tree_.expansion(b) != due) return;
    std::vector<Node> new_s;
    const auto become_s = [&](Node child) {
      derived().relabelled(child);
      new_s.push_back(child);
    };
    const auto leave_tree = [&](Node child, Value risen) {
      derived().relabelled(child);
      forest_.for_each_vertex(child, [&](Vertex v) { leave(v, risen); });
    };
    tree_.expand(b, [&](Node child) { push_expansion(child); }, become_s, leave_tree);
    // Edges are scanned last, when every child has its label.
    for (const Node child : new_s) scan_node(child);
  }

  void push_expansion(Node b) {
    if (forest_.is_blossom(b)) push({tree_.expansion(b), EventKind::kExpand, b});
  }

  void scan_node(Node b) {
    forest_.for_each_vertex(b, [&](Vertex v) { derived().scan(v); });
  }

  std::int64_t handled_ = 0;
  Value latest_ = Limits<Value>::kTime;
};

}  // namespace fastpair
