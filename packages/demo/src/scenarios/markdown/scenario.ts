import type { Scenario } from "../scenario.ts";
import { MarkdownPanel } from "./panel.ts";
import type * as Work from "./work.ts";

/** A preview of a large document, rendered anew with each key. */
export const markdown: Scenario<typeof Work> = {
  summary:
    "A document of megabytes is rendered by markdown-it, as it comes from npm, with each key and again and again. A key calls the render under way off: nobody waits for a preview of what was typed before.",
  watch: [
    "Under FCFS each render runs to its end: the box stands still, and your keys come in bursts. Under EDF the box glides and each key is there at once.",
    "Type, and watch “called off”: under EDF a key ends the render under way; under FCFS there is never one under way that could be ended.",
    "The preview follows when you stop typing for as long as a render takes.",
    "The verdict compares all of the HTML with what the untransformed library makes of the same text, in a worker.",
  ],
  tasks: [
    {
      id: "render",
      kind: "aperiodic",
      period: 1000,
      deadline: 5000,
      wcet: 300,
      priority: 5,
      does: "renders the document",
    },
  ],
  options: [
    {
      id: "size",
      label: "Document",
      values: [
        ["1.5", "1.5 MB"],
        ["0.5", "0.5 MB"],
        ["4", "4 MB"],
      ],
    },
    {
      id: "again",
      label: "Render",
      values: [
        ["on", "again and again"],
        ["off", "with each key only"],
      ],
    },
  ],
  field: { label: "Type Markdown", text: "Type **here**: this is how the document begins." },
  drop: { label: "Drop a Markdown file, or choose one", accept: ".md,.markdown,.txt,text/*" },
  files: [
    { name: "work.ts", source: () => import("./work.ts?raw"), output: () => import("./work.ts?output") },
    { name: "document.ts", source: () => import("./document.ts?raw"), output: () => import("./document.ts?output") },
    { name: "outline.ts", source: () => import("./outline.ts?raw"), output: () => import("./outline.ts?output") },
  ],
  work: {
    capture: () => import("./work.ts"),
    paper: () => import("./work.ts?paper") as Promise<typeof Work>,
    plain: () => import("./work.ts?plain") as Promise<typeof Work>,
  },
  open: (stage) => new MarkdownPanel(stage),
};
