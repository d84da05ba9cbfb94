// Vectors that are indexed by vertices or by nodes.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <utility>
#include <vector>

#include "fastpair/integers.hpp"

namespace fastpair {

/// The number of a vertex or a node as an index into memory.
constexpr std::size_t index_of(Vertex v) { return static_cast<std::size_t>(v); }

/// A value for each vertex, or for each node: `Kind` keeps the two apart. The index must have the
/// type of a vertex, so that a place in another list is not taken for one.
template <class Kind, class T>
class Indexed {
 public:
  Indexed() = default;
  explicit Indexed(Vertex size, const T& value = T()) : values_(index_of(size), value) {}
  /// The values of another one, converted.
  template <class Other>
  explicit Indexed(const Indexed<Kind, Other>& other) : values_(other.begin(), other.end()) {}

  decltype(auto) operator[](std::same_as<Vertex> auto v) { return values_[index_of(v)]; }
  decltype(auto) operator[](std::same_as<Vertex> auto v) const { return values_[index_of(v)]; }

  [[nodiscard]] Vertex size() const { return static_cast<Vertex>(values_.size()); }
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
  void resize(Vertex size) { values_.resize(index_of(size)); }
  void push_back(T value) { values_.push_back(std::move(value)); }

 private:
  std::vector<T> values_;
};

template <class T>
using PerVertex = Indexed<struct OfVertices, T>;
template <class T>
using PerNode = Indexed<struct OfNodes, T>;

}  // namespace fastpair
