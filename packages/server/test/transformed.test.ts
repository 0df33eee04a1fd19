/** The packages as they are built: handlers of whole programs become preemptable because they are registered. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

test("in each framework handlers are preemptable because they are registered", () => {
  const register = new URL("../../transformer/dist/register.js", import.meta.url).href;
  const args = ["--import", register, path("projects/servers.ts")];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 60_000 });
  const line = "login login login report report done done";
  const names = ["fastify", "express", "hono", "fetch", "node"];
  expect({ stdout, stderr }).toEqual({
    stdout: names.map((name) => `${name} ${line}\n`).join(""),
    stderr: "preempt: 9 functions preemptable in 1 file\n",
  });
});
