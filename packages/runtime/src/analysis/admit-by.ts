/** What a scheduler tells an admission test of itself and its tasks. */

import type { Overheads } from "../hosts/host.ts";
import { callable, PreemptError } from "../input/errors.ts";
import type { DeclaredResource } from "../input/options.ts";
import type {
  AdmissionAnswer,
  AdmissionTest,
  SuspensionModel,
  SystemModel,
  TaskModel,
} from "../scheduling/admission.ts";
import type { AdmissionControl, AdmissionRequest } from "../scheduling/admissions.ts";
import type { Task } from "../scheduling/task.ts";

/** Where neither the user nor the host says more: what Node on an ordinary machine stays below. */
const cautious: Required<Overheads> = { switchCost: 0.01, releaseLatency: 2, eventLoop: 1, overrun: 0.25, unit: 0 };

/** All exclusive units, as what they are: resources with priority inheritance. Which tasks come to which is not known: all of them to each. */
const units: DeclaredResource = { name: "exclusive units", protocol: "pip", kernel: {}, usedBy() {} };

/**
 * Makes of a test what a scheduler's option `admission` takes: `new Scheduler({ admission: admitBy(exactAdmission) })`.
 * Counted in are the scheduler's slices and rounds, the overheads of its options or its host, the tasks that run, the
 * bandwidth of its servers, the sections that tasks declare by `uses`, what exclusive units keep waiting, and a slice of other work that is less urgent than
 * all tasks: jobs by themselves, without sections.
 */
export function admitBy(test: AdmissionTest, options: AdmitOptions = {}): AdmissionControl {
  callable(test, "admission", "what admitBy asks");
  const { suspension = {} } = options;
  const awaits = new Map(Object.entries(suspension));
  return (request) => ask(test, awaits, request);
}

/** What an admission test is told beside the options of tasks. */
export interface AdmitOptions {
  /**
   * How jobs await, by the name of their task. Without it, jobs of a task are taken not to await. Then the promise does not hold if they
   * do. Default: none does.
   */
  readonly suspension?: Readonly<Record<string, SuspensionModel>>;
}

function ask(
  test: AdmissionTest,
  awaits: ReadonlyMap<string, SuspensionModel>,
  { candidate, running, stopped, reserved, kernel, overheads }: AdmissionRequest,
): AdmissionAnswer {
  const { policy, slice, round, ideal, host } = kernel;
  const costs = { ...cautious, ...host.overheads, ...overheads };
  const system: SystemModel = {
    policy: policy.name,
    slice: slice + costs.overrun,
    overrun: costs.overrun,
    ...(ideal && { region: costs.overrun }),
    releaseLatency: costs.releaseLatency,
    switchCost: costs.switchCost,
    // Only between rounds a promise can settle.
    ...((costs.eventLoop > 0 || awaits.size > 0) && { eventLoop: { round, time: costs.eventLoop } }),
  };
  const resources = new ResourceNames();
  const isKnown = ({ options }: Task) => options.wcet !== undefined;
  const unknown = [...running, ...stopped].filter((task) => !isKnown(task));
  const model = (task: Task): TaskModel => {
    const suspension = awaits.get(task.name);
    return { ...modelOf(task, resources), ...(suspension !== undefined && { suspension }) };
  };
  const models = [candidate, ...running.filter(isKnown)].map(model);
  const leaving = stopped.filter(isKnown).map(model);
  const stranger = unknown.find((task) => !comesAfter(task, models, system, policy.isFixed === true));
  if (stranger !== undefined) {
    return {
      admitted: false,
      task: candidate.name,
      reason: `task "${stranger.name}" has no wcet, so nothing can be promised beside it. Give it one, or run its jobs in a server.`,
    };
  }
  const beside = workBeside(unknown, system, resources);
  const everything = withUnits([...models, ...reserved, ...leaving, ...beside], costs.unit, resources);
  const answer = test(everything, { ...system, protocols: resources.protocols });
  if (!answer.admitted) return { ...answer, reason: answer.reason + noteOn(leaving) };
  return { ...answer, responseTimes: answer.responseTimes.slice(0, models.length + reserved.length) };
}

