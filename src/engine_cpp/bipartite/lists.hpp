// The edges of a bipartite graph as lists, one for each row, and what is found by them alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "blossom/candidates.hpp"
#include "blossom/indexed.hpp"
#include "fastpair/matching.hpp"

namespace fastpair {

/// A list of items for each vertex, all of them in one array.
template <class Item>
class Lists {
 public:
  /// for_each_item(put) calls put(v, item) for every item, the same both times that it is called.
  template <class ForEachItem>
  Lists(Vertex size, ForEachItem for_each_item) : begin_(index_of(size) + 2) {
    for_each_item([&](Vertex v, const Item&) { ++begin_[index_of(v) + 2]; });
    for (std::size_t k = 2; k < begin_.size(); ++k) begin_[k] += begin_[k - 1];
    items_.resize(begin_.back());
    for_each_item([&](Vertex v, const Item& item) { items_[begin_[index_of(v) + 1]++] = item; });
  }

  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(begin_.size() - 2); }
  [[nodiscard]] std::span<const Item> of(Vertex v) const {
    const std::size_t begin = begin_[index_of(v)];
    return std::span(items_).subspan(begin, begin_[index_of(v) + 1] - begin);
  }
  [[nodiscard]] std::span<const Item> all() const { return items_; }

 private:
  /// Where the list of each vertex begins. While items are put, the place of the next one is kept
  /// one further on.
  std::vector<std::size_t> begin_;
  std::vector<Item> items_;
};

/// The neighbours of each vertex. The edges have to name vertices of the graph.
using Neighbours = Lists<Vertex>;
inline Neighbours neighbours_of(const SparseGraph& graph) {
  return {static_cast<Vertex>(graph.size), [&](auto put) {
            for (const Edge& edge : graph.edges) {
              put(edge.first, edge.second);
              put(edge.second, edge.first);
            }
          }};
}

/// The vertices in an order in which neighbours lie near each other: that of their numbers, if they
/// do so already, or breadth-first. Takes O(vertices + edges) time.
[[nodiscard]] std::vector<Vertex> order_of(const Neighbours& neighbours);

/// One side of the graph are the rows, the other one the columns; both are numbered from 0. An arc
/// leads from a row to a column. There may be parallel arcs.
class RowLists {
 public:
  template <class ForEachArc>
  RowLists(Vertex rows, Vertex columns, ForEachArc for_each_arc)
      : columns_(columns), arcs_(rows, for_each_arc) {}

  [[nodiscard]] Vertex rows() const { return arcs_.size(); }
  [[nodiscard]] Vertex columns() const { return columns_; }
  [[nodiscard]] std::span<const Arc> from(Vertex row) const { return arcs_.of(row); }
  [[nodiscard]] std::span<const Arc> arcs() const { return arcs_.all(); }
  /// The same graph, with rows as columns.
  [[nodiscard]] RowLists turned() const {
    return {columns(), rows(), [this](auto put) {
              for (Vertex row = 0; row < rows(); ++row) {
                for (const Arc& arc : from(row)) put(arc.to, Arc{row, arc.weight_2x});
              }
            }};
  }
  template <class Visit>
  void for_each_arc(Vertex row, Visit visit) const {
    for (const Arc& arc : from(row)) visit(arc.to, arc.weight_2x);
  }

 private:
  Vertex columns_;
  Lists<Arc> arcs_;
};

/// A matching of rows and columns.
struct Mates {
  Mates(Vertex rows, Vertex columns) : row_mate(rows, kNobody), column_mate(columns, kNobody) {}

  PerVertex<Vertex> row_mate;
  PerVertex<Vertex> column_mate;

  void match(Vertex row, Vertex column) {
    row_mate[row] = column;
    column_mate[column] = row;
  }
};

/// A matching with the most edges, whatever they weigh, and a set of as many vertices that holds an
/// end of every edge. So every such matching matches all vertices of the cover, and uses no edge
/// that has both ends in it.
struct Cover : Mates {
  Cover(Vertex rows, Vertex columns) : Mates(rows, columns), has_row(rows), has_column(columns) {}

  PerVertex<std::uint8_t> has_row;
  PerVertex<std::uint8_t> has_column;
};

/// The matching by the method of Hopcroft and Karp, and the least cover by Koenig's theorem. Takes
/// O(arcs sqrt(vertices)) time.
[[nodiscard]] Cover least_cover(const RowLists& graph, const Interrupt& interrupt);

}  // namespace fastpair
