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
// Edges that are tight already when they are found wait in a line: the first one found is served
// first. So a tree among edges of equal weight grows evenly, and finds what is near first. All
// other events wait in a heap. They are served when the line is empty, in the order of their time,
// their kind and their vertices.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "blossom/indexed.hpp"
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
  /// (pauses.hpp).
  kExtend,
  /// A tree begins at a free vertex, beside others (joint_search.hpp).
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

template <class Value>
class EventQueue {
 public:
  /// Whether events will be served in order: all in the line are due now, none in the heap was due
  /// earlier, and the heap is a heap.
  [[nodiscard]] bool is_ordered() const {
    const auto due = [this](const Event<Value>& event) { return event.at >= now_; };
    const auto now = [this](const Event<Value>& event) { return event.at == now_; };
    return served_ <= line_.size() && std::ranges::all_of(line_, now) &&
           std::ranges::all_of(heap_, due) && std::is_heap(heap_.begin(), heap_.end());
  }

  [[nodiscard]] bool empty() const { return served_ == line_.size() && heap_.empty(); }

  /// Removes all events and begins again at the time 0.
  void clear() {
    heap_.clear();
    clear_line();
    now_ = 0;
  }

  void push(const Event<Value>& event) {
    const bool is_edge = event.kind() == EventKind::kGrow || event.kind() == EventKind::kShrink;
    if (is_edge && event.at == now_) {
      line_.push_back(event);
    } else {
      if (heap_.size() == heap_.capacity()) heap_.reserve(heap_.size() + heap_.size() / 4 + 64);
      heap_.push_back(event);
      std::push_heap(heap_.begin(), heap_.end());
    }
  }

  Event<Value> pop() {
    if (served_ < line_.size()) return line_[served_++];
    clear_line();
    std::pop_heap(heap_.begin(), heap_.end());
    const Event<Value> event = heap_.back();
    heap_.pop_back();
    now_ = event.at;
    return event;
  }

 private:
  void clear_line() {
    line_.clear();
    served_ = 0;
  }

  std::vector<Event<Value>> heap_;
  /// Events of the time now_, of which the first served_ have been served.
  std::vector<Event<Value>> line_;
  std::size_t served_ = 0;
  /// The time of the last event.
  Value now_ = 0;
};

}  // namespace fastpair
