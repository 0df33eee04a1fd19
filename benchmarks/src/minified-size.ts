/** What an application loads of some code: bundled and minified as its build does it, then compressed (gzip). */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type PluginOption } from "vite";
import { bundledText } from "./bundled-text.ts";

export interface SizeOptions {
  /** Where packages are looked for from. */
  readonly root: string;
  readonly plugins?: readonly PluginOption[];
  /** Imports that are not counted. */
  readonly external?: readonly RegExp[];
}

/**
 * @param code A module
 * @returns bytes
 */
export async function minifiedSize(code: string, options: SizeOptions): Promise<number> {
  return gzipSync(await minifiedText(code, options), { level: 9 }).length;
}

/** Bundled and minified, and not compressed. */
export async function minifiedText(code: string, { root, plugins = [], external = [] }: SizeOptions): Promise<string> {
  const entry = join(root, "size.entry");
  const asked = {
    name: "entry",
    enforce: "pre" as const,
    resolveId: (id: string) => (id === "virtual:size" ? entry : undefined),
    load: (id: string) => (id === entry ? code : undefined),
  };
  const result = await build({
    configFile: false,
    logLevel: "error",
    root,
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [asked, ...plugins],
    build: {
      write: false,
      target: "esnext",
      minify: "oxc",
      modulePreload: false,
      copyPublicDir: false,
      reportCompressedSize: false,
      rolldownOptions: { input: "virtual:size", preserveEntrySignatures: "strict", external: [...external] },
    },
  });
  return bundledText(result);
}
