/** Cheddar's projects (version 3): one processor, one address space, periodic tasks. Its times are integers, taken as microseconds. */
import type { TaskParameters, TaskSet } from "../task-set.ts";
import type { Format, Read } from "./format.ts";
import { microseconds } from "./times.ts";
import { childrenOf, type Element, escaped, parseXml, textOf } from "./xml.ts";

export const cheddar: Format = {
  name: "cheddar",
  what: "Cheddar's projects (XML, version 3), one set each; its times are taken as µs",
  fields: ["C", "T", "D", "O", "J", "B", "name"],
  hasSets: false,
  read,
  write: ([set]) => (set === undefined ? "" : write(set)),
};

function read(text: string, source: string): Read {
  const root = parseXml(text, source, "cheddar");
  const remarks: string[] = [];
  const groups = childrenOf(root, "tasks")[0];
  const periodic = childrenOf(groups, "periodic_task");
  const others = Object.keys(groups ?? {}).filter((name) => name !== "periodic_task" && name !== "text");
  for (const name of others) remarks.push(`${childrenOf(groups, name).length} elements <${name}>`);
  const cpus = new Set(periodic.map((task) => textOf(task, "cpu_name")));
  if (cpus.size > 1) remarks.push(`${cpus.size} processors: the tasks are analysed on one`);
  if (childrenOf(childrenOf(root, "dependencies")[0], "dependency").length > 0) remarks.push("dependencies of tasks");
  if (childrenOf(root, "resources").length > 0) remarks.push("resources");
  return { sets: [{ id: "cheddar", tasks: periodic.map((task, i) => taskOf(task, `${source}, task ${i}`)) }], remarks };
}

function taskOf(task: Element, where: string): TaskParameters {
  const time = (name: string, least = 0) => microseconds(textOf(task, name), 1, `${where}: ${name}`, least);
  const optional = (field: string, name: string) => {
    const value = textOf(task, name) === undefined ? 0 : time(name);
    return value > 0 ? { [field]: value } : {};
  };
  const name = textOf(task, "name");
  return {
    C: time("capacity"),
    T: time("period", 1),
    D: time("deadline", 1),
    ...optional("O", "start_time"),
    ...optional("J", "jitter"),
    ...optional("B", "blocking_time"),
    ...(name && { name }),
  };
}

const scheduling = (type: string) =>
  `<scheduling><scheduling_parameters><scheduler_type>${type}</scheduler_type><quantum>0</quantum><preemptive_type>PREEMPTIVE</preemptive_type><capacity>0</capacity><period>0</period><priority>0</priority><start_time>0</start_time></scheduling_parameters></scheduling>`;

function write({ tasks }: TaskSet): string {
  const byDeadline = tasks.map((_, i) => i).sort((a, b) => (tasks[a]?.D ?? 0) - (tasks[b]?.D ?? 0));
  const rows = tasks.map(({ C, T, D, O = 0, J = 0, B = 0, name }, i) => {
    // Cheddar's larger numbers are more urgent, from 1 to 255.
    const priority = Math.max(1, 255 - byDeadline.indexOf(i));
    return `  <periodic_task id="id_${i + 5}">
   <object_type>TASK_OBJECT_TYPE</object_type>
   <name>${escaped(name ?? `T${i}`)}</name>
   <task_type>PERIODIC_TYPE</task_type>
   <cpu_name>p1</cpu_name>
   <address_space_name>a1</address_space_name>
   <capacity>${C}</capacity>
   <deadline>${D}</deadline>
   <start_time>${O}</start_time>
   <priority>${priority}</priority>
   <blocking_time>${B}</blocking_time>
   <policy>SCHED_FIFO</policy>
   <text_memory_size>0</text_memory_size>
   <stack_memory_size>0</stack_memory_size>
   <criticality>0</criticality>
   <context_switch_overhead>0</context_switch_overhead>
   <period>${T}</period>
   <jitter>${J}</jitter>
   <every>0</every>
  </periodic_task>
`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<cheddar>
 <core_units>
  <core_unit id="id_1"><object_type>CORE_OBJECT_TYPE</object_type><name>core1</name>${scheduling("EARLIEST_DEADLINE_FIRST_PROTOCOL")}<speed>1.00000</speed></core_unit>
 </core_units>
 <processors>
  <mono_core_processor id="id_3"><object_type>PROCESSOR_OBJECT_TYPE</object_type><name>p1</name><processor_type>MONOCORE_TYPE</processor_type><migration_type>NO_MIGRATION_TYPE</migration_type><core ref="id_1"></core></mono_core_processor>
 </processors>
 <address_spaces>
  <address_space id="id_4"><object_type>ADDRESS_SPACE_OBJECT_TYPE</object_type><name>a1</name><cpu_name>p1</cpu_name><text_memory_size>0</text_memory_size><stack_memory_size>0</stack_memory_size><data_memory_size>0</data_memory_size><heap_memory_size>0</heap_memory_size>${scheduling("NO_SCHEDULING_PROTOCOL")}</address_space>
 </address_spaces>
 <tasks>
${rows.join("")} </tasks>
</cheddar>
`;
}
