#include "rows/floats.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "rows/parallel.hpp"
#include "rows/survey.hpp"
#include "rows/vector_types.hpp"

namespace fastpair {
namespace {

/// Cells that follow one another in memory. Those of a matrix lie between two cells of the
/// diagonal, so that no run holds a cell of the diagonal.
struct Run {
  std::int64_t start;
  std::int64_t count;
};

/// The number of cells in a run of a list.
constexpr std::int64_t kRun = 512;

std::int64_t runs_of(const Floats& floats) {
  return floats.matrix ? floats.size - 1 : (floats.size + kRun - 1) / kRun;
}

Run run_at(const Floats& floats, std::int64_t k) {
  if (floats.matrix) return {k * (floats.size + 1) + 1, floats.size};
  return {k * kRun, std::min(kRun, floats.size - k * kRun)};
}

}  // namespace

/// Writes the multiples in every `step`-th run of one part. The runs of a part follow one another,
/// so that memory is visited in its order.
FASTPAIR_CLONES
Written write_multiples(const Floats& floats, int exponent, Weight* to, std::int64_t step,
                        std::size_t part, std::size_t parts) {
  const auto first_of = [&](std::size_t p) {
    return runs_of(floats) * static_cast<std::int64_t>(p) / static_cast<std::int64_t>(parts);
  };
  Multiples multiples(exponent);
  for (std::int64_t k = first_of(part); k < first_of(part + 1); k += step) {
    const auto [start, count] = run_at(floats, k);
    for (std::int64_t at = start; at < start + count; at += 8) {
      const std::int64_t left = start + count - at;
      auto values = load<EightDoubles>(floats.values + at, left);
      if (floats.where != nullptr) {
        values = spread(flags_of_eight(floats.where, at, left)) != 0 ? values : EightDoubles{};
      }
      store(multiples.of(values), left, to + at);
    }
  }
  return multiples.written();
}

namespace {

/// Every double is a multiple of 2**-1074.
constexpr int kLeastExponent = -1074;

/// The exponent of the least power of two of which the largest value is at most `limit` times.
int finest_exponent(double largest, Weight limit) {
  int exponent = 0;
  const double fraction = std::frexp(largest, &exponent);
  const auto bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(limit))) - 1;
  return std::max(kLeastExponent, exponent - bits - (fraction == 0.5 ? 1 : 0));
}

/// The exponent of the largest power of two of which the values in every `step`-th run are
/// multiples, or one that is too small if they are multiples of none within the limit. Zeros are
/// multiples of every power. What it writes are no results.
int exponent_of(const Floats& floats, double largest, std::int64_t step, Weight* to) {
  const int finest = finest_exponent(largest, kWeightLimit);
  if (!write_multiples(floats, finest, to, step, 0, 1).exact) return finest - 1;
  std::uint64_t bits = 0;
  for (std::int64_t k = 0; k < runs_of(floats); k += step) {
    const auto [start, count] = run_at(floats, k);
    for (std::int64_t at = start; at < start + count; ++at) {
      bits |= static_cast<std::uint64_t>(to[at]);
    }
  }
  return bits == 0 ? 0 : finest + std::countr_zero(bits);
}

Scale scale_for(double largest, int exponent) {
  const int exact = std::max(finest_exponent(largest, kWeightLimit), std::min(exponent, 0));
  if (exponent >= exact) return {exact, false};
  return {finest_exponent(largest, kNarrowLimit), true};
}

/// Chooses a scale and calls write(exponent), which returns what it has Written, until the scale
/// holds. Returns nothing if a value is not finite.
template <class Write>
std::optional<Scale> find_scale(const Floats& floats, Weight* to, bool may_round, Write write) {
  // One row of sixteen is an estimate for all.
  std::int64_t step = 16;
  double largest = write_multiples(floats, 0, to, step, 0, 1).largest;
  while (std::isfinite(largest)) {
    const int exponent = exponent_of(floats, largest, step, to);
    const Scale scale = scale_for(largest, exponent);
    // What some of the values need, all of them need.
    if (scale.rounded && !may_round) return scale;
    const Written written = write(scale.exponent);
    largest = written.largest;
    if (!std::isfinite(largest)) break;
    const bool same = scale_for(largest, exponent).exponent == scale.exponent;
    if (same && (scale.rounded || written.exact)) return scale;
    if (!scale.rounded) step = 1;
  }
  return std::nullopt;
}

void join(Written& all, const Written& part) { all.join(part); }

}  // namespace

std::optional<Scale> quantize(const Floats& list, Weight* multiples, bool may_round) {
  return find_scale(list, multiples, may_round, [&](int exponent) {
    const auto write = [&](auto... part) {
      return write_multiples(list, exponent, multiples, 1, part...);
    };
    return find_in_parallel(list.size, write, join);
  });
}

std::optional<Surveyed> quantize_matrix(const Floats& matrix, Weight* multiples) {
  Surveyed found;
  const auto scale = find_scale(matrix, multiples, true, [&](int exponent) {
    Written written;
    found.survey = survey(matrix, exponent, multiples, written);
    return written;
  });
  if (!scale || !found.survey.symmetric) return std::nullopt;
  found.scale = *scale;
  return found;
}

}  // namespace fastpair
