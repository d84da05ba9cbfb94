// A graph with lengths, as the search for lightest joins reads it: the arcs of each vertex side by
// side, and of each vertex its lightest arc to the boundary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bipartite/lists.hpp"
#include "fastpair/join_solver.hpp"

namespace fastpair {

/// One direction of an edge. Lengths are doubled, so that two regions meet at a whole time.
struct JoinArc {
  /// Or kNobody, the boundary.
  Vertex to = kNobody;
  std::int32_t edge = 0;
  Weight length = 0;
};

class JoinGraph {
 public:
  /// Throws std::invalid_argument and std::out_of_range as JoinSolver does.
  JoinGraph(const SparseGraph& graph, std::span<const Vertex> boundary,
            std::span<const std::uint64_t> labels);

  [[nodiscard]] Vertex size() const { return arcs_.size(); }
  [[nodiscard]] std::span<const JoinArc> arcs(Vertex v) const { return arcs_.of(v); }

  [[nodiscard]] std::uint64_t label(const JoinArc& arc) const {
    return labels_.empty() || arc.edge < 0 ? 0 : labels_[static_cast<std::size_t>(arc.edge)];
  }

 private:
  Lists<JoinArc> arcs_;
  std::vector<std::uint64_t> labels_;
};

}  // namespace fastpair
