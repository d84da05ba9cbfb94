// An auction with ever smaller bids, whose prices are the duals of the columns [Bertsekas 1988,
// "The auction algorithm: a distributed relaxation method for the assignment problem"].
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "bipartite/assignment.hpp"
#include "bipartite/lists.hpp"
#include "blossom/indexed.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// Each round of the auction bids finer than the one before by this factor, until there have been
/// so many or bids are 1. The searches that follow repair what is left. Of 48 bipartite graphs of
/// 40,000 vertices, ladders and strips with weights up to 10^6 take 0.6 of the time that they take
/// with a factor of 6 down to bids of 1/16, and all together 0.83.
inline constexpr std::int64_t kFiner = 16;
inline constexpr int kRounds = 3;
/// A round that goes through all arcs so often ends the auction. Where it brings duals near the
/// optimum, a round takes few passes. Where rows only outbid each other, it takes many, and the
/// duals are worse than none.
inline constexpr std::int64_t kMostPasses = 20;
/// Duals beyond this end the auction.
inline constexpr std::int64_t kMost = std::int64_t{1} << 61;

/// Doubled weights of an auction are no larger in size.
inline constexpr Weight kMostOfAuction = Weight{1} << 52;

template <class Rows>
class Auction {
 public:
  Auction(const Rows& graph, const PerVertex<Weight>& duals)
      : graph_(graph),
        duals_(duals),
        mates_(graph.rows(), graph.columns()),
        weights_2x_(graph.rows(), 0) {
    for (Vertex row = 0; row < graph.rows(); ++row) {
      const std::int64_t most = most_worth(graph, row, duals_);
      graph.for_each_arc(row, [&](Vertex column, Weight weight_2x) {
        range_ = std::max(range_, most - (weight_2x - duals_[column]));
        ++arcs_;
      });
    }
  }

  /// Returns nothing if it would take long.
  std::optional<PerVertex<std::int64_t>> run(const Interrupt& interrupt) {
    std::int64_t bid = range_;
    int rounds = 0;
    do {
      bid = std::max<std::int64_t>(bid / kFiner, 1);
      if (!sell_all(bid, interrupt)) return std::nullopt;
    } while (bid > 1 && ++rounds < kRounds);
    return std::move(duals_);
  }

 private:
  /// Lets rows bid until every row has a column. Returns false if that takes too long.
  bool sell_all(std::int64_t bid, const Interrupt& interrupt) {
    std::vector<Vertex> free = dissatisfied(bid);
    auto budget = kMostPasses * arcs_;
    while (!free.empty()) {
      const Vertex row = free.back();
      free.pop_back();
      const BestTwo<std::int64_t> best = best_two(graph_, row, duals_);
      std::int64_t& dual = duals_[best.column];
      weights_2x_[row] = best.worth + dual;
      dual += bid + (best.other_worth == best.kNone ? range_ : best.worth - best.other_worth);
      const Vertex displaced = mates_.column_mate[best.column];
      if (displaced != kNobody) {
        mates_.row_mate[displaced] = kNobody;
        free.push_back(displaced);
      }
      mates_.match(row, best.column);
      budget -= arcs_ / graph_.rows();
      if (budget < 0 || dual > kMost) return false;
      if (++bids_ % 4096 == 0 && interrupt && interrupt()) throw Interrupted{};
    }
    return true;
  }

  /// Frees the rows that could do better by more than a bid, and returns all free rows.
  std::vector<Vertex> dissatisfied(std::int64_t bid) {
    std::vector<Vertex> free;
    for (Vertex row = 0; row < graph_.rows(); ++row) {
      const Vertex column = mates_.row_mate[row];
      if (column != kNobody &&
          weights_2x_[row] - duals_[column] >= most_worth(graph_, row, duals_) - bid) {
        continue;
      }
      if (column != kNobody) mates_.column_mate[column] = kNobody;
      mates_.row_mate[row] = kNobody;
      free.push_back(row);
    }
    return free;
  }

  const Rows& graph_;
  PerVertex<std::int64_t> duals_;
  Mates mates_;
  /// That of the arc that each row is matched by.
  PerVertex<Weight> weights_2x_;
  std::int64_t arcs_ = 0;
  std::int64_t range_ = 0;
  std::int64_t bids_ = 0;
};

}  // namespace fastpair
