/** The words of the command as options. Whether they make sense is for check-options.ts to say. */
import type { Words } from "../command.ts";
import { LabError, show } from "../errors.ts";
import { placementNames } from "../task-set.ts";
import { checkChoice, checkNumber, choiceOf, numberOf, type Range, textOf } from "../words.ts";
import type { Bounds } from "./convolutional-fixed-sum.ts";
import type { Deadlines } from "./deadlines.ts";
import { type Chains, defaults, type GenerateOptions, likePaper } from "./options.ts";
import type { Periods } from "./periods.ts";
import type { Count, Share } from "./random.ts";
import type { Resources } from "./sections.ts";
import type { DrawnThreads } from "./threads.ts";
import { parseTime } from "./time.ts";
import type { Utilisations } from "./utilisations.ts";

/** More would take longer than anybody waits. */
const mostPoints = 10_000;

/** @throws LabError for words that cannot be understood */
export function optionsFrom(words: Words): GenerateOptions {
  const preset = choiceOf(words, "like", ["paper"]) === "paper" ? likePaper : {};
  const given: { [Name in keyof GenerateOptions]: GenerateOptions[Name] | undefined } = {
    seed: numberOf(words, "seed", { least: 0, most: Number.MAX_SAFE_INTEGER, integer: true }),
    sets: numberOf(words, "sets", { least: 1, integer: true }),
    first: numberOf(words, "first", { least: 0, integer: true }),
    utilisation: withText(words, "utilisation", pointsFrom),
    tasks: withText(words, "tasks", countFrom),
    utilisations: utilisationsFrom(words),
    periods: withText(words, "periods", periodsFrom),
    granularity: granularityFrom(words, preset),
    execution: executionFrom(words, preset),
    deadlines: withText(words, "deadlines", deadlinesFrom),
    offsets: choiceOf(words, "offsets", ["zero", "uniform", "dissimilar"]),
    jitter: withText(words, "jitter", shareFrom),
    blocking: withText(words, "blocking", shareFrom),
    regions: withText(words, "regions", shareFrom),
    chunks: withText(words, "chunks", countFrom),
    resources: resourcesFrom(words),
    suspension: withText(words, "suspension", shareFrom),
    segments: withText(words, "segments", countFrom),
    chains: chainsFrom(words),
    threads: threadsFrom(words),
    queues: textOf(words, "queues")
      ?.split(",")
      .map((name) => name.trim()),
    choice: choiceOf(words, "choice", ["oldest", "any"]),
    frame: withText(words, "frame", parseTime),
  };
  return { ...preset, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) };
}

function chainsFrom(words: Words): Chains | undefined {
  const count = numberOf(words, "chains", { least: 1, integer: true });
  const length = withText(words, "chain-length", countFrom);
  const trigger = choiceOf(words, "trigger", ["event", "time"]);
  if (count !== undefined) return { count, length: length ?? { least: 2, most: 4 }, trigger: trigger ?? "time" };
  if (length === undefined && trigger === undefined) return undefined;
  throw new LabError("chains_missing", "--chain-length and --trigger are about chains: add --chains, their number.");
}

/** "2", or names: "main,worker". */
function threadsFrom(words: Words): DrawnThreads | undefined {
  const text = textOf(words, "threads");
  const placement = choiceOf(words, "placement", placementNames);
  const delay = withText(words, "messages", delayFrom);
  if (text === undefined) {
    if (placement === undefined && delay === undefined) return undefined;
    throw new LabError("threads_missing", "--placement and --messages are about threads: add --threads, their number.");
  }
  const isCount = /^\d+$/.test(text);
  const threads = isCount ? Number(text) : text.split(",").map((name) => name.trim());
  return { threads, placement: placement ?? "worst-fit", ...(delay !== undefined && { delay }) };
}

