/** `preempt-lab explore`, and job sets of np-schedulability-analysis. */
import { readFileSync } from "node:fs";
import { exploreSchedules, jobsOfTasks, type VariedTask } from "@preempt/runtime/analysis";
import { expect, test } from "vitest";
import { readJobs, writePrecedence } from "../../src/lab/interchange/np-jobs.ts";
import { runCommand } from "./command-words.ts";

const sets = JSON.stringify({
  sets: [
    {
      id: "anomaly",
      tasks: [
        { C: 3, T: 5, D: 5 },
        { C: 2, T: 10, D: 10 },
        { C: 4, T: 20, D: 20 },
      ],
    },
  ],
});

test("shorter jobs make another one late, and the table says so", async () => {
  expect((await runCommand("explore", ["-"], sets)).out).toBe(
    "set      schedulable  for ever  jobs  states  responses, µs\nanomaly  yes          yes       7     7       3-5 5-7 12-12\n",
  );
  const { out } = await runCommand("explore", ["-", "--variation", "0.7", "--json"], sets);
  expect(JSON.parse(out)).toMatchObject({ id: "anomaly", schedulable: false });
});

test("a set that is too large is left undecided, and the command says so", async () => {
  const { code, out, err } = await runCommand("explore", ["-", "--max-steps", "3"], sets);
  expect(code).toBe(1);
  expect(out).toContain("undecided");
  expect(err).toContain("anomaly: analysis_too_long");
});

test("a job set that was exported is explored as the set it came from", async () => {
  const { out: csv } = await runCommand("export", ["np", "-"], sets);
  expect(csv.split("\n").slice(0, 2)).toEqual([
    "Task ID, Job ID, Arrival min, Arrival max, Cost min, Cost max, Deadline, Priority",
    "1, 1, 0, 0, 3, 3, 5, 5",
  ]);
  const { out } = await runCommand("explore", ["-"], csv);
  expect(out).toBe("jobs  schedulable  states  edges  width\n7     yes          7       7      1\n");
});

test("chunks are jobs with a file of what precedes what", () => {
  const text = writePrecedence({ id: 1, tasks: [{ C: 3, T: 9, D: 9, chunks: [1, 2] } as never] });
  expect(text).toBe("Predecessor TID, Predecessor JID, Successor TID, Successor JID\n1, 1, 1, 2\n");
  const jobs = "T, J, a, b, c, d, e, f\n1, 1, 0, 0, 1, 1, 9, 9\n1, 2, 0, 0, 2, 2, 9, 9\n";
  expect(readJobs(jobs, "jobs", { text, source: "prec" })[1]).toEqual({
    release: [0, 0],
    execution: [2, 2],
    deadline: 9,
    priority: 9,
    after: [0],
  });
  expect(() => readJobs(jobs, "jobs", { text: "1, 1, 1, 9", source: "prec" })).toThrow("np_precedence: prec, line 2");
  expect(() => readJobs("1, 2\n", "jobs")).toThrow("np_format: jobs, line 1");
});

interface Recorded {
  readonly tasks: readonly VariedTask[];
  readonly policy: "edf" | "fp";
  readonly schedulable: boolean;
  readonly ends: readonly (readonly [number, number])[];
}

test("60 sets have the bounds that np-schedulability-analysis gave (npm run cross-check:np compares more)", () => {
  const file = new URL("./reference/np-schedulability-analysis.json", import.meta.url);
  const recorded: readonly Recorded[] = JSON.parse(readFileSync(file, "utf8"));
  expect(recorded.filter(({ schedulable }) => schedulable).length).toBeGreaterThan(5);
  for (const { tasks, policy, schedulable, ends } of recorded) {
    // Of two jobs with one priority, it takes that of the task with the smaller number.
    const jobs = jobsOfTasks(tasks, { policy }).sort((a, b) => a.task - b.task || a.number - b.number);
    const found = exploreSchedules(jobs);
    expect(found.jobs.map((job) => [job?.earliest, job?.latest])).toEqual(ends);
    expect(found.schedulable).toBe(schedulable);
  }
});
