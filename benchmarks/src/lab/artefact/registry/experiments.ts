/** Of docs/lab-experiments.md, and of the bounds against executions: what runs on the engine and in pages. */
import type { TestedSet } from "../../experiment/callbacks/test-each.ts";
import type { PageComparison } from "../../experiment/page/compare.ts";
import type { ExecutedModel } from "../../soundness/executed/verdict.ts";
import { type Experiment, item } from "../experiment.ts";

const executed = (sets: number) => [
  // A refuted bound is a result.
  { command: `preempt-lab soundness --executed ${sets} --out .`, allowed: [0, 1] },
];

export const executedBounds: Experiment = {
  id: "executed-bounds",
  page: "docs/lab-models.md#bounds-against-executions",
  quick: { minutes: 1, steps: executed(2) },
  full: { minutes: 12, steps: executed(50) },
  items: [
    item({
      id: "executed-bounds",
      title: "The bounds against executions",
      claim: "No time that is measured on the engine is above its bound: event loop, self-suspension, chains.",
      read: (files) => {
        const models: readonly ExecutedModel[] = files.json("executed.json").models;
        const sum = (field: "executed" | "disturbed" | "jobs") => models.reduce((all, one) => all + one[field], 0);
        return {
          "sets executed": sum("executed"),
          "sets that others disturbed": sum("disturbed"),
          "jobs that count": sum("jobs"),
          "bounds refuted": models.reduce((all, { refuted }) => all + refuted.length, 0),
        };
      },
      shape: [{ says: "no time is above its bound", holds: (n) => n["bounds refuted"] === 0 }],
      isDisturbed: (n) => n["jobs that count"] === 0,
      figures: [{ file: "executed.svg", ours: "docs/images/lab-executed.svg" }],
    }),
  ],
};

export const longCallbacks: Experiment = {
  id: "callbacks",
  page: "docs/lab-experiments.md#long-callbacks",
  quick: { minutes: 1, steps: [{ command: "preempt-lab experiment callbacks --out . --quick" }] },
  full: { minutes: 10, steps: [{ command: "preempt-lab experiment callbacks --out ." }] },
  items: [
    item({
      id: "long-callbacks",
      title: "What a few long callbacks cost the others",
      claim: "One long callback among 20 is enough to break the event loop. The kernel bears them.",
      read: (files) => {
        const tested = (files.json("callbacks.json").tested as readonly TestedSet[]).filter(({ share }) => share > 0);
        const accepted = (scheduler: keyof TestedSet["accepted"]) =>
          (100 * tested.filter((one) => one.accepted[scheduler]).length) / tested.length;
        return {
          "sets with long callbacks": tested.length,
          "accepted, event loop, %": accepted("FIFO"),
          "accepted, EDF ideal, %": accepted("EDF ideal"),
          "accepted, EDF on this kernel, %": accepted("EDF kernel"),
        };
      },
      shape: [
        { says: "the event loop's analysis accepts at most 5 %", holds: (n) => n["accepted, event loop, %"] <= 5 },
        {
          says: "the kernel's test accepts more",
          holds: (n) => n["accepted, EDF on this kernel, %"] > n["accepted, event loop, %"],
        },
        {
          says: "an ideal processor accepts as many or more",
          holds: (n) => n["accepted, EDF ideal, %"] >= n["accepted, EDF on this kernel, %"],
        },
      ],
      figures: [
        { file: "accepted.svg", ours: "docs/images/lab-callbacks.svg" },
        { file: "weighted.svg", ours: "docs/images/lab-callbacks-weighted.svg" },
      ],
    }),
  ],
};

export const pageKey: Experiment = {
  id: "page-key",
  page: "docs/lab-experiments.md#a-key-in-a-real-page",
  needs: ["chromium"],
  quick: { minutes: 1, steps: [{ command: "preempt-lab experiment page --out . --quick", allowed: [0, 1] }] },
  full: { minutes: 5, steps: [{ command: "preempt-lab experiment page --out . --full", allowed: [0, 1] }] },
  items: [
    item({
      id: "page-key",
      title: "How long a key waits in a real page, and how long at most",
      claim: "A key's measured time, until its frame, is below the bound of the event loop's model.",
      read: (files) => {
        const { plain, preempt } = files.json("page.json") as Readonly<Record<"plain" | "preempt", PageComparison>>;
        return {
          "keys, both modes": plain.chains.length + preempt.chains.length,
          "keys above the bound": plain.above + preempt.above,
          "plain, longest, ms": plain.measured.worst / 1000,
          "Preempt, longest, ms": preempt.measured.worst / 1000,
        };
      },
      shape: [{ says: "no key is above its bound", holds: (n) => n["keys above the bound"] === 0 }],
      figures: [{ file: "page.svg", ours: "docs/images/lab-page.svg" }],
    }),
  ],
};
