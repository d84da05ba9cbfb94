// Checks of what fastpair.h promises of every solution.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "fastpair.h"
#include "graph.hpp"

namespace fastpair::fuzz {

__extension__ using Wide = __int128;

struct Free {
  void operator()(fastpair_solution* solution) const { fastpair_solution_free(solution); }
};
using Solution = std::unique_ptr<fastpair_solution, Free>;

inline Solution solved(fastpair_status status, fastpair_solution* solution) {
  require(status == FASTPAIR_OK, "a valid graph is solved");
  return Solution(solution);
}

inline Solution solve_dense(const Graph& graph, fastpair_objective objective) {
  fastpair_solution* solution = nullptr;
  const fastpair_status status =
      fastpair_solve_dense(graph.size, graph.weights.data(), graph.allowed.data(), objective,
                           nullptr, nullptr, &solution);
  return solved(status, solution);
}

inline Solution solve_edges(const Graph& graph, fastpair_objective objective) {
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> second;
  std::vector<std::int64_t> weights;
  for (std::int64_t i = 0; i < graph.size; ++i) {
    for (std::int64_t j = 0; j < i; ++j) {
      if (!graph.joins(i, j)) continue;
      first.push_back(i);
      second.push_back(j);
      weights.push_back(graph.weights[graph.cell(i, j)]);
    }
  }
  fastpair_solution* solution = nullptr;
  const fastpair_status status =
      fastpair_solve_edges(graph.size, static_cast<std::int64_t>(first.size()), first.data(),
                           second.data(), weights.data(), objective, nullptr, nullptr, &solution);
  return solved(status, solution);
}

inline Wide wide(fastpair_int128 value) {
  return Wide{value.high} * (Wide{1} << 64) + Wide{value.low};
}

inline Wide weight_of(const Solution& solution) {
  fastpair_int128 weight;
  require(fastpair_solution_weight_wide(solution.get(), &weight) == FASTPAIR_OK, "has a weight");
  return wide(weight);
}

inline std::vector<std::int64_t> mates_of(const Solution& solution, std::int64_t size) {
  require(fastpair_solution_size(solution.get()) == size, "has the size of its graph");
  std::vector<std::int64_t> mate(static_cast<std::size_t>(size));
  require(fastpair_solution_mate(solution.get(), mate.data(), size) == FASTPAIR_OK, "has mates");
  return mate;
}

/// Checks that the mates are a matching of edges, and that its weight and cardinality are as
/// stated.
inline void check_matching(const Graph& graph, const Solution& solution,
                           const std::vector<std::int64_t>& mate) {
  Wide weight = 0;
  std::int64_t matched = 0;
  for (std::int64_t v = 0; v < graph.size; ++v) {
    const std::int64_t other = mate[static_cast<std::size_t>(v)];
    if (other == -1) continue;
    require(other >= 0 && other < graph.size && graph.joins(v, other), "matches along edges");
    require(mate[static_cast<std::size_t>(other)] == v, "is mutual");
    weight += graph.weights[graph.cell(v, other)];
    ++matched;
  }
  require(weight == 2 * weight_of(solution), "states its weight");
  require(matched == 2 * fastpair_solution_cardinality(solution.get()), "states its cardinality");
}

/// The dual solution, doubled.
struct Proof {
  std::vector<Wide> vertex;
  /// For each pair of vertices the sum of the duals of the blossoms that hold both.
  std::vector<Wide> inside;
  /// What the blossoms contribute to the value of the dual solution.
  Wide blossoms = 0;
  Wide ground = 0;
};

/// Checks a blossom and adds its dual to the proof.
inline void add_blossom(const Graph& graph, const Solution& solution, std::int64_t blossom,
                        Proof& proof) {
  std::int64_t size = 0;
  fastpair_int128 dual;
  require(fastpair_solution_blossom_size(solution.get(), blossom, &size) == FASTPAIR_OK &&
              fastpair_solution_blossom_dual_2x(solution.get(), blossom, &dual) == FASTPAIR_OK,
          "has as many blossoms as it says");
  std::vector<std::int64_t> members(static_cast<std::size_t>(size));
  require(fastpair_solution_blossom_members(solution.get(), blossom, members.data(), size) ==
              FASTPAIR_OK,
          "has members");
  std::ranges::sort(members);
  require(members.empty() || (members.front() >= 0 && members.back() < graph.size),
          "names vertices");
  require(std::ranges::adjacent_find(members) == members.end(), "names a member once");
  require(size % 2 == 1 && size >= 3, "has odd blossoms");
  require(wide(dual) > 0, "has blossoms with positive duals");
  proof.blossoms += wide(dual) * (size / 2);
  for (const std::int64_t i : members) {
    for (const std::int64_t j : members) proof.inside[graph.cell(i, j)] += wide(dual);
  }
}

inline Proof proof_of(const Graph& graph, const Solution& solution) {
  const std::int64_t size = graph.size;
  Proof proof;
  proof.inside.assign(graph.weights.size(), 0);
  std::vector<fastpair_int128> duals(static_cast<std::size_t>(size));
  fastpair_int128 ground;
  require(fastpair_solution_vertex_duals_2x(solution.get(), duals.data(), size) == FASTPAIR_OK &&
              fastpair_solution_ground_2x(solution.get(), &ground) == FASTPAIR_OK,
          "has duals");
  for (const fastpair_int128 dual : duals) proof.vertex.push_back(wide(dual));
  proof.ground = wide(ground);
  const std::int64_t count = fastpair_solution_blossom_count(solution.get());
  for (std::int64_t b = 0; b < count; ++b) add_blossom(graph, solution, b, proof);
  return proof;
}

/// Checks that the dual solution is feasible and proves the matching optimal, by weak duality.
inline void check_proof(const Graph& graph, const Solution& solution,
                        const std::vector<std::int64_t>& mate, fastpair_objective objective,
                        const std::vector<std::uint8_t>& absent = {}) {
  const Proof proof = proof_of(graph, solution);
  Wide value = proof.blossoms;
  for (std::size_t v = 0; v < mate.size(); ++v) {
    if (!absent.empty() && absent[v] != 0) continue;
    require(proof.vertex[v] >= proof.ground, "has no dual below the ground");
    value += proof.vertex[v] - (mate[v] == -1 ? proof.ground : 0);
  }
  require(value == 2 * weight_of(solution), "has duals of equal value");
  require(objective == FASTPAIR_MAX_CARDINALITY || proof.ground == 0, "stands on the ground");
  for (std::int64_t i = 0; i < graph.size; ++i) {
    for (std::int64_t j = 0; j < i; ++j) {
      if (!graph.joins(i, j)) continue;
      const Wide slack = proof.vertex[static_cast<std::size_t>(i)] +
                         proof.vertex[static_cast<std::size_t>(j)] +
                         proof.inside[graph.cell(i, j)] - 2 * Wide{graph.weights[graph.cell(i, j)]};
      require(slack >= 0, "has no violated edge");
    }
  }
}

}  // namespace fastpair::fuzz
