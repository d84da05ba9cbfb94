// The events of trees that grow at once, in the order of their time.
//
// Of the events of the same time growth comes last, so that two trees that have met are matched
// before others grow over the same vertices.
//
// Later events lie in buckets, by the first digit to the base 16 in which their time differs from
// now: by its place, and by its value. Time only passes. When it reaches the first bucket that is
// not empty, the events there go to lower places, so that each is moved at most once a place. A
// heap would go through more memory.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
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
  [[nodiscard]] bool empty() const { return count_ == 0; }

  /// Throws BrokenInvariant for an event that was due before now: it would have no place.
  void push(const Event<Value>& event) {
    require_invariant(event.at >= now_, "no event is due before now");
    ++count_;
    if (event.at == now_) return due_[event.kind() == EventKind::kGrow ? 1 : 0].push_back(event);
    const int number = (digits_of(event.at ^ now_) - 1) / kBits;
    const auto digit = static_cast<std::size_t>(event.at >> (number * kBits)) % kBase;
    Place& place = places_[index_of(number)];
    place.buckets[digit].push_back(event);
    place.used |= 1U << digit;
  }

  Event<Value> pop() {
    --count_;
    while (true) {
      for (const auto line : {std::size_t{0}, std::size_t{1}}) {
        if (served_[line] < due_[line].size()) return due_[line][served_[line]++];
      }
      pass_time();
    }
  }

 private:
  using Events = std::vector<Event<Value>>;

  /// Binary digits of one digit to the base.
  static constexpr int kBits = 4;
  static constexpr std::size_t kBase = 1U << kBits;

  /// The events whose time differs from now first in the digit at one place.
  struct Place {
    std::array<Events, kBase> buckets;
    /// The buckets that are not empty, as binary digits.
    std::uint32_t used = 0;
  };

  /// Goes on to the time of the next event.
  void pass_time() {
    for (Events& line : due_) line.clear();
    served_ = {};
    const auto place = std::ranges::find_if(places_, [](const Place& p) { return p.used != 0; });
    std::swap(moved_, place->buckets[index_of(std::countr_zero(place->used))]);
    place->used &= place->used - 1;
    now_ = std::ranges::min(moved_, {}, &Event<Value>::at).at;
    count_ -= moved_.size();
    for (const Event<Value>& event : moved_) push(event);
    moved_.clear();
  }

  /// The events of the time now_, growth in the second line, and how many have been served.
  std::array<Events, 2> due_;
  std::array<std::size_t, 2> served_{};
  std::array<Place, 8 * sizeof(Value) / kBits> places_;
  std::size_t count_ = 0;
  /// Empty, but for the time in which a bucket is emptied.
  Events moved_;
  Value now_ = 0;
};

}  // namespace fastpair
