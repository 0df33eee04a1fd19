/** The experiment's tables. */
import { textTable } from "../../../text-table.ts";
import { countOf, distinct, type Executed, inBin, missRatioOf, ratioBins } from "./tally.ts";
import { simulatedNames, type TestedSet, testNames } from "./test-each.ts";

const number = (value: number) => (Number.isNaN(value) ? "-" : value.toFixed(3));
const percent = (value: number) => (Number.isNaN(value) ? "-" : `${(100 * value).toFixed(2)} %`);

/** Weighted schedulability by share of long callbacks, miss ratios, sets by longest callback over shortest deadline, and what was executed. */
export function callbacksText(sets: readonly TestedSet[], executed: readonly Executed[]): string {
  const shares = distinct(sets.map(({ share }) => share));
  const of = (share: number) => sets.filter((set) => set.share === share);
  const label = (share: number) => `${Math.round(100 * share)} %`;
  const parts = [
    "Weighted schedulability, accepted by analyses:",
    textTable(
      ["long callbacks", "sets", ...testNames],
      shares.map((share) => [
        label(share),
        String(of(share).length),
        ...testNames.map((name) => number(countOf(of(share), { kind: "accepted", name }).weighted)),
      ]),
    ),
    "Weighted schedulability, simulated without a miss, and (jobs that missed their deadlines):",
    textTable(
      ["long callbacks", ...simulatedNames],
      shares.map((share) => [
        label(share),
        ...simulatedNames.map(
          (name) =>
            `${number(countOf(of(share), { kind: "simulated", name }).weighted)} (${percent(missRatioOf(of(share), name))})`,
        ),
      ]),
    ),
    "Sets by longest callback / shortest deadline, accepted by analyses:",
    textTable(
      ["longest C / shortest D", "sets", ...testNames],
      ratioBins.map((bin) => {
        const own = inBin(sets, bin);
        const share = (name: (typeof testNames)[number]) => {
          const { accepted, sets } = countOf(own, { kind: "accepted", name });
          return percent(accepted / sets);
        };
        const [from, to] = bin;
        return [
          to === Number.POSITIVE_INFINITY ? `${from} or more` : `${from} to ${to}`,
          String(own.length),
          ...testNames.map(share),
        ];
      }),
    ),
  ];
  if (executed.length > 0) {
    parts.push(
      "Executed:",
      textTable(
        ["long callbacks", "variant", "sets", "disturbed", "without a miss", "jobs", "missed"],
        executed.map(({ share, variant, cells, disturbed, withoutMiss, jobs, misses }) => [
          label(share),
          variant,
          ...[cells, disturbed, withoutMiss, jobs].map(String),
          percent(misses / jobs),
        ]),
        (column) => column < 2,
      ),
    );
  }
  return `${parts.map((part, i) => (i % 2 === 0 ? part : `${part}\n`)).join("\n")}`;
}
