// One search: an alternating tree grows from a free node until the matching gains an edge.
//
// Time `now_` is the amount by which the dual of the root has fallen. While it passes, the doubled
// duals of S-vertices fall and those of T-vertices rise at speed 1, those of outermost S-blossoms
// rise and those of T-blossoms fall at speed 2, and everything else rests; so every edge of the
// tree stays tight. Nothing is updated while time passes: each node remembers when it entered, and
// events wait in a queue for the moment when they fall due:
//
//   meet    an S-vertex and a vertex outside the tree become tight: the tree grows, or, if that
//           vertex is free, the path to it is augmented and the search ends;
//   close   two S-vertices become tight: a blossom is shrunk;
//   open    the dual of a T-blossom reaches 0: it is expanded;
//   ground  an S-vertex reaches the ground, where it may stay unmatched: the search ends;
//   extend  all candidate edges of an S-vertex have fallen due: the source is asked for more.
//
// All edges of the tree are tight, so its vertices have doubled duals of one parity: the time of a
// close event and the dual of a blossom halve without remainder.
//
// Ties: events due at the same time come in the order of their kind, then of their vertices.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "blossoms.hpp"
#include "candidates.hpp"
#include "fastpair/integers.hpp"
#include "limits.hpp"

namespace fastpair {

enum class Outcome : std::uint8_t {
  kAugmented,  ///< Two free nodes are matched.
  kGrounded,   ///< The root is matched, and a vertex on the ground is free instead.
  kHalved,     ///< The root is matched, and a cycle is matched by halves: a free blossom of dual 0.
  kStuck,      ///< No edge leads out of the tree.
  kBehind,     ///< An edge that was no candidate should have fallen due before; see violation().
};

/// The fractional stage ends a search at the first close event: an odd cycle whose edges each count
/// one half costs nothing to make, and a later search that meets it ends there. The integral stage
/// matches the cycles that are left.
enum class Stage : std::uint8_t { kFractional, kIntegral };

template <class Value, class Source>
class Search {
 public:
  Search(const Source& source, Blossoms<Value>& blossoms, CandidateGraph& candidates)
      : offers_(source),
        b_(blossoms),
        candidates_(candidates),
        since_(at(blossoms.size()), 0),
        best_(at(blossoms.size()), kNever),
        best_from_(at(blossoms.size()), kNobody) {}

  /// Grows the tree of the outermost node that holds the free vertex `root`. The duals stay
  /// feasible for the candidate edges and the matched edges tight, whatever the outcome.
  /// Throws WidthExceeded if a value might not fit into Value; the state is then still valid.
  Outcome run(Vertex root, std::optional<Value> ground, Stage stage) {
    start(ground, stage);
    label_s(b_.outer[at(root)]);
    std::optional<Outcome> outcome;
    while (!outcome && !events_.empty()) {
      const Event event = pop();
      if (event.at > kLimit) {
        finish();
        throw WidthExceeded{};
      }
      now_ = event.at;
      outcome = handle(event);
    }
    finish();
    if (exceeded_) throw WidthExceeded{};
    return outcome.value_or(Outcome::kStuck);
  }

  /// The edge, now a candidate, that ended the last search behind its time.
  [[nodiscard]] const Proposal& violation() const { return violation_; }

  /// The vertices whose dual has fallen since forget_lowered(): only their edges can have become
  /// violated.
  [[nodiscard]] const std::vector<Vertex>& lowered() const { return lowered_; }
  void forget_lowered() { lowered_.clear(); }

  /// The edges of least slack of a vertex outside of all blossoms.
  [[nodiscard]] const auto& best_edges(Vertex v) {
    return offers_.of(v, b_.dual_2x[at(v)], {b_.dual_2x.data()});
  }

 private:
  enum class Label : std::uint8_t { kOutside, kS, kT };
  enum class Kind : std::uint8_t { kMeet, kGround, kClose, kOpen, kExtend };

  struct Event {
    Value at;
    Kind kind;
    Vertex from;
    Node to;

