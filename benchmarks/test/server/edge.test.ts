/** The experiment with an edge server: its requests, its policies in virtual time, what it makes of answers, and a small run. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { percent } from "../../src/lab/report/charts/show.ts";
import { serveExactly } from "../../src/server/edge/exact.ts";
import { claimOf } from "../../src/server/edge/experiment.ts";
import { type EdgeResult, resultOf } from "../../src/server/edge/gathered.ts";
import { exactEdge, recorded } from "../../src/server/edge/measure.ts";
import { policyNames } from "../../src/server/edge/policies.ts";
import { arrivalNames, drawRequests, meanService, pareto, serviceOf } from "../../src/server/edge/requests.ts";
import { runCommand } from "../lab/command-words.ts";

test("services have the bounded Pareto distribution, and its mean", () => {
  expect(serviceOf(0)).toBe(pareto.least);
  expect(serviceOf(1)).toBeCloseTo(pareto.most, 6);
  // P(X > x) = ((k/x)^α - (k/p)^α) / (1 - (k/p)^α)
  const cut = (pareto.least / pareto.most) ** pareto.alpha;
  const above = (x: number) => ((pareto.least / x) ** pareto.alpha - cut) / (1 - cut);
  for (const x of [1.5, 4, 30, 200]) expect(serviceOf(1 - above(x))).toBeCloseTo(x, 6);
  const points = 200_000;
  let sum = 0;
  for (let i = 0; i < points; i++) sum += serviceOf((i + 0.5) / points);
  expect(sum / points / meanService()).toBeCloseTo(1, 3);
});

test.for(arrivalNames)("%s: requests ask for the load, in order, and bursts are bursts", (arrivals) => {
  const requests = drawRequests(arrivals, 0.5, 40_000, 3);
  const last = requests.at(-1)?.release ?? 0;
  expect((requests.length * meanService()) / last / 0.5).toBeCloseTo(1, 1);
  const gaps = requests.slice(1).map(({ release }, i) => release - (requests[i]?.release ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(0);
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
  const squares = gaps.reduce((sum, gap) => sum + (gap / mean - 1) ** 2, 0) / gaps.length;
  // Of exponential gaps it is 1.
  if (arrivals === "poisson") expect(squares).toBeCloseTo(1, 1);
  else expect(squares).toBeGreaterThan(5);
  for (const { release, service, deadline } of requests) {
    expect(deadline - release).toBeGreaterThanOrEqual(20 + 2 * service - 1e-6);
  }
});

test("FCFS ends each request when those before it have ended", async () => {
  const requests = drawRequests("poisson", 0.9, 150, 5);
  const served = await serveExactly(requests, "FCFS");
  let free = 0;
  requests.forEach(({ release, service }, i) => {
    free = Math.max(free, release) + service;
    expect(served[i]?.end, `request ${i}`).toBeCloseTo(free, 6);
  });
});

test("a request that is on time counts, a late or refused one does not", () => {
  const requests = [
    { release: 0, service: 2, deadline: 5 },
    { release: 0, service: 3, deadline: 4 },
    { release: 1, service: 1, deadline: 9 },
    { release: 1, service: 4, deadline: 9 },
  ];
  const served = [
    { end: 5, refused: false },
    { end: 4.5, refused: false },
    { end: undefined, refused: true },
    { end: undefined, refused: false },
  ];
  expect(resultOf({ requests, served }, { bound: 3, attained: 3, work: 8 })).toEqual({
    ...{ onTime: 0.25, refused: 0.25, ofBound: 1 / 3, workOfBound: 0.25 },
  });
});

test("what was recorded counts from the sending, and a service is as short as it was planned or executed", () => {
  const planned = [
    { release: 10, service: 4, deadline: 30 },
    { release: 20, service: 8, deadline: 60 },
  ];
  const sent = [
    { sent: 11, done: 25, status: 200 },
    { sent: 20, done: 21, status: 503 },
  ];
  expect(recorded(planned, sent, 0.5)).toEqual({
    requests: [
      { release: 11, service: 2, deadline: 31 },
      { release: 20, service: 4, deadline: 60 },
    ],
    served: [
      { end: 25, refused: false },
      { end: undefined, refused: true },
    ],
  });
  expect(recorded(planned, sent, 1.5).requests[1]?.service).toBe(8);
});

test("the claim counts loads of 1.5 and more, and EDF with admission alone", () => {
  const one = (load: number, policy: EdgeResult["policy"], ofBound: number, workOfBound: number): EdgeResult => ({
    ...{ arrivals: "poisson", load, policy, onTime: 0, refused: 0, ofBound, workOfBound },
  });
  const results = [
    one(1, "EDF with admission", 1, 1),
    one(1.5, "EDF with admission", 0.91, 0.8),
    one(2, "EDF with admission by size", 0.89, 0.95),
    one(2, "shortest first", 0.99, 0.99),
  ];
  const text = claimOf({ results, bounds: [] });
  expect(text).toContain("in 1 of 2 cells");
  expect(text).toMatch(/by their computation in 1\.$/);
});

test("at twice the capacity the page's table has what the server's rules come to in virtual time", async () => {
  const page = readFileSync(new URL("../../../docs/lab-server.md", import.meta.url), "utf8");
  const [, table = ""] = /<!-- exact edge -->\n([\s\S]*?)\n\n/.exec(page) ?? [];
  const lines = table.split("\n");
  const loads = (lines[0] ?? "").split("|").map((cell) => cell.trim());
  const place = loads.indexOf("2");
  const { results, bounds } = await exactEdge({
    ...{ policies: policyNames, loads: [2], count: 600, seeds: { exact: 5, real: 0 } },
    quiet: { most: 0, left: 0 },
  });
  const said = (name: string) =>
    lines
      .find((line) => line.startsWith(`| ${name} |`))
      ?.split("|")
      [place]?.trim() ?? "not there";
  const of = (policy: string) => results.find((one) => one.policy === policy && one.arrivals === "poisson");
  for (const name of [...policyNames, "exact guarantee"]) {
    const { ofBound, workOfBound } = of(name) as EdgeResult;
    expect([name, said(name)]).toEqual([name, `${percent(ofBound)} (${percent(workOfBound)})`]);
  }
  const [poisson] = bounds;
  expect(said("bound, of all requests")).toBe(percent(poisson?.bound ?? 0));
  // The bound is near what a schedule attains.
  for (const { bound, attained } of bounds) expect(attained / bound).toBeGreaterThan(0.97);
}, 60_000);

test("a small run serves all requests with the policies asked for", async () => {
  const { code, out, err } = await runCommand("server", [
    "edge",
    "--quick",
    "--only",
    "FCFS,EDF with admission",
    "--json",
  ]);
  expect(code, err).toBe(0);
  expect(err).toContain("This run takes less than a minute");
  const { real, exact, options } = JSON.parse(out);
  expect(options.count).toBe(100);
  expect(exact.results).toHaveLength(12);
  expect(real.results.map(({ policy }: { policy: string }) => policy)).toEqual(
    Array.from({ length: 4 }, () => ["FCFS", "EDF with admission"]).flat(),
  );
  for (const { onTime, ofBound } of real.results) {
    expect(onTime).toBeGreaterThanOrEqual(0);
    expect(ofBound).toBeLessThanOrEqual(1);
  }
}, 120_000);

test.for([
  [["edge", "--quick", "--full"], "quick_full"],
  [["overload", "--full"], "full_unknown"],
  [["edge", "--quick", "--only", "EFD"], 'There is no policy "EFD". There are: FCFS'],
] as const)("%j is refused", async ([words, why]) => {
  await expect(runCommand("server", words)).rejects.toThrow(why);
});
