// The C interface: every wrong call is answered by a status, and every field of a solution arrives.
#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "c_handles.hpp"
#include "check.hpp"
#include "fastpair.h"
#include "fastpair/matching.hpp"

namespace {

using fastpair::Vertex;
using fastpair::Wide;
using namespace fastpair::check;

fastpair_status solve(std::int64_t size, const std::vector<std::int64_t>& weights, Handle& handle,
                      fastpair_objective objective = FASTPAIR_MAX_CARDINALITY) {
  return fastpair_solve_dense(size, weights.data(), nullptr, objective, nullptr, nullptr,
                              &handle.solution);
}

std::vector<std::int64_t> random_matrix(std::int64_t size, std::uint64_t range) {
  std::mt19937_64 random(7);
  std::vector<std::int64_t> weights(static_cast<std::size_t>(size * size), 0);
  for (std::int64_t i = 0; i < size; ++i) {
    for (std::int64_t j = 0; j < i; ++j) {
      weights[static_cast<std::size_t>(i * size + j)] =
          weights[static_cast<std::size_t>(j * size + i)] =
              static_cast<std::int64_t>(random() % range);
    }
  }
  return weights;
}

/// The solution with all its fields, read through the C interface.
fastpair::Solution solution_of(const Handle& handle) {
  fastpair::Solution result;
  const auto size = static_cast<std::size_t>(fastpair_solution_size(handle.solution));
  const auto capacity = static_cast<std::int64_t>(size);
  std::vector<std::int64_t> mate(size);
  CHECK_EQUAL(fastpair_solution_mate(handle.solution, mate.data(), capacity), FASTPAIR_OK);
  for (const std::int64_t v : mate) result.mate.push_back(static_cast<Vertex>(v));
  fastpair_int128 value{};
  CHECK_EQUAL(fastpair_solution_weight_wide(handle.solution, &value), FASTPAIR_OK);
  result.weight = wide(value);
  result.cardinality = fastpair_solution_cardinality(handle.solution);
  std::vector<fastpair_int128> duals(size);
  CHECK_EQUAL(fastpair_solution_vertex_duals_2x(handle.solution, duals.data(), capacity),
              FASTPAIR_OK);
  for (const fastpair_int128 dual : duals) result.certificate.vertex_2x.push_back(wide(dual));
  CHECK_EQUAL(fastpair_solution_ground_2x(handle.solution, &value), FASTPAIR_OK);
  result.certificate.ground_2x = wide(value);
  for (std::int64_t b = 0; b < fastpair_solution_blossom_count(handle.solution); ++b) {
    fastpair::Blossom& blossom = result.certificate.blossoms.emplace_back();
    std::int64_t count = 0;
    CHECK_EQUAL(fastpair_solution_blossom_size(handle.solution, b, &count), FASTPAIR_OK);
    std::vector<std::int64_t> members(static_cast<std::size_t>(count));
    CHECK_EQUAL(fastpair_solution_blossom_members(handle.solution, b, members.data(), count),
                FASTPAIR_OK);
    auto& order = result.certificate.order;
    blossom.first = std::ssize(order);
    blossom.count = count;
    order.insert(order.end(), members.begin(), members.end());
    CHECK_EQUAL(fastpair_solution_blossom_dual_2x(handle.solution, b, &value), FASTPAIR_OK);
    blossom.dual_2x = wide(value);
  }
  return result;
}

void check_equal(const fastpair::Solution& left, const fastpair::Solution& right) {
  CHECK_EQUAL(left.mate, right.mate);
  CHECK(left.weight == right.weight);
  CHECK_EQUAL(left.cardinality, right.cardinality);
  CHECK(left.certificate.vertex_2x == right.certificate.vertex_2x);
  CHECK(left.certificate.ground_2x == right.certificate.ground_2x);
  CHECK_EQUAL(left.certificate.blossoms.size(), right.certificate.blossoms.size());
  for (std::size_t b = 0; b < left.certificate.blossoms.size(); ++b) {
    const fastpair::Blossom& one = left.certificate.blossoms[b];
    const fastpair::Blossom& other = right.certificate.blossoms[b];
    CHECK(std::ranges::equal(left.certificate.members(one), right.certificate.members(other)));
    CHECK(one.dual_2x == other.dual_2x);
  }
}

TEST(the_whole_solution_comes_through) {
  const auto objectives = {
      std::pair{fastpair_objective{FASTPAIR_MAX_WEIGHT}, fastpair::Objective::kWeight},
      std::pair{fastpair_objective{FASTPAIR_MAX_CARDINALITY}, fastpair::Objective::kCardinality}};
  for (const std::uint64_t range : {std::uint64_t{5}, std::uint64_t{1} << 60}) {
    const std::vector<std::int64_t> weights = random_matrix(41, range);
    for (const auto& [objective, expected] : objectives) {
      Handle handle;
      CHECK_EQUAL(solve(41, weights, handle, objective), FASTPAIR_OK);
      const fastpair::DenseGraph graph{41, weights.data(), nullptr};
      check_equal(solution_of(handle), fastpair::max_weight_matching(graph, expected));
    }
  }
}

TEST(blossoms_come_through) {
  // In a triangle of equal weights, one vertex is unmatched, and the blossom has a positive dual.
  Handle handle;
  CHECK_EQUAL(solve(3, {0, 4, 4, 4, 0, 4, 4, 4, 0}, handle, FASTPAIR_MAX_WEIGHT), FASTPAIR_OK);
  CHECK_EQUAL(fastpair_solution_blossom_count(handle.solution), 1);
  CHECK_EQUAL(solution_of(handle).certificate.blossoms.front().count, 3);
}

TEST(an_edge_list_equals_its_matrix) {
  const std::array<std::int64_t, 4> first{0, 1, 2, 0};
  const std::array<std::int64_t, 4> second{1, 2, 3, 1};
  const std::array<std::int64_t, 4> weights{2, 9, 2, 3};
  Handle heaviest;
  CHECK_EQUAL(fastpair_solve_edges(4, 4, first.data(), second.data(), weights.data(),
                                   FASTPAIR_MAX_WEIGHT, nullptr, nullptr, &heaviest.solution),
              FASTPAIR_OK);
  CHECK_EQUAL(solution_of(heaviest).mate, (std::vector<Vertex>{-1, 2, 1, -1}));
  Handle most;
  CHECK_EQUAL(fastpair_solve_edges(4, 4, first.data(), second.data(), weights.data(),
                                   FASTPAIR_MAX_CARDINALITY, nullptr, nullptr, &most.solution),
              FASTPAIR_OK);
  CHECK_EQUAL(solution_of(most).mate, (std::vector<Vertex>{1, 0, 3, 2}));
  std::int64_t weight = 0;
  CHECK_EQUAL(fastpair_solution_weight(most.solution, &weight), FASTPAIR_OK);
  CHECK_EQUAL(weight, 5);
}

TEST(empty_graphs_need_no_arrays) {
  Handle dense;
  CHECK_EQUAL(fastpair_solve_dense(0, nullptr, nullptr, FASTPAIR_MAX_WEIGHT, nullptr, nullptr,
                                   &dense.solution),
              FASTPAIR_OK);
  CHECK_EQUAL(fastpair_solution_mate(dense.solution, nullptr, 0), FASTPAIR_OK);
  Handle edges;
  CHECK_EQUAL(fastpair_solve_edges(3, 0, nullptr, nullptr, nullptr, FASTPAIR_MAX_WEIGHT, nullptr,
                                   nullptr, &edges.solution),
              FASTPAIR_OK);
  CHECK_EQUAL(solution_of(edges).mate, (std::vector<Vertex>{-1, -1, -1}));
}

/// Checks that a call has failed with a status, says why, and has left no solution behind.
void check_refused(fastpair_status status, fastpair_status expected, std::string_view said,
                   const Handle& handle) {
  CHECK_EQUAL(status, expected);
  CHECK(std::string_view{fastpair_last_error()}.find(said) != std::string_view::npos);
  CHECK(handle.solution == nullptr);
}

TEST(bad_graphs_are_refused) {
  Handle handle;
  check_refused(solve(2, {0, 1, 2, 0}, handle), FASTPAIR_INVALID_ARGUMENT, "symmetric", handle);
  check_refused(solve(-1, {}, handle), FASTPAIR_INVALID_ARGUMENT, "-1", handle);
  check_refused(solve(std::int64_t{1} << 40, {}, handle), FASTPAIR_OUT_OF_RANGE, "2**24", handle);
  const std::int64_t heavy = FASTPAIR_WEIGHT_LIMIT + 1;
  check_refused(solve(2, {0, heavy, heavy, 0}, handle), FASTPAIR_OUT_OF_RANGE, "2**60", handle);
  check_refused(solve(2, {0, INT64_MIN, INT64_MIN, 0}, handle), FASTPAIR_OUT_OF_RANGE, "2**60",
                handle);
  // One of two cells across the diagonal is no edge. The other one is an edge whose weight is the
  // number that stands for no edge within the engine.
  const std::array<std::int64_t, 4> one_way{0, 1, INT64_MIN, 0};
  const std::array<std::uint8_t, 4> allowed{0, 0, 1, 0};
  check_refused(fastpair_solve_dense(2, one_way.data(), allowed.data(), FASTPAIR_MAX_WEIGHT,
                                     nullptr, nullptr, &handle.solution),
                FASTPAIR_OUT_OF_RANGE, "2**60", handle);
  check_refused(solve(2, {0, 1, 1, 0}, handle, 2), FASTPAIR_INVALID_ARGUMENT, "objective", handle);
  check_refused(fastpair_solve_dense(1, nullptr, nullptr, FASTPAIR_MAX_WEIGHT, nullptr, nullptr,
                                     &handle.solution),
                FASTPAIR_INVALID_ARGUMENT, "weights", handle);
}

TEST(bad_edges_are_refused) {
  const auto edge = [](std::int64_t i, std::int64_t j, std::int64_t weight, Handle& handle) {
    return fastpair_solve_edges(3, 1, &i, &j, &weight, FASTPAIR_MAX_WEIGHT, nullptr, nullptr,
                                &handle.solution);
  };
  Handle handle;
  check_refused(edge(3, 3, 5, handle), FASTPAIR_INVALID_ARGUMENT, "3 and 3", handle);
  check_refused(edge(0, 3, 5, handle), FASTPAIR_INVALID_ARGUMENT, "0 and 3", handle);
  check_refused(edge(-1, 2, 5, handle), FASTPAIR_INVALID_ARGUMENT, "-1 and 2", handle);
  // The lower 32 bits of this number are those of a vertex.
  const std::int64_t far = (std::int64_t{1} << 32) + 1;
  check_refused(edge(0, far, 5, handle), FASTPAIR_INVALID_ARGUMENT, std::to_string(far), handle);
  check_refused(edge(0, 1, INT64_MAX, handle), FASTPAIR_OUT_OF_RANGE, "2**60", handle);
  check_refused(fastpair_solve_edges(3, -1, nullptr, nullptr, nullptr, FASTPAIR_MAX_WEIGHT, nullptr,
                                     nullptr, &handle.solution),
                FASTPAIR_INVALID_ARGUMENT, "edge_count", handle);
  CHECK_EQUAL(edge(1, 1, 5, handle), FASTPAIR_OK);  // a loop, which is no edge
  CHECK_EQUAL(solution_of(handle).mate, (std::vector<Vertex>{-1, -1, -1}));
}

TEST(many_edges_equal_their_matrix_and_bad_ones_are_refused) {
  constexpr std::int64_t size = 70;
  const std::vector<std::int64_t> matrix = random_matrix(size, 1000);
  std::vector<std::int64_t> first, second, weights;
  for (std::int64_t i = 0; i < size; ++i) {
    for (std::int64_t j = i + 1; j < size; ++j) {
      first.push_back(i);
      second.push_back(j);
      weights.push_back(matrix[static_cast<std::size_t>(i * size + j)]);
    }
  }
  const auto solve_edges = [&](Handle& handle, fastpair_objective objective) {
    return fastpair_solve_edges(size, std::ssize(weights), first.data(), second.data(),
                                weights.data(), objective, nullptr, nullptr, &handle.solution);
  };
  for (const fastpair_objective objective :
       {+FASTPAIR_MAX_CARDINALITY, FASTPAIR_MAX_CARDINALITY + FASTPAIR_MINIMIZE}) {
    Handle edges, dense;
    CHECK_EQUAL(solve_edges(edges, objective), FASTPAIR_OK);
    CHECK_EQUAL(solve(size, matrix, dense, objective), FASTPAIR_OK);
    check_equal(solution_of(edges), solution_of(dense));
  }
  Handle handle;
  const std::int64_t far = (std::int64_t{1} << 32) + second[9];
  for (const std::int64_t bad : {far, size, std::int64_t{-1}}) {
    const std::int64_t end = std::exchange(second[9], bad);
    check_refused(solve_edges(handle, FASTPAIR_MAX_WEIGHT), FASTPAIR_INVALID_ARGUMENT,
                  "edge 9 joins 0 and " + std::to_string(bad), handle);
    second[9] = end;
  }
  weights[9] = INT64_MIN;
  check_refused(solve_edges(handle, FASTPAIR_MAX_WEIGHT), FASTPAIR_OUT_OF_RANGE, "edge 9", handle);
}

TEST(null_solutions_are_refused) {
  std::int64_t number = 0;
  CHECK_EQUAL(fastpair_solve_dense(0, nullptr, nullptr, 0, nullptr, nullptr, nullptr),
              FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_solution_weight(nullptr, &number), FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_solution_size(nullptr), 0);
  CHECK_EQUAL(fastpair_solution_blossom_count(nullptr), 0);
  Handle handle;
  CHECK_EQUAL(solve(2, {0, 1, 1, 0}, handle), FASTPAIR_OK);
  CHECK_EQUAL(fastpair_solution_weight(handle.solution, nullptr), FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_solution_mate(handle.solution, nullptr, 2), FASTPAIR_INVALID_ARGUMENT);
}

TEST(small_buffers_are_not_overrun) {
  Handle handle;
  CHECK_EQUAL(solve(2, {0, 1, 1, 0}, handle), FASTPAIR_OK);
  std::array<std::int64_t, 2> mate{-7, -7};
  CHECK_EQUAL(fastpair_solution_mate(handle.solution, mate.data(), 1), FASTPAIR_BUFFER_TOO_SMALL);
  CHECK_EQUAL(mate, (std::array<std::int64_t, 2>{-7, -7}));
  std::int64_t size = 0;
  CHECK_EQUAL(fastpair_solution_blossom_size(handle.solution, 0, &size), FASTPAIR_OUT_OF_RANGE);
  CHECK_EQUAL(fastpair_solution_blossom_size(handle.solution, -1, &size), FASTPAIR_OUT_OF_RANGE);
}

TEST(wide_weights_are_not_cut_off) {
  const std::int64_t size = 32;
  std::vector<std::int64_t> weights(static_cast<std::size_t>(size * size), FASTPAIR_WEIGHT_LIMIT);
  Handle handle;
  CHECK_EQUAL(solve(size, weights, handle), FASTPAIR_OK);
  std::int64_t weight = 0;
  CHECK_EQUAL(fastpair_solution_weight(handle.solution, &weight), FASTPAIR_OUT_OF_RANGE);
  fastpair_int128 sum{};
  CHECK_EQUAL(fastpair_solution_weight_wide(handle.solution, &sum), FASTPAIR_OK);
  CHECK(wide(sum) == 16 * Wide{FASTPAIR_WEIGHT_LIMIT});
  for (std::int64_t& cell : weights) cell = -cell;
  Handle negative;
  CHECK_EQUAL(solve(size, weights, negative), FASTPAIR_OK);
  CHECK_EQUAL(fastpair_solution_weight_wide(negative.solution, &sum), FASTPAIR_OK);
  CHECK(wide(sum) == -16 * Wide{FASTPAIR_WEIGHT_LIMIT});
}

TEST(a_solve_can_be_interrupted) {
  const std::vector<std::int64_t> weights = random_matrix(40, 1000);
  Handle handle;
  int calls = 0;
  const auto stop = [](void* context) -> std::int32_t {
    ++*static_cast<int*>(context);
    return 1;
  };
  const fastpair_status status = fastpair_solve_dense(
      40, weights.data(), nullptr, FASTPAIR_MAX_CARDINALITY, stop, &calls, &handle.solution);
  check_refused(status, FASTPAIR_INTERRUPTED, "interrupted", handle);
  CHECK_EQUAL(calls, 1);
}

TEST(every_status_has_a_message) {
  std::vector<std::string> messages;
  for (fastpair_status status = FASTPAIR_OK; status <= FASTPAIR_UNMATCHABLE + 1; ++status) {
    messages.emplace_back(fastpair_status_message(status));
    for (std::size_t k = 0; k + 1 < messages.size(); ++k) CHECK(messages[k] != messages.back());
  }
  CHECK_EQUAL(fastpair_status_message(-1), messages.back());
}

TEST(the_library_knows_its_version) {
  CHECK_EQUAL(fastpair_abi(), FASTPAIR_ABI);
  CHECK(!std::string_view{fastpair_version()}.empty());
}

/// The mates in the optimum of the graph as it stands.
std::vector<Vertex> mates(const SolverHandle& handle) {
  Handle solution;
  CHECK_EQUAL(fastpair_solver_solve(handle.solver, nullptr, nullptr, &solution.solution),
              FASTPAIR_OK);
  return solution_of(solution).mate;
}

/// Makes a solver for four vertices. The best matching is 01 and 23, the second best 02 and 13.
void start(SolverHandle& handle) {
  const std::vector<std::int64_t> weights{0, 9, 5, 1, 9, 0, 2, 5, 5, 2, 0, 9, 1, 5, 9, 0};
  CHECK_EQUAL(
      fastpair_solver_new(4, weights.data(), nullptr, FASTPAIR_MAX_CARDINALITY, &handle.solver),
      FASTPAIR_OK);
}

TEST(a_solver_follows_changes) {
  using Mates = std::vector<Vertex>;
  SolverHandle handle;
  start(handle);
  CHECK_EQUAL(mates(handle), (Mates{1, 0, 3, 2}));
  CHECK_EQUAL(fastpair_solver_forbid(handle.solver, 0, 1), FASTPAIR_OK);
  CHECK_EQUAL(mates(handle), (Mates{2, 3, 0, 1}));
  CHECK_EQUAL(fastpair_solver_set(handle.solver, 0, 3, 100), FASTPAIR_OK);
  CHECK_EQUAL(mates(handle), (Mates{3, 2, 1, 0}));
  CHECK_EQUAL(fastpair_solver_force(handle.solver, 0, 2), FASTPAIR_OK);
  CHECK_EQUAL(mates(handle), (Mates{2, 3, 0, 1}));
  CHECK_EQUAL(fastpair_solver_remove(handle.solver, 1), FASTPAIR_OK);
  CHECK_EQUAL(mates(handle), (Mates{2, -1, 0, -1}));
  const std::array<std::int64_t, 4> row{7, 0, 7, 7};
  CHECK_EQUAL(fastpair_solver_set_row(handle.solver, 1, row.data(), nullptr), FASTPAIR_OK);
  CHECK_EQUAL(mates(handle), (Mates{2, 3, 0, 1}));
}

TEST(a_solver_refuses_what_is_no_change) {
  SolverHandle handle;
  start(handle);
  CHECK_EQUAL(fastpair_solver_set(handle.solver, 0, 4, 1), FASTPAIR_OUT_OF_RANGE);
  CHECK_EQUAL(fastpair_solver_set(handle.solver, 0, std::int64_t{1} << 32, 1),
              FASTPAIR_OUT_OF_RANGE);
  CHECK_EQUAL(fastpair_solver_set(handle.solver, 0, 1, INT64_MAX), FASTPAIR_OUT_OF_RANGE);
  CHECK_EQUAL(fastpair_solver_set(handle.solver, 1, 1, 1), FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_solver_forbid(handle.solver, -1, 1), FASTPAIR_OUT_OF_RANGE);
  CHECK_EQUAL(fastpair_solver_remove(handle.solver, 4), FASTPAIR_OUT_OF_RANGE);
  CHECK_EQUAL(fastpair_solver_set_row(handle.solver, 0, nullptr, nullptr),
              FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_solver_forbid(handle.solver, 0, 1), FASTPAIR_OK);
  CHECK_EQUAL(fastpair_solver_force(handle.solver, 0, 1), FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(mates(handle), (std::vector<Vertex>{2, 3, 0, 1}));
}

TEST(only_a_row_brings_a_vertex_back) {
  using Mates = std::vector<Vertex>;
  SolverHandle handle;
  start(handle);
  for (int k = 0; k < 2; ++k) CHECK_EQUAL(fastpair_solver_remove(handle.solver, 0), FASTPAIR_OK);
  CHECK_EQUAL(fastpair_solver_set(handle.solver, 0, 1, 3), FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_solver_force(handle.solver, 0, 1), FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_solver_forbid(handle.solver, 0, 1), FASTPAIR_OK);
  CHECK_EQUAL(mates(handle), (Mates{-1, -1, 3, 2}));
  // The cell on the diagonal and the cells that are no edges are not read.
  const std::array<std::int64_t, 4> row{INT64_MIN, 1, INT64_MAX, 2};
  const std::array<std::uint8_t, 4> allowed{1, 1, 0, 1};
  CHECK_EQUAL(fastpair_solver_set_row(handle.solver, 0, row.data(), allowed.data()), FASTPAIR_OK);
  CHECK_EQUAL(mates(handle), (Mates{1, 0, 3, 2}));
}

TEST(a_solver_is_for_one_call_at_a_time) {
  SolverHandle handle;
  start(handle);
  const auto change = [](void* context) -> std::int32_t {
    auto* solver = static_cast<fastpair_solver*>(context);
    Handle inner;
    CHECK_EQUAL(fastpair_solver_forbid(solver, 0, 1), FASTPAIR_BUSY);
    CHECK_EQUAL(fastpair_solver_solve(solver, nullptr, nullptr, &inner.solution), FASTPAIR_BUSY);
    CHECK(std::string_view{fastpair_last_error()}.find("in use") != std::string_view::npos);
    return 0;
  };
  Handle solution;
  CHECK_EQUAL(fastpair_solver_solve(handle.solver, change, handle.solver, &solution.solution),
              FASTPAIR_OK);
  CHECK_EQUAL(mates(handle), (std::vector<Vertex>{1, 0, 3, 2}));
}

TEST(a_solver_needs_a_graph) {
  SolverHandle handle;
  const std::array<std::int64_t, 4> asymmetric{0, 1, 2, 0};
  CHECK_EQUAL(
      fastpair_solver_new(2, asymmetric.data(), nullptr, FASTPAIR_MAX_WEIGHT, &handle.solver),
      FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_solver_new(2, nullptr, nullptr, FASTPAIR_MAX_WEIGHT, &handle.solver),
              FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_solver_new(-1, nullptr, nullptr, FASTPAIR_MAX_WEIGHT, &handle.solver),
              FASTPAIR_INVALID_ARGUMENT);
  CHECK(handle.solver == nullptr);
  Handle solution;
  CHECK_EQUAL(fastpair_solver_solve(nullptr, nullptr, nullptr, &solution.solution),
              FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_solver_forbid(nullptr, 0, 1), FASTPAIR_INVALID_ARGUMENT);
}

TEST(an_interrupted_solver_goes_on) {
  const std::vector<std::int64_t> weights = random_matrix(40, 1000);
  SolverHandle handle;
  CHECK_EQUAL(
      fastpair_solver_new(40, weights.data(), nullptr, FASTPAIR_MAX_CARDINALITY, &handle.solver),
      FASTPAIR_OK);
  const auto stop = [](void*) -> std::int32_t { return 1; };
  Handle stopped;
  check_refused(fastpair_solver_solve(handle.solver, stop, nullptr, &stopped.solution),
                FASTPAIR_INTERRUPTED, "interrupted", stopped);
  Handle first;
  Handle second;
  CHECK_EQUAL(fastpair_solver_solve(handle.solver, nullptr, nullptr, &first.solution), FASTPAIR_OK);
  CHECK_EQUAL(solve(40, weights, second), FASTPAIR_OK);
  CHECK(solution_of(first).weight == solution_of(second).weight);
}

}  // namespace
