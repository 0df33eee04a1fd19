/**
 * `npm start`: the demo's own start script, in one process. npm puts a shell between itself and us that dies of a
 * signal without passing it on; so that no server outlives its `npm start`, we end when that shell has.
 */
import process from "node:process";
import { fileURLToPath } from "node:url";

const shell = process.ppid;
setInterval(() => {
  if (process.ppid !== shell) process.exit();
}, 500).unref();

const demo = new URL("../packages/demo/", import.meta.url);
process.chdir(fileURLToPath(demo));
await import(new URL("scripts/start.mjs", demo).href);
