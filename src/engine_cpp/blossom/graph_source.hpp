// What the solver asks of a graph.
//
// The solver works on a sparse graph of candidates (candidates.hpp) and knows nothing of how the
// whole graph is stored. A graph source answers for the whole graph:
//
//   size()       the number of vertices;
//   largest()    a bound on the absolute value of every weight;
//   select(c)    adds to the candidates, for each vertex, some edges of least slack under the duals
//                that follow;
//   first_duals_2x(c)  doubled duals to begin with, under which no edge has a slack below 0, such
//   as
//                the weight of the heaviest edge of each vertex; kNoEdge for one without an edge;
//   kHasMore     whether there may be edges that are no candidates;
//   EdgeFinder   finds edges of one vertex that lead out of the tree, see EdgeRequest. It is not
//                asked if all edges are candidates. unseen() is a time before which none of the
//                edges becomes tight that it has not looked at, or never if it has looked at all.
//
// A source that has more edges than candidates prices them out, violations(forest): it returns
// edges of negative slack, a few of each vertex, and none only if all edges have slack 0 or more.
// With a list of vertices, violations(forest, vertices), it does so for the edges of these.
//
// Such a source whose edges may change between two solves also says which pairs are edges, with
// which weights, is_edge(i, j) and weight_2x(i, j), and gives vertices reserves when it prices out
// their edges, secure(forest, candidates, vertices, reserves).
//
// All answers depend on the arguments alone. Equal edges may come in any order that is always the
// same.
#pragma once

#include <concepts>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/column_duals.hpp"
#include "blossom/forest.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

/// Asks for edges ij of least `duals[j] - 2 w(i, j)`, where i is the vertex `from`. The source may
/// return a few of them only, least first; it is asked again when these are used up.
template <class Value>
struct EdgeRequest {
  Vertex from;
  /// The dual of every vertex at this moment; closed for a vertex that no edge shall lead to.
  ColumnDuals<Value>& duals;
  /// If not null: only edges that become tight before earliest[j], if the dual of `from` reaches 0
  /// at the time `reach`: reach + duals[j] - 2 w(i, j) < earliest[j].
  const Value* earliest = nullptr;
  Value reach = 0;
  /// The time: edges that cannot be tight yet need not be looked at.
  Value now = 0;
};

template <class Source, class Value>
concept GraphSource =
    std::constructible_from<typename Source::template EdgeFinder<Value>, const Source&> &&
    requires(const Source& source, CandidateGraph& candidates,
             typename Source::template EdgeFinder<Value>& finder,
             const EdgeRequest<Value>& request) {
      { source.size() } -> std::same_as<Vertex>;
      { source.largest() } -> std::same_as<Weight>;
      source.select(candidates);
      { source.first_duals_2x(candidates) } -> std::convertible_to<const PerVertex<Weight>&>;
      { Source::kHasMore } -> std::convertible_to<bool>;
      { finder.find(request) } -> std::convertible_to<const std::vector<Arc>&>;
      { finder.unseen() } -> std::same_as<Time<Value>>;
    };

}  // namespace fastpair
