// Duals of the columns near the optimum, by an auction, which calls them prices, with ever smaller
// bids.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "bipartite/assignment.hpp"
#include "bipartite/lists.hpp"
#include "blossom/potentials.hpp"

namespace fastpair {
namespace {

/// Each round of the auction bids finer than the one before by this factor, until there have been
/// so many or bids are 1. The searches that follow repair what is left. Of 48 bipartite graphs of
/// 40,000 vertices, ladders and strips with weights up to 10^6 take 0.6 of the time that they take
/// with a factor of 6 down to bids of 1/16, and all together 0.83.
constexpr std::int64_t kFiner = 16;
constexpr int kRounds = 3;
/// A round that goes through all arcs so often ends the auction. Where it brings duals near the
/// optimum, a round takes few passes. Where rows only outbid each other, it takes many, and the
/// duals are worse than none.
constexpr std::int64_t kMostPasses = 20;
/// Duals beyond this end the auction.
constexpr std::int64_t kMost = std::int64_t{1} << 61;

class Auction {
 public:
  /// Rows bid for what the potentials do not explain.
  explicit Auction(const RowLists& graph)
      : graph_(graph), duals_(graph.columns(), 0), mates_(graph.rows(), graph.columns()) {
    std::optional<Potentials> potentials = potentials_of(graph);
    if (!potentials) {
      const auto [least, most] =
          std::ranges::minmax(graph.arcs(), {}, [](const Arc& arc) { return arc.weight_2x; });
      range_ = most.weight_2x - least.weight_2x;
      return;
    }
    duals_ = std::move(potentials->column_2x);
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    for (Vertex row = 0; row < graph.rows(); ++row) {
      for (const Arc& arc : graph.from(row)) {
        least = std::min(least, worth(arc) - potentials->row_2x[row]);
        most = std::max(most, worth(arc) - potentials->row_2x[row]);
      }
    }
    range_ = most - least;
  }

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
  [[nodiscard]] std::int64_t worth(const Arc& arc) const { return arc.weight_2x - duals_[arc.to]; }

  /// Lets rows bid until every row has a column. Returns false if that takes too long.
  bool sell_all(std::int64_t bid, const Interrupt& interrupt) {
    std::vector<Vertex> free = dissatisfied(bid);
    auto budget = kMostPasses * std::ssize(graph_.arcs());
    while (!free.empty()) {
      const Vertex row = free.back();
      free.pop_back();
      BestTwo<std::int64_t> best;
      for (const Arc& arc : graph_.from(row)) best.offer(arc.to, worth(arc));
      std::int64_t& dual = duals_[best.column];
      dual += bid + (best.other == kNobody ? range_ : best.worth - best.other_worth);
      const Vertex displaced = mates_.column_mate[best.column];
      if (displaced != kNobody) {
        mates_.row_mate[displaced] = kNobody;
        free.push_back(displaced);
      }
      mates_.match(row, best.column);
      budget -= std::ssize(graph_.from(row));
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
      std::int64_t best = BestTwo<std::int64_t>::kNone;
      std::int64_t own = best;
      for (const Arc& arc : graph_.from(row)) {
        best = std::max(best, worth(arc));
        if (arc.to == column) own = std::max(own, worth(arc));
      }
      if (column != kNobody && own >= best - bid) continue;
      if (column != kNobody) mates_.column_mate[column] = kNobody;
      mates_.row_mate[row] = kNobody;
      free.push_back(row);
    }
    return free;
  }

  const RowLists& graph_;
  PerVertex<std::int64_t> duals_;
  Mates mates_;
  std::int64_t range_ = 0;
  std::int64_t bids_ = 0;
};

}  // namespace

std::optional<PerVertex<std::int64_t>> auction_duals(const RowLists& graph,
                                                     const Interrupt& interrupt) {
  constexpr Weight most = Weight{1} << 52;
  const auto fits = [](const Arc& arc) { return arc.weight_2x <= most && arc.weight_2x >= -most; };
  if (graph.arcs().empty() || !std::ranges::all_of(graph.arcs(), fits)) return std::nullopt;
  return Auction(graph).run(interrupt);
}

}  // namespace fastpair
