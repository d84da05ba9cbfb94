// What it costs to match one vertex with each of the others, by one search.
//
// Let the vertex v be gone. Its mate r is free then, and a tree grows from r as far as it goes.
// As soon as a vertex u is an S-vertex, the path to it can be exchanged, so that r is matched and u
// is free instead. The duals prove that this is the optimum of the graph without u and v:
//   optimum_2x = sum of all duals - dual of u,
// where a blossom counts half of its vertices, rounded down. While time passes the sum falls by 1,
// and so does the dual of u once it is an S-vertex: what counts is the time when it would be 0,
// the reach of u. To match u and v costs
//   price_2x(u) = reach(u) - 2 w(u, v) + constant,
// and 0 if u is the mate of v.
//
// The tree grows on the candidates, and edges that are none are priced out only once, at the end.
// This is enough: the slack of an edge does not fall before one of its ends is an S-vertex, and
// does not rise after that, so that an edge that is feasible at the end always was. If there are
// violated edges, they become candidates, and the search begins anew.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "blossom/graph_source.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "blossom/perfect_state.hpp"
#include "blossom/search.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

template <class Value, GraphSource<Value> Source>
class PriceSearch {
 public:
  PriceSearch(const Source& source, PerfectState<Value> optimum)
      : source_(source),
        optimum_(std::move(optimum)),
        forest_(optimum_.forest),
        reserves_(optimum_.reserves),
        search_(source_, forest_, optimum_.candidates, reserves_),
        reach_(forest_.size()) {}

  /// The reach of every vertex of the source in the search without v, less that of the mate of v;
  /// kNever for vertices that cannot be left over without v. Valid until the next call.
  ///
  /// Throws WidthExceeded and Interrupted, after which this object is of no use any more.
  const PerVertex<Value>& reaches(Vertex v, const Interrupt& interrupt) {
    CandidateGraph& candidates = optimum_.candidates;
    const std::vector<Arc> arcs(candidates.from(v).begin(), candidates.from(v).end());
    candidates.clear(v);
    while (!explore(v, interrupt)) {
    }
    for (const Arc& arc : arcs) candidates.append(v, arc.to, arc.weight_2x);
    const Value base = reach_[optimum_.forest.mate[v]];
    for (Value& reach : reach_) {
      if (reach != kNever) reach -= base;
    }
    return reach_;
  }

  [[nodiscard]] Vertex mate(Vertex v) const { return optimum_.forest.mate[v]; }

 private:
  static constexpr Value kNever = Limits<Value>::kNever;

  /// Searches from the optimum without v. Returns whether no edge is violated.
  bool explore(Vertex v, const Interrupt& interrupt) {
    forest_ = optimum_.forest;
    reserves_ = optimum_.reserves;
    reach_.fill(kNever);
    const Vertex root = take_out(v);
    const auto keep = [&](Vertex u, Value reach) { reach_[u] = reach; };
    const std::optional<Value> end = search_.explore(root, interrupt, keep);
    if (!end) return false;
    // Nested blossoms gain twice as much as time passes: see limits.hpp.
    if (search_.exceeded() || *end > Limits<Value>::kTime / 4) throw WidthExceeded{};
    const std::vector<Proposal> violated = source_.violations(forest_);
    for (const Proposal& edge : violated) {
      optimum_.candidates.add(edge.first, edge.second, edge.weight_2x);
    }
    return violated.empty();
  }

  /// Takes v out of all blossoms, and closes it, so that no edge is found that leads there. Returns
  /// the only other vertex that is free then.
  Vertex take_out(Vertex v) {
    const Vertex root = forest_.mate[forest_.base(forest_.outer(v))];
    forest_.make_free(v);
    forest_.raise_free(v, forest_.shared_2x(v, v) / 2);
    forest_.dual_2x[v] = Source::template kClosed<Value>;
    return root;
  }

  const Source& source_;
  PerfectState<Value> optimum_;
  /// The state during a search.
  BlossomForest<Value> forest_;
  Reserves<Value> reserves_;
  Search<Value, Source> search_;
  PerVertex<Value> reach_;
};

}  // namespace fastpair
