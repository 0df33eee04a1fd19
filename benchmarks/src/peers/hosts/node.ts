/** Sessions as processes of Node. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runChild } from "../../child.ts";
import type { SessionReport } from "../session/measure.ts";
import type { SessionOrder } from "../session/node.ts";
import type { Session, SessionHost } from "../session-host.ts";

const entry = new URL("../session/node.ts", import.meta.url);

/** @param folder Of the bundles. */
export function nodeHost(folder: string): SessionHost {
  const url = (...path: string[]) => pathToFileURL(join(folder, ...path)).href;
  return {
    name: "node",
    engine: `Node ${process.versions.node}, V8 ${process.versions.v8}`,
    canType: false,
    async run({ program, peer, size, effort, seed }: Session): Promise<SessionReport> {
      const order: SessionOrder = {
        plain: url("plain", `${program}.mjs`),
        peer: url(peer, `${program}.mjs`),
        sender: url("session", "sender.mjs"),
        size,
        effort,
        seed,
      };
      return await runChild(`${program} under ${peer}`, entry, order);
    },
    stop: async () => {},
  };
}
