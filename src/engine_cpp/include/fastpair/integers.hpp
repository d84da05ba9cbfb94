// The integers of the engine, each named once with the reason for its width.
#pragma once

#include <cstdint>
#include <limits>

namespace fastpair {

/// A vertex, 0 ... n-1. Signed, so that -1 can mean "nobody".
using Vertex = std::int32_t;

/// The mate of a vertex that is left unmatched.
inline constexpr Vertex kNobody = -1;

/// An edge weight as the caller gives it.
using Weight = std::int64_t;

/// Wide enough for every sum and every dual of every accepted input; see limits.hpp.
__extension__ using Wide = __int128;

}  // namespace fastpair
