/** Why tasks are not admitted, in one sentence with the numbers: what a person can act on. */
import type { AdmissionAnswer } from "../scheduling/admission.ts";
import { type Model, type ModelTask, milliseconds } from "./admission-model.ts";
import { demand } from "./demand.ts";
import { type BlockingStep, blockingAt } from "./edf-blocking.ts";
import { taken } from "./interference.ts";
import type { ResponseTerms, TaskResponse } from "./response-time.ts";
import { exactUtilisation } from "./utilisation.ts";

/** A task whose response time is beyond its deadline, or without a bound because `level` needs too much. */
export function refuseByResponse(
  model: Model,
  task: ModelTask,
  level: readonly ModelTask[],
  { R, terms }: TaskResponse,
): AdmissionAnswer {
  const test = `response-time analysis${withSlices(model)}`;
  if (R === undefined || terms === undefined) {
    const needed = share([...level, ...model.interference]);
    return refused(
      task,
      `Nothing bounds the response of ${name(task)}: with what is at least as urgent it needs ${needed} of the processor (${test}).`,
    );
  }
  return refused(
    task,
    `${name(task)} can take ${ms(R)} to respond, but its deadline is ${ms(task.D)} (${test}: ${parts(model, terms)}).`,
  );
}

function parts(model: Model, { job, jitter, blocking, own, interference, earlier }: ResponseTerms): string {
  const time = (isWanted: (task: number) => boolean) =>
    interference.reduce((all, part) => (isWanted(part.task) ? all + part.time : all), 0);
  const count = model.tasks.length;
  const terms: [number, string][] = [
    [own, job === 0 ? "of its own" : `of ${job + 1} jobs of its own`],
    [time((task) => task < count), "of tasks as urgent or more"],
    [time((task) => task >= count), "of the event loop"],
    [blocking, "of blocking"],
    [jitter, "until the release is noticed"],
  ];
  const less = earlier === 0 ? "" : `, less the ${ms(earlier)} between the first arrival of these jobs and the last`;
  return listed(terms) + less;
}

/** A window that is too short for what can be due in it; Infinity: there is too much in the long run. */
export function refuseByDemand(
  model: Model,
  due: readonly ModelTask[],
  blocking: readonly BlockingStep[],
  window: number,
): AdmissionAnswer {
  const test = `processor demand of EDF${withSlices(model)}`;
  if (window === Number.POSITIVE_INFINITY) {
    const needed = share([...due, ...model.interference]);
    return { admitted: false, reason: `The tasks need ${needed} of the processor (${test}).` };
  }
  const hopeless = due.find(({ D, J = 0 }) => D <= J);
  if (hopeless !== undefined) {
    const { J = 0, D } = hopeless;
    return refused(
      hopeless,
      `${name(hopeless)} can be released ${ms(J)} after its arrival, but its deadline is ${ms(D)} (${test}).`,
    );
  }
  const last = due.find(({ D, T, J = 0 }) => window >= D - J && (window - D + J) % T === 0) as ModelTask;
  const [work, blocked] = [demand(due, window), blockingAt(blocking, window)];
  const all = taken(model.interference, window);
  const byServers = taken(model.servers, window);
  const terms: [number, string][] = [
    [work, "of jobs"],
    [all - byServers, "of the event loop"],
    [byServers, "of servers"],
    [blocked, "of blocking"],
  ];
  return refused(
    last,
    `${name(last)} can miss its deadline of ${ms(last.D)}: within ${ms(window)} up to ${ms(work + all + blocked)} have to be done (${test}: ${listed(terms)}).`,
  );
}

/** A task that can wait too long behind what came before it. */
export function refuseByFifo(model: Model, task: ModelTask, response: number | undefined): AdmissionAnswer {
  const test = "first come, first served";
  const { J = 0, D } = task;
  if (response === undefined) {
    const needed = share([...model.tasks, ...model.interference]);
    return refused(
      task,
      `Nothing bounds the response of ${name(task)}: the tasks need ${needed} of the processor (${test}).`,
    );
  }
  const terms: [number, string][] = [
    [response, "of jobs that came or were noticed before it, its own included"],
    [J, "until the release is noticed"],
  ];
  return refused(
    task,
    `${name(task)} can take ${ms(response + J)} to respond, but its deadline is ${ms(D)} (${test}: ${listed(terms)}).`,
  );
}

/** The test would take too long. */
export function refuseUndecided(model: Model, code: string): AdmissionAnswer {
  const needed = share([...model.tasks, ...model.interference]);
  const why = code === "analysis_too_long" ? "it takes too many steps" : "its times get too long";
  return {
    admitted: false,
    reason: `Whether the tasks keep their deadlines was not decided: they need ${needed} of the processor, and so near to 100 % ${why} to find out.`,
  };
}

function refused(task: ModelTask, reason: string): AdmissionAnswer {
  return { admitted: false, task: task.name, reason };
}

const name = (task: ModelTask): string => `"${task.name}"`;
const ms = (nanoseconds: number): string => `${milliseconds(nanoseconds)} ms`;

function withSlices({ region, slice }: Model): string {
  if (region === Number.POSITIVE_INFINITY) return " with jobs that run to their ends";
  if (region === slice) return ` with slices of ${ms(slice)}`;
  return region === 0 ? " with jobs preempted at once" : ` with jobs preempted within ${ms(region)}`;
}

/** Rounded up to a hundredth of a percent, exactly, so that what is above 100 % looks it, and 100 % is not more. */
function share(tasks: readonly { readonly C: number; readonly T: number }[]): string {
  const { top, bottom } = exactUtilisation(tasks);
  return `${Number((top * 10_000n + bottom - 1n) / bottom) / 100} %`;
}

/** "1 ms of this, 2 ms of that and 3 ms of those", what is 0 left out. */
function listed(terms: readonly (readonly [time: number, what: string])[]): string {
  const parts = terms.filter(([time]) => time !== 0).map(([time, what]) => `${ms(time)} ${what}`);
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
