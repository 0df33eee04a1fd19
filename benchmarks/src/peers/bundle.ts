/**
 * The programs as an application's build makes them: a folder for each peer, in which each program is a module. No
 * function is shared between a peer's folder and the plain one, and so no type feedback of the engine.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import preempt from "@preempt/transformer/vite";
import { build } from "vite";
import { type Form, type Peer, programNames } from "./catalog.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const workloads = join(here, "../workloads");

/** Modules by name, as text. */
type Entries = Readonly<Record<string, string>>;

/** The plain programs, and the session that measures, with its second thread. */
export async function bundlePlain(folder: string): Promise<void> {
  const entries = programNames.map((name) => [name, `export { workload } from "${workloads}/${name}.ts";`]);
  await bundle(join(folder, "plain"), Object.fromEntries(entries), false);
  const own = ["page", "sender"].map((name) => [name, `import "${here}session/${name}.ts";`]);
  await bundle(join(folder, "session"), Object.fromEntries(own), false);
}

/** Each module exports `run`, see adapters/run.ts. */
export async function bundlePeer(folder: string, peer: Peer): Promise<void> {
  const entries: [string, string][] = programNames.map((name) => [
    name,
    `import { adapt } from "${here}adapters/${peer.name}.ts";\n${adapted(name, peer)}`,
  ]);
  if (peer.name === "worker") {
    const side = `${here}adapters/worker-side.ts`;
    for (const name of programNames) {
      const text = `import { serve } from "${side}";\nimport { workload } from "${workloads}/${name}.ts";\nserve(workload.run);`;
      entries.push([`${name}-thread`, text]);
    }
  }
  await bundle(join(folder, peer.name), Object.fromEntries(entries), peer.name === "preempt");
}

function adapted(program: string, peer: Peer): string {
  if (peer.name === "worker")
    return `export const run = adapt(new URL("./${program}-thread.mjs", location()));${location}`;
  const source = formFile(program, peer.form);
  if (peer.form !== "workload") return `import { run as form } from "${source}";\nexport const run = adapt(form);`;
  return `import { workload } from "${source}";\nexport const run = adapt(workload.run);`;
}

/** A bundler would take `new URL("…", import.meta.url)` for a file to copy. */
const location = "\nfunction location() { return import.meta.url; }";

/** Where a program stands as it is written for a peer. */
export function formFile(program: string, form: Form): string {
  return form === "workload" ? join(workloads, `${program}.ts`) : join(here, "programs", program, `${form}.ts`);
}

async function bundle(folder: string, entries: Entries, isTransformed: boolean): Promise<void> {
  await build({
    ...common,
    plugins: [virtual(entries), ...(isTransformed ? [preempt({ packages: ["marked"], onDiagnostic: () => {} })] : [])],
    build: {
      ...settings,
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        ...input(entries),
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
      },
    },
  });
}

const settings = { target: "esnext", modulePreload: false, copyPublicDir: false, reportCompressedSize: false } as const;

const common = {
  configFile: false,
  logLevel: "error",
  root: here,
  define: { "process.env.NODE_ENV": '"production"' },
} as const;

function input(entries: Entries) {
  const names = Object.keys(entries).map((name) => [name, `virtual:${name}`]);
  return { input: Object.fromEntries(names), preserveEntrySignatures: "strict" as const };
}

function virtual(entries: Entries) {
  return {
    name: "entries",
    enforce: "pre" as const,
    resolveId(id: string) {
      // From a file of this folder packages are found as in one of it.
      if (id.startsWith("virtual:")) return `${here}${id.slice(8)}.entry`;
      // One runtime for all, from wherever the command is called: libraries would get that of the current folder.
      return id === "@preempt/runtime/abi" ? fileURLToPath(import.meta.resolve(id)) : undefined;
    },
    load(id: string) {
      const name = id.endsWith(".entry") ? id.slice(here.length, -6) : "";
      return entries[name];
    },
  };
}