    /// Later events come first, as the standard heaps want it.
    bool operator<(const Event& other) const {
      return std::tie(other.at, other.kind, other.from, other.to) < std::tie(at, kind, from, to);
    }
  };

  /// What the tree knows of an outermost node.
  struct Branch {
    Label label = Label::kOutside;
    Value entered = 0;
    /// The edge by which a T-node hangs on its parent: `from` in the parent, `to` in the node.
    Link link{kNobody, kNobody};
    std::uint32_t mark = 0;
  };

  static constexpr Value kNever = Limits<Value>::kNever;
  static constexpr Value kLimit = Limits<Value>::kTime;
  static constexpr Value kClosed = Source::template kClosed<Value>;
  static std::size_t at(Node node) { return static_cast<std::size_t>(node); }

  Branch& branch(Node b) { return branches_[at(b)]; }
  [[nodiscard]] Label label(Node b) const { return branches_[at(b)].label; }

  void start(std::optional<Value> ground, Stage stage) {
    now_ = 0;
    bound_ = kNever;
    ground_ = ground;
    stage_ = stage;
    present_is_current_ = false;
    events_.clear();
    branches_.resize(at(b_.node_end()));
  }

  // --- events -----------------------------------------------------------------------------------

  void push(Value due, Kind kind, Vertex from, Node to) {
    events_.push_back({due, kind, from, to});
    std::push_heap(events_.begin(), events_.end());
  }

  Event pop() {
    std::pop_heap(events_.begin(), events_.end());
    const Event event = events_.back();
    events_.pop_back();
    return event;
  }

  std::optional<Outcome> handle(const Event& event) {
    switch (event.kind) {
      case Kind::kMeet:
        return meet(event.from, event.to, event.at);
      case Kind::kGround:
        augment(event.from, kNobody);
        return Outcome::kGrounded;
      case Kind::kClose:
        return close(event.from, event.to);
      case Kind::kOpen:
        open(event.to);
        return std::nullopt;
      case Kind::kExtend:
        return extend(event.from);
    }
    return std::nullopt;
  }

  std::optional<Outcome> meet(Vertex from, Vertex to, Value due) {
    const Node b = b_.outer[at(to)];
    if (label(b) != Label::kOutside || best_from_[at(to)] != from || best_[at(to)] != due) {
      return std::nullopt;  // overtaken by another event
    }
    if (b_.is_free(b)) {
      b_.rotate(b, to);
      augment(from, to);
      b_.mate[at(to)] = from;
      if (b_.is_blossom(b)) b_.release_empty(b);
      return Outcome::kAugmented;
    }
    label_t(b, {from, to});
    label_s(b_.outer[at(b_.mate[at(b_.base(b))])]);
    return std::nullopt;
  }

  std::optional<Outcome> close(Vertex from, Vertex to) {
    const Node a = b_.outer[at(from)];
    const Node b = b_.outer[at(to)];
    if (a == b) return std::nullopt;
    const Node blossom = shrink(a, b, {from, to});
    if (stage_ == Stage::kFractional) {
      augment(b_.base(blossom), kNobody);
      return Outcome::kHalved;
    }
    for (const Vertex v : fresh_) scan(v);
    return std::nullopt;
  }

  // --- growing ----------------------------------------------------------------------------------

  void label_s(Node b) {
    enter(b, Label::kS);
    b_.for_each_vertex(b, [&](Vertex v) {
      since_[at(v)] = now_;
      best_[at(v)] = kNever;
    });
    present_node(b, Label::kS);
    b_.for_each_vertex(b, [&](Vertex v) { scan(v); });
  }

  void label_t(Node b, Link link) {
    enter(b, Label::kT);
    branch(b).link = link;
    present_node(b, Label::kT);
    if (!b_.is_blossom(b)) return;
    const Value due = now_ + b_.blossom_dual_2x(b) / 2;
    if (due < bound_) push(due, Kind::kOpen, 0, b);
  }

  void enter(Node b, Label label) {
    Branch& entry = branch(b);
    entry.label = label;
    entry.entered = now_;
    labelled_.push_back(b);
  }

