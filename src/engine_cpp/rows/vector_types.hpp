// Integers in vector registers, for passes over rows of weights: compiled for several instruction
// sets and chosen at run time. They compare and add only, so every choice gives equal results. And
// floats, brought to multiples of a power of two: all steps are exact but one addition, which
// rounds.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

// The loader makes the choice, by way of indirect functions, which glibc has and other C libraries
// mostly lack. There is no choice in a build for newer machines alone, in one by clang, which does
// not know these names, and in one with sanitizers, which are not ready when the choice is made.
// FASTPAIR_CLONE makes it when the engine is compiled: 4, 3, or 2 for the clone of all other
// machines. So one machine measures all of them (bench/clones.py).
#define FASTPAIR_V4 __attribute__((target("arch=x86-64-v4")))
#define FASTPAIR_V3 __attribute__((target("arch=x86-64-v3")))
#if FASTPAIR_CLONE == 4
#define FASTPAIR_CLONES FASTPAIR_V4
#elif FASTPAIR_CLONE == 3
#define FASTPAIR_CLONES FASTPAIR_V3
#elif !defined(FASTPAIR_CLONE) && defined(__x86_64__) && defined(__GLIBC__) && \
    !defined(__AVX2__) && defined(__GNUC__) && !defined(__clang__) &&          \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FASTPAIR_CHOICE
#define FASTPAIR_CLONES \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FASTPAIR_CLONES
#endif

// Defines a function that returns what an expression yields in which Cells are the widest vectors
// that one register holds: GCC takes wider ones apart into memory. Only calls in the same file
// choose between the clones.
#if defined(FASTPAIR_CHOICE)
#define FASTPAIR_BY_WIDTH(head, ...)        \
  FASTPAIR_V4 head {                        \
    using Cells = Eight;                    \
    return __VA_ARGS__;                     \
  }                                         \
  FASTPAIR_V3 head {                        \
    using Cells = Four;                     \
    return __VA_ARGS__;                     \
  }                                         \
  __attribute__((target("default"))) head { \
    using Cells = One;                      \
    return __VA_ARGS__;                     \
  }
#else
#if FASTPAIR_CLONE == 4 || defined(__AVX512F__)
#define FASTPAIR_WIDEST Eight
#elif FASTPAIR_CLONE == 3 || defined(__AVX2__)
#define FASTPAIR_WIDEST Four
#else
#define FASTPAIR_WIDEST One
#endif
#define FASTPAIR_BY_WIDTH(head, ...) \
  FASTPAIR_CLONES head {             \
    using Cells = FASTPAIR_WIDEST;   \
    return __VA_ARGS__;              \
  }
#endif
#define FASTPAIR_INLINE __attribute__((always_inline)) inline
// Vectors are passed between inlined functions only: no calling convention is involved.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace fastpair {

/// One, four and eight cells of a row.
using One __attribute__((vector_size(8))) = std::int64_t;
using Four __attribute__((vector_size(32))) = std::int64_t;
using Eight __attribute__((vector_size(64))) = std::int64_t;
using EightWords __attribute__((vector_size(64))) = std::uint64_t;

