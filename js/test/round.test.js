import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { pairRound } from "../example/round.js";
import { luck } from "../support/luck.js";

const CASES = JSON.parse(readFileSync(new URL("../support/cases.json", import.meta.url), "utf8"));

/** A tournament, drawn and played by luck. Calls check(players, drawn) before the games of a round. */
async function play(size, rounds, seed, check) {
  const next = luck(seed);
  const fresh = (_, k) => ({ name: `P${k}`, score: 2 * (k % 3), balance: 0, met: [], byes: 0 });
  const players = Array.from({ length: size }, fresh);
  for (let round = 1; round <= rounds; ++round) {
    const drawn = await pairRound(players, { round });
    check(players, drawn);
    if (drawn.bye) {
      drawn.bye.byes += 1;
      drawn.bye.score += 2;
    }
    for (const [white, black] of drawn.boards) {
      white.met.push(black.name);
      black.met.push(white.name);
      white.balance += 1;
      black.balance -= 1;
      (next(2) ? white : black).score += 2;
    }
  }
  return players;
}

test("rounds cost on each level what those of fastpair.pair cost, and the same player has the bye", async () => {
  for (const { players, options, bye, unpaired, levels } of CASES) {
    const found = await pairRound(players, options);
    assert.deepEqual(found.levels, levels);
    assert.equal(found.bye?.name ?? null, bye);
    assert.equal(found.left.length, unpaired.length);
  }
});

test("no rule of forbid is broken", async () => {
  for (const { players, options } of CASES.filter(({ options }) => options.forbid)) {
    const [rule] = options.forbid;
    if (Array.isArray(rule) || options.round > (rule.until ?? Infinity)) continue;
    const best = Math.max(...players.map(({ score }) => score));
    const free = (one) => rule.notInTopGroup && one.score === best;
    for (const [one, other] of (await pairRound(players, options)).boards) {
      assert.ok(one.attributes.school !== other.attributes.school || (free(one) && free(other)));
    }
  }
});

test("nobody meets twice or has two byes, and colours stay even", async () => {
  for (const size of [16, 17]) {
    const players = await play(size, 6, size, (field, { boards, bye, left }) => {
      assert.deepEqual(left, []);
      assert.equal(boards.length, Math.floor(field.length / 2));
      assert.equal(new Set([...boards.flat(), bye ?? field[0]]).size, field.length);
      for (const [white, black] of boards) {
        assert.ok(!white.met.includes(black.name) && white.balance <= black.balance);
      }
      if (bye) assert.equal(bye.byes, 0);
    });
    assert.ok(players.every(({ balance }) => Math.abs(balance) <= 3));
  }
});

test("the last levels give way where the weights have no room for all", async () => {
  const fresh = (_, k) => ({ name: `P${k}`, score: k % 19, balance: k % 3, met: [], byes: 0 });
  const { boards, levels } = await pairRound(Array.from({ length: 400 }, fresh));
  assert.equal(boards.length, 200);
  assert.deepEqual(Object.keys(levels), ["streaks", "scores", "top", "colours", "seeding"]);
});

test("scores come before colours", async () => {
  const player = (name, score, balance) => ({ name, score, balance, met: [], byes: 0 });
  const field = [player("a", 2, 1), player("b", 2, 1), player("c", 1, -1), player("d", 1, -1)];
  const { boards } = await pairRound(field);
  assert.deepEqual(boards.map((board) => board.map(({ name }) => name).sort().join("")), ["ab", "cd"]);
  // With equal scores, those who have had White go together with those who have had Black.
  const even = field.map((one) => ({ ...one, score: 1 }));
  const names = (await pairRound(even)).boards.map((board) => board.map(({ name }) => name));
  assert.ok(names.every(([white, black]) => "cd".includes(white) && "ab".includes(black)));
});

test("who has met everybody is left over", async () => {
  const player = (name, met) => ({ name, score: 0, balance: 0, met, byes: 0 });
  const { boards, left } = await pairRound([player("a", ["b"]), player("b", ["a"])]);
  assert.deepEqual([boards.length, left.length], [0, 2]);
});

test("an unknown order is refused", async () => {
  const player = (name) => ({ name, score: 0, balance: 0, met: [], byes: 0 });
  await assert.rejects(pairRound([player("a"), player("b")], { order: "best" }), /expected an order/);
});

const ANN = { name: "Ann", score: 2, balance: 0, met: [], byes: 0 };
const BOB = { name: "Bob", score: 2, balance: 0, met: [], byes: 0 };

test("players who cannot be told apart or have no number as score are refused", async () => {
  await assert.rejects(pairRound([ANN, { ...BOB, name: "Ann" }]), /two players are called Ann/);
  await assert.rejects(pairRound([ANN, { ...BOB, score: Number("x") }]), /Bob: expected a number as score, got NaN/);
  await assert.rejects(pairRound([{ ...ANN, balance: undefined }, BOB]), /Ann: expected a number as balance/);
});

test("two have met if one of them says so", async () => {
  for (const players of [[{ ...ANN, met: ["Bob"] }, BOB], [ANN, { ...BOB, met: ["Ann"] }]]) {
    assert.deepEqual((await pairRound(players)).boards, []);
  }
});
