// Matchings of matrices by blossoms: of one, and of one that changes.
#include "fastpair/matching_solver.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "api/one_solve.hpp"
#include "api/routes.hpp"
#include "api/solver_state.hpp"
#include "blossom/indexed.hpp"
#include "blossom/pricing_solver.hpp"
#include "graphs/dense.hpp"
#include "rows/parallel.hpp"

namespace fastpair {

template <class Value>
using DenseSolver = PricingSolver<Value, DenseSource>;

Solution solve_by_blossoms(const DenseSource& source, Objective objective,
                           const Interrupt& interrupt) {
  return solve_once<DenseSolver>(source, objective, interrupt);
}

template <class Value>
Optimum<Value> find_optimum(const DenseSource& source, Objective objective,
                            const Interrupt& interrupt) {
  CandidateGraph candidates(source.size());
  source.select(candidates);
  DenseSolver<Value> solver(
      source, candidates,
      greedy_start<Value>(source.first_duals_2x(candidates), candidates, objective), objective);
  solver.run(interrupt);
  const Value ground = solver.ground();
  return {std::move(solver).state(), ground};
}

template Optimum<std::int64_t> find_optimum(const DenseSource&, Objective, const Interrupt&);
template Optimum<Wide> find_optimum(const DenseSource&, Objective, const Interrupt&);

/// The matrix of a state, which its source reads.
struct Cells {
  std::vector<Weight> weights_;
  std::vector<std::uint8_t> allowed_;

