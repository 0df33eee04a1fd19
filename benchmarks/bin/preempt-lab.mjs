#!/usr/bin/env node
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";

// The sources are TypeScript, which older engines do not read; the project brings one that does.
if (process.features.typescript) {
  // Whoever reads the output may have had enough of it.
  process.stdout.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
  const { main } = await import("../src/cli.ts");
  process.exitCode = await main(process.argv.slice(2));
} else {
  const engine = createRequire(import.meta.url).resolve("node/bin/node");
  const child = spawn(engine, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: "inherit" });
  process.on("SIGINT", () => child.kill("SIGINT"));
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  child.on("exit", (status, signal) => {
    process.exitCode = status ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  });
}
