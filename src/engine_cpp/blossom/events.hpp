// The events of a search, in the order of their time.
//
// Ties: edges that fall due at the moment when they are found wait in a line, so that among equal
// weights a tree grows evenly and finds what is near first. The others come when nobody stands in
// line, in the order of their kind, then of their vertices.
#pragma once

#include <algorithm>
#include <cstddef>
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
  [[nodiscard]] bool empty() const { return served_ == line_.size() && heap_.empty(); }

  /// Begins anew at the time 0.
  void clear() {
    heap_.clear();
    clear_line();
    now_ = 0;
  }

  void push(Value at, EventKind kind, Vertex from, Node to) {
    const bool edge = kind == EventKind::kMeet || kind == EventKind::kClose;
    if (edge && at == now_) {
      line_.emplace_back(at, kind, from, to);
    } else {
      if (heap_.size() == heap_.capacity()) heap_.reserve(heap_.size() + heap_.size() / 4 + 64);
      heap_.emplace_back(at, kind, from, to);
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
  std::vector<Event<Value>> line_;
  std::size_t served_ = 0;
  Value now_ = 0;
};

}  // namespace fastpair
