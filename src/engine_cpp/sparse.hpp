// What the solver asks of a sparse graph: there, all edges are candidates.
#pragma once

#include <vector>

#include "blossoms.hpp"
#include "candidates.hpp"
#include "dense.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

class SparseSource {
 public:
  explicit SparseSource(const SparseGraph& graph) : graph_(graph) {}

  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(graph_.size); }

  /// Throws std::invalid_argument if an edge is a loop or names no vertex, std::out_of_range if a
  /// weight is too large.
  void check() const;

  [[nodiscard]] Weight largest() const;
  [[nodiscard]] std::vector<Weight> heaviest() const;
  void select(const std::vector<Weight>& heaviest, CandidateGraph& candidates) const;

  template <class Value, class Wanted>
  bool extend(Vertex, const std::vector<Value>&, Wanted, CandidateGraph&) const {
    return false;
  }

  template <class Value>
  [[nodiscard]] std::vector<Violation> violations(const Blossoms<Value>&) const {
    return {};
  }

 private:
  SparseGraph graph_;
};

}  // namespace fastpair
