// LEMON's weighted matching with its fractional start, behind three functions that ctypes can call.
#include <lemon/matching.h>
#include <lemon/smart_graph.h>

#include <cstdint>

namespace {

using Graph = lemon::SmartGraph;
using Weights = Graph::EdgeMap<std::int64_t>;

struct Problem {
  Graph graph;
  Weights weights{graph};
};

template <class Matching>
void write_mates(const Graph& graph, const Matching& matching, std::int64_t* mate) {
  for (Graph::NodeIt v(graph); v != lemon::INVALID; ++v) {
    const Graph::Node other = matching.mate(v);
    mate[Graph::id(v)] = other == lemon::INVALID ? -1 : Graph::id(other);
  }
}

}  // namespace

extern "C" {

void* peer_problem(std::int64_t size, std::int64_t edges, const std::int64_t* first,
                   const std::int64_t* second, const std::int64_t* weights) {
  auto* problem = new Problem;
  problem->graph.reserveNode(static_cast<int>(size));
  problem->graph.reserveEdge(static_cast<int>(edges));
  for (std::int64_t v = 0; v < size; ++v) problem->graph.addNode();
  for (std::int64_t k = 0; k < edges; ++k) {
    const auto u = Graph::nodeFromId(static_cast<int>(first[k]));
    const auto v = Graph::nodeFromId(static_cast<int>(second[k]));
    problem->weights[problem->graph.addEdge(u, v)] = weights[k];
  }
  return problem;
}

void peer_solve(const void* pointer, std::int32_t perfect, std::int64_t* mate) {
  const auto& [graph, weights] = *static_cast<const Problem*>(pointer);
  if (perfect != 0) {
    lemon::MaxWeightedPerfectMatching<Graph, Weights> matching(graph, weights);
    matching.fractionalInit();
    matching.start();
    write_mates(graph, matching, mate);
  } else {
    lemon::MaxWeightedMatching<Graph, Weights> matching(graph, weights);
    matching.fractionalInit();
    matching.start();
    write_mates(graph, matching, mate);
  }
}

void peer_free(void* pointer) { delete static_cast<Problem*>(pointer); }

}  // extern "C"
