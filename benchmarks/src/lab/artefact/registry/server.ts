/** Of docs/server-*.md: the studies that are repeated. */
import { type Experiment, item } from "../experiment.ts";
import { images, run } from "./server-run.ts";

interface Waited {
  readonly model: string;
  readonly service: string;
  readonly queue: string;
  readonly waited: { readonly auth: number; readonly static: number };
  readonly inversions: number;
}

interface Boundary {
  readonly load: number;
  readonly discipline: string;
  readonly kinds: Readonly<Record<"auth" | "static", { readonly meanWait: number }>>;
}

interface StructureCost {
  readonly structure: string;
  readonly depth: number;
  readonly microseconds: number;
}

export const serverPriority: Experiment = {
  id: "server-priority",
  page: "docs/server-priority.md",
  ...run("priority", 1, 10),
  items: [
    item({
      id: "priority-bursts",
      title: "Bursts at a server with a priority queue",
      claim:
        "By priority no static request goes before an authentication. First come, first served inverts half of the pairs.",
      read: (files) => {
        const cells: readonly Waited[] = files.json("data.json").bursts.cells;
        const of = (queue: string) =>
          cells.find((cell) => cell.model === "serial" && cell.service === "timers" && cell.queue === queue);
        const [fcfs, priority] = [of("fcfs"), of("priority")];
        return {
          "FCFS, authentication waits, ms": fcfs?.waited.auth ?? Number.NaN,
          "priority, authentication waits, ms": priority?.waited.auth ?? Number.NaN,
          "FCFS, inversions, %": 100 * (fcfs?.inversions ?? Number.NaN),
          "priority, inversions, %": 100 * (priority?.inversions ?? Number.NaN),
        };
      },
      shape: [
        { says: "50 % of the pairs are inverted under FCFS (exact)", holds: (n) => n["FCFS, inversions, %"] === 50 },
        { says: "none by priority", holds: (n) => n["priority, inversions, %"] === 0 },
        {
          says: "an authentication waits less by priority",
          holds: (n) => n["priority, authentication waits, ms"] < n["FCFS, authentication waits, ms"],
        },
      ],
    }),
    item({
      id: "priority-starvation",
      title: "Where static requests starve",
      claim: "Fixed priorities let static requests wait long before the processor is full. Aging bounds that.",
      read: (files) => {
        const rows: readonly Boundary[] = files.json("data.json").boundary.rows;
        const most = Math.max(...rows.map(({ load }) => load).filter((load) => load < 1));
        const wait = (discipline: string) =>
          rows.find((row) => row.load === most && row.discipline === discipline)?.kinds.static.meanWait ?? Number.NaN;
        return {
          load: most,
          "FCFS, static waits, ms": wait("FCFS"),
          "priority, static waits, ms": wait("priority"),
          "aging, static waits, ms": wait("aging"),
        };
      },
      shape: [
        {
          says: "static requests wait longer by priority than first come, first served",
          holds: (n) => n["priority, static waits, ms"] > n["FCFS, static waits, ms"],
        },
        {
          says: "with aging they wait no longer than by priority alone",
          holds: (n) => n["aging, static waits, ms"] <= n["priority, static waits, ms"],
        },
      ],
      figures: [{ file: "server-priority-static.svg", ours: `${images}/server-priority-static.svg` }],
    }),
    item({
      id: "priority-queues",
      title: "What a priority queue costs by depth",
      claim: "An array that is sorted each time costs ever more. A heap and lists hardly do.",
      read: (files) => {
        const costs: readonly StructureCost[] = files.json("data.json").structures.costs;
        const deepest = Math.max(...costs.map(({ depth }) => depth));
        const of = (structure: string) =>
          costs.find((cost) => cost.depth === deepest && cost.structure === structure)?.microseconds ?? Number.NaN;
        return {
          depth: deepest,
          "array, sorted each time, µs": of("array, sorted each time"),
          "binary heap, µs": of("binary heap"),
        };
      },
      shape: [
        {
          says: "at the largest depth the heap is faster",
          holds: (n) => n["binary heap, µs"] < n["array, sorted each time, µs"],
        },
      ],
      figures: [{ file: "server-priority-queues.svg", ours: `${images}/server-priority-queues.svg` }],
    }),
  ],
};

