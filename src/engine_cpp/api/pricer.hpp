// What it costs to match two vertices, or not to match two, asked of an optimal state.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "blossom/price_search.hpp"
#include "fastpair/matching_solver.hpp"

namespace fastpair {

/// Answers with copies of the state, which stay with it, so that what one row has found out about
/// the graph serves the next one.
template <class Value, class Source>
class PriceAnswers {
 public:
  /// Takes an optimal state. The source has to stay as it is, and it and the list of those who are
  /// absent live as long as this object.
  PriceAnswers(const Source& source, PerfectState<Value> optimum, Objective objective,
               const std::vector<std::uint8_t>& absent)
      : source_(source),
        optimum_(std::move(optimum)),
        objective_(objective),
        absent_(absent),
        present_(vertices_below(source.size(), [this](Vertex v) { return !is_absent(v); })) {}

  template <class Other>
  explicit PriceAnswers(const PriceAnswers<Other, Source>& other)
      : PriceAnswers(other.source_, PerfectState<Value>(other.optimum_), other.objective_,
                     other.absent_) {}

  /// As MatchingSolver::prices. Throws WidthExceeded and Interrupted, after which this object is of
  /// no use any more.
  [[nodiscard]] PriceRow row(Vertex v, const Interrupt& interrupt) {
    const std::size_t size = index_of(source_.size());
    PriceRow row{std::vector<std::uint8_t>(size), std::vector<std::int64_t>(size),
                 std::vector<Wide>(size)};
    if (is_absent(v)) return row;
    const bool complete = price(v, objective_ == Objective::kWeight, row, interrupt);
    if (!complete) price(v, true, row, interrupt);
    return row;
  }

  /// As MatchingSolver::losses. Vertices are asked in the order of the lower bounds, until these
  /// exceed what has been found.
  [[nodiscard]] Losses losses(std::span<const Vertex> vertices, std::vector<Wide> at_least,
                              std::size_t count, Wide limit, const Interrupt& interrupt) {
    PricesOfVertex& search = search_with(objective_ == Objective::kWeight);
    std::vector<std::size_t> order(vertices.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t k) { return at_least[k]; });
    Losses result{std::vector<std::uint8_t>(vertices.size()), std::move(at_least)};
    std::vector<Wide> least;
    for (const std::size_t k : order) {
      Wide& loss = result.at_least[k];
      if (count == 0 || loss >= limit) break;
      const auto loss_2x = search.loss_2x(vertices[k], doubled(limit), interrupt);
      if (!loss_2x || *loss_2x >= 2 * limit) {
        loss = limit;
        continue;
      }
      loss = *loss_2x / 2;
      result.exact[k] = 1;
      least.insert(std::ranges::upper_bound(least, loss), loss);
      if (least.size() > count) least.pop_back();
      if (least.size() == count) limit = least.back();
    }
    return result;
  }

 private:
  template <class Other, class Graph>
  friend class PriceAnswers;
  using PricesOfVertex = PriceSearch<Value, Source>;

  /// Fills in the edges whose prices the search finds. Returns whether these are all edges.
  bool price(Vertex v, bool spares, PriceRow& row, const Interrupt& interrupt) {
    PricesOfVertex& search = search_with(spares);
    const PerVertex<Time<Value>>& reaches = search.reaches(v, interrupt);
    const Vertex mate = search.mate(v);
    Wide own_2x = 0;
    search.for_each_edge(v, [&](Vertex u, Weight weight_2x) {
      if (u == mate) own_2x = weight_2x;
    });
    bool complete = true;
    search.for_each_edge(v, [&](Vertex u, Weight weight_2x) {
      const std::size_t place = index_of(u);
      if (row.possible[place] != 0) return;
      if (reaches[u].is_never()) {
        complete = false;
        return;
      }
      row.possible[place] = 1;
      row.lighter[place] = (Wide{reaches[u].at()} + own_2x - weight_2x) / 2;
      if (row.lighter[place] <= most_lighter()) return;
      row.fewer[place] = 1;
      row.lighter[place] -= spare_dual();
    });
    return complete;
  }

  PricesOfVertex& search_with(bool spares) {
    std::unique_ptr<PricesOfVertex>& search = searches_[spares ? 1 : 0];
    if (search == nullptr) {
      PerfectState<Value> state = optimum_;
      state.add_dummies(present_);
      if (spares) {
        if (spare_dual() > Limits<Value>::kTime / 8) throw WidthExceeded{};
        state.add_spares(present_, source_.size(), static_cast<Value>(spare_dual()));
      }
      search = std::make_unique<PricesOfVertex>(source_, std::move(state));
    }
    return *search;
  }

  /// Twice a cost, or never if it comes near the limit of the width.
  static Time<Value> doubled(Wide cost) {
    if (cost > Limits<Value>::kTime / 16) return {};
    return static_cast<Value>(2 * cost);
  }

  /// What it costs to leave two more vertices unmatched: so much that no gain of weight pays for
  /// it, and that whatever is more than most_lighter() contains it.
  [[nodiscard]] Wide spare_dual() const {
    if (objective_ == Objective::kWeight) return 0;
    Wide lowest = 0;
    for (const Vertex v : present_) lowest = std::min(lowest, Wide{optimum_.forest.dual_2x(v)});
    return 2 * most_lighter() + 1 - lowest;
  }

  /// An upper bound on how much lighter one matching is than another.
  [[nodiscard]] Wide most_lighter() const { return Wide{source_.size()} * source_.largest(); }

  [[nodiscard]] bool is_absent(Vertex v) const { return absent_[index_of(v)] != 0; }

  const Source& source_;
  PerfectState<Value> optimum_;
  Objective objective_;
  const std::vector<std::uint8_t>& absent_;
  std::vector<Vertex> present_;
  /// The searches without and with spare dummies, made when they are first needed.
  std::array<std::unique_ptr<PricesOfVertex>, 2> searches_;
};

}  // namespace fastpair
