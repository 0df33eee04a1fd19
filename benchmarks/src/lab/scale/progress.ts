/** How far the work is: a bar for somebody who watches, a line now and then for a log. */
import cliProgress from "cli-progress";
import type { Terminal } from "../command.ts";
import { sayDuration, type Timed, TimeLeft } from "./time-left.ts";
import type { WorkEvent } from "./work-through.ts";

export interface ProgressOptions {
  /** How many cells at a time. Default 1. */
  readonly parallel?: number;
  /** What they are called. Default "cells". */
  readonly what?: string;
  /** What the bar is drawn on, if `terminal.isWatched`. Default: standard error. */
  readonly stream?: NodeJS.WritableStream;
  /** In milliseconds. */
  readonly now?: () => number;
}

export interface Progress {
  /** For `workThrough`. */
  readonly onProgress: (event: WorkEvent<Timed>) => void;
  /** The bar ends; the terminal is as before. */
  stop(): void;
}

interface Counts {
  readonly all: number;
  readonly ended: number;
}

interface Display {
  begin(counts: Counts): void;
  update(counts: Counts): void;
  /** Something that stays, above the bar. */
  say(text: string): void;
  stop(): void;
}

/** A log of days is to be read in a minute. */
const quietMs = 30_000;

export function showProgress(terminal: Pick<Terminal, "err" | "isWatched">, options: ProgressOptions = {}): Progress {
  const { parallel = 1, what = "cells", stream = process.stderr, now = () => performance.now() } = options;
  const left = new TimeLeft(parallel, now);
  let [all, skipped, done, failed] = [0, 0, 0, 0];

  const summary = (): string => {
    const seconds = left.seconds();
    const parts = [`${skipped + done + failed}/${all} ${what}`];
    if (failed > 0) parts.push(`${failed} failed`);
    if (skipped + done + failed < all && seconds !== undefined) parts.push(`about ${sayDuration(seconds)} left`);
    return parts.join(", ");
  };
  const display = terminal.isWatched ? bar(stream, summary) : lines(terminal, summary, now);

  const onProgress = (event: WorkEvent<Timed>): void => {
    left.observe(event);
    if (event.kind === "begin") {
      skipped = event.skipped;
      all = skipped + event.cells.length;
      display.begin({ all, ended: skipped });
      return;
    }
    if (event.kind === "done") done++;
    if (event.kind === "failed") failed++;
    if (event.kind === "failed") display.say(`${event.cell.key} failed: ${messageOf(event.error)}`);
    if (event.kind === "retry") display.say(`${event.cell.key} is tried again: ${messageOf(event.error)}`);
    display.update({ all, ended: skipped + done + failed });
  };
  return { onProgress, stop: () => display.stop() };
}

function bar(stream: NodeJS.WritableStream, summary: () => string): Display {
  const drawn = new cliProgress.SingleBar({
    stream,
    // The time left goes on between two cells; more often, drawing would take time from what is measured.
    fps: 1,
    forceRedraw: true,
    format: (options, params) => `[${cliProgress.Format.BarFormat(params.progress, options)}] ${summary()}`,
    barCompleteChar: "=",
    barIncompleteChar: "-",
    barsize: 30,
    // Signals are the terminal's business.
    gracefulExit: false,
    linewrap: null,
    hideCursor: null,
  });
  return {
    begin: ({ all, ended }) => drawn.start(all, ended),
    update: ({ ended }) => drawn.update(ended),
    say: (text) => {
      // Over the bar, which is drawn again below it.
      stream.write(`\r\u001b[K${text}\n`);
    },
    stop: () => drawn.stop(),
  };
}

function lines({ err }: Pick<Terminal, "err">, summary: () => string, now: () => number): Display {
  let last = Number.NEGATIVE_INFINITY;
  let isOver = false;
  const tell = () => {
    last = now();
    err(`${summary()}\n`);
  };
  return {
    begin: tell,
    update: ({ all, ended }) => {
      if (isOver || (ended < all && now() - last < quietMs)) return;
      isOver = ended >= all;
      tell();
    },
    say: (text) => err(`${text}\n`),
    stop: () => {
      if (!isOver && last > Number.NEGATIVE_INFINITY) tell();
      isOver = true;
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
