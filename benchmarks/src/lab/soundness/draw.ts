/** Small random sets for campaigns against the bounds: a schedule of theirs is short, and every pattern has its chance. */
import { cutAtRandom, type Random } from "../generate/random.ts";
import { drawChunks } from "../generate/sections.ts";
import type { LoopParameters, TaskParameters, TaskSet } from "../task-set.ts";

const queues = ["a", "b", "timer"] as const;

export interface Wishes {
  /** How jobs suspend themselves. Default: they do not. */
  readonly suspension?: "dynamic" | "segmented" | "either";
  /** Whether tasks have queues, and the set a loop. Default false. */
  readonly queues?: boolean;
  /** Whether there is a chain of some of the tasks. Default: none. */
  readonly chain?: "event" | "time";
  /** Whether tasks are on two or three threads, some of them submitted by the main thread. Default: on one. */
  readonly threads?: boolean;
  /** Whether offsets are part of the set, and known to the bounds. Default false: patterns choose them. */
  readonly offsets?: boolean;
  /** Between which numbers the utilisation lies, but for rounding. Default 0.3 to 0.95. */
  readonly load?: readonly [least: number, most: number];
}

/** Two to four tasks with deadlines up to their periods, some of them released late. */
export function drawSet(random: Random, id: string, wishes: Wishes): TaskSet {
  const count = random.integer(wishes.chain === undefined ? 2 : 3, 4);
  const shares = cutAtRandom(random, 1000, count);
  const [least, most] = wishes.load ?? [0.3, 0.95];
  const load = random.between(least, most);
  const period = random.integer(8, 24);
  const isReleasedLate = random.real() < 0.3;
  // With periods that have divisors in common, offsets tell something, and the hyperperiod is short.
  const periods = wishes.offsets && random.real() < 0.7 ? ([6, 8, 12, 16, 24] as const) : undefined;
  const tasks = shares.map((share, i): TaskParameters => {
    // A chain that is triggered by events has one period.
    const T = wishes.chain === "event" && i < 2 ? period : (periods?.[random.integer(0, 4)] ?? random.integer(5, 24));
    const C = Math.min(T, Math.max(1, Math.round((share / 1000) * load * T)));
    const D = random.real() < 0.5 ? T : random.integer(C, T);
    return {
      ...{ C, T, D },
      ...(wishes.offsets && { O: random.integer(0, T) }),
      ...(isReleasedLate && { J: random.integer(0, 3) }),
      ...(wishes.queues && { queue: queues[random.integer(0, 2)] as string }),
      ...drawSuspension(random, C, T, wishes.suspension),
    };
  });
  return {
    id,
    tasks,
    ...(wishes.queues && { loop: drawLoop(random, tasks) }),
    ...(wishes.chain && { chains: [{ tasks: drawChain(random, count, wishes.chain), trigger: wishes.chain }] }),
    ...(wishes.threads && drawThreads(random, tasks, wishes.chain)),
  };
}

/** Two threads, or the main thread and one or two others. Messages take a few units, or none. */
function drawThreads(random: Random, tasks: readonly TaskParameters[], chain: Wishes["chain"]): Partial<TaskSet> {
  const hasMain = random.real() < 0.5;
  const count = hasMain ? random.integer(2, 3) : 2;
  const least = random.integer(0, 2);
  return {
    threads: hasMain ? ["main", "a", "b"].slice(0, count) : count,
    messages: { delay: [least, least + random.integer(0, 3)] },
    tasks: tasks.map((task, i) => ({
      ...task,
      thread: random.integer(0, count - 1),
      // What another job releases, nobody submits.
      ...((chain !== "event" || i > 1) && random.real() < 0.3 && { submitted: true }),
    })),
  };
}

function drawChain(random: Random, count: number, trigger: "event" | "time"): number[] {
  if (trigger === "event") return random.shuffle([0, 1]);
  return random.shuffle(Array.from({ length: count }, (_, i) => i)).slice(0, random.integer(2, 3));
}

function drawSuspension(random: Random, C: number, T: number, kind: Wishes["suspension"]) {
  if (kind === undefined || random.real() < 0.3) return {};
  const S = Math.round(random.between(0, 0.6) * (T - C));
  if (kind === "dynamic" || (kind === "either" && random.real() < 0.5)) return { S };
  const executions = drawChunks(random, C, random.integer(2, 3));
  if (executions.length === 1) return {};
  const pauses = cutAtRandom(random, S, executions.length - 1);
  return { segments: executions.flatMap((length, i) => (i === 0 ? [length] : [pauses[i - 1] as number, length])) };
}

function drawLoop(random: Random, tasks: readonly TaskParameters[]): LoopParameters {
  const used = [...new Set(tasks.map(({ queue }) => queue as string))];
  return {
    levels: Object.fromEntries(used.map((queue) => [queue, random.integer(0, 2)])),
    choice: random.real() < 0.5 ? "oldest" : "any",
    granularity: random.real() < 0.5 ? 1 : random.integer(2, 5),
    lateness: random.integer(0, 2),
  };
}
