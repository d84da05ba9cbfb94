// Solutions, however they were found, and checks of what fastpair.h promises of each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fastpair.h"
#include "fastpair/matching.hpp"
#include "graph.hpp"

namespace fastpair::fuzz {

inline Wide wide(fastpair_int128 value) {
  return Wide{value.high} * (Wide{1} << 64) + Wide{value.low};
}

/// A matching with its proof, as both interfaces state it. Duals are doubled.
struct Found {
  std::vector<std::int64_t> mate;
  Wide weight = 0;
  std::int64_t cardinality = 0;
  std::vector<Wide> vertex;
  struct OddSet {
    std::vector<std::int64_t> members;
    Wide dual;
  };
  std::vector<OddSet> blossoms;
  Wide ground = 0;
};

inline Found::OddSet blossom_of(const fastpair_solution* solution, std::int64_t number) {
  std::int64_t size = 0;
  fastpair_int128 dual;
  require(fastpair_solution_blossom_size(solution, number, &size) == FASTPAIR_OK &&
              fastpair_solution_blossom_dual_2x(solution, number, &dual) == FASTPAIR_OK,
          "has as many blossoms as it says");
  Found::OddSet odd{std::vector<std::int64_t>(static_cast<std::size_t>(size)), wide(dual)};
  require(
      fastpair_solution_blossom_members(solution, number, odd.members.data(), size) == FASTPAIR_OK,
      "has members");
  return odd;
}

/// Reads a solution of the C interface, and frees it.
inline Found found(fastpair_solution* solution) {
  const std::int64_t size = fastpair_solution_size(solution);
  Found all;
  all.mate.resize(static_cast<std::size_t>(size));
  std::vector<fastpair_int128> duals(all.mate.size());
  fastpair_int128 ground;
  fastpair_int128 weight;
  require(fastpair_solution_mate(solution, all.mate.data(), size) == FASTPAIR_OK &&
              fastpair_solution_weight_wide(solution, &weight) == FASTPAIR_OK &&
              fastpair_solution_vertex_duals_2x(solution, duals.data(), size) == FASTPAIR_OK &&
              fastpair_solution_ground_2x(solution, &ground) == FASTPAIR_OK,
          "has mates, a weight and duals");
  for (const fastpair_int128 dual : duals) all.vertex.push_back(wide(dual));
  all.weight = wide(weight);
  all.ground = wide(ground);
  all.cardinality = fastpair_solution_cardinality(solution);
  for (std::int64_t b = 0; b < fastpair_solution_blossom_count(solution); ++b) {
    all.blossoms.push_back(blossom_of(solution, b));
  }
  fastpair_solution_free(solution);
  return all;
}

inline Found found(const Solution& solution) {
  const Certificate& proof = solution.certificate;
  Found all{{solution.mate.begin(), solution.mate.end()},
            solution.weight,
            solution.cardinality,
            proof.vertex_2x,
            {},
            proof.ground_2x};
  for (const Blossom& blossom : proof.blossoms) {
    const auto members = proof.members(blossom);
    all.blossoms.push_back({{members.begin(), members.end()}, blossom.dual_2x});
  }
  return all;
}

inline Found found(fastpair_status status, fastpair_solution* solution) {
  require(status == FASTPAIR_OK && solution != nullptr, "a valid graph is solved");
  return found(solution);
}

/// Solves a matrix. If all pairs are edges and their number is even, without flags.
inline Found solve_dense(const Graph& graph, fastpair_objective objective) {
  const auto edges = static_cast<std::int64_t>(graph.edges().size());
  const bool plain = edges % 2 == 0 && 2 * edges == graph.size * (graph.size - 1);
  fastpair_solution* solution = nullptr;
  const fastpair_status status =
      fastpair_solve_dense(graph.size, graph.weights.data(), plain ? nullptr : graph.allowed.data(),
                           objective, nullptr, nullptr, &solution);
  return found(status, solution);
}

/// Solves a list of edges, of which some have a parallel edge that does not count.
inline Found solve_edges(const Graph& graph, fastpair_objective objective) {
  std::vector<std::int64_t> first{0};
  std::vector<std::int64_t> second{0};
  std::vector<std::int64_t> weights{std::numeric_limits<std::int64_t>::min()};
  for (const auto& [i, j, value] : graph.edges()) {
    first.push_back(i);
    second.push_back(j);
    weights.push_back(value);
    if (value % 3 != 1 || value == FASTPAIR_WEIGHT_LIMIT) continue;
    first.push_back(j);
    second.push_back(i);
    weights.push_back((objective & FASTPAIR_MINIMIZE) != 0 ? value + 1 : value - 1);
  }
  fastpair_solution* solution = nullptr;
  const auto count = graph.size == 0 ? 0 : static_cast<std::int64_t>(first.size());
  const fastpair_status status =
      fastpair_solve_edges(graph.size, count, first.data(), second.data(), weights.data(),
                           objective, nullptr, nullptr, &solution);
  return found(status, solution);
}

/// Checks that the mates are a matching of edges, and that its weight and cardinality are as
/// stated.
inline void check_matching(const Graph& graph, const Found& solution) {
  require(static_cast<std::int64_t>(solution.mate.size()) == graph.size,
          "has the size of its graph");
  Wide weight = 0;
  std::int64_t matched = 0;
  for (std::int64_t v = 0; v < graph.size; ++v) {
    const std::int64_t other = solution.mate[static_cast<std::size_t>(v)];
    if (other == -1) continue;
    require(other >= 0 && other < graph.size && graph.joins(v, other), "matches along edges");
    require(solution.mate[static_cast<std::size_t>(other)] == v, "is mutual");
    weight += graph.weights[graph.cell(v, other)];
    ++matched;
  }
  require(weight == 2 * solution.weight, "states its weight");
  require(matched == 2 * solution.cardinality, "states its cardinality");
}

/// For each pair of vertices the sum of the duals of the blossoms that hold both.
inline std::vector<Wide> duals_inside(const Graph& graph, const Found& solution) {
  std::vector<Wide> inside(graph.weights.size(), 0);
  for (auto [members, dual] : solution.blossoms) {
    std::ranges::sort(members);
    require(members.empty() || (members.front() >= 0 && members.back() < graph.size),
            "names vertices");
    require(std::ranges::adjacent_find(members) == members.end(), "names a member once");
    require(members.size() % 2 == 1 && members.size() >= 3, "has odd blossoms");
    require(dual > 0, "has blossoms with positive duals");
    for (const std::int64_t i : members) {
      for (const std::int64_t j : members) inside[graph.cell(i, j)] += dual;
    }
  }
  return inside;
}

/// Checks that the dual solution is feasible and proves the matching optimal, by weak duality.
inline void check_proof(const Graph& graph, const Found& solution, fastpair_objective objective,
                        const std::vector<std::uint8_t>& absent = {}) {
  Wide value = 0;
  for (const auto& [members, dual] : solution.blossoms) {
    value += dual * static_cast<Wide>(members.size() / 2);
  }
  for (std::size_t v = 0; v < solution.mate.size(); ++v) {
    if (!absent.empty() && absent[v] != 0) continue;
    require(solution.vertex[v] >= solution.ground, "has no dual below the ground");
    value += solution.vertex[v] - (solution.mate[v] == -1 ? solution.ground : 0);
  }
  require(value == 2 * solution.weight, "has duals of equal value");
  require(objective != FASTPAIR_MAX_WEIGHT || solution.ground == 0, "stands on the ground");
  const std::vector<Wide> inside = duals_inside(graph, solution);
  for (const auto& [i, j, weight] : graph.edges()) {
    const Wide slack = solution.vertex[static_cast<std::size_t>(i)] +
                       solution.vertex[static_cast<std::size_t>(j)] + inside[graph.cell(i, j)] -
                       2 * Wide{weight};
    require(slack >= 0, "has no violated edge");
  }
}

/// Checks a solution of a graph, the lightest if the objective says so: its proof is that of the
/// negated weights.
inline void check_solution(const Graph& graph, Found solution, fastpair_objective objective,
                           const std::vector<std::uint8_t>& absent = {}) {
  check_matching(graph, solution);
  if ((objective & FASTPAIR_MINIMIZE) == 0) {
    return check_proof(graph, solution, objective, absent);
  }
  solution.weight = -solution.weight;
  check_proof(graph.negated(), solution, objective & ~FASTPAIR_MINIMIZE, absent);
}

/// Whether two solutions are equally good.
inline bool as_good(const Found& one, const Found& other, fastpair_objective objective) {
  const bool any = (objective & FASTPAIR_MAX_CARDINALITY) == 0;
  return one.weight == other.weight && (any || one.cardinality == other.cardinality);
}

/// A join with its proof.
struct FoundJoin {
  std::int64_t weight = 0;
  std::uint64_t label = 0;
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> second;
  std::vector<std::int64_t> lengths;
  std::vector<std::int64_t> widths_2x;
  std::vector<std::int64_t> parents;
};

/// Reads a join of the C interface, and frees it.
inline FoundJoin found(fastpair_join* join) {
  FoundJoin all;
  const std::int64_t pairs = fastpair_join_pair_count(join);
  const std::int64_t moats = fastpair_join_moat_count(join);
  for (auto* array : {&all.first, &all.second, &all.lengths}) {
    array->resize(static_cast<std::size_t>(pairs));
  }
  for (auto* array : {&all.widths_2x, &all.parents}) {
    array->resize(static_cast<std::size_t>(moats));
  }
  require(
      fastpair_join_weight(join, &all.weight) == FASTPAIR_OK &&
          fastpair_join_labels(join, &all.label) == FASTPAIR_OK &&
          fastpair_join_pairs(join, all.first.data(), all.second.data(), all.lengths.data(),
                              pairs) == FASTPAIR_OK &&
          fastpair_join_moats(join, all.widths_2x.data(), all.parents.data(), moats) == FASTPAIR_OK,
      "has pairs and moats");
  fastpair_join_free(join);
  return all;
}

/// The distances between the vertices [Floyd 1962], and to the boundary in the last column; kFar
/// where no path leads.
class Distances {
 public:
  static constexpr Wide kFar = kWeightLimit;

