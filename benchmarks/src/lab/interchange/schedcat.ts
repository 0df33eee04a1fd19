/** SchedCAT's task sets (schedcat/model/serialize.py): a `taskset`, or a `testpoint` with several. Times are integers, taken as microseconds. */
import type { TaskParameters, TaskSet } from "../task-set.ts";
import type { Format, Read } from "./format.ts";
import { microseconds } from "./times.ts";
import { attributes, childrenOf, type Element, parseXml, textOf } from "./xml.ts";

export const schedcat: Format = {
  name: "schedcat",
  what: "SchedCAT's task sets (XML), a taskset or a testpoint with several; its times are taken as µs",
  fields: ["C", "T", "D", "cs"],
  hasSets: true,
  read,
  write: (sets) =>
    sets.length === 1 ? write(sets[0] as TaskSet) : `<testpoint>\n${sets.map(write).join("")}</testpoint>\n`,
};

function read(text: string, source: string): Read {
  const isSeveral = /<testpoint[\s>]/.test(text);
  const root = parseXml(text, source, isSeveral ? "testpoint" : "taskset");
  const sets = isSeveral ? childrenOf(root, "taskset") : [root];
  const remarks = new Set<string>();
  const read = sets.map((set, i): TaskSet => {
    const tasks = childrenOf(set, "task").map((task, k) => taskOf(task, `${source}, set ${i}, task ${k}`, remarks));
    return { id: `schedcat-${i}`, tasks };
  });
  return { sets: read, remarks: [...remarks] };
}

function taskOf(task: Element, where: string, remarks: Set<string>): TaskParameters {
  const time = (name: string, least: number) => microseconds(textOf(task, name), 1, `${where}: ${name}`, least);
  const T = time("period", 1);
  const cs = sectionsOf(task, where, remarks);
  if (textOf(task, "partition") !== undefined) remarks.add("the processors of partitioned tasks");
  return {
    C: time("wcet", 0),
    T,
    D: textOf(task, "deadline") === undefined ? T : time("deadline", 1),
    ...(Object.keys(cs).length > 0 && { cs }),
  };
}

/** The longest critical section on each resource. */
function sectionsOf(task: Element, where: string, remarks: Set<string>): Record<string, number> {
  const cs: Record<string, number> = {};
  for (const one of childrenOf(childrenOf(task, "resources")[0], "requirement")) {
    const name = textOf(one, "res_id") ?? "0";
    const most = (field: string) => microseconds(textOf(one, field) ?? "0", 1, `${where}: ${field}`);
    if (most("max_reads") > 0) remarks.add("that requests are reads: they are taken as writes");
    if (most("max_writes") + most("max_reads") > 1) remarks.add("how often a job requests a resource: once is taken");
    cs[name] = Math.max(most("max_write_length"), most("max_reads") > 0 ? most("max_read_length") : 0);
  }
  return cs;
}

function write({ tasks }: TaskSet): string {
  const rows = tasks.map(({ C, T, D, cs = {} }, i) => {
    const task = attributes({ id: i + 1, period: T, wcet: C, deadline: D === T ? undefined : D });
    const requests = Object.entries(cs).map(([resource, length], k) => {
      const id = /^\d+$/.test(resource) ? Number(resource) : k;
      const request = { res_id: id, max_reads: 0, max_writes: 1, max_read_length: 0, max_write_length: length };
      return `<requirement${attributes(request)}/>`;
    });
    return requests.length === 0
      ? `  <task${task}/>\n`
      : `  <task${task}><resources>${requests.join("")}</resources></task>\n`;
  });
  return `<taskset>\n${rows.join("")}</taskset>\n`;
}
