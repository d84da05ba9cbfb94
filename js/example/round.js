// A Swiss, paired by the rules of `fastpair.pair` of Python: nobody meets twice, no rule of `forbid` is
// broken, and as many players as possible are paired. Of all such rounds it is the best on levels, one
// after the other. It does not look ahead to later rounds.
import { foldLevelsDense, maxWeightMatchingDense } from "fastpair";

/** How far two places of a group, from 1, are from the ideal of an order. */
const DEVIATIONS = {
  fold: (i, j, size) => Math.abs(i + j - size - 1),
  slip: (i, j, size) => Math.abs(2 * Math.abs(i - j) - size),
  adjacent: (i, j) => Math.abs(i - j) - 1,
};

const square = (x) => x * x;
const sum = (numbers) => numbers.reduce((total, x) => total + x, 0);

/** First the player who would be second a third time in a row, and then who has been first less often. */
function orderSides(one, other) {
  const turn = (one.repeated ?? 0) - (other.repeated ?? 0) || one.balance - other.balance;
  return turn <= 0 ? [one, other] : [other, one];
}

/**
 * Whether a rule is about two players. A rule is a pair of names, an attribute, or an attribute with
 * conditions: { attribute, until, notInTopGroup }.
 */
function concerns(rule, one, other, { round, top }) {
  if (Array.isArray(rule)) return rule.includes(one.name) && rule.includes(other.name);
  const { attribute, until = Infinity, notInTopGroup = false } =
    typeof rule === "string" ? { attribute: rule } : rule;
  const value = one.attributes?.[attribute] ?? "";
  if (value === "" || value !== (other.attributes?.[attribute] ?? "") || round > until) return false;
  return !(notInTopGroup && one.score === top && other.score === top);
}

/** The players from the best to the last: by score, then by tiebreak, then in their order. */
function standing(players) {
  const byScore = (a, b) => b.score - a.score || (b.tiebreak ?? 0) - (a.tiebreak ?? 0);
  return [...players].sort(byScore);
}

/** The levels that say who has the bye: the cost of a pair, and that of a player without one. */
function firstLevels(players, { prefer, preferNot, sides, ...state }) {
  const odd = players.length % 2 === 1;
  const lowest = Math.min(...players.map(({ score }) => score));
  const last = new Map(standing(players).reverse().map((player, place) => [player, place]));
  const nobody = () => 0;
  const apart = (one, other) => square(one.score - other.score);
  const below = odd ? (one) => square(one.score - lowest) : nobody;
  const unwanted = (one, other) => {
    const count = (rules) => rules.filter((rule) => concerns(rule, one, other, state)).length;
    return count(preferNot) - count(prefer);
  };
  const levels = [
    { name: "scores", pair: apart, alone: below },
    {
      name: "top",
      pair: (one, other) => apart(one, other) * Math.max(one.score, other.score),
      alone: (one) => below(one) * one.score,
    },
  ];
  const bothInARow = (one, other) => ((one.repeated ?? 0) * (other.repeated ?? 0) > 0 ? 1 : 0);
  if (sides) levels.unshift({ name: "streaks", pair: bothInARow, alone: nobody });
  if (prefer.length || preferNot.length) levels.push({ name: "preferences", pair: unwanted, alone: nobody });
  if (odd) {
    levels.unshift({ name: "byes", pair: nobody, alone: (one) => one.byes });
    levels.push({ name: "bye", pair: nobody, alone: (one) => last.get(one) });
  }
  return levels;
}

/** The levels of all players but the one who has the bye. */
function lastLevels(players, bye, { sides, order }) {
  const places = new Map();
  for (const score of new Set(players.map((player) => player.score))) {
    const group = players.filter((player) => player.score === score && player !== bye);
    group.forEach((player, i) => places.set(player, { place: i + 1, size: group.length }));
  }
  const fromMiddle = (one) => {
    const { place, size } = places.get(one) ?? {};
    return place ? Math.abs(2 * place - 1 - size) : 0;
  };
  const sameGroup = (one, other) => one.score === other.score && one !== bye && other !== bye;
  const nobody = () => 0;
  const levels = [
    {
      name: "seeding",
      pair: (one, other) =>
        sameGroup(one, other)
          ? square(DEVIATIONS[order](places.get(one).place, places.get(other).place, places.get(one).size))
          : 0,
      alone: nobody,
    },
    {
      name: "floats",
      pair: (one, other) => (sameGroup(one, other) ? 0 : fromMiddle(one) + fromMiddle(other)),
      alone: nobody,
    },
  ];
  if (sides) {
    const imbalance = (one, other) => {
      const [first, second] = orderSides(one, other);
      return square(first.balance + 1) + square(second.balance - 1);
    };
    levels.unshift({ name: "colours", pair: imbalance, alone: ({ balance }) => square(balance) });
  }
  return levels;
}

