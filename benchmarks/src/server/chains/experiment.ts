/** `preempt-lab server chains`: a request's way through a server, measured, simulated and bounded. */
import { writeTaskSets } from "../../lab/task-set.ts";
import { chooseOf } from "../../report.ts";
import type { ServerExperiment } from "../experiment.ts";
import { quietFor } from "../load/quiet.ts";
import { compareStages } from "./compare.ts";
import { kindNames, kinds, variantNames } from "./kinds.ts";
import { type MeasureOptions, measureVariant } from "./measure.ts";
import { modelOf, timesOf } from "./model.ts";
import { predict } from "./predict.ts";
import { sectionsOf, type VariantResult } from "./sections.ts";

export const chains: ServerExperiment = {
  durations: { quick: "less than a minute", usual: "some three minutes", full: "some 25 minutes" },
  async run({ quick, full, only }, terminal) {
    const variants = chooseOf(variantNames, only?.join(","), "variant");
    const options: MeasureOptions & { readonly simulations: number } = quick
      ? { warmUp: 1000, alone: 500, together: 2000, simulations: 4, isWarm: false, quiet: quietFor(true) }
      : full
        ? { warmUp: 20_000, alone: 10_000, together: 600_000, simulations: 200, isWarm: true, quiet: quietFor(false) }
        : { warmUp: 10_000, alone: 5000, together: 45_000, simulations: 40, isWarm: true, quiet: quietFor(false) };
    const results: VariantResult[] = [];
    for (const variant of variants) {
      if (terminal.signal.aborted) break;
      terminal.err(`${variant}: the server serves …\n`);
      const measured = await measureVariant(variant, options);
      const times = timesOf(measured);
      const model = modelOf(times);
      terminal.err(`${variant}: the task set is analysed and simulated …\n`);
      const predicted = predict(model, options.simulations);
      const stages = compareStages(measured.together, predicted, times);
      results.push({ measured, times, set: model.set, stages });
    }
    return {
      title: "Chains of a server",
      sections: sectionsOf(results),
      files: { "chains.json": writeTaskSets(results.map(({ set }) => set)) },
      raw: {
        ...{ options, kinds, kindNames },
        results: results.map(({ times, set, stages, measured: { variant, others } }) => ({
          ...{ variant, others, times, set, stages },
        })),
      },
    };
  },
};
