/** The real Node host: coarse claims only, for machines are shared. */
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Scheduler } from "@preempt/runtime";
import { expect, test } from "vitest";

const index = join(dirname(fileURLToPath(import.meta.url)), "../../src/index.ts");

function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end) {}
}

function* busy(ms: number) {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    spin(0.05);
    yield;
  }
}

test("timers of the host are served while jobs use all of the time", async () => {
  const rt = new Scheduler();
  let ticks = 0;
  const timer = setInterval(() => ticks++, 10);
  await rt.submit(busy, { args: [400] });
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(8);
});

test("an urgent job submitted from a timer is answered long before a bulky one ends", async () => {
  const rt = new Scheduler();
  const bulky = rt.submit(busy, { args: [300], deadline: 10_000 });
  await new Promise((resolve) => setTimeout(resolve, 30));
  const urgent = rt.submit(() => "answer", { deadline: 10 });
  expect(await urgent).toBe("answer");
  expect(bulky.state).not.toBe("done");
  expect(bulky.preemptions).toBeGreaterThan(0);
  await bulky;
});

test("a process ends when its scheduler has nothing to do", () => {
  const script = `
    import { Scheduler } from ${JSON.stringify(index)};
    const rt = new Scheduler();
    console.log(await rt.submit(() => "ran"));`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    timeout: 20_000,
  });
  expect(printed.trim()).toBe("ran");
});

test("alarms on the real clock are never early", async () => {
  const rt = new Scheduler();
  for (const ms of [1, 2.5, 7.3]) {
    const due = rt.now() + ms;
    await new Promise<void>((resolve) => {
      rt.alarm({ in: ms }, () => {
        expect(rt.now()).toBeGreaterThanOrEqual(due);
        resolve();
      });
    });
  }
});
