/** The experiment's tables: the chain in both modes, its parts, and what is outside the model. */
import { median } from "../../../statistics.ts";
import { textTable } from "../../../text-table.ts";
import { modeTitles } from "./chart.ts";
import type { ChainTimes, PageComparison } from "./compare.ts";
import { type RecordedMode, recordedModes } from "./record.ts";

const ms = (time: number | null | undefined) =>
  time === null || time === undefined || !Number.isFinite(time) ? "-" : (time / 1000).toFixed(1);

/** Median and maximum of a part of the chains. */
function medianAndMost(chains: readonly ChainTimes[], of: (chain: ChainTimes) => number | undefined): string {
  const all = chains.flatMap((chain) => of(chain) ?? []);
  return all.length === 0 ? "-" : `${ms(median(all))} (${ms(Math.max(...all))})`;
}

export function pageText(compared: Readonly<Record<RecordedMode, PageComparison>>): string {
  const of = (cell: (one: PageComparison) => string) => recordedModes.map((mode) => cell(compared[mode]));
  const parts = (part: (chain: ChainTimes) => number | undefined) => of(({ chains }) => medianAndMost(chains, part));
  const counted = (field: keyof PageComparison["exceptions"]) =>
    of(({ exceptions, chains }) => `${exceptions[field]} of ${chains.length}`);
  const heads = recordedModes.map((mode) => modeTitles[mode]);
  const chain: readonly (readonly string[])[] = [
    ["keys", ...of(({ chains }) => String(chains.length))],
    ["measured, median", ...of(({ measured }) => ms(measured.median))],
    ["measured, longest", ...of(({ measured }) => ms(measured.worst))],
    ["simulated, longest", ...of(({ simulated }) => ms(simulated))],
    ["bound", ...of(({ bound }) => ms(bound))],
    ["bound / longest", ...of(({ bound, measured }) => (bound === null ? "-" : (bound / measured.worst).toFixed(2)))],
    ["above the bound", ...of(({ above }) => String(above))],
  ];
  const inside: readonly (readonly string[])[] = [
    ["in the queue", ...parts(({ queued }) => queued)],
    ["the key's task", ...parts(({ dispatch }) => dispatch)],
    ["until the frame begins", ...parts(({ waiting }) => waiting)],
    ["the frame's task", ...parts(({ frame }) => frame)],
  ];
  const outside: readonly (readonly string[])[] = [
    ["from the device to the queue", ...parts(({ before }) => before)],
    ["from the frame to the screen", ...parts(({ after }) => after)],
    ["in tasks, without the processor", ...parts(({ stalled }) => stalled)],
  ];
  const exceptions: readonly (readonly string[])[] = [
    ["frame asked for after more than a refresh", ...counted("lateFrames")],
    ["another task went before a waiting key", ...counted("inputNotFirst")],
    ["a younger task went before a waiting frame", ...counted("youngerFirst")],
    ["with a garbage collection", ...counted("withCollections")],
  ];
  return [
    textTable(["key to the end of its frame, ms", ...heads], chain),
    textTable(["its parts, median (longest), ms", ...heads], inside),
    textTable(["outside the model, median (longest), ms", ...heads], outside),
    textTable(["chains in which", ...heads], exceptions),
  ]
    .join("\n\n")
    .concat("\n");
}
