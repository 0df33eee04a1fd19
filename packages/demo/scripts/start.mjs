/**
 * Builds the pages and serves them on this machine; takes the next free port if the usual one is taken. Each build has a process of its
 * own, so that its memory is free again while the pages are served.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { serve } from "../../../scripts/serve.mjs";

const vite = join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");
for (const config of ["vite.config.ts", "vite.gallery.config.ts"]) {
  const args = [vite, "build", "--logLevel", "warn", "--config", config];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

const { port } = await serve(fileURLToPath(new URL("../dist", import.meta.url)), 4173);
console.log(
  `\n  The demo is at  http://localhost:${port}/\n\n  Choose a library, run it plain and with Preempt, and type meanwhile. The scheduler's page has eight scenarios.\n  Ctrl+C stops the server.\n`,
);