/** "100us", or "50us:300us". */
function delayFrom(text: string, what: string): readonly [number, number] {
  const [least = "", most = least, ...more] = text.split(":");
  if (more.length === 0) return [parseTime(least, what), parseTime(most, what)];
  throw new LabError("option_value", `${what} is ${show(text)}. Give a time, or LEAST:MOST, as in 50us:300us.`);
}

type Reader<Value> = (text: string, what: string) => Value;

function withText<Value>(words: Words, name: string, read: Reader<Value>): Value | undefined {
  const text = textOf(words, name);
  return text === undefined ? undefined : read(text, `--${name}`);
}

/** "0.5", "0.5,0.9", or "0.05:1:0.05", both ends included; up to 9 digits. */
function pointsFrom(text: string, what: string): number[] {
  const points = text.split(",").flatMap((part) => pointsOfPart(part, text, what));
  const twice = points.find((point, i) => points.indexOf(point) < i);
  if (twice === undefined && points.length <= mostPoints) return points;
  throw noPoints(text, what, twice === undefined ? "" : `${twice} is in it twice. `);
}

function pointsOfPart(part: string, text: string, what: string): number[] {
  const parts = part.split(":").map((word) => (word.trim() === "" ? Number.NaN : Number(word)));
  const [from, to, step, ...more] = parts as [number, ...(number | undefined)[]];
  if (Number.isFinite(from) && parts.length === 1) return [from];
  const count = Math.floor(((to ?? Number.NaN) - from) / (step ?? Number.NaN) + 1e-6) + 1;
  const fits = from >= 0 && (step ?? 0) > 0 && count >= 1 && count <= mostPoints;
  if (more.length > 0 || !fits) throw noPoints(text, what);
  return Array.from({ length: count }, (_, i) => Math.round((from + i * (step as number)) * 1e9) / 1e9);
}

function noPoints(text: string, what: string, why = ""): LabError {
  const words = `${what} is ${show(text)}. ${why}Give a number, numbers as in 0.5,0.7,0.9, or FROM:TO:STEP, as in 0.05:1:0.05.`;
  return new LabError("option_value", words);
}

/** "10", or "5:20". */
function countFrom(text: string, what: string): Count {
  return rangeFrom(text, what, { least: 1, integer: true });
}

/** "0.1", or "0:0.1". */
function shareFrom(text: string, what: string): Share {
  return rangeFrom(text, what, { least: 0 });
}

function rangeFrom(text: string, what: string, range: Range): { least: number; most: number } {
  const [least = "", most = least, ...more] = text.split(":");
  if (more.length > 0) throw new LabError("option_value", `${what} is ${show(text)}. Give a number, or LEAST:MOST.`);
  return { least: checkNumber(least, what, range), most: checkNumber(most, what, range) };
}

const utilisationKinds = [
  "uunifast",
  "uunifast-discard",
  "randfixedsum",
  "bounded",
  "exponential",
  "uniform",
  "log-uniform",
] as const;

function utilisationsFrom(words: Words): Utilisations | undefined {
  const bounds = withText(words, "bounds", boundsFrom);
  const text = textOf(words, "generator") ?? (bounds === undefined ? undefined : "bounded");
  if (text === undefined) return undefined;
  const [name = "", ...parts] = text.split(":");
  const kind = checkChoice(name, "--generator", utilisationKinds);
  if (bounds !== undefined && kind !== "bounded") {
    throw new LabError("bounds_unused", `--bounds is for the generator bounded, and --generator is ${show(text)}.`);
  }
  const numbers = (form: string, count: number) => numbersAfter(text, parts, "--generator", form, count);
  switch (kind) {
    case "uunifast":
    case "uunifast-discard":
    case "randfixedsum":
      numbers(kind, 0);
      return { kind };
    case "bounded":
      numbers(kind, 0);
      if (bounds !== undefined) return { kind, bounds };
      throw new LabError("bounds_missing", "the generator bounded needs --bounds, as in --bounds 0.05:0.4.");
    case "exponential":
      return { kind, mean: numbers("exponential:0.1", 1)[0] as number };
    case "uniform":
    case "log-uniform": {
      const [least, most] = numbers(`${kind}:0.01:0.1`, 2) as [number, number];
      return { kind, least, most };
    }
  }
}

