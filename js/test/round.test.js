import assert from "node:assert/strict";
import { test } from "node:test";

import { pairRound } from "../example/round.js";
import { luck } from "../support/luck.js";

/** A tournament, drawn and played by luck. Calls check(players, drawn) before the games of a round. */
async function play(size, rounds, seed, check) {
  const next = luck(seed);
  const fresh = (_, k) => ({ name: `P${k}`, score: k % 3, balance: 0, met: [], bye: false });
  const players = Array.from({ length: size }, fresh);
  for (let round = 0; round < rounds; ++round) {
    const drawn = await pairRound(players);
    check(players, drawn);
    for (const [white, black] of drawn.boards) {
      if (!black) {
        white.bye = true;
        white.score += 1;
        continue;
      }
      white.met.push(black.name);
      black.met.push(white.name);
      white.balance += 1;
      black.balance -= 1;
      (next(2) ? white : black).score += 1;
    }
  }
  return players;
}

test("nobody meets twice or has two byes, and colours stay even", async () => {
  for (const size of [16, 17]) {
    const players = await play(size, 6, size, (field, { boards, left }) => {
      assert.deepEqual(left, []);
      assert.equal(new Set(boards.flat()).size, field.length);
      for (const [white, black] of boards) {
        if (black) assert.ok(!white.met.includes(black.name) && white.balance <= black.balance);
        else assert.ok(!white.bye);
      }
    });
    assert.ok(players.every(({ balance }) => Math.abs(balance) <= 2));
  }
});

test("scores come before colours", async () => {
  const player = (name, score, balance) => ({ name, score, balance, met: [], bye: false });
  const field = [player("a", 2, 1), player("b", 2, 1), player("c", 1, -1), player("d", 1, -1)];
  const { boards } = await pairRound(field);
  assert.deepEqual(boards.map((board) => board.map(({ name }) => name).sort().join("")), ["ab", "cd"]);
  // With equal scores, those who have had White go together with those who have had Black.
  const even = field.map((one) => ({ ...one, score: 1 }));
  const names = (await pairRound(even)).boards.map((board) => board.map(({ name }) => name));
  assert.ok(names.every(([white, black]) => "cd".includes(white) && "ab".includes(black)));
});

test("who has met everybody is left over", async () => {
  const player = (name, met) => ({ name, score: 0, balance: 0, met, bye: false });
  const { boards, left } = await pairRound([player("a", ["b"]), player("b", ["a"])]);
  assert.deepEqual([boards.length, left.length], [0, 2]);
});
