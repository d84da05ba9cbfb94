// The level that no dual may fall below, and on which a vertex may stay unmatched.
#pragma once

#include "blossom/indexed.hpp"
#include "blossom/limits.hpp"
#include "fastpair/integers.hpp"

namespace fastpair {

/// A level so low that no gain of weight pays for leaving one more vertex. Throws WidthExceeded if
/// it might not fit into Value.
template <class Value>
Value penalty_ground(Vertex size, Weight largest) {
  const Wide ground = -(Wide{size} * largest + 1);
  if (ground < -Limits<Value>::kTime) throw WidthExceeded{};
  return static_cast<Value>(ground);
}

}  // namespace fastpair
