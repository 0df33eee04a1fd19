import type { Entry } from "../../entry.ts";
import { openSheet } from "./panel.ts";
import type * as Work from "./work.ts";

export const entry: Entry<Uint8Array, string, Work.Row[]> = {
  summary: "A spreadsheet file of 8,000 rows (1 MB) is read: unpacked, parsed, and made into rows.",
  libraries: ["xlsx 0.18.5"],
  field: "Write a comment",
  byHand: "Reading is one call of the library.",
  worker: "The worker has the file already. Its rows are copied back, which takes the page's thread for a moment.",
  hasWorker: true,
  limits: [
    "xlsx finds the sheet's data by a regular expression over all of its text, and splits it by another: each runs to its end.",
  ],
  script: { kind: "started", run: ({ ask }) => ask("People") },
  builds: { plain: () => import("./work.ts?plain") as Promise<typeof Work>, preempt: () => import("./work.ts") },
  open: openSheet,
};
