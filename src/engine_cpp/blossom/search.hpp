// One search: an alternating tree grows from a free node until the matching gains an edge.
//
// The tree, and the time that passes in it, are explained in tree.hpp. Events wait in a queue for
// the moment when they fall due:
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
// Ties: events due at the same time come in the order of events.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/events.hpp"
#include "blossom/forest.hpp"
#include "blossom/limits.hpp"
#include "blossom/present_duals.hpp"
#include "blossom/tree.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"

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
  /// Takes from `reserves` what the duals of vertices fall by; those below 0 stay as they are.
  Search(const Source& source, Blossoms<Value>& blossoms, CandidateGraph& candidates,
         Reserves<Value>& reserves)
      : offers_(source),
        b_(blossoms),
        candidates_(candidates),
        reserves_(reserves),
        tree_(blossoms),
        present_(blossoms, tree_, Source::template kClosed<Value>),
        best_(at(blossoms.size()), kNever),
        best_from_(at(blossoms.size()), kNobody) {}

  /// Grows the tree of the outermost node that holds the free vertex `root`. The duals stay
  /// feasible for the candidate edges and the matched edges tight, whatever the outcome; but after
  /// kBehind the edge violation() is a candidate that has to be repaired.
  /// Throws WidthExceeded if a value might not fit into Value, and Interrupted; the state is then
  /// still valid.
  Outcome run(Vertex root, std::optional<Value> ground, Stage stage, const Interrupt& interrupt) {
    tree_.start();
    present_.forget();
    events_.clear();
    bound_ = kNever;
    ground_ = ground;
    stage_ = stage;
    label_s(b_.outer(root));
    std::optional<Outcome> outcome;
    for (std::int64_t handled = 1; !outcome && !events_.empty(); ++handled) {
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
    }
    finish();
    return outcome.value_or(Outcome::kStuck);
  }

  /// The edge, now a candidate, that ended the last search behind its time.
  [[nodiscard]] const Proposal& violation() const { return violation_; }

  /// Whether a dual has left the range in which another search is safe.
  [[nodiscard]] bool exceeded() const { return exceeded_; }

  /// The edges of least slack of a vertex outside of all blossoms.
  [[nodiscard]] const auto& best_edges(Vertex v) {
    Keys<Value> duals(b_.dual_2x);
    return offers_.of(v, b_.dual_2x[at(v)], {.key = duals.values(), .block_key = duals.least()});
  }

 private:
  static constexpr Value kNever = Limits<Value>::kNever;
  static constexpr Value kLimit = Limits<Value>::kTime;
  /// How many events are handled between two questions to the interrupt function.
  static constexpr std::int64_t kEventsPerQuestion = 256;
  static std::size_t at(Node node) { return static_cast<std::size_t>(node); }

  // --- events -----------------------------------------------------------------------------------

  std::optional<Outcome> handle(const Event<Value>& event) {
    switch (event.kind()) {
      case EventKind::kMeet:
        return meet(event.from(), event.to(), event.at);
      case EventKind::kGround:
        tree_.augment(event.from(), kNobody);
        return Outcome::kGrounded;
      case EventKind::kClose:
        return close(event.from(), event.to());
      case EventKind::kOpen:
        open(event.to());
        return std::nullopt;
      case EventKind::kExtend:
        return extend(event.from());
    }
    return std::nullopt;
  }

  std::optional<Outcome> meet(Vertex from, Vertex to, Value due) {
    const Node b = b_.outer(to);
    if (tree_.label(b) != Label::kOutside || best_from_[at(to)] != from || best_[at(to)] != due) {
      return std::nullopt;  // overtaken by another event
    }
    if (b_.is_free(b)) {
      b_.rotate(b, to);
      tree_.augment(from, to);
      b_.mate[at(to)] = from;
      b_.release_empty(b);
      return Outcome::kAugmented;
    }
    label_t(b, {from, to}, tree_.now);
    present_.update(b);
    label_s(b_.outer(b_.mate[at(b_.base(b))]));
    return std::nullopt;
  }

  std::optional<Outcome> close(Vertex from, Vertex to) {
    const Node a = b_.outer(from);
    const Node b = b_.outer(to);
    if (a == b) return std::nullopt;
    fresh_.clear();
    const Node blossom = tree_.shrink(a, b, {from, to}, [&](Vertex v) {
      best_[at(v)] = kNever;
      present_.update_s(v);
      fresh_.push_back(v);
    });
    if (stage_ == Stage::kFractional) {
      tree_.augment(b_.base(blossom), kNobody);
      return Outcome::kHalved;
    }
    for (const Vertex v : fresh_) scan(v);
    return std::nullopt;
  }

  void open(Node b) {
    if (tree_.label(b) != Label::kT) return;  // it has become part of an S-blossom
    const Value rising = tree_.open(b);
    const Link link = tree_.link(b);
    const std::vector<Link> links = b_.links(b);
    const Node first = b_.child_with(b, link.to);
    relabel(b_.release(b), links, first, link, rising);
  }

  /// Keeps the even way from the child where the tree enters to the base in the tree.
  void relabel(const std::vector<Node>& children, const std::vector<Link>& links, Node first,
               Link link, Value rising) {
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
    const Value risen = tree_.now - rising;
    std::vector<Node> grown;
    std::size_t j = start;
    for (; j != 0; j = next(j)) {
      label_t(children[j], link, rising);
      j = next(j);
      tree_.raise(children[j], risen);
      grown.push_back(children[j]);
      link = towards_next(j);
    }
    label_t(children[0], link, rising);
    for (j = next(0); j != start; j = next(j)) {
      tree_.raise(children[j], risen);
      present_.update(children[j]);
      b_.for_each_vertex(children[j], [&](Vertex v) { wait(v, risen); });
    }
    for (const Node child : grown) label_s(child);
  }

  /// A vertex that has left the tree waits for the best edge it has met meanwhile.
  void wait(Vertex v, Value risen) {
    if (best_[at(v)] == kNever) return;
    best_[at(v)] += risen;
    if (best_[at(v)] < bound_) events_.push(best_[at(v)], EventKind::kMeet, best_from_[at(v)], v);
  }

  /// Asks the source for more edges of an S-vertex that leads out of its node.
  std::optional<Outcome> extend(Vertex v) {
    const Value reach = tree_.reach(v);
    Keys<Value>& duals = present_.out_of(b_.outer(v));
    const Wish<Value> wish{
        .key = duals.values(), .best = best_.data(), .reach = reach, .block_key = duals.least()};
    Value last = tree_.now;
    bool found = false;
    for (const auto& [_, arc] : offers_.of(v, reach - tree_.now, wish)) {
      candidates_.add(v, arc.to, arc.weight_2x);
      const Value due = scan_arc(v, reach, arc);
      if (due < tree_.now) {
        violation_ = {v, arc.to, arc.weight_2x};
        return Outcome::kBehind;
      }
      last = std::max(last, due);
      found = true;
    }
    if (found && last < bound_) events_.push(last, EventKind::kExtend, v, 0);
    return std::nullopt;
  }

  // --- growing ----------------------------------------------------------------------------------

  void label_s(Node b) {
    tree_.enter_s(b);
    present_.update(b);
    b_.for_each_vertex(b, [&](Vertex v) { best_[at(v)] = kNever; });
    b_.for_each_vertex(b, [&](Vertex v) { scan(v); });
  }

  void label_t(Node b, Link link, Value rising) {
    tree_.enter_t(b, link, rising);
    if (!b_.is_blossom(b)) return;
    const Value due = tree_.now + b_.blossom_dual_2x(b) / 2;
    if (due < bound_) events_.push(due, EventKind::kOpen, 0, b);
  }

  /// Looks along the candidate edges of a new S-vertex. O(degree), and O(log n) for each event.
  void scan(Vertex v) {
    const Node own = b_.outer(v);
    const Value reach = tree_.reach(v);
    if (ground_ && reach - *ground_ < bound_) {
      bound_ = reach - *ground_;
      events_.push(bound_, EventKind::kGround, v, 0);
    }
    // Edges that are no candidates have this to spare; where there are none, it is near the limit.
    const Value reserve = std::max(reserves_[at(v)], Value{0});
    Value last = tree_.now + reserve;
    for (const Arc& arc : candidates_.from(v)) {
      if (b_.outer(arc.to) != own) last = std::max(last, scan_arc(v, reach, arc));
    }
    if (Source::kHasMore && reserve < kLimit / 4 && last < bound_) {
      events_.push(last, EventKind::kExtend, v, 0);
    }
  }

  /// Returns when the edge falls due, or now if it does not.
  Value scan_arc(Vertex v, Value reach, const Arc& arc) {
    const Node b = b_.outer(arc.to);
    const Value due = reach + b_.dual_2x[at(arc.to)] - arc.weight_2x;
    switch (tree_.label(b)) {
      case Label::kS:
        scan_s(v, arc.to, (due + tree_.since(arc.to)) / 2);
        return (due + tree_.since(arc.to)) / 2;
      case Label::kT:
        scan_t(v, arc.to, due);
        return tree_.now;
      case Label::kOutside:
        scan_outside(v, arc.to, b, due);
        return due;
    }
    return tree_.now;
  }

  void scan_s(Vertex v, Vertex to, Value due) {
    if (due >= bound_) return;
    if (stage_ == Stage::kFractional) bound_ = due;
    events_.push(due, EventKind::kClose, v, to);
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
    events_.push(due, EventKind::kMeet, v, to);
  }

  /// Brings the duals of the tree up to date and clears it.
  void finish() {
    tree_.clear(
        [&](Vertex v, Value fallen) {
          Value& reserve = reserves_[at(v)];
          if (reserve >= 0) reserve -= fallen;
          exceeded_ |= b_.dual_2x[at(v)] > kLimit || b_.dual_2x[at(v)] < -kLimit;
        },
        [&](Node b) {
          if (b_.is_blossom(b)) exceeded_ |= b_.blossom_dual_2x(b) > kLimit;
          b_.release_empty(b);
        });
    for (const Vertex v : touched_) best_[at(v)] = kNever;
    touched_.clear();
  }

  typename Source::template Offers<Value> offers_;
  Blossoms<Value>& b_;
  CandidateGraph& candidates_;
  Reserves<Value>& reserves_;
  Tree<Value> tree_;
  PresentDuals<Value> present_;
  EventQueue<Value> events_;
  /// No event from this time on matters: the search will have ended.
  Value bound_ = kNever;
  std::optional<Value> ground_;
  Stage stage_ = Stage::kIntegral;
  /// When the best edge from the tree to a vertex outside, or to a T-vertex if it were outside,
  /// becomes tight.
  std::vector<Value> best_;
  std::vector<Vertex> best_from_;
  std::vector<Vertex> touched_;
  /// Vertices that have become S in a blossom, to be scanned.
  std::vector<Vertex> fresh_;
  Proposal violation_{};
  bool exceeded_ = false;
};

}  // namespace fastpair
