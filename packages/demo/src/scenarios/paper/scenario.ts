/** The paper's macro benchmark: a box, typing, AES and a task set at U = 0.75, all on one thread. */
import type { Play, Scenario, Stage, System, TaskSpec } from "../scenario.ts";
import { Typist } from "../typist.ts";
import { AesPanel } from "./panel.ts";
import { schedcat } from "./sets.ts";
import { most, sizeFor } from "./size.ts";
import { nextText } from "./words.ts";

type Work = typeof import("./work.ts");

const every = 500;
const field = { label: "Type, and it is encrypted", text: "Attack at dawn." };

const aes: TaskSpec = {
  id: "aes",
  kind: "sporadic",
  period: every,
  deadline: every,
  wcet: 60,
  priority: 50,
  does: "encrypts and decrypts what was typed, repeated to 0.3 MB at most",
};

const loads: Record<string, readonly TaskSpec[]> = { both: [aes, ...schedcat], aes: [aes], set: schedcat, none: [] };

export const paper: Scenario<Work> = {
  summary:
    "A box is moved every 16.6 ms and typing is answered within 32 ms, while what was typed is encrypted and 15 tasks load the thread to 75 %: the benchmark of the RT.js paper.",
  watch: [
    "Under EDF the box glides and letters appear at once, whatever the load.",
    "Switch to FCFS: the box jumps, frames turn red, and letters wait for jobs of up to 1.8 seconds.",
    "In the chart of the last second, long bars under FCFS become slices between the box's short ones under EDF.",
  ],
  field,
  options: [
    {
      id: "load",
      label: "Load",
      values: [
        ["both", "AES and 15 tasks"],
        ["aes", "AES"],
        ["set", "15 tasks"],
        ["none", "none"],
      ],
    },
    {
      id: "typing",
      label: "Typing",
      values: [
        ["recorded", "recorded, until you type"],
        ["you", "only yours"],
      ],
    },
  ],
  tasks: [aes, ...schedcat],
  tasksFor: ({ load = "both" }) => loads[load] ?? [],
  files: [
    { name: "work.ts", source: () => import("./work.ts?raw"), output: () => import("./work.ts?output") },
    { name: "aes.ts", source: () => import("../../work/aes.ts?raw"), output: () => import("../../work/aes.ts?output") },
    {
      name: "busy.ts",
      source: () => import("../../work/busy.ts?raw"),
      output: () => import("../../work/busy.ts?output"),
    },
  ],
  work: {
    capture: () => import("./work.ts"),
    paper: () => import("./work.ts?paper") as Promise<Work>,
    plain: () => import("./work.ts?plain") as Promise<Work>,
  },
  open: (stage) => new PaperPlay(stage),
};

class PaperPlay implements Play<Work> {
  readonly #typist: Typist;
  readonly #panel: AesPanel;
  #system: System | undefined;
  #work: Work | undefined;
  #count = 0;
  #size = most;

  constructor(stage: Stage) {
    this.#typist = new Typist(stage, field.text);
    this.#panel = new AesPanel(stage.panel);
  }

  start(system: System, work: Work): void {
    this.#system = system;
    this.#work = work;
    this.#typist.start(system, every, (text) => nextText(text, this.#count++));
  }

  typed(text: string): void {
    const [system, work] = [this.#system, this.#work];
    const wanted = system?.options.load;
    if (!system || !work || (wanted !== "both" && wanted !== "aes")) return;
    const size = this.#size;
    const job = system.release("aes", work.encryptAndDecrypt, this.#panel.key, this.#panel.counter, text, size);
    job.then(
      (result) => {
        this.#size = sizeFor(system.spec("aes").wcet, size, job.executionTime);
        this.#panel.show(result, job);
      },
      () => {},
    );
  }

  close(): void {
    this.#panel.close();
  }
}
