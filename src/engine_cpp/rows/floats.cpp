#include "rows/floats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "rows/multiples.hpp"
#include "rows/parallel.hpp"
#include "rows/survey.hpp"
#include "rows/vector_types.hpp"

namespace fastpair {

/// What a pass over floats finds out.
struct FloatRange {
  /// The exponent for zeros, which are multiples of every power of two.
  static constexpr int kAny = std::numeric_limits<int>::max();

  /// The largest absolute value. It is not a number if a value is not, and infinite if one is.
  double largest = 0;
  /// The exponent of the largest power of two of which all values are multiples.
  int finest = kAny;
};

namespace {

/// The leading bit of a normal significand, which is not stored.
constexpr std::uint64_t kHiddenBit = std::uint64_t{1} << 52;
/// A float is an integer times 2**(e - kBias), where e is the exponent field, or 1 if that is 0.
constexpr int kBias = 1075;

/// The range of the floats seen so far, for each of eight lanes.
struct Extremes {
  FASTPAIR_INLINE void notice(EightWords bits) {
    const EightWords magnitude = bits & kMagnitude;
    largest = max(largest, as_signed(magnitude));
    // Each float is ± significand · 2**(exponent - kBias).
    const EightWords field = magnitude >> 52;
    const EightWords normal = as_words(field != 0);
    const EightWords significand = (magnitude & (kHiddenBit - 1)) | (normal & kHiddenBit);
    const Eight exponent = as_signed(field + 1 + normal);
    // The number of the last bit that is set is the exponent field of that bit as a float. Adding
    // the bit to the significand of 2**52, and then subtracting 2**52, makes it a float.
    const EightWords last = significand & -significand;
    const auto sum = reinterpret_cast<EightDoubles>(last + std::bit_cast<std::uint64_t>(0x1p52));
    const EightWords last_field = reinterpret_cast<EightWords>(sum - 0x1p52) >> 52;
    finest = min(finest, last == 0 ? Eight{} + FloatRange::kAny
                                   : as_signed(last_field) - 1023 + exponent - kBias);
  }

  [[nodiscard]] FASTPAIR_INLINE FloatRange range() const {
    return {largest_of(largest), static_cast<int>(least_of(finest))};
  }

