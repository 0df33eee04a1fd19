/** A module with everything that it imports from its checkout, as one text without imports and exports. */
import { buildSync } from "esbuild";

/** Undefined: it cannot be put together. */
export function inOneFile(source: string, folder: string | undefined): string | undefined {
  if (!/^\s*(?:import|export)\b/m.test(source)) return source;
  try {
    const { outputFiles } = buildSync({
      stdin: { contents: source, resolveDir: folder ?? ".", sourcefile: "program.js" },
      bundle: true,
      write: false,
      format: "esm",
      target: "esnext",
      treeShaking: false,
      logLevel: "silent",
    });
    const code = outputFiles[0]?.text.replace(/^export \{[^}]*\};$/m, "");
    return code;
  } catch {
    return undefined;
  }
}
