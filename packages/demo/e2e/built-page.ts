/** A page of its own for a test: built by Vite with the transform, and served once for each set of headers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import preempt from "@preempt/transformer/vite";
import { build, type PreviewServer, preview } from "vite";

export interface BuiltPage {
  /** One for each set of headers. */
  readonly addresses: readonly string[];
  close(): Promise<void>;
}

/** @param folder Beside this file, with an index.html */
export async function buildPage(
  folder: string,
  ...headers: readonly Readonly<Record<string, string>>[]
): Promise<BuiltPage> {
  const outDir = mkdtempSync(join(tmpdir(), `preempt-${folder}-`));
  const shared = {
    configFile: false as const,
    root: fileURLToPath(new URL(`./${folder}`, import.meta.url)),
    logLevel: "warn" as const,
    plugins: [preempt({ summary: false })],
    worker: { format: "es" as const, plugins: () => [preempt({ summary: false })] },
    build: { outDir, emptyOutDir: true, target: "es2023" },
  };
  await build(shared);
  const servers: PreviewServer[] = [];
  for (const set of headers) {
    servers.push(await preview({ ...shared, preview: { host: "127.0.0.1", port: 0, headers: { ...set } } }));
  }
  return {
    addresses: servers.map((server) => server.resolvedUrls?.local[0] ?? ""),
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