  /// Looks along the candidate edges of a new S-vertex. O(degree), and O(log n) for each event.
  void scan(Vertex v) {
    const Node own = b_.outer[at(v)];
    const Value reach = since_[at(v)] + b_.dual_2x[at(v)];
    if (ground_ && reach - *ground_ < bound_) {
      bound_ = reach - *ground_;
      push(bound_, Kind::kGround, v, 0);
    }
    Value last = now_;
    for (const Arc& arc : candidates_.from(v)) {
      if (b_.outer[at(arc.to)] != own) last = std::max(last, scan_arc(v, reach, arc));
    }
    if (Source::kHasMore && last < bound_) push(last, Kind::kExtend, v, 0);
  }

  /// Returns when the edge falls due, or now if it does not.
  Value scan_arc(Vertex v, Value reach, const Arc& arc) {
    const Node b = b_.outer[at(arc.to)];
    const Value due = reach + b_.dual_2x[at(arc.to)] - arc.weight_2x;
    switch (label(b)) {
      case Label::kS:
        scan_s(v, arc.to, (due + since_[at(arc.to)]) / 2);
        return (due + since_[at(arc.to)]) / 2;
      case Label::kT:
        scan_t(v, arc.to, due);
        return now_;
      case Label::kOutside:
        scan_outside(v, arc.to, b, due);
        return due;
    }
    return now_;
  }

  /// Asks the source for more edges of an S-vertex, for as many again as it has.
  std::optional<Outcome> extend(Vertex v) {
    const Node own = b_.outer[at(v)];
    const Value reach = since_[at(v)] + b_.dual_2x[at(v)];
    if (!present_is_current_) present_all();
    close_present(own);
    const auto& offers = offers_.of(v, reach - now_, {present_.data(), best_.data(), reach});
    Value last = now_;
    for (const auto& [_, arc] : offers) {
      candidates_.add(v, arc.to, arc.weight_2x);
      const Value due = scan_arc(v, reach, arc);
      if (due < now_) {
        violation_ = {v, arc.to, arc.weight_2x};
        return Outcome::kBehind;
      }
      last = std::max(last, due);
    }
    if (!offers.empty() && last < bound_) push(last, Kind::kExtend, v, 0);
    return std::nullopt;
  }

  /// Hides the S-node whose vertices ask for edges that lead out of it.
  void close_present(Node own) {
    if (closed_ == own) return;
    for (const Vertex u : hidden_) present(u, label(b_.outer[at(u)]));
    hidden_.clear();
    closed_ = own;
    b_.for_each_vertex(own, [&](Vertex u) {
      present_[at(u)] = kClosed;
      hidden_.push_back(u);
    });
  }

  /// The dual of this moment for those who may become an end of a new edge. That of an S-vertex
  /// is renewed when its node asks for edges; until then it is too high by the time since.
  void present(Vertex v, Label label) {
    switch (label) {
      case Label::kOutside:
        present_[at(v)] = b_.dual_2x[at(v)];
        break;
      case Label::kS:
        present_[at(v)] = b_.dual_2x[at(v)] + since_[at(v)] - now_;
        break;
      case Label::kT:
        present_[at(v)] = kClosed;
        break;
    }
  }

  void present_node(Node b, Label label) {
    if (!present_is_current_) return;
    b_.for_each_vertex(b, [&](Vertex v) { present(v, label); });
  }

  void present_all() {
    present_ = b_.dual_2x;
    present_is_current_ = true;
    closed_ = kNone;
    hidden_.clear();
    for (const Node b : labelled_) {
      if (label(b) != Label::kOutside) present_node(b, label(b));
    }
  }

  void scan_s(Vertex v, Vertex to, Value due) {
    if (due >= bound_) return;
    if (stage_ == Stage::kFractional) bound_ = due;
    push(due, Kind::kClose, v, to);
  }

