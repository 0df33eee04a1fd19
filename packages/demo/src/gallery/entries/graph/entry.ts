import type { Entry } from "../../entry.ts";
import { openGraph } from "./panel.ts";
import type * as Work from "./work.ts";

export const entry: Entry<Work.Data, string, Work.Layout> = {
  summary: "A graph of 220 nodes is laid out, as for a flow chart or a dependency graph.",
  libraries: ["@dagrejs/dagre 3.1.3", "@dagrejs/graphlib 4.0.6"],
  field: "Rename a node",
  byHand: "The layout is one call of the library.",
  worker:
    "The worker has its own copy of the graph, and its answer is a list of numbers. A graph whose nodes are objects of the page has to be copied first.",
  hasWorker: true,
  limits: ["Nothing of note: the library is loops and calls."],
  script: {
    kind: "started",
    run: ({ ask }) => ask("LR"),
  },
  builds: { plain: () => import("./work.ts?plain") as Promise<typeof Work>, preempt: () => import("./work.ts") },
  open: openGraph,
};
