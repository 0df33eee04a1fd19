/** `preempt-lab simulate`: schedules under virtual time. */

import { exitCodes, type LabCommand, type Terminal, type Words } from "../command.ts";
import { LabError } from "../errors.ts";
import { scheduleNote } from "../figure-notes/notes.ts";
import { writeFigure } from "../figure-notes/write-figure.ts";
import { mapSets, underBar } from "../scale/map-sets.ts";
import { chooseSet, parseSomeTaskSets, type TaskSet } from "../task-set.ts";
import { choiceOf, isSet, needs, numberOf, parallelOf, textOf, timeOf } from "../words.ts";
import { writeTo } from "../write-file.ts";
import { checkProtocol } from "./check-protocol.ts";
import { policyNames, preemptionNames, protocolNames, type SimulateOptions } from "./options.ts";
import type { SimulatedSet } from "./outcome.ts";
import { type SimulateItem, simulateEach } from "./simulate-each.ts";
import { simulationTable } from "./table.ts";
import { type ChartRange, svgChart, textChart, traceFile, tracesOf } from "./trace.ts";

export const simulate: LabCommand = {
  name: "simulate",
  help: `preempt-lab simulate [FILE] [options]

  The real kernel on a clock of its own, for each set of a task-set file. FILE "-" or none: standard input. Every job
  executes its C; blocking B is of the analyses alone, critical sections cs of full and sliced preemption, regions q of sliced.

  --policy NAME        ${policyNames.join(", ")} (default edf); fp is deadline-monotonic; loop: the event loop
                       without preemption, with the queues of the set
  --preemption NAME    full: at once (default); none: jobs run to their ends; cooperative: between chunks;
                       sliced: as the kernel does it, where slices and rounds end
  --horizon TIME       jobs released before are simulated to their ends (default: a hyperperiod, 10s at most,
                       and as long as jobs by themselves come)
  --set ID             this set alone
  --protocol NAME      for critical sections cs: ${protocolNames.join(", ")} (default npcs)
  --on-miss NAME       continue, cancel, drop, skip-next (default continue)
  --patience TIME      who has waited so long goes first (default: never)
  --jitter NAME        of J, and of how late timers are: random, max (default random); --seed N for it
  --suspension NAME    of jobs that suspend themselves: max, random (default max)
  --slice TIME, --round TIME, --dispatch-cost TIME, --event-loop-cost TIME   with --preemption sliced (1ms, 2ms, 0, 0)

  --json               a line of JSON for each set: { id, jobs: [[task, k, release, start, finish, preemptions]],
                       segments: [[task, k, from, to]], misses, metrics }
  --brief              without jobs and segments
  --gantt              a chart of characters; --svg FILE and --trace FILE (for DevTools and Perfetto) write files: of one set;
                       --svg NAME.html: with a page that explains the chart
  --from TIME, --to TIME   what the charts show
  --parallel N         threads (default: one for each core)

  TIME is in microseconds, or with a unit: 500us, 5ms, 10s.

Examples:
  preempt-lab simulate sets.json
  preempt-lab simulate sets.json --policy fp --preemption none --horizon 20000 --json
  preempt-lab simulate sets.json --set a --gantt --to 100ms
  preempt-lab generate --generator randfixedsum --utilisation 1.5 | preempt-lab simulate --on-miss drop --horizon 5s`,
  options: {
    ...Object.fromEntries(
      [
        ...[
          "policy",
          "preemption",
          "horizon",
          "set",
          "protocol",
          "on-miss",
          "patience",
          "jitter",
          "suspension",
          "seed",
        ],
        ...["slice", "round", "dispatch-cost", "event-loop-cost", "svg", "trace", "from", "to", "parallel"],
      ].map((name) => [name, { type: "string" as const }]),
    ),
    json: { type: "boolean" },
    brief: { type: "boolean" },
    gantt: { type: "boolean" },
  },
  async run(words, [file, ...more], terminal) {
    if (more.length > 0) throw new LabError("too_many_files", `give one file, not ${more.length + 1}.`);
    const options = optionsOf(words);
    const { text, source } = await terminal.read(file);
    const sets = chooseSet(parseSomeTaskSets(text, source), textOf(words, "set"), source);
    checkProtocol(sets, [options.policy ?? "edf"], options.protocol);
    if (await drawCharts(sets, options, words, terminal)) return exitCodes.done;
    return simulateAll(sets, options, words, terminal);
  },
};