/** "0.05:0.4", for all tasks, or such a pair for each: "0:0.3,0:0.9". */
function boundsFrom(text: string, what: string): Bounds[] {
  return text.split(",").map((pair) => rangeFrom(pair, what, { least: 0, most: 1 }));
}

function numbersAfter(text: string, parts: readonly string[], what: string, form: string, count: number): number[] {
  if (parts.length === count) return parts.map((part) => checkNumber(part, what, { least: 0 }));
  throw new LabError("option_value", `${what} is ${show(text)}. Give it as in ${form}.`);
}

const periodKinds = ["log-uniform", "uniform", "harmonic", "automotive", "list"] as const;

function periodsFrom(text: string, what: string): Periods {
  const [name = "", ...parts] = text.split(":");
  const kind = checkChoice(name, what, periodKinds);
  const refuse = (form: string): never => {
    throw new LabError("option_value", `${what} is ${show(text)}. Give it as in ${form}.`);
  };
  switch (kind) {
    case "automotive":
      return parts.length === 0 ? { kind } : refuse(kind);
    case "list":
      if (parts.length !== 1) return refuse("list:5ms,10ms,20ms");
      return { kind, periods: parts.flatMap((part) => part.split(",")).map((time) => parseTime(time, what)) };
    case "log-uniform":
    case "uniform":
    case "harmonic": {
      const [least, most, ...more] = parts.map((time) => parseTime(time, what));
      if (least === undefined || most === undefined || more.length > 0) return refuse(`${kind}:10ms:1s`);
      return { kind, least, most };
    }
  }
}

function granularityFrom(words: Words, preset: GenerateOptions): GenerateOptions["granularity"] {
  const granularity = withText(words, "granularity", parseTime);
  const rounding = choiceOf(words, "rounding", ["floor", "nearest"]);
  const base = preset.granularity ?? defaults.granularity;
  return { granularity: granularity ?? base.granularity, rounding: rounding ?? base.rounding };
}

function executionFrom(words: Words, preset: GenerateOptions): GenerateOptions["execution"] {
  const granularity = withText(words, "wcet-granularity", parseTime);
  const rounding = choiceOf(words, "wcet-rounding", ["nearest", "zero", "down"]);
  const base = preset.execution ?? defaults.execution;
  return { granularity: granularity ?? base.granularity, rounding: rounding ?? base.rounding };
}

const deadlineKinds = ["implicit", "constrained", "arbitrary", "factor"] as const;

function deadlinesFrom(text: string, what: string): Deadlines {
  const [name = "", ...parts] = text.split(":");
  const kind = checkChoice(name, what, deadlineKinds);
  const number = (form: string) => numbersAfter(text, parts, what, form, 1)[0] as number;
  switch (kind) {
    case "implicit":
      numbersAfter(text, parts, what, kind, 0);
      return { kind };
    case "constrained":
      return { kind, from: parts.length === 0 ? 0 : number("constrained, or constrained:0.5") };
    case "arbitrary":
      return { kind, to: number("arbitrary:2") };
    case "factor":
      return { kind, factor: number("factor:0.8") };
  }
}

function resourcesFrom(words: Words): Resources | undefined {
  const count = numberOf(words, "resources", { least: 1, integer: true });
  const access = numberOf(words, "access", { least: 0, most: 1 });
  const length = withText(words, "sections", shareFrom);
  if (count !== undefined) return { count, access: access ?? 0.5, length: length ?? { least: 0, most: 0.1 / count } };
  if (access === undefined && length === undefined) return undefined;
  throw new LabError(
    "resources_missing",
    "--access and --sections are about resources: add --resources, their number.",
  );
}
