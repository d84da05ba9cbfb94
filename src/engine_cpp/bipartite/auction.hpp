// Prices of the columns that come near the optimum, by an auction with ever smaller bids.
#pragma once

#include <cstdint>
#include <optional>

#include "bipartite/row_lists.hpp"
#include "blossom/indexed.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// Finds doubled duals of the columns under which most rows can be matched along tight arcs, by the
/// auction of Bertsekas with scaling [1988]. There must be a perfect matching. Nothing depends on
/// how good the prices are but the time that is left for the searches. Returns nothing if the
/// weights are too large for it, or if it would take long.
[[nodiscard]] std::optional<PerVertex<std::int64_t>> auction_prices(const RowLists& graph,
                                                                    const Interrupt& interrupt);

}  // namespace fastpair
