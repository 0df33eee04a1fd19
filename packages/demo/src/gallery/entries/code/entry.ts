import source from "fuse.js?raw";
import type { Entry } from "../../entry.ts";
import { openCode } from "./panel.ts";
import type * as Work from "./work.ts";

/** A file of some 400 kB. */
const file = source.repeat(8);
let text = file;

export const entry: Entry<undefined, string, Work.Highlighted> = {
  summary:
    "Each key changes a source file of 400 kB at its beginning. The file is parsed and highlighted anew, without what CodeMirror keeps of the parse before.",
  libraries: ["@lezer/javascript 1.5.6", "@lezer/lr 1.4.12", "@lezer/highlight 1.2.5"],
  field: "Write a comment at the beginning of the file",
  byHand: "Lezer is made for it: a parse goes on step by step. The tree is highlighted statement by statement.",
  worker: "The text is sent to the worker with each key. Of the tokens only those that are shown come back.",
  hasWorker: true,
  limits: [
    "An editor parses only what has changed. This is the case that editors avoid: a large file that is opened, or pasted.",
  ],
  script: {
    kind: "typed",
    sample: "the first line",
    request: (typed) => {
      text = `// ${typed}\n${file}`;
      return text;
    },
  },
  builds: { plain: () => import("./work.ts?plain") as Promise<typeof Work>, preempt: () => import("./work.ts") },
  open: (place) => openCode(place, () => text),
};
