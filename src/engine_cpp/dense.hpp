// What the solver asks of a dense graph: candidates, and the price of all edges.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "blossoms.hpp"
#include "candidates.hpp"
#include "fastpair/matching.hpp"
#include "keys.hpp"
#include "limits.hpp"
#include "offers.hpp"
#include "parallel.hpp"
#include "pricing.hpp"
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
  /// Takes notice of the weight of an edge that has been put into the graph.
  void admit(Vertex i, Vertex j, Weight weight) {
    largest_ = std::max({largest_, weight, -weight});
    raise(i, j, weight);
    raise(j, i, weight);
  }
  /// The heaviest edge of each vertex at first, or kNoEdge.
  [[nodiscard]] const std::vector<Weight>& heaviest() const { return survey_.heaviest; }

  /// Adds for each vertex the edges of least slack under the duals `heaviest`. One pass.
  void select(CandidateGraph& candidates) const;

  /// There are edges besides the candidates.
  static constexpr bool kHasMore = true;
  /// Stands for the dual of a vertex that is not wanted as an end.
  template <class Value>
  static constexpr Value kClosed = 4 * Limits<Value>::kTime;

  /// The edges of least slack of a vertex, a few at a time. One pass over its row.
  template <class Value>
  class Offers {
   public:
    explicit Offers(const DenseSource& source)
        : source_(source), row_(source.survey_.block_heaviest.data()) {}

    struct Edge {
      Value slack;
      Arc arc;
    };

    /// The best edges of v that are wished for, at most kMore.
    const std::vector<Edge>& of(Vertex v, Value own, const Wish<Value>& wish) {
      edges_.clear();
      const Value below = kClosed<Value> - 2 * Value{source_.largest_};
      Wish<Value> own_wish = wish;
      own_wish.self = v;
      for (const auto& offer : row_.least(source_.graph_, v, own_wish, below, kMore)) {
        edges_.push_back({own + offer.value, {offer.to, source_.weight_2x(v, offer.to)}});
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

  /// The same for all edges of some vertices. A pass over their rows.
  template <class Value>
  [[nodiscard]] std::vector<Proposal> violations(const Blossoms<Value>& blossoms,
                                                 const std::vector<Vertex>& rows) const;

  [[nodiscard]] bool is_edge(Vertex i, Vertex j) const {
    return i != j && (graph_.allowed == nullptr || graph_.allowed[i * graph_.size + j] != 0);
  }
  [[nodiscard]] Weight weight_2x(Vertex i, Vertex j) const {
    return 2 * graph_.weights[i * graph_.size + j];
  }

 private:
  /// Prices the row of each vertex v from the column start(v) on; none if that is kNobody.
  template <class Value, class Start>
  [[nodiscard]] std::vector<Proposal> priced(const Blossoms<Value>& blossoms, Start start) const;

  template <class Value>
  struct Pricing {
    Pricing(const DenseSource& source_in, const Blossoms<Value>& blossoms_in)
        : source(source_in),
          blossoms(blossoms_in),
          offers(source.survey_.block_heaviest.data()),
          keys(blossoms, kClosed<Value>) {}

    void price(Vertex v, Vertex start) {
      const Value below = -blossoms.dual_2x[at(v)];
      price(v, start, keys.outside, below);
      if (blossoms.parent(v) != kNone) price(v, start, keys.inside, below - keys.shift);
    }

    void price(Vertex v, Vertex start, Keys<Value>& key, Value below) {
      const Wish<Value> wish{
          .key = key.values(), .start = start, .self = v, .block_key = key.least()};
      for (const auto& offer : offers.least(source.graph_, v, wish, below, kViolations)) {
        proposals.push_back({v, offer.to, source.weight_2x(v, offer.to)});
      }
    }

    const DenseSource& source;
    const Blossoms<Value>& blossoms;
    RowOffers<Value> offers;
    PricingKeys<Value> keys;
    std::vector<Proposal> proposals;
  };

  void raise(Vertex i, Vertex j, Weight weight) {
    const std::size_t block = at(i) * blocks_of(size()) + at(j / kBlock);
    survey_.block_heaviest[block] = std::max(survey_.block_heaviest[block], weight);
  }

  static std::size_t at(Vertex v) { return static_cast<std::size_t>(v); }

  DenseGraph graph_;
  Survey survey_;
  Weight largest_ = 0;
};

template <class Value>
std::vector<Proposal> DenseSource::violations(const Blossoms<Value>& blossoms) const {
  // Each edge is priced in the row of its first end.
  return priced(blossoms, [this](Vertex v) { return v + 1 < size() ? v + 1 : kNobody; });
}

template <class Value>
std::vector<Proposal> DenseSource::violations(const Blossoms<Value>& blossoms,
                                              const std::vector<Vertex>& rows) const {
  if (rows.empty()) return {};
  std::vector<bool> wanted(at(size()), false);
  for (const Vertex v : rows) wanted[at(v)] = true;
  return priced(blossoms, [&](Vertex v) { return wanted[at(v)] ? 0 : kNobody; });
}

template <class Value, class Start>
std::vector<Proposal> DenseSource::priced(const Blossoms<Value>& blossoms, Start start) const {
  const std::size_t parts = parts_for(size());
  std::vector<std::vector<Proposal>> found(parts);
  in_parallel(parts, [&](std::size_t part) {
    Pricing<Value> pricing(*this, blossoms);
    pricing.keys.walk([&](Vertex v) {
      if (at(v) % parts == part && start(v) != kNobody) pricing.price(v, start(v));
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

}  // namespace fastpair
