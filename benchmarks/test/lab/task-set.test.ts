/** Task-set files: what is taken, and what is refused with which words. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LabError } from "../../src/lab/errors.ts";
import {
  checkTaskSets,
  chooseSet,
  parseTaskSets,
  type TaskSet,
  utilisationOf,
  writeTaskSets,
} from "../../src/lab/task-set.ts";

const task = { C: 2, T: 10, D: 10 };
const chain = { tasks: [0, 1], trigger: "event" };
const chained = (chain: unknown, more: object = {}) => ({
  sets: [{ id: "a", tasks: [task, { ...task, ...more }], chains: [chain] }],
});
const of = (...tasks: unknown[]) => ({ sets: [{ id: "a", tasks }] });
const withField = (fields: object) => of(task, { ...task, ...fields });
const setWith = (fields: object) => ({ sets: [{ id: "a", tasks: [task], ...fields }] });
const server = { kind: "cbs", Q: 2, T: 10 };

/** A code, what was given, and what the message has to name. */
const refused: readonly (readonly [code: string, value: unknown, names: readonly string[]])[] = [
  ["sets_missing", undefined, []],
  ["sets_missing", null, []],
  ["sets_missing", [], []],
  ["sets_missing", { sets: {} }, []],
  ["set_not_an_object", { sets: [null] }, ["set 0", "null"]],
  ["set_not_an_object", { sets: [[task]] }, ["set 0"]],
  ["set_id", { sets: [{ tasks: [task] }] }, ["set 0", "undefined"]],
  ["set_id", { sets: [{ id: "", tasks: [task] }] }, ["set 0", '""']],
  ["set_id", { sets: [{ id: Number.NaN, tasks: [task] }] }, ["set 0", "NaN"]],
  ["set_id", { sets: [{ id: {}, tasks: [task] }] }, ["set 0"]],
  ["set_id_twice", { sets: [...of(task).sets, ...of(task).sets] }, ["sets 0 and 1", '"a"']],
  ["set_id_twice", { sets: ["1", 1].map((id) => ({ id, tasks: [task] })) }, ["sets 0 and 1", '"1"']],
  ["tasks_missing", { sets: [{ id: "a" }] }, ['set "a"', "undefined"]],
  ["tasks_missing", of(), ['set "a"', "[]"]],
  ["tasks_missing", { sets: [{ id: "a", tasks: { 0: task } }] }, ['set "a"']],
  ["too_many_tasks", of(...Array.from({ length: 100_000 }, () => task)), ['set "a"', "100000", "10000"]],
  ["task_not_an_object", of(task, 5), ['set "a", task 1', "5"]],
  ["task_name_twice", of({ ...task, name: "x" }, { ...task, name: "x" }), ["tasks 0 and 1", '"x"']],
  ["task_name_twice", of({ ...task, id: 7 }, task, { ...task, id: 7 }), ["tasks 0 and 2", "7"]],
  ...(["C", "T", "D", "O", "J", "B", "q"] as const).flatMap((field) =>
    [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "5", null].map(
      (value) => ["time_not_valid", withField({ [field]: value }), ['set "a", task 1', ` ${field} is `]] as const,
    ),
  ),
  ...(["C", "T"] as const).map(
    (field) => ["time_not_valid", withField({ [field]: undefined }), ["task 1", ` ${field} is missing`]] as const,
  ),
  ["time_not_valid", withField({ T: 0 }), ["task 1", "the period T is 0"]],
  ["time_not_valid", withField({ D: 0 }), ["task 1", "the relative deadline D is 0"]],
  ["wcet_above_deadline", withField({ C: 11 }), ["task 1", "C is 11", "D of 10"]],
  ["wcet_above_deadline", withField({ C: 11, D: undefined }), ["task 1", "C is 11", "T of 10", "left out"]],
  ["region_above_wcet", withField({ q: 3 }), ["task 1", "q is 3", "C, 2"]],
  ["chunks_not_a_list", withField({ chunks: "1,1" }), ["task 1", '"1,1"']],
  ["chunks_not_c", withField({ chunks: [1, 2] }), ["task 1", "add up to 3", "C is 2"]],
  ["chunks_not_c", withField({ chunks: [] }), ["task 1", "add up to 0"]],
  ["time_not_valid", withField({ chunks: [2, 0] }), ["task 1", "chunk 1 is 0"]],
  ["sections_not_an_object", withField({ cs: [1] }), ["task 1", "[1]"]],
  ["time_not_valid", withField({ cs: { r: -1 } }), ["task 1", 'section on "r"', "-1"]],
  ["section_above_wcet", withField({ cs: { r: 3 } }), ["task 1", 'section on "r" is 3']],
  ["sections_above_wcet", withField({ cs: { r: 1, s: 2 } }), ["task 1", "add up to 3", "C, 2"]],
  ["task_name", withField({ name: 5 }), ["task 1", "its name is 5"]],
  ["task_name", withField({ name: "" }), ["task 1", "leave it out"]],
  ["task_name_twice", withField({ name: "task 0" }), ["tasks 0 and 1", '"task 0"']],
  ["time_not_valid", withField({ S: -1 }), ["task 1", "suspension S is -1"]],
  ["segments_not_a_list", withField({ segments: 2 }), ["task 1", "segments is 2"]],
  ["segments_not_a_list", withField({ segments: [2, 5] }), ["task 1", "an odd number"]],
  ["time_not_valid", withField({ segments: [1, -1, 1] }), ["task 1", "segment 1 is -1"]],
  ["time_not_valid", withField({ segments: [2, 5, 0] }), ["task 1", "segment 2 is 0"]],
  ["segments_not_c", withField({ segments: [1, 5, 2] }), ["task 1", "add up to 3", "C is 2"]],
  ["segments_not_s", withField({ segments: [1, 5, 1], S: 4 }), ["task 1", "add up to 5", "S is 4"]],
  ...[{ B: 1 }, { q: 1 }, { chunks: [1, 1] }, { cs: { r: 1 } }].map(
    (part) => ["suspension_blocking", of({ ...task, S: 1 }, { ...task, ...part }), ["task 1", "no test"]] as const,
  ),
  ["task_queue", withField({ queue: 5 }), ["task 1", "its queue is 5"]],
  ["loop_not_an_object", setWith({ loop: [] }), ['set "a"', "[]"]],
  ["loop_field", setWith({ loop: { level: 1 } }), ['"level"', "levels"]],
  ["loop_choice", setWith({ loop: { choice: "newest" } }), ['"newest"', '"any"']],
  ["time_not_valid", setWith({ loop: { granularity: 0 } }), ["granularity of timers is 0"]],
  ["time_not_valid", setWith({ loop: { lateness: 0.5 } }), ["lateness of timers is 0.5"]],
  ["loop_levels", setWith({ loop: { levels: 5 } }), ["levels is 5"]],
  ["queue_unknown", setWith({ loop: { levels: { input: 1 } } }), ['"input"', "no task is in it"]],
  ["loop_level", { sets: [{ id: "a", tasks: [{ ...task, queue: "q" }], loop: { levels: { q: -1 } } }] }, ['"q" is -1']],
  ["chains_not_a_list", setWith({ chains: {} }), ['set "a"']],
  ["chain_not_an_object", setWith({ chains: [5] }), ["chain 0 is 5"]],
  ["chain_trigger", chained({ ...chain, trigger: "data" }), ['"data"', '"time"']],
  ["chain_name", chained({ ...chain, name: 5 }), ["chain 0", "name is 5"]],
  ["time_not_valid", chained({ ...chain, D: 0 }), ["end-to-end deadline D is 0"]],
  ["chain_tasks", chained({ ...chain, tasks: [0] }), ["[0]", "two"]],
  ["chain_task_unknown", chained({ ...chain, tasks: [0, "x"] }), ['"x"']],
  ["chain_task_unknown", chained({ ...chain, tasks: [0, 2] }), ["called 2"]],
  ["chain_task_twice", chained({ ...chain, tasks: [0, 0] }), ["[0,0]"]],
  ["chain_period", chained(chain, { T: 20 }), ["task 1", "task 0", "20 and 10"]],
  ["chain_offset", chained(chain, { O: 5 }), ["task 1", "O of 5"]],
  ["chain_suspension", chained(chain, { S: 5 }), ["suspend themselves"]],
  [
    "chain_two_before",
    { sets: [{ id: "a", tasks: [task, task, task], chains: [chain, { ...chain, tasks: [2, 1] }] }] },
    ["chain 1", "tasks 0 and 2"],
  ],
  [
    "chain_circular",
    { sets: [{ id: "a", tasks: [task, task], chains: [chain, { ...chain, tasks: [1, 0] }] }] },
    ["released by itself"],
  ],
  ["jobs_not_a_list", setWith({ jobs: {} }), ['set "a"']],
  ["job_not_a_list", setWith({ jobs: [{ release: 0 }] }), ["job 0"]],
  [
    "time_not_valid",
    setWith({
      jobs: [
        [0, 1, 5],
        [-1, 1, 5],
      ],
    }),
    ["job 1", "release is -1"],
  ],
  ["time_not_valid", setWith({ jobs: [[0, 0.5, 5]] }), ["job 0", "execution time is 0.5"]],
  ["time_not_valid", setWith({ jobs: [[0, 1]] }), ["job 0", "deadline is missing"]],
  ["priority_not_finite", setWith({ jobs: [[0, 1, 5, "high"]] }), ["job 0", '"high"']],
  ["server_kind", setWith({ server: 5 }), ['set "a"', "5"]],
  ["server_kind", setWith({ server: { ...server, kind: "sporadic" } }), ["sporadic", "cbs, tbs"]],
  ["time_not_valid", setWith({ server: { ...server, Q: 0 } }), ["budget Q is 0"]],
  ["time_not_valid", setWith({ server: { ...server, T: undefined } }), ["period T is missing"]],
  ["server_above_one", setWith({ server: { ...server, Q: 11 } }), ["Q is 11", "10"]],
];

