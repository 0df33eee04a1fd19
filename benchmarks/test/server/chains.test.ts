/** The experiment with chains: its model on recorded numbers, what it makes of responses above a bound, and a small run. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkTaskSets } from "../../src/lab/task-set.ts";
import { compareStages, earlyArrivals, type Reason, responsesOf } from "../../src/server/chains/compare.ts";
import { type KindName, kindNames, kinds, type StageRecord } from "../../src/server/chains/kinds.ts";
import { type MeasuredVariant, type Phase, sporadic } from "../../src/server/chains/measure.ts";
import { type ModelTimes, modelOf, timesOf } from "../../src/server/chains/model.ts";
import { type Predicted, predict } from "../../src/server/chains/predict.ts";
import { verdictOf } from "../../src/server/chains/sections.ts";
import { stagesOf } from "../../src/server/chains/stages.ts";
import { runCommand } from "../lab/command-words.ts";

const times: ModelTimes = {
  variant: "event loop",
  executed: { page: [0.1, 1, 2, 1.5], login: [0.1, 0.5], report: [0.1, 10] },
  ...{ transit: 0.4, rest: 0.05, round: 2.5, turn: 0.1, dispatch: 0.02 },
};

/** A stage that ran from `start` to `end`, `waited` of it without a processor. */
const ran = (kind: KindName, request: number, stage: number, sent: number, start: number, end: number, waited = 0) => ({
  ...{ kind, request, stage, sent, start, end },
  ...{ executed: end - start - waited, waitedAtStart: 0, waitedAtEnd: waited },
});

const span = (length: number) => ({ at: 101, length });

const phaseOf = (stages: readonly StageRecord[], more: Partial<Phase> = {}): Phase => ({
  ...{ stages, collections: [], active: 0, rounds: [], turns: [], dispatch: 0, client: [], lateness: 0 },
  ...more,
});

test("each stage leaves what the next one needs, and the last one an answer", () => {
  for (const kind of kindNames) {
    expect(stagesOf[kind]).toHaveLength(kinds[kind].stages.length - 1);
    const progress = { request: 3, html: "", rows: [], answer: undefined };
    for (const stage of stagesOf[kind]) stage(progress);
    expect(String(progress.answer).length, kind).toBeGreaterThan(50);
  }
});

