/** What pages of a browser load, from memory or a folder, at a free port of this machine alone. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Served {
  readonly type: "text/html" | "text/javascript";
  readonly text: string;
}

/**
 * @param find What stands under a path, as "/script.js". Undefined: nothing does.
 * @param headers Of every answer
 */
export async function serve(
  find: (path: string) => Promise<Served | undefined> | Served | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ origin: string; stop(): void }> {
  const server = createServer(async ({ url = "/" }, response) => {
    const found = await find(new URL(url, "http://localhost").pathname);
    if (found === undefined) response.writeHead(404).end();
    else
      response.writeHead(200, { ...headers, "content-type": found.type, "cache-control": "no-store" }).end(found.text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
