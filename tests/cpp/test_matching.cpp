// The whole engine against exhaustive search, with every certificate checked.
#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "fastpair/matching.hpp"

namespace {

using namespace fastpair;

struct Instance {
  Vertex size = 0;
  std::vector<Weight> weights;
  std::vector<std::uint8_t> allowed;

  explicit Instance(Vertex n) : size(n), weights(cells(), 0), allowed(cells(), 0) {}

  [[nodiscard]] std::size_t cells() const {
    return static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  }
  [[nodiscard]] std::size_t cell(Vertex i, Vertex j) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(size) +
           static_cast<std::size_t>(j);
  }
  void join(Vertex i, Vertex j, Weight weight) {
    weights[cell(i, j)] = weights[cell(j, i)] = weight;
    allowed[cell(i, j)] = allowed[cell(j, i)] = 1;
  }
  [[nodiscard]] DenseGraph dense() const { return {size, weights.data(), allowed.data()}; }
  [[nodiscard]] std::vector<Edge> edges() const {
    std::vector<Edge> result;
    for (Vertex i = 0; i < size; ++i) {
      for (Vertex j = 0; j < i; ++j) {
        if (allowed[cell(i, j)] != 0) result.push_back({i, j, weights[cell(i, j)]});
      }
    }
    return result;
  }
};

/// The cardinality and the weight of the best matching of the vertices in `rest`.
std::pair<std::int64_t, Wide> best(const Instance& graph, std::uint32_t rest, Objective objective) {
  if (rest == 0) return {0, 0};
  Vertex i = 0;
  while ((rest >> i & 1U) == 0) ++i;
  const std::uint32_t others = rest & ~(1U << i);
  auto result = best(graph, others, objective);
  for (Vertex j = i + 1; j < graph.size; ++j) {
    if ((others >> j & 1U) == 0 || graph.allowed[graph.cell(i, j)] == 0) continue;
    auto [count, weight] = best(graph, others & ~(1U << j), objective);
    ++count;
    weight += graph.weights[graph.cell(i, j)];
    const bool better = objective == Objective::kWeight ? weight > result.second
                                                        : std::pair{count, weight} > result;
    if (better) result = {count, weight};
  }
  return result;
}

/// Checks weak duality, as fastpair/matching.hpp states it.
void check_certificate(const Instance& graph, const Solution& solution, Objective objective) {
  const auto& [vertex_2x, blossoms, ground_2x, order] = solution.certificate;
  std::map<std::pair<Vertex, Vertex>, Wide> inside;
  Wide value_2x = 0;
  for (const Blossom& blossom : blossoms) {
    const auto members = solution.certificate.members(blossom);
    CHECK(members.size() % 2 == 1 && blossom.dual_2x > 0);
    value_2x += blossom.dual_2x * static_cast<Wide>(members.size() / 2);
    for (const Vertex i : members) {
      for (const Vertex j : members) inside[{i, j}] += blossom.dual_2x;
    }
  }
  for (const Edge& edge : graph.edges()) {
    const Wide slack = vertex_2x[static_cast<std::size_t>(edge.first)] +
                       vertex_2x[static_cast<std::size_t>(edge.second)] +
                       inside[{edge.first, edge.second}] - 2 * Wide{edge.weight};
    CHECK(slack >= 0);
  }
  for (std::size_t v = 0; v < vertex_2x.size(); ++v) {
    CHECK(vertex_2x[v] >= ground_2x);
    value_2x += vertex_2x[v] - (solution.mate[v] == kNobody ? ground_2x : 0);
  }
  CHECK(value_2x == 2 * solution.weight);
  CHECK(objective == Objective::kCardinality || ground_2x == 0);
}

void check_solution(const Instance& graph, const Solution& solution, Objective objective) {
  const auto all = static_cast<std::uint32_t>((1ULL << graph.size) - 1);
  const auto [count, weight] = best(graph, all, objective);
  CHECK(solution.weight == weight);
  CHECK(objective == Objective::kWeight || solution.cardinality == count);
  check_certificate(graph, solution, objective);
}

Instance random_instance(std::mt19937_64& random) {
  Instance graph(static_cast<Vertex>(random() % 10));
  const std::uint64_t range = std::vector<std::uint64_t>{1, 2, 5, 1000, 1ULL << 60}[random() % 5];
  const std::uint64_t density = 1 + random() % 4;
  const bool negative = random() % 2 == 0;
  for (Vertex i = 0; i < graph.size; ++i) {
    for (Vertex j = 0; j < i; ++j) {
      if (random() % 4 >= density) continue;
      const auto weight = static_cast<Weight>(random() % (range + 1));
      graph.join(i, j, negative && random() % 2 == 0 ? -weight : weight);
    }
  }
  return graph;
}

TEST(equals_exhaustive_search) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 3000; ++round) {
    const Instance graph = random_instance(random);
    const std::vector<Edge> edges = graph.edges();
    for (const Objective objective : {Objective::kWeight, Objective::kCardinality}) {
      check_solution(graph, max_weight_matching(graph.dense(), objective), objective);
      check_solution(graph, max_weight_matching(SparseGraph{graph.size, edges}, objective),
                     objective);
    }
  }
}

