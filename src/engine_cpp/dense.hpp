// What the solver asks of a dense graph: candidates, and the price of all edges.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "blossoms.hpp"
#include "candidates.hpp"
#include "fastpair/matching.hpp"
#include "limits.hpp"
#include "offers.hpp"
#include "parallel.hpp"
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
  /// Takes notice of a weight that has been put into the graph.
  void admit(Weight weight) { largest_ = std::max({largest_, weight, -weight}); }
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
    explicit Offers(const DenseSource& source) : source_(source), row_(source.graph_) {}

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
      for (const auto& offer : row_.least(v, own_wish, below, kMore)) {
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
  static constexpr std::size_t kCandidates = 8;
  static constexpr std::size_t kMore = 4;
  static constexpr std::size_t kViolations = 6;

  /// Prices the row of each vertex v from the column start(v) on; none if that is kNobody.
  template <class Value, class Start>
  [[nodiscard]] std::vector<Proposal> priced(const Blossoms<Value>& blossoms, Start start) const;

  /// Prices rows under duals to which those of the blossoms around a row are lent.
  template <class Value>
  struct Pricing {
    Pricing(const DenseSource& source_in, const Blossoms<Value>& blossoms_in)
        : source(source_in), blossoms(blossoms_in), offers(source.graph_), key(blossoms.dual_2x) {}

    /// Visits all vertices. The dual of a blossom counts for the edges inside of it: its members
    /// have it while they are visited.
    template <class Visit>
    void walk(Visit visit) {
      blossoms.walk([&](Node b) { lend(b, 1); }, visit, [&](Node b) { lend(b, -1); });
    }

    void lend(Node b, int sign) {
      const Value amount = sign * blossoms.blossom_dual_2x(b);
      blossoms.for_each_vertex(b, [&](Vertex v) { key[at(v)] += amount; });
    }

    void price(Vertex v, Vertex start) {
      const Wish<Value> wish{.key = key.data(), .start = start, .self = v};
      for (const auto& offer : offers.least(v, wish, -blossoms.dual_2x[at(v)], kViolations)) {
        proposals.push_back({v, offer.to, source.weight_2x(v, offer.to)});
      }
    }

    const DenseSource& source;
    const Blossoms<Value>& blossoms;
    RowOffers<Value> offers;
    std::vector<Value> key;
    std::vector<Proposal> proposals;
  };

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
    pricing.walk([&](Vertex v) {
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