template <class Vector, class Cell>
FASTPAIR_INLINE Vector load(const Cell* from) {
  Vector vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

/// The next eight cells or, if there are fewer, `count` and zeros.
template <class Vector, class Cell>
FASTPAIR_INLINE Vector load(const Cell* from, std::int64_t count) {
  if (count >= 8) return load<Vector>(from);
  Vector vector{};
  std::memcpy(&vector, from, static_cast<std::size_t>(count) * sizeof(Cell));
  return vector;
}

/// Writes eight integers, or `count` of them if that is less.
template <class Vector>
FASTPAIR_INLINE void store(Vector eight, std::int64_t count, std::int64_t* to) {
  if (count >= 8) {
    std::memcpy(to, &eight, sizeof eight);
  } else {
    std::memcpy(to, &eight, static_cast<std::size_t>(count) * sizeof *to);
  }
}

/// A word whose byte k has all bits set.
constexpr std::uint64_t byte(std::size_t k) {
  std::array<std::uint8_t, 8> bytes{};
  bytes[k] = 0xFF;
  return std::bit_cast<std::uint64_t>(bytes);
}

/// Eight lanes, each with the one of eight flags that is its own. A caller compares them with 0
/// where it chooses between two vectors: GCC makes slow code of a comparison whose result is kept.
FASTPAIR_INLINE EightWords spread(std::uint64_t flags) {
  constexpr EightWords own = {byte(0), byte(1), byte(2), byte(3),
                              byte(4), byte(5), byte(6), byte(7)};
  return (EightWords{} + flags) & own;
}
FASTPAIR_INLINE std::uint64_t flags_of_eight(const std::uint8_t* allowed) {
  std::uint64_t flags = 0;
  std::memcpy(&flags, allowed, 8);
  return flags;
}
/// The flags of eight cells from a place on, or of `count` if fewer follow. All are set if there
/// are no flags.
FASTPAIR_INLINE std::uint64_t flags_of_eight(const std::uint8_t* allowed, std::int64_t at,
                                             std::int64_t count) {
  std::uint64_t flags = 0;
  const auto bytes = static_cast<std::size_t>(std::min<std::int64_t>(count, 8));
  allowed == nullptr ? std::memset(&flags, 0xFF, bytes) : std::memcpy(&flags, allowed + at, bytes);
  return flags;
}

/// The lanes of those of eight cells of a matrix that are edges: as above, and all but the one on
/// the diagonal, which is `self` cells behind the first.
FASTPAIR_INLINE EightWords edges_of_eight(const std::uint8_t* allowed, std::int64_t at,
                                          std::int64_t count, std::int64_t self) {
  const std::uint64_t flags = flags_of_eight(allowed, at, count);
  return spread(self >= 0 && self < 8 ? flags & ~byte(static_cast<std::size_t>(self)) : flags);
}

template <class Vector>
inline constexpr int kLanesOf = sizeof(Vector) / sizeof(std::int64_t);

/// The number of each lane.
template <class Vector>
FASTPAIR_INLINE Vector lane_numbers() {
  Vector numbers{};
  for (int lane = 0; lane < kLanesOf<Vector>; ++lane) numbers[lane] = lane;
  return numbers;
}

template <class Vector>
FASTPAIR_INLINE Vector max(Vector a, Vector b) {
  return a > b ? a : b;
}
template <class Vector>
FASTPAIR_INLINE Vector min(Vector a, Vector b) {
  return a < b ? a : b;
}

/// The bits of four by four cells of a matrix, rows and columns exchanged.
template <class Cell>
FASTPAIR_INLINE std::array<Four, 4> transposed(const Cell* cells, std::int64_t stride) {
  const Four a0 = load<Four>(cells), a1 = load<Four>(cells + stride),
             a2 = load<Four>(cells + 2 * stride), a3 = load<Four>(cells + 3 * stride);
  const Four even01 = __builtin_shufflevector(a0, a1, 0, 4, 2, 6);
  const Four odd01 = __builtin_shufflevector(a0, a1, 1, 5, 3, 7);
  const Four even23 = __builtin_shufflevector(a2, a3, 0, 4, 2, 6);
  const Four odd23 = __builtin_shufflevector(a2, a3, 1, 5, 3, 7);
  return {__builtin_shufflevector(even01, even23, 0, 1, 4, 5),
          __builtin_shufflevector(odd01, odd23, 0, 1, 4, 5),
          __builtin_shufflevector(even01, even23, 2, 3, 6, 7),
          __builtin_shufflevector(odd01, odd23, 2, 3, 6, 7)};
}

/// Compares four by four cells with those across the diagonal. The result is 0 if all have the same
/// bits.
template <class Cell>
FASTPAIR_INLINE Four difference(const Cell* cells, const Cell* across, std::int64_t stride) {
  const std::array<Four, 4> columns = transposed(cells, stride);
  return (columns[0] ^ load<Four>(across)) | (columns[1] ^ load<Four>(across + stride)) |
         (columns[2] ^ load<Four>(across + 2 * stride)) |
         (columns[3] ^ load<Four>(across + 3 * stride));
}

FASTPAIR_INLINE Four lower_half(Eight eight) {
  return __builtin_shufflevector(eight, eight, 0, 1, 2, 3);
}
FASTPAIR_INLINE Four upper_half(Eight eight) {
  return __builtin_shufflevector(eight, eight, 4, 5, 6, 7);
}

/// The bits that are set in any lane.
FASTPAIR_INLINE std::int64_t any_of(One one) { return one[0]; }
FASTPAIR_INLINE std::int64_t any_of(Four four) { return four[0] | four[1] | four[2] | four[3]; }
FASTPAIR_INLINE std::int64_t any_of(Eight eight) {
  return any_of(lower_half(eight) | upper_half(eight));
}

/// A bit of its own for each lane, and those that a caller has chosen as the lowest bits of a word.
constexpr Eight kOwnBits = {1, 2, 4, 8, 16, 32, 64, 128};
FASTPAIR_INLINE std::uint64_t word_of(Eight bits) {
  using Bytes __attribute__((vector_size(8))) = std::uint8_t;
  // The product adds up all bytes in the highest one.
  const auto bytes = std::bit_cast<std::uint64_t>(__builtin_convertvector(bits, Bytes));
  return bytes * 0x0101010101010101U >> 56;
}

/// The least lane.
FASTPAIR_INLINE std::int64_t least_of(Eight eight) {
  const Four four = min(lower_half(eight), upper_half(eight));
  const Four two = min(four, __builtin_shufflevector(four, four, 2, 3, 0, 1));
  return std::min(two[0], two[1]);
}

/// The greatest lane: complements are in the reverse order.
FASTPAIR_INLINE std::int64_t greatest_of(Eight eight) { return ~least_of(~eight); }

// --- floats -----------------------------------------------------------------------------------

using EightDoubles __attribute__((vector_size(64))) = double;

/// What a pass over floats, as multiples of a power of two, finds out.
struct Written {
  /// The largest absolute value. It is not a number if a value is not, and infinite if one is.
  double largest = 0;
  /// Whether all values are multiples.
  bool exact = true;

  /// Takes in what was found in another part.
  void join(const Written& part) {
    // Compared by their bits, what is not a number is larger than infinity, and infinity is larger
    // than all numbers.
    largest = std::bit_cast<double>(
        std::max(std::bit_cast<std::int64_t>(largest), std::bit_cast<std::int64_t>(part.largest)));
    exact = exact && part.exact;
  }
};

/// Finds the multiples of 2**exponent that are nearest to floats, the even one of two. Two factors
/// each way are finite where one would not be. A product that is not exact is near 0.
class Multiples {
 public:
  FASTPAIR_INLINE explicit Multiples(int exponent)
      : down_(std::ldexp(1.0, exponent / 2)),
        down_more_(std::ldexp(1.0, exponent - exponent / 2)),
        up_(1 / down_),
        up_more_(1 / down_more_) {}

  /// What it returns means nothing beyond 2**62.
  FASTPAIR_INLINE Eight of(EightDoubles values) {
    largest_ = max(largest_, reinterpret_cast<Eight>(values) & kMagnitude);
    const EightDoubles scaled = values * up_ * up_more_;
    // The upper part is rounded to a multiple of 2**32; what remains has at most 32 bits before the
    // point. The last bits of both sums are integers.
    const EightDoubles upper = scaled * 0x1p-32 + kPoint;
    const EightDoubles rest = scaled - (upper - kPoint) * 0x1p32;
    const EightDoubles lower = rest + kPoint;
    const EightDoubles rounded = (upper - kPoint) * 0x1p32 + (lower - kPoint);
    inexact_ |= reinterpret_cast<Eight>(rounded * down_ * down_more_ - values);
    return reinterpret_cast<Eight>(
        (reinterpret_cast<EightWords>(upper) << 32) +
        (reinterpret_cast<EightWords>(lower) - std::bit_cast<std::uint64_t>(kPoint)));
  }

  [[nodiscard]] FASTPAIR_INLINE Written written() const {
    return {std::bit_cast<double>(greatest_of(largest_)), any_of(inexact_) == 0};
  }

 private:
  /// The sum of it and a number up to 2**51 in size is rounded to an integer.
  static constexpr double kPoint = 0x1.8p52;
  /// The bits of a float without its sign.
  static constexpr std::int64_t kMagnitude = std::numeric_limits<std::int64_t>::max();

  double down_;
  double down_more_;
  double up_;
  double up_more_;
  Eight largest_{};
  /// Not 0 where one was not a multiple.
  Eight inexact_{};
};

}  // namespace fastpair
