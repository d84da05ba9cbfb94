// Nodes, which are vertices or blossoms, and vectors that are indexed by vertices or by nodes.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "fastpair/integers.hpp"

namespace fastpair {

/// A vertex or a blossom of a graph of n vertices: those below n are the vertices, under their own
/// numbers, and n, n+1, ... are blossoms. It is a type of its own, so that a node is never taken
/// for a vertex.
enum class Node : std::int32_t {};

/// Stands for no node, such as the parent of a surface node.
inline constexpr Node kNone{-1};

/// A vertex as a node.
constexpr Node node_of(Vertex v) { return Node{v}; }

/// A pair of vertices in messages.
inline std::string pair_name(std::int64_t i, std::int64_t j) {
  return std::string("(").append(std::to_string(i)).append(", ").append(std::to_string(j)) + ")";
}

/// The number of a vertex or of a node as an index into memory.
constexpr std::size_t index_of(Vertex v) { return static_cast<std::size_t>(v); }
constexpr std::size_t index_of(Node b) { return static_cast<std::size_t>(b); }

/// A value for each vertex, or for each node. Nothing but the type Index itself is accepted as an
/// index, so that neither a node nor a place in another list is taken for a vertex.
template <class Index, class T>
class Indexed {
 public:
  Indexed() = default;
  explicit Indexed(Index size, const T& value = T()) : values_(index_of(size), value) {}
  /// The values of another one, converted.
  template <class Other>
  explicit Indexed(const Indexed<Index, Other>& other) : values_(other.begin(), other.end()) {}

  decltype(auto) operator[](std::same_as<Index> auto k) { return values_[index_of(k)]; }
  decltype(auto) operator[](std::same_as<Index> auto k) const { return values_[index_of(k)]; }

  void set(std::same_as<Index> auto k, const T& value) { values_[index_of(k)] = value; }

  /// The number of values, which is the index that the next one would get.
  [[nodiscard]] Index size() const { return static_cast<Index>(values_.size()); }
  [[nodiscard]] bool empty() const { return values_.empty(); }
  [[nodiscard]] T* data() { return values_.data(); }
  [[nodiscard]] const T* data() const { return values_.data(); }
  [[nodiscard]] auto begin() { return values_.begin(); }
  [[nodiscard]] auto begin() const { return values_.begin(); }
  [[nodiscard]] auto end() { return values_.end(); }
  [[nodiscard]] auto end() const { return values_.end(); }
  [[nodiscard]] const std::vector<T>& values() const { return values_; }

  void fill(const T& value) { std::ranges::fill(values_, value); }
  /// Asks for room for so many values at once: left to itself, a vector takes twice what it had.
  void reserve(std::size_t count) { values_.reserve(count); }
  void resize(Index size) { values_.resize(index_of(size)); }
  void push_back(T value) { values_.push_back(std::move(value)); }

 private:
  std::vector<T> values_;
};

template <class T>
using PerVertex = Indexed<Vertex, T>;
template <class T>
using PerNode = Indexed<Node, T>;

/// The vertices from 0 to, without, `size`.
inline std::vector<Vertex> vertices_below(Vertex size) {
  std::vector<Vertex> vertices(index_of(size));
  std::iota(vertices.begin(), vertices.end(), 0);
  return vertices;
}

/// Those of them for which wanted(v).
template <class Wanted>
std::vector<Vertex> vertices_below(Vertex size, Wanted wanted) {
  std::vector<Vertex> vertices;
  for (Vertex v = 0; v < size; ++v) {
    if (wanted(v)) vertices.push_back(v);
  }
  return vertices;
}

}  // namespace fastpair
