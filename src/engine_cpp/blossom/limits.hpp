// The range within which no value overflows, and the ground below which no dual falls.
//
// The ground is the dual of the vertices that stay unmatched: 0 where the weight alone counts, as
// in Galil (1986, "Efficient algorithms for finding maximum matching in graphs", δ1). For a
// matching with the most edges it is so low that no gain of weight pays for leaving one more
// vertex.
//
// The solver starts in 64 bits and continues in 128 when a value might not fit (WidthExceeded).
//
// 64 bits. Let L = 2^60. A solve starts in 64 bits only if |w| <= kNarrowLimit, so that 2 |w| <= L.
// Every search handles no event later than time L, and checks at its end that no dual, and no sum
// of the duals of nested blossoms, exceeds L in size.
//   slack  = dual_i + dual_j - 2 w          <= 3 L         < 2^62
//   due    = since + slack                  <= L + 3 L     = 2^62
//   shrink = (since_i + since_j + slack)    <= 5 L         < 2^63
//   slack with the duals of the blossoms around both ends    <= 4 L = 2^62
//   dual less a reserve, which is at most L / 2              >= -1.5 L
//   duals after a search or a repair        <= 4 L, then checked.
//   Such a sum is checked where it is made (require_within), in builds that check invariants.
//   A closed vertex has kClosed = 4 L in place of its dual. The partial slack (rows/vectors.hpp) of
//   an edge to it is 3 L or more, that of any other edge 2 L or less, and reach + partial slack
//   stays below 7 L < 2^63. A range of closed vertices alone has no time at all (Time).
//
//   Where many trees grow side by side (search.hpp), each dual changes by no more than the time
//   that passes: they stay within 2 L until they are checked at the end. A reach is 3 L or less, an
//   edge is due by 6 L, or by 7 L where a T-vertex has risen, and the sum for a shrink is
//   7 L < 2^63.
//
//   A price search (price_search.hpp) handles no event later than L / 4. It begins with the vertex
//   taken out of its blossoms, which raises duals by L / 2 at most. So duals stay within 1.75 L,
//   those of nested blossoms add up to 1.5 L at most, no edge is due later than 5 L, and no slack
//   exceeds 6 L < 2^63. Where a row has no edge, 2 L stands for its least partial slack, and the
//   slack is 0.25 L or more then. Edges are priced out after all this has been checked. The dual of
//   a stand-in is 1.5 L at most, that of a spare dummy L / 8.
//
// 128 bits. |w| <= 2^60 and n <= 2^24. Duals change by sums of slacks along alternating paths: a
// search raises no dual by more than (n + 1) times the range of 2 w and the ground, and there are
// at most n of them between two repairs, so that duals stay below 2^61 * 2^24 * 2^24 * 2 = 2^110
// and sums of three of them below 2^112.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "blossom/forest.hpp"
#include "blossom/indexed.hpp"
#include "blossom/invariants.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// Stands for the weight where there is no edge. It is less than the weight of every edge.
inline constexpr Weight kNoEdge = std::numeric_limits<Weight>::min();

[[nodiscard]] constexpr bool is_within_limit(Weight weight) {
  return weight <= kWeightLimit && weight >= -kWeightLimit;
}

/// Throws std::out_of_range for a weight beyond the limit, which `what()` names.
template <class What>
void require_weight(Weight weight, What what) {
  if (is_within_limit(weight)) return;
  throw std::out_of_range(what() + " is beyond 2**60: " + std::to_string(weight));
}

/// Throws std::out_of_range for more vertices than the limit.
inline void require_size(std::int64_t size) {
  if (size >= 0 && size <= kVertexLimit) return;
  throw std::out_of_range("expected at most 2**24 vertices, got " + std::to_string(size));
}

/// A value might not fit into 64 bits, so that the solve has to go on with Wide. No value of a
/// graph within the limits exceeds that.
struct WidthExceeded : std::exception {
  [[nodiscard]] const char* what() const noexcept override {
    return "a value does not fit into 128 bits: this is a bug of fastpair, please report it";
  }
};

/// Another thread writes to the weights, or to what says which edges there are.
[[noreturn]] inline void refuse_changes() {
  throw std::invalid_argument("the matrix changed while it was read");
}

template <class Value>
struct Limits;

template <>
struct Limits<std::int64_t> {
  /// No event is handled later, and no dual is larger in size between two searches.
  static constexpr std::int64_t kTime = std::int64_t{1} << 60;
  /// Stands for the dual of a vertex that no edge shall lead to.
  static constexpr std::int64_t kClosed = 4 * kTime;
  /// Greater than every value: see Time.
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
};

template <>
struct Limits<Wide> {
  static constexpr Wide kTime = Wide{1} << 118;
  static constexpr Wide kClosed = 4 * kTime;
  static constexpr Wide kNever = (Wide{1} << 126) - 1 + (Wide{1} << 126);
};

static_assert(2 * kNarrowLimit == Limits<std::int64_t>::kTime);

/// A time of a search, or never, which is later than all times and of which no sum is made.
template <class Value>
class Time {
 public:
  constexpr Time() = default;
  constexpr Time(Value at) : at_(at) {}  // every value is a time

  [[nodiscard]] constexpr bool is_never() const { return at_ == Limits<Value>::kNever; }
  /// The value of a time that is not never.
  [[nodiscard]] constexpr Value at() const {
    if (kCheckInvariants) require_invariant(!is_never(), "a time is asked for that comes");
    return at_;
  }

  constexpr bool operator==(const Time&) const = default;
  constexpr auto operator<=>(const Time&) const = default;

