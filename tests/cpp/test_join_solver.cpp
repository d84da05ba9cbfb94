// Lightest joins beside matchings of the complete graph of distances, and their certificates.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "fastpair/join_solver.hpp"
#include "memory.hpp"

namespace {

using namespace fastpair;
using fastpair::check::short_of_memory;

constexpr Weight kFar = Weight{1} << 40;

std::size_t at(std::int64_t v) { return static_cast<std::size_t>(v); }

struct Instance {
  Vertex size = 0;
  std::vector<Edge> edges;
  std::vector<Vertex> boundary;
  std::vector<std::uint64_t> labels;

  [[nodiscard]] JoinSolver solver() const { return JoinSolver({size, edges}, boundary, labels); }

  /// All distances [Floyd 1962], those to the boundary in the last column. No path leads through
  /// the boundary.
  [[nodiscard]] std::vector<std::vector<Weight>> distances() const {
    const std::size_t n = at(size);
    std::vector<std::vector<Weight>> d(n, std::vector<Weight>(n + 1, kFar));
    for (std::size_t v = 0; v < n; ++v) d[v][v] = 0;
    for (const auto& [i, j, weight] : edges) {
      if (i == j) continue;
      d[at(i)][at(j)] = std::min(d[at(i)][at(j)], weight);
      d[at(j)][at(i)] = d[at(i)][at(j)];
    }
    for (std::size_t k = 0; k < n; ++k) {
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
      }
    }
    for (std::size_t v = 0; v < n; ++v) {
      for (const Vertex b : boundary) d[v][n] = std::min(d[v][n], d[v][at(b)]);
    }
    return d;
  }
};

Instance random_instance(std::mt19937_64& random) {
  Instance found;
  found.size = 1 + static_cast<Vertex>(random() % 14);
  const Weight heaviest = std::vector<Weight>{1, 2, 5, 1000}[random() % 4];
  const std::size_t count = random() % (3 * at(found.size) + 1);
  const auto vertex = [&] { return static_cast<Vertex>(random() % at(found.size)); };
  for (std::size_t k = 0; k < count; ++k) {
    const auto weight = static_cast<Weight>(random() % static_cast<std::uint64_t>(heaviest + 1));
    found.edges.push_back({vertex(), vertex(), weight});
    found.labels.push_back(random());
  }
  if (random() % 2 == 0) {
    for (std::size_t k = random() % 3; k > 0; --k) found.boundary.push_back(vertex());
  }
  return found;
}

std::vector<Vertex> random_terminals(Vertex size, std::mt19937_64& random) {
  std::vector<Vertex> found;
  for (Vertex v = 0; v < size; ++v) {
    if (random() % 2 == 0) found.push_back(v);
  }
  std::ranges::shuffle(found, random);
  return found;
}

/// A matching of the terminals by their distances. With a boundary each has a copy, which its own
/// terminal reaches for the way there, and the other copies for nothing.
Solution reference(const Instance& instance, const std::vector<Vertex>& terminals) {
  const auto d = instance.distances();
  const std::size_t count = terminals.size();
  const bool has_boundary = !instance.boundary.empty();
  std::vector<Edge> edges;
  const auto join = [&](std::size_t i, std::size_t j, Weight length) {
    if (length < kFar) edges.push_back({static_cast<Vertex>(i), static_cast<Vertex>(j), length});
  };
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      join(i, j, d[at(terminals[i])][at(terminals[j])]);
      if (has_boundary) join(count + i, count + j, 0);
    }
    if (has_boundary) join(i, count + i, d[at(terminals[i])].back());
  }
  const auto size = static_cast<std::int64_t>(has_boundary ? 2 * count : count);
  return min_weight_matching(SparseGraph{size, edges}, Objective::kCardinality);
}

/// Whether no join can be lighter: the moats between two terminals, or between one and the
/// boundary, are no wider than the way, and all together as wide as the join is long.
bool proves(const JoinCertificate& certificate, const Instance& instance,
            const std::vector<Vertex>& terminals, Weight weight) {
  const auto d = instance.distances();
  const std::size_t count = terminals.size();
  const auto around = [&](std::size_t k) {
    std::vector<std::size_t> moats;
    for (auto m = static_cast<std::int64_t>(k); m >= 0; m = certificate.parents[at(m)])
      moats.push_back(at(m));
    return moats;
  };
  Weight all = 0;
  for (const Weight width : certificate.widths_2x) {
    if (width < 0) return false;
    all += width;
  }
  if (all != 2 * weight) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const auto mine = around(i);
    Weight sum = 0;
    for (const std::size_t m : mine) sum += certificate.widths_2x[m];
    if (sum > 2 * d[at(terminals[i])].back()) return false;
    for (std::size_t j = 0; j < i; ++j) {
      Weight between = 0;
      const auto others = around(j);
      for (const std::size_t m : mine) {
        if (!std::ranges::count(others, m)) between += certificate.widths_2x[m];
      }
      for (const std::size_t m : others) {
        if (!std::ranges::count(mine, m)) between += certificate.widths_2x[m];
      }
      if (between > 2 * d[at(terminals[i])][at(terminals[j])]) return false;
    }
  }
  return true;
}

