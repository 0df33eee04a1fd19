/** `preempt-lab server priority`: a queue in Express, first come first served against priorities, deadlines and preemption. */
import { chooseOf } from "../../report.ts";
import type { ExperimentOptions, ExperimentReport, ServerExperiment } from "../experiment.ts";
import { quietFor } from "../load/quiet.ts";
import { exactAging, exactBoundary, exactBursts, type PriorityNumbers } from "./numbers.ts";
import { measureReal } from "./real.ts";
import { agingSection, boundarySection, burstsSection, flowSection, structuresSection } from "./sections.ts";
import { measureStructures } from "./structures.ts";

const partNames = ["bursts", "boundary", "aging", "structures", "real"] as const;

export const priority: ServerExperiment = {
  async run(options, terminal) {
    const parts = chooseOf(partNames, options.only?.join(","), "part");
    const has = (part: (typeof partNames)[number]) => parts.includes(part) && !terminal.signal.aborted;
    const bursts = has("bursts") ? exactBursts() : undefined;
    const boundary = has("boundary") ? exactBoundary(options) : undefined;
    const aging = has("aging") ? exactAging(options) : undefined;
    if (has("structures")) terminal.err("queues …\n");
    const structures = has("structures")
      ? await measureStructures(structuresOrder(options), terminal.signal)
      : undefined;
    const real = has("real") ? await measureReal(realOptions(options), terminal) : undefined;
    return reportOf({ bursts, boundary, aging, structures, real });
  },
};

function reportOf(numbers: PriorityNumbers): ExperimentReport {
  const { bursts, boundary, aging, structures, real } = numbers;
  return {
    title: "A priority queue in a web server",
    sections: [
      ...(bursts === undefined ? [] : [burstsSection(bursts, real)]),
      ...(boundary === undefined ? [] : [boundarySection(boundary)]),
      ...(aging === undefined ? [] : [agingSection(aging)]),
      ...(real === undefined ? [] : [flowSection(real, boundary)]),
      ...(structures === undefined ? [] : [structuresSection(structures)]),
    ],
    raw: numbers,
  };
}

const structuresOrder = ({ quick }: ExperimentOptions) =>
  quick ? { depths: [10, 100], repetitions: 3 } : { depths: [10, 100, 1000, 10_000], repetitions: 15 };

const realOptions = ({ quick }: ExperimentOptions) =>
  quick
    ? { blocks: 1, bursts: 2, flow: 500, loads: [0.5], quiet: quietFor(true) }
    : { blocks: 2, bursts: 8, flow: 4000, loads: [0.5, 0.9, 1.2], quiet: quietFor(false) };
