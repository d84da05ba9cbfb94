// Potentials of lists, and an auction, which calls duals prices, with ever smaller bids.
#include "bipartite/first_duals.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

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
  Auction(const RowLists& graph, const PerVertex<Weight>& duals)
      : graph_(graph), duals_(duals), mates_(graph.rows(), graph.columns()) {
    for (Vertex row = 0; row < graph.rows(); ++row) {
      const std::int64_t most = most_worth(graph, row, duals_);
      for (const Arc& arc : graph.from(row)) range_ = std::max(range_, most - worth(arc));
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
      dual += bid + (best.other_worth == best.kNone ? range_ : best.worth - best.other_worth);
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

/// Some columns with all their arcs.
RowLists sample_columns(const RowLists& graph) {
  const auto step =
      std::bit_floor(static_cast<std::uint32_t>(graph.columns() / sample_of(graph.columns())));
  return {(graph.columns() - 1) / static_cast<Vertex>(step) + 1, graph.rows(), [&](auto put) {
            for (Vertex row = 0; row < graph.rows(); ++row) {
              for (const auto& [to, weight_2x] : graph.from(row)) {
                if ((static_cast<std::uint32_t>(to) & (step - 1)) != 0) continue;
                put(to / static_cast<Vertex>(step), Arc{row, weight_2x});
              }
            }
          }};
}

bool columns_vary(const RowLists& graph) {
  if (graph.columns() < kLeastRows) return false;
  const RowLists columns = sample_columns(graph);
  return varies_by_row(columns, columns.rows());
}

/// The mean of each column.
PerVertex<Weight> means_2x(const RowLists& columns) {
  PerVertex<Weight> prices(columns.rows(), 0);
  for (Vertex column = 0; column < prices.size(); ++column) {
    Wide sum = 0;
    for (const Arc& arc : columns.from(column)) sum += arc.weight_2x;
    const std::int64_t count = std::ssize(columns.from(column));
    if (count > 0) prices[column] = static_cast<Weight>(sum / count);
  }
  return prices;
}

/// Prices of the columns that explain the weights of a breadth-first forest, where rows have prices
/// too. Sweeps that begin with 0 bring each of them on by one arc only; what chance adds along a
/// path of the forest they take off.
PerVertex<Weight> forest_prices_2x(const RowLists& graph, const RowLists& columns) {
  Weight largest = 0;
  for (const Arc& arc : graph.arcs()) {
    largest = std::max({largest, arc.weight_2x, -arc.weight_2x});
  }
  const auto rest = [&](Weight weight_2x, Weight price) {
    return std::clamp(weight_2x - price, -largest, largest);
  };
  PerVertex<Weight> prices(graph.columns(), 0);
  const PerVertex<Weight> none(graph.rows(), 0);
  PerVertex<std::uint8_t> has_row(graph.rows(), 0);
  PerVertex<std::uint8_t> has_column(graph.columns(), 0);
  std::vector<Vertex> queue;
  std::size_t next = 0;
  for (Vertex root = 0; root < graph.columns(); ++root) {
    if (has_column[root] != 0 || columns.from(root).empty()) continue;
    prices[root] = most_worth(columns, root, none) / 2;
    has_column[root] = 1;
    queue.push_back(root);
    for (; next < queue.size(); ++next) {
      for (const auto& [row, weight_2x] : columns.from(queue[next])) {
        if (has_row[row] != 0) continue;
        has_row[row] = 1;
        const Weight price = rest(weight_2x, prices[queue[next]]);
        for (const Arc& arc : graph.from(row)) {
          if (has_column[arc.to] != 0) continue;
          has_column[arc.to] = 1;
          prices[arc.to] = rest(arc.weight_2x, price);
          queue.push_back(arc.to);
        }
      }
    }
  }
  return prices;
}

}  // namespace

std::optional<PerVertex<Weight>> first_duals(const RowLists& graph, bool grounded,
                                             const Interrupt& interrupt) {
  if (graph.arcs().empty()) return std::nullopt;
  std::optional<PerVertex<Weight>> duals;
  const bool all = !grounded && graph.rows() == graph.columns();
  const bool rows_vary = varies_by_row(graph);
  if (columns_vary(graph)) {
    const RowLists columns = graph.turned();
    duals = rows_vary ? forest_prices_2x(graph, columns) : means_2x(columns);
  } else if (rows_vary && graph.rows() > graph.columns()) {
    duals.emplace(graph.columns(), 0);
  }
  if (duals) {
    duals = PotentialFit<RowLists>(graph).run(std::move(*duals)).column_2x;
    if (!all) level(graph, grounded, *duals);
  }
  constexpr Weight most = Weight{1} << 52;
  const auto fits = [](const Arc& arc) { return arc.weight_2x <= most && arc.weight_2x >= -most; };
  if (!all || !std::ranges::all_of(graph.arcs(), fits)) return duals;
  auto sold = Auction(graph, duals ? *duals : PerVertex<Weight>(graph.columns(), 0)).run(interrupt);
  return sold ? sold : duals;
}

}  // namespace fastpair
