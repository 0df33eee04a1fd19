/** `preempt-lab server overload`: more requests than can be answered, and what guards make of it. */
import { digits, percent } from "../../lab/report/charts/show.ts";
import { chooseOf } from "../../report.ts";
import { median } from "../../statistics.ts";
import type { ReportSection, ServerExperiment } from "../experiment.ts";
import { lineFigure } from "../line-figure.ts";
import { quietFor } from "../load/quiet.ts";
import { classes, classNames, guardNames } from "./classes.ts";
import { exactOverload, measureOverload, type OverloadOptions, type OverloadResult } from "./measure.ts";

export const overload: ServerExperiment = {
  async run({ quick, only }, terminal) {
    const guards = chooseOf(guardNames, only?.join(","), "guard");
    const options: OverloadOptions = quick
      ? { blocks: 1, guards, loads: [2], steps: [300, 1000, 500], quiet: quietFor(true) }
      : { blocks: 1, guards, loads: [0.5, 1, 2, 3], steps: [1500, 4000, 3000], quiet: quietFor(false) };
    terminal.err("virtual time …\n");
    const exact = await exactOverload(quick ? [2] : [0.5, 1, 1.5, 2, 3], options.steps, quick ? 1 : 5);
    const results = await measureOverload(options, terminal);
    return {
      title: "More requests than can be answered",
      sections: [exactSection(exact), section(results, options)],
      raw: { options, classes, exact, results },
    };
  },
};

export function exactSection(results: readonly OverloadResult[]): ReportSection {
  const loads = [...new Set(results.map(({ load }) => load))];
  const names = [...new Set(results.map(({ guard }) => guard))];
  return {
    heading: "Exactly, in virtual time",
    paragraphs: [
      "The same load and clients, on a processor that nobody else uses, with nothing outside of jobs. Unprotected: first come first served, and handlers run to their end.",
    ],
    tables: [
      {
        caption: "Answered in full within the deadline, and refused at first (medians of seeds)",
        head: [
          "load",
          ...classNames.flatMap((name) => [`${name} on time`, "refused"]),
          "useful work",
          "logins recover, ms",
          "all recover, ms",
          "flaps",
        ],
        rows: results.map((one) => [
          `${one.load}, ${one.guard}`,
          ...classNames.flatMap((name) => [percent(one.classes[name].onTime), percent(one.classes[name].refused)]),
          percent(one.usefulWork),
          digits(Math.round(one.recoveryOfLogins)),
          digits(Math.round(one.recovery)),
          digits(one.flaps),
        ]),
      },
    ],
    figures: [
      lineFigure({
        name: "server-overload-exact",
        title: "Useful work by load, in virtual time",
        note: "Of requests of the step; above 100 %: what was worked off after it, in time. Medians of seeds.",
        caption:
          "Computation of the step's requests that were answered in time, as a part of the step's length, by load, in virtual time",
        titles: { up: "% of the step's length", across: "offered load, as a multiple of the capacity" },
        columns: loads.map(String),
        lines: names.map((name) => ({
          name,
          values: loads.map(
            (load) => (results.find((one) => one.guard === name && one.load === load)?.usefulWork ?? Number.NaN) * 100,
          ),
        })),
      }),
    ],
  };
}

function section(results: readonly OverloadResult[], { loads, guards, steps }: OverloadOptions): ReportSection {
  const of = (guard: string, load: number) => results.find((one) => one.guard === guard && one.load === load);
  return {
    heading: "A step in the load",
    paragraphs: [
      `Requests come at random, at half of the capacity; for ${steps[1] / 1000} s at a multiple of it; and at half of it again. ` +
        classNames
          .map((name) => {
            const { work, deadline, part } = classes[name];
            return `${name}: ${percent(part)} of the load, ${work} ms of computation each, worth something within ${deadline} ms`;
          })
          .join("; ") +
        ". Clients come again as Retry-After says, three times at most, and give up after some seconds. " +
        `Other programs used ${digits(median(results.map(({ others }) => others)))} processors (median).`,
    ],
    tables: loads.map((load) => ({
      caption: `${load} of the capacity: answered in full within the deadline, and refused at first (medians of blocks)`,
      head: [
        "",
        ...classNames.flatMap((name) => [`${name} on time`, "refused"]),
        "degraded",
        "useful work",
        "logins recover, ms",
        "all recover, ms",
        "flaps",
      ],
      rows: guards.flatMap((guard) => {
        const one = of(guard, load);
        if (one === undefined) return [];
        const degraded = classNames.map((name) => one.classes[name].degraded * one.classes[name].sent);
        const sent = classNames.reduce((sum, name) => sum + one.classes[name].sent, 0);
        return [
          [
            guard,
            ...classNames.flatMap((name) => [percent(one.classes[name].onTime), percent(one.classes[name].refused)]),
            percent(degraded.reduce((sum, value) => sum + value, 0) / sent),
            percent(one.usefulWork),
            digits(Math.round(one.recoveryOfLogins)),
            digits(Math.round(one.recovery)),
            digits(one.flaps),
          ],
        ];
      }),
    })),
    figures: [
      ...classNames.map((name) =>
        lineFigure({
          name: `server-overload-${name}`,
          title: `Of class ${name}: answered in full within ${classes[name].deadline} ms, by load`,
          note: "Medians of blocks. Clients come again as Retry-After says; latency counts from the first attempt.",
          caption: `The part of class ${name} that was answered in full within its deadline, by load`,
          titles: { up: "% within the deadline", across: "offered load, as a multiple of the capacity" },
          columns: loads.map(String),
          lines: guards.map((guard) => ({
            name: guard,
            values: loads.map((load) => (of(guard, load)?.classes[name].onTime ?? Number.NaN) * 100),
          })),
        }),
      ),
    ],
  };
}
