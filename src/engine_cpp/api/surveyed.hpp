// Matrices that have been surveyed while they were made.
#pragma once

#include "fastpair/matching.hpp"
#include "rows/survey.hpp"

namespace fastpair {

/// Solves a matrix as the functions of fastpair/matching.hpp do.
Solution max_weight_matching(const DenseGraph& graph, Survey survey, Objective objective,
                             const Interrupt& interrupt);

}  // namespace fastpair
