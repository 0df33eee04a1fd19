/**
 * SimSo's simulation files (version 0.8, simso/configuration/parser.py and generator.py): one task set, times in milliseconds. Written for
 * one processor, EDF, without overheads, so that a simulation there is that of the laboratory.
 */
import type { TaskParameters, TaskSet } from "../task-set.ts";
import type { Format, Read } from "./format.ts";
import { asMilliseconds, microseconds } from "./times.ts";
import { attributes, childrenOf, type Element, parseXml, textOf } from "./xml.ts";

export const simso: Format = {
  name: "simso",
  what: "SimSo's simulation files (XML), one set each",
  fields: ["C", "T", "D", "O", "name"],
  hasSets: false,
  read,
  write: ([set]) => (set === undefined ? "" : write(set)),
};

function read(text: string, source: string): Read {
  const simulation = parseXml(text, source, "simulation");
  const remarks: string[] = [];
  const processors = childrenOf(childrenOf(simulation, "processors")[0], "processor");
  if (processors.length > 1) remarks.push(`${processors.length} processors: the tasks are analysed on one`);
  if (processors.some((one) => Number(textOf(one, "speed") ?? 1) !== 1)) remarks.push("speeds of processors");
  const all = childrenOf(childrenOf(simulation, "tasks")[0], "task");
  const recurring = all.filter(
    (task) => textOf(task, "task_type") !== "APeriodic" && textOf(task, "periodic") !== "no",
  );
  if (recurring.length < all.length) remarks.push(`${all.length - recurring.length} aperiodic tasks`);
  const sporadic = recurring.filter((task) => textOf(task, "task_type") === "Sporadic");
  if (sporadic.length > 0) remarks.push(`the activation dates of ${sporadic.length} sporadic tasks`);
  if (recurring.some((task) => Number(textOf(task, "followed_by") ?? Number.NaN) >= 0))
    remarks.push("which task follows which");
  const tasks = recurring.map((task, i) => taskOf(task, `${source}, task ${i}`));
  return { sets: [{ id: "simso", tasks }], remarks };
}

function taskOf(task: Element, where: string): TaskParameters {
  const time = (name: string, least: number) => microseconds(textOf(task, name), 1000, `${where}: ${name}`, least);
  const O = textOf(task, "activationDate") === undefined ? 0 : time("activationDate", 0);
  const name = textOf(task, "name");
  return {
    C: time("WCET", 0),
    T: time("period", 1),
    D: time("deadline", 1),
    ...(O > 0 && { O }),
    ...(name && { name }),
  };
}

function write({ tasks }: TaskSet): string {
  const rows = tasks.map(({ C, T, D, O = 0, name }, i) => {
    const given = attributes({
      name: name ?? `T${i}`,
      id: i + 1,
      task_type: "Periodic",
      abort_on_miss: "no",
      period: asMilliseconds(T),
      activationDate: asMilliseconds(O),
      list_activation_dates: "",
      deadline: asMilliseconds(D),
      WCET: asMilliseconds(C),
      ACET: 0,
      et_stddev: 0,
      base_cpi: "1.0",
      instructions: 0,
      mix: "0.5",
      preemption_cost: 0,
    });
    return `    <task${given}/>\n`;
  });
  // A millisecond has a million cycles, so that microseconds are whole.
  return `<?xml version="1.0" encoding="UTF-8"?>
<simulation duration="10000000000" cycles_per_ms="1000000" etm="wcet">
  <sched class="simso.schedulers.EDF_mono" className="" overhead="0" overhead_activate="0" overhead_terminate="0"/>
  <caches memory_access_time="100"/>
  <processors>
    <processor name="CPU 1" id="1" cl_overhead="0" cs_overhead="0" speed="1.0"/>
  </processors>
  <tasks>
${rows.join("")}  </tasks>
</simulation>
`;
}