describe("refused", () => {
  test.for(refused)("%s: %o", ([code, value, names]) => {
    const error = errorOf(() => checkTaskSets(value, "sets.json"));
    expect(error.code).toBe(code);
    for (const name of ["sets.json", ...names]) expect(error.message).toContain(name);
    // A message is for a person: whatever was given.
    expect(error.message.length).toBeLessThan(300);
  });

  test("what is no JSON, with its name", () => {
    expect(errorOf(() => parseTaskSets("{", "sets.json"))).toMatchObject({ code: "not_json" });
    expect(errorOf(() => parseTaskSets("", "standard input")).message).toContain("standard input");
    expect(errorOf(() => parseTaskSets('{ "sets": [ { "id": "a", "tasks": [ { "C": NaN } ] } ] }', "x")).code).toBe(
      "not_json",
    );
  });
});

test("what is valid stays as it is, with fields that nobody knows", () => {
  const sets = [
    { id: 7, tasks: [{ C: 0, T: 1, D: 1 }], comment: "x" },
    { id: "b", tasks: [{ C: 2 ** 52, T: 2 ** 52, D: 2 ** 52, O: 0, J: 2 ** 52, weight: 3 }] },
    {
      id: "only jobs",
      tasks: [],
      jobs: [
        [0, 1, null],
        [3, 0, 5, -2.5],
      ],
      server,
    },
    { id: "c", tasks: [{ ...task, q: 2, chunks: [1, 1], cs: { r: 1, s: 1 }, B: 3, name: "audio" }] },
  ];
  const before = structuredClone(sets);
  expect(checkTaskSets({ sets, seed: 1 }, "x")).toEqual(before);
  expect(checkTaskSets({ sets: [] }, "x")).toEqual([]);
  expect(parseTaskSets('{\r\n"sets": [\r\n]\r\n}\r\n', "x")).toEqual([]);
});

