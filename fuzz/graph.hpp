// Graphs that are made of the bytes of the fuzzer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <span>
#include <vector>

#include "fastpair.h"
#include "fastpair/matching.hpp"

namespace fastpair::fuzz {

using Bytes = std::span<const std::uint8_t>;

inline constexpr std::int64_t kMostVertices = 40;

/// Aborts, with the name of the promise, unless a condition holds.
inline void require(bool condition, const char* promise) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s (%s)\n", promise, fastpair_last_error());
  std::abort();
}

/// Reads the bytes from front to back, and zeros after their end.
class Reader {
 public:
  explicit Reader(Bytes bytes) : bytes_(bytes) {}

  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const std::uint8_t value = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return value;
  }
  std::int64_t word() {
    std::uint64_t value = 0;
    for (int k = 0; k < 8; ++k) value = value << 8 | byte();
    return static_cast<std::int64_t>(value);
  }

 private:
  Bytes bytes_;
};

/// The kinds of weights: small ones, ones near the limit, any, few different ones, and powers of 2
/// up to the limit, or minus them.
enum Kind : std::uint8_t { kSmall, kNearLimit, kAny, kFew, kPowers };

inline std::int64_t weight(Kind kind, Reader& reader) {
  switch (kind) {
    case kNearLimit:
      return FASTPAIR_WEIGHT_LIMIT - reader.byte();
    case kAny:
      return reader.word() / 8;
    case kFew:
      return reader.byte() % 3 - 1;
    case kPowers: {
      const std::uint8_t byte = reader.byte();
      const std::int64_t power = std::int64_t{1} << (byte & 127) % 61;
      return byte < 128 ? power : -power;
    }
    default:
      return reader.byte() - 64;
  }
}

struct Graph {
  std::int64_t size = 0;
  std::vector<std::int64_t> weights;
  std::vector<std::uint8_t> allowed;

  Graph() = default;
  /// Without an edge.
  explicit Graph(std::int64_t vertices) : size(vertices) {
    const auto cells = static_cast<std::size_t>(size * size);
    weights.assign(cells, 0);
    allowed.assign(cells, 0);
  }

  [[nodiscard]] std::size_t cell(std::int64_t i, std::int64_t j) const {
    return static_cast<std::size_t>(i * size + j);
  }
  [[nodiscard]] bool joins(std::int64_t i, std::int64_t j) const {
    return i != j && allowed[cell(i, j)] != 0;
  }

  void join(std::int64_t i, std::int64_t j, std::int64_t value) { put(i, j, value, 1); }
  void part(std::int64_t i, std::int64_t j) { put(i, j, 0, 0); }
  /// Takes all edges of v away.
  void clear(std::int64_t v) {
    for (std::int64_t j = 0; j < size; ++j) part(v, j);
  }

  /// Each edge once, its larger vertex first.
  [[nodiscard]] std::vector<Edge> edges() const {
    std::vector<Edge> list;
    for (std::int64_t i = 0; i < size; ++i) {
      for (std::int64_t j = 0; j < i; ++j) {
        if (!joins(i, j)) continue;
        list.push_back({static_cast<Vertex>(i), static_cast<Vertex>(j), weights[cell(i, j)]});
      }
    }
    return list;
  }

  [[nodiscard]] Graph without(std::int64_t i, std::int64_t j) const {
    Graph rest = *this;
    rest.clear(i);
    rest.clear(j);
    return rest;
  }

  /// The same edges, each with its weight times -1.
  [[nodiscard]] Graph negated() const {
    Graph graph = *this;
    for (const auto& [i, j, value] : edges()) graph.join(i, j, -value);
    return graph;
  }

 private:
  void put(std::int64_t i, std::int64_t j, std::int64_t value, std::uint8_t edge) {
    weights[cell(i, j)] = weights[cell(j, i)] = value;
    allowed[cell(i, j)] = allowed[cell(j, i)] = edge;
  }
};

/// A graph of at most so many vertices. Bit 2 of the shape leaves some pairs out.
inline Graph graph_of(Reader& reader, std::uint8_t shape, Kind kind,
                      std::int64_t most = kMostVertices) {
  Graph graph(reader.byte() % (most + 1));
  for (std::int64_t i = 0; i < graph.size; ++i) {
    for (std::int64_t j = 0; j < i; ++j) {
      const std::int64_t value = weight(kind, reader);
      const bool missing = (shape & 4) != 0 && (value & 3) != 0;
      if (!missing) graph.join(i, j, value);
    }
  }
  return graph;
}

/// A list of edges with lengths, of which joins are asked: it may have loops and parallel edges.
struct JoinGraph {
  std::int64_t size = 0;
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> second;
  std::vector<std::int64_t> lengths;
  std::vector<std::uint64_t> labels;
  std::vector<std::int64_t> boundary;

  void add(std::int64_t i, std::int64_t j, std::int64_t length, std::uint64_t label) {
    first.push_back(i);
    second.push_back(j);
    lengths.push_back(length);
    labels.push_back(label);
  }

  [[nodiscard]] bool is_boundary(std::int64_t v) const {
    return std::ranges::find(boundary, v) != boundary.end();
  }
};

}  // namespace fastpair::fuzz