/** Each may be kept waiting for so long by one that comes after it. */
function withUnits(models: readonly TaskModel[], longest: number, resources: ResourceNames): readonly TaskModel[] {
  if (longest === 0) return models;
  const name = resources.of(units);
  return models.map((model) => ({ ...model, sections: { ...model.sections, [name]: longest } }));
}

function noteOn(leaving: readonly TaskModel[]): string {
  if (leaving.length === 0) return "";
  const names = leaving.map(({ name }) => `"${name}"`).join(", ");
  return ` Counted in until no job of a task is unfinished and no server behind, though stopped: ${names}.`;
}

/** Whether a task of which nobody knows the execution time comes after all that have deadlines in any case. */
function comesAfter(
  { deadline, options }: Task,
  models: readonly TaskModel[],
  { policy, slice, region = slice }: SystemModel,
  isFixed: boolean,
): boolean {
  if (region === Number.POSITIVE_INFINITY || policy === "fifo") return false;
  if (!isFixed) return deadline === Number.POSITIVE_INFINITY;
  return models.every(
    (model) => model.deadline === Number.POSITIVE_INFINITY || (options.priority ?? 0) < model.priority,
  );
}

/**
 * Work after all tasks, of unknown length: jobs by themselves, and tasks without a wcet, with their sections. It takes no
 * time from the tasks, but each waits for a slice of it. First come, first served there is none, and where jobs run to
 * their ends nothing could be promised beside any.
 */
function workBeside(
  unknown: readonly Task[],
  { policy, slice, region = slice }: SystemModel,
  resources: ResourceNames,
): TaskModel[] {
  if (region === Number.POSITIVE_INFINITY || policy === "fifo") return [];
  const work = {
    period: Number.POSITIVE_INFINITY,
    deadline: Number.POSITIVE_INFINITY,
    // Long enough for a slice to be cut from it.
    wcet: Math.max(region, 1),
    priority: -Number.MAX_VALUE,
  };
  const tasks = unknown.map((task) => ({ ...work, name: task.name, sections: sectionsOf(task, resources) }));
  return [...tasks, { ...work, name: "other jobs" }];
}

/** Names by which the test tells resources apart, and their protocols: two resources may have the same name. */
class ResourceNames {
  readonly #names = new Map<DeclaredResource, string>();

  of(resource: DeclaredResource): string {
    const known = this.#names.get(resource);
    if (known !== undefined) return known;
    const taken = new Set(this.#names.values());
    let name = resource.name;
    for (let k = 2; taken.has(name); k++) name = `${resource.name} (${k})`;
    this.#names.set(resource, name);
    return name;
  }

  get protocols(): Record<string, string> {
    return Object.fromEntries(Array.from(this.#names, ([resource, name]) => [name, resource.protocol]));
  }
}

function modelOf(task: Task, resources: ResourceNames): TaskModel {
  const { name, deadline, options } = task;
  const { period = options.interArrival, wcet, priority = 0, jitter = 0 } = options;
  if (period === undefined || wcet === undefined) {
    throw new PreemptError(
      "model_incomplete",
      `task "${name}" has no ${wcet === undefined ? "wcet" : "period or interArrival"}, so nothing can be said of it. Give one, or run its jobs in a server.`,
    );
  }
  if (typeof jitter === "function") {
    throw new PreemptError(
      "jitter_unbounded",
      `the release jitter of task "${name}" is a function. Give its bound, a number.`,
    );
  }
  return { name, period, deadline, wcet, priority, jitter, sections: sectionsOf(task, resources) };
}

function sectionsOf({ name, options: { uses = [] } }: Task, resources: ResourceNames): Record<string, number> {
  const sections = new Map<string, number>();
  for (const use of uses) {
    const { resource, section } = "resource" in use ? use : { resource: use };
    if (section === undefined) {
      throw new PreemptError(
        "section_missing",
        `task "${name}" uses resource "${resource.name}", and does not say for how long. Give uses: [{ resource, section: milliseconds }].`,
      );
    }
    const of = resources.of(resource);
    // Told of more than once: the longest section counts.
    sections.set(of, Math.max(section, sections.get(of) ?? section));
  }
  return Object.fromEntries(sections);
}