test("a deadline that is left out is the period; what else the task has stays", () => {
  const given = { sets: [{ id: 1, tasks: [task, { C: 3, T: 8, J: 1, name: "x" }], note: 5 }] };
  const before = structuredClone(given);
  expect(checkTaskSets(given, "x")).toEqual([{ id: 1, tasks: [task, { C: 3, T: 8, D: 8, J: 1, name: "x" }], note: 5 }]);
  // Who gave it finds it as it was.
  expect(given).toEqual(before);
});

const time = fc.integer({ min: 0, max: 1000 });
const validTask = fc
  .record(
    { C: time, more: time, T: fc.integer({ min: 1, max: 2 ** 40 }), O: time, J: time, B: time },
    { requiredKeys: ["C", "more", "T"] },
  )
  .map(({ more, ...fields }) => ({ ...fields, D: Math.max(1, fields.C + more) }));

test("random sets are read as they were written", () => {
  fc.assert(
    fc.property(fc.array(fc.array(validTask, { minLength: 1, maxLength: 5 }), { maxLength: 5 }), (all) => {
      const sets = all.map((tasks, i): TaskSet => ({ id: `s${i}`, tasks }));
      expect(parseTaskSets(writeTaskSets(sets), "x")).toEqual(sets);
    }),
  );
});

