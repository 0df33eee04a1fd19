/** Sessions as processes of Node. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { SessionReport } from "../session/measure.ts";
import type { SessionOrder } from "../session/node.ts";
import type { Session, SessionHost } from "../session-host.ts";

const run = promisify(execFile);
const entry = fileURLToPath(new URL("../session/node.ts", import.meta.url));

/** @param folder Of the bundles. */
export function nodeHost(folder: string): SessionHost {
  const url = (...path: string[]) => pathToFileURL(join(folder, ...path)).href;
  return {
    name: "node",
    engine: `Node ${process.versions.node}, V8 ${process.versions.v8}`,
    async run({ program, peer, size, effort, seed }: Session): Promise<SessionReport> {
      const order: SessionOrder = {
        plain: url("plain", `${program}.mjs`),
        peer: url(peer, `${program}.mjs`),
        sender: url("session", "sender.mjs"),
        size,
        effort,
        seed,
      };
      // Collecting garbage before each sample would make the engine throw away code that it has not seen run for a while.
      const flags = ["--no-flush-bytecode"];
      try {
        const { stdout } = await run(process.execPath, [...flags, entry, JSON.stringify(order)]);
        return JSON.parse(stdout) as SessionReport;
      } catch (error) {
        throw new Error(
          `${program} under ${peer}: ${(error as { stderr?: string }).stderr || (error as Error).message}`,
        );
      }
    },
    stop: async () => {},
  };
}
