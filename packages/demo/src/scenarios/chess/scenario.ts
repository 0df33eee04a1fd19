import type { Scenario } from "../scenario.ts";
import { ChessPanel } from "./panel.ts";
import type * as Work from "./work.ts";

/** A chess engine against a smooth board. */
export const chess: Scenario<typeof Work> = {
  summary:
    "An engine searches for its next move with chess.js, as it comes from npm, while the same thread moves the pieces. It is an anytime computation: its best move so far is there to be shown whenever somebody looks.",
  watch: [
    "Under FCFS a piece hangs on its square and then jumps: the search for the answer has the thread. Under EDF it glides, and the search goes on between the frames.",
    "The arrow is the best move so far. Under EDF it turns while the engine thinks; under FCFS you never see it: when it could be drawn, the move is made.",
    "Choose “You are white” and drag a piece while the engine thinks: under EDF it stays under the pointer.",
    "Compare positions/s under both: it says what the preemption points cost.",
  ],
  tasks: [
    {
      id: "board",
      kind: "periodic",
      period: 16.6,
      deadline: 16.6,
      wcet: 1,
      priority: 28,
      does: "moves the pieces and the arrow",
    },
    {
      id: "think",
      kind: "aperiodic",
      period: 1500,
      deadline: 1500,
      wcet: 600,
      priority: 5,
      does: "searches for the engine's next move",
    },
  ],
  options: [
    {
      id: "players",
      label: "Players",
      values: [
        ["engines", "Engine against engine"],
        ["person", "You are white"],
      ],
    },
    {
      id: "strength",
      label: "Engine",
      values: [
        ["steady", "steady"],
        ["quick", "quick"],
        ["deep", "deep, until its deadline"],
      ],
    },
  ],
  files: [
    { name: "work.ts", source: () => import("./work.ts?raw"), output: () => import("./work.ts?output") },
    { name: "search.ts", source: () => import("./search.ts?raw"), output: () => import("./search.ts?output") },
  ],
  work: {
    capture: () => import("./work.ts"),
    paper: () => import("./work.ts?paper") as Promise<typeof Work>,
    plain: () => import("./work.ts?plain") as Promise<typeof Work>,
  },
  open: (stage) => new ChessPanel(stage),
};
