/** Builds the page and serves it on this machine; takes the next free port if the usual one is taken. */
import { build, preview } from "vite";

await build({ logLevel: "warn" });
const server = await preview({ logLevel: "warn" });
const { port } = server.httpServer.address();
console.log(
  `\n  The demo is at  http://localhost:${port}/\n\n  Watch the box, then choose FCFS instead of EDF; there are eight scenarios. Ctrl+C stops the server.\n`,
);
