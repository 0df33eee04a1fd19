/** The programs of this folder, started as their users start them. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Program {
  readonly child: ChildProcess;
  /** Resolves with the first line that matches. */
  line(pattern: RegExp): Promise<string>;
  readonly lines: readonly string[];
  /** Asks it to end, and resolves with its exit code. */
  stop(): Promise<number | null>;
}

export function start(file: string, env: Readonly<Record<string, string>> = {}): Program {
  const child = spawn(process.execPath, ["--import", "@preempt/transformer/register", `src/${file}`], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
    child.emit("line");
  });
  return {
    child,
    lines,
    async line(pattern) {
      for (;;) {
        const found = lines.find((line) => pattern.test(line));
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`${file} ended before it said ${pattern}: ${lines.join("; ")}`);
        await Promise.race([once(child, "line"), once(child, "exit")]);
      }
    },
    async stop() {
      if (child.exitCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      return child.exitCode;
    },
  };
}

export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

export async function startRedis(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as { port: number };
  probe.close();
  await once(probe, "close");
  const folder = mkdtempSync(join(tmpdir(), "preempt-redis-"));
  const settings = ["--port", `${port}`, "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no"];
  const server = spawn("redis-server", settings, { stdio: "ignore" });
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      server.kill("SIGKILL");
      if (server.exitCode === null && server.signalCode === null) await once(server, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
