// The edges of a bipartite graph as lists, one for each row.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/indexed.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

/// One side of the graph are the rows, the other one the columns; both are numbered from 0. An arc
/// leads from a row to a column. There may be parallel arcs.
class RowLists {
 public:
  RowLists(Vertex rows, Vertex columns) : columns_(columns), begin_(index_of(rows) + 2) {}

  /// First every arc has to be counted, then every arc put.
  void count(Vertex row) { ++begin_[index_of(row) + 2]; }
  void close_counts() {
    for (std::size_t k = 2; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
    arcs_.resize(begin_.back());
  }
  void put(Vertex row, Arc arc) { arcs_[begin_[index_of(row) + 1]++] = arc; }

  [[nodiscard]] Vertex rows() const { return static_cast<Vertex>(begin_.size() - 2); }
  [[nodiscard]] Vertex columns() const { return columns_; }
  [[nodiscard]] std::span<const Arc> from(Vertex row) const {
    return std::span(arcs_).subspan(begin_[index_of(row)],
                                    begin_[index_of(row) + 1] - begin_[index_of(row)]);
  }
  template <class Visit>
  void for_each_arc(Vertex row, Visit visit) const {
    for (const Arc& arc : from(row)) visit(arc.to, arc.weight_2x);
  }
  [[nodiscard]] std::span<const Arc> arcs() const { return arcs_; }

 private:
  Vertex columns_;
  /// Where the arcs of each row begin. While arcs are put, the place of the next one of a row is
  /// kept one further on.
  std::vector<std::size_t> begin_;
  std::vector<Arc> arcs_;
};

}  // namespace fastpair
