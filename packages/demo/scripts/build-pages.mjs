/** Builds the pages, and the gallery, into dist/. Each build has a process of its own, so that its memory is free again afterwards. */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

const vite = join(dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin/vite.js");

/** Ends the process where a build fails. */
export function buildPages() {
  for (const config of ["vite.config.ts", "vite.gallery.config.ts"]) {
    const args = [vite, "build", "--logLevel", "warn", "--config", config];
    const cwd = fileURLToPath(new URL("..", import.meta.url));
    const { status } = spawnSync(process.execPath, args, { cwd, stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
  }
}
