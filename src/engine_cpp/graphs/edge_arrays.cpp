#include "graphs/edge_arrays.hpp"

#include <stdexcept>
#include <string>

namespace fastpair {

std::vector<Edge> EdgeArrays::list() const {
  std::vector<Edge> edges;
  edges.reserve(count());
  const auto is_vertex = [this](std::int64_t v) { return v >= 0 && v < size; };
  for (std::size_t k = 0; k < count(); ++k) {
    if (!is_vertex(first[k]) || !is_vertex(second[k])) {
      throw std::invalid_argument("edge " + std::to_string(k) + " joins " +
                                  std::to_string(first[k]) + " and " + std::to_string(second[k]) +
                                  ": expected vertices below " + std::to_string(size));
    }
    edges.push_back(edge(k));
  }
  return edges;
}

}  // namespace fastpair
