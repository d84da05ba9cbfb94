// A radix heap, for events whose time only passes [Ahuja, Mehlhorn, Orlin and Tarjan 1990, "Faster
// algorithms for the shortest path problem"].
//
// An event lies in the bucket of the first binary digit in which its time differs from now. When
// time reaches the first bucket that is not empty, its events go to lower ones, so that each is
// moved at most once a digit.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fastpair {

template <class Item>
class RadixHeap {
 public:
  using Time = std::int64_t;

  struct Event {
    Time at;
    Item item;
  };

  [[nodiscard]] bool empty() const { return used_ == 0; }

  /// No event may be due before the last one that was taken.
  void push(Time at, Item item) {
    const auto bucket = std::bit_width(static_cast<std::uint64_t>(at ^ now_));
    buckets_[static_cast<std::size_t>(bucket)].push_back({at, item});
    used_ |= std::uint64_t{1} << bucket;
  }

  Event pop() {
    if ((used_ & 1) == 0) pass_time();
    Events& due = buckets_[0];
    const Event event = due.back();
    due.pop_back();
    if (due.empty()) used_ &= ~std::uint64_t{1};
    return event;
  }

  /// Calls visit(item) for all remaining events, and begins again at the time 0.
  template <class Visit>
  void clear(Visit visit) {
    for (; used_ != 0; used_ &= used_ - 1) {
      Events& bucket = buckets_[static_cast<std::size_t>(std::countr_zero(used_))];
      for (const Event& event : bucket) visit(event.item);
      bucket.clear();
    }
    now_ = 0;
  }

 private:
  using Events = std::vector<Event>;

  void pass_time() {
    const std::uint64_t first = used_ & (~used_ + 1);
    Events& bucket = buckets_[static_cast<std::size_t>(std::countr_zero(first))];
    now_ = std::ranges::min(bucket, {}, &Event::at).at;
    for (const Event& event : bucket) push(event.at, event.item);
    bucket.clear();
    used_ &= ~first;
  }

  /// Times are below 2^62, so that they differ in one of as many digits, or in none.
  std::array<Events, 63> buckets_;
  /// The buckets that are not empty, as binary digits.
  std::uint64_t used_ = 0;
  Time now_ = 0;
};

}  // namespace fastpair