/**
 * The best matching on levels, and the levels that counted: the last ones do not where all together
 * have no room in the weights.
 */
async function match(players, levels, allowed) {
  const size = players.length;
  const options = { allowed, maxcardinality: true };
  // A pair weighs what its players cost without one, less what it costs itself.
  const matrices = levels.map(({ pair, alone }) => {
    const cell = (one, other) => alone(one) + alone(other) - pair(one, other);
    return Float64Array.from(
      players.flatMap((one) => players.map((other) => (one === other ? 0 : cell(one, other)))),
    );
  });
  for (let count = levels.length; ; --count) {
    try {
      const { weights } = await foldLevelsDense(size, matrices.slice(0, count), options);
      const { mate } = await maxWeightMatchingDense(size, weights, options);
      return { mate, levels: levels.slice(0, count) };
    } catch (error) {
      if (count === 1 || !(error instanceof RangeError)) throw error;
    }
  }
}

/** Refuse players who cannot be told apart, or whose score is no number. */
function requirePlayers(players) {
  const names = new Set();
  for (const { name, score, balance } of players) {
    if (names.has(name)) throw new RangeError(`two players are called ${name}: name them apart`);
    for (const [what, value] of Object.entries({ score, balance })) {
      if (!Number.isFinite(value)) throw new RangeError(`${name}: expected a number as ${what}, got ${value}`);
    }
    names.add(name);
  }
}

/**
 * The boards of the next round, as [first, second], the best scores first; who has the bye, or null; who
 * is left over if not everybody can be paired; and what the round costs on each level that counted.
 *
 * @param players Those who play in this round, the strongest first:
 *   { name, score, balance, repeated, met, byes, attributes, tiebreak }. The score is in half points; the
 *   balance is the number of games with the first side less that with the second; `repeated` is 1 if both of
 *   the last two games were with the first side, -1 if with the second, otherwise 0; `met` has the names of the opponents
 *   so far. Of equal scores the one with the lowest tiebreak has the bye. `repeated`,
 *   `attributes` and `tiebreak` may be missing.
 * @param options round, from 1, for rules with `until`; forbid, prefer, preferNot: rules; sides: whether
 *   to balance them, and to avoid three equal ones in a row; order: fold, slip or adjacent.
 */
export async function pairRound(
  players,
  { round = 1, forbid = [], prefer = [], preferNot = [], sides = true, order = "fold" } = {},
) {
  if (!(order in DEVIATIONS)) {
    throw new RangeError(`expected an order (${Object.keys(DEVIATIONS).join(", ")}), got ${order}`);
  }
  requirePlayers(players);
  const size = players.length;
  const scores = players.map(({ score }) => score);
  const highest = Math.max(...scores);
  // Where all have one score, there is no top group.
  const top = scores.every((score) => score === highest) ? NaN : highest;
  const seats = [...players].sort((a, b) => b.score - a.score);
  const mayMeet = (one, other) =>
    one !== other &&
    !one.met.includes(other.name) &&
    !other.met.includes(one.name) &&
    !forbid.some((rule) => concerns(rule, one, other, { round, top }));
  const allowed = Uint8Array.from(seats.flatMap((one) => seats.map((other) => mayMeet(one, other))));
  const first = firstLevels(seats, { prefer, preferNot, sides, round, top });
  const alone = ({ mate }) => seats.filter((_, i) => mate[i] < 0);
  const byeOf = (matching) => {
    const lastFirst = standing(seats).reverse().sort((a, b) => a.byes - b.byes);
    return lastFirst.find((player) => alone(matching).includes(player)) ?? null;
  };
  const bye = size % 2 ? byeOf(await match(seats, first, allowed)) : null;
  const matching = await match(seats, [...first, ...lastLevels(seats, bye, { sides, order })], allowed);
  const pairs = [];
  matching.mate.forEach((mate, i) => {
    if (mate > i) pairs.push([seats[i], seats[mate]]);
  });
  const left = alone(matching);
  const levels = matching.levels.map(({ name, pair, alone }) => [
    name,
    sum(pairs.map(([one, other]) => pair(one, other))) + sum(left.map(alone)),
  ]);
  return {
    boards: pairs.map(([one, other]) => orderSides(one, other)),
    bye,
    left: left.filter((player) => player !== bye),
    levels: Object.fromEntries(levels),
  };
}
