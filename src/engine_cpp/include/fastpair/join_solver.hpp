// Lightest joins of a fixed graph for changing terminals.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "fastpair/matching.hpp"
#include "fastpair/matching_solver.hpp"

namespace fastpair {

/// Two terminals, or a terminal and the boundary, that a lightest path joins.
struct JoinPair {
  Vertex first = kNobody;
  /// kNobody, where the path leads to the boundary.
  Vertex second = kNobody;
  Weight length = 0;
  /// The labels of the edges of a lightest path, added digit by digit (exclusive or).
  std::uint64_t labels = 0;
};

/// Proves that no join is lighter: an odd set of terminals has a moat around it, which every join
/// crosses, and the moats of no path add up to more than its length [Edmonds and Johnson 1973].
struct JoinCertificate {
  /// Twice the width of the moat around each terminal alone, in their order, and then around each
  /// blossom.
  std::vector<Weight> widths_2x;
  /// The blossom in which each of them lies, as a place in widths_2x, or -1. A blossom comes after
  /// all that lie in it.
  std::vector<std::int64_t> parents;
};

struct Join {
  std::vector<JoinPair> pairs;
  Weight weight = 0;
  /// Those of all pairs, added digit by digit.
  std::uint64_t labels = 0;
};

/// Finds the edges of least weight of which exactly the terminals have an odd number, but for
/// vertices of the boundary, which may have any number.
///
/// The graph is prepared once. A call grows regions around its terminals, and takes time for what
/// they reach. Copies share the graph. A call before another one to the same solver has returned
/// throws SolverBusy.
class JoinSolver {
 public:
  /// Parallel edges: the lightest counts. Loops are no edges. Labels, if there are any, are one
  /// for each edge.
  ///
  /// Throws std::invalid_argument for a vertex that is none, a negative weight, or a wrong number
  /// of labels; std::out_of_range if the weights add up to 2^60 or more.
  explicit JoinSolver(const SparseGraph& graph, std::span<const Vertex> boundary = {},
                      std::span<const std::uint64_t> labels = {});
  JoinSolver(const JoinSolver& other);
  JoinSolver& operator=(const JoinSolver& other);
  JoinSolver(JoinSolver&& other) noexcept;
  JoinSolver& operator=(JoinSolver&& other) noexcept;
  ~JoinSolver();

  [[nodiscard]] std::int64_t size() const;

  /// Throws std::invalid_argument for a vertex that is none, or is a terminal twice, and
  /// Unmatchable if some terminals cannot be joined. The certificate is made if it is asked for.
  Join solve(std::span<const Vertex> terminals, JoinCertificate* certificate = nullptr,
             const Interrupt& interrupt = {});

  /// The weights and the labels of the joins of many lists of terminals, by several threads: list k
  /// are the terminals from the place starts[k] to, without, starts[k + 1]. Throws as solve does;
  /// of several errors, that of the first list. Also std::invalid_argument if the starts are not in
  /// order, or lead beyond the terminals. At least one thread is used.
  struct Answer {
    Weight weight = 0;
    std::uint64_t labels = 0;
  };
  std::vector<Answer> solve_all(std::span<const std::int64_t> starts,
                                std::span<const Vertex> terminals, std::int64_t threads,
                                const Interrupt& interrupt = {});

  /// The edges of a lightest path of each pair of a join, as places in the list of the graph; those
  /// that are in two paths are in none. Throws std::invalid_argument for a pair that no path of its
  /// length joins, as of another graph.
  std::vector<std::int64_t> edges(const Join& join);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fastpair
