/** The library `chess.js`: all positions some moves ahead, by methods of a large class on objects and arrays. */
import { Chess } from "chess.js";
import type { Workload } from "./workload.ts";

/** The usual ones for this: castling, pins, promotions, captures en passant. */
const positions = [
  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
  "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
];

/** @preempt */
function run(depth: number): number[] {
  const counts: number[] = [];
  for (const position of positions) counts.push(new Chess(position).perft(depth));
  return counts;
}

export const workload: Workload<number> = { size: { full: 2, small: 1 }, prepare: (depth) => depth, run };
