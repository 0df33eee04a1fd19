import type { Entry } from "../../entry.ts";
import { openAnswer } from "./panel.ts";
import type * as Work from "./work.ts";

const query = "{ people { id name trade city friends { id name mail } } }";

export const entry: Entry<Work.Data, string, Work.Answer> = {
  summary: "A query for 8,000 people and the friends of each is answered from objects in the page's memory.",
  libraries: ["graphql 17.1.0"],
  field: "Filter the people",
  byHand:
    "Executing a query is one call of the library. Resolvers could be made asynchronous, which makes each field a promise.",
  worker: "The worker has its own people. The answer, 72,000 objects, is copied back.",
  hasWorker: true,
  limits: ["Resolvers of the page are preemptable if the build knows them: annotated, or in a package that is named."],
  script: { kind: "started", run: ({ ask }) => ask(query) },
  builds: { plain: () => import("./work.ts?plain") as Promise<typeof Work>, preempt: () => import("./work.ts") },
  open: openAnswer,
};