/// Each set of a certificate is odd, so that every join leaves it.
bool are_odd(const JoinCertificate& certificate, std::size_t terminals) {
  std::vector<std::size_t> counts(certificate.parents.size(), 0);
  for (std::size_t k = 0; k < certificate.parents.size(); ++k) {
    if (k < terminals) counts[k] = 1;
    if (counts[k] % 2 == 0) return false;
    if (certificate.parents[k] < 0) continue;
    if (at(certificate.parents[k]) <= k) return false;
    counts[at(certificate.parents[k])] += counts[k];
  }
  return true;
}

void check_edges(JoinSolver& solver, const Instance& instance, const Join& join,
                 const std::vector<Vertex>& terminals) {
  Weight weight = 0;
  std::vector<int> degree(at(instance.size), 0);
  for (const std::int64_t k : solver.edges(join)) {
    const auto& [i, j, length] = instance.edges[at(k)];
    weight += length;
    ++degree[at(i)];
    ++degree[at(j)];
  }
  CHECK_EQUAL(weight, join.weight);
  for (Vertex v = 0; v < instance.size; ++v) {
    if (std::ranges::count(instance.boundary, v)) continue;
    CHECK_EQUAL(degree[at(v)] % 2, std::ranges::count(terminals, v));
  }
}

void check_join(JoinSolver& solver, const Instance& instance,
                const std::vector<Vertex>& terminals) {
  const Solution best = reference(instance, terminals);
  if (std::ranges::count(best.mate, kNobody) > 0) {
    CHECK_THROWS(Unmatchable, solver.solve(terminals));
    return;
  }
  JoinCertificate certificate;
  const Join join = solver.solve(terminals, &certificate);
  CHECK(Wide{join.weight} == best.weight);
  CHECK(are_odd(certificate, terminals.size()));
  CHECK(proves(certificate, instance, terminals, join.weight));
  std::vector<Vertex> joined;
  std::uint64_t labels = 0;
  for (const JoinPair& pair : join.pairs) {
    joined.push_back(pair.first);
    if (pair.second != kNobody) joined.push_back(pair.second);
    labels ^= pair.labels;
  }
  CHECK_EQUAL(labels, join.labels);
  std::ranges::sort(joined);
  std::vector<Vertex> expected = terminals;
  std::ranges::sort(expected);
  CHECK(joined == expected);
  check_edges(solver, instance, join, terminals);
}

TEST(joins_are_the_lightest_and_their_certificates_hold) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 600; ++round) {
    const Instance instance = random_instance(random);
    JoinSolver solver = instance.solver();
    for (int call = 0; call < 4; ++call) {
      check_join(solver, instance, random_terminals(instance.size, random));
    }
  }
}

/// The label of an edge is its own digit, so that those of a join are the edges that it has.
TEST(labels_are_those_of_a_lightest_path) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 200; ++round) {
    Instance instance = random_instance(random);
    for (std::size_t k = 0; k < instance.labels.size(); ++k) instance.labels[k] = 1ULL << k;
    JoinSolver solver = instance.solver();
    const auto terminals = random_terminals(instance.size, random);
    Join join;
    try {
      join = solver.solve(terminals);
    } catch (const Unmatchable&) {
      continue;
    }
    for (const JoinPair& pair : join.pairs) {
      Weight length = 0;
      for (std::size_t k = 0; k < instance.edges.size(); ++k) {
        if ((pair.labels >> k & 1) != 0) length += instance.edges[k].weight;
      }
      CHECK_EQUAL(length, pair.length);
    }
  }
}

TEST(long_grids_and_many_terminals) {
  std::mt19937_64 random(3);
  for (const Weight heaviest : {1, 3, 100}) {
    Instance grid;
    const Vertex side = 12;
    grid.size = side * side;
    for (Vertex v = 0; v < grid.size; ++v) {
      const auto weight = [&] {
        return static_cast<Weight>(random() % static_cast<std::uint64_t>(heaviest)) + 1;
      };
      if (v % side + 1 < side) grid.edges.push_back({v, v + 1, weight()});
      if (v + side < grid.size) grid.edges.push_back({v, v + side, weight()});
    }
    for (Vertex v = 0; v < side; ++v) grid.boundary.push_back(v * side);
    JoinSolver solver = grid.solver();
    for (int call = 0; call < 5; ++call) {
      check_join(solver, grid, random_terminals(grid.size, random));
    }
  }
}

