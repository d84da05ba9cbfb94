// The events of a search, in the order of their time.
//
// Edmonds' method adjusts the duals by δ = min(δ1, δ2, δ3, δ4) and then does what has become
// possible [Galil 1986, "Efficient algorithms for finding maximum matching in graphs"]. Here time
// passes instead, and each case is an event that waits until it is due:
//
//   case  event    due when                                             then
//   δ1    kGround  the dual of an S-vertex is that of the ground        augment to that vertex
//   δ2    kGrow    an edge from an S-vertex to an outside one is tight  grow, or augment to it
//   δ3    kShrink  an edge between two S-vertices is tight              shrink, or augment
//   δ4    kExpand  the dual of a T-blossom is 0                         expand
//
// All values are doubled, so that the time that has passed is 2 Σδ.
//
// Events of the same time come in one of two orders:
//
// - The edges that are tight already when they are found come first, in the order in which they are
//   found. So a tree among edges of equal weight grows evenly, and finds what is near first. The
//   others follow by their kind and their vertices.
// - Growth comes last, so that two of many trees that have met are matched before others grow over
// the same vertices.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "blossom/radix_heap.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

/// What ends an adjustment of the duals: the four cases above, and two of ours. The heap serves
/// events of the same time in this order.
enum class EventKind : std::uint8_t {
  /// δ2. The path to the vertex outside is augmented if that vertex is free.
  kGrow,
  /// δ1. A vertex on the ground (limits.hpp) may stay unmatched.
  kGround,
  /// δ3. The cycle becomes a blossom; if the ends are in two trees, the path is augmented.
  kShrink,
  /// δ4. The children of the blossom take its place.
  kExpand,
  /// More edges of an S-vertex are looked at than the candidates, unless there were none lately
  /// (Pauses).
  kExtend,
  /// A tree begins at a free vertex, beside others.
  kBegin,
};

/// What happens at a time: to an edge (grow, shrink), a vertex (ground, extend) or a blossom
/// (expand). Events are small, because there are many: the kind and what it happens to are the
/// digits of one number, by which events of the same time are ordered.
template <class Value>
class Event {
 public:
  Event(Value at_in, EventKind kind, Vertex from, Vertex to)
      : at(at_in), what_(packed(kind, index_of(from), index_of(to))) {}
  Event(Value at_in, EventKind kind, Vertex v) : at(at_in), what_(packed(kind, index_of(v), 0)) {}
  Event(Value at_in, EventKind kind, Node b) : at(at_in), what_(packed(kind, 0, index_of(b))) {}

  Value at;

  [[nodiscard]] EventKind kind() const { return static_cast<EventKind>(what_ >> 2 * kBits); }
  /// The ends of the edge; from() is also the vertex of an event that concerns one vertex only.
  /// Where trees grow at once, to() of a shrink event is the place of the edge among those of
  /// from().
  [[nodiscard]] Vertex from() const { return static_cast<Vertex>(what_ >> kBits & kMask); }
  [[nodiscard]] Vertex to() const { return static_cast<Vertex>(what_ & kMask); }
  [[nodiscard]] Node blossom() const { return static_cast<Node>(what_ & kMask); }

  /// A later event compares as less, because the standard heaps put the greatest element first.
  bool operator<(const Event& other) const {
    return other.at < at || (other.at == at && other.what_ < what_);
  }

 private:
  static std::uint64_t packed(EventKind kind, std::uint64_t first, std::uint64_t second) {
    return static_cast<std::uint64_t>(kind) << 2 * kBits | first << kBits | second;
  }

  /// There are at most 2^24 vertices, and fewer blossoms.
  static constexpr int kBits = 25;
  static constexpr std::uint64_t kMask = (1ULL << kBits) - 1;

  std::uint64_t what_;
};

/// Which of the events of the same time come first, see above.
enum class Ties : std::uint8_t { kTightEdgesFirst, kGrowthLast };

template <class Value>
class EventQueue {
 public:
  [[nodiscard]] bool empty() const {
    return first_.size() == served_first_ && last_.size() == served_last_ && later_.empty();
  }

  /// Removes all events and begins again at the time 0.
  void clear(Ties ties) {
    ties_ = ties;
    clear_due();
    later_.clear([](const Event<Value>&) {});
  }

  void push(const Event<Value>& event) {
    if (event.at != later_.now()) return later_.push(event);
    const bool is_growth = event.kind() == EventKind::kGrow;
    const bool is_first =
        ties_ == Ties::kGrowthLast ? !is_growth : is_growth || event.kind() == EventKind::kShrink;
    is_first ? first_.push_back(event) : put_last(event);
  }

  Event<Value> pop() {
    if (served_first_ == first_.size() && served_last_ == last_.size()) pass_time();
    if (served_first_ < first_.size()) return first_[served_first_++];
    if (ties_ == Ties::kGrowthLast) return last_[served_last_++];
    std::pop_heap(last_.begin(), last_.end());
    const Event<Value> event = last_.back();
    last_.pop_back();
    return event;
  }

 private:
  void pass_time() {
    clear_due();
    later_.pass_time([this](const Event<Value>& event) {
      ties_ == Ties::kGrowthLast ? push(event) : put_last(event);
    });
  }

  void put_last(const Event<Value>& event) {
    last_.push_back(event);
    if (ties_ == Ties::kTightEdgesFirst) std::push_heap(last_.begin(), last_.end());
  }

  void clear_due() {
    first_.clear();
    last_.clear();
    served_first_ = served_last_ = 0;
  }

  /// The events that are due now, and how many have been served. Where those that come last come by
  /// their kind, they are a heap, and none of them has.
  std::vector<Event<Value>> first_;
  std::vector<Event<Value>> last_;
  std::size_t served_first_ = 0;
  std::size_t served_last_ = 0;
  RadixHeap<Event<Value>> later_;
  Ties ties_ = Ties::kTightEdgesFirst;
};

}  // namespace fastpair
