/** How long the rest of the work takes: told beforehand where a cell knows, corrected by what was seen so far. */
import type { Keyed } from "./keyed.ts";
import type { WorkEvent } from "./work-through.ts";

export interface Timed extends Keyed {
  /** How long it is going to take. Of the cell alone, and not of the machine: shards are dealt out by it. */
  readonly expectedSeconds?: number;
}

/** Of cells that told, or of those that did not. */
interface Group {
  /** Together: expected seconds, or the number of cells. */
  open: number;
  ended: number;
  /** That `ended` took. */
  seconds: number;
}

export class TimeLeft {
  readonly #parallel: number;
  readonly #now: () => number;
  readonly #told: Group = { open: 0, ended: 0, seconds: 0 };
  readonly #untold: Group = { open: 0, ended: 0, seconds: 0 };
  readonly #running = new Map<string, { cell: Timed; start: number }>();

  /** @param now In milliseconds */
  constructor(parallel: number, now: () => number = () => performance.now()) {
    this.#parallel = parallel;
    this.#now = now;
  }

  observe(event: WorkEvent<Timed>): void {
    switch (event.kind) {
      case "begin":
        for (const cell of event.cells) this.#groupOf(cell).open += sizeOf(cell);
        break;
      case "start":
        this.#running.set(event.cell.key, { cell: event.cell, start: this.#now() });
        break;
      case "done": {
        const group = this.#end(event.cell);
        group.ended += sizeOf(event.cell);
        group.seconds += event.seconds;
        break;
      }
      case "failed":
        // It may have failed at once: its time says nothing of the others.
        this.#end(event.cell);
        break;
      case "retry":
        break;
    }
  }

  /** @returns undefined as long as nothing is known */
  seconds(): number | undefined {
    const toldRate = this.#told.ended > 0 ? this.#told.seconds / this.#told.ended : 1;
    const untoldRate = rateOf(this.#untold);
    if (this.#untold.open > 0 && untoldRate === undefined) return;
    const lengthOf = (cell: Timed) => sizeOf(cell) * (isTold(cell) ? toldRate : (untoldRate ?? 0));
    let together = this.#told.open * toldRate + this.#untold.open * (untoldRate ?? 0);
    let longest = 0;
    for (const { cell, start } of this.#running.values()) {
      const length = lengthOf(cell);
      const passed = Math.min(length, (this.#now() - start) / 1000);
      together -= passed;
      longest = Math.max(longest, length - passed);
    }
    // The last ones run while other lanes have nothing to do.
    return Math.max(longest, together / this.#parallel, 0);
  }

  #end(cell: Timed): Group {
    this.#running.delete(cell.key);
    const group = this.#groupOf(cell);
    group.open -= sizeOf(cell);
    return group;
  }

  #groupOf(cell: Timed): Group {
    return isTold(cell) ? this.#told : this.#untold;
  }
}

function isTold(cell: Timed): boolean {
  return cell.expectedSeconds !== undefined;
}

function sizeOf(cell: Timed): number {
  return cell.expectedSeconds ?? 1;
}

function rateOf({ ended, seconds }: Group): number | undefined {
  return ended > 0 ? seconds / ended : undefined;
}

/** As people say it: "45 s", "12 min", "3 h 05 min", "2 d 4 h". */
export function sayDuration(seconds: number): string {
  if (seconds < 99.5) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
