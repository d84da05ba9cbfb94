// The events of a search, in the order of their time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "fastpair/integers.hpp"

namespace fastpair {

/// In the order in which events of one time are handled.
enum class EventKind : std::uint8_t { kMeet, kGround, kClose, kOpen, kExtend };

template <class Value>
struct Event {
  Value at;
  EventKind kind;
  Vertex from;
  Node to;

  /// Later events come first, as the standard heaps want it.
  bool operator<(const Event& other) const {
    return std::tie(other.at, other.kind, other.from, other.to) < std::tie(at, kind, from, to);
  }
};

template <class Value>
class EventQueue {
 public:
  [[nodiscard]] bool empty() const { return events_.empty(); }
  void clear() { events_.clear(); }

  void push(Value at, EventKind kind, Vertex from, Node to) {
    events_.push_back({at, kind, from, to});
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
