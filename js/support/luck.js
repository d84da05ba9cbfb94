/** Numbers that look random and are the same on every machine. */
export function luck(seed) {
  let state = BigInt(seed) + 1n;
  return (below) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    return Number((state >> 33n) % BigInt(below));
  };
}
