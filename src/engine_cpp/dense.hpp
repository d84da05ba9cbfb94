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

/// An edge that the solver asked for.
struct Proposal {
  Vertex first;
  Vertex second;
  Weight weight_2x;
};

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

  /// The edges of least slack that lead out of a stuck tree, a few for each of its S-vertices. One
  /// pass over their rows.
  template <class Value>
  [[nodiscard]] std::vector<Proposal> ways_out(const Blossoms<Value>& blossoms,
                                               const std::vector<Node>& s_nodes,
                                               const std::vector<Node>& t_nodes) const;

  /// Edges of negative slack, a few of each vertex, most violated first; none if all edges have
  /// slack 0 or more. One pass.
  template <class Value>
  [[nodiscard]] std::vector<Proposal> violations(const Blossoms<Value>& blossoms) const;

 private:
  static constexpr std::size_t kCandidates = 8;
  static constexpr std::size_t kWaysOut = 4;
  static constexpr std::size_t kViolations = 6;

  static std::size_t at(Vertex v) { return static_cast<std::size_t>(v); }

  template <class Value>
  void propose(Vertex i, const std::vector<Offer<Value>>& offers,
               std::vector<Proposal>& proposals) const {
    for (const Offer<Value>& offer : offers) {
      proposals.push_back({i, offer.to, 2 * graph_.weights[i * graph_.size + offer.to]});
    }
  }

  DenseGraph graph_;
  Survey survey_;
  Weight largest_ = 0;
};

template <class Value>
std::vector<Proposal> DenseSource::ways_out(const Blossoms<Value>& blossoms,
                                            const std::vector<Node>& s_nodes,
                                            const std::vector<Node>& t_nodes) const {
  constexpr Value none = Limits<Value>::kTime * 2;
  std::vector<Proposal> proposals;
  RowOffers<Value> offers(graph_);
  std::vector<Value> key = blossoms.dual_2x;
  const auto close = [&](Node b) {
    blossoms.for_each_vertex(b, [&](Vertex v) { key[at(v)] = none; });
  };
  for (const Node t : t_nodes) close(t);
  for (const Node s : s_nodes) {
    close(s);
    blossoms.for_each_vertex(s, [&](Vertex v) {
      propose(v, offers.least(v, key.data(), none - 2 * Value{largest_}, kWaysOut), proposals);
    });
    blossoms.for_each_vertex(s, [&](Vertex v) { key[at(v)] = blossoms.dual_2x[at(v)]; });
  }
  return proposals;
}

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
                  propose(v, offers.least(v, key.data(), -blossoms.dual_2x[at(v)], kViolations),
                          proposals);
                },
                [&](Node b) { lend(b, -blossoms.blossom_dual_2x(b)); });
  return proposals;
}

}  // namespace fastpair
