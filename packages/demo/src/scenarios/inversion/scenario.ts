/** Priority inversion, and its cures: a short urgent job waits for a long unimportant one that has nothing to do with it. */
import { PreemptError, type ProtocolName, Resource } from "@preempt/runtime";
import { costPerUnit, unitsFor } from "../../system/cost.ts";
import { wordsOf } from "../../system/error-words.ts";
import { samplePoints } from "../../work/clusters.ts";
import type { Play, Scenario, Stage, System } from "../scenario.ts";
import { ResponsePanel } from "./panel.ts";

type Work = typeof import("./work.ts");

const key = new Uint8Array(16).fill(7);
const counter = new Uint8Array(16);
/** Points on the map. */
const most = 60_000;

export const inversion: Scenario<Work> = {
  summary:
    "A meter (high priority) reads a recording that a backup (low) locks while it encrypts it. A map (middling) clusters points and needs no lock.",
  watch: [
    "Without a protocol, the map preempts the backup while that has the lock: the meter, more urgent than both, waits for the map. Its dots jump above the line.",
    "Choose priority inheritance or a ceiling: the backup finishes its locked part first, and the dots stay low.",
    "In the chart of the last second, look at what runs while “meter” waits.",
  ],
  options: [
    {
      id: "protocol",
      label: "Protocol",
      values: [
        ["none", "none"],
        ["pip", "priority inheritance"],
        ["npcs", "non-preemptive sections"],
        ["pcp", "priority ceiling"],
        ["icpp", "immediate ceiling"],
        ["srp", "stack resource policy"],
      ],
    },
  ],
  tasks: [
    {
      id: "meter",
      kind: "periodic",
      period: 50,
      deadline: 40,
      wcet: 1,
      priority: 60,
      does: "reads the level: needs the lock",
    },
    {
      id: "map",
      kind: "periodic",
      period: 320,
      phase: 10, // when the backup has just locked
      deadline: 320,
      wcet: 80,
      priority: 40,
      does: "clusters points: needs no lock",
    },
    {
      id: "backup",
      kind: "periodic",
      period: 160,
      deadline: 600,
      wcet: 25,
      priority: 20,
      does: "encrypts the recording: keeps the lock",
    },
  ],
  files: [
    { name: "work.ts", source: () => import("./work.ts?raw"), output: () => import("./work.ts?output") },
    {
      name: "clusters.ts",
      source: () => import("../../work/clusters.ts?raw"),
      output: () => import("../../work/clusters.ts?output"),
    },
  ],
  work: {
    capture: () => import("./work.ts"),
    paper: () => import("./work.ts?paper") as Promise<Work>,
    plain: () => import("./work.ts?plain") as Promise<Work>,
  },
  open: (stage) => new InversionPlay(stage),
};

class InversionPlay implements Play<Work> {
  readonly #panel: ResponsePanel;
  #msPerPoint = 0;
  #msPerByte = 0;

  constructor(stage: Stage) {
    this.#panel = new ResponsePanel(stage.panel);
  }

  calibrate(plain: Work): void {
    const free = { lock: () => ({ [Symbol.dispose]() {}, unlock() {} }) } as unknown as Resource;
    const save = (bytes: number) =>
      plain.saveRecording(free, { level: 0, samples: new Uint8Array(bytes) }, key, counter);
    this.#msPerByte = costPerUnit(20_000, save, 15);
    const csv = samplePoints(most);
    const lineLength = csv.length / most;
    this.#msPerPoint = costPerUnit(4000, (points) => plain.clusterMap(csv.slice(0, points * lineLength)));
  }

  start(system: System, work: Work): void {
    const protocol = (system.options.protocol ?? "none") as ProtocolName;
    const lock = this.#lock(system, protocol);
    const bytes = unitsFor(system, "backup", this.#msPerByte);
    const recording = { level: 0, samples: new Uint8Array(bytes) };
    const uses = (section: number) => [{ resource: lock, section }];
    system.declare("meter", uses(1));
    system.declare("backup", uses(system.spec("backup").wcet));
    this.#panel.begin(protocol, system.spec("meter").deadline);
    system.scheduler.observe({
      jobFinished: (job, now) => {
        if (job.name === "meter" && job.state === "done") this.#panel.add(now, job.responseTime ?? 0);
      },
    });
    const show = (level: number) => this.#panel.showLevel(level);
    system.periodic("backup", work.saveRecording, lock, recording, key, counter);
    const points = Math.min(most, unitsFor(system, "map", this.#msPerPoint));
    system.periodic("map", work.clusterMap, samplePoints(points));
    system.periodic("meter", work.readLevel, lock, recording, show);
  }

  #lock(system: System, protocol: ProtocolName): Resource {
    try {
      return new Resource(system.scheduler, { name: "recording", protocol });
    } catch (error) {
      if (!(error instanceof PreemptError)) throw error;
      system.say(`${wordsOf(error)} Shown instead: priority inheritance.`);
      return new Resource(system.scheduler, { name: "recording", protocol: "pip" });
    }
  }
}