TEST(large_instances_carry_a_certificate) {
  std::mt19937_64 random(2);
  for (const std::uint64_t range :
       {std::uint64_t{2}, std::uint64_t{1} << 49, std::uint64_t{1} << 60}) {
    Instance graph(151);
    for (Vertex i = 0; i < graph.size; ++i) {
      for (Vertex j = 0; j < i; ++j) graph.join(i, j, static_cast<Weight>(random() % range));
    }
    const Solution solution = max_weight_matching(graph.dense(), Objective::kCardinality);
    CHECK_EQUAL(solution.cardinality, 75);
    check_certificate(graph, solution, Objective::kCardinality);
  }
}

TEST(edges_of_a_full_graph_are_solved_as_its_matrix) {
  std::mt19937_64 random(5);
  for (const Vertex size : {48, 63, 64, 97, 160}) {
    for (const int missing : {0, 1, size}) {
      Instance graph(size);
      for (Vertex i = 0; i < size; ++i) {
        for (Vertex j = 0; j < i; ++j) graph.join(i, j, static_cast<Weight>(random() % 1000));
      }
      for (int k = 1; k <= missing; ++k) {  // from the last row on, after rows that are in order
        const Vertex i = (2 * size - 1 - k) % size;
        graph.allowed[graph.cell(i, (i + 1) % size)] = 0;
        graph.allowed[graph.cell((i + 1) % size, i)] = 0;
      }
      const auto check = [&](const std::vector<Edge>& edges) {
        const Solution found = max_weight_matching(SparseGraph{size, edges}, Objective::kWeight);
        check_certificate(graph, found, Objective::kWeight);
        CHECK(found.mate == max_weight_matching(graph.dense(), Objective::kWeight).mate);
      };
      std::vector<Edge> edges = graph.edges();
      check(edges);
      for (Edge& edge : edges) std::swap(edge.first, edge.second);
      std::ranges::sort(edges, {},
                        [](const Edge& edge) { return std::pair(edge.first, edge.second); });
      check(edges);
      edges.push_back(edges.front());
      edges.back().weight -= 1;
      check(edges);  // with one pair missing, these are as many as there are pairs
      edges.push_back({3, 3, kWeightLimit + 1});
      std::ranges::shuffle(edges, random);
      check(edges);
    }
  }
}

TEST(threads_find_what_one_finds) {
  // Passes over a matrix of this size are divided among threads. Those over a list of edges are
  // not.
  Instance graph(1500);
  std::mt19937_64 random(4);
  for (Vertex i = 0; i < graph.size; ++i) {
    for (Vertex j = std::max(0, i - 200); j < i; ++j) {
      graph.join(i, j, static_cast<Weight>(random() % 1'000'000));
    }
  }
  const std::vector<Edge> edges = graph.edges();
  const Objective objective = Objective::kCardinality;
  const Solution dense = max_weight_matching(graph.dense(), objective);
  const Solution sparse = max_weight_matching(SparseGraph{graph.size, edges}, objective);
  CHECK_EQUAL(dense.cardinality, 750);
  CHECK(dense.weight == sparse.weight);
}

TEST(weights_at_the_limit) {
  Instance graph(6);
  for (Vertex i = 0; i < 6; ++i) {
    for (Vertex j = 0; j < i; ++j)
      graph.join(i, j, (i + j) % 2 == 0 ? kWeightLimit : -kWeightLimit);
  }
  check_solution(graph, max_weight_matching(graph.dense(), Objective::kCardinality),
                 Objective::kCardinality);
  graph.join(0, 1, kWeightLimit + 1);
  CHECK_THROWS(std::out_of_range, max_weight_matching(graph.dense(), Objective::kWeight));
}

TEST(asymmetric_matrix_is_refused) {
  Instance graph(3);
  graph.join(0, 1, 5);
  graph.weights[graph.cell(0, 1)] = 6;
  CHECK_THROWS(std::invalid_argument, max_weight_matching(graph.dense(), Objective::kWeight));
}

TEST(a_loop_is_no_edge) {
  const std::vector<Edge> edges{{1, 1, kWeightLimit + 1}, {0, 1, 5}, {2, 2, 9}};
  const Solution found = max_weight_matching(SparseGraph{3, edges}, Objective::kWeight);
  CHECK(found.weight == 5);
  CHECK(found.mate == std::vector<Vertex>({1, 0, kNobody}));
}

TEST(edge_without_vertices_is_refused) {
  const std::vector<Edge> outside{{0, 3, 5}};
  const std::vector<Edge> loop{{3, 3, 5}};
  CHECK_THROWS(std::invalid_argument,
               max_weight_matching(SparseGraph{3, loop}, Objective::kWeight));
  CHECK_THROWS(std::invalid_argument,
               max_weight_matching(SparseGraph{3, outside}, Objective::kWeight));
}

TEST(a_solve_can_be_interrupted) {
  Instance graph(20);
  std::mt19937_64 random(3);
  for (Vertex i = 0; i < 20; ++i) {
    for (Vertex j = 0; j < i; ++j) graph.join(i, j, static_cast<Weight>(random() % 1000));
  }
  CHECK_THROWS(Interrupted,
               max_weight_matching(graph.dense(), Objective::kCardinality, [] { return true; }));
}

}  // namespace
