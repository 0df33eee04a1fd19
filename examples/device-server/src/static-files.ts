/** Static files, whose bodies and headers are made once, when the server starts. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { FastifyInstance } from "fastify";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

interface Precomputed {
  readonly path: string;
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly headers: Record<string, string>;
}

/** @param folder Ends with a slash */
export function precompute(folder: URL): readonly Precomputed[] {
  return readdirSync(folder).map((name) => {
    const plain = readFileSync(new URL(name, folder));
    const headers = {
      "content-type": types[extname(name)] ?? "application/octet-stream",
      etag: `"${createHash("sha256").update(plain).digest("base64url")}"`,
      "cache-control": "no-cache",
      vary: "accept-encoding",
    };
    return { path: name === "index.html" ? "/" : `/${name}`, plain, brotli: brotliCompressSync(plain), headers };
  });
}

export function serve(app: FastifyInstance, files: readonly Precomputed[]): void {
  for (const { path, plain, brotli, headers } of files) {
    app.get(
      path,
      { config: { preempt: { class: "page" } } },
      /** @preempt */ (request, reply) => {
        reply.headers(headers);
        if (request.headers["if-none-match"] === headers.etag) return reply.code(304).send();
        const isBrotli = /\bbr\b/.test(request.headers["accept-encoding"] ?? "");
        if (isBrotli) reply.header("content-encoding", "br");
        return reply.send(isBrotli ? brotli : plain);
      },
    );
  }
}
