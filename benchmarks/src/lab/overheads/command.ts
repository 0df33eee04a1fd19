/** `preempt-lab overheads`: what the kernel costs on this machine. */
import { showTime, textTable } from "../../text-table.ts";
import { exitCodes, type LabCommand, type Terminal, type Words } from "../command.ts";
import { LabError } from "../errors.ts";
import { isSet, needs, numberOf, textOf, timeOf } from "../words.ts";
import { checkWritable, writeTo } from "../write-file.ts";
import { measureOverheads } from "./measure.ts";
import { measureMessages, messagesTable } from "./messages.ts";
import type { MeasuredSystem } from "./system.ts";

export const overheads: LabCommand = {
  name: "overheads",
  help: `preempt-lab overheads [--out FILE] [options]

  Runs periodic tasks for some seconds and measures a dispatch, a turn of the event loop, how late a release is noticed and by
  how much a slice is overrun; then the same tasks without the kernel. "preempt-lab analyze --also kernel --system FILE" reckons with the result.

  --out FILE           where it goes; otherwise a table is printed
  --time TIME          how long to look (default 5s)
  --margin FACTOR      what was seen times this is what is reckoned with (default 1.5)
  --slice TIME, --round TIME   the kernel's (default 1ms and 2ms, its own)
  --messages           how long messages take between the main thread and workers, instead: for sets with threads
  --json               as JSON on standard output

Examples:
  preempt-lab overheads
  preempt-lab overheads --messages
  preempt-lab overheads --out system.json && preempt-lab analyze sets.json --also kernel --system system.json`,
  options: {
    out: { type: "string" },
    time: { type: "string" },
    margin: { type: "string" },
    slice: { type: "string" },
    round: { type: "string" },
    messages: { type: "boolean" },
    json: { type: "boolean" },
  },
  async run(words, names, terminal) {
    if (names.length > 0) throw new LabError("names", `overheads takes no files, and ${names.join(" ")} was given.`);
    const [slice, round] = [timeOf(words, "slice", 1), timeOf(words, "round", 1)];
    const out = textOf(words, "out");
    if (out !== undefined) checkWritable(out);
    const time = (timeOf(words, "time", 200_000) ?? 5_000_000) / 1000;
    const margin = numberOf(words, "margin", { least: 1, most: 100 }) ?? 1.5;
    if (isSet(words, "messages")) {
      for (const name of ["slice", "round"]) needs(words, name, false, "the kernel's costs");
      const measured = await measureMessages({ time, margin, signal: terminal.signal });
      await tell(measured, messagesTable(measured), out, words, terminal);
      return exitCodes.done;
    }
    const measured = await measureOverheads({
      time,
      margin,
      ...(slice !== undefined && { slice: slice / 1000 }),
      ...(round !== undefined && { round: round / 1000 }),
      signal: terminal.signal,
    });
    await tell(measured, overheadsTable(measured), out, words, terminal);
    return exitCodes.done;
  },
};

async function tell(measured: object, table: string, out: string | undefined, words: Words, terminal: Terminal) {
  const json = `${JSON.stringify(measured, undefined, 2)}\n`;
  if (out !== undefined) writeTo(out, json);
  if (isSet(words, "json")) await terminal.out(json);
  else if (out === undefined) await terminal.out(table);
}

const names = {
  switchCost: "a dispatch",
  eventLoop: "the event loop between two rounds",
  releaseLatency: "until a release is noticed, the thread idle",
  overrun: "a slice is overrun by",
  turn: "a turn of the event loop, without the kernel",
  lateness: "until a timer fires, without the kernel",
} as const;

export function overheadsTable({ seen, system, loop, machine, margin }: MeasuredSystem): string {
  const used = { ...system, ...loop, eventLoop: system.eventLoop?.time ?? 0, overrun: system.overrun ?? 0 };
  const time = (ms: number) => showTime(ms * 1e6);
  const lines = Object.entries(names).map(([field, name]) => {
    const { count, median, p95, p995, max } = seen[field as keyof typeof names];
    return [
      name,
      String(count),
      time(median),
      time(p95),
      time(p995),
      time(max),
      time(used[field as keyof typeof names]),
    ];
  });
  const head = ["", "seen", "median", "p95", "p99.5", "max", `reckoned with (x ${margin})`];
  return `${machine}\n\n${textTable(head, lines)}\n`;
}
