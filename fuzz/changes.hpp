// A solver whose graph changes, compared with solves from scratch.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "fastpair.h"
#include "graph.hpp"
#include "proof.hpp"

namespace fastpair::fuzz {

/// A change as the bytes of the fuzzer tell it: what kind it is, and two numbers that select
/// vertices.
struct Change {
  std::uint8_t kind, first, second;
};

/// A solver, together with the graph that it has to solve.
class Changing {
 public:
  Changing(Graph graph, fastpair_objective objective, Kind kind)
      : graph_(std::move(graph)), objective_(objective), kind_(kind) {
    absent_.assign(static_cast<std::size_t>(graph_.size), 0);
    require(fastpair_solver_new(graph_.size, graph_.weights.data(), graph_.allowed.data(),
                                objective, &solver_) == FASTPAIR_OK,
            "takes a valid graph");
  }
  Changing(const Changing&) = delete;
  Changing& operator=(const Changing&) = delete;
  ~Changing() { fastpair_solver_free(solver_); }

  void apply(const Change& change, Reader& reader) {
    if (graph_.size < 2) return;
    const std::int64_t i = change.first % graph_.size;
    const std::int64_t j = (i + 1 + change.second % (graph_.size - 1)) % graph_.size;
    switch (change.kind % 7) {
      case 0:
        return set(i, j, weight(kind_, reader));
      case 1:
        return forbid(i, j);
      case 2:
        return force(i, j);
      case 3:
        return remove(i);
      case 4:
        return set_row(i, reader);
      case 5:
        return misuse(i, change.second);
      default:
        return check(change.second);
    }
  }

  /// Checks that the solution is proven, and as good as one from scratch. If `asked` says so, a
  /// solve is interrupted before.
  void check(int asked) {
    interrupt(asked);
    fastpair_solution* pointer = nullptr;
    const fastpair_status status = fastpair_solver_solve(solver_, nullptr, nullptr, &pointer);
    const Solution solution = solved(status, pointer);
    const Solution fresh = solve_dense(graph_, objective_);
    const std::vector<std::int64_t> mate = mates_of(solution, graph_.size);
    check_matching(graph_, solution, mate);
    check_proof(graph_, solution, mate, objective_, absent_);
    require(weight_of(solution) == weight_of(fresh), "is as heavy as from scratch");
    require(objective_ == FASTPAIR_MAX_WEIGHT || fastpair_solution_cardinality(solution.get()) ==
                                                     fastpair_solution_cardinality(fresh.get()),
            "is as large as from scratch");
    if (graph_.size > 0 && graph_.size <= kQuestions) ask(asked % graph_.size, solution, mate);
  }

 private:
  /// Graphs up to this size are asked what it costs to match, or not to match.
  static constexpr std::int64_t kQuestions = 12;

