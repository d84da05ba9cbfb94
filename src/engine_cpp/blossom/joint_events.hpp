// The events of trees that grow at once, in the order of their time.
//
// Of the events of the same time growth comes last, so that two trees that have met are matched
// before others grow over the same vertices.
//
// Later events lie in buckets: in bucket k those whose time differs from now first in the k-th
// binary digit, counted from the lowest. Time only passes. When it reaches the first bucket that is
// not empty, the events there go to lower buckets, so that each is moved at most once a digit. A
// heap would go through more memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "blossom/events.hpp"
#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

template <class Value>
class JointEvents {
 public:
  [[nodiscard]] bool empty() const {
    return served_ == others_.size() && grown_ == growth_.size() && count_later_ == 0;
  }

  void push(const Event<Value>& event) {
    if (kCheckInvariants) require_invariant(event.at >= now_, "no event is due before now");
    if (event.at == now_) {
      (event.kind() == EventKind::kGrow ? growth_ : others_).push_back(event);
    } else {
      later_[index_of(digits_of(event.at ^ now_))].push_back(event);
      ++count_later_;
    }
  }

  Event<Value> pop() {
    while (true) {
      if (served_ < others_.size()) return others_[served_++];
      if (grown_ < growth_.size()) return growth_[grown_++];
      pass_time();
    }
  }

  /// How often time has passed.
  [[nodiscard]] std::uint32_t count_times() const { return count_times_; }

 private:
  using Events = std::vector<Event<Value>>;

  /// Goes on to the time of the next event.
  void pass_time() {
    ++count_times_;
    others_.clear();
    served_ = 0;
    growth_.clear();
    grown_ = 0;
    const auto bucket = std::ranges::find_if(later_, [](const Events& b) { return !b.empty(); });
    now_ = std::ranges::min(*bucket, {}, &Event<Value>::at).at;
    std::swap(moved_, *bucket);
    count_later_ -= moved_.size();
    for (const Event<Value>& event : moved_) push(event);
    moved_.clear();
  }

  /// Of the time now_, growth apart. The first served_ have been served.
  Events others_;
  std::size_t served_ = 0;
  /// Of the time now_. The first grown_ have been served.
  Events growth_;
  std::size_t grown_ = 0;
  std::array<Events, 8 * sizeof(Value) + 1> later_;
  std::size_t count_later_ = 0;
  /// Empty, but for the time in which a bucket is emptied.
  Events moved_;
  Value now_ = 0;
  std::uint32_t count_times_ = 0;
};

}  // namespace fastpair
