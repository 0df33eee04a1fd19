/** The runtime and the drivers of in-realm.ts as one script, whose value is their exports. */
import { fileURLToPath } from "node:url";
import { build } from "vite";

export async function bundleRuntime(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: false,
      target: "esnext",
      lib: { entry: fileURLToPath(new URL("in-realm.ts", import.meta.url)), formats: ["iife"], name: "exported" },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const [chunk] = (output as { output: { code: string }[] }).output;
  if (chunk === undefined) throw new Error("the runtime did not bundle");
  // Bundled as a script, the modules would run sloppy.
  return `(() => { "use strict"; ${chunk.code}; return exported; })()`;
}
