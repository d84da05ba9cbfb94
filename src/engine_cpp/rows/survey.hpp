// Passes over whole matrices of weights, some of which stand on levels.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"
#include "rows/vectors.hpp"

namespace fastpair {

struct Floats;
struct Written;

/// Of a matrix that is a level.
struct LevelSurvey {
  bool symmetric = true;
  /// The lightest and the heaviest edge. If there are none, the lightest is the heavier.
  Weight lightest = ~kNoEdge;
  Weight heaviest = kNoEdge;
};

struct Survey {
  bool symmetric = true;
  /// The lightest edge, or the greatest integer if there is none.
  Weight lightest = ~kNoEdge;
  /// The heaviest edge of each vertex, or kNoEdge.
  PerVertex<Weight> heaviest;
  /// The heaviest edge in each block of each row, or kNoEdge, row after row.
  std::vector<Weight> block_heaviest;

  [[nodiscard]] bool is_within_limit() const {
    return lightest >= -kWeightLimit &&
           std::ranges::all_of(heaviest, [](Weight weight) { return weight <= kWeightLimit; });
  }
  /// The largest absolute value of a weight, if all are within the limit.
  [[nodiscard]] Weight largest() const {
    const Weight most = heaviest.empty() ? 0 : *std::ranges::max_element(heaviest);
    return std::max({most, -lightest, Weight{0}});
  }
};

/// Writes the sum of all levels, each times its unit, less a number, to `whole`. Numbers are taken
/// modulo 2^64, so that only the sums have to fit. Returns the lightest and the heaviest edge of
/// each level; whether a level is symmetric is not asked.
std::vector<LevelSurvey> compose(std::span<const DenseGraph> levels,
                                 std::span<const std::uint64_t> units, std::uint64_t less,
                                 Weight* whole);

/// The edges ij with i < j whose slack is 0 or less if no blossom has a dual, each as the place
/// i * size + j of its cell. Sums of two duals and of two weights have to fit.
std::vector<std::int64_t> tight_edges(const DenseGraph& graph, std::span<const std::int64_t> duals);

/// Reads every cell of several matrices of one size once.
std::vector<LevelSurvey> survey_levels(std::span<const DenseGraph> levels);

/// Reads every cell of the matrix once.
Survey survey(const DenseGraph& graph);

/// Copies what is above the diagonal of the weights of a graph to below it, and surveys the graph.
/// Reads and writes every cell at most once.
Survey survey_half(const DenseGraph& graph, Weight* weights);

/// Surveys the multiples of 2**exponent that are nearest to the floats of a matrix, and writes
/// them: see rows/floats.hpp. The floats themselves have to be symmetric. Reads every cell once.
Survey survey(const Floats& matrix, int exponent, Weight* multiples, Written& written);

}  // namespace fastpair
