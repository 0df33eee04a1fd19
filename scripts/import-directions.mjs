/**
 * Which file imports which, and what is wrong with it: cycles inside a package, directions that ARCHITECTURE.md
 * forbids, and platform time outside the hosts.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";

/** @typedef {{ file: string, imports: string[], text: string }} Source */

/** All source files of the workspace. */
export function readSources(root) {
  const sources = [];
  for (const folder of ["packages/runtime/src", "packages/transformer/src", "packages/demo/src", "benchmarks/src"])
    walk(join(root, folder));
  return sources;

  function walk(folder) {
    let entries = [];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch {
      return;
    }
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (/\.tsx?$/.test(entry.name)) {
        const text = readFileSync(path, "utf8");
        sources.push({ file: relative(root, path), imports: importsOf(text), text });
      }
    }
  }
}

/** Module specifiers that are loaded at run time; types leave no trace and may point anywhere inside a package. */
export function importsOf(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "");
  const found = [];
  for (const [, clause, specifier] of code.matchAll(
    /^(?:import\s+(?!")|export\s+(?=[{*]|type\b))([^"';]*?)\s*from\s+"([^"]+)";/gm,
  )) {
    if (/^type\s/.test(clause)) continue;
    const names = /^\{([\s\S]*)\}$/.exec(clause.trim());
    if (names?.[1].split(",").every((n) => n.trim() === "" || /^type\s/.test(n.trim()))) continue;
    found.push(specifier);
  }
  for (const [, specifier] of code.matchAll(/^import\s+"([^"]+)";/gm)) found.push(specifier);
  for (const [, specifier] of code.matchAll(/\bimport\("([^"]+)"\)/g)) found.push(specifier);
  return found;
}

/** @param {Source[]} sources */
export function findProblems(sources) {
  const problems = [];
  const graph = new Map();
  for (const { file, imports, text } of sources) {
    const local = [];
    for (const specifier of imports) {
      if (specifier.startsWith(".")) local.push(normalize(join(dirname(file), specifier)));
      const reason = forbidden(file, specifier);
      if (reason) problems.push(`${file} imports ${specifier}: ${reason}`);
    }
    graph.set(file, local);
    if (file.startsWith("packages/runtime/src/") && !file.startsWith("packages/runtime/src/hosts/")) {
      const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
      const time =
        /\b(performance\.now|Date\.now|setTimeout|setInterval|setImmediate|MessageChannel|requestAnimationFrame|postTask)\b/.exec(
          code,
        );
      if (time) problems.push(`${file} uses ${time[1]}: only hosts/ may use platform time`);
    }
  }
  return [...problems, ...findCycles(graph)];
}

function forbidden(file, specifier) {
  const inside = specifier.startsWith(".");
  const target = inside ? normalize(join(dirname(file), specifier)) : specifier;
  const owner = file.split("/src/")[0];
  if (inside && !target.startsWith(`${owner}/src/`)) return "it is outside the package's sources";
  if (inside) return undefined;
  if (file.startsWith("packages/runtime/")) return "the runtime depends on nothing";
  if (file.startsWith("packages/transformer/")) {
    if (specifier === "typescript" || specifier === "unplugin") return undefined;
    if (specifier.startsWith("node:"))
      return /\/(bundler|cli)\b/.test(file) ? undefined : "only the doors may use Node";
    return "the transformer uses TypeScript and unplugin only";
  }
  if (specifier.startsWith("@preempt/transformer/src") || specifier.startsWith("@preempt/runtime/src"))
    return "it is not a public door";
  return undefined;
}

/** @param {Map<string, string[]>} graph */
export function findCycles(graph) {
  const cycles = [];
  const state = new Map();
  const path = [];
  function visit(file) {
    if (state.get(file) === "done" || !graph.has(file)) return;
    if (state.get(file) === "open") {
      cycles.push(`import cycle: ${[...path.slice(path.indexOf(file)), file].join(" → ")}`);
      return;
    }
    state.set(file, "open");
    path.push(file);
    for (const next of graph.get(file)) visit(next);
    path.pop();
    state.set(file, "done");
  }
  for (const file of graph.keys()) visit(file);
  return cycles;
}