  /// While both ends move the slack rests; the edge counts if the T-blossom is opened.
  void scan_t(Vertex v, Vertex to, Value due) {
    if (due >= best_[at(to)]) return;
    if (best_[at(to)] == kNever) touched_.push_back(to);
    best_[at(to)] = due;
    best_from_[at(to)] = v;
  }

  void scan_outside(Vertex v, Vertex to, Node b, Value due) {
    if (due >= bound_ || due >= best_[at(to)]) return;
    scan_t(v, to, due);
    if (b_.is_free(b)) bound_ = due;
    push(due, Kind::kMeet, v, to);
  }

  // --- blossoms ---------------------------------------------------------------------------------

  /// The S-node two steps nearer to the root, or kNone.
  Node grandparent(Node b) {
    const Vertex mate = b_.mate[at(b_.base(b))];
    if (mate == kNobody) return kNone;
    return b_.outer[at(branch(b_.outer[at(mate)]).link.from)];
  }

  Node lowest_common(Node a, Node b) {
    ++mark_;
    while (true) {
      if (a != kNone) {
        if (branch(a).mark == mark_) return a;
        branch(a).mark = mark_;
        a = grandparent(a);
      }
      std::swap(a, b);
    }
  }

  /// Nodes from `from` up to, without, `top`, each with the link to the next one.
  void climb(Node from, Node top, std::vector<Node>& nodes, std::vector<Link>& links) {
    while (from != top) {
      const Vertex base = b_.base(from);
      const Node t = b_.outer[at(b_.mate[at(base)])];
      const Link link = branch(t).link;
      nodes.push_back(from);
      links.push_back({base, b_.mate[at(base)]});
      nodes.push_back(t);
      links.push_back({link.to, link.from});
      from = b_.outer[at(link.from)];
    }
  }

  /// Vertices that become S thereby are left in fresh_, to be scanned.
  Node shrink(Node a, Node b, Link tight) {
    const Node top = lowest_common(a, b);
    std::vector<Node> nodes{top};
    std::vector<Link> links;
    climb(a, top, nodes, links);
    std::reverse(nodes.begin() + 1, nodes.end());
    std::ranges::reverse(links);
    for (Link& link : links) std::swap(link.from, link.to);
    links.push_back(tight);
    climb(b, top, nodes, links);

    fresh_.clear();
    for (const Node node : nodes) {
      settle_blossom(node);
      if (label(node) == Label::kT) {
        b_.for_each_vertex(node, [&](Vertex v) {
          settle_t(v, branch(node).entered);
          since_[at(v)] = now_;
          best_[at(v)] = kNever;
          fresh_.push_back(v);
        });
      }
      branch(node).label = Label::kOutside;
    }
    const Node blossom = b_.shrink(std::move(nodes), std::move(links));
    branches_.resize(at(b_.node_end()));
    enter(blossom, Label::kS);
    if (present_is_current_) {
      for (const Vertex v : fresh_) present(v, Label::kS);
    }
    return blossom;
  }

  void open(Node b) {
    if (b_.parent(b) != kNone || label(b) != Label::kT)
      return;  // it has become part of an S-blossom
    settle_blossom(b);
    const Branch entry = branch(b);
    b_.for_each_vertex(b, [&](Vertex v) { settle_t(v, entry.entered); });
    branch(b).label = Label::kOutside;
    const std::vector<Link> links = b_.links(b);
    const Node first = b_.child_with(b, entry.link.to);
    const std::vector<Node> children = b_.release(b);
    relabel(children, links, first, entry.link);
  }

  /// Keeps the even way from the child where the tree enters to the base in the tree.
  void relabel(const std::vector<Node>& children, const std::vector<Link>& links, Node first,
               Link link) {
    const std::size_t count = children.size();
    const auto start =
        static_cast<std::size_t>(std::ranges::find(children, first) - children.begin());
    const bool forward = start % 2 == 1;
    const auto next = [&](std::size_t j) {
      return forward ? (j + 1) % count : (j + count - 1) % count;
    };
    const auto towards_next = [&](std::size_t j) {
      const Link step = links[forward ? j : next(j)];
      return forward ? step : Link{step.to, step.from};
    };
    std::vector<Node> grown;
    std::size_t j = start;
    for (; j != 0; j = next(j)) {
      label_t(children[j], link);
      j = next(j);
      grown.push_back(children[j]);
      link = towards_next(j);
    }
    label_t(children[0], link);
    for (j = next(0); j != start; j = next(j)) {
      present_node(children[j], Label::kOutside);
      b_.for_each_vertex(children[j], [&](Vertex v) { wait(v); });
    }
    for (const Node child : grown) label_s(child);
  }

