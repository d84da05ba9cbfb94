// The events of a search, in the order of their time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fastpair/integers.hpp"

namespace fastpair {

/// In the order in which events of one time are handled.
enum class EventKind : std::uint8_t { kMeet, kGround, kClose, kOpen, kExtend };

/// Small, because there are many: kind, vertex and node are one number, in the order of their
/// weight.
template <class Value>
class Event {
 public:
  Event(Value at_in, EventKind kind, Vertex from, Node to)
      : at(at_in),
        what_(static_cast<std::uint64_t>(kind) << 2 * kBits |
              static_cast<std::uint64_t>(from) << kBits | static_cast<std::uint64_t>(to)) {}

  Value at;

  [[nodiscard]] EventKind kind() const { return static_cast<EventKind>(what_ >> 2 * kBits); }
  [[nodiscard]] Vertex from() const { return static_cast<Vertex>(what_ >> kBits & kMask); }
  [[nodiscard]] Node to() const { return static_cast<Node>(what_ & kMask); }

  /// Later events come first, as the standard heaps want it.
  bool operator<(const Event& other) const {
    return other.at < at || (other.at == at && other.what_ < what_);
  }

 private:
  /// A node is one of at most 2^24 vertices, or of the fewer blossoms.
  static constexpr int kBits = 25;
  static constexpr std::uint64_t kMask = (1ULL << kBits) - 1;

  std::uint64_t what_;
};

template <class Value>
class EventQueue {
 public:
  [[nodiscard]] bool empty() const { return events_.empty(); }
  void clear() { events_.clear(); }

  void push(Value at, EventKind kind, Vertex from, Node to) {
    events_.emplace_back(at, kind, from, to);
    std::push_heap(events_.begin(), events_.end());
  }

  Event<Value> pop() {
    std::pop_heap(events_.begin(), events_.end());
    const Event<Value> event = events_.back();
    events_.pop_back();
    return event;
  }

 private:
  std::vector<Event<Value>> events_;
};

}  // namespace fastpair
