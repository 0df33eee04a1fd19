/** Serves a folder of built files to this machine alone. */
import { once } from "node:events";
import { createServer } from "node:http";
import sirv from "sirv";
import { isolation } from "../packages/demo/build/isolation.ts";

/**
 * @param {string} folder
 * @param {number} first The port, or the first of those that are tried; 0: any free one
 * @returns {Promise<{ port: number, close: () => void }>}
 */
export async function serve(folder, first) {
  const files = sirv(folder, { dev: true, setHeaders: (response) => setAll(response) });
  const server = createServer((request, response) => {
    files(request, response, () => {
      response.writeHead(404, { "Content-Type": "text/plain" });
      response.end("There is no such page.\n");
    });
  });
  const port = await listen(server, first, first + 100);
  return { port, close: () => server.close() };
}

/** @param {import("node:http").ServerResponse} response */
function setAll(response) {
  for (const [name, value] of Object.entries(isolation)) response.setHeader(name, value);
}

/**
 * @param {import("node:http").Server} server
 * @param {number} port
 * @param {number} last
 * @returns {Promise<number>}
 */
async function listen(server, port, last) {
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return /** @type {import("node:net").AddressInfo} */ (server.address()).port;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EADDRINUSE" || port >= last) throw error;
    return listen(server, port + 1, last);
  }
}