  Eight largest{};
  Eight finest = Eight{} + FloatRange::kAny;
};

/// The bits of the next eight floats, or of `count` if there are fewer; 0 for those that do not
/// count.
template <bool masked>
FASTPAIR_INLINE EightWords bits_at(const Floats& floats, std::int64_t at, std::int64_t count) {
  const auto bits = load<EightWords>(floats.values + at, count);
  if constexpr (!masked) return bits;
  return spread(flags_of_eight(floats.where + at, count)) != 0 ? bits : EightWords{};
}

/// Cells that follow one another in memory. Those of a matrix lie between two cells of the
/// diagonal, so that no run holds a cell of the diagonal.
struct Run {
  std::int64_t start;
  std::int64_t count;
};

/// The number of cells in a run of a list.
constexpr std::int64_t kRun = 4096;

std::int64_t runs_of(const Floats& floats) {
  return floats.matrix ? floats.size - 1 : (floats.size + kRun - 1) / kRun;
}

Run run_at(const Floats& floats, std::int64_t k) {
  if (floats.matrix) return {k * (floats.size + 1) + 1, floats.size};
  return {k * kRun, std::min(kRun, floats.size - k * kRun)};
}

/// The range of the floats in every `step`-th run.
template <bool masked>
FASTPAIR_INLINE FloatRange look(const Floats& floats, std::int64_t step) {
  Extremes extremes;
  for (std::int64_t k = 0; k < runs_of(floats); k += step) {
    const auto [start, count] = run_at(floats, k);
    for (std::int64_t done = 0; done < count; done += 8) {
      extremes.notice(bits_at<masked>(floats, start + done, count - done));
    }
  }
  return extremes.range();
}

/// Writes the multiples for one part of the runs. The runs of a part follow one another, so that
/// memory is visited in its order.
template <bool masked>
FASTPAIR_INLINE Written write_part(const Floats& floats, int exponent, Weight* to, std::size_t part,
                                   std::size_t parts) {
  const auto first_of = [&](std::size_t p) {
    return runs_of(floats) * static_cast<std::int64_t>(p) / static_cast<std::int64_t>(parts);
  };
  Multiples multiples(exponent);
  for (std::int64_t k = first_of(part); k < first_of(part + 1); ++k) {
    const auto [start, count] = run_at(floats, k);
    for (std::int64_t done = 0; done < count; done += 8) {
      const EightWords bits = bits_at<masked>(floats, start + done, count - done);
      store(multiples.of(bits), count - done, to + start + done);
    }
  }
  return multiples.written();
}

}  // namespace

FASTPAIR_CLONES
FloatRange look_at(const Floats& floats, std::int64_t step) {
  return floats.where == nullptr ? look<false>(floats, step) : look<true>(floats, step);
}

FASTPAIR_CLONES
Written write_multiples(const Floats& floats, int exponent, Weight* multiples, std::size_t part,
                        std::size_t parts) {
  return floats.where == nullptr ? write_part<false>(floats, exponent, multiples, part, parts)
                                 : write_part<true>(floats, exponent, multiples, part, parts);
}

namespace {

/// Writes each value as the nearest multiple of 2**exponent, or what means nothing if one would
/// exceed 2**62 in size. One pass.
Written to_multiples(const Floats& floats, int exponent, Weight* multiples) {
  std::vector<Written> written(parts_for(floats.size));
  in_parallel(written.size(), [&](std::size_t part) {
    written[part] = write_multiples(floats, exponent, multiples, part, written.size());
  });
  for (const Written& part : written) written.front().join(part);
  return written.front();
}

/// Every double is a multiple of 2**-1074.
constexpr int kLeastExponent = -1074;

/// The exponent of the least power of two of which the largest value is at most `limit` times.
int finest_exponent(double largest, Weight limit) {
  int exponent = 0;
  const double fraction = std::frexp(largest, &exponent);
  const auto bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(limit))) - 1;
  return std::max(kLeastExponent, exponent - bits - (fraction == 0.5 ? 1 : 0));
}

Scale scale_for(const FloatRange& range) {
  const int finest = range.finest == FloatRange::kAny ? 0 : range.finest;
  const int exact = std::max(finest_exponent(range.largest, kWeightLimit), std::min(finest, 0));
  if (finest >= exact) return {exact, false};
  return {finest_exponent(range.largest, kNarrowLimit), true};
}

/// Chooses a scale and calls write(exponent), which returns what it has Written, until the scale
/// holds. Returns nothing if a value is not finite.
template <class Write>
std::optional<Scale> find_scale(const Floats& floats, bool may_round, Write write) {
  // One row of sixteen is an estimate for all.
  FloatRange range = look_at(floats, 16);
  while (std::isfinite(range.largest)) {
    const Scale scale = scale_for(range);
    // What some of the values need, all of them need.
    if (scale.rounded && !may_round) return scale;
    const Written written = write(scale.exponent);
    if (!std::isfinite(written.largest)) break;
    range.largest = written.largest;
    const bool same = scale_for(range).exponent == scale.exponent;
    if (same && (scale.rounded || written.exact)) return scale;
    if (!scale.rounded) range = look_at(floats, 1);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Scale> quantize(const Floats& floats, Weight* multiples, bool may_round) {
  return find_scale(floats, may_round,
                    [&](int exponent) { return to_multiples(floats, exponent, multiples); });
}

std::optional<Surveyed> quantize_matrix(const Floats& matrix, Weight* multiples) {
  Surveyed found;
  const auto scale = find_scale(matrix, true, [&](int exponent) {
    Written written;
    found.survey = survey(matrix, exponent, multiples, written);
    return written;
  });
  if (!scale || !found.survey.symmetric) return std::nullopt;
  found.scale = *scale;
  return found;
}

}  // namespace fastpair
