/** Of docs/lab*.md: what is computed, simulated and executed for analyses. */
import { acceptanceNote, soundnessNote, validateNote } from "../../figure-notes/notes.ts";
import { type Experiment, item, type ResultFiles } from "../experiment.ts";

const accepted = (sets: number) => [
  { command: `preempt-lab generate --utilisation 0.5:1:0.05 --sets ${sets} --seed 1 --out sets.json` },
  { command: "preempt-lab analyze sets.json --also non-preemptive --svg acceptance.svg --csv acceptance.csv" },
];

export const acceptance: Experiment = {
  id: "acceptance",
  page: "docs/lab.md#analysing",
  quick: { minutes: 0.2, steps: accepted(20) },
  full: { minutes: 1, steps: accepted(200) },
  items: [
    item({
      id: "acceptance-tests",
      title: "Sets accepted by each test",
      claim: "Exact tests accept more than sufficient ones, and EDF more than fixed priorities.",
      read: (files) => {
        const rows = files.csv("acceptance.csv").filter(({ utilisation }) => utilisation === "");
        const of = (test: string) => Number(rows.find((row) => row.test === test)?.weighted);
        return {
          "Liu and Layland": of("LL"),
          hyperbolic: of("hyperbolic"),
          "rate-monotonic": of("RM"),
          EDF: of("EDF"),
          "non-preemptive EDF": of("non-preemptive EDF"),
        };
      },
      shape: [
        {
          says: "Liu and Layland <= hyperbolic <= exact rate-monotonic <= EDF",
          holds: (n) =>
            n["Liu and Layland"] <= n.hyperbolic && n.hyperbolic <= n["rate-monotonic"] && n["rate-monotonic"] <= n.EDF,
        },
        { says: "without preemption EDF accepts fewer", holds: (n) => n["non-preemptive EDF"] < n.EDF },
      ],
      figures: [{ file: "acceptance.svg", ours: "docs/images/lab-acceptance.svg", note: acceptanceNote }],
    }),
  ],
};

const withOffsets = (sets: number) => [
  {
    command: `preempt-lab generate --utilisation 0.5:1:0.05 --sets ${sets} --tasks 8 --periods list:5ms,10ms,20ms,40ms,50ms,100ms,200ms --deadlines constrained:0.2 --offsets uniform --seed 7 --out sets.json`,
  },
  { command: "preempt-lab analyze sets.json --also opa --svg offsets.svg --csv offsets.csv" },
];

export const offsets: Experiment = {
  id: "offsets",
  page: "docs/lab-offsets.md#generated-sets",
  quick: { minutes: 0.3, steps: withOffsets(10) },
  full: { minutes: 2, steps: withOffsets(100) },
  items: [
    item({
      id: "known-offsets",
      title: "Sets accepted if offsets are known",
      claim: "A test that knows the offsets accepts more sets than one for the worst offsets.",
      read: (files) => {
        const rows = files.csv("offsets.csv").filter(({ utilisation }) => utilisation === "");
        const of = (test: string) => Number(rows.find((row) => row.test === test)?.accepted);
        return {
          "deadline-monotonic, worst offsets": of("DM"),
          "deadline-monotonic, known offsets": of("DM offsets"),
          "EDF, worst offsets": of("EDF"),
          "EDF, known offsets": of("EDF offsets"),
        };
      },
      shape: [
        {
          says: "with known offsets deadline-monotonic priorities accept more",
          holds: (n) => n["deadline-monotonic, known offsets"] > n["deadline-monotonic, worst offsets"],
        },
        { says: "so does EDF", holds: (n) => n["EDF, known offsets"] > n["EDF, worst offsets"] },
      ],
      figures: [{ file: "offsets.svg", ours: "docs/images/lab-offsets.svg", note: acceptanceNote }],
      published: { says: "Of 1100 sets 840 instead of 700, and 966 instead of 805.", quote: "| EDF | 805 | 966 |" },
    }),
  ],
};

interface Tallied {
  readonly tallies: Readonly<
    Record<string, { readonly compared: number; readonly attained: number; readonly above: number }>
  >;
}

