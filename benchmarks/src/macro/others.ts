/**
 * What else the machine does while a browser is measured: frames that are lost may be the fault of others. Linux counts the
 * time of all processors and of each process; what is not of this process and those below it is of others. Elsewhere nothing is
 * known.
 */
import { readdirSync, readFileSync } from "node:fs";

/** In ticks of the system's clock. */
export interface Times {
  readonly all: number;
  readonly own: number;
  /** Of the clock on the wall, in milliseconds. */
  readonly at: number;
}

/** Processors that were busy for others between two looks, on the average: 0.5 is half of one. */
export function othersBetween(from: Times, to: Times, ticksPerSecond = 100): number {
  const seconds = (to.at - from.at) / 1000;
  return Math.max(0, (to.all - from.all - (to.own - from.own)) / ticksPerSecond / seconds);
}

/**
 * undefined where the system does not tell.
 *
 * @param allOf What counts of all processors' time, from /proc/stat
 * @param own What counts as this process's own
 */
export function look(allOf: (stat: string) => number = busyTicks, own: () => number = ownTicks): Times | undefined {
  try {
    return { all: allOf(readFileSync("/proc/stat", "utf8")), own: own(), at: performance.now() };
  } catch {
    return undefined;
  }
}

/** user, nice, system, idle, iowait, irq, softirq, steal: all but the two in which nothing runs. */
export function busyTicks(stat: string): number {
  const fields = (/^cpu +(.*)$/m.exec(stat)?.[1] ?? "").split(" ").map(Number);
  return fields.slice(0, 8).reduce((sum, ticks, i) => (i === 3 || i === 4 ? sum : sum + ticks), 0);
}

export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

/** From a line of /proc/PID/stat: the name in parentheses may hold anything. */
export function processOf(stat: string): Process {
  const rest = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { pid: Number.parseInt(stat, 10), parent: Number(rest[1]), ticks: Number(rest[11]) + Number(rest[12]) };
}

/** Of `root` and all below it. */
export function ticksOfTree(processes: readonly Process[], root: number): number {
  const inside = new Set([root]);
  for (let size = 0; size < inside.size; ) {
    size = inside.size;
    for (const { pid, parent } of processes) if (inside.has(parent)) inside.add(pid);
  }
  return processes.reduce((sum, { pid, ticks }) => (inside.has(pid) ? sum + ticks : sum), 0);
}

/** Of this process and all below it that run. */
export function ownTicks(): number {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [processOf(readFileSync(`/proc/${pid}/stat`, "utf8"))];
      } catch {
        return []; // it has ended since
      }
    });
  return ticksOfTree(processes, process.pid);
}
