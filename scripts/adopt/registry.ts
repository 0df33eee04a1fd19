/**
 * A registry on this machine that has our packages as they would be published, so that the commands of the documentation work before
 * that. Package managers ask it for names that begin with "@preempt/", and the usual registry for all others.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Packed {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly tarball: string;
}

export interface Registry {
  readonly url: string;
  close(): void;
}

/** Settings of pnpm and others leave out versions that are a day old. */
const published = "2026-01-01T00:00:00.000Z";

export async function serveRegistry(packages: readonly Packed[]): Promise<Registry> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "").replace(/\?.*$/, "");
    const found = packages.find(({ manifest }) => path.startsWith(`/${manifest.name}`));
    if (found === undefined) response.writeHead(404).end("{}");
    else if (path.endsWith(".tgz")) response.end(readFileSync(found.tarball));
    else {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(packument(found, url)));
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function packument({ manifest, tarball }: Packed, url: string): object {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
  const dist = { integrity, tarball: `${url}${name}/-/${version}.tgz` };
  return {
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { ...manifest, dist } },
    time: { created: published, modified: published, [version]: published },
  };
}
