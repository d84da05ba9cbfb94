// Joins of the C interface: answers, errors and buffers. The fuzzer of joins proves the answers.
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "c_handles.hpp"
#include "check.hpp"
#include "fastpair.h"

namespace {

using namespace fastpair::check;

/// A path of four edges, whose ends are the boundary. A bit flips where the first edge is chosen.
struct Path {
  std::array<std::int64_t, 4> first{0, 1, 2, 3};
  std::array<std::int64_t, 4> second{1, 2, 3, 4};
  std::array<std::int64_t, 4> weights{3, 1, 4, 2};
  std::array<std::int64_t, 2> boundary{0, 4};
  std::array<std::uint64_t, 4> labels{std::uint64_t{1} << 63, 0, 0, 0};

  fastpair_status make(JoinSolverHandle& handle, std::int64_t ends = 2) const {
    return fastpair_join_solver_new(5, 4, first.data(), second.data(), weights.data(), ends,
                                    boundary.data(), labels.data(), &handle.solver);
  }
};

fastpair_status solve(const JoinSolverHandle& solver, const std::vector<std::int64_t>& terminals,
                      JoinHandle& handle) {
  return fastpair_join_solver_solve(solver.solver, std::ssize(terminals), terminals.data(), nullptr,
                                    nullptr, &handle.join);
}

TEST(a_join_has_pairs_edges_labels_and_moats) {
  JoinSolverHandle solver;
  CHECK_EQUAL(Path{}.make(solver), FASTPAIR_OK);
  JoinHandle handle;
  CHECK_EQUAL(solve(solver, {1, 3}, handle), FASTPAIR_OK);
  std::int64_t weight = 0;
  std::uint64_t labels = 0;
  CHECK_EQUAL(fastpair_join_weight(handle.join, &weight), FASTPAIR_OK);
  CHECK_EQUAL(fastpair_join_labels(handle.join, &labels), FASTPAIR_OK);
  CHECK_EQUAL(weight, 5);
  CHECK(fastpair_join_pair_count(handle.join) == 1 || labels == std::uint64_t{1} << 63);
  std::array<std::uint8_t, 4> chosen{9, 9, 9, 9};
  CHECK_EQUAL(fastpair_join_solver_edges(solver.solver, handle.join, chosen.data(), 4),
              FASTPAIR_OK);
  CHECK_EQUAL(3 * chosen[0] + chosen[1] + 4 * chosen[2] + 2 * chosen[3], 5);
  std::array<std::int64_t, 2> widths{};
  std::array<std::int64_t, 2> parents{};
  CHECK_EQUAL(fastpair_join_moat_count(handle.join), 2);
  CHECK_EQUAL(fastpair_join_moats(handle.join, widths.data(), parents.data(), 2), FASTPAIR_OK);
  CHECK_EQUAL(widths[0] + widths[1], 10);
  CHECK(parents == (std::array<std::int64_t, 2>{-1, -1}));
}

TEST(a_pair_names_the_boundary_and_its_length) {
  JoinSolverHandle solver;
  CHECK_EQUAL(Path{}.make(solver), FASTPAIR_OK);
  JoinHandle handle;
  CHECK_EQUAL(solve(solver, {1}, handle), FASTPAIR_OK);
  std::int64_t first = 0;
  std::int64_t second = 0;
  std::int64_t length = 0;
  CHECK_EQUAL(fastpair_join_pair_count(handle.join), 1);
  CHECK_EQUAL(fastpair_join_pairs(handle.join, &first, &second, &length, 1), FASTPAIR_OK);
  CHECK_EQUAL(first, 1);
  CHECK_EQUAL(second, -1);
  CHECK_EQUAL(length, 3);
  std::uint64_t labels = 0;
  CHECK_EQUAL(fastpair_join_labels(handle.join, &labels), FASTPAIR_OK);
  CHECK_EQUAL(labels, std::uint64_t{1} << 63);
}

TEST(all_lists_at_once) {
  JoinSolverHandle solver;
  CHECK_EQUAL(Path{}.make(solver), FASTPAIR_OK);
  const std::array<std::int64_t, 4> starts{0, 1, 1, 3};
  const std::array<std::int64_t, 3> terminals{1, 2, 3};
  std::array<std::int64_t, 3> weights{};
  std::array<std::uint64_t, 3> labels{};
  const auto solve_all = [&](std::int64_t capacity, const std::int64_t* places) {
    return fastpair_join_solver_solve_all(solver.solver, 3, places, terminals.data(), 2, nullptr,
                                          nullptr, weights.data(), labels.data(), capacity);
  };
  CHECK_EQUAL(solve_all(3, starts.data()), FASTPAIR_OK);
  CHECK(weights == (std::array<std::int64_t, 3>{3, 0, 4}));
  CHECK(labels == (std::array<std::uint64_t, 3>{std::uint64_t{1} << 63, 0, 0}));
  CHECK_EQUAL(solve_all(2, starts.data()), FASTPAIR_BUFFER_TOO_SMALL);
  const std::array<std::int64_t, 4> descending{0, 2, 1, 3};
  CHECK_EQUAL(solve_all(3, descending.data()), FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(solve_all(3, nullptr), FASTPAIR_INVALID_ARGUMENT);
}

TEST(a_copy_answers_alike) {
  JoinSolverHandle solver;
  CHECK_EQUAL(Path{}.make(solver), FASTPAIR_OK);
  JoinSolverHandle copy;
  CHECK_EQUAL(fastpair_join_solver_copy(solver.solver, &copy.solver), FASTPAIR_OK);
  fastpair_join_solver_free(solver.solver);
  solver.solver = nullptr;
  JoinHandle handle;
  CHECK_EQUAL(solve(copy, {2}, handle), FASTPAIR_OK);
  std::array<std::uint8_t, 4> chosen{};
  CHECK_EQUAL(fastpair_join_solver_edges(copy.solver, handle.join, chosen.data(), 4), FASTPAIR_OK);
  CHECK(chosen == (std::array<std::uint8_t, 4>{1, 1, 0, 0}));
}

TEST(what_cannot_be_joined_is_refused) {
  JoinSolverHandle solver;
  CHECK_EQUAL(Path{}.make(solver, 0), FASTPAIR_OK);
  for (const auto& [terminals, status] :
       {std::pair{std::vector<std::int64_t>{2}, FASTPAIR_UNMATCHABLE},
        {{5, 1}, FASTPAIR_OUT_OF_RANGE},
        {{-1, 1}, FASTPAIR_OUT_OF_RANGE},
        {{std::int64_t{1} << 32, 1}, FASTPAIR_OUT_OF_RANGE},
        {{1, 1}, FASTPAIR_INVALID_ARGUMENT}}) {
    JoinHandle handle;
    CHECK_EQUAL(solve(solver, terminals, handle), status);
    CHECK(handle.join == nullptr);
    CHECK(fastpair_last_error()[0] != '\0');
  }
  JoinHandle handle;
  CHECK_EQUAL(
      fastpair_join_solver_solve(solver.solver, -1, nullptr, nullptr, nullptr, &handle.join),
      FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_join_solver_solve(solver.solver, 1, nullptr, nullptr, nullptr, &handle.join),
              FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_join_solver_solve(nullptr, 0, nullptr, nullptr, nullptr, &handle.join),
              FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(solve(solver, {}, handle), FASTPAIR_OK);
  CHECK_EQUAL(fastpair_join_pair_count(handle.join), 0);
}

TEST(what_is_no_graph_with_lengths_is_refused) {
  const auto status_of = [](const Path& path) {
    JoinSolverHandle handle;
    const fastpair_status status = path.make(handle);
    CHECK((handle.solver == nullptr) == (status != FASTPAIR_OK));
    return status;
  };
  Path path;
  path.weights[2] = -1;
  CHECK_EQUAL(status_of(path), FASTPAIR_INVALID_ARGUMENT);
  path.weights[2] = FASTPAIR_WEIGHT_LIMIT;
  CHECK_EQUAL(status_of(path), FASTPAIR_OUT_OF_RANGE);
  path = {};
  path.second[3] = 5;
  CHECK_EQUAL(status_of(path), FASTPAIR_INVALID_ARGUMENT);
  path = {};
  path.boundary[1] = 5;
  CHECK_EQUAL(status_of(path), FASTPAIR_OUT_OF_RANGE);
}

TEST(small_buffers_and_nulls_are_refused) {
  JoinSolverHandle solver;
  CHECK_EQUAL(Path{}.make(solver), FASTPAIR_OK);
  JoinHandle handle;
  CHECK_EQUAL(solve(solver, {1, 2, 3}, handle), FASTPAIR_OK);
  std::array<std::int64_t, 4> one{};
  std::array<std::int64_t, 4> two{};
  std::array<std::uint8_t, 4> chosen{};
  CHECK_EQUAL(fastpair_join_moats(handle.join, one.data(), two.data(), 2),
              FASTPAIR_BUFFER_TOO_SMALL);
  CHECK_EQUAL(fastpair_join_pairs(handle.join, one.data(), two.data(), nullptr, 4),
              FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_join_solver_edges(solver.solver, handle.join, chosen.data(), 3),
              FASTPAIR_BUFFER_TOO_SMALL);
  CHECK_EQUAL(fastpair_join_solver_edges(solver.solver, nullptr, chosen.data(), 4),
              FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_join_weight(nullptr, one.data()), FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_join_weight(handle.join, nullptr), FASTPAIR_INVALID_ARGUMENT);
  CHECK_EQUAL(fastpair_join_pair_count(nullptr) + fastpair_join_moat_count(nullptr), 0);
}

TEST(a_solve_is_interrupted_by_its_caller) {
  constexpr std::int64_t kSize = 40'000;
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> second;
  std::vector<std::int64_t> terminals;
  for (std::int64_t v = 0; v < kSize; ++v) {
    if (v + 1 < kSize) first.push_back(v), second.push_back(v + 1);
    if (v % 4 == 0) terminals.push_back(v);
  }
  const std::vector<std::int64_t> weights(first.size(), 1);
  JoinSolverHandle solver;
  CHECK_EQUAL(fastpair_join_solver_new(kSize, kSize - 1, first.data(), second.data(),
                                       weights.data(), 0, nullptr, nullptr, &solver.solver),
              FASTPAIR_OK);
  JoinHandle handle;
  const auto always = [](void*) -> std::int32_t { return 1; };
  CHECK_EQUAL(fastpair_join_solver_solve(solver.solver, std::ssize(terminals), terminals.data(),
                                         always, nullptr, &handle.join),
              FASTPAIR_INTERRUPTED);
  CHECK_EQUAL(solve(solver, terminals, handle), FASTPAIR_OK);
}

}  // namespace
