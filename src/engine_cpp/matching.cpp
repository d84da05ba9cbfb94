#include "fastpair/matching.hpp"

#include <stdexcept>
#include <string>

#include "blossoms.hpp"
#include "candidates.hpp"
#include "dense.hpp"
#include "limits.hpp"
#include "solver.hpp"
#include "sparse.hpp"

namespace fastpair {
namespace {

std::size_t at(Vertex v) { return static_cast<std::size_t>(v); }

/// Feasible duals, and the matching that is found when each vertex in turn lowers its own until an
/// edge is tight.
template <class Value>
Blossoms<Value> greedy_start(const std::vector<Weight>& heaviest, const CandidateGraph& candidates,
                             Objective objective) {
  const bool grounded = objective == Objective::kWeight;
  Blossoms<Value> blossoms(candidates.size());
  for (Vertex v = 0; v < candidates.size(); ++v) {
    const Weight top = heaviest[at(v)];
    const bool isolated = top == kNoEdge;
    blossoms.dual_2x[at(v)] = isolated || (grounded && top < 0) ? 0 : top;
  }
  for (Vertex v = 0; v < candidates.size(); ++v) {
    if (blossoms.mate[at(v)] != kNobody || candidates.from(v).empty()) continue;
    Value& dual = blossoms.dual_2x[at(v)];
    Value least = Limits<Value>::kNever;
    Vertex mate = kNobody;
    for (const Arc& arc : candidates.from(v)) {
      const Value slack = dual + blossoms.dual_2x[at(arc.to)] - arc.weight_2x;
      const bool free = blossoms.mate[at(arc.to)] == kNobody;
      if (slack < least) mate = kNobody;
      if (slack <= least && free && mate == kNobody) mate = arc.to;
      least = std::min(least, slack);
    }
    if (grounded && least > dual) {
      dual = 0;
      continue;
    }
    dual -= least;
    if (mate != kNobody) {
      blossoms.mate[at(v)] = mate;
      blossoms.mate[at(mate)] = v;
    }
  }
  return blossoms;
}

template <class Value>
Certificate certificate_of(const Blossoms<Value>& blossoms, Value ground) {
  Certificate certificate;
  certificate.vertex_2x.assign(blossoms.dual_2x.begin(), blossoms.dual_2x.end());
  certificate.ground_2x = ground;
  for (Node b = blossoms.size(); b < blossoms.node_end(); ++b) {
    if (!blossoms.exists(b) || blossoms.blossom_dual_2x(b) == 0) continue;
    Blossom& blossom = certificate.blossoms.emplace_back();
    blossom.dual_2x = blossoms.blossom_dual_2x(b);
    blossoms.for_each_vertex(b, [&](Vertex v) { blossom.members.push_back(v); });
  }
  return certificate;
}

template <class Value, class Source>
Solution solution_of(const Solver<Value, Source>& solver, const CandidateGraph& candidates) {
  Solution solution;
  solution.mate = solver.state().mate;
  solution.certificate = certificate_of(solver.state(), solver.ground());
  for (Vertex v = 0; v < candidates.size(); ++v) {
    const Vertex mate = solution.mate[at(v)];
    if (mate < v) continue;
    for (const Arc& arc : candidates.from(v)) {
      if (arc.to == mate) solution.weight += arc.weight_2x / 2;
    }
    ++solution.cardinality;
  }
  return solution;
}

template <class Value, class Source>
Solution solve(const Source& source, CandidateGraph& candidates, Blossoms<Value> start,
               Objective objective, const Interrupt& interrupt) {
  Solver<Value, Source> solver(source, candidates, std::move(start), objective, interrupt);
  if constexpr (std::is_same_v<Value, Wide>) {
    solver.run();
  } else {
    try {
      solver.run();
    } catch (const WidthExceeded&) {
      return solve<Wide>(source, candidates, Blossoms<Wide>(solver.state()), objective, interrupt);
    }
  }
  return solution_of(solver, candidates);
}

template <class Source, class Graph>
Solution solve_graph(const Graph& graph, Objective objective, const Interrupt& interrupt) {
  if (graph.size < 0 || graph.size > kVertexLimit) {
    throw std::out_of_range("expected at most 2**24 vertices, got " + std::to_string(graph.size));
  }
  const Source source(graph);
  CandidateGraph candidates(source.size());
  source.select(candidates);
  const auto solve_in = [&]<class Value>(Value) {
    return solve(source, candidates, greedy_start<Value>(source.heaviest(), candidates, objective),
                 objective, interrupt);
  };
  const bool narrow = source.largest() <= Limits<std::int64_t>::kTime / 2;
  return narrow ? solve_in(std::int64_t{}) : solve_in(Wide{});
}

}  // namespace

Solution max_weight_matching(const DenseGraph& graph, Objective objective,
                             const Interrupt& interrupt) {
  return solve_graph<DenseSource>(graph, objective, interrupt);
}

Solution max_weight_matching(const SparseGraph& graph, Objective objective,
                             const Interrupt& interrupt) {
  return solve_graph<SparseSource>(graph, objective, interrupt);
}

}  // namespace fastpair
