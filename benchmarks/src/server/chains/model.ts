/**
 * From a measurement to a task set: each kind of request is an event-triggered chain of its stages. C is such that
 * {@link covered} of the executions are no longer, alone or with the others. So the bounds hold for what these executions
 * can come to, however they meet; they say nothing of longer ones, which are counted.
 *
 * **Event loop.** Each stage is a callback and runs to its end. Node serves what came from the network and what `setImmediate`
 * queued in turns. The loop's choice "any" covers that: the order within a queue is fixed, the one between queues is not. What the thread does
 * outside of all stages (reading sockets, timers) is divided evenly among the requests, and added to C of the first stage. J is
 * how long a request takes from the client to the idle server.
 *
 * **Preempt.** Stages after the first one are jobs under EDF.
 *
 * - A request is read between two rounds of jobs. So J of the first stage is larger by a round. At the end of a round
 *   the kernel chooses anew, and what a job itself releases is noticed at once: there is no other blocking.
 * - Reading requests goes before all jobs, whatever their deadlines. The model gives it a short deadline, D′. Then it goes before
 *   a job of deadline D that responds within D − D′, since the request came before that job ended. Where a bound is above D − D′, it
 *   is none. The same holds for the event loop's own turns.
 * - A dispatch takes time: a job has two, and one more for each slice of a millisecond that it fills (as in the kernel's own test).
 * - Between two rounds, at least 2 ms apart while there is something to do, the event loop has a turn: a task of its own, with 95 %
 *   of the turns measured as its C.
 */
import type { ChainParameters, TaskParameters, TaskSet } from "../../lab/task-set.ts";
import { quantile } from "../../statistics.ts";
import { type KindName, kindNames, kinds, type Span, type StageRecord, type VariantName } from "./kinds.ts";
import type { MeasuredVariant } from "./measure.ts";

/** In milliseconds: the kernel's slice, and its round in Node. */
const slice = 1;
const round = 2;

/** The share of the executions of a stage, and of the rounds of jobs, that are no longer than the model says. */
export const covered = 0.995;

/** The same of the event loop's turns between two rounds. There are many in a response, and few of them are long. */
const coveredTurns = 0.95;

/** What the model takes from a measurement. Milliseconds. */
export interface ModelTimes {
  readonly variant: VariantName;
  /** By kind and stage: the longest execution that is covered. */
  readonly executed: Readonly<Record<KindName, readonly number[]>>;
  /** From the client to the idle server: 99 % of the requests. */
  readonly transit: number;
  /** Outside of stages, for each request (mean). */
  readonly rest: number;
  /** Of Preempt: the longest round that is covered, 95 % of the event loop's turns, a dispatch. */
  readonly round: number;
  readonly turn: number;
  readonly dispatch: number;
}

export function timesOf({ variant, alone, together }: MeasuredVariant): ModelTimes {
  const all = [...alone.stages, ...together.stages];
  const first = alone.stages.filter(({ stage }) => stage === 0);
  const inStages = together.stages.reduce((sum, one) => sum + one.executed, 0);
  return {
    variant,
    executed: Object.fromEntries(
      kindNames.map((kind) => [kind, kinds[kind].stages.map((_, stage) => coveredOf(all, kind, stage))]),
    ) as unknown as ModelTimes["executed"],
    transit:
      first.length === 0
        ? 0
        : quantile(
            first.map(({ start, sent }) => start - sent),
            0.99,
          ),
    rest: Math.max(0, together.active - inStages) / Math.max(1, together.client.length),
    round: most(lengthsOf(together.rounds)),
    turn: together.turns.length === 0 ? 0 : quantile(lengthsOf(together.turns), coveredTurns),
    dispatch: together.dispatch,
  };
}

function coveredOf(records: readonly StageRecord[], kind: KindName, stage: number): number {
  return most(records.filter((one) => one.kind === kind && one.stage === stage).map(({ executed }) => executed));
}

const lengthsOf = (spans: readonly Span[]) => spans.map(({ length }) => length);

/** 0 if there are none. */
const most = (lengths: readonly number[]) => (lengths.length === 0 ? 0 : quantile(lengths, covered));

export interface Model {
  readonly set: TaskSet;
  /** Bounds above the end-to-end deadline less this are none, in microseconds. */
  readonly margin: number;
}

export function modelOf(times: ModelTimes): Model {
  return times.variant === "event loop" ? loopModel(times) : kernelModel(times);
}

function loopModel({ variant, executed, transit, rest }: ModelTimes): Model {
  const tasks = kindNames.flatMap((kind) =>
    kinds[kind].stages.map((name, stage): TaskParameters => {
      const isFirst = stage === 0;
      return {
        ...{ name: `${kind} ${name}`, queue: isFirst ? "network" : "immediate" },
        ...common(kind, (executed[kind][stage] as number) + (isFirst ? rest : 0)),
        ...(isFirst && { J: up(transit) }),
      };
    }),
  );
  return { set: { id: variant, tasks, loop: { choice: "any" }, chains: chains() }, margin: 0 };
}

function kernelModel({ variant, executed, transit, round: jobs, turn, dispatch }: ModelTimes): Model {
  const jitter = up(transit + jobs);
  const reading = kindNames.reduce((sum, kind) => sum + up(executed[kind][0] as number), 0);
  const turns = up(turn + dispatch);
  // Where turns are as long as rounds, nothing has a bound.
  const own: TaskParameters = { name: "event loop", C: turns, T: round * 1000, D: Math.max(turns, round * 1000) };
  const soon = Math.max(own.D, 2 * (jitter + reading + own.C));
  const tasks = kindNames.flatMap((kind) =>
    kinds[kind].stages.map((name, stage): TaskParameters => {
      const length = executed[kind][stage] as number;
      if (stage === 0) {
        const { C, T, D } = common(kind, length);
        return { name: `${kind} ${name}`, C, T, D: Math.min(D, Math.max(C, soon)), J: jitter };
      }
      const dispatches = 2 + Math.floor(length / slice);
      return { name: `${kind} ${name}`, ...common(kind, length + dispatches * dispatch) };
    }),
  );
  return { set: { id: variant, tasks: [own, ...tasks], chains: chains() }, margin: soon };
}

function common(kind: KindName, length: number): Pick<TaskParameters, "C" | "T" | "D"> {
  const { T, D } = kinds[kind];
  const C = up(length);
  return { C, T: T * 1000, D: Math.max(C, D * 1000) };
}

const chains = (): ChainParameters[] =>
  kindNames.map((kind) => ({
    name: kind,
    tasks: kinds[kind].stages.map((name) => `${kind} ${name}`),
    trigger: "event",
    D: kinds[kind].D * 1000,
  }));

/** Whole microseconds; what a product is rounded up by does not count. */
const up = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds * 1000 - 1e-6));
