// Complete graphs as edges beside their matrix, in C++ and C: see complete.py.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "fastpair.h"
#include "fastpair/matching.hpp"

namespace {

using fastpair::Edge;

double milliseconds() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Graph {
  Graph(std::int64_t n, bool shuffled) : size(n), matrix(static_cast<std::size_t>(n * n)) {
    std::mt19937_64 random(static_cast<std::uint64_t>(n));
    for (std::int32_t i = 0; i < n; ++i) {
      for (std::int32_t j = i + 1; j < n; ++j) {
        const auto weight = static_cast<std::int64_t>(random() % 1'000'000);
        edges.push_back({i, j, weight});
        for (const auto cell : {i * n + j, j * n + i}) {
          matrix[static_cast<std::size_t>(cell)] = weight;
        }
      }
    }
    if (shuffled) std::shuffle(edges.begin(), edges.end(), random);
    for (const auto& [i, j, weight] : edges) {
      first.push_back(i);
      second.push_back(j);
      weights.push_back(weight);
    }
  }

  std::int64_t size;
  std::vector<std::int64_t> matrix;
  std::vector<Edge> edges;
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> second;
  std::vector<std::int64_t> weights;
};

std::int64_t weight_of(fastpair_solution* solution) {
  std::int64_t weight = 0;
  if (fastpair_solution_weight(solution, &weight) != FASTPAIR_OK) std::abort();
  fastpair_solution_free(solution);
  return weight;
}

std::int64_t in_c(const Graph& graph, bool as_edges) {
  fastpair_solution* solution = nullptr;
  const auto most = FASTPAIR_MAX_CARDINALITY;
  const fastpair_status status =
      as_edges ? fastpair_solve_edges(graph.size, static_cast<std::int64_t>(graph.edges.size()),
                                      graph.first.data(), graph.second.data(), graph.weights.data(),
                                      most, nullptr, nullptr, &solution)
               : fastpair_solve_dense(graph.size, graph.matrix.data(), nullptr, most, nullptr,
                                      nullptr, &solution);
  if (status != FASTPAIR_OK) std::abort();
  return weight_of(solution);
}

std::int64_t in_cpp(const Graph& graph, bool as_edges) {
  const auto most = fastpair::Objective::kCardinality;
  const auto solution =
      as_edges ? max_weight_matching(fastpair::SparseGraph{graph.size, graph.edges}, most)
               : max_weight_matching(fastpair::DenseGraph{graph.size, graph.matrix.data()}, most);
  return static_cast<std::int64_t>(solution.weight);
}

/// What no form of a call can do without: every number of the edges is read once.
std::int64_t read(const Graph& graph, bool in_c) {
  std::int64_t sum = 0;
  if (!in_c) {
    for (const auto& [i, j, weight] : graph.edges) sum += i ^ j ^ weight;
    return sum;
  }
  for (std::size_t k = 0; k < graph.edges.size(); ++k) {
    sum += graph.first[k] ^ graph.second[k] ^ graph.weights[k];
  }
  return sum;
}

/// The least milliseconds of calls in turns.
template <std::size_t count>
std::array<double, count> in_turns(int turns, auto call) {
  std::array<double, count> best;
  best.fill(1e9);
  for (int turn = 0; turn < turns; ++turn) {
    for (std::size_t k = 0; k < count; ++k) {
      const double start = milliseconds();
      call(k);
      best[k] = std::min(best[k], milliseconds() - start);
    }
  }
  return best;
}

}  // namespace

int main(int count, char** words) {
  volatile std::int64_t sum = 0;
  for (int k = 1; k < count; ++k) {
    const std::int64_t n = std::stol(words[k]);
    for (const bool shuffled : {false, true}) {
      const Graph graph(n, shuffled);
      if (in_cpp(graph, true) != in_cpp(graph, false)) std::abort();
      for (const bool c : {false, true}) {
        const auto solve = c ? in_c : in_cpp;
        const auto [edges, matrix, floor] =
            in_turns<3>(static_cast<int>(10 + 20'000 / n), [&](std::size_t which) {
              sum = which == 2 ? read(graph, c) : solve(graph, which == 0);
            });
        std::printf("%s %ld %d %f %f %f\n", c ? "C" : "C++", n, shuffled, edges, matrix, floor);
        std::fflush(stdout);
      }
    }
  }
}
