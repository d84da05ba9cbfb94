// Solvers that hold their state: after a change they start from the last solution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "fastpair/matching.hpp"

namespace fastpair {

/// A call to a solver before another call to it has returned.
struct SolverBusy : std::runtime_error {
  SolverBusy()
      : std::runtime_error(
            "this solver is in use: another thread, or a call that has not returned, works with "
            "it; give each thread a solver of its own, or use a lock") {}
};

/// What it costs to match one vertex with each of the others: the optimum, compared with the best
/// matching that has the edge between the two.
struct PriceRow {
  /// 1 where there is an edge. All other fields are 0 where there is none.
  std::vector<std::uint8_t> possible;
  /// How many pairs fewer that matching has; always 0 under Objective::kWeight.
  std::vector<std::int64_t> fewer;
  /// How much lighter it is; negative only where it has fewer pairs.
  std::vector<Wide> lighter;
};

/// What it costs to give up some matched edges: how much lighter the best matching is that lacks
/// one of them, under Objective::kCardinality of those with as many pairs.
struct Losses {
  /// 1 for the edges of which it is known what they cost.
  std::vector<std::uint8_t> exact;
  /// What they cost; for the others a lower bound.
  std::vector<Wide> at_least;
};

/// Called now and then with the share of the work that is done, and at the end with 1, always in
/// the thread of the caller.
using Progress = std::function<void(double)>;

/// Solves a dense graph again and again while edges and vertices come and go.
///
/// After a change, a solve costs the searches that the change makes necessary, and a pass over the
/// rows whose duals they have lowered. Of several optimal matchings it may return another one than
/// a solve from scratch does.
///
/// Functions throw std::out_of_range for a vertex that does not exist or a weight beyond the limit,
/// std::invalid_argument for an edge from a vertex to itself. A call that throws has changed
/// nothing, even where memory is short: the graph is what it was, and so is the matching.
///
/// A change is only noted; the next solve or question makes the searches. A question after changes
/// solves first, and then solve() returns the matching for which it was answered.
///
/// One solver is for one thread at a time: a change or a solve that begins before another one has
/// returned, in another thread or in an interrupt function, throws SolverBusy. What a solve reads
/// of the graph it does not write, so that graph() and removed() may be read meanwhile.
class MatchingSolver {
 public:
  /// Takes a symmetric matrix, row-major, and which of its cells are edges. Throws as
  /// max_weight_matching does.
  MatchingSolver(std::int64_t size, const std::vector<Weight>& weights,
                 const std::vector<std::uint8_t>& allowed, Objective objective);
  /// Copies a matrix. Throws as max_weight_matching does.
  MatchingSolver(const DenseGraph& graph, Objective objective);
  /// Copies the graph and the state.
  MatchingSolver(const MatchingSolver& other);
  MatchingSolver(MatchingSolver&&) noexcept;
  MatchingSolver& operator=(MatchingSolver&&) noexcept;
  ~MatchingSolver();

  [[nodiscard]] std::int64_t size() const;
  /// The graph as it stands, as long as the solver lives. The weights of cells that are no edges
  /// mean nothing.
  [[nodiscard]] DenseGraph graph() const;
  /// For each vertex 1 if it is removed, else 0; follows the changes, as long as the solver lives.
  [[nodiscard]] std::span<const std::uint8_t> removed() const;

  /// Makes ij an edge of this weight. Throws std::invalid_argument if i or j is removed: only a row
  /// brings a vertex back.
  void set(Vertex i, Vertex j, Weight weight);
  /// Makes ij no edge, whether it was one or not.
  void forbid(Vertex i, Vertex j);
  /// Leaves ij the only edge of both vertices, so that a matching of maximum cardinality has it.
  /// Throws std::invalid_argument if ij is no edge; a removed vertex has none.
  void force(Vertex i, Vertex j);
  /// Takes a vertex and its edges out of the graph: it need not be matched. A vertex that is
  /// removed stays so.
  void remove(Vertex v);
  /// Gives a vertex the edges of a row of weights, and puts it into the graph if it was removed.
  /// Edges to vertices that are removed are left out; their weights, and v's own, are not read.
  void set_row(Vertex v, std::span<const Weight> weights, std::span<const std::uint8_t> allowed);

