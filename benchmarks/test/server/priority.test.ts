/** The experiment with priorities: its simulations against formulas and the kernel, and a small run of all of it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { virtualScheduler } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { digits } from "../../src/lab/report/charts/show.ts";
import { exactBurst, expectedWaits, modelNames, ordersOf, services } from "../../src/server/priority/bursts.ts";
import { arrivalsAt, disciplines, formulaWaits, serve, summarise } from "../../src/server/priority/flow.ts";
import { queueOf } from "../../src/server/priority/queues.ts";
import { type Kind, serviceOf } from "../../src/server/priority/requests.ts";
import { structureNames } from "../../src/server/priority/structures.ts";
import { runCommand } from "../lab/command-words.ts";

test.for(modelNames)("bursts, %s: all orders together are what the formula says", (model) => {
  const { auth, static: others } = model === "pairs" ? { auth: 1, static: 1 } : { auth: 5, static: 5 };
  expect(ordersOf(auth, others)).toHaveLength(model === "pairs" ? 2 : 252);
  const [fcfs, priority] = expectedWaits(model, auth, others);
  expect(exactBurst(model, "timers", "fcfs").waited.auth).toBeCloseTo(fcfs, 6);
  expect(exactBurst(model, "timers", "priority").waited.auth).toBeCloseTo(priority, 6);
  expect(exactBurst(model, "timers", "fcfs").inversions).toBe(0.5);
  expect(exactBurst(model, "timers", "priority").inversions).toBe(0);
});

test("the page has the exact waits of all models", () => {
  const page = readFileSync(new URL("../../../docs/server-priority.md", import.meta.url), "utf8");
  const [, table = ""] = /<!-- exact bursts -->\n([\s\S]*?)\n\n/.exec(page) ?? [];
  const rows = modelNames.flatMap((model) =>
    services.map((service) => {
      const [fcfs, priority] = (["fcfs", "priority"] as const).map((queue) => exactBurst(model, service, queue).waited);
      return `| ${model}, ${service} | ${[fcfs?.auth, priority?.auth, fcfs?.static, priority?.static].map((wait) => digits(wait ?? 0)).join(" | ")} |`;
    }),
  );
  expect(table.split("\n").slice(2)).toEqual(rows);
});

test.for(["fcfs", "priority"] as const)("random arrivals, %s: the simulation agrees with the formulas", (queue) => {
  const horizon = 3_000_000;
  const { auth, static: other } = summarise(
    serve(arrivalsAt(0.5, horizon, 7), { queue, preemptive: false }, horizon),
    horizon,
  );
  const formula = formulaWaits(queue, 0.5);
  expect(auth.meanWait / formula.auth).toBeCloseTo(1, 1);
  expect(other.meanWait / formula.static).toBeCloseTo(1, 1);
});

test.for(Object.entries(disciplines).filter(([, { preemptive }]) => preemptive))(
  "%s: the kernel, under virtual time, ends each request when the simulation does",
  ([, discipline]) => {
    const horizon = 5_000;
    const arrivals = arrivalsAt(0.9, horizon, 3);
    const { rt, host, work } = virtualScheduler({
      policy: discipline.queue === "edf" ? "edf" : "fp",
      ...{ slice: Number.POSITIVE_INFINITY, round: Number.POSITIVE_INFINITY, preemption: "ideal" },
    });
    const jobs = arrivals.map(({ kind, arrival }) => rt.submit(work(serviceOf[kind]), optionsOf(kind, arrival)));
    host.run();
    const simulated = serve(arrivals, discipline, Number.POSITIVE_INFINITY);
    expect(jobs.length).toBeGreaterThan(200);
    for (const [i, job] of jobs.entries()) expect(job.finish, `request ${i}`).toBeCloseTo(simulated[i]?.end ?? 0, 6);
  },
);

const optionsOf = (kind: Kind, delay: number) => ({
  ...(kind === "auth" ? { priority: 1, deadline: 50 } : { priority: 0, deadline: 500 }),
  delay,
});

test.for(structureNames)("queues, %s: the most urgent leaves first, equals in the order of arrival", (name) => {
  const queue = queueOf[name]();
  const keys = [1, 0, 1, 1, 0, 0, 1, 0];
  for (const [number, key] of keys.entries()) queue.insert({ key, number });
  const taken = keys.map(() => queue.take()?.number);
  expect(taken).toEqual([1, 4, 5, 7, 0, 2, 3, 6]);
  expect(queue.take()).toBeUndefined();
});

test("a small run writes a page, figures and all numbers; each request is answered", async () => {
  const folder = mkdtempSync(join(tmpdir(), "preempt-server-"));
  try {
    const { code, out, err } = await runCommand("server", ["priority", "--quick", "--out", folder]);
    expect(code, err).toBe(0);
    expect(out).toContain("== Bursts");
    const data = JSON.parse(readFileSync(join(folder, "data.json"), "utf8"));
    expect(data.machine).toMatch(/Node /);
    expect(data.real.bursts).toHaveLength(18);
    for (const { cell, requests } of data.real.bursts) expect(requests, cell.id).toBe(cell.model === "pairs" ? 4 : 20);
    for (const { cell, kinds } of data.real.flows) {
      for (const kind of ["auth", "static"]) expect(kinds[kind].answered, cell.id).toBe(kinds[kind].sent);
    }
    expect(readFileSync(join(folder, "report.md"), "utf8")).toContain("server-priority-static.svg");
    for (const name of ["static", "auth", "queues"]) {
      expect(readFileSync(join(folder, `server-priority-${name}.svg`), "utf8")).toContain("<title>");
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);

test.for([
  [[], "name_missing"],
  [["priorty"], "Did you mean priority?"],
  [["priority", "device"], "names"],
] as const)("%j is refused", async ([names, why]) => {
  await expect(runCommand("server", [...names, "--quick"])).rejects.toThrow(why);
});
