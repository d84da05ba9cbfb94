// A weight model of its own: a round of a Swiss or a McMahon tournament. Nobody meets twice, or has a
// second bye. Of all draws like that, scores are as near as possible, and then colours as even.
import { foldLevelsDense, maxWeightMatchingDense } from "fastpair";

/** The opponent of whoever has the bye. */
const BYE = { name: "bye" };

/** How well two players go together, the most important first: a level for each number. */
function merits(one, other, lowest) {
  if (one === BYE) return merits(other, one, lowest);
  if (other === BYE) return [-((one.score - lowest) ** 2), -(one.balance ** 2)];
  const [white, black] = seated(one, other);
  const apart = one.score - other.score;
  return [-(apart ** 2), -((white.balance + 1) ** 2 + (black.balance - 1) ** 2)];
}

/** White first: who has had White less often. */
function seated(one, other) {
  return one.balance <= other.balance ? [one, other] : [other, one];
}

function mayMeet(one, other) {
  if (one === BYE || other === BYE) return !one.bye && !other.bye;
  return !one.met.includes(other.name);
}

/**
 * The boards of the next round, as [white, black] or [player], who has the bye; and who is left over
 * if not everybody can be paired.
 *
 * Players are { name, score, balance, met, bye }: the balance is the number of games with White less
 * that with Black, `met` has the names of the opponents so far, and `bye` tells who has had one.
 */
export async function pairRound(players) {
  const seats = players.length % 2 ? [...players, BYE] : players;
  const size = seats.length;
  const lowest = Math.min(...players.map(({ score }) => score));
  const allowed = new Uint8Array(size * size);
  const levels = [0, 1].map(() => new Float64Array(size * size));
  seats.forEach((one, i) => {
    seats.forEach((other, j) => {
      if (i === j) return;
      allowed[i * size + j] = mayMeet(one, other);
      merits(one, other, lowest).forEach((merit, k) => (levels[k][i * size + j] = merit));
    });
  });
  const options = { allowed, maxcardinality: true };
  const { weights } = await foldLevelsDense(size, levels, options);
  const { mate } = await maxWeightMatchingDense(size, weights, options);
  const boards = [];
  mate.forEach((mate, i) => {
    if (mate <= i) return;
    boards.push(seats[mate] === BYE ? [seats[i]] : seated(seats[i], seats[mate]));
  });
  const points = (board) => Math.max(...board.map(({ score }) => score)) - (board.length < 2 ? 1e9 : 0);
  boards.sort((a, b) => points(b) - points(a));
  return { boards, left: seats.filter((one, i) => mate[i] < 0 && one !== BYE) };
}