TEST(what_is_no_graph_and_who_is_no_terminal) {
  const std::vector<Edge> edges{{0, 1, 5}, {1, 2, 7}};
  CHECK_THROWS(std::invalid_argument, JoinSolver({2, edges}));
  CHECK_THROWS(std::invalid_argument, JoinSolver({3, std::vector<Edge>{{0, 1, -1}}}));
  CHECK_THROWS(
      std::out_of_range,
      JoinSolver({3, std::vector<Edge>{{0, 1, kWeightLimit / 2}, {1, 2, kWeightLimit / 2}}}));
  CHECK_THROWS(std::invalid_argument, JoinSolver({3, edges}, std::vector<Vertex>{3}));
  CHECK_THROWS(std::invalid_argument, JoinSolver({3, edges}, {}, std::vector<std::uint64_t>{1}));
  JoinSolver solver({4, edges});
  CHECK_THROWS(std::invalid_argument, solver.solve(std::vector<Vertex>{0, 4}));
  CHECK_THROWS(std::invalid_argument, solver.solve(std::vector<Vertex>{0, 0}));
  try {
    (void)solver.solve(std::vector<Vertex>{3, 1});
    CHECK(false);
  } catch (const Unmatchable& error) {
    CHECK(error.vertices == (std::vector<Vertex>{3, 1}));
  }
  CHECK_THROWS(Unmatchable, solver.solve(std::vector<Vertex>{1}));
  CHECK_EQUAL(solver.solve(std::vector<Vertex>{2, 0}).weight, 12);
  CHECK_EQUAL(solver.solve(std::vector<Vertex>{}).weight, 0);
}

TEST(joins_of_other_graphs_and_places_beyond_the_terminals) {
  JoinSolver solver({4, std::vector<Edge>{{0, 1, 5}, {1, 2, 7}}});
  for (const JoinPair& pair : std::vector<JoinPair>{
           {0, 3, 100}, {0, 2, 11}, {0, kNobody, 5}, {kNobody, 0, 5}, {0, 4, 5}, {0, -2, 5}}) {
    CHECK_THROWS(std::invalid_argument, solver.edges({{pair}}));
  }
  CHECK_EQUAL(solver.edges({{{0, 2, 12}}}).size(), 2u);
  const std::vector<Vertex> terminals{0, 2};
  for (const auto& starts : std::vector<std::vector<std::int64_t>>{{0, 3}, {-1, 2}, {0, 2, 1}}) {
    CHECK_THROWS(std::invalid_argument, solver.solve_all(starts, terminals, 1));
  }
  const std::vector<std::int64_t> starts{0, 2};
  CHECK_EQUAL(solver.solve_all(starts, terminals, -1).at(0).weight, 12);
}

TEST(the_widest_weights_do_not_overflow) {
  const Weight half = kWeightLimit / 2 - 1;
  JoinSolver solver({4, std::vector<Edge>{{0, 1, half}, {1, 2, half}}}, std::vector<Vertex>{3});
  CHECK_EQUAL(solver.solve(std::vector<Vertex>{0, 2}).weight, 2 * half);
}

TEST(a_copy_answers_alike_and_shares_the_graph) {
  std::mt19937_64 random(4);
  Instance instance = random_instance(random);
  while (instance.boundary.empty()) instance = random_instance(random);
  JoinSolver solver = instance.solver();
  JoinSolver copy = solver;
  const auto terminals = random_terminals(instance.size, random);
  check_join(copy, instance, terminals);
  copy = solver;
  check_join(copy, instance, terminals);
}

TEST(want_of_memory_changes_no_later_answer) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 40; ++round) {
    const Instance instance = random_instance(random);
    const auto terminals = random_terminals(instance.size, random);
    if (std::ranges::count(reference(instance, terminals).mate, kNobody) > 0) continue;
    const Weight weight = instance.solver().solve(terminals).weight;
    for (const bool returns : {true, false}) {
      JoinSolver solver = instance.solver();
      for (std::int64_t n = 0;
           short_of_memory(n, returns, [&] { (void)solver.edges(solver.solve(terminals)); }); ++n) {
        const Join join = solver.solve(terminals);
        CHECK_EQUAL(join.weight, weight);
        check_edges(solver, instance, join, terminals);
        solver = instance.solver();
      }
    }
  }
}

}  // namespace
