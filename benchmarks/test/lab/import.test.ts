/** The paper's task sets as task-set files. */
import { expect, test } from "vitest";
import { importPaperSets } from "../../src/lab/import/paper.ts";
import { parseTaskSets, writeTaskSets } from "../../src/lab/task-set.ts";
import { runCommand } from "./command-words.ts";

/** Two of its sets, shortened; the paper's file has a wcet of 0 here and there. */
const published = [
  {
    tasks: [
      { wcet: 2, period: 15, id: 0 },
      { wcet: 0, period: 80, id: 1 },
    ],
  },
  { tasks: [{ wcet: 46.001, period: 4935, id: 0 }] },
];
const text = JSON.stringify(published);

test("milliseconds become microseconds, deadlines are periods, and a wcet of 0 stays", () => {
  expect(importPaperSets(text, "tasksets.json")).toEqual([
    {
      id: "paper-0",
      tasks: [
        { C: 2000, T: 15_000, D: 15_000 },
        { C: 0, T: 80_000, D: 80_000 },
      ],
    },
    { id: "paper-1", tasks: [{ C: 46_001, T: 4_935_000, D: 4_935_000 }] },
  ]);
});

test("the command prints a task-set file, with --json the same", async () => {
  const { code, out } = await runCommand("import", ["paper", "-"], text);
  expect(code).toBe(0);
  expect(out).toBe(writeTaskSets(importPaperSets(text, "x")));
  expect(parseTaskSets(out, "out")).toHaveLength(2);
  expect((await runCommand("import", ["paper", "-", "--json"], text)).out).toBe(out);
});

const refused: readonly (readonly [code: string, text: string, names: readonly string[]])[] = [
  ["not_json", "[", []],
  ["paper_format", '{ "sets": [] }', ["no list of task sets"]],
  ["paper_format", "[null]", ["set 0"]],
  ["paper_format", "[{}]", ["set 0", "undefined"]],
  ["paper_format", '[{ "tasks": [] }]', ["set 0", "[]"]],
  ["paper_format", '[{ "tasks": [null] }]', ["set 0, task 0", "period is undefined"]],
  ["paper_format", '[{ "tasks": [{ "wcet": 1, "period": 0 }] }]', ["period is 0", "above 0"]],
  ["paper_format", '[{ "tasks": [{ "wcet": 1, "period": 1e300 }] }]', ["period is 1e+300"]],
  ["paper_format", '[{ "tasks": [{ "wcet": -1, "period": 5 }] }]', ["wcet is -1", "0 or more"]],
  ["paper_format", '[{ "tasks": [{ "wcet": "2", "period": 5 }] }]', ['wcet is "2"']],
  ["wcet_above_deadline", '[{ "tasks": [{ "wcet": 1, "period": 5 }, { "wcet": 6, "period": 5 }] }]', ["task 1"]],
];

test.for(refused)("refused, %s: %s", ([code, given, names]) => {
  expect(() => importPaperSets(given, "tasksets.json")).toThrow(expect.objectContaining({ name: "LabError", code }));
  for (const name of ["tasksets.json", ...names]) expect(() => importPaperSets(given, "tasksets.json")).toThrow(name);
});

test.for([[], ["papers", "-"], ["paper", "a", "b"]])("it says what can be imported: %j", async (words) => {
  await expect(runCommand("import", words, text)).rejects.toThrow(/import_what.*import paper FILE/);
});
