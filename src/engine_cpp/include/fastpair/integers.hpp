// The integers of the engine, each named once with the reason for its width.
#pragma once

#include <cstdint>

namespace fastpair {

/// A vertex, 0 ... n-1. Signed, so that -1 can mean "nobody".
using Vertex = std::int32_t;

/// The mate of a vertex that stays unmatched.
inline constexpr Vertex kNobody = -1;

/// An edge weight as the caller gives it.
using Weight = std::int64_t;

/// No weight is larger in size, so that nothing overflows; limits.hpp derives both limits.
inline constexpr Weight kWeightLimit = Weight{1} << 60;

/// Up to this size a solve starts in 64 bits, which mostly suffice; beyond, it takes 128.
inline constexpr Weight kNarrowLimit = kWeightLimit / 2;

/// Wide enough for every sum and every dual of every accepted input; see limits.hpp.
__extension__ using Wide = __int128;

}  // namespace fastpair
