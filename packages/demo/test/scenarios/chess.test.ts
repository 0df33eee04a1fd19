/** The engine of the chess scenario: plays by the rules, finds mates, and preemption changes none of its moves. */
import { drive } from "@preempt/runtime/testing";
import { Chess } from "chess.js";
import { beforeAll, describe, expect, test } from "vitest";
import { Game, openings } from "../../src/scenarios/chess/game.ts";
import { type Position, positionOf } from "../../src/scenarios/chess/position.ts";
import type * as Work from "../../src/scenarios/chess/work.ts";
import { type Limits, noThought, think } from "../../src/scenarios/chess/work.ts";
import { buildWork } from "../build-work.ts";

const start = new Chess().fen();
const middlegame = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
const byNodes = (nodes: number, depth = 30): Limits => ({ nodes, depth, isLate: () => false });
const best = (fen: string, limits = byNodes(5000), seen: readonly string[] = []) =>
  think(fen, seen, limits, noThought());

for (const variant of ["capture", "paper"] as const) {
  describe(variant, () => {
    let built: typeof Work;
    beforeAll(async () => {
      built = await buildWork<typeof Work>("src/scenarios/chess/work.ts", variant);
    });
    for (const budget of [0, 1, 7]) {
      test(`a preemption at each ${budget + 1}. point changes no thought`, () => {
        for (const fen of [start, middlegame]) {
          const expected = best(fen, byNodes(1500));
          expect(expected.line.length).toBeGreaterThan(1);
          const { value, preemptions } = drive(built.think, { args: [fen, [], byNodes(1500), noThought()], budget });
          expect(value).toEqual(expected);
          expect(preemptions).toBeGreaterThan(5000);
        }
      });
    }
  });
}

test("the library's inner door leads to the positions that everybody counts", () => {
  const count = (position: Position, depth: number): number => {
    if (depth === 0) return 1;
    let leaves = 0;
    for (const move of position._moves({ legal: true })) {
      position._makeMove(move);
      leaves += count(position, depth - 1);
      position._undoMove();
    }
    return leaves;
  };
  expect(count(positionOf(start), 3)).toBe(8902);
  // "Kiwipete", which has castling, promotion and capture in passing
  expect(count(positionOf("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"), 2)).toBe(2039);
});

for (const [name, fen, line] of [
  ["a rook is given up, for a pawn that mates", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", ["a1a6", "b7a6", "b6b7"]],
  [
    "a queen is given up",
    "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
    ["d2h6", "g7h6", "h4f6"],
  ],
] as const) {
  test(`mate in two is found: ${name}`, () => {
    expect(best(fen).line).toEqual(line);
  });
}

test("a whole game is played by the rules, and thoughts become deeper with more nodes", () => {
  const game = new Game();
  for (let i = 0; i < 60 && game.end === undefined; i++) {
    const thought = best(game.fen, byNodes(300), game.seen);
    expect(game.written(thought.line)).not.toBe("");
    expect(game.play(thought.line[0] as string)).toBe(true);
  }
  expect(game.moveNumber).toBeGreaterThan(10);
  expect(best(middlegame, byNodes(20_000)).depth).toBeGreaterThan(best(middlegame, byNodes(300)).depth);
});

test("who is ahead does not repeat the position, who is lost does", () => {
  const ahead = "7k/8/8/8/8/8/8/KQ6 w - - 0 1";
  const [first = ""] = best(ahead, byNodes(500, 2)).line;
  const after = new Chess(ahead);
  after.move(first);
  expect(best(ahead, byNodes(500, 2), [after.hash()]).line[0]).not.toBe(first);
  const lost = "7K/8/8/8/8/8/8/kq6 w - - 0 1";
  const back = new Chess(lost);
  back.move("Kg8");
  expect(best(lost, byNodes(500, 2), [back.hash()]).line[0]).toBe("h8g8");
});

test("time that is up ends a thought, with a move in any case", () => {
  const thought = think(middlegame, [], { nodes: 1e9, depth: 30, isLate: () => true }, noThought());
  expect(thought.nodes).toBeLessThan(200);
  expect(new Game().written(best(start, byNodes(1)).line)).not.toBe("");
});

test("every opening is one, and castling, capture in passing and promotion reach the board", () => {
  for (const [, moves] of openings) expect(new Game(moves).pieces().size).toBeGreaterThan(30);
  const castled = new Game("e4 e5 Nf3 Nc6 Bb5 a6 O-O");
  expect(castled.pieceAt("g1")?.type).toBe("k");
  const passing = new Game("e4 a6 e5 d5");
  expect(passing.targets("e5").sort()).toEqual(["d6", "e6"]);
  expect(passing.play("e5d6")).toBe(true);
  expect(passing.pieceAt("d5")).toBeUndefined();
  const promoted = new Game("e4 d5 exd5 c6 dxc6 a6 cxb7 a5");
  expect(promoted.play("b7a8")).toBe(true);
  expect(promoted.pieceAt("a8")).toMatchObject({ type: "q", color: "w" });
  expect(promoted.play("a2a8")).toBe(false);
});