  /// Compares the prices of v, and the loss of its edge, with solves from scratch.
  void ask(std::int64_t v, const Solution& best, const std::vector<std::int64_t>& mate) {
    const auto size = static_cast<std::size_t>(graph_.size);
    std::vector<std::uint8_t> possible(size);
    std::vector<std::int64_t> fewer(size);
    std::vector<fastpair_int128> lighter(size);
    require(fastpair_solver_prices(solver_, v, nullptr, nullptr, possible.data(), fewer.data(),
                                   lighter.data(), graph_.size) == FASTPAIR_OK,
            "has prices");
    const std::int64_t most = fastpair_solution_cardinality(best.get());
    for (std::int64_t u = 0; u < graph_.size; ++u) {
      const auto at = static_cast<std::size_t>(u);
      require((possible[at] != 0) == graph_.joins(v, u), "has prices of edges");
      if (possible[at] == 0) continue;
      Graph rest = graph_;
      for (std::int64_t j = 0; j < graph_.size; ++j) {
        for (const std::int64_t gone : {u, v}) {
          rest.allowed[rest.cell(gone, j)] = rest.allowed[rest.cell(j, gone)] = 0;
        }
      }
      const Solution others = solve_dense(rest, objective_);
      const Wide with = weight_of(others) + graph_.weights[graph_.cell(u, v)];
      require(wide(lighter[at]) == weight_of(best) - with, "has the price of solving the rest");
      require(fewer[at] == (objective_ == FASTPAIR_MAX_WEIGHT
                                ? 0
                                : most - fastpair_solution_cardinality(others.get()) - 1),
              "has as many pairs as the rest");
    }
    const std::int64_t other = mate[static_cast<std::size_t>(v)];
    if (other == -1) return;
    std::int64_t loss = 0;
    std::uint8_t exact = 0;
    require(fastpair_solver_losses(solver_, 1, &v, 1, FASTPAIR_WEIGHT_LIMIT, nullptr, nullptr,
                                   &loss, &exact) == FASTPAIR_OK,
            "has a loss");
    Graph without = graph_;
    without.allowed[without.cell(v, other)] = without.allowed[without.cell(other, v)] = 0;
    const Solution second = solve_dense(without, objective_);
    const bool counts =
        objective_ == FASTPAIR_MAX_WEIGHT || fastpair_solution_cardinality(second.get()) == most;
    const Wide lost = counts ? weight_of(best) - weight_of(second) : FASTPAIR_WEIGHT_LIMIT;
    require(exact != 0 ? loss == lost : lost >= FASTPAIR_WEIGHT_LIMIT,
            "has the loss of the second");
    require(loss <= lost, "has a lower bound on the loss");
  }

  /// The context of an interrupt function that stops a solve after `left` calls.
  struct Interruption {
    fastpair_solver* solver;
    int left;
  };

  static std::int32_t stop(void* context) {
    auto& [solver, left] = *static_cast<Interruption*>(context);
    require(fastpair_solver_forbid(solver, 0, 1) == FASTPAIR_BUSY, "is for one call at a time");
    return --left < 0 ? 1 : 0;
  }

  /// Begins a solve and stops it at call number `asked`, for one value in four.
  void interrupt(int asked) {
    if (asked % 4 != 3) return;
    Interruption interruption{solver_, asked};
    fastpair_solution* solution = nullptr;
    const fastpair_status status = fastpair_solver_solve(solver_, stop, &interruption, &solution);
    const Solution owned(solution);
    require(status == FASTPAIR_OK || status == FASTPAIR_INTERRUPTED, "ends or is interrupted");
  }

  [[nodiscard]] bool absent(std::int64_t v) const {
    return absent_[static_cast<std::size_t>(v)] != 0;
  }

  void put(std::int64_t i, std::int64_t j, std::int64_t value, std::uint8_t allowed) {
    graph_.weights[graph_.cell(i, j)] = graph_.weights[graph_.cell(j, i)] = value;
    graph_.allowed[graph_.cell(i, j)] = graph_.allowed[graph_.cell(j, i)] = allowed;
  }

  void clear(std::int64_t v) {
    for (std::int64_t j = 0; j < graph_.size; ++j) {
      if (j != v) put(v, j, 0, 0);
    }
  }

  void set(std::int64_t i, std::int64_t j, std::int64_t value) {
    const fastpair_status status = fastpair_solver_set(solver_, i, j, value);
    const bool present = !absent(i) && !absent(j);
    require(status == (present ? FASTPAIR_OK : FASTPAIR_INVALID_ARGUMENT), "sets present edges");
    if (present) put(i, j, value, 1);
  }