  [[nodiscard]] DenseGraph graph_of(std::int64_t size) const {
    return {size, weights_.data(), allowed_.data()};
  }
};

class MatchingSolver::State : Cells,
                              public SolverState<MatchingSolver::State, DenseSource, DenseSolver> {
 public:
  State(std::int64_t size, std::vector<Weight> weights, std::vector<std::uint8_t> allowed,
        Objective objective)
      : Cells{std::move(weights), std::move(allowed)},
        SolverState(DenseSource(graph_of(size)), CandidateGraph(static_cast<Vertex>(size)),
                    objective, 8 * static_cast<std::size_t>(size)) {}

  State(const State& other)
      : Cells(other), SolverState(other, DenseSource(other.source_, graph_of(other.size()))) {}
  State& operator=(const State&) = delete;

  [[nodiscard]] DenseGraph graph() const { return graph_of(size()); }

  void set(Vertex i, Vertex j, Weight weight) {
    require_edge(i, j);
    require_present(i, j);
    require_weight(weight);
    put(i, j, weight, 1);
    note(i, j);
  }

  void forbid(Vertex i, Vertex j) {
    require_edge(i, j);
    put(i, j, weights_[cell(i, j)], 0);
    note(i, j);
  }

  void force(Vertex i, Vertex j) {
    require_edge(i, j);
    require_present(i, j);
    const Weight weight = weights_[cell(i, j)];
    if (allowed_[cell(i, j)] == 0) throw std::invalid_argument(pair_name(i, j) + " is no edge");
    clear(i);
    clear(j);
    put(i, j, weight, 1);
    note(i, i);
    note(j, j);
  }

  void remove(Vertex v) {
    require_vertex(v);
    if (is_absent(v)) return;
    clear(v);
    set_absent(v, true);
    note(v, v);
  }

  void set_row(Vertex v, std::span<const Weight> weights, std::span<const std::uint8_t> allowed) {
    require_vertex(v);
    const std::size_t length = absent().size();
    if (weights.size() != length || allowed.size() != length) {
      throw std::invalid_argument("expected a row of " + std::to_string(size()) + " cells, got " +
                                  std::to_string(weights.size()) + " weights and " +
                                  std::to_string(allowed.size()) + " flags");
    }
    const auto joins = [&](std::size_t j) {
      return j != index_of(v) && allowed[j] != 0 && !is_absent(static_cast<Vertex>(j));
    };
    for (std::size_t j = 0; j < length; ++j) {
      if (joins(j)) require_weight(weights[j]);
    }
    set_absent(v, false);
    for (std::size_t j = 0; j < length; ++j) {
      if (j != index_of(v)) put(v, static_cast<Vertex>(j), weights[j], joins(j) ? 1 : 0);
    }
    note(v, v);
  }

  std::vector<PriceRow> price_table(const Interrupt& interrupt, const Progress& progress) {
    reoptimize(interrupt);
    std::vector<PriceRow> rows(absent().size());
    const auto parts = static_cast<std::size_t>(std::clamp<std::int64_t>(size() / 32, 1, cores()));
    std::vector<std::optional<Pricer>> pricers(parts);
    in_turn(parts, rows.size(), interrupt, [&](std::size_t part, std::size_t k, const auto& ask) {
      if (!pricers[part]) pricers[part] = pricer();
      rows[k] = pricers[part]->use(
          [&](auto& answers) { return answers->row(static_cast<Vertex>(k), ask); });
      // The end is announced below, because the last row may be in another thread.
      if (part == 0 && progress) progress(static_cast<double>(k + 1) / static_cast<double>(size()));
    });
    if (progress) progress(1);
    return rows;
  }

 private:
  void put(Vertex i, Vertex j, Weight weight, std::uint8_t allowed) noexcept {
    if (allowed != 0) source_.admit(i, j, weight);
    weights_[cell(i, j)] = weights_[cell(j, i)] = weight;
    allowed_[cell(i, j)] = allowed_[cell(j, i)] = allowed;
  }

  void clear(Vertex v) {
    for (Vertex j = 0; j < size(); ++j) {
      allowed_[cell(v, j)] = allowed_[cell(j, v)] = 0;
    }
  }

  [[nodiscard]] std::size_t cell(Vertex i, Vertex j) const {
    return index_of(i) * absent().size() + index_of(j);
  }
};

MatchingSolver::MatchingSolver(std::int64_t size, std::vector<Weight> weights,
                               std::vector<std::uint8_t> allowed, Objective objective) {
  const auto cells = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  if (size < 0 || size > kVertexLimit || weights.size() != cells || allowed.size() != cells) {
    throw std::invalid_argument("expected two square matrices of " + std::to_string(size) +
                                " rows");
  }
  state_ = std::make_unique<State>(size, std::move(weights), std::move(allowed), objective);
}

MatchingSolver::MatchingSolver(const MatchingSolver& other) {
  const auto state = other.state_->use();
  state_ = std::make_unique<State>(*state);
}
MatchingSolver::MatchingSolver(MatchingSolver&&) noexcept = default;
MatchingSolver& MatchingSolver::operator=(MatchingSolver&&) noexcept = default;
MatchingSolver::~MatchingSolver() = default;

std::int64_t MatchingSolver::size() const { return graph().size; }
DenseGraph MatchingSolver::graph() const { return state_->graph(); }
std::span<const std::uint8_t> MatchingSolver::removed() const { return state_->absent(); }

void MatchingSolver::set(Vertex i, Vertex j, Weight weight) { state_->use()->set(i, j, weight); }

void MatchingSolver::forbid(Vertex i, Vertex j) { state_->use()->forbid(i, j); }

void MatchingSolver::force(Vertex i, Vertex j) { state_->use()->force(i, j); }

void MatchingSolver::remove(Vertex v) { state_->use()->remove(v); }

void MatchingSolver::set_row(Vertex v, std::span<const Weight> weights,
                             std::span<const std::uint8_t> allowed) {
  state_->use()->set_row(v, weights, allowed);
}

Solution MatchingSolver::solve(const Interrupt& interrupt) {
  return state_->use()->solve(interrupt);
}

PriceRow MatchingSolver::prices(Vertex v, const Interrupt& interrupt) {
  return state_->use()->prices(v, interrupt);
}

Losses MatchingSolver::losses(std::span<const Vertex> vertices, const std::vector<Wide>& at_least,
                              std::size_t count, Wide limit, const Interrupt& interrupt) {
  return state_->use()->losses(vertices, at_least, count, limit, interrupt);
}

std::vector<PriceRow> MatchingSolver::price_table(const Interrupt& interrupt,
                                                  const Progress& progress) {
  return state_->use()->price_table(interrupt, progress);
}

}  // namespace fastpair
