/**
 * Builds the page and serves it on this machine; takes the next free port if the usual one is taken. The build has a process of its own,
 * so that its memory is free again while the page is served.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { serve } from "../../../scripts/serve.mjs";

const vite = join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");
const { status } = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn"], { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);

const { port } = await serve(fileURLToPath(new URL("../dist", import.meta.url)), 4173);
console.log(
  `\n  The demo is at  http://localhost:${port}/\n\n  Watch the box, then choose FCFS instead of EDF; there are eight scenarios. Ctrl+C stops the server.\n`,
);
