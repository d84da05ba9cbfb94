// A matrix of weights as a graph source: see blossom/graph_source.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/column_duals.hpp"
#include "blossom/forest.hpp"
#include "blossom/graph_source.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "blossom/potentials.hpp"
#include "fastpair/matching.hpp"
#include "rows/offers.hpp"
#include "rows/parallel.hpp"
#include "rows/pricing.hpp"
#include "rows/survey.hpp"
#include "rows/vectors.hpp"

namespace fastpair {

/// Throws std::invalid_argument unless the graph is symmetric, std::out_of_range if a weight is too
/// large.
void require_valid(const DenseGraph& graph, const Survey& found);

class DenseSource {
 public:
  /// Throws as require_valid. One pass, and another one if the weights have potentials.
  explicit DenseSource(const DenseGraph& graph) : DenseSource(graph, survey(graph)) {}
  /// Takes a survey of the graph.
  DenseSource(const DenseGraph& graph, Survey found);
  /// Takes a copy of the graph of another source.
  DenseSource(const DenseSource& other, const DenseGraph& graph) : DenseSource(other) {
    graph_ = graph;
  }

  /// Looks for potentials where searches have taken long without. Returns whether there are any
  /// now that a solve may begin anew from. One pass.
  bool find_potentials();

  /// From now on reads the same graph where it says which cells are edges.
  void move_to(const DenseGraph& graph) { graph_ = graph; }

  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(graph_.size); }
  /// The largest absolute value of a weight.
  [[nodiscard]] Weight largest() const { return largest_; }
  /// Raises the bounds on weights as far as a new edge requires.
  void admit(Vertex i, Vertex j, Weight weight) {
    largest_ = std::max({largest_, weight, -weight});
    const auto raise = [weight](Weight& bound) { bound = std::max(bound, weight); };
    for (int turn = 0; turn < 2; ++turn, std::swap(i, j)) {
      raise(heaviest_[i]);
      raise(block_heaviest_[index_of(i) * blocks_of(size()) + index_of(j / kBlock)]);
    }
  }
  [[nodiscard]] PerVertex<Weight> first_duals_2x(const CandidateGraph& candidates) const {
    return potentials_2x_.empty() ? heaviest_
                                  : fastpair::first_duals_2x(candidates, potentials_2x_);
  }

  /// Adds for each vertex the edges of least slack under potentials or, if there are none, under
  /// the weights of the heaviest edges. One pass.
  void select(CandidateGraph& candidates) const;

  /// There may be edges that are no candidates.
  static constexpr bool kHasMore = true;

  /// Finds edges in those blocks of a row that can hold them. One pass over the blocks of the row.
  template <class Value>
  class EdgeFinder {
   public:
    explicit EdgeFinder(const DenseSource& source)
        : source_(source), row_(source.block_heaviest_.data()) {}

    /// At most kMore edges.
    const std::vector<Arc>& find(const EdgeRequest<Value>& request) {
      edges_.clear();
      const Vertex v = request.from;
      const Value below = ColumnDuals<Value>::below_closed(source_.largest_);
      const RowQuery<Value> query{.duals = request.duals.data(),
                                  .earliest = request.earliest,
                                  .reach = request.reach,
                                  .self = v,
                                  .least_duals = request.duals.least_of_blocks()};
      for (const auto& offer : row_.least(source_.graph_, v, query, below, kMore)) {
        edges_.push_back({offer.to, source_.weight_2x(v, offer.to)});
      }
      return edges_;
    }

    [[nodiscard]] Time<Value> unseen() const { return {}; }

   private:
    const DenseSource& source_;
    RowOffers<Value> row_;
    std::vector<Arc> edges_;
  };

  /// Edges of negative slack, a few of each vertex, most violated first; none if all edges have
  /// slack 0 or more. Half a pass.
  template <class Value>
  [[nodiscard]] std::vector<Proposal> violations(const BlossomForest<Value>& forest) const {
    return price_out(forest, vertices_below(size()), true);
  }

  /// Such edges among all those of some vertices. A pass over their rows.
  template <class Value>
  [[nodiscard]] std::vector<Proposal> violations(const BlossomForest<Value>& forest,
                                                 const std::vector<Vertex>& rows) const {
    return price_out(forest, rows, false);
  }

  /// Prices out the edges of some vertices that are no candidates, and gives each of these vertices
  /// a reserve. A vertex with a violated edge cannot have one: the most violated edge is returned.
  /// A pass over their rows.
  template <class Value>
  [[nodiscard]] std::vector<Proposal> secure(const BlossomForest<Value>& forest,
                                             const CandidateGraph& candidates,
                                             const std::vector<Vertex>& rows,
                                             Reserves<Value>& reserves) const {
    for (const Vertex v : rows) reserves[v] = 0;
    // The reserve of another vertex is subtracted from its dual: what is shared out here is the
    // rest.
    PerVertex<Value> unreserved = forest.duals_2x();
    for (Vertex v = 0; v < size(); ++v) unreserved[v] -= reserves[v];
    PricingDuals<Value> duals(forest, unreserved, rows);
    RowSlacks<Value> slacks(graph_);
    std::vector<std::pair<Vertex, Value>> secured;
    std::vector<Proposal> proposals;
    duals.walk([&](Vertex v) {
      slacks.turn_to(v, candidates.from(v));  // the searches look at the candidates
      const auto [slack, other] = least_slack(slacks, duals, forest.dual_2x(v));
      if (slack < 0) proposals.push_back({v, other, weight_2x(v, other)});
      secured.emplace_back(v, slack);
    });
    // A vertex gets half of the slack, because the other end may be one of these vertices too, and
    // gets the other half.
    for (const auto& [v, slack] : secured) reserves[v] = slack < 0 ? kUnpriced<Value> : slack / 2;
    std::ranges::sort(proposals, {}, &Proposal::first);
    return proposals;
  }