test("requests of a kind are planned at least T apart, and near it", () => {
  const requests = sporadic(60_000, 1);
  for (const kind of kindNames) {
    const { T } = kinds[kind];
    const instants = requests.filter((one) => one.kind === kind).map(({ at }) => at);
    const gaps = instants.slice(1).map((at, i) => at - (instants[i] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(T - 1e-9);
    expect(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length / T).toBeCloseTo(1.2, 0);
  }
  expect(requests.map(({ path }) => path)).toEqual(requests.map(({ kind }, i) => `/${kind}/${i}`));
});

test("the model takes covered executions of both runs, the way to the idle server, and what is outside of stages", () => {
  const alone = phaseOf([ran("login", 0, 0, 0, 0.5, 0.6), ran("login", 0, 1, 0, 0.6, 2.6)]);
  const together = phaseOf([ran("login", 0, 1, 0, 1, 5, 3)], {
    ...{ active: 3, rounds: [1, 4].map(span), turns: [span(0.2)], dispatch: 0.01 },
    client: [
      { kind: "login", sent: 0, done: 6 },
      { kind: "login", sent: 50, done: 56 },
    ],
  });
  const measured: MeasuredVariant = { variant: "preempt", alone, together, others: undefined };
  const found = timesOf(measured);
  expect(found.executed.login[0]).toBeCloseTo(0.1, 9);
  // The longer execution waited for a processor.
  expect(found.executed.login[1]).toBeCloseTo(2, 9);
  expect(found.executed.page).toEqual([0, 0, 0, 0]);
  expect(found).toMatchObject({ transit: 0.5, rest: 1, round: 4, turn: 0.2, dispatch: 0.01 });
});

test("event loop: stages are callbacks of two queues between which the loop may choose", () => {
  const { set } = modelOf(times);
  expect(checkTaskSets({ sets: [set] }, "model")).toEqual([set]);
  expect(set.loop).toEqual({ choice: "any" });
  expect(set.tasks[0]).toEqual({
    ...{ name: "page request", queue: "network", C: 150, T: 80_000, D: 80_000, J: 400 },
  });
  expect(set.tasks[1]).toEqual({ name: "page parse", queue: "immediate", C: 1000, T: 80_000, D: 80_000 });
  expect(set.chains?.[0]).toMatchObject({
    ...{ name: "page", trigger: "event", D: 80_000 },
    tasks: ["page request", "page parse", "page query", "page render"],
  });
});

test("Preempt: a request waits for a round of jobs, jobs pay for dispatches, and the event loop is a task", () => {
  const { set, margin } = modelOf({ ...times, variant: "preempt" });
  expect(checkTaskSets({ sets: [set] }, "model")).toEqual([set]);
  expect(set.tasks[0]).toEqual({ name: "event loop", C: 120, T: 2000, D: 2000 });
  // 2 (2900 + 3 · 100 + 120)
  expect(margin).toBe(6640);
  expect(set.tasks[1]).toEqual({ name: "page request", C: 100, T: 80_000, D: 6640, J: 2900 });
  // 2 ms, and four dispatches: two, and one for each slice.
  expect(set.tasks[3]).toEqual({ name: "page query", C: 2080, T: 80_000, D: 80_000 });
});

const executed = fc.double({ min: 0.01, max: 3, noNaN: true });
test("no simulated response is above its bound, whatever the executions", () => {
  const anyTimes = fc.record({
    variant: fc.constantFrom("event loop", "preempt" as const),
    executed: fc.record({
      page: fc.tuple(executed, executed, executed, executed),
      login: fc.tuple(executed, executed),
      report: fc.tuple(executed, fc.double({ min: 5, max: 40, noNaN: true })),
    }),
    transit: executed,
    ...{ rest: executed, round: executed, turn: fc.double({ min: 0, max: 0.3, noNaN: true }) },
    dispatch: fc.constantFrom(0, 0.02),
  });
  let bounded = 0;
  fc.assert(
    fc.property(anyTimes, (drawn) => {
      const { bounds, simulated } = predict(modelOf(drawn as ModelTimes), 2);
      for (const kind of kindNames) {
        bounds[kind].forEach((bound, stage) => {
          if (bound === null) return;
          bounded++;
          expect(simulated[kind][stage], `${kind} ${stage}`).toBeLessThanOrEqual(bound);
        });
      }
    }),
    { numRuns: 8 },
  );
  expect(bounded).toBeGreaterThan(20);
}, 60_000);

const predicted: Predicted = {
  bounds: { page: [10, 20, 30, 40], login: [10, 12], report: [10, null] },
  simulated: { page: [1, 2, 3, 4], login: [1, 2], report: [1, 5] },
};
/** A login that ends 15 ms after it was sent, above its bound of 12. */
const late = [ran("login", 0, 0, 100, 100.4, 100.5), ran("login", 0, 1, 100, 114.6, 115)];

test.for<[Reason, Phase]>([
  ["unexplained", phaseOf(late)],
  // What the thread had waited before the request came explains nothing.
  ["unexplained", phaseOf(late.map((one) => ({ ...one, waitedAtStart: 10, waitedAtEnd: 10 })))],
  [
    "early",
    phaseOf(late, {
      client: [
        { kind: "page", sent: 30, done: 50 },
        { kind: "page", sent: 105, done: 150 },
      ],
    }),
  ],
  ["longer", phaseOf([...late, ran("report", 1, 1, 90, 101, 112)])],
  ["processor", phaseOf([late[0] as StageRecord, { ...(late[1] as StageRecord), waitedAtStart: 4, waitedAtEnd: 4 }])],
  ["collection", phaseOf(late, { collections: [{ at: 102, length: 5 }] })],
  ["turn", phaseOf(late, { turns: [span(2), span(2)] })],
  ["turn", phaseOf(late, { rounds: [span(6)] })],
  ["way", phaseOf([ran("login", 0, 0, 100, 114, 114.1), ran("login", 0, 1, 100, 114.6, 115)])],
])("a response above its bound: %s", ([reason, phase]) => {
  const found = compareStages(phase, predicted, times).find(({ kind, stage }) => kind === "login" && stage === "check");
  expect(found).toMatchObject({ count: 1, worst: 15, bound: 12, simulated: 2 });
  const { above } = found as NonNullable<typeof found>;
  expect(Object.entries(above).filter(([, count]) => count > 0)).toEqual([[reason, 1]]);
});

test("a collection within a stage is execution, and explains nothing more", () => {
  const stages = [...late, ran("page", 1, 1, 101, 101, 102)];
  const found = compareStages(phaseOf(stages, { collections: [{ at: 101.5, length: 5 }] }), predicted, times);
  expect(found.find(({ stage }) => stage === "check")?.above).toMatchObject({ collection: 0, unexplained: 1 });
});

test("the verdict says how many responses are above their bounds, and why", () => {
  const compared = compareStages(phaseOf(late), predicted, times);
  // The first stage of the login and the second: of the others nothing was measured.
  expect(verdictOf({ stages: compared })).toBe("1 of 2 responses are above their bounds: unexplained 1.");
  const [within] = compared.filter(({ stage, kind }) => stage === "request" && kind === "login");
  expect(verdictOf({ stages: within === undefined ? [] : [within] })).toBe("None of 1 responses is above its bound.");
});

test("responses and early arrivals are counted as they are", () => {
  expect(responsesOf([3, 1, 2])).toEqual({ count: 3, median: 2, p99: 3, worst: 3 });
  const client = [0, 80, 159.5].map((sent) => ({ kind: "page" as const, sent, done: undefined }));
  expect(earlyArrivals({ client })).toEqual([159.5]);
});

test("a small run answers all requests, and writes the task sets as a file of the laboratory", async () => {
  const folder = mkdtempSync(join(tmpdir(), "preempt-chains-"));
  try {
    const { code, out, err } = await runCommand("server", ["chains", "--quick", "--out", folder]);
    expect(code, err).toBe(0);
    expect(out).toContain("== Responses: event loop");
    const data = JSON.parse(readFileSync(join(folder, "data.json"), "utf8"));
    for (const { variant, stages } of data.results) {
      const counts = (kind: string) => stages.filter((one: { kind: string }) => one.kind === kind);
      for (const kind of kindNames) {
        const own = counts(kind).map(({ count }: { count: number }) => count);
        expect([variant, kind, new Set(own).size]).toEqual([variant, kind, 1]);
        expect(own[0]).toBeGreaterThan(0);
      }
    }
    const file = join(folder, "chains.json");
    const analysed = await runCommand("analyze", [file, "--json"]);
    expect(analysed.code).toBe(0);
    const lines = analysed.out.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(["event loop", "preempt"]);
    expect(readFileSync(join(folder, "server-chains-preempt.svg"), "utf8")).toContain("<title>");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);

test("a variant that is none is refused", async () => {
  await expect(runCommand("server", ["chains", "--quick", "--only", "preemt"])).rejects.toThrow(
    'There is no variant "preemt". There are: event loop, preempt.',
  );
});
