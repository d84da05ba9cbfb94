// A solver as one is plugged into the benchmarks: it matches 0 with 1, 2 with 3 and so on, and
// refuses problems with an edge of weight 13. It recurses as deep as there are vertices.
#include <algorithm>
#include <cstdint>

namespace {

void match_from(std::int64_t v, std::int64_t size, std::int64_t* mate) {
  if (v == size) return;
  volatile char frame[512] = {};
  match_from(v + 1, size, mate);
  mate[v] = (v ^ 1) + frame[0];
}

}  // namespace

extern "C" {

void* peer_problem(std::int64_t size, std::int64_t edges, const std::int64_t* first,
                   const std::int64_t* second, const std::int64_t* weights) {
  (void)first, (void)second;
  if (std::find(weights, weights + edges, 13) != weights + edges) return nullptr;
  return new std::int64_t(size);
}

void peer_solve(const void* problem, std::int32_t perfect, std::int64_t* mate) {
  (void)perfect;
  match_from(0, *static_cast<const std::int64_t*>(problem), mate);
}

void peer_free(void* problem) { delete static_cast<std::int64_t*>(problem); }

}  // extern "C"
