import type { Entry } from "../../entry.ts";
import { openFile } from "./panel.ts";
import type * as Work from "./work.ts";

export const entry: Entry<readonly string[], string, Uint8Array<ArrayBuffer>> = {
  summary: "A PDF of 6,000 lines is made, as for a report that a person downloads.",
  libraries: ["pdf-lib 1.17.1"],
  field: "Name the report",
  byHand:
    "A pause after each line. Saving is one call of the library, which gives the thread back now and then by itself.",
  worker: "The worker has its own rows. The file comes back.",
  hasWorker: true,
  limits: [
    "pdf-lib's asynchronous functions were compiled to promise callbacks before it was published. What they do after an `await` runs in those callbacks, outside of the job, and is not preempted.",
  ],
  script: { kind: "started", run: ({ ask }) => ask("People") },
  builds: {
    plain: () => import("./work.ts?plain") as Promise<typeof Work> as never,
    preempt: () => import("./work.ts") as never,
  },
  open: openFile,
};
