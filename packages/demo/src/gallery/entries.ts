/** The entries, in the order of the page. Each is loaded when it is opened. */
import type { Entry } from "./entry.ts";

export interface EntryLink {
  /** In links, and the name of its folder. */
  readonly id: string;
  /** One to three words. */
  readonly title: string;
  /** What people complain about, in a few words. */
  readonly complaint: string;
  load(): Promise<Entry>;
}

// An entry's work has types of its own, which only its own panel has to know.
const erase = ({ entry }: { readonly entry: unknown }) => entry as Entry;

export const entries: readonly [EntryLink, ...EntryLink[]] = [
  {
    id: "chat",
    title: "Chat answer",
    complaint: "Markdown and highlighting, again with each token",
    load: async () => erase(await import("./entries/chat/entry.ts")),
  },
  {
    id: "search",
    title: "Fuzzy search",
    complaint: "20,000 rows, again with each key",
    load: async () => erase(await import("./entries/search/entry.ts")),
  },
  {
    id: "sheet",
    title: "Spreadsheet import",
    complaint: "the page stops while the file is read",
    load: async () => erase(await import("./entries/sheet/entry.ts")),
  },
  {
    id: "graph",
    title: "Graph layout",
    complaint: "a second for a graph of 220 nodes",
    load: async () => erase(await import("./entries/graph/entry.ts")),
  },
  {
    id: "code",
    title: "Code editor",
    complaint: "a large file, parsed and highlighted",
    load: async () => erase(await import("./entries/code/entry.ts")),
  },
  {
    id: "graphql",
    title: "GraphQL",
    complaint: "a large query, answered in the page",
    load: async () => erase(await import("./entries/graphql/entry.ts")),
  },
  {
    id: "pdf",
    title: "PDF",
    complaint: "a report of 6,000 lines",
    load: async () => erase(await import("./entries/pdf/entry.ts")),
  },
  {
    id: "physics",
    title: "Physics",
    complaint: "900 bodies, and no frame left",
    load: async () => erase(await import("./entries/physics/entry.ts")),
  },
  {
    id: "diagram",
    title: "Diagram",
    complaint: "measures text in the page: no worker can do it",
    load: async () => erase(await import("./entries/diagram/entry.ts")),
  },
];
