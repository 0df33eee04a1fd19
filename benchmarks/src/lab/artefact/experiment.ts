/**
 * What can be repeated: an experiment is a few commands, and its items are the tables and figures that come from their
 * results. To add one, write an entry in registry/, and list it in registry.ts.
 */

import type { FigureNote } from "../figure-notes/note.ts";

/** Quick runs show that all works, and whether the shape holds roughly. Full runs give the numbers of the pages. */
export type Mode = "quick" | "full";
export const modes: readonly Mode[] = ["quick", "full"];

/** What a machine must have: an experiment that needs something else is left out, and the page says so. */
export const needs = {
  chromium: "Chromium (`node scripts/browsers.mjs` installs it)",
  firefox: "Firefox (`node scripts/browsers.mjs` installs it)",
  npm: "the npm registry",
  nptest: "np-schedulability-analysis: NPTEST names its program `nptest`",
} as const;
export type Need = keyof typeof needs;

export interface Step {
  /** Words of `preempt-lab`, or of `node` with a file of this repository. Separated by single spaces. */
  readonly command: string;
  /** The file, in the experiment's folder, that standard output goes to. Default "output.txt". */
  readonly into?: string;
  /** Exit codes that are results as well. Default: 0 alone. */
  readonly allowed?: readonly number[];
}

export interface Run {
  /** On two cores of a server, when nothing else runs. */
  readonly minutes: number;
  readonly steps: readonly Step[];
}

/** What a result says, by labels that have the unit in them: "missed by EDF, %". */
export type Numbers = Readonly<Record<string, number>>;

/** What has to hold on every machine: a ratio, an order, a zero. Times differ. */
export interface Shape<Label extends string = string> {
  /** In words: "EDF misses none at U <= 0.9". */
  readonly says: string;
  readonly holds: (numbers: Readonly<Record<Label, number>>) => boolean;
  /** For what quick runs are too short to show. Default false. */
  readonly fullOnly?: boolean;
}

export interface FigureFile {
  /** In the experiment's folder. */
  readonly file: string;
  /** Ours, from the root of the repository; undefined: the page shows numbers alone. */
  readonly ours?: string;
  readonly note?: FigureNote;
}

export interface Published {
  /** What the page says, for readers. */
  readonly says: string;
  /** A piece of the page that has these numbers: a test fails if it is no longer there. */
  readonly quote: string;
}

export interface Item<Label extends string = string> {
  /** For `--only`: small letters, digits and dashes. */
  readonly id: string;
  readonly title: string;
  /** What it supports. */
  readonly claim: string;
  /** The numbers of a run, from the files in its folder. Throws if there are none. */
  readonly read: (files: ResultFiles) => Readonly<Record<Label, number>>;
  readonly shape: readonly Shape<NoInfer<Label>>[];
  /** Whether other programs had so much of the machine that a shape that does not hold proves nothing. Default: never. */
  readonly isDisturbed?: (numbers: Readonly<Record<NoInfer<Label>, number>>) => boolean;
  readonly figures?: readonly FigureFile[];
  /** From a page whose run is described there. */
  readonly published?: Published;
}

export interface Experiment {
  /** Also the name of its folder. */
  readonly id: string;
  /** The page that has its results, from the root of the repository. */
  readonly page: string;
  readonly needs?: readonly Need[];
  readonly quick: Run;
  readonly full: Run;
  /** Files of the repository that the commands read: their checksums are written down. */
  readonly inputs?: readonly string[];
  readonly items: readonly Item[];
}

/** What a run has written. */
export interface ResultFiles {
  text(name: string): string;
  // biome-ignore lint/suspicious/noExplicitAny: each command has a format of its own
  json(name: string): any;
  /** Lines of CSV with named columns. */
  csv(name: string): Readonly<Record<string, string>>[];
}

/** An item whose shape can name the labels of its numbers alone. */
export function item<Label extends string>(one: Item<Label>): Item {
  // Labels are checked where the item is written; from here on they are strings.
  return one as unknown as Item;
}
