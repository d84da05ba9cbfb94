// What the solver asks of a dense graph: candidates, and the price of all edges.
#pragma once

#include <cstddef>
#include <vector>

#include "blossoms.hpp"
#include "candidates.hpp"
#include "fastpair/matching.hpp"
#include "limits.hpp"
#include "offers.hpp"
#include "vectors.hpp"

namespace fastpair {

class DenseSource {
 public:
  /// Throws std::invalid_argument unless the graph is symmetric, std::out_of_range if a weight is
  /// too large. One pass.
  explicit DenseSource(const DenseGraph& graph);

  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(graph_.size); }
  /// The largest size of a weight.
  [[nodiscard]] Weight largest() const { return largest_; }
  /// The heaviest edge of each vertex, or kNoEdge.
  [[nodiscard]] const std::vector<Weight>& heaviest() const { return survey_.heaviest; }

  /// Adds for each vertex the edges of least slack under the duals `heaviest`. One pass.
  void select(CandidateGraph& candidates) const;

  /// There are edges besides the candidates.
  static constexpr bool kHasMore = true;
  /// Stands for the dual of a vertex that is not wanted as an end.
  template <class Value>
  static constexpr Value kClosed = 2 * Limits<Value>::kTime;

  /// The edges of least slack of a vertex, a few at a time. One pass over its row.
  template <class Value>
  class Offers {
   public:
    explicit Offers(const DenseSource& source) : source_(source), row_(source.graph_) {}

    struct Edge {
      Value slack;
      Arc arc;
    };

    /// The best edges of v that are wished for, at most kMore.
    const std::vector<Edge>& of(Vertex v, Value own, const Wish<Value>& wish) {
      edges_.clear();
      const Value below = kClosed<Value> - 2 * Value{source_.largest_};
      for (const auto& offer : row_.least(v, wish, below, kMore)) {
        edges_.push_back({own + offer.value, {offer.to, 2 * source_.weight(v, offer.to)}});
      }
      return edges_;
    }

   private:
    const DenseSource& source_;
    RowOffers<Value> row_;
    std::vector<Edge> edges_;
  };

  /// Edges of negative slack, a few of each vertex, most violated first; none if all edges have
  /// slack 0 or more. Half a pass.
  template <class Value>
  [[nodiscard]] std::vector<Proposal> violations(const Blossoms<Value>& blossoms) const;

 private:
  static constexpr std::size_t kCandidates = 8;
  static constexpr std::size_t kMore = 4;
  static constexpr std::size_t kViolations = 6;

  [[nodiscard]] Weight weight(Vertex i, Vertex j) const {
    return graph_.weights[i * graph_.size + j];
  }
  static std::size_t at(Vertex v) { return static_cast<std::size_t>(v); }

  template <class Value>
  void propose(Vertex i, const std::vector<Offer<Value>>& offers,
               std::vector<Proposal>& proposals) const {
    for (const Offer<Value>& offer : offers) {
      proposals.push_back({i, offer.to, 2 * weight(i, offer.to)});
    }
  }

  DenseGraph graph_;
  Survey survey_;
  Weight largest_ = 0;
};

template <class Value>
std::vector<Proposal> DenseSource::violations(const Blossoms<Value>& blossoms) const {
  std::vector<Proposal> proposals;
  RowOffers<Value> offers(graph_);
  // The dual of a blossom counts for the edges inside of it: it is lent to all members while the
  // rows of the members are priced.
  std::vector<Value> key = blossoms.dual_2x;
  const auto lend = [&](Node b, Value amount) {
    blossoms.for_each_vertex(b, [&](Vertex v) { key[at(v)] += amount; });
  };
  blossoms.walk([&](Node b) { lend(b, blossoms.blossom_dual_2x(b)); },
                [&](Vertex v) {
                  propose(v, offers.least(v, {key.data()}, -blossoms.dual_2x[at(v)], kViolations),
                          proposals);
                },
                [&](Node b) { lend(b, -blossoms.blossom_dual_2x(b)); });
  return proposals;
}

}  // namespace fastpair
