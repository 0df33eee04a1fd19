/**
 * What does a server take to start whose libraries are transformed whole? Plain, at the first start, from the cache, and as `preempt
 * build` has written it. Each start is a process of its own; they take turns, and medians count.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { libraries } from "./start-up/libraries.ts";
import { median } from "./statistics.ts";
import { textTable } from "./text-table.ts";

const run = promisify(execFile);
const sources = fileURLToPath(new URL("./start-up/", import.meta.url));

export interface Start {
  /** Milliseconds of all threads, until the libraries were used. */
  readonly cpu: number;
  /** Megabytes. */
  readonly memory: number;
  readonly hasCompiler: boolean;
}

export type StartForm = "plain" | "first" | "cached" | "built" | "compiled";

export interface StartUpNumbers {
  /** Medians; of the first start there is one only. */
  readonly starts: Readonly<Record<StartForm, Start>>;
}

/** @throws Error if a process fails */
export async function measureStartUp({ processes }: { readonly processes: number }): Promise<StartUpNumbers> {
  // Inside of the package, where the output finds what the sources find.
  const place = join(sources, "../../node_modules/.cache");
  mkdirSync(place, { recursive: true });
  const folder = mkdtempSync(join(place, "start-up-"));
  try {
    const out = join(folder, "dist");
    const cache = join(folder, "cache");
    const preempt = join(sources, "preempt.ts");
    const first = await start(["--import", preempt, join(sources, "server.ts")], cache);
    await build(out, cache);
    const forms = {
      plain: [join(sources, "server.ts")],
      cached: ["--import", preempt, join(sources, "server.ts")],
      built: [join(out, "server.js")],
      compiled: [join(out, "server.js")],
    };
    const compiled = { NODE_COMPILE_CACHE: join(folder, "compiled") };
    // Fills Node's cache.
    await start(forms.compiled, cache, compiled);
    const starts = { plain: [] as Start[], cached: [] as Start[], built: [] as Start[], compiled: [] as Start[] };
    for (let i = 0; i < processes; i++) {
      for (const [form, args] of Object.entries(forms) as [keyof typeof forms, string[]][]) {
        starts[form].push(await start(args, cache, form === "compiled" ? compiled : {}));
      }
    }
    const medians = {
      plain: middle(starts.plain),
      cached: middle(starts.cached),
      built: middle(starts.built),
      compiled: middle(starts.compiled),
    };
    return { starts: { ...medians, first } };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function start(args: readonly string[], cache: string, more: NodeJS.ProcessEnv = {}): Promise<Start> {
  const env = { ...process.env, PREEMPT_CACHE: cache, ...more };
  const { stdout } = await run(process.execPath, args, { cwd: sources, env });
  return JSON.parse(stdout) as Start;
}

async function build(out: string, cache: string): Promise<void> {
  const command = join(dirname(createRequire(import.meta.url).resolve("@preempt/transformer")), "../bin/preempt.mjs");
  const all = libraries.flatMap((name) => ["--packages", name]);
  const env = { ...process.env, PREEMPT_CACHE: cache };
  await run(process.execPath, [command, "build", join(sources, "server.ts"), "--out", out, ...all], {
    cwd: sources,
    env,
  });
}

function middle(starts: readonly Start[]): Start {
  return {
    cpu: median(starts.map(({ cpu }) => cpu)),
    memory: median(starts.map(({ memory }) => memory)),
    hasCompiler: starts.some(({ hasCompiler }) => hasCompiler),
  };
}

const titles: Readonly<Record<StartForm, string>> = {
  plain: "plain",
  first: "transformed, first start",
  cached: "transformed, from the cache",
  built: "as preempt build writes it",
  compiled: "the same, with NODE_COMPILE_CACHE",
};

export function startUpTable({ starts }: StartUpNumbers): string {
  const lines = (Object.keys(titles) as StartForm[]).map((form) => {
    const { cpu, memory, hasCompiler } = starts[form];
    const ratio = `${(cpu / starts.plain.cpu).toFixed(2)}x`;
    return [titles[form], `${Math.round(cpu)} ms`, ratio, `${Math.round(memory)} MB`, hasCompiler ? "yes" : "no"];
  });
  return textTable(["", "processor time", "", "memory", "TypeScript"], lines);
}
