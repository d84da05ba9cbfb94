// What it costs to match one vertex with each of the others, or not with its mate, by one search.
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
//
// For the best matching without the edge of v and its mate, a stand-in takes the place of v: a
// vertex with the other edges of v. The search ends as soon as it is reached. So it ends early, and
// earlier still if it is known how much a matching that matters may cost.
#pragma once

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/forest.hpp"
#include "blossom/graph_source.hpp"
#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "blossom/search.hpp"
#include "fastpair/integers.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// An optimal state in which every vertex has a mate, because dummies stand in where one is
/// missing.
///
/// A dummy is a vertex after those of the graph, and its edges weigh 0. There is one for each free
/// vertex, its mate. The first one is joined to all vertices, the others to the free vertex that
/// the first one is matched with too: so any one of the free vertices can change places with any
/// other vertex. Its dual is minus the ground, so that its edges are feasible where no dual is
/// below the ground. Where the number of pairs may change as well, there are two spare dummies that
/// are matched with each other and joined to all vertices and dummies.
template <class Value>
struct PerfectState {
  BlossomForest<Value> forest;
  CandidateGraph candidates;
  Reserves<Value> reserves;

  /// The same state in another width of integers.
  template <class Other>
  explicit operator PerfectState<Other>() const {
    return {BlossomForest<Other>(forest), candidates, Reserves<Other>(reserves)};
  }

  /// Adds vertices without edges, and returns the first of them. They will have no other edges than
  /// candidates, so that the graph is never asked for more.
  Vertex enlarge(Vertex count) {
    const Vertex first = forest.size();
    forest = BlossomForest<Value>(forest, count);
    candidates.enlarge(count);
    for (Vertex k = 0; k < count; ++k) reserves.push_back(Limits<Value>::kTime);
    return first;
  }

  /// Gives each of the vertices that has no mate a dummy. All edges of dummies are candidates.
  void add_dummies(const std::vector<Vertex>& present) {
    std::vector<Vertex> free;
    std::ranges::copy_if(present, std::back_inserter(free),
                         [this](Vertex v) { return forest.mate(v) == kNobody; });
    if (free.empty()) return;
    const Vertex first = enlarge(static_cast<Vertex>(free.size()));
    Vertex dummy = first;
    for (const Vertex v : free) {
      forest.set_dual_2x(dummy, -forest.dual_2x(v));
      forest.match(dummy, v);
      candidates.append(dummy, v, 0);
      if (dummy != first) candidates.append(dummy, free.front(), 0);
      ++dummy;
    }
    for (const Vertex v : present) {
      if (v != free.front()) candidates.append(first, v, 0);
    }
  }

  /// Adds two spare dummies. To part them, which leaves two more vertices free, costs as much as
  /// their dual, `dual_2x`, which makes all their edges feasible.
  void add_spares(const std::vector<Vertex>& present, Vertex size, Value dual_2x) {
    const Vertex dummies = forest.size();
    const Vertex first = enlarge(2);
    for (const Vertex spare : {first, first + 1}) {
      forest.set_dual_2x(spare, dual_2x);
      for (const Vertex v : present) candidates.append(spare, v, 0);
      for (Vertex dummy = size; dummy < dummies; ++dummy) candidates.append(spare, dummy, 0);
    }
    // Their edge is no candidate. It weighs as much as their duals together, which may be more
    // than a weight can be, and no search asks for the weight of a matched edge.
    forest.match(first, first + 1);
  }
};

/// Throws WidthExceeded and Interrupted, after which the object is of no use any more.
template <class Value, GraphSource<Value> Source>
class PriceSearch {
 public:
  PriceSearch(const Source& source, PerfectState<Value> optimum)
      : source_(source),
        optimum_(std::move(optimum)),
        stand_in_(optimum_.enlarge(1)),
        forest_(optimum_.forest),
        reserves_(optimum_.reserves),
        search_(source_, forest_, optimum_.candidates, reserves_),
        reach_(forest_.size()) {}

  [[nodiscard]] Vertex mate(Vertex v) const { return optimum_.forest.mate(v); }

  /// The reach of every vertex of the source in the search without v, less that of the mate of v;
  /// never for vertices that cannot stay free without v. Valid until the next call.
  const PerVertex<Time<Value>>& reaches(Vertex v, const Interrupt& interrupt) {
    const auto explore = [&](Vertex root) {
      reach_.fill({});
      return search_.explore(root, interrupt, [&](Vertex u, Value reach) { reach_[u] = reach; });
    };
    without(v, explore, [&] {
      std::vector<Proposal> violated;
      if constexpr (Source::kHasMore) violated = source_.violations(forest_);
      return violated;
    });
    const Value base = reach_[mate(v)].at();
    for (Time<Value>& reach : reach_) {
      if (!reach.is_never()) reach = reach.at() - base;
    }
    return reach_;
  }

