// The events of trees that grow at once, in the order of their time.
//
// Of the events of the same time growth comes last, so that two trees that have met are matched
// before others grow over the same vertices. Growth into a tree that has just been taken apart can
// be postponed until nothing else happens at that time: so among tight edges most trees are matched
// before a region is walked again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "blossom/events.hpp"

namespace fastpair {

template <class Value>
class JointEvents {
 public:
  /// Removes all events and begins again at the time 0.
  void clear() {
    others_.clear();
    growth_.clear();
    postponed_.clear();
    grown_ = 0;
    now_ = 0;
    ++round_;
  }

  [[nodiscard]] bool empty() const {
    return others_.empty() && grown_ == growth_.size() && postponed_.empty();
  }

  /// The time of the event that is served next.
  [[nodiscard]] Value next() const {
    return grown_ < growth_.size() || !postponed_.empty() ? now_ : others_.next();
  }

  void push(const Event<Value>& event) {
    const bool due = event.kind() == EventKind::kGrow && event.at == now_;
    due ? growth_.push_back(event) : others_.push(event);
  }

  /// Puts an event that has been served back, behind all others of its time.
  void postpone(const Event<Value>& event) { postponed_.push_back(event); }

  Event<Value> pop() {
    while (!others_.empty() && others_.next() == now_) {
      const Event<Value> event = others_.pop();
      if (event.kind() != EventKind::kGrow) return event;
      growth_.push_back(event);
    }
    if (grown_ == growth_.size()) begin_round();
    return grown_ < growth_.size() ? growth_[grown_++] : pop();
  }

  /// The number of the round: a new one begins when time passes, and with postponed events.
  [[nodiscard]] std::uint32_t round() const { return round_; }

 private:
  void begin_round() {
    ++round_;
    growth_.clear();
    grown_ = 0;
    std::swap(growth_, postponed_);
    if (growth_.empty()) now_ = others_.next();
  }

  EventQueue<Value> others_;
  /// Growth of the time now_, of which the first grown_ events have been served.
  std::vector<Event<Value>> growth_;
  std::vector<Event<Value>> postponed_;
  std::size_t grown_ = 0;
  Value now_ = 0;
  std::uint32_t round_ = 0;
};

}  // namespace fastpair