 private:
  Value at_ = Limits<Value>::kNever;
};

/// Returns narrow(), or wide() if a value did not fit.
template <class Narrow, class Wider>
auto narrow_first(const Narrow& narrow, const Wider& wide) {
  try {
    return narrow();
  } catch (const WidthExceeded&) {  // goes on below
  }
  return wide();
}

/// Returns solve(Value{}) for the narrowest Value: 64 bits where the weights allow it, and 128
/// where they do not or a value did not fit.
template <class Solve>
auto solve_narrowest(Weight largest, const Solve& solve) {
  const auto wide = [&] { return solve(Wide{}); };
  if (largest > kNarrowLimit) return wide();
  return narrow_first([&] { return solve(std::int64_t{}); }, wide);
}

/// A state that is kept in 64 bits, and from the first value on that does not fit in 128: an
/// Object<Value>, or null.
template <template <class> class Object>
class NarrowFirst {
 public:
  template <class Value>
  void put(std::unique_ptr<Object<Value>> object) {
    object_ = std::move(object);
  }

  /// Returns work(object), and the same of the object in 128 bits if a value does not fit.
  template <class Work>
  auto use(const Work& work) {
    const auto wide = [&] {
      widen();
      return work(std::get<1>(object_));
    };
    if (object_.index() == 1) return wide();
    return narrow_first([&] { return work(std::get<0>(object_)); }, wide);
  }

  template <class Visit>
  auto visit(const Visit& visit_object) const {
    return std::visit(visit_object, object_);
  }

  /// Goes on in 128 bits. Returns whether it went on in 64.
  bool widen() {
    const auto* narrow = std::get_if<0>(&object_);
    if (narrow == nullptr || *narrow == nullptr) return false;
    put(std::make_unique<Object<Wide>>(**narrow));
    return true;
  }

 private:
  std::variant<std::unique_ptr<Object<std::int64_t>>, std::unique_ptr<Object<Wide>>> object_;
};

/// Checks, in builds that check, that a sum is at most so many quarters of L in size.
template <class Value>
void require_within([[maybe_unused]] Wide sum, [[maybe_unused]] int quarters) {
  if constexpr (kCheckInvariants) {
    const Wide most = Limits<Value>::kTime / 4 * Wide{quarters};
    require_invariant(sum <= most && sum >= -most, "a sum is within its bound");
  }
}

/// Whether a dual is within the limit.
template <class Value>
[[nodiscard]] bool fits(Value dual) {
  return dual <= Limits<Value>::kTime && dual >= -Limits<Value>::kTime;
}

/// Whether the duals of nested blossoms add up to no more than the limit.
template <class Value>
[[nodiscard]] bool nests_fit(const BlossomForest<Value>& forest) {
  Value nested = 0;
  bool fit = true;
  const auto enter = [&](Node b) {
    if (fit) nested += forest.blossom_dual_2x(b);
    fit &= nested <= Limits<Value>::kTime;
  };
  const auto leave = [&](Node b) {
    if (fit) nested -= forest.blossom_dual_2x(b);
  };
  for (Vertex v = 0; v < forest.size(); ++v) {
    const Node surface = forest.surface(v);
    if (!forest.is_blossom(surface) || forest.base(surface) != v) continue;
    forest.walk(surface, enter, [](Vertex) {}, leave);
  }
  return fit;
}

/// A bound on the duals, and on those of nested blossoms together: what they were when they were
/// measured, and what has been added to them since. So a re-solve need not look at all of them.
template <class Value>
class Width {
 public:
  /// Throws WidthExceeded if a dual, or those of nested blossoms together, are beyond the limit.
  void measure(const BlossomForest<Value>& forest) {
    constexpr Value kLimit = Limits<Value>::kTime;
    grown_ = 0;
    largest_ = 0;
    for (const Value dual : forest.duals_2x()) largest_ = std::max({largest_, dual, -dual});
    // Mostly the duals of all blossoms, nested or not, do not exceed the limit together.
    Value total = 0;
    forest.for_each_blossom([&](Node b) {
      if (total <= kLimit) total += forest.blossom_dual_2x(b);
    });
    if (largest_ > kLimit || (total > kLimit && !nests_fit(forest))) throw WidthExceeded{};
    largest_ = std::max(largest_, std::min(total, kLimit));
  }

  /// No dual, and no sum of those of nested blossoms, has risen or fallen by more.
  void grow(Wide by) { grown_ += by < 0 ? -by : by; }

  /// Whether all of them are known to be within a limit.
  [[nodiscard]] bool is_within(Value limit) const { return grown_ <= Wide{limit} - largest_; }

  /// Does so if one of them may be beyond the limit.
  void require(const BlossomForest<Value>& forest) {
    if (!is_within(Limits<Value>::kTime)) measure(forest);
  }

 private:
  Value largest_ = 0;
  Wide grown_ = 0;
};

/// A level so low that no gain of weight pays for leaving one more vertex. Throws WidthExceeded if
/// it might not fit into Value.
template <class Value>
Value penalty_ground(Vertex size, Weight largest) {
  const Wide ground = -(Wide{size} * largest + 1);
  if (ground < -Limits<Value>::kTime) throw WidthExceeded{};
  return static_cast<Value>(ground);
}

/// The number of binary digits of a value that is not negative.
template <class Value>
int digits_of(Value value) {
  if constexpr (sizeof(Value) > sizeof(std::uint64_t)) {
    const auto high = static_cast<std::uint64_t>(value >> 64);
    if (high != 0) return 64 + static_cast<int>(std::bit_width(high));
  }
  return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value)));
}

}  // namespace fastpair
