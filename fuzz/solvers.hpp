// Both solvers that keep their state, of a matrix and of a list of edges, behind one interface: the
// calls are those of C.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "fastpair.h"
#include "fastpair/matching_solver.hpp"
#include "graph.hpp"
#include "proof.hpp"

namespace fastpair::fuzz {

/// Which calls of the interrupt function it lets pass before it stops a solve.
struct Interruption {
  int left;
  bool stops() { return --left < 0; }
};

/// Which edges to ask the losses of, and how many of the cheapest.
struct LossQuestion {
  std::vector<std::int64_t> ends;
  std::vector<Wide> at_least;
  std::int64_t most;
  std::int64_t limit;
};

/// The prices that a call writes into arrays of so many cells.
template <class Ask>
PriceRow ask_prices(std::int64_t cells, Ask ask) {
  const auto count = static_cast<std::size_t>(cells);
  PriceRow row{std::vector<std::uint8_t>(count), std::vector<std::int64_t>(count), {}};
  std::vector<fastpair_int128> lighter(count);
  require(ask(row.possible.data(), row.fewer.data(), lighter.data(), cells) == FASTPAIR_OK,
          "has prices");
  std::ranges::transform(lighter, std::back_inserter(row.lighter), wide);
  return row;
}

template <class Ask>
Losses ask_losses(const LossQuestion& question, Ask ask) {
  std::vector<std::int64_t> bounds;
  for (const Wide bound : question.at_least) bounds.push_back(static_cast<std::int64_t>(bound));
  Losses losses{std::vector<std::uint8_t>(bounds.size()), {}};
  require(ask(std::ssize(bounds), question.ends.data(), question.most, question.limit, nullptr,
              nullptr, bounds.data(), losses.exact.data()) == FASTPAIR_OK,
          "has losses");
  losses.at_least.assign(bounds.begin(), bounds.end());
  return losses;
}

class MatrixSolver {
 public:
  MatrixSolver(const Graph& graph, fastpair_objective objective) : size_(graph.size) {
    require(fastpair_solver_new(size_, graph.weights.data(), graph.allowed.data(), objective,
                                &solver_) == FASTPAIR_OK,
            "takes a valid graph");
  }
  MatrixSolver(const MatrixSolver& other) : size_(other.size_) {
    require(fastpair_solver_copy(other.solver_, &solver_) == FASTPAIR_OK, "is copied");
  }
  MatrixSolver& operator=(const MatrixSolver&) = delete;
  ~MatrixSolver() { fastpair_solver_free(solver_); }

  fastpair_status set(std::int64_t i, std::int64_t j, std::int64_t weight) {
    return fastpair_solver_set(solver_, i, j, weight);
  }
  fastpair_status forbid(std::int64_t i, std::int64_t j) {
    return fastpair_solver_forbid(solver_, i, j);
  }
  fastpair_status force(std::int64_t i, std::int64_t j) {
    return fastpair_solver_force(solver_, i, j);
  }
  fastpair_status remove(std::int64_t v) { return fastpair_solver_remove(solver_, v); }
  fastpair_status set_row(std::int64_t v, const std::vector<std::int64_t>& weights,
                          const std::vector<std::uint8_t>& allowed) {
    return fastpair_solver_set_row(solver_, v, weights.data(), allowed.data());
  }

  Found solve() {
    fastpair_solution* solution = nullptr;
    const fastpair_status status = fastpair_solver_solve(solver_, nullptr, nullptr, &solution);
    return found(status, solution);
  }
  fastpair_status solve(Interruption interruption) {
    std::pair context{solver_, interruption};
    fastpair_solution* solution = nullptr;
    const fastpair_status status = fastpair_solver_solve(solver_, &stop, &context, &solution);
    require((status == FASTPAIR_OK) == (solution != nullptr), "answers if it ends");
    fastpair_solution_free(solution);
    return status;
  }

  /// One row, or the table of all.
  PriceRow prices(std::int64_t v) {
    return ask_prices(size_, [&](auto... arrays) {
      return fastpair_solver_prices(solver_, v, nullptr, nullptr, arrays...);
    });
  }
  PriceRow price_table() {
    return ask_prices(size_ * size_, [&](auto... arrays) {
      return fastpair_solver_price_table(solver_, nullptr, nullptr, arrays...);
    });
  }
  Losses losses(const LossQuestion& question) {
    return ask_losses(question,
                      [&](auto... words) { return fastpair_solver_losses(solver_, words...); });
  }
  void check_edges(const Graph& graph) const { require(graph.size == size_, "has its size"); }

 private:
  static std::int32_t stop(void* context) {
    auto& [solver, interruption] =
        *static_cast<std::pair<fastpair_solver*, Interruption>*>(context);
    require(fastpair_solver_forbid(solver, 0, 1) == FASTPAIR_BUSY, "is for one call at a time");
    return interruption.stops() ? 1 : 0;
  }

