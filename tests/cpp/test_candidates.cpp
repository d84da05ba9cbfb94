// The graph of candidates, step by step.
#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "blossom/candidates.hpp"
#include "check.hpp"

namespace {

using namespace fastpair;

std::vector<std::pair<Vertex, Weight>> arcs(const CandidateGraph& graph, Vertex v) {
  std::vector<std::pair<Vertex, Weight>> result;
  // The members of an arc are packed: they are copied, not bound to references.
  for (const Arc& arc : graph.from(v)) result.emplace_back(Vertex{arc.to}, Weight{arc.weight_2x});
  return result;
}

using Arcs = std::vector<std::pair<Vertex, Weight>>;

TEST(an_edge_is_known_at_both_ends_once) {
  CandidateGraph graph(4);
  graph.add(0, 2, 10);
  graph.add(2, 0, 10);
  graph.add(2, 3, -4);
  CHECK(arcs(graph, 0) == (Arcs{{2, 10}}));
  CHECK(arcs(graph, 2) == (Arcs{{0, 10}, {3, -4}}));
  CHECK(graph.from(1).empty());
  CHECK_EQUAL(graph.count_arcs(), 4);
  CHECK(graph.weight_2x(3, 2) == -4 && graph.weight_2x(2, 3) == -4);
}

TEST(an_edge_has_one_weight) {
  CandidateGraph graph(2);
  graph.add(0, 1, 10);
  CHECK_THROWS(std::domain_error, graph.add(1, 0, 12));
}

TEST(edges_are_removed_one_by_one_or_all_of_a_vertex) {
  CandidateGraph graph(4);
  for (const Vertex v : {1, 2, 3}) graph.append(0, v, v);
  graph.append(1, 2, 9);
  graph.remove(2, 0);
  graph.remove(2, 3);  // which is not there
  CHECK(arcs(graph, 0) == (Arcs{{1, 1}, {3, 3}}) && arcs(graph, 2) == (Arcs{{1, 9}}));
  graph.clear(1);
  CHECK(arcs(graph, 0) == (Arcs{{3, 3}}) && graph.from(1).empty() && graph.from(2).empty());
}

TEST(a_list_that_has_outgrown_its_place_keeps_its_edges) {
  CandidateGraph graph(40);
  graph.reserve(PerVertex<std::int32_t>(40, 1));
  Arcs expected;
  for (Vertex v = 1; v < 40; ++v) {
    graph.append(0, v, 2 * v);
    expected.emplace_back(v, 2 * v);
  }
  CHECK(arcs(graph, 0) == expected);
  for (Vertex v = 1; v < 40; ++v) CHECK(arcs(graph, v) == (Arcs{{0, 2 * v}}));
  const CandidateGraph copy = graph;
  graph.clear(0);
  CHECK(arcs(copy, 0) == expected && graph.count_arcs() == 0);
}

TEST(edges_for_which_there_is_room_take_no_memory) {
  CandidateGraph graph(3);
  graph.append(0, 1, 2);
  for (const Vertex v : {0, 2}) graph.make_room(v, 5);
  const Arc* const place = graph.from(0).data();
  graph.append(0, 2, 4);
  CHECK(graph.from(0).data() == place && arcs(graph, 0) == (Arcs{{1, 2}, {2, 4}}));
}

TEST(of_parallel_edges_the_heaviest_stays) {
  CandidateGraph graph(3);
  for (const Weight weight : {2, 8, 4}) graph.append(0, 1, weight);
  graph.append(0, 2, -6);
  graph.merge_parallel();
  CHECK(arcs(graph, 0) == (Arcs{{2, -6}, {1, 8}}) && arcs(graph, 1) == (Arcs{{0, 8}}));
}

TEST(edges_are_found_in_lists_of_any_length_and_order) {
  for (const Vertex degree : {2, 15, 16, 17, 18, 100}) {
    // All vertices but the first two have the same neighbours, so that no list is shorter.
    CandidateGraph graph(2 * degree + 2);
    for (Vertex v = 0; v < degree; ++v) {
      for (Vertex u = degree; u < 2 * degree; ++u) graph.append(v, u, 2 * (v + u));
    }
    graph.merge_parallel();
    const auto check_all = [&](Vertex without) {
      for (Vertex v = 0; v < degree; ++v) {
        for (Vertex u = degree; u < graph.size(); ++u) {
          const Arc* const arc = graph.find(v, u);
          const bool is_edge = std::ranges::find(graph.from(v), u, &Arc::to) != graph.from(v).end();
          CHECK((arc != nullptr) == is_edge && is_edge == (u != without && u < 2 * degree + 1));
          if (is_edge) CHECK(arc->to == u || arc->to == v);
          if (is_edge) CHECK_EQUAL(graph.weight_2x(v, u), 2 * (v + u));
        }
      }
    };
    // An edge that comes later is the last one of its list, though its end is the greatest.
    for (Vertex v = 0; v < degree; ++v) graph.append(v, 2 * degree, 2 * (v + 2 * degree));
    check_all(kNobody);
    for (Vertex v = 0; v < degree; ++v) graph.remove(v, degree);
    check_all(degree);
    graph.set(0, 2 * degree, 6);
    graph.set(degree - 1, degree + 1, 8);
    CHECK_EQUAL(graph.weight_2x(0, 2 * degree), 6);
    CHECK_EQUAL(graph.weight_2x(degree + 1, degree - 1), 8);
  }
}

TEST(new_vertices_have_no_edges) {
  CandidateGraph graph(1);
  graph.enlarge(2);
  CHECK(graph.size() == 3 && graph.count_arcs() == 0);
}

TEST(a_negative_reserve_asks_for_a_price) {
  Reserves<int> reserves(4, 5);
  reserves[1] = kUnpriced<int>;
  reserves[3] = kUnpriced<int>;
  CHECK(unpriced_vertices(reserves, 4) == (std::vector<Vertex>{1, 3}));
  CHECK(unpriced_vertices(reserves, 3) == std::vector<Vertex>{1});
}

}  // namespace
