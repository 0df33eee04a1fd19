import type { Entry } from "../../entry.ts";
import { openDiagram } from "./panel.ts";
import type * as Work from "./work.ts";

const nodes = 120;

export const entry: Entry<undefined, string, string> = {
  summary: `A flow chart of ${nodes} boxes is drawn from its text, as in a document with diagrams.`,
  libraries: ["mermaid 12.3.0"],
  field: "Write the next paragraph",
  byHand: "A diagram is one call of the library.",
  worker: "Not possible: mermaid puts each text into the page to measure it.",
  hasWorker: false,
  limits: [
    "mermaid draws its boxes and labels by asynchronous functions that it waits for together (`Promise.all`). JavaScript runs what follows their `await` outside of the job, and not preempted: these parts take as long as in plain mode.",
    "Each text is measured by the browser, which lays out the page for it. After a frame it has to do so anew.",
    "`mermaid.render` queues its calls by promises, outside of the job. The entry calls `mermaidAPI.render`, which does the same without the queue.",
  ],
  script: { kind: "started", run: ({ ask }) => ask(flowChart()) },
  builds: { plain: () => import("./work.ts?plain") as Promise<typeof Work>, preempt: () => import("./work.ts") },
  open: openDiagram,
};

function flowChart(): string {
  const lines = ["flowchart LR"];
  for (let i = 0; i < nodes; i++) lines.push(`  n${i}["Step ${i}: ${["check", "send", "wait", "sort"][i % 4]}"]`);
  for (let i = 1; i < nodes; i++) lines.push(`  n${Math.floor((i - 1) / 3)} -->|${i % 3 === 0 ? "no" : "yes"}| n${i}`);
  return lines.join("\n");
}