test("whatever JSON is given: sets, or an error of this file", () => {
  const names = ["id", "tasks", "jobs", "server", "C", "T", "D", "O", "q", "chunks", "cs", "kind", "__proto__"];
  const { value } = fc.letrec((tie) => ({
    leaf: fc.oneof(fc.constantFrom(0, 1, 5, -1, 0.5, 1e300, "", "a", null, true), fc.double(), fc.string()),
    list: fc.array(tie("value"), { maxLength: 3 }),
    object: fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 6 }),
    value: fc.oneof({ depthSize: "medium" }, tie("leaf"), tie("list"), tie("object")),
  }));
  const text = fc.oneof(
    value.map((inner) => JSON.stringify(inner)),
    fc.array(value, { maxLength: 3 }).map((sets) => JSON.stringify({ sets })),
    fc.array(value, { maxLength: 3 }).map((tasks) => JSON.stringify({ sets: [{ id: "a", tasks }] })),
    validTask.chain((valid) => value.map((other) => JSON.stringify(of({ ...valid, chunks: other }, valid, other)))),
    value.map((other) => JSON.stringify(setWith({ jobs: [other], server: other }))),
    fc.string(),
  );
  fc.assert(
    fc.property(text, (given) => {
      try {
        expect(Array.isArray(parseTaskSets(given, "x"))).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(LabError);
      }
    }),
    { numRuns: 1000 },
  );
});

test("one set is chosen by its id; the message tells some of those that there are", () => {
  const sets = [1, "b", "c", "d", "e", "f"].map((id): TaskSet => ({ id, tasks: [task] }));
  expect(chooseSet(sets, undefined, "x")).toBe(sets);
  expect(chooseSet(sets, "1", "x")).toEqual([sets[0]]);
  const { code, message } = errorOf(() => chooseSet(sets, "z", "sets.json"));
  expect(code).toBe("set_unknown");
  expect(message).toContain('sets.json has no set "z". It has 1, "b", "c", "d", "e", and 1 more.');
  expect(utilisationOf({ id: 1, tasks: [task, { C: 5, T: 10, D: 20 }] })).toBeCloseTo(0.7, 12);
});

function errorOf(run: () => unknown): LabError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(LabError);
    return error as LabError;
  }
  throw new Error("It was not refused.");
}
