/** A greedy third-party script, held by a constant bandwidth server. */
import { ConstantBandwidthServer, DeferrableServer, type Job } from "@preempt/runtime";
import handbook from "../../../samples/handbook.md?raw";
import { costPerUnit, unitsFor } from "../../system/cost.ts";
import { samplePoints } from "../../work/clusters.ts";
import type { Play, Scenario, Stage, System } from "../scenario.ts";
import { SharePanel } from "./panel.ts";

type Work = typeof import("./work.ts");

const key = new Uint8Array(16).fill(7);
const counter = new Uint8Array(16);
/** The script says that each of its jobs is due at once, and none ever is: so it would always go first. */
const claimed = 5;
const points = 20_000;

export const server: Scenario<Work> = {
  summary:
    "A third party's script analyses your visitors without end, and claims that everything it does is due at once. The page has a draft to render and to store.",
  watch: [
    "Let loose, the script wins every comparison of deadlines: frames, keys and the page's own jobs wait until it is done.",
    "Held by a constant bandwidth server it gets the share that you choose, and no claim of its own buys more; what nobody else needs it may have, too.",
    "Move the share up and down and watch the bars: the page's own jobs stay on time.",
  ],
  options: [
    {
      id: "held",
      label: "The script is",
      values: [
        ["held", "held by a server"],
        ["loose", "let loose"],
      ],
    },
    {
      id: "share",
      label: "Its share",
      values: [
        ["20", "20 %"],
        ["5", "5 %"],
        ["40", "40 %"],
      ],
    },
  ],
  tasks: [
    {
      id: "preview",
      kind: "periodic",
      period: 200,
      deadline: 100,
      wcet: 25,
      priority: 40,
      does: "renders the draft by markdown-it",
    },
    { id: "store", kind: "periodic", period: 300, deadline: 150, wcet: 20, priority: 30, does: "encrypts the draft" },
    {
      id: "script",
      kind: "aperiodic",
      period: 100,
      deadline: claimed,
      wcet: 200,
      priority: 99,
      does: "the third party: clusters visitors by supercluster, without end",
    },
  ],
  files: [{ name: "work.ts", source: () => import("./work.ts?raw"), output: () => import("./work.ts?output") }],
  work: {
    capture: () => import("./work.ts"),
    paper: () => import("./work.ts?paper") as Promise<Work>,
    plain: () => import("./work.ts?plain") as Promise<Work>,
  },
  open: (stage) => new ServerPlay(stage),
};

/** Milliseconds per draft and byte. */
interface Costs {
  readonly draft: number;
  readonly byte: number;
}

class ServerPlay implements Play<Work> {
  readonly #panel: SharePanel;
  #costs: Costs = { byte: 1, draft: 1 };

  constructor(stage: Stage) {
    this.#panel = new SharePanel(stage.panel, ["preview", "store"], "script");
  }

  calibrate(plain: Work): void {
    this.#costs = {
      draft: costPerUnit(1, (drafts) => plain.preview(handbook.repeat(drafts)), 15),
      byte: costPerUnit(20_000, (bytes) => plain.store(key, counter, new Uint8Array(bytes)), 15),
    };
  }

  start(system: System, work: Work): void {
    const draft = handbook.repeat(Math.max(1, unitsFor(system, "preview", this.#costs.draft)));
    const bytes = new Uint8Array(unitsFor(system, "store", this.#costs.byte));
    const visitors = samplePoints(points);
    const submit = this.#doorFor(system);
    this.#panel.watch(system);
    system.periodic("preview", work.preview, draft);
    system.periodic("store", work.store, key, counter, bytes);
    const again = () => {
      if (system.signal.aborted) return;
      submit(work.analyse, visitors).then(again, again);
    };
    again();
  }

  close(): void {
    this.#panel.close();
  }

  /** By which way the script's jobs come in. */
  #doorFor(system: System): (run: Work["analyse"], csv: string) => Job<number> {
    const { signal, scheduler, options } = system;
    const { priority } = system.spec("script");
    const how = (csv: string) => ({ args: [csv] as [string], name: "script", deadline: claimed, priority, signal });
    if (options.held === "loose") return (run, csv) => scheduler.submit(run, how(csv));
    const period = 50;
    const limits = { name: "script", period, budget: (period * Number(options.share)) / 100, priority };
    const held = this.#server(system, limits);
    return (run, csv) => held.submit(run, how(csv));
  }

  #server(system: System, limits: ConstructorParameters<typeof DeferrableServer>[1]) {
    // By deadlines a constant bandwidth server, by priorities its older relation.
    return system.policy === "edf"
      ? new ConstantBandwidthServer(system.scheduler, limits)
      : new DeferrableServer(system.scheduler, limits);
  }
}
