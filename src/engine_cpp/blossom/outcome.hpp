// How a search goes, and how it ends.
//
// The stages are those of Derigs and Metz (1986, "On the use of optimal fractional matchings for
// solving the (integer) matching problem"): the optimal fractional matching, in which the edges of
// some odd cycles count one half each (kHalved), is found first, and then made a matching.
#pragma once

#include <cstdint>
#include <limits>

namespace fastpair {

enum class Outcome : std::uint8_t {
  kAugmented,  ///< Two free nodes are matched.
  kGrounded,   ///< The root is matched, and a vertex on the ground is free instead.
  kHalved,     ///< The root is matched, and a cycle is matched by halves: a free blossom of dual 0.
  kStuck,      ///< No edge leads out of the tree, or as many arcs were scanned as are allowed.
  kViolated,   ///< An edge that was no candidate is violated: see violation().
};

/// In the fractional stage the first tight edge between two S-vertices ends a search: each edge of
/// the odd cycle counts one half, and a later search that meets the cycle ends there. No blossom
/// with a positive dual is made. The integral stage matches the cycles that are left.
enum class Stage : std::uint8_t { kFractional, kIntegral };

/// As many arcs as there are.
inline constexpr std::int64_t kAllArcs = std::numeric_limits<std::int64_t>::max();

}  // namespace fastpair