  /// The optimum of the graph as it stands: the same solution again if there was no change.
  /// Removed vertices have no mate, and their duals mean nothing. If it is interrupted, the next
  /// call goes on. Throws what `interrupt` throws.
  [[nodiscard]] Solution solve(const Interrupt& interrupt = {});

  /// The prices of all edges of v, by one search.
  [[nodiscard]] PriceRow prices(Vertex v, const Interrupt& interrupt = {});
  /// The prices of all edges, a row for each vertex, on all cores.
  [[nodiscard]] std::vector<PriceRow> price_table(const Interrupt& interrupt = {},
                                                  const Progress& progress = {});
  /// What it costs to give up the edges of some vertices. Throws std::invalid_argument for one
  /// without a mate. Only what costs less than `limit` is looked for, and of that the `count`
  /// cheapest, of which there may be more if several cost the same. `at_least` are lower bounds,
  /// for each of the vertices one.
  [[nodiscard]] Losses losses(std::span<const Vertex> vertices, const std::vector<Wide>& at_least,
                              std::size_t count, Wide limit, const Interrupt& interrupt = {});

 private:
  class State;
  std::unique_ptr<State> state_;
};

class Journal;
struct EdgeArrays;

/// Solves a list of edges again and again while edges and vertices come and go.
///
/// After a change, a solve costs the searches that the change makes necessary, and some passes over
/// the vertices. What holds for MatchingSolver holds here too, and functions of the same name do
/// and throw the same. Memory is proportional to the vertices and edges.
class SparseMatchingSolver {
 public:
  /// Throws as max_weight_matching does.
  SparseMatchingSolver(const SparseGraph& graph, Objective objective);
  /// The same of edges in arrays, of which it makes no list if it solves them as a matrix.
  SparseMatchingSolver(const EdgeArrays& arrays, Objective objective);
  /// Copies the graph and the state.
  SparseMatchingSolver(const SparseMatchingSolver& other);
  SparseMatchingSolver(SparseMatchingSolver&&) noexcept;
  SparseMatchingSolver& operator=(SparseMatchingSolver&&) noexcept;
  ~SparseMatchingSolver();

  [[nodiscard]] std::int64_t size() const;
  /// The edges as they stand, each once and with its smaller vertex first, in their order.
  [[nodiscard]] std::vector<Edge> edges() const;
  /// The weight of the edge ij, or nothing if there is none.
  [[nodiscard]] std::optional<Weight> weight(Vertex i, Vertex j) const;
  [[nodiscard]] std::span<const std::uint8_t> removed() const;

  /// Makes these edges of the graph, with their weights; of parallel ones the last counts.
  void set(std::span<const Edge> edges);
  void set(Vertex i, Vertex j, Weight weight) {
    const Edge edge{i, j, weight};
    set({&edge, 1});
  }
  void forbid(Vertex i, Vertex j);
  void remove(Vertex v);
  /// Gives a vertex these edges and no others, and puts it into the graph if it was removed. Edges
  /// to vertices that are removed are left out; of parallel ones the heaviest counts. Throws
  /// std::invalid_argument for one that does not end at v.
  void insert(Vertex v, std::span<const Edge> edges);

  [[nodiscard]] Solution solve(const Interrupt& interrupt = {});
  /// The matching that solve() returns, without its certificate, which takes a pass over the graph.
  /// It stays until the next call after a change.
  [[nodiscard]] const Matching& matching(const Interrupt& interrupt = {});

  /// The graph as it is at a moment. As long as it lives, the solver remembers what changes.
  class Revision {
   public:
    explicit Revision(std::size_t place) : place_(place) {}

   private:
    friend class Journal;
    /// The place in the journal of the first change that was made later.
    std::size_t place_;
  };
  [[nodiscard]] std::shared_ptr<const Revision> revision();
  /// A certificate of the optimum of the graph as it was. If it has changed since, a copy of the
  /// solver takes the changes back and solves again.
  [[nodiscard]] Certificate certificate(const Revision& revision, const Interrupt& interrupt = {});
  [[nodiscard]] PriceRow prices(Vertex v, const Interrupt& interrupt = {});
  [[nodiscard]] Losses losses(std::span<const Vertex> vertices, const std::vector<Wide>& at_least,
                              std::size_t count, Wide limit, const Interrupt& interrupt = {});

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace fastpair
