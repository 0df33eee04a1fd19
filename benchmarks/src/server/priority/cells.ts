/** What is run for real: each cell is a queue of its own in one server, under a path of its own. */
import type { ModelName, Service } from "./bursts.ts";
import { modelNames, services } from "./bursts.ts";
import type { Kind, QueueName } from "./requests.ts";

export interface CellSpec {
  readonly id: string;
  readonly model: ModelName;
  readonly service: Service;
  readonly queue: QueueName;
  /** Requests are jobs of Preempt; the model is then that of one processor, and there is no queue but the kernel's. */
  readonly preemptive: boolean;
}

const plain = (model: ModelName, service: Service, queue: QueueName): CellSpec => ({
  ...{ id: `${model}-${service}-${queue}`, model, service, queue, preemptive: false },
});

const jobs = (queue: QueueName): CellSpec => ({
  ...{ id: `jobs-${queue}`, model: "serial", service: "computation", queue, preemptive: true },
});

/** The study's comparison, and EDF. */
export const burstCells: readonly CellSpec[] = modelNames.flatMap((model) =>
  services.flatMap((service) => (["fcfs", "priority", "edf"] as const).map((queue) => plain(model, service, queue))),
);

/** For requests that come at random instants. */
export const flowCells: readonly CellSpec[] = [
  ...(["fcfs", "priority", "aging", "edf"] as const).map((queue) => plain("serial", "computation", queue)),
  jobs("priority"),
  jobs("edf"),
];

export const allCells: readonly CellSpec[] = [
  ...new Map([...burstCells, ...flowCells].map((cell) => [cell.id, cell])).values(),
];

/** What the server remembers of a request. Milliseconds. */
export interface Remembered {
  readonly kind: Kind;
  /** Of which burst; -1: of none. */
  readonly burst: number;
  readonly waited: number;
  readonly response: number;
  /** Its number among all that were started. */
  readonly started: number;
}

export interface PriorityServerOrder {
  /** Shortens all service times, for tests. */
  readonly scale: number;
}
