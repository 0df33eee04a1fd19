/** `preempt advise`: reads what was recorded of a page or a program, and says which change makes it respond sooner. */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Advice, AdvisorReport } from "../advisor/advice.ts";
import { analyse } from "../advisor/analyse.ts";
import { relativeTo } from "../advisor/context.ts";
import { apply, EditError, merged } from "../advisor/edits.ts";
import { readRecording } from "../advisor/read-recording.ts";
import type { Recording } from "../advisor/recording.ts";
import { adviceText } from "../advisor/report-text.ts";
import { disk } from "../node/disk.ts";
import { Places } from "../profiles/places.ts";
import type { AdviseArguments } from "./arguments.ts";
import { buildOptionsOf } from "./check/build-options.ts";
import { UsageError } from "./usage.ts";

export interface Advised {
  readonly report: AdvisorReport;
  readonly text: string;
}

/** @throws UsageError if a file is none that is understood, or an edit cannot be made */
export async function advise(args: AdviseArguments, cwd: string): Promise<Advised> {
  const recording = joined(args.files.map((file) => recordingIn(file, cwd)));
  const built = await buildOptionsOf(noSelection, cwd);
  const root = built?.root ?? cwd;
  const locator = new Places(resolve(cwd, args.site));
  const options = { ...built?.options, packages: [...(built?.options.packages ?? []), ...args.packages] };
  const context = { root, options, locator, disk, ...(built?.config !== undefined && { config: built.config }) };
  const report = analyse(recording, context, args.limit);
  const text = adviceText(report);
  if (!args.apply) return { report, text };
  return { report, text: `${text}\n${applyAll(report.advice, root)}` };
}

/** @returns what was done, in words */
function applyAll(advice: readonly Advice[], root: string): string {
  const edits = merged(advice.flatMap(({ edit }) => edit ?? []));
  if (edits.length === 0) return "Nothing can be changed automatically.\n";
  try {
    for (const edit of edits) apply(edit, root);
  } catch (error) {
    if (error instanceof EditError) throw new UsageError(error.message);
    throw error;
  }
  const byHand = advice.filter(({ edit, kind }) => edit === undefined && kind !== "none").length;
  const names = (files: readonly string[]) => files.map((file) => relativeTo(root, file)).join(", ");
  const created = new Set(edits.flatMap(({ creates }) => creates?.file ?? []));
  const also = created.size === 0 ? "" : ` Created ${names([...created])}.`;
  return `Changed ${names(edits.map(({ file }) => file))}.${also}${byHand === 0 ? "" : ` ${byHand} left to do by hand.`}\n`;
}

function recordingIn(file: string, cwd: string): Recording {
  const path = resolve(cwd, file);
  if (!existsSync(path)) throw new UsageError(`there is no file ${file}.`);
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UsageError(`${file} is no JSON (${(error as Error).message}). ${expected}`);
  }
  const recording = readRecording(value);
  if (recording === undefined) throw new UsageError(`${file} holds neither interactions nor a profile. ${expected}`);
  return recording;
}

const expected =
  "Give a trace of the browser's performance panel, a .cpuprofile, or entries of long animation frames as JSON.";

/** A trace and the entries of the same page have different clocks: each file is a recording of its own, one after the other. */
function joined(recordings: readonly Recording[]): Recording {
  let at = 0;
  const shifted = recordings.map(({ interactions, samples, scripts }): Recording => {
    const times = [...interactions, ...scripts].map(({ start, duration }) => [start, start + duration] as const);
    const all = [...times, ...samples.map(({ from, to }) => [from, to] as const)];
    const first = all.reduce((least, [from]) => Math.min(least, from), Infinity);
    const by = at - first;
    at += all.reduce((most, [, to]) => Math.max(most, to), -Infinity) - first + 1000;
    return {
      interactions: interactions.map((one) => ({
        ...one,
        start: one.start + by,
        processingStart: one.processingStart + by,
        processingEnd: one.processingEnd + by,
      })),
      samples: samples.map((one) => ({ ...one, from: one.from + by, to: one.to + by })),
      scripts: scripts.map((one) => ({ ...one, start: one.start + by })),
    };
  });
  const [only] = recordings;
  if (only !== undefined && recordings.length === 1) return only;
  return {
    interactions: shifted.flatMap((one) => one.interactions),
    samples: shifted.flatMap((one) => one.samples),
    scripts: shifted.flatMap((one) => one.scripts),
  };
}

const noSelection = {
  ...{ project: undefined, files: [], json: false, list: false, explain: false, plan: false, shared: false },
  ...{ packages: [], include: [], exclude: [], all: [], jobs: [], exclusive: [], reentrant: [] },
  ...{ propagate: undefined, quiet: false },
};
