/** Builds the pages and serves them on this machine; takes the next free port if the usual one is taken. */
import { build, preview } from "vite";

await build({ logLevel: "warn" });
await build({ logLevel: "warn", configFile: "vite.gallery.config.ts" });
const server = await preview({ logLevel: "warn" });
const { port } = server.httpServer.address();
console.log(
  `\n  The demo is at  http://localhost:${port}/\n\n  Choose a library, run it plain and with Preempt, and type meanwhile. The scheduler's page has eight scenarios.\n  Ctrl+C stops the server.\n`,
);
