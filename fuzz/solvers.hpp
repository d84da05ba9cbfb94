// Both solvers that keep their state, behind one interface: that of a matrix by its C functions,
// that of a list of edges by its C++ class.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
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
    return asked(size_, [&](auto... arrays) {
      return fastpair_solver_prices(solver_, v, nullptr, nullptr, arrays...);
    });
  }
  PriceRow price_table() {
    return asked(size_ * size_, [&](auto... arrays) {
      return fastpair_solver_price_table(solver_, nullptr, nullptr, arrays...);
    });
  }
  Losses losses(const LossQuestion& question) {
    std::vector<std::int64_t> bounds;
    for (const Wide bound : question.at_least) bounds.push_back(static_cast<std::int64_t>(bound));
    Losses losses{std::vector<std::uint8_t>(bounds.size()), {}};
    require(fastpair_solver_losses(solver_, static_cast<std::int64_t>(bounds.size()),
                                   question.ends.data(), question.most, question.limit, nullptr,
                                   nullptr, bounds.data(), losses.exact.data()) == FASTPAIR_OK,
            "has losses");
    losses.at_least.assign(bounds.begin(), bounds.end());
    return losses;
  }
  void check_edges(const Graph& graph) const { require(graph.size == size_, "has its size"); }

 private:
  static std::int32_t stop(void* context) {
    auto& [solver, interruption] =
        *static_cast<std::pair<fastpair_solver*, Interruption>*>(context);
    require(fastpair_solver_forbid(solver, 0, 1) == FASTPAIR_BUSY, "is for one call at a time");
    return interruption.stops() ? 1 : 0;
  }

  template <class Ask>
  static PriceRow asked(std::int64_t cells, Ask ask) {
    const auto count = static_cast<std::size_t>(cells);
    PriceRow row{std::vector<std::uint8_t>(count), std::vector<std::int64_t>(count), {}};
    std::vector<fastpair_int128> lighter(count);
    require(ask(row.possible.data(), row.fewer.data(), lighter.data(), cells) == FASTPAIR_OK,
            "has prices");
    std::ranges::transform(lighter, std::back_inserter(row.lighter), wide);
    return row;
  }

  std::int64_t size_;
  fastpair_solver* solver_ = nullptr;
};

class ListSolver {
 public:
  ListSolver(const Graph& graph, fastpair_objective objective)
      : solver_(SparseGraph{graph.size, graph.edges()}, static_cast<Objective>(objective)) {}

  fastpair_status set(std::int64_t i, std::int64_t j, std::int64_t weight) {
    return status_of([&] { solver_.set(vertex(i), vertex(j), weight); });
  }
  fastpair_status forbid(std::int64_t i, std::int64_t j) {
    return status_of([&] { solver_.forbid(vertex(i), vertex(j)); });
  }
  fastpair_status force(std::int64_t i, std::int64_t j) {
    return status_of([&] {
      const auto weight = solver_.weight(vertex(i), vertex(j));
      if (!weight) throw std::invalid_argument("no edge");
      const Edge only{vertex(i), vertex(j), *weight};
      solver_.insert(vertex(i), {&only, 1});
      solver_.insert(vertex(j), {&only, 1});
    });
  }
  fastpair_status remove(std::int64_t v) {
    return status_of([&] { solver_.remove(vertex(v)); });
  }
  fastpair_status set_row(std::int64_t v, const std::vector<std::int64_t>& weights,
                          const std::vector<std::uint8_t>& allowed) {
    std::vector<Edge> edges;
    for (std::size_t j = 0; j < weights.size(); ++j) {
      if (allowed[j] == 0 || static_cast<std::int64_t>(j) == v) continue;
      edges.push_back({vertex(v), static_cast<Vertex>(j), weights[j]});
    }
    return status_of([&] { solver_.insert(vertex(v), edges); });
  }

  Found solve() { return found(solver_.solve()); }
  fastpair_status solve(Interruption interruption) {
    return status_of([&] {
      (void)solver_.solve([&] {
        require(forbid(0, 1) == FASTPAIR_BUSY, "is for one call at a time");
        return interruption.stops();
      });
    });
  }
  PriceRow prices(std::int64_t v) { return solver_.prices(vertex(v)); }
  Losses losses(const LossQuestion& question) {
    return solver_.losses(std::vector<Vertex>(question.ends.begin(), question.ends.end()),
                          question.at_least, static_cast<std::size_t>(question.most),
                          question.limit);
  }
  void check_edges(const Graph& graph) const {
    const std::vector<Edge> edges = solver_.edges();
    require(edges.size() == graph.edges().size(), "has as many edges");
    for (const auto& [i, j, weight] : edges) {
      require(i < j && graph.joins(i, j) && graph.weights[graph.cell(i, j)] == weight,
              "has the edges that were set");
    }
  }

 private:
  static Vertex vertex(std::int64_t v) { return static_cast<Vertex>(v); }

  template <class Action>
  static fastpair_status status_of(Action action) {
    try {
      action();
      return FASTPAIR_OK;
    } catch (const std::invalid_argument&) {
      return FASTPAIR_INVALID_ARGUMENT;
    } catch (const std::out_of_range&) {
      return FASTPAIR_OUT_OF_RANGE;
    } catch (const SolverBusy&) {
      return FASTPAIR_BUSY;
    } catch (const Interrupted&) {
      return FASTPAIR_INTERRUPTED;
    }
  }

  SparseMatchingSolver solver_;
};

}  // namespace fastpair::fuzz
