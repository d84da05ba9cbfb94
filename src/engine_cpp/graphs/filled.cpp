#include "graphs/filled.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace fastpair {

std::unique_ptr<Weight[]> FilledMatrix::allocate(std::size_t count) {
  auto weights = std::make_unique_for_overwrite<Weight[]>(count);
#ifdef __linux__
  constexpr std::size_t page = std::size_t{1} << 12;
  constexpr std::size_t large = std::size_t{1} << 22;
  const std::size_t bytes = count * sizeof(Weight);
  if (bytes >= large) {
    // From the first page on that begins in it. If it fails, small pages do.
    const std::size_t before = page - reinterpret_cast<std::uintptr_t>(weights.get()) % page;
    madvise(reinterpret_cast<std::byte*>(weights.get()) + before, bytes - before, MADV_HUGEPAGE);
  }
#endif
  return weights;
}

}  // namespace fastpair
