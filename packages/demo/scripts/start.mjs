/** Builds the pages and serves them on this machine; takes the next free port if the usual one is taken. */
import { fileURLToPath } from "node:url";
import { serve } from "../../../scripts/serve.mjs";
import { buildPages } from "./build-pages.mjs";

buildPages();
const { port } = await serve(fileURLToPath(new URL("../dist", import.meta.url)), 4173);
console.log(
  `\n  The demo is at  http://localhost:${port}/\n\n  Choose a library, run it plain and with Preempt, and type meanwhile. The scheduler's page has eight scenarios.\n  Ctrl+C stops the server.\n`,
);
