// Graphs whose weights are computed when they are needed, by valid and invalid functions.
#include <cstdint>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "fastpair/matching.hpp"

namespace {

using namespace fastpair;

/// A graph whose cells are computed one by one: edge(i, j, weight) sets the weight and returns
/// whether ij is an edge.
template <class Cell>
BlockGraph graph_of(std::int64_t size, std::int64_t range, Weight largest, Cell edge) {
  BlockGraph graph;
  graph.size = size;
  graph.range = range;
  graph.largest = largest;
  graph.compute = [edge](std::span<const Vertex> rows, Vertex start, Vertex stop, Weight* weights,
                         std::uint8_t* allowed) mutable {
    for (const Vertex row : rows) {
      for (Vertex column = start; column < stop; ++column, ++weights, ++allowed) {
        *allowed = edge(row, column, *weights) ? 1 : 0;
      }
    }
  };
  return graph;
}

/// Random weights for all cells, symmetric or not.
std::vector<Weight> random_cells(Vertex size, bool symmetric, std::mt19937_64& random) {
  std::vector<Weight> cells(static_cast<std::size_t>(size * size));
  for (Vertex i = 0; i < size; ++i) {
    for (Vertex j = 0; j < size; ++j) {
      const auto weight = static_cast<Weight>(random() % 20);
      const auto across = static_cast<std::size_t>(j * size + i);
      cells[static_cast<std::size_t>(i * size + j)] = symmetric && j < i ? cells[across] : weight;
    }
  }
  return cells;
}

bool solves(const BlockGraph& graph, Objective objective) {
  try {
    (void)max_weight_matching(graph, objective);
    return true;
  } catch (const std::domain_error& error) {
    CHECK(std::string_view{error.what()}.find("symmetric") != std::string_view::npos);
    return false;
  }
}

TEST(every_solve_of_an_asymmetric_function_ends) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 3000; ++round) {
    const auto size = static_cast<Vertex>(2 + random() % 12);
    const auto range = static_cast<std::int64_t>(1 + random() % 13);
    const std::uint64_t missing = random() % 3;
    for (const bool symmetric : {true, false}) {
      const std::vector<Weight> cells = random_cells(size, symmetric, random);
      const auto cell = [&cells, size, missing](Vertex i, Vertex j, Weight& weight) {
        weight = cells[static_cast<std::size_t>(i * size + j)];
        return missing == 0 || static_cast<std::uint64_t>(weight) % 5 >= missing;
      };
      for (const Objective objective : {Objective::kWeight, Objective::kCardinality}) {
        const bool solved = solves(graph_of(size, range, 20, cell), objective);
        CHECK(solved || !symmetric);
      }
    }
  }
}

TEST(every_solve_of_a_function_that_changes_ends) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 2000; ++round) {
    const auto size = static_cast<Vertex>(2 + random() % 12);
    const std::uint64_t seed = random();
    const auto cell = [changing = std::mt19937_64(seed)](Vertex, Vertex, Weight& weight) mutable {
      weight = static_cast<Weight>(changing() % 20);
      return changing() % 4 != 0;
    };
    for (const Objective objective : {Objective::kWeight, Objective::kCardinality}) {
      (void)solves(graph_of(size, 1 + round % 13, 20, cell), objective);
    }
  }
}

TEST(bounds_are_symmetric) {
  BlockGraph graph = graph_of(2, 1, 9, [](Vertex, Vertex, Weight& weight) {
    weight = 3;
    return true;
  });
  graph.bounds = {9, 4, 3, 9};
  CHECK_THROWS(std::invalid_argument, max_weight_matching(graph, Objective::kWeight));
  graph.bounds = {9, 4, 4, 9};
  CHECK_EQUAL(max_weight_matching(graph, Objective::kWeight).cardinality, 1);
}

TEST(a_solve_is_interrupted_before_a_piece_is_computed) {
  int computed = 0;
  const BlockGraph graph = graph_of(4, 2, 9, [&](Vertex, Vertex, Weight& weight) {
    ++computed;
    weight = 1;
    return true;
  });
  CHECK_THROWS(Interrupted,
               max_weight_matching(graph, Objective::kCardinality, [] { return true; }));
  CHECK_EQUAL(computed, 0);
}

}  // namespace
