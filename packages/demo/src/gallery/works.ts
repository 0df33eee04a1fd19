/** The work of each entry as it was written, for the worker. Apart from the entries, which know the page. */
import type { Work } from "./entry.ts";

type Load = () => Promise<unknown>;

const loads: Readonly<Record<string, Load>> = {
  chat: () => import("./entries/chat/work.ts?plain"),
  code: () => import("./entries/code/work.ts?plain"),
  graph: () => import("./entries/graph/work.ts?plain"),
  graphql: () => import("./entries/graphql/work.ts?plain"),
  pdf: () => import("./entries/pdf/work.ts?plain"),
  physics: () => import("./entries/physics/work.ts?plain"),
  search: () => import("./entries/search/work.ts?plain"),
  sheet: () => import("./entries/sheet/work.ts?plain"),
};

export async function plainWork(id: string): Promise<Work<unknown, unknown, unknown>> {
  return (await (loads[id] as Load)()) as Work<unknown, unknown, unknown>;
}