const soundnessNumbers = (files: ResultFiles) => {
  const models = files
    .text("soundness.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Tallied);
  const all = models.flatMap(({ tallies }) => Object.values(tallies));
  const sum = (field: "compared" | "above") => all.reduce((total, one) => total + one[field], 0);
  const attained = all.map(({ attained, compared }) => attained / compared);
  return {
    "bounds compared": all.length,
    "times compared": sum("compared"),
    "times above their bounds": sum("above"),
    "most often attained, %": 100 * Math.max(...attained),
  };
};

const sound = (sets: number, more: string) => [
  {
    command: `preempt-lab soundness --sets ${sets} ${more} --seed 2026 --json --svg soundness.svg`,
    into: "soundness.jsonl",
    // A refuted bound is a result.
    allowed: [0, 1],
  },
];

export const soundness: Experiment = {
  id: "soundness",
  page: "docs/lab-models.md#soundness",
  quick: { minutes: 0.5, steps: sound(1000, "--patterns 8 --kernel 40") },
  full: { minutes: 6, steps: sound(100_000, "--patterns 8 --kernel 40") },
  items: [
    item({
      id: "sound-bounds",
      title: "Soundness of the bounds",
      claim: "No simulated time is above its bound: event loop, self-suspension, chains.",
      read: soundnessNumbers,
      shape: [
        { says: "no time is above its bound", holds: (n) => n["times above their bounds"] === 0 },
        { says: "some bound is attained by every second task or more", holds: (n) => n["most often attained, %"] > 50 },
      ],
      figures: [{ file: "soundness.svg", ours: "docs/images/lab-soundness.svg", note: soundnessNote }],
      published: {
        says: "1,000,000 sets and 8,000,000 simulations, and no time above its bound.",
        quote: "1,000,000 sets and 8,000,000 simulations",
      },
    }),
  ],
};

interface Validated {
  readonly executed: number;
  readonly counted: number;
  readonly jobs: number;
  readonly misses: number;
  readonly aboveBound: number;
  readonly acceptance: readonly { readonly kernel: number; readonly simulated: number; readonly ideal: number }[];
}

export const validate: Experiment = {
  id: "validate",
  page: "docs/lab.md#the-kernels-own-test",
  quick: { minutes: 1, steps: [{ command: "preempt-lab validate --quick --out .", allowed: [0, 1] }] },
  full: {
    minutes: 16,
    steps: [{ command: "preempt-lab validate --cells 510 --horizon 600ms --out .", allowed: [0, 1] }],
  },
  items: [
    item({
      id: "kernel-test",
      title: "The kernel's own test",
      claim: "A set that the kernel's test accepts misses no deadline when it is executed.",
      read: (files) => {
        const { executed, counted, jobs, misses, aboveBound, acceptance } = files.json("validate.json") as Validated;
        return {
          "sets executed": executed,
          "sets that count": counted,
          "jobs that count": jobs,
          "deadlines missed": misses,
          "responses above their bounds": aboveBound,
          "points where the test accepts more than the simulation": acceptance.filter((at) => at.kernel > at.simulated)
            .length,
          "points where the simulation accepts more than an ideal processor": acceptance.filter(
            (at) => at.simulated > at.ideal,
          ).length,
        };
      },
      shape: [
        { says: "no deadline is missed", holds: (n) => n["deadlines missed"] === 0 },
        { says: "no response is above its bound", holds: (n) => n["responses above their bounds"] === 0 },
        {
          says: "the kernel's test is never above the simulation",
          holds: (n) => n["points where the test accepts more than the simulation"] === 0,
        },
      ],
      figures: [{ file: "validate.svg", ours: "docs/images/lab-validate.svg", note: validateNote }],
      published: {
        says: "510 sets executed, 443 of them count; no deadline missed, and no response above its bound.",
        quote: "strictly only 443 sets with 13,023 jobs are proof",
      },
    }),
  ],
};

const crossCheck = (sets: number) => [
  { command: `node benchmarks/cross-check/np.ts --nptest $NPTEST --sets ${sets}`, allowed: [0, 1] },
];

export const npCrossCheck: Experiment = {
  id: "np-cross-check",
  page: "docs/lab-interchange.md#all-schedules-explore",
  needs: ["nptest"],
  quick: { minutes: 1, steps: crossCheck(200) },
  full: { minutes: 30, steps: crossCheck(11_000) },
  items: [
    item({
      id: "np-bounds",
      title: "Exploration against np-schedulability-analysis",
      claim: "`explore` gives the verdicts and bounds of np-schedulability-analysis, job by job.",
      read: (files) => {
        const words = files.text("output.txt");
        const [, sets, jobs, differences] =
          /(\d+) sets, (\d+) jobs, .*: (\d+) sets with a difference/.exec(words) ?? [];
        return { sets: Number(sets), jobs: Number(jobs), "sets with a difference": Number(differences) };
      },
      shape: [{ says: "no set differs", holds: (n) => n["sets with a difference"] === 0 }],
      published: {
        says: "11,000 sets with 249,000 jobs gave no difference.",
        quote: "11,000 sets with 249,000 jobs gave no difference",
      },
    }),
  ],
};
