/** Permanent overload: more is asked of the thread than it has. What the policies make of it, and what to do on a miss. */
import handbook from "../../../samples/handbook.md?raw";
import { costPerUnit, unitsFor } from "../../system/cost.ts";
import { samplePoints } from "../../work/clusters.ts";
import type { Play, Scenario, Stage, System, TaskSpec } from "../scenario.ts";
import { OutcomePanel } from "./panel.ts";

type Work = typeof import("./work.ts");

const key = new Uint8Array(16).fill(7);
const counter = new Uint8Array(16);
/** Points on the map. */
const most = 60_000;

/** Together 150 % of the thread. */
const tasks: readonly TaskSpec[] = [
  {
    id: "encrypt",
    kind: "periodic",
    period: 60,
    deadline: 60,
    wcet: 18,
    priority: 50,
    does: "AES, 30 % of the thread",
  },
  {
    id: "render",
    kind: "periodic",
    period: 90,
    deadline: 90,
    wcet: 27,
    priority: 40,
    does: "markdown-it, 30 % of the thread",
  },
  {
    id: "cluster",
    kind: "periodic",
    period: 150,
    deadline: 150,
    wcet: 45,
    priority: 30,
    does: "supercluster, 30 % of the thread",
  },
  {
    id: "index",
    kind: "periodic",
    period: 250,
    deadline: 250,
    wcet: 75,
    priority: 20,
    does: "markdown-it again, 30 % of the thread",
  },
  {
    id: "archive",
    kind: "periodic",
    period: 400,
    deadline: 400,
    wcet: 120,
    priority: 10,
    does: "AES again, 30 % of the thread",
  },
];

export const overload: Scenario<Work> = {
  summary: "Five periodic tasks ask for 150 % of the thread. Somebody has to be late; the policy says who.",
  watch: [
    "EDF that lets late jobs go on makes nearly all of them late. Choose “drop” on a miss: what cannot be in time is not begun, and most of the rest is.",
    "Fixed priority keeps the urgent ones on time, and the last ones hardly ever finish. Aging: they get their turn.",
    "Under EDF going on late, even the box is late: deadlines that have passed come first. Under fixed priority it glides.",
  ],
  options: [
    {
      id: "miss",
      label: "On a miss",
      values: [
        ["continue", "go on, late"],
        ["drop", "drop what cannot make it"],
        ["cancel", "cancel at the deadline"],
        ["skip-next", "skip the next release"],
      ],
    },
    {
      id: "load",
      label: "Load",
      values: [
        ["150", "150 %"],
        ["80", "80 %"],
        ["300", "300 %"],
      ],
    },
  ],
  tasks,
  tasksFor: ({ load = "150", miss = "continue" }) =>
    tasks.map((task) => ({
      ...task,
      wcet: (task.wcet * Number(load)) / 150,
      onMiss: miss as NonNullable<TaskSpec["onMiss"]>,
    })),
  files: [{ name: "work.ts", source: () => import("./work.ts?raw"), output: () => import("./work.ts?output") }],
  work: {
    capture: () => import("./work.ts"),
    paper: () => import("./work.ts?paper") as Promise<Work>,
    plain: () => import("./work.ts?plain") as Promise<Work>,
  },
  open: (stage) => new OverloadPlay(stage),
};

/** Milliseconds per byte, document and point. */
interface Costs {
  readonly byte: number;
  readonly document: number;
  readonly point: number;
}

class OverloadPlay implements Play<Work> {
  readonly #panel: OutcomePanel;
  #costs: Costs = { byte: 1, document: 1, point: 1 };

  constructor(stage: Stage) {
    this.#panel = new OutcomePanel(
      stage.panel,
      tasks.map(({ id }) => id),
    );
  }

  calibrate(plain: Work): void {
    this.#costs = measure(plain);
  }

  start(system: System, work: Work): void {
    const { byte, document, point } = this.#costs;
    const bytes = (id: string) => new Uint8Array(unitsFor(system, id, byte));
    const text = (id: string) => handbook.repeat(Math.max(1, unitsFor(system, id, document)));
    this.#panel.watch(system);
    system.periodic("encrypt", work.encrypt, key, counter, bytes("encrypt"));
    system.periodic("render", work.render, text("render"));
    system.periodic("cluster", work.cluster, samplePoints(Math.min(most, unitsFor(system, "cluster", point))));
    system.periodic("index", work.render, text("index"));
    system.periodic("archive", work.encrypt, key, counter, bytes("archive"));
  }
}

function measure(plain: Work): Costs {
  const csv = samplePoints(most);
  const lineLength = csv.length / most;
  return {
    byte: costPerUnit(20_000, (bytes) => plain.encrypt(key, counter, new Uint8Array(bytes)), 15),
    document: costPerUnit(1, (documents) => plain.render(handbook.repeat(documents)), 15),
    point: costPerUnit(4000, (points) => plain.cluster(csv.slice(0, points * lineLength))),
  };
}