  /// A vertex that has left the tree waits for the best edge it has met meanwhile.
  void wait(Vertex v) {
    if (best_[at(v)] < bound_) push(best_[at(v)], Kind::kMeet, best_from_[at(v)], v);
  }

  // --- ending -----------------------------------------------------------------------------------

  /// Exchanges matched and unmatched edges from the S-vertex `v`, which gets a new mate, to the
  /// root.
  void augment(Vertex v, Vertex mate) {
    while (true) {
      const Node b = b_.outer[at(v)];
      const Vertex old = b_.mate[at(b_.base(b))];
      b_.rotate(b, v);
      b_.mate[at(v)] = mate;
      if (old == kNobody) return;
      const Node t = b_.outer[at(old)];
      const Link link = branch(t).link;
      b_.rotate(t, link.to);
      b_.mate[at(link.to)] = link.from;
      v = link.from;
      mate = link.to;
    }
  }

  void settle_t(Vertex v, Value entered) {
    b_.dual_2x[at(v)] += now_ - entered;
    if (best_[at(v)] != kNever) best_[at(v)] += now_ - entered;
  }

  void settle_blossom(Node b) {
    if (!b_.is_blossom(b)) return;
    const Value grown = 2 * (now_ - branch(b).entered);
    b_.blossom_dual_2x(b) += label(b) == Label::kS ? grown : -grown;
  }

  /// Brings the duals of the tree up to date and clears it.
  void finish() {
    for (const Node b : labelled_) {
      if (label(b) == Label::kOutside) continue;
      settle_blossom(b);
      const bool s = label(b) == Label::kS;
      const Value entered = branch(b).entered;
      b_.for_each_vertex(b, [&](Vertex v) {
        b_.dual_2x[at(v)] += s ? since_[at(v)] - now_ : now_ - entered;
        if (s) lowered_.push_back(v);
        exceeded_ |= b_.dual_2x[at(v)] > kLimit || b_.dual_2x[at(v)] < -kLimit;
      });
      if (b_.is_blossom(b)) exceeded_ |= b_.blossom_dual_2x(b) > kLimit;
      branch(b).label = Label::kOutside;
      b_.release_empty(b);
    }
    labelled_.clear();
    for (const Vertex v : touched_) best_[at(v)] = kNever;
    touched_.clear();
  }

  typename Source::template Offers<Value> offers_;
  Blossoms<Value>& b_;
  CandidateGraph& candidates_;
  Value now_ = 0;
  /// No event from this time on matters: the search will have ended.
  Value bound_ = kNever;
  std::optional<Value> ground_;
  Stage stage_ = Stage::kIntegral;
  std::vector<Event> events_;
  std::vector<Branch> branches_;
  std::vector<Node> labelled_;
  /// When a vertex became S; its stored dual is the one of that moment.
  std::vector<Value> since_;
  /// When the best edge from the tree to a vertex outside, or to a T-vertex if it were outside,
  /// becomes tight.
  std::vector<Value> best_;
  std::vector<Vertex> best_from_;
  std::vector<Vertex> touched_;
  std::vector<Vertex> fresh_;
  /// See present(); made when it is first needed in a search.
  std::vector<Value> present_;
  bool present_is_current_ = false;
  Node closed_ = kNone;
  std::vector<Vertex> hidden_;
  Proposal violation_{};
  std::vector<Vertex> lowered_;
  std::uint32_t mark_ = 0;
  bool exceeded_ = false;
};

}  // namespace fastpair
