/** What a scheduler tells an admission test of itself and its tasks. */
import type { AdmissionAnswer, AdmissionTest, SystemModel, TaskModel } from "../admission.ts";
import { PreemptError } from "../errors.ts";
import type { Overheads } from "../host.ts";
import type { DeclaredResource } from "../options.ts";
import type { AdmissionControl, AdmissionRequest } from "../scheduler.ts";
import type { Task } from "../task.ts";

/** Where neither the user nor the host says more: what Node on an ordinary machine stays below. */
const cautious: Required<Overheads> = { switchCost: 0.01, releaseLatency: 2, eventLoop: 1, overrun: 0.25 };

/**
 * Makes of a test what a scheduler's option `admission` takes: `new Scheduler({ admission: admitBy(exactAdmission) })`.
 * Counted in are the scheduler's slices and rounds, the overheads of its options or its host, the tasks that run, the
 * bandwidth of its servers, and the sections that tasks declare by `uses`.
 */
export function admitBy(test: AdmissionTest): AdmissionControl {
  return (request) => ask(test, request);
}

function ask(
  test: AdmissionTest,
  { candidate, running, reserved, kernel, overheads }: AdmissionRequest,
): AdmissionAnswer {
  const { policy, slice, round, ideal, host } = kernel;
  const costs = { ...cautious, ...host.overheads, ...overheads };
  const resources = new ResourceNames();
  const models: TaskModel[] = [modelOf(candidate, resources)];
  for (const task of running) {
    if (task.options.wcet !== undefined) models.push(modelOf(task, resources));
    else if (!isHarmless(task, models[0] as TaskModel, policy.isFixed === true)) {
      return {
        admitted: false,
        task: candidate.name,
        reason: `task "${task.name}" has no wcet, so nothing can be promised beside it. Give it one, or run its jobs in a server.`,
      };
    }
  }
  const system: SystemModel = {
    policy: policy.name,
    // With ideal preemption a budget, not a slice, is what a release waits for.
    slice: ideal ? costs.overrun : slice + costs.overrun,
    overrun: ideal ? 0 : costs.overrun,
    releaseLatency: costs.releaseLatency,
    switchCost: costs.switchCost,
    protocols: resources.protocols,
    ...(costs.eventLoop > 0 && { eventLoop: { round, time: costs.eventLoop } }),
  };
  return test([...models, ...reserved], system);
}

/** Whether a task of which nobody knows the execution time comes after the candidate in any case. */
function isHarmless({ deadline, options }: Task, candidate: TaskModel, isFixed: boolean): boolean {
  return isFixed ? (options.priority ?? 0) < candidate.priority : deadline === Number.POSITIVE_INFINITY;
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
  const { period = options.interArrival, wcet, priority = 0, jitter = 0, uses = [] } = options;
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
  const sections = new Map<string, number>();
  for (const use of uses) {
    const { resource, section } = "resource" in use ? use : { resource: use };
    if (section === undefined) {
      throw new PreemptError(
        "section_missing",
        `task "${name}" uses resource "${resource.name}" for nobody knows how long. Give uses: [{ resource, section: milliseconds }].`,
      );
    }
    const of = resources.of(resource);
    // Told of more than once: the longest section counts.
    sections.set(of, Math.max(section, sections.get(of) ?? section));
  }
  return { name, period, deadline, wcet, priority, jitter, sections: Object.fromEntries(sections) };
}