  /// Makes invalid calls, which have to be refused and to change nothing.
  void misuse(std::int64_t i, int kind) {
    const std::int64_t none = kind % 2 == 0 ? -1 : graph_.size;
    const auto refused = [](fastpair_status status, fastpair_status expected) {
      require(status == expected, "refuses what is no change");
    };
    refused(fastpair_solver_set(solver_, i, i, kind), FASTPAIR_INVALID_ARGUMENT);
    refused(fastpair_solver_forbid(solver_, i, i), FASTPAIR_INVALID_ARGUMENT);
    refused(fastpair_solver_force(solver_, i, i), FASTPAIR_INVALID_ARGUMENT);
    refused(fastpair_solver_set(solver_, i, none, kind), FASTPAIR_OUT_OF_RANGE);
    refused(fastpair_solver_forbid(solver_, none, i), FASTPAIR_OUT_OF_RANGE);
    refused(fastpair_solver_force(solver_, none, i), FASTPAIR_OUT_OF_RANGE);
    refused(fastpair_solver_remove(solver_, none), FASTPAIR_OUT_OF_RANGE);
    refused(fastpair_solver_set_row(solver_, none, graph_.weights.data(), nullptr),
            FASTPAIR_OUT_OF_RANGE);
    refused(fastpair_solver_set_row(solver_, i, nullptr, nullptr), FASTPAIR_INVALID_ARGUMENT);
    const std::int64_t j = i == 0 ? 1 : 0;
    if (absent(i) || absent(j)) return;
    refused(fastpair_solver_set(solver_, i, j, FASTPAIR_WEIGHT_LIMIT + 1 + kind),
            FASTPAIR_OUT_OF_RANGE);
  }

  void forbid(std::int64_t i, std::int64_t j) {
    require(fastpair_solver_forbid(solver_, i, j) == FASTPAIR_OK, "forbids");
    put(i, j, 0, 0);
  }

  void force(std::int64_t i, std::int64_t j) {
    const fastpair_status status = fastpair_solver_force(solver_, i, j);
    const bool edge = graph_.joins(i, j);
    require(status == (edge ? FASTPAIR_OK : FASTPAIR_INVALID_ARGUMENT), "forces edges only");
    if (!edge) return;
    const std::int64_t value = graph_.weights[graph_.cell(i, j)];
    clear(i);
    clear(j);
    put(i, j, value, 1);
  }

  void remove(std::int64_t v) {
    require(fastpair_solver_remove(solver_, v) == FASTPAIR_OK, "removes");
    clear(v);
    absent_[static_cast<std::size_t>(v)] = 1;
  }

  void set_row(std::int64_t v, Reader& reader) {
    std::vector<std::int64_t> weights;
    std::vector<std::uint8_t> allowed;
    for (std::int64_t j = 0; j < graph_.size; ++j) {
      weights.push_back(weight(kind_, reader));
      allowed.push_back(weights.back() % 5 == 0 ? 0 : 1);
    }
    require(fastpair_solver_set_row(solver_, v, weights.data(), allowed.data()) == FASTPAIR_OK,
            "sets rows");
    absent_[static_cast<std::size_t>(v)] = 0;
    for (std::int64_t j = 0; j < graph_.size; ++j) {
      const auto at = static_cast<std::size_t>(j);
      if (j != v) put(v, j, weights[at], absent(j) ? 0 : allowed[at]);
    }
  }

  Graph graph_;
  fastpair_objective objective_;
  Kind kind_;
  std::vector<std::uint8_t> absent_;
  fastpair_solver* solver_ = nullptr;
};

inline void check_changes(Reader& reader, std::uint8_t shape) {
  const std::uint8_t number = reader.byte();
  const auto kind = (number & 128) != 0 ? kPowers : static_cast<Kind>(shape & 3);
  std::vector<Change> changes(number % 32);
  for (Change& change : changes) change = {reader.byte(), reader.byte(), reader.byte()};
  const auto objective = (shape & 8) != 0 ? FASTPAIR_MAX_WEIGHT : FASTPAIR_MAX_CARDINALITY;
  Changing solver(graph_of(reader, shape, kind), objective, kind);
  for (const Change& change : changes) solver.apply(change, reader);
  solver.check(0);
}

}  // namespace fastpair::fuzz
