// A list of edges as a graph source.
#include <algorithm>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "graphs/sparse.hpp"

namespace {

using namespace fastpair;

/// A path through all vertices in a random order, with a parallel edge that is lighter.
std::vector<Edge> random_path(const std::vector<Vertex>& order) {
  std::vector<Edge> edges;
  for (std::size_t k = 1; k < order.size(); ++k) {
    const auto weight = static_cast<Weight>(k);
    edges.push_back({order[k - 1], order[k], weight});
    edges.push_back({order[k], order[k - 1], -weight});
  }
  return edges;
}

TEST(neighbours_are_numbered_near_each_other_and_get_their_numbers_back) {
  std::mt19937_64 random(1);
  std::vector<Vertex> order = vertices_below(500);
  std::ranges::shuffle(order, random);
  const std::vector<Edge> edges = random_path(order);
  const SparseGraph graph{500, edges};
  const SparseSource source(graph, order_of(neighbours_of(graph)));
  CHECK_EQUAL(source.largest(), 499);
  CandidateGraph candidates(500);
  source.select(candidates);
  CHECK_EQUAL(candidates.count_arcs(), 2 * 499);
  // The mate of each vertex in this "solution" is its heaviest neighbour, its dual that weight.
  Solution solution;
  solution.certificate.order = vertices_below(500);
  const PerVertex<Weight> first_2x = SparseSource::first_duals_2x(candidates);
  for (Vertex v = 0; v < 500; ++v) {
    const auto weight = [](const Arc& arc) { return arc.weight_2x; };
    const auto heaviest = std::ranges::max_element(candidates.from(v), {}, weight);
    CHECK(first_2x[v] >= heaviest->weight_2x / 2);
    for (const Arc& arc : candidates.from(v)) CHECK(std::abs(arc.to - v) <= 2);
    solution.mate.push_back(heaviest->to);
    solution.certificate.vertex_2x.push_back(Weight{heaviest->weight_2x});
  }
  source.restore(solution);
  for (std::size_t k = 0; k + 1 < order.size(); ++k) {
    CHECK_EQUAL(solution.mate[index_of(order[k])], order[k + 1]);
    CHECK(solution.certificate.vertex_2x[index_of(order[k])] == 2 * (static_cast<Wide>(k) + 1));
  }
  std::ranges::sort(solution.certificate.order);
  CHECK(solution.certificate.order == vertices_below(500));
}

TEST(all_pairs_are_the_candidates_that_their_list_is) {
  std::mt19937_64 random(2);
  for (Vertex size = 3; size <= 20; ++size) {
    std::vector<Edge> edges;
    std::vector<Weight> weights;
    for (Vertex i = 0; i < size; ++i) {
      for (Vertex j = i + 1; j < size; ++j) {
        weights.push_back(static_cast<Weight>(random() % 100) - 60);
        edges.push_back({i, j, weights.back()});
      }
    }
    const SparseSource list(SparseGraph{size, edges});
    const SparseSource pairs(AllPairs{size, weights});
    CHECK_EQUAL(pairs.largest(), list.largest());
    CHECK_EQUAL(pairs.size(), size);
    CandidateGraph expected(size);
    list.select(expected);
    CandidateGraph found(size);
    pairs.select(found);
    CHECK_EQUAL(found.count_arcs(), expected.count_arcs());
    for (Vertex v = 0; v < size; ++v) {
      CHECK(std::ranges::equal(found.from(v), expected.from(v), [](const Arc& a, const Arc& b) {
        return a.to == b.to && a.weight_2x == b.weight_2x;
      }));
    }
    // Edges may be added to it as to any other.
    found.enlarge(1);
    found.append(0, size, 2);
    CHECK_EQUAL(found.weight_2x(size, 0), 2);
    CHECK_EQUAL(found.count_arcs(), expected.count_arcs() + 2);
  }
}

TEST(edges_that_are_forgotten_may_end_before_the_source) {
  std::vector<Edge> edges = random_path(vertices_below(9));
  SparseSource source(SparseGraph{9, edges});
  source.forget_edges();
  std::vector<Edge>().swap(edges);
  CandidateGraph candidates(9);
  source.select(candidates);
  CHECK_EQUAL(candidates.count_arcs(), 0);
  CHECK_EQUAL(source.size(), 9);
  CHECK_EQUAL(source.largest(), 8);
  source.admit(-100);
  CHECK_EQUAL(source.largest(), 128);
}

TEST(edges_name_vertices_and_have_weights_within_the_limit) {
  const auto check = [](Edge edge) {
    const std::vector<Edge> edges{{0, 1, 1}, edge};
    require_valid(SparseGraph{3, edges});
  };
  check({2, 1, kWeightLimit});
  check({2, 2, kWeightLimit + 1});  // the weight of a loop is not read
  CHECK_THROWS(std::out_of_range, check({2, 1, kWeightLimit + 1}));
  for (const Vertex v : {-1, 3}) {
    CHECK_THROWS(std::invalid_argument, check({v, 1, 1}));
    CHECK_THROWS(std::invalid_argument, check({1, v, 1}));
  }
}

}  // namespace
