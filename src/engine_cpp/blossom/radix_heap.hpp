// A radix heap, for events whose time only passes [Ahuja, Mehlhorn, Orlin and Tarjan 1990, "Faster
// algorithms for the shortest path problem"].
//
// Later events lie in buckets, by the first digit to the base 16 in which their time differs from
// now: by its place, and by its value. When time reaches the first bucket that is not empty, its
// events go to lower places, so that each is moved at most once a place. A binary heap would go
// through more memory.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "blossom/limits.hpp"

namespace fastpair {

/// An event says when it is due, `at`.
template <class Event>
class RadixHeap {
 public:
  using Time = decltype(Event::at);

  /// Whether there is no later event.
  [[nodiscard]] bool empty() const { return used_ == 0; }
  /// The time of the last events that were taken; 0 at first.
  [[nodiscard]] Time now() const { return now_; }

  /// The event is due later than now.
  void push(const Event& event) {
    const int number = (digits_of(event.at ^ now_) - 1) / kBits;
    const auto digit = static_cast<std::size_t>(event.at >> (number * kBits)) % kBase;
    Place& place = places_[static_cast<std::size_t>(number)];
    Events& bucket = place.buckets[digit];
    if (bucket.capacity() == 0) bucket.reserve(kFirst);
    bucket.push_back(event);
    place.used |= 1U << digit;
    used_ |= 1U << number;
  }

  /// Goes on to the time of the next events, and calls take(event) for all that are due then. Those
  /// of one time are taken in the order in which they were pushed.
  template <class Take>
  void pass_time(Take take) {
    Place& place = places_[static_cast<std::size_t>(std::countr_zero(used_))];
    Events& bucket = place.buckets[static_cast<std::size_t>(std::countr_zero(place.used))];
    const auto forget_bucket = [&] {
      place.used &= place.used - 1;
      if (place.used == 0) used_ &= used_ - 1;
    };
    if (&place == &places_.front() || bucket.size() == 1) {  // all are due at one time
      now_ = bucket.front().at;
      for (const Event& event : bucket) take(event);
      bucket.clear();
      return forget_bucket();
    }
    std::swap(moved_, bucket);
    forget_bucket();
    now_ = std::ranges::min(moved_, {}, &Event::at).at;
    for (const Event& event : moved_) event.at == now_ ? take(event) : push(event);
    moved_.clear();
  }

  /// Calls visit(event) for all later events, removes them, and begins again at the time 0.
  template <class Visit>
  void clear(Visit visit) {
    const auto empty_bucket = [&](Events& events) {
      for (const Event& event : events) visit(event);
      events.clear();
    };
    for (; used_ != 0; used_ &= used_ - 1) {
      Place& place = places_[static_cast<std::size_t>(std::countr_zero(used_))];
      for (; place.used != 0; place.used &= place.used - 1) {
        empty_bucket(place.buckets[static_cast<std::size_t>(std::countr_zero(place.used))]);
      }
    }
    empty_bucket(moved_);
    now_ = 0;
  }

 private:
  using Events = std::vector<Event>;
  /// A bucket has room for so many at first: the small graphs of a batch need hardly more.
  static constexpr std::size_t kFirst = 4;

  /// Binary digits of one digit to the base 16.
  static constexpr int kBits = 4;
  static constexpr std::size_t kBase = 1U << kBits;

  /// The events whose time differs from now first in the digit at one place.
  struct Place {
    std::array<Events, kBase> buckets;
    /// The buckets that are not empty, as binary digits.
    std::uint32_t used = 0;
  };

  std::array<Place, 8 * sizeof(Time) / kBits> places_;
  /// The places with such buckets, as binary digits.
  std::uint32_t used_ = 0;
  /// Empty, but for the time in which a bucket is emptied, and after an exception in it.
  Events moved_;
  Time now_ = 0;
};

}  // namespace fastpair
