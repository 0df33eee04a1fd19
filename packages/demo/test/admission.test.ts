/** What the page says of its tasks is what the exact tests say. */
import { describe, expect, test } from "vitest";
import type { TaskSpec } from "../src/scenarios/scenario.ts";
import { defaultsOf, type Setup } from "../src/setup/setup.ts";
import { admission } from "../src/system/admission.ts";

const task = (id: string, period: number, wcet: number, more: Partial<TaskSpec> = {}): TaskSpec => ({
  id,
  kind: "periodic",
  period,
  deadline: period,
  wcet,
  priority: 1000 / period,
  does: "",
  ...more,
});
const setup = (change: Partial<Setup> = {}): Setup => ({ ...defaultsOf("paper"), ...change });

describe("the admission test's answer", () => {
  test("admits what can be kept, with the utilisation", () => {
    const answer = admission(setup(), [task("a", 100, 20), task("b", 200, 30)]);
    expect(answer).toMatchObject({ verdict: "admitted" });
    expect(answer.utilisation).toBeCloseTo(0.35);
  });

  test("refuses an overload, and names the whole of it", () => {
    const answer = admission(setup(), [task("a", 100, 60), task("b", 100, 60), task("c", 100, 60)]);
    expect(answer.verdict).toBe("refused");
    expect(Number(/([\d.]+) %/.exec(answer.reason)?.[1])).toBeGreaterThan(180);
  });

  test("says what it counts where a refusal may come of that, and not where there is too much in any case", () => {
    const close = admission(setup(), [task("a", 100, 80)]);
    expect(close).toMatchObject({ verdict: "refused", reason: expect.stringContaining("0.25 ms lost per slice") });
    expect(admission(setup(), [task("a", 100, 180)]).reason).not.toContain("lost per slice");
  });

  test("without preemption a short task has to wait for the longest job, so that it is refused", () => {
    const tasks = [task("box", 16.6, 0.3), task("long", 1000, 80)];
    expect(admission(setup(), tasks).verdict).toBe("admitted");
    expect(admission(setup({ preemption: false }), tasks).verdict).toBe("refused");
    expect(admission(setup({ policy: "fcfs", preemption: false }), tasks).verdict).toBe("refused");
  });

  test("asks by priorities under fixed priority: the long urgent one makes the short one late", () => {
    const tasks = [task("short", 20, 2, { priority: 1 }), task("long", 200, 50, { priority: 2 })];
    expect(admission(setup({ policy: "fp" }), tasks)).toMatchObject({ verdict: "refused", task: "short" });
    expect(admission(setup({ policy: "edf" }), tasks).verdict).toBe("admitted");
  });

  test("says what it did not ask about, and that there is no test for aging", () => {
    const aperiodic = task("typed", 50, 500, { kind: "aperiodic" });
    expect(admission(setup(), [task("a", 100, 20), aperiodic])).toMatchObject({
      verdict: "admitted",
      reason: expect.stringContaining("typed (aperiodic)"),
    });
    expect(admission(setup({ policy: "aging" }), [task("a", 100, 20)]).verdict).toBe("unknown");
  });

  test("leaves nothing running behind", () => {
    const before = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    for (let i = 0; i < 20; i++) admission(setup(), [task("a", 100, 20), task("b", 200, 30)]);
    expect(process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length).toBe(before);
  });
});
