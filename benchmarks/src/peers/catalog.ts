/** Who is compared, on which programs, and where. A new peer is an adapter, a form of each program, and a line here. */
import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";

export type HostName = "node" | "chromium" | "firefox";

/** How a program is written for a peer: files of ./programs, or the workload as it is. */
export type Form = "workload" | "async" | "generator" | "effect" | "react";

export interface Peer {
  readonly name: PeerName;
  /** In tables. */
  readonly title: string;
  readonly form: Form;
  /** Its npm package, where it has one. */
  readonly package?: string;
  /** What an application imports of it: its size is that of this. */
  readonly uses?: string;
  /** Where it does nothing at all, and why. */
  readonly unfit?: { readonly host: HostName; readonly why: string };
}

export const peerNames = [
  "preempt",
  "quick-hop",
  "set-timeout",
  "react",
  "post-task",
  "main-thread-scheduling",
  "js-coroutines",
  "effect",
  "worker",
] as const;
export type PeerName = (typeof peerNames)[number];

export const peers: readonly Peer[] = [
  {
    name: "preempt",
    title: "Preempt",
    form: "workload",
    package: "@preempt/runtime",
    uses: `export { Scheduler } from "@preempt/runtime";
      export { attachPlain, call, miss, run, signal, site, state } from "@preempt/runtime/abi";`,
  },
  { name: "quick-hop", title: "channel by hand", form: "async" },
  { name: "set-timeout", title: "setTimeout by hand", form: "async" },
  {
    name: "react",
    title: "React's scheduler",
    form: "react",
    package: "scheduler",
    uses: 'export { unstable_LowPriority, unstable_scheduleCallback, unstable_shouldYield } from "scheduler";',
  },
  {
    name: "post-task",
    title: "scheduler.yield",
    form: "async",
    package: "scheduler-polyfill",
    uses: 'import "scheduler-polyfill";',
  },
  {
    name: "main-thread-scheduling",
    title: "main-thread-sched.",
    form: "async",
    package: "main-thread-scheduling",
    uses: 'export { isTimeToYield, yieldControl } from "main-thread-scheduling";',
    unfit: { host: "node", why: "in Node main-thread-scheduling never yields, by its own choice" },
  },
  {
    name: "js-coroutines",
    title: "js-coroutines",
    form: "generator",
    package: "js-coroutines",
    uses: 'export { run } from "js-coroutines";',
  },
  {
    name: "effect",
    title: "Effect",
    form: "effect",
    package: "effect",
    uses: `import { Effect } from "effect";
      export const { andThen, gen, runPromise, sync, yieldNow } = Effect;`,
  },
  { name: "worker", title: "a worker", form: "workload" },
];

export interface ProgramChoice {
  readonly name: ProgramName;
  /** How much of it takes some 0.4 s plain, and some 0.06 s. */
  readonly size: number;
  readonly quickSize: number;
}

/** A hot loop, a recursion, a walk over objects, a library: workloads that differ, made long. */
export const programNames = ["mandelbrot", "quicksort", "serialiser", "markdown"] as const;
export type ProgramName = (typeof programNames)[number];

export const programs: readonly ProgramChoice[] = [
  { name: "mandelbrot", size: 2600, quickSize: 1000 },
  { name: "quicksort", size: 3_500_000, quickSize: 500_000 },
  { name: "serialiser", size: 20_000_000, quickSize: 3_000_000 },
  { name: "markdown", size: 1_600_000, quickSize: 200_000 },
];

export interface PackageFacts {
  readonly version: string;
  readonly licence: string;
}

/** What the installed package says of itself. */
export function factsOf(name: string): PackageFacts {
  const path = findPackageJSON(name, import.meta.url);
  if (path === undefined) throw new Error(`${name} is not installed`);
  const { version, license } = JSON.parse(readFileSync(path, "utf8")) as { version: string; license?: string };
  // js-coroutines has its licence in a file only: LICENCE.txt, MIT.
  return { version, licence: license ?? (name === "js-coroutines" ? "MIT" : "none") };
}
