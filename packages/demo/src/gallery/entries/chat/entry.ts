import type { Entry, Stage } from "../../entry.ts";
import { conversation } from "./answer.ts";
import { openAnswer } from "./panel.ts";
import type * as Work from "./work.ts";

/** Milliseconds from a piece of the answer to the next, and their number. */
const every = 40;
const pieces = 60;
/** Part of the conversation that is there from before. */
const before = 0.8;

export const entry: Entry<undefined, string, string[]> = {
  summary: `In a long conversation the last answers arrive in ${pieces} pieces, one every ${every} ms. With each piece the page renders the whole conversation anew (${Math.round(conversation.length / 1000)} kB), as simple chat pages do.`,
  libraries: ["markdown-it 14.1.0", "highlight.js 11.12.0"],
  field: "Write the next question",
  byHand: "A pause between the blocks of the text. Parsing, and each block of code, is one call of the library.",
  worker: "The text is sent to the worker, and the HTML is copied back.",
  hasWorker: true,
  limits: [
    "highlight.js looks for the next token by one long regular expression. A single match runs to its end; between two matches the job can be preempted.",
    "The HTML is put into the page at once. What the browser needs to parse it and to lay it out is the same in all modes.",
  ],
  script: { kind: "started", run: stream },
  builds: { plain: () => import("./work.ts?plain") as Promise<typeof Work>, preempt: () => import("./work.ts") },
  open: openAnswer,
};

/** Renders what has arrived; what arrives meanwhile is rendered together, afterwards. */
async function stream({ ask, show }: Stage<string, string[]>): Promise<string[]> {
  const start = performance.now();
  for (;;) {
    const arrived = Math.min(pieces, 1 + Math.floor((performance.now() - start) / every));
    const share = before + ((1 - before) * arrived) / pieces;
    const html = await ask(conversation.slice(0, Math.round(share * conversation.length)));
    show(html);
    if (arrived === pieces) return html;
    // The next piece comes from the network: by an event of its own.
    const due = start + arrived * every;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
  }
}
