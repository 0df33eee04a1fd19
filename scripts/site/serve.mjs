/** `npm run docs`: serves the built site on this machine. */
import { fileURLToPath } from "node:url";
import { serve } from "../serve.mjs";

const { port } = await serve(fileURLToPath(new URL("../../site/dist", import.meta.url)), 4180);
console.log(`\n  The documentation is at  http://localhost:${port}/\n\n  Ctrl+C stops the server.\n`);