  /// Calls visit(u, weight_2x) for every edge of v, candidate or not.
  template <class Visit>
  void for_each_edge(Vertex v, std::span<const Arc> /*candidates*/, Visit visit) const {
    for (Vertex u = 0; u < size(); ++u) {
      if (is_edge(v, u)) visit(u, weight_2x(v, u));
    }
  }

  [[nodiscard]] bool is_edge(Vertex i, Vertex j) const { return i != j && has_edge(graph_, i, j); }
  [[nodiscard]] Weight weight_2x(Vertex i, Vertex j) const {
    return 2 * graph_.weights[i * graph_.size + j];
  }

 private:
  /// With fewer vertices, to begin anew takes as long as it saves: where prices are as large as the
  /// other weights, 200 take 1.1 ms either way, and 400 take 2.8, not 5.4.
  static constexpr Vertex kLeastToBegin = 256;

  /// Looks for potentials; only for such as explain most, if so asked.
  bool find_potentials(bool most);
  /// Makes the potentials that a sample of the columns has found those that all columns find.
  void improve_potentials();
  /// The mean of the doubled weights of a row, less the potentials of the columns.
  template <class Sum>
  [[nodiscard]] Weight mean_2x(Vertex row, const PerVertex<Weight>& less_2x) const;

  /// To read a whole row of at most this length is faster than to choose blocks.
  static constexpr Vertex kShortRow = 512;

  /// Prices out the rows of some vertices, divided among threads. Of all vertices, each edge is
  /// priced out in the row of its first end. Otherwise mostly no edge of a row is violated any
  /// more, and to read the whole row shows that faster.
  template <class Value>
  [[nodiscard]] std::vector<Proposal> price_out(const BlossomForest<Value>& forest,
                                                const std::vector<Vertex>& rows, bool all) const {
    const bool whole = !all || size() <= kShortRow;
    const std::size_t parts = parts_for(std::ssize(rows) * graph_.size);
    std::vector<std::vector<Proposal>> found(parts);
    in_parallel(parts, [&](std::size_t part) {
      Pricing<Value> pricing(*this, forest, rows);
      pricing.duals.walk([&](Vertex v) {
        if (index_of(v) % parts != part || (whole && !pricing.is_violated(v))) return;
        pricing.propose(v, all ? v + 1 : 0);
      });
      found[part] = std::move(pricing.proposals);
    });
    std::vector<Proposal> proposals = std::move(found.front());
    for (std::size_t part = 1; part < parts; ++part) {
      proposals.insert(proposals.end(), found[part].begin(), found[part].end());
    }
    std::ranges::stable_sort(proposals, {}, &Proposal::first);
    return proposals;
  }

  /// The least slack in the row of a vertex whose dual is `own_dual`, or kTime if that is less; and
  /// the other end of such an edge if the slack is negative.
  template <class Value>
  static std::pair<Value, Vertex> least_slack(const RowSlacks<Value>& slacks,
                                              const PricingDuals<Value>& duals, Value own_dual) {
    const std::array<const Value*, 2> others{duals.outside.data(), duals.inside.data()};
    const std::array<Value, 2> own{own_dual, own_dual + duals.shift};
    require_within<Value>(std::min(own_dual, Value{0}), 7);  // so that kFar is not violated
    const std::array<Value, 2> least = slacks.least(others);
    const std::size_t worse = own[0] + least[0] <= own[1] + least[1] ? 0 : 1;
    const Value slack = std::min(own[worse] + least[worse], Limits<Value>::kTime);
    return {slack, slack < 0 ? slacks.find(others[worse], least[worse]) : kNobody};
  }

  template <class Value>
  struct Pricing {
    Pricing(const DenseSource& source_in, const BlossomForest<Value>& forest_in,
            const std::vector<Vertex>& rows)
        : source(source_in),
          forest(forest_in),
          offers(source.block_heaviest_.data()),
          duals(forest, forest.duals_2x(), rows),
          slacks(source.graph_) {}

    /// Whether an edge of v is violated. Reads the whole row.
    [[nodiscard]] bool is_violated(Vertex v) {
      slacks.turn_to(v, {});
      return least_slack(slacks, duals, forest.dual_2x(v)).first < 0;
    }

    /// Proposes violated edges of v to vertices from `start` on.
    void propose(Vertex v, Vertex start) {
      duals.for_each_list(v, [&](ColumnDuals<Value>& of_columns, Value below) {
        const RowQuery<Value> query{.duals = of_columns.data(),
                                    .start = start,
                                    .self = v,
                                    .least_duals = of_columns.least_of_blocks()};
        for (const auto& offer : offers.least(source.graph_, v, query, below, kViolations)) {
          proposals.push_back({v, offer.to, source.weight_2x(v, offer.to)});
        }
      });
    }

    const DenseSource& source;
    const BlossomForest<Value>& forest;
    RowOffers<Value> offers;
    PricingDuals<Value> duals;
    RowSlacks<Value> slacks;
    std::vector<Proposal> proposals;
  };

  DenseGraph graph_;
  /// For each vertex a weight that none of its edges exceeds, or kNoEdge.
  PerVertex<Weight> heaviest_;
  /// Doubled potentials, or nothing: duals that tell which edges are candidates.
  PerVertex<Weight> potentials_2x_;
  /// For each block of each row a weight that none of its edges exceeds, or kNoEdge, row after row.
  std::vector<Weight> block_heaviest_;
  Weight largest_ = 0;
};

}  // namespace fastpair
