/** What an application loads of a form, without the runtime: minified as a build does it, and compressed in two ways. */
import { brotliCompressSync, gzipSync } from "node:zlib";
import { minifySync } from "vite";
import type { Form } from "./form.ts";

/** Bytes. */
export interface Sizes {
  readonly minified: number;
  readonly gzip: number;
  readonly brotli: number;
}

/** @throws Error if the minifier cannot read the code */
export function sizesOf({ kind, texts }: Form): Sizes {
  const minified = texts
    .filter(({ isFrame }) => !isFrame)
    .map(({ name, text }) => {
      const { code, errors } = minifySync(name, text, { module: kind === "module", compress: true, mangle: true });
      if (errors.length > 0) throw new Error(`minifying: ${errors[0]?.message}`);
      return code;
    })
    .join("\n");
  const bytes = Buffer.from(minified);
  return {
    minified: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes).length,
  };
}