  explicit Distances(const JoinGraph& graph)
      : size_(static_cast<std::size_t>(graph.size)),
        cells_(size_, std::vector<Wide>(size_ + 1, kFar)) {
    for (std::size_t v = 0; v < size_; ++v) cells_[v][v] = 0;
    for (std::size_t k = 0; k < graph.lengths.size(); ++k) {
      const auto i = static_cast<std::size_t>(graph.first[k]);
      const auto j = static_cast<std::size_t>(graph.second[k]);
      cells_[i][j] = cells_[j][i] = std::min(cells_[i][j], Wide{graph.lengths[k]});
    }
    for (const std::int64_t v : graph.boundary) cells_[static_cast<std::size_t>(v)][size_] = 0;
    for (std::size_t k = 0; k < size_; ++k) {
      for (std::size_t i = 0; i < size_; ++i) {
        for (std::size_t j = 0; j <= size_; ++j) {
          cells_[i][j] = std::min(cells_[i][j], cells_[i][k] + cells_[k][j]);
        }
      }
    }
  }

  [[nodiscard]] Wide between(std::int64_t i, std::int64_t j) const {
    return cells_[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  }
  [[nodiscard]] Wide to_boundary(std::int64_t v) const {
    return cells_[static_cast<std::size_t>(v)].back();
  }

 private:
  std::size_t size_;
  std::vector<std::vector<Wide>> cells_;
};

/// Checks that the edges of a join are one, and weigh what it states.
inline void check_edges(const JoinGraph& graph, const std::vector<std::int64_t>& terminals,
                        const FoundJoin& join, const std::vector<std::uint8_t>& chosen) {
  std::vector<std::int64_t> degrees(static_cast<std::size_t>(graph.size), 0);
  Wide weight = 0;
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    if (chosen[k] == 0) continue;
    weight += graph.lengths[k];
    ++degrees[static_cast<std::size_t>(graph.first[k])];
    ++degrees[static_cast<std::size_t>(graph.second[k])];
  }
  require(weight == join.weight, "has edges of its weight");
  for (std::int64_t v = 0; v < graph.size; ++v) {
    const bool odd = degrees[static_cast<std::size_t>(v)] % 2 == 1;
    const bool expected = std::ranges::find(terminals, v) != terminals.end();
    require(odd == expected || graph.is_boundary(v), "has terminals of odd degree, and no others");
  }
}

/// Checks that the moats prove that no join of the terminals is lighter.
inline void check_moats(const Distances& distances, const std::vector<std::int64_t>& terminals,
                        const FoundJoin& join) {
  const std::size_t moats = join.parents.size();
  require(moats >= terminals.size(), "has a moat around each terminal");
  /// The terminals in each moat.
  std::vector<std::vector<bool>> inside(moats, std::vector<bool>(terminals.size(), false));
  Wide all = 0;
  for (std::size_t m = 0; m < moats; ++m) {
    if (m < terminals.size()) inside[m][m] = true;
    require(std::ranges::count(inside[m], true) % 2 == 1, "has odd moats");
    require(join.widths_2x[m] >= 0, "has no moat of negative width");
    all += join.widths_2x[m];
    const std::int64_t parent = join.parents[m];
    if (parent == -1) continue;
    require(parent > static_cast<std::int64_t>(m) && parent < static_cast<std::int64_t>(moats),
            "has moats before those that hold them");
    for (std::size_t k = 0; k < terminals.size(); ++k) {
      if (inside[m][k]) inside[static_cast<std::size_t>(parent)][k] = true;
    }
  }
  require(all == 2 * Wide{join.weight}, "has moats as wide as it is heavy");
  for (std::size_t i = 0; i < terminals.size(); ++i) {
    Wide around = 0;
    for (std::size_t m = 0; m < moats; ++m) around += inside[m][i] ? join.widths_2x[m] : 0;
    require(around <= 2 * distances.to_boundary(terminals[i]),
            "has no moats wider than the way to the boundary");
    for (std::size_t j = 0; j < i; ++j) {
      Wide between = 0;
      for (std::size_t m = 0; m < moats; ++m) {
        between += inside[m][i] != inside[m][j] ? join.widths_2x[m] : 0;
      }
      require(between <= 2 * distances.between(terminals[i], terminals[j]),
              "has no moats wider than the way between two terminals");
    }
  }
}

/// Checks that the pairs of a join are its terminals, with the distances between them.
inline void check_pairs(const Distances& distances, std::vector<std::int64_t> terminals,
                        const FoundJoin& join) {
  std::vector<std::int64_t> ends;
  Wide weight = 0;
  for (std::size_t k = 0; k < join.first.size(); ++k) {
    ends.push_back(join.first[k]);
    if (join.second[k] != -1) ends.push_back(join.second[k]);
    require(join.lengths[k] == (join.second[k] == -1
                                    ? distances.to_boundary(join.first[k])
                                    : distances.between(join.first[k], join.second[k])),
            "joins pairs by shortest paths");
    weight += join.lengths[k];
  }
  std::ranges::sort(ends);
  std::ranges::sort(terminals);
  require(ends == terminals, "joins each terminal once");
  require(weight == join.weight, "weighs what its paths do");
}

}  // namespace fastpair::fuzz