function optionsOf(words: Words): SimulateOptions {
  const times = { slice: 1, round: 1, patience: 1, horizon: 1 } as const;
  const found = {
    policy: choiceOf(words, "policy", policyNames),
    preemption: choiceOf(words, "preemption", preemptionNames),
    protocol: choiceOf(words, "protocol", protocolNames),
    onMiss: choiceOf(words, "on-miss", ["continue", "cancel", "drop", "skip-next"] as const),
    jitter: choiceOf(words, "jitter", ["random", "max"] as const),
    suspension: choiceOf(words, "suspension", ["max", "random"] as const),
    seed: numberOf(words, "seed", { integer: true }),
    dispatchCost: timeOf(words, "dispatch-cost"),
    eventLoopCost: timeOf(words, "event-loop-cost"),
    ...Object.fromEntries(Object.entries(times).map(([name, least]) => [name, timeOf(words, name, least)])),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

async function simulateAll(
  sets: readonly TaskSet[],
  options: SimulateOptions,
  words: Words,
  terminal: Terminal,
): Promise<number> {
  const [json, brief] = [isSet(words, "json"), isSet(words, "brief")];
  const items = sets.map((set): SimulateItem => ({ set, options, isBrief: brief || !json }));
  const rows: { set: TaskSet; simulated: SimulatedSet }[] = [];
  const module = new URL("./simulate-each.ts", import.meta.url);
  const how = { terminal: underBar(terminal, json), parallel: parallelOf(words) };
  const each = { call: simulateEach, module, name: "simulateEach" };
  for await (const { item, value: simulated } of mapSets(items, each, how)) {
    if (!json) rows.push({ set: item.set, simulated });
    else if (!brief) await terminal.out(`${JSON.stringify(simulated)}\n`);
    else {
      const { id, misses, metrics } = simulated;
      await terminal.out(`${JSON.stringify({ id, misses, metrics })}\n`);
    }
  }
  if (!json) await terminal.out(simulationTable(rows));
  return exitCodes.done;
}

/** @returns whether a chart was asked for */
async function drawCharts(
  sets: readonly TaskSet[],
  options: SimulateOptions,
  words: Words,
  terminal: Terminal,
): Promise<boolean> {
  const [svg, trace, gantt] = [textOf(words, "svg"), textOf(words, "trace"), isSet(words, "gantt")];
  const isDrawn = svg !== undefined || trace !== undefined || gantt;
  for (const name of ["from", "to"]) needs(words, name, isDrawn, "--gantt, --svg or --trace");
  if (!isDrawn) return false;
  const [set, ...others] = sets;
  if (set === undefined || others.length > 0) {
    throw new LabError("chart_of_many", `a chart shows one set, and there are ${sets.length}. Choose one by --set ID.`);
  }
  const [from, to] = [timeOf(words, "from"), timeOf(words, "to", 1)];
  const range: ChartRange = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const traces = tracesOf(set, options);
  const title = `${set.id}: ${options.policy ?? "edf"}, ${options.policy === "loop" ? "no" : (options.preemption ?? "full")} preemption`;
  if (svg !== undefined) writeFigure(svg, svgChart(traces, range, title), scheduleNote);
  if (trace !== undefined) writeTo(trace, traceFile(traces, title));
  if (gantt) await terminal.out(`${textChart(traces, range, process.stdout.columns)}\n`);
  return true;
}
