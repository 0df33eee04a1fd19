/** `preempt-lab experiment callbacks`: the event loop, fixed priorities and EDF, by utilisation and share of long callbacks. */
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { machineReport } from "../../../machine.ts";
import { parseSystem } from "../../analyze/system-file.ts";
import { exitCodes, type Terminal, type Words } from "../../command.ts";
import { givenSystem, keepSystem, measuredSystem } from "../../overheads/kept-system.ts";
import { cellsOf } from "../../run/cell.ts";
import { checkSets } from "../../run/check-sets.ts";
import { executeCells } from "../../run/execute.ts";
import type { Settings } from "../../run/order.ts";
import { headerOf, sampleOf } from "../../run/plan.ts";
import type { CellResult } from "../../run/result.ts";
import { hashOf } from "../../scale/hash.ts";
import { mapSets } from "../../scale/map-sets.ts";
import { ResultFile } from "../../scale/result-file.ts";
import { writeTaskSets } from "../../task-set.ts";
import { checkNumber, choiceOf, isSet, numberOf, runSizeOf, textOf, timeOf } from "../../words.ts";
import type { Experiment } from "../experiment.ts";
import { overShare, overUtilisation } from "./charts.ts";
import { type CallbackSet, callbackSet, periodKinds } from "./sets.ts";
import { callbacksCsv, executedOf } from "./tally.ts";
import { type TestedSet, type TestItem, testEach } from "./test-each.ts";
import { callbacksText } from "./text.ts";

const shares = [0, 0.05, 0.1, 0.2, 0.3, 0.5] as const;
const utilisations = Array.from({ length: 16 }, (_, i) => (i + 4) / 20);
/** A set's analyses and simulations on one core, with 20 tasks and 2 s: seconds. */
const perSet = 0.15;
/** Starting a process, compiling and calibrating: seconds. */
const perCell = 1.5;

const efforts = {
  quick: { sets: 2, executed: 4 },
  usual: { sets: 20, executed: 24 },
  full: { sets: 200, executed: 60 },
} as const;

export const callbacks: Experiment = {
  summary: "event loop, fixed priorities and EDF, by utilisation and share of long callbacks",
  help: `  callbacks: sets with many short callbacks (0.05 to 2 ms) and a share of long ones (5 to 50 ms). Which of them are accepted by
  the analyses (event loop with one queue, and with short callbacks first; fixed priorities and EDF on an ideal processor;
  the kernel's own test), which are simulated without a miss, and a sample executed. Goes on where it was.

  --sets N             for each utilisation and share (default ${efforts.usual.sets}; --quick: ${efforts.quick.sets}; --full: ${efforts.full.sets})
  --tasks N            of a set (default 20)
  --share A,B          parts of the tasks that are long, 0 to 1 (default ${shares.join(",")})
  --utilisation A,B    (default 0.2,0.25,…,0.95)
  --periods NAME       of short callbacks: ${periodKinds.join(", ")} (default log-uniform: 10 to 100 ms). Long ones come every 100 ms to 1 s
  --executed N         sets that are run as fcfs, fp and edf (default ${efforts.usual.executed}; --quick: ${efforts.quick.executed}; --full: ${efforts.full.executed}; 0: none)
  --horizon TIME       of simulations and executions (default 2s)
  --system FILE        of "preempt-lab overheads" (default: measured once, then kept in DIR/system.json)
  --redo N             runs that others disturbed are repeated up to N times at once (default 2)
  --seed N             of the sets (default 1)`,
  options: ["sets", "tasks", "share", "utilisation", "periods", "executed", "horizon", "system", "redo", "seed"],
  files:
    "system.json, sets.json, tested.jsonl, results.jsonl, callbacks.json, callbacks.csv, accepted.svg, simulated.svg, weighted.svg",
  async run(words, out, terminal) {
    const plan = planOf(words);
    terminal.err(`${durationText(plan)}\n`);
    const how = { time: runSizeOf(words) === "quick" ? 1500 : 8000, margin: 1.5 };
    const given = await givenSystem(out, parseSystem, words, terminal);
    const kept = given ?? (await measuredSystem(how, parseSystem, terminal));
    const { system } = kept;
    keepSystem(out, kept);
    writeFileSync(join(out, "sets.json"), writeTaskSets(plan.sets));
    const tested = await testAll(plan, system, out, terminal);
    const settings: Settings = { horizon: plan.horizon, body: "spin", load: 1, seed: 1, rows: false };
    const chosen = plan.executed === 0 ? [] : sampleOf(plan.sets, plan.executed);
    const cells = cellsOf({ sets: chosen, variants: ["fcfs", "fp", "edf"], repetitions: 1, settings });
    using file = ResultFile.open<CellResult>(join(out, "results.jsonl"), headerOf(settings));
    checkSets(file, cells);
    const { isInterrupted, failed } =
      cells.length === 0
        ? { isInterrupted: false, failed: [] }
        : await executeCells({ cells, settings, file, redo: plan.redo, terminal });
    const executed = executedOf([...file.results()], tested);
    const machine = machineReport();
    const { sets: _, ...asked } = plan;
    const numbers = { machine, ...asked, system, executed, tested };
    writeFileSync(join(out, "callbacks.json"), `${JSON.stringify(numbers, undefined, 1)}\n`);
    writeFileSync(join(out, "callbacks.csv"), callbacksCsv(tested));
    const of = `${tested.length} sets of ${plan.tasks} tasks, ${plan.periods}; ${machine}`;
    writeFileSync(join(out, "accepted.svg"), overUtilisation(tested, "accepted", of));
    writeFileSync(join(out, "simulated.svg"), overUtilisation(tested, "simulated", of));
    writeFileSync(join(out, "weighted.svg"), overShare(tested, of));
    await terminal.out(isSet(words, "json") ? `${JSON.stringify(numbers)}\n` : callbacksText(tested, executed));
    if (isInterrupted) return exitCodes.interrupted;
    return failed.length > 0 ? exitCodes.failed : exitCodes.done;
  },
};