  /// Calls visit(u, weight_2x) for every edge of v, a vertex of the source.
  template <class Visit>
  void for_each_edge(Vertex v, Visit visit) const {
    source_.for_each_edge(v, optimum_.candidates.from(v), visit);
  }

  /// Twice what it costs not to match v with its mate, or nothing if that is `limit` or more.
  std::optional<Value> loss_2x(Vertex v, Time<Value> limit, const Interrupt& interrupt) {
    std::optional<Value> loss;
    const auto find = [&](Vertex root) {
      // The sum of the duals has risen by as much as that of v.
      const Value risen = forest_.dual_2x(stand_in_) - optimum_.forest.dual_2x(v);
      const Time<Value> end = limit.is_never() ? limit : limit.at() + risen;
      join_stand_in(v, end);
      const Outcome outcome = search_.run_until(end, root, interrupt);
      if (outcome == Outcome::kAugmented) loss = search_.end() - risen;
      return outcome;
    };
    without(v, find, [&] { return violations(); });
    optimum_.candidates.clear(stand_in_);
    return loss;
  }

 private:
  /// Calls find(root), a search on the optimum without v, until violations() finds none. The
  /// dual that v would have is that of the stand-in.
  template <class Find, class Violations>
  void without(Vertex v, Find find, Violations violations) {
    CandidateGraph& candidates = optimum_.candidates;
    arcs_.assign(candidates.from(v).begin(), candidates.from(v).end());
    candidates.clear(v);
    bool found = false;
    while (!found) {
      forest_ = optimum_.forest;
      reserves_ = optimum_.reserves;
      const Outcome outcome = find(take_out(v));
      // Before edges are priced out, whose slack is a sum of more duals: see limits.hpp.
      if (search_.end() > search_.kLatest) throw WidthExceeded{};
      if (outcome == Outcome::kViolated) continue;
      const std::vector<Proposal> violated = violations();
      for (const auto& [i, j, weight_2x] : violated) candidates.add(i, j, weight_2x);
      found = violated.empty();
    }
    for (const Arc& arc : arcs_) candidates.append(v, arc.to, arc.weight_2x);
  }

  /// Takes v out of all blossoms, and closes it, so that no edge is found that leads there. Returns
  /// the only other vertex that is free then.
  Vertex take_out(Vertex v) {
    const Vertex root = forest_.mate(forest_.base(forest_.surface(v)));
    forest_.make_free(v);
    forest_.raise_free(v, forest_.shared_2x(v, v) / 2);
    require_within<Value>(forest_.dual_2x(v), 6);
    forest_.set_dual_2x(stand_in_, forest_.dual_2x(v));
    forest_.set_dual_2x(v, Limits<Value>::kClosed);
    return root;
  }

  /// Gives the stand-in the edges of v but the matched one, as far as they can become tight before
  /// the time `end`: as long as the stand-in is free, their slack falls by no more than the time.
  void join_stand_in(Vertex v, Time<Value> end) {
    CandidateGraph& candidates = optimum_.candidates;
    candidates.clear(stand_in_);
    const Value own = forest_.dual_2x(stand_in_);
    const auto join = [&](Vertex u, Weight weight_2x) {
      const bool matters = own + forest_.dual_2x(u) - weight_2x < end;
      if (matters && u != mate(v)) candidates.append(stand_in_, u, weight_2x);
    };
    source_.for_each_edge(v, arcs_, join);
    for (const Arc& arc : arcs_) {
      if (arc.to >= source_.size()) join(arc.to, arc.weight_2x);
    }
  }

  /// The violated edges of the vertices whose reserves are used up.
  [[nodiscard]] std::vector<Proposal> violations() const {
    if constexpr (Source::kHasMore) {
      const std::vector<Vertex> unpriced = unpriced_vertices(reserves_, source_.size());
      if (!unpriced.empty()) return source_.violations(forest_, unpriced);
    }
    return {};
  }

  const Source& source_;
  PerfectState<Value> optimum_;
  Vertex stand_in_;
  /// The state during a search.
  BlossomForest<Value> forest_;
  Reserves<Value> reserves_;
  Search<Value, Source> search_;
  PerVertex<Time<Value>> reach_;
  /// The candidates of the vertex that is taken out.
  std::vector<Arc> arcs_;
};

}  // namespace fastpair