  std::int64_t size_;
  fastpair_solver* solver_ = nullptr;
};

class ListSolver {
 public:
  ListSolver(const Graph& graph, fastpair_objective objective) : size_(graph.size) {
    std::vector<std::int64_t> first;
    std::vector<std::int64_t> second;
    std::vector<std::int64_t> weights;
    for (const Edge& edge : graph.edges()) {
      first.push_back(edge.first);
      second.push_back(edge.second);
      weights.push_back(edge.weight);
    }
    require(fastpair_sparse_solver_new(size_, std::ssize(weights), first.data(), second.data(),
                                       weights.data(), objective, &solver_) == FASTPAIR_OK,
            "takes a valid list");
  }
  ListSolver(const ListSolver& other) : size_(other.size_) {
    require(fastpair_sparse_solver_copy(other.solver_, &solver_) == FASTPAIR_OK, "is copied");
  }
  ListSolver& operator=(const ListSolver&) = delete;
  ~ListSolver() { fastpair_sparse_solver_free(solver_); }

  fastpair_status set(std::int64_t i, std::int64_t j, std::int64_t weight) {
    return fastpair_sparse_solver_set(solver_, 1, &i, &j, &weight);
  }
  fastpair_status forbid(std::int64_t i, std::int64_t j) {
    return fastpair_sparse_solver_forbid(solver_, i, j);
  }
  fastpair_status force(std::int64_t i, std::int64_t j) {
    std::int64_t weight = 0;
    std::uint8_t is_edge = 0;
    const auto status = fastpair_sparse_solver_weight(solver_, i, j, &weight, &is_edge);
    if (status != FASTPAIR_OK) return status;
    if (is_edge == 0) return FASTPAIR_INVALID_ARGUMENT;
    const auto inserted = fastpair_sparse_solver_insert(solver_, i, 1, &j, &weight);
    return inserted == FASTPAIR_OK ? fastpair_sparse_solver_insert(solver_, j, 1, &i, &weight)
                                   : inserted;
  }
  fastpair_status remove(std::int64_t v) { return fastpair_sparse_solver_remove(solver_, v); }
  fastpair_status set_row(std::int64_t v, const std::vector<std::int64_t>& weights,
                          const std::vector<std::uint8_t>& allowed) {
    std::vector<std::int64_t> others;
    std::vector<std::int64_t> list;
    for (std::size_t j = 0; j < weights.size(); ++j) {
      if (allowed[j] == 0 || static_cast<std::int64_t>(j) == v) continue;
      others.push_back(static_cast<std::int64_t>(j));
      list.push_back(weights[j]);
    }
    return fastpair_sparse_solver_insert(solver_, v, std::ssize(list), others.data(), list.data());
  }

  /// The mates and the weight come without the certificate first.
  Found solve() {
    std::vector<std::int64_t> mate(static_cast<std::size_t>(size_));
    fastpair_int128 weight{};
    require(fastpair_sparse_solver_mate(solver_, nullptr, nullptr, mate.data(), &weight, size_) ==
                FASTPAIR_OK,
            "has mates");
    fastpair_solution* solution = nullptr;
    const auto status = fastpair_sparse_solver_solve(solver_, nullptr, nullptr, &solution);
    Found result = found(status, solution);
    require(result.mate == mate && result.weight == wide(weight), "is one optimum");
    return result;
  }
  fastpair_status solve(Interruption interruption) {
    std::pair context{solver_, interruption};
    fastpair_solution* solution = nullptr;
    const auto status = fastpair_sparse_solver_solve(solver_, &stop, &context, &solution);
    require((status == FASTPAIR_OK) == (solution != nullptr), "answers if it ends");
    fastpair_solution_free(solution);
    return status;
  }
  PriceRow prices(std::int64_t v) {
    return ask_prices(size_, [&](auto... arrays) {
      return fastpair_sparse_solver_prices(solver_, v, nullptr, nullptr, arrays...);
    });
  }
  Losses losses(const LossQuestion& question) {
    return ask_losses(
        question, [&](auto... words) { return fastpair_sparse_solver_losses(solver_, words...); });
  }
  void check_edges(const Graph& graph) const {
    for (std::int64_t i = 0; i < size_; ++i) {
      for (std::int64_t j = 0; j < size_; ++j) {
        if (i == j) continue;
        std::int64_t weight = 0;
        std::uint8_t is_edge = 0;
        require(fastpair_sparse_solver_weight(solver_, i, j, &weight, &is_edge) == FASTPAIR_OK,
                "knows its edges");
        require((is_edge != 0) == graph.joins(i, j) &&
                    (is_edge == 0 || weight == graph.weights[graph.cell(i, j)]),
                "has the edges that were set");
      }
    }
  }

 private:
  static std::int32_t stop(void* context) {
    auto& [solver, interruption] =
        *static_cast<std::pair<fastpair_sparse_solver*, Interruption>*>(context);
    require(fastpair_sparse_solver_forbid(solver, 0, 1) == FASTPAIR_BUSY,
            "is for one call at a time");
    return interruption.stops() ? 1 : 0;
  }

  std::int64_t size_;
  fastpair_sparse_solver* solver_ = nullptr;
};

}  // namespace fastpair::fuzz
