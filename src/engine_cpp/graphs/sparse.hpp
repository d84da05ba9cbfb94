// What the solver asks of a sparse graph: there, all edges are candidates.
#pragma once

#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "fastpair/matching.hpp"
#include "graphs/dense.hpp"

namespace fastpair {

class SparseSource {
 public:
  /// Throws std::invalid_argument if an edge is a loop or names no vertex, std::out_of_range if a
  /// weight is too large.
  explicit SparseSource(const SparseGraph& graph);

  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(graph_.size); }
  [[nodiscard]] Weight largest() const { return largest_; }
  [[nodiscard]] const std::vector<Weight>& heaviest() const { return heaviest_; }

  /// Adds all edges; of parallel ones the heaviest.
  void select(CandidateGraph& candidates) const;

  /// All edges are candidates.
  static constexpr bool kHasMore = false;
  template <class Value>
  static constexpr Value kClosed = 0;
  template <class Value>
  struct Offers {
    struct Edge {
      Value slack;
      Arc arc;
    };
    explicit Offers(const SparseSource&) {}
    std::vector<Edge> of(Vertex, Value, const Wish<Value>&) { return {}; }
  };

  template <class Value>
  [[nodiscard]] std::vector<Proposal> violations(const Blossoms<Value>&) const {
    return {};
  }
  template <class Value>
  [[nodiscard]] std::vector<Proposal> violations(const Blossoms<Value>&,
                                                 const std::vector<Vertex>&) const {
    return {};
  }

 private:
  SparseGraph graph_;
  Weight largest_ = 0;
  std::vector<Weight> heaviest_;
};

}  // namespace fastpair
