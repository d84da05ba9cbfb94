// The weighted matching of Boost.Graph since 2025, behind three functions that ctypes can call.
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/maximum_weighted_matching.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

// The implementation before that one has no such name. It takes minutes where this one takes
// milliseconds.
using boost::graph::detail::maximum_weighted_matching_context;

using Weight = boost::property<boost::edge_weight_t, std::int64_t>;
using Graph =
    boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property, Weight>;

}  // namespace

extern "C" {

void* peer_problem(std::int64_t size, std::int64_t edges, const std::int64_t* first,
                   const std::int64_t* second, const std::int64_t* weights) {
  auto* graph = new Graph(static_cast<std::size_t>(size));
  for (std::int64_t k = 0; k < edges; ++k) {
    boost::add_edge(static_cast<std::size_t>(first[k]), static_cast<std::size_t>(second[k]),
                    Weight(weights[k]), *graph);
  }
  return graph;
}

void peer_solve(const void* pointer, std::int32_t, std::int64_t* mate) {
  const auto& graph = *static_cast<const Graph*>(pointer);
  std::vector<Graph::vertex_descriptor> mates(boost::num_vertices(graph));
  boost::maximum_weighted_matching(graph, mates.data());
  for (std::size_t v = 0; v < mates.size(); ++v) {
    const bool matched = mates[v] != boost::graph_traits<Graph>::null_vertex();
    mate[v] = matched ? static_cast<std::int64_t>(mates[v]) : -1;
  }
}

void peer_free(void* pointer) { delete static_cast<Graph*>(pointer); }

}  // extern "C"
