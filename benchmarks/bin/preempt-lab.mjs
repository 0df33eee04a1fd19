#!/usr/bin/env node
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

// The sources are TypeScript, which older engines do not read; the project brings one that does.
if (process.features.typescript) {
  // Whoever reads the output may have had enough of it.
  process.stdout.on("error", (error) => {
    if (error.code === "EPIPE") process.exit();
    process.stderr.write(`preempt-lab: standard output cannot be written: ${error.message}.\n`, () => process.exit(2));
  });
  // Progress that nobody reads is no reason to stop.
  process.stderr.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
  });
  // Started by the one below, which was killed: as if told to end.
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel?.unref();
  buildIfMissing();
  const { main } = await import("../src/cli.ts");
  process.exitCode = await main(process.argv.slice(2));
} else {
  const engine = createRequire(import.meta.url).resolve("node/bin/node");
  const child = spawn(engine, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  process.on("SIGINT", () => child.kill("SIGINT"));
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (status, signal) => {
    process.exitCode = status ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  });
}

/** A fresh clone has the packages' sources alone. */
function buildIfMissing() {
  const root = new URL("../../", import.meta.url);
  const script = new URL("scripts/build.mjs", root);
  const built = new URL("packages/runtime/dist/index.js", root);
  const asks = process.argv.slice(2).some((word) => !["help", "--help", "-h", "--version", "-v"].includes(word));
  if (!asks || existsSync(built) || !existsSync(script)) return;
  process.stderr.write("preempt-lab: the packages are built first, which takes some seconds.\n");
  spawnSync(process.execPath, [fileURLToPath(script)], { cwd: fileURLToPath(root), stdio: ["ignore", 2, 2] });
}
