/** Figures for Prometheus. */
import { collectMetrics } from "@preempt/server/metrics";
import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { world } from "./world.ts";

test("each class's figures are in the registry, as they are when they are read", async () => {
  const { rs, host, send } = world({ classes: { login: { deadline: 50 }, report: { maxQueue: 2, concurrency: 1 } } });
  const register = new Registry();
  const collecting = collectMetrics(rs, { register });
  send("login", 2);
  for (let i = 0; i < 3; i++) send("report", 20);
  await host.settle(10);
  const lines = async () => (await register.metrics()).split("\n").filter((line) => !line.startsWith("#"));
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'preempt_requests_ready{class="report"} 1',
      'preempt_requests_running{class="report"} 1',
      'preempt_oldest_seconds{class="report"} 0.01',
      'preempt_requests_total{class="login",result="done"} 1',
      'preempt_requests_total{class="report",result="refused"} 1',
      'preempt_refusals_total{class="report",code="queue_full"} 1',
      'preempt_overloaded{class="login"} 0',
      'preempt_duration_seconds_bucket{le="0.0025",class="login"} 1',
    ]),
  );
  await host.settle();
  const after = await lines();
  expect(after).toContain('preempt_requests_total{class="report",result="done"} 2');
  expect(after).toContain('preempt_wait_seconds_count{class="report"} 2');
  collecting[Symbol.dispose]();
  expect((await lines()).join("")).toBe("");
});

test("options are checked, and names may have another beginning", async () => {
  const { rs } = world({ classes: { page: {} } });
  expect(() => collectMetrics(rs, { prefx: "a_" } as never)).toThrow(
    'option_unknown: an option of collectMetrics is "prefx". Give "prefix".',
  );
  const register = new Registry();
  collectMetrics(rs, { register, prefix: "shop_" });
  expect(await register.metrics()).toContain("shop_requests_ready");
});
