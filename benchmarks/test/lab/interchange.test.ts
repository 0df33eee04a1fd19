/** Task sets to other tools' files and back. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cheddar } from "../../src/lab/interchange/cheddar.ts";
import { columns } from "../../src/lab/interchange/columns.ts";
import { type Format, lossesOf } from "../../src/lab/interchange/format.ts";
import { schedcat } from "../../src/lab/interchange/schedcat.ts";
import { simso } from "../../src/lab/interchange/simso.ts";
import type { TaskParameters, TaskSet } from "../../src/lab/task-set.ts";
import { runCommand } from "./command-words.ts";

const time = fc.integer({ min: 1, max: 2 ** 40 });
const task = (withNames: boolean) =>
  fc
    .record({
      parts: fc.tuple(time, time, time),
      O: fc.option(time, { nil: undefined }),
      J: fc.option(time, { nil: undefined }),
      B: fc.option(time, { nil: undefined }),
    })
    .map(({ parts: [C, T, more], ...rest }) => ({
      C,
      T,
      D: C + more,
      ...rest,
      ...(withNames && { name: '<a> & "é"' }),
    }));

function kept({ fields }: Format, tasks: readonly TaskParameters[]): object[] {
  return tasks.map((one) =>
    Object.fromEntries(
      Object.entries(one).filter(([name, value]) => fields.includes(name as "C") && value !== undefined),
    ),
  );
}

const back = (format: Format, sets: readonly TaskSet[]) => format.read?.(format.write(sets), "file");

describe("what is written is read again", () => {
  test.for([simso, cheddar])("$name: one set, with names as they are", (format) => {
    fc.assert(
      fc.property(fc.array(task(true), { minLength: 1, maxLength: 5 }), (list) => {
        const tasks = list.map((one, i) => ({ ...one, name: `${one.name}${i}` })) as TaskParameters[];
        const read = back(format, [{ id: "a", tasks }]);
        expect(read?.sets[0]?.tasks).toEqual(kept(format, tasks));
        expect(read?.remarks).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  test.for([columns, schedcat])("$name: several sets", (format) => {
    fc.assert(
      fc.property(
        fc.array(fc.array(task(false), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
        (lists) => {
          const sets = lists.map((tasks, i) => ({ id: `s${i}`, tasks: tasks as TaskParameters[] }));
          const read = back(format, sets);
          expect(read?.sets.map(({ tasks }) => tasks)).toEqual(sets.map(({ tasks }) => kept(format, tasks)));
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("files as the tools write them", () => {
  test("SimSo's: milliseconds, and what a task-set file cannot say is named", () => {
    const text = `<?xml version="1.0" ?>
<simulation cycles_per_ms="1000000" duration="420000000" etm="wcet">
	<sched class="simso.schedulers.RM" overhead="0" overhead_activate="0" overhead_terminate="0"/>
	<caches memory_access_time="100"/>
	<processors><processor cl_overhead="0" cs_overhead="0" id="1" name="CPU 1" speed="1.0"/></processors>
	<tasks>
		<task ACET="0.0" WCET="3.0" abort_on_miss="yes" activationDate="0.5" base_cpi="1.0" deadline="7.0" et_stddev="0.0" id="1" instructions="0" list_activation_dates="" mix="0.5" name="T1" period="7.0" preemption_cost="0" task_type="Periodic"/>
		<task ACET="0.0" WCET="0.1" abort_on_miss="yes" activationDate="0.0" base_cpi="1.0" deadline="12.0" et_stddev="0.0" id="2" instructions="0" list_activation_dates="1.0, 20.0" mix="0.5" name="T2" period="12.0" preemption_cost="0" task_type="Sporadic"/>
		<task ACET="0.0" WCET="1.0" abort_on_miss="yes" activationDate="0.0" base_cpi="1.0" deadline="10.0" et_stddev="0.0" id="3" instructions="0" list_activation_dates="" mix="0.5" name="T3" period="10.0" task_type="APeriodic"/>
	</tasks>
</simulation>`;
    expect(simso.read?.(text, "x.xml")).toEqual({
      sets: [
        {
          id: "simso",
          tasks: [
            { C: 3000, T: 7000, D: 7000, O: 500, name: "T1" },
            { C: 100, T: 12_000, D: 12_000, name: "T2" },
          ],
        },
      ],
      remarks: ["1 aperiodic tasks", "the activation dates of 1 sporadic tasks"],
    });
  });

  test("SchedCAT's: implicit deadlines, and the longest section on each resource", () => {
    const text = `<testpoint><config cpus="1" /><taskset><properties count="2" /><task id="1" period="30000" wcet="1000"><resources><requirement max_read_length="0" max_reads="0" max_write_length="25" max_writes="2" res_id="1" /></resources></task><task deadline="40000" id="2" period="50000" wcet="5000" /></taskset></testpoint>`;
    expect(schedcat.read?.(text, "x.xml")).toEqual({
      sets: [
        {
          id: "schedcat-0",
          tasks: [
            { C: 1000, T: 30_000, D: 30_000, cs: { 1: 25 } },
            { C: 5000, T: 50_000, D: 40_000 },
          ],
        },
      ],
      remarks: ["how often a job requests a resource: once is taken"],
    });
  });

  test("CSV with the names of other tools, in any order; D defaults to T", () => {
    expect(columns.read?.('\uFEFFperiod, wcet ,task,colour\n10,2,"a, b",red\n20,5,,blue\n', "x.csv")).toEqual({
      sets: [
        {
          id: "csv",
          tasks: [
            { C: 2, T: 10, D: 10, name: "a, b" },
            { C: 5, T: 20, D: 20 },
          ],
        },
      ],
      remarks: ['the column "colour"'],
    });
  });
});

const refused: readonly (readonly [format: Format, text: string, says: string])[] = [
  [simso, "<simulation>", "not_xml: x:1"],
  [simso, "<taskset></taskset>", "xml_root: x is <taskset>. Give a file that is <simulation>"],
  [simso, '<simulation><tasks><task WCET="a" period="1" deadline="1"/></tasks></simulation>', 'x, task 0: WCET is "a"'],
  [
    simso,
    '<simulation><tasks><task WCET="0.0001" period="1" deadline="1"/></tasks></simulation>',
    "whole microseconds",
  ],
  [schedcat, '<taskset><task wcet="1"/></taskset>', "set 0, task 0: period is missing"],
  [
    cheddar,
    "<cheddar><tasks><periodic_task id='1'><capacity>1</capacity></periodic_task></tasks></cheddar>",
    "period is",
  ],
  [columns, "a,b\n1,2\n", "csv_columns: x has the columns a, b. Give columns named C and T"],
  [columns, "C,T\n1,x\n", 'x, line 2: T is "x"'],
  [columns, "C,T\n1\n", "csv_format: x is not CSV"],
];

test.for(refused)("refused, $0.name: %s", ([format, text, says]) => {
  expect(() => format.read?.(text, "x")).toThrow(says);
});

describe("the commands", () => {
  const sets = JSON.stringify({ sets: [{ id: "a", tasks: [{ C: 1000, T: 5000, D: 4000, J: 7 }] }] });

  test("export says what a format leaves out, and import reads it", async () => {
    const { out, err } = await runCommand("export", ["simso", "-"], sets);
    expect(err).toBe("Left out: J.\n");
    const asJson = await runCommand("export", ["simso", "-", "--json"], sets);
    expect(JSON.parse(asJson.out)).toEqual({ format: "simso", leftOut: ["J"], text: out });
    expect(JSON.parse((await runCommand("import", ["simso", "-"], out)).out)).toEqual({
      sets: [{ id: "simso", tasks: [{ C: 1000, T: 5000, D: 4000, name: "T0" }] }],
    });
  });

  test("a file of one set is not written for several", async () => {
    const two = JSON.stringify({ sets: ["a", "b"].map((id) => ({ id, tasks: [{ C: 1, T: 5, D: 4 }] })) });
    await expect(runCommand("export", ["cheddar", "-"], two)).rejects.toThrow("Choose it: --set a");
    expect((await runCommand("export", ["cheddar", "-", "--set", "b"], two)).code).toBe(0);
    await expect(runCommand("export", ["excel", "-"], two)).rejects.toThrow("one of csv, simso, schedcat, cheddar, np");
  });

  test("nothing is lost without a word: fields, jobs and servers", () => {
    const set: TaskSet = {
      id: 1,
      tasks: [{ C: 1, T: 5, D: 5, cs: { a: 1 } }],
      jobs: [[0, 1, null]],
      server: { kind: "cbs", Q: 1, T: 2 },
    };
    expect(lossesOf(columns, [set])).toEqual(["cs", "jobs", "server"]);
  });
});
