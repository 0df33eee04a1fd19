/**
 * A process of its own for one form of one program: loads it, and then does what it is told, one message after the other.
 * Two such processes take turns, see turns.ts.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Script } from "node:vm";
import { Scheduler } from "@preempt/runtime";
import "@preempt/runtime/script";
import { collectYoungGarbage } from "../machine.ts";
import { stretchesOf } from "../stretches.ts";
import type { Form } from "./form.ts";
import { type ProfiledFunction, profile } from "./profile.ts";
import type { LoadedProgram } from "./program.ts";

export interface SessionOrder extends Pick<Form, "kind" | "files"> {
  /** Whether runs are jobs of a scheduler; otherwise `run` is called. */
  readonly isJob: boolean;
}

export type Command =
  | { readonly run: number }
  | { readonly stretches: { readonly time: number } }
  | { readonly profile: { readonly time: number } };

/** Milliseconds. */
export interface Sample {
  readonly wall: number;
  /** Of all threads of the process. */
  readonly cpu: number;
  /** Tells one result from another. */
  readonly result: string;
}

export interface StretchReport {
  readonly share: number;
  readonly longest: number;
  /** Of a run that was called as an ordinary function. */
  readonly result: string;
}

export interface Loaded {
  readonly load: number;
}

export type Answer<Report> = { readonly report: Report } | { readonly error: string };

/** What a result consists of can be a whole graph. */
const mostParts = 10_000;
// Some suites replace it.
const now = performance.now.bind(performance);
const { kind, files, isJob } = JSON.parse(process.argv[2] as string) as SessionOrder;
const rt = new Scheduler();
// The runtime is there in either form: an application loads it once.
await rt.submit(() => {});

let program: LoadedProgram;
const send = (answer: Answer<unknown>) => void process.send?.(answer);
process.on("message", (command: Command) => void answer(() => obey(command)));
await answer(load);

async function answer(work: () => Promise<unknown>): Promise<void> {
  try {
    send({ report: await work() });
  } catch (error) {
    send({ error: error instanceof Error ? `${error.stack}` : String(error) });
  }
}

async function load(): Promise<Loaded> {
  const texts = files.map((file) => readFileSync(file, "utf8"));
  const from = now();
  if (kind === "module") {
    program = (await import(pathToFileURL(files[0] as string).href)) as LoadedProgram;
  } else {
    for (const [i, text] of texts.entries()) new Script(text, { filename: files[i] as string }).runInThisContext();
    program = (globalThis as unknown as { program: LoadedProgram }).program;
  }
  return { load: now() - from };
}

async function obey(command: Command): Promise<Sample | StretchReport | ProfiledFunction[]> {
  if ("profile" in command) return await profile(() => program.run(1), command.profile.time);
  return "run" in command ? await sample(command.run) : await findStretches(command.stretches.time);
}

async function sample(times: number): Promise<Sample> {
  collectYoungGarbage();
  const cpu = process.cpuUsage();
  const from = now();
  const value = await (isJob ? rt.submit(program.run, { args: [times] }) : program.run(times));
  const wall = now() - from;
  const { user, system } = process.cpuUsage(cpu);
  return { wall, cpu: (user + system) / 1000, result: digest(value) };
}

async function findStretches(time: number): Promise<StretchReport> {
  const result = digest(await program.run(1));
  const { share, longest } = await stretchesOf(program.run, { args: [1], time });
  return { share, longest, result };
}

/** Of a large object, the first parts. Objects that refer to themselves cannot be told apart. */
function digest(value: unknown): string {
  let text = "an object";
  let left = mostParts;
  const part = (_key: string, inner: unknown) => (left-- > 0 ? inner : undefined);
  try {
    text = typeof value === "string" ? value : (JSON.stringify(value, part) ?? "undefined");
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
  }
  return text.length <= 40 ? text : createHash("sha1").update(text).digest("hex");
}
