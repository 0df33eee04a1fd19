/** A Redis server for a test file: on a free port of this machine, and in a folder that goes with it. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const hasRedis = spawnSync("redis-server", ["--version"]).status === 0;

export interface RedisServer {
  /** redis://127.0.0.1:… */
  readonly connection: string;
  stop(): Promise<void>;
}

export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "preempt-redis-"));
  const settings = { port, bind: "127.0.0.1", dir: folder, save: "", appendonly: "no", loglevel: "warning" };
  const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = spawn("redis-server", words, { stdio: "ignore" });
  return { connection: `redis://127.0.0.1:${port}`, stop: () => stop(server, folder) };
}

async function stop(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill("SIGKILL");
    await once(server, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
