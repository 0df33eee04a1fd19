/**
 * mermaid loads each kind of diagram and each layout when it needs it. The gallery shows one kind, so the build leaves out the
 * others: they would take longer to build than all of the gallery. No file that is used is changed.
 */
import type { Plugin } from "vite";

/** What mermaid's modules import by themselves (chunk-…), and what a flow chart needs. */
const used = /\/(?:chunk|flowDiagram|dagre)-\w+\.mjs$/;
const leftOut = "\0preempt-demo-left-out-diagram";

export function oneDiagram(): Plugin {
  return {
    name: "preempt-demo-one-diagram",
    enforce: "pre",
    resolveId(source, importer) {
      if (importer === undefined || !/\/mermaid\/dist\//.test(importer)) return null;
      const file = source.replace(/\?.*$/, "");
      const isPart = file.startsWith("./") && !used.test(file);
      return isPart || file === "katex" ? leftOut : null;
    },
    load: (id) => (id === leftOut ? "export {};" : null),
  };
}