interface Change {
  readonly variant: string;
  readonly measure: string;
  /** Percent, against the plain emitter. */
  readonly change: number;
}

export const serverBatching: Experiment = {
  id: "server-batching",
  page: "docs/server-batching.md",
  ...run("batching", 0.3, 12),
  items: [
    item({
      id: "batching",
      title: "A chat in batches, against the plain emitter",
      claim: "Batches cost less processor time for a delivered message, and deliver more under overload.",
      read: (files) => {
        const heavy: readonly Change[] = files.json("data.json").comparisons.heavy;
        const of = (measure: string) =>
          heavy.find((one) => one.variant === "batches" && one.measure === measure)?.change ?? Number.NaN;
        return {
          "heavy load, delivered, change in %": of("throughput"),
          "heavy load, CPU for a message, change in %": of("cpuPerDelivery"),
          "heavy load, context switches, change in %": of("switches"),
        };
      },
      shape: [
        {
          says: "batches need less CPU for a message",
          holds: (n) => n["heavy load, CPU for a message, change in %"] < 0,
        },
        { says: "batches deliver more", holds: (n) => n["heavy load, delivered, change in %"] > 0, fullOnly: true },
        {
          says: "there are fewer context switches",
          holds: (n) => n["heavy load, context switches, change in %"] < 0,
          fullOnly: true,
        },
      ],
      figures: [
        { file: "batching-cpu-usual.svg", ours: `${images}/server-batching-cpu.svg` },
        { file: "batching-latency-heavy.svg", ours: `${images}/server-batching-latency.svg` },
        { file: "batching-sweep-cpu.svg", ours: `${images}/server-batching-sweep.svg` },
      ],
      published: { says: "+506 % delivered, −86 % CPU, −98 % context switches.", quote: "+506 % (+406 to +607)" },
    }),
  ],
};

interface Answer {
  readonly way: string;
  readonly path: string;
  readonly persistent: boolean;
  readonly cpu: number;
}

interface DeviceRow {
  readonly variant: string;
  readonly kinds: Readonly<Record<string, { readonly p99: number | null }>>;
}

export const serverDevice: Experiment = {
  id: "server-device",
  page: "docs/server-device.md",
  ...run("device", 1.2, 10),
  items: [
    item({
      id: "device",
      title: "A web server on a small device",
      claim:
        "Precomputed answers cost a fraction. Deadlines and preemption shorten the tail of readings beside uploads.",
      read: (files) => {
        const { answers, device }: { answers: readonly Answer[]; device: readonly DeviceRow[] } =
          files.json("data.json");
        const cpu = (way: string) =>
          answers.find((one) => one.way === way && one.path === "page" && one.persistent)?.cpu ?? Number.NaN;
        const p99 = (variant: string) => device.find((one) => one.variant === variant)?.kinds.data?.p99 ?? Number.NaN;
        return {
          "page, computed, µs of CPU": cpu("computed"),
          "page, precomputed, µs of CPU": cpu("precomputed"),
          "readings p99, FCFS, ms": p99("FCFS"),
          "readings p99, EDF, preemptive, ms": p99("EDF, preemptive"),
        };
      },
      shape: [
        {
          says: "a precomputed page costs less than a computed one",
          holds: (n) => n["page, precomputed, µs of CPU"] < n["page, computed, µs of CPU"],
        },
        {
          says: "99 % of readings are answered sooner under preemptive EDF",
          holds: (n) => n["readings p99, EDF, preemptive, ms"] < n["readings p99, FCFS, ms"],
          fullOnly: true,
        },
      ],
      figures: [{ file: "server-device.svg", ours: `${images}/server-device.svg` }],
    }),
  ],
};