interface Plan {
  readonly sets: readonly CallbackSet[];
  readonly seed: number;
  readonly tasks: number;
  readonly periods: (typeof periodKinds)[number];
  readonly perCell: number;
  readonly executed: number;
  readonly horizon: number;
  readonly redo: number;
}

/** @throws LabError for words that make no sense: before minutes are spent */
function planOf(words: Words): Plan {
  const effort = efforts[runSizeOf(words)];
  const perCell = numberOf(words, "sets", { least: 1, most: 1e6, integer: true }) ?? effort.sets;
  const options = {
    seed: numberOf(words, "seed", { least: 0, most: Number.MAX_SAFE_INTEGER, integer: true }) ?? 1,
    tasks: numberOf(words, "tasks", { least: 2, most: 100, integer: true }) ?? 20,
    periods: choiceOf(words, "periods", periodKinds) ?? "log-uniform",
  };
  const sets: CallbackSet[] = [];
  for (const share of numbersOf(words, "share", 0) ?? shares)
    for (const utilisation of numbersOf(words, "utilisation", 0.01) ?? utilisations)
      for (let i = 0; i < perCell; i++) sets.push(callbackSet(options, share, Number(utilisation.toFixed(6)), i));
  return {
    ...options,
    sets,
    perCell,
    executed: numberOf(words, "executed", { least: 0, integer: true }) ?? effort.executed,
    horizon: timeOf(words, "horizon", 1000) ?? 2_000_000,
    redo: numberOf(words, "redo", { least: 0, integer: true }) ?? 2,
  };
}

function numbersOf(words: Words, name: string, least: number): number[] | undefined {
  return textOf(words, name)
    ?.split(",")
    .map((part) => checkNumber(part, `--${name}`, { least, most: 1 }));
}

/** How long it takes, for whoever starts it. */
function durationText({ sets, executed, horizon }: Plan): string {
  const testing = (sets.length * perSet * (horizon / 2e6 + 1)) / 2 / availableParallelism();
  const running = executed * 3 * (horizon / 1e6 + perCell);
  const minutes = (seconds: number) =>
    seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} minutes`;
  return `${sets.length} sets are analysed and simulated: about ${minutes(testing)}. ${executed} of them are executed: about ${minutes(running)}.`;
}

/** Those that the file has are left out. In the order of the sets. */
async function testAll(plan: Plan, system: TestItem["system"], out: string, terminal: Terminal): Promise<TestedSet[]> {
  const { seed, tasks, periods, horizon } = plan;
  const asked = { seed, tasks, periods, horizon, system };
  using file = ResultFile.open<TestedSet>(join(out, "tested.jsonl"), { grid: hashOf(asked), ...asked });
  const open = plan.sets.filter(({ id }) => !file.has(id)).map((set): TestItem => ({ set, system, horizon }));
  const each = { call: testEach, module: new URL("./test-each.ts", import.meta.url), name: "testEach" };
  for await (const { value } of mapSets<TestItem, TestedSet>(open, each, { terminal })) file.append(value);
  const byKey = new Map([...file.results()].map((result) => [result.key, result]));
  return plan.sets.flatMap(({ id }) => byKey.get(id) ?? []);
}
