// Passes over matrices of weights that stand on levels.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"
#include "rows/survey.hpp"

namespace fastpair {

/// Writes the sum of all levels, each times its unit, less a number, to `whole`. Numbers are taken
/// modulo 2^64, so that only the sums have to fit. Returns the lightest and the heaviest edge of
/// each level; whether a level is symmetric is not asked.
std::vector<LevelSurvey> compose(std::span<const DenseGraph> levels,
                                 std::span<const std::uint64_t> units, std::uint64_t less,
                                 Weight* whole);

/// The edges ij with i < j whose slack is 0 or less if no blossom has a dual, each as the place
/// i * size + j of its cell. Sums of two duals and of two weights have to fit.
std::vector<std::int64_t> tight_edges(const DenseGraph& graph, std::span<const std::int64_t> duals);

}  // namespace fastpair
