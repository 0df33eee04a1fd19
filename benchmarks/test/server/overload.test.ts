/** The experiment with overload: what it makes of the answers, and a small run. */
import { expect, test } from "vitest";
import type { SentRequest } from "../../src/server/load/plan.ts";
import { guardNames } from "../../src/server/overload/classes.ts";
import { exactOverload, resultOf } from "../../src/server/overload/measure.ts";
import { runCommand } from "../lab/command-words.ts";

const sent = (kind: string, intended: number, took: number, more: Partial<SentRequest> = {}): SentRequest => ({
  ...{ kind, intended, sent: intended, done: intended + took, status: 200, retries: 0, bytes: 5, ...more },
});

test("what was late, refused or degraded during the step is told apart; trouble after it is recovery", () => {
  const requests = [
    sent("login", 100, 500), // before the step
    sent("login", 1000, 20),
    sent("login", 1100, 200), // late
    sent("report", 1200, 100, { status: 503 }),
    sent("report", 1300, 2500, { retries: 1 }), // refused at first, and then in time
    sent("search", 1400, 5, { degraded: true }),
    sent("search", 1500, 5),
    sent("login", 3100, 300), // late after the step
    sent("report", 3300, 10, { status: 503 }),
    sent("login", 3400, 10),
  ];
  const { classes, recovery, recoveryOfLogins, flaps, usefulWork } = resultOf(
    "toobusy",
    2,
    requests,
    [1000, 2000, 1000],
  );
  expect(classes.login).toEqual({ sent: 2, onTime: 0.5, degraded: 0, refused: 0 });
  expect(classes.report).toEqual({ sent: 2, onTime: 0.5, degraded: 0, refused: 1 });
  expect(classes.search).toEqual({ sent: 2, onTime: 0.5, degraded: 0.5, refused: 0 });
  expect([recoveryOfLogins, recovery]).toEqual([100, 300]);
  // Refusals at 1200 and 1300, and again at 3300.
  expect(flaps).toBe(1);
  expect(usefulWork).toBeCloseTo((3 + 80 + 15) / 2000, 9);
});

test("in virtual time, at three times the capacity: admission by class keeps logins on time, and the processor useful", async () => {
  const results = await exactOverload([3], [1500, 4000, 3000], 3);
  const of = (name: string) => results.find(({ guard }) => guard === name);
  const [unprotected, classesAlone, admission] = ["unprotected", "classes", "classes, admission"].map(of);
  expect(unprotected?.classes.login.onTime).toBeLessThan(0.1);
  expect(admission?.classes.login.onTime).toBeGreaterThan(2 * (classesAlone?.classes.login.onTime ?? 1));
  expect(admission?.usefulWork).toBeGreaterThan(2 * (classesAlone?.usefulWork ?? 1));
  expect(admission?.classes.report.refused).toBeGreaterThan(admission?.classes.login.refused ?? 1);
}, 60_000);

test("a small run measures each guard, and each request comes to an end", async () => {
  const { code, out, err } = await runCommand("server", ["overload", "--quick", "--json"]);
  expect(code, err).toBe(0);
  const { results, exact } = JSON.parse(out);
  expect(exact).toHaveLength(4);
  expect(results.map(({ guard }: { guard: string }) => guard)).toEqual(guardNames);
  for (const { guard, classes } of results) {
    expect([guard, classes.login.sent, classes.report.sent]).toEqual([
      guard,
      results[0].classes.login.sent,
      results[0].classes.report.sent,
    ]);
  }
  expect(results[0].classes.login.refused).toBe(0);
}, 180_000);
