/** Fake timers of test runners, installed and removed at any moment, do no lasting harm: the scheduler keeps to the engine's own. */
import { execFileSync } from "node:child_process";
import { browserHost, type Job, nodeHost, Scheduler } from "@preempt/runtime";
import { afterEach, expect, test, vi } from "vitest";
import type { Host } from "../../src/hosts/host.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const hosts: Record<string, () => Host> = {
  "Node's": nodeHost,
  "a browser's, played by Node": browserHost,
  "a browser's, with channels": () => {
    vi.stubGlobal("setImmediate", undefined);
    return browserHost();
  },
};

const realTimeout = setTimeout;
const realNow = performance.now.bind(performance);
const later = (ms: number) => new Promise((resolve) => realTimeout(resolve, ms));

function* busy(ms: number): Generator<undefined, string> {
  for (const end = realNow() + ms; realNow() < end; ) yield;
  return "busy";
}

async function runs(rt: Scheduler): Promise<void> {
  let fired = 0;
  rt.alarm({ in: 3 }, () => void fired++);
  const delayed = rt.submit(() => "delayed", { delay: 2 });
  expect(await rt.submit(() => "now")).toBe("now");
  expect(await delayed).toBe("delayed");
  for (let i = 0; i < 100 && fired === 0; i++) await later(5);
  expect(fired).toBe(1);
}

test("production uses the timers that it finds when the host is made", async () => {
  vi.stubEnv("NODE_ENV", "production");
  vi.useFakeTimers();
  const rt = new Scheduler({ host: nodeHost() });
  const first = rt.submit(() => "first");
  const delayed = rt.submit(() => "delayed", { delay: 10 });
  await later(30);
  expect([first.state, delayed.state]).toEqual(["ready", "released"]);
  vi.advanceTimersByTime(10);
  vi.runAllTimers();
  expect([await first, await delayed]).toEqual(["first", "delayed"]);
});

test("production goes on with them, whatever is installed afterwards", async () => {
  vi.stubEnv("NODE_ENV", "production");
  const rt = new Scheduler({ host: nodeHost() });
  vi.useFakeTimers();
  await runs(rt);
});

for (const [name, make] of Object.entries(hosts)) {
  test(`${name}: a job that was left under fake timers runs, and so do later ones`, async () => {
    const rt = new Scheduler({ host: make() });
    vi.useFakeTimers();
    const left = rt.submit(() => "left");
    const delayed = rt.submit(() => "delayed", { delay: 10 });
    let fired = 0;
    rt.alarm({ in: 10 }, () => void fired++);
    vi.useRealTimers();
    expect([await left, await delayed]).toEqual(["left", "delayed"]);
    for (let i = 0; i < 100 && fired === 0; i++) await later(5);
    expect(fired).toBe(1);
    await runs(rt);
  });

  test(`${name}: jobs run in real time while timers are fake`, async () => {
    const rt = new Scheduler({ host: make() });
    vi.useFakeTimers();
    await runs(rt);
    vi.advanceTimersByTime(1e6);
    await runs(rt);
    expect(vi.getTimerCount()).toBe(0);
  });

  test(`${name}: fake timers come and go between rounds, and with alarms pending`, async () => {
    const rt = new Scheduler({ host: make() });
    const job = rt.submit(busy, { args: [60] });
    let ticks = 0;
    const alarm = rt.alarm({ every: 2 }, () => void ticks++);
    for (let i = 0; i < 10; i++) {
      vi.useFakeTimers();
      await later(2);
      if (i % 3 === 0) vi.clearAllTimers();
      if (i % 2 === 0) vi.advanceTimersByTime(7);
      vi.useRealTimers();
      await later(2);
    }
    expect(await job).toBe("busy");
    const before = ticks;
    for (let i = 0; i < 100 && ticks < before + 3; i++) await later(5);
    expect(ticks).toBeGreaterThanOrEqual(before + 3);
    alarm.cancel();
    await runs(rt);
  });

  test(`${name}: a scheduler that is made under fake timers`, async () => {
    vi.useFakeTimers();
    const rt = new Scheduler({ host: make() });
    const left = rt.submit(() => "left");
    vi.useRealTimers();
    expect(await left).toBe("left");
    await runs(rt);
  });
}

test("a host of one's own that loses turns: the next event makes up for it", async () => {
  const host = nodeHost();
  let isLost = true;
  const rt = new Scheduler({
    host: {
      ...host,
      post: (turn) => isLost || host.post(turn),
      timer: (...args) => (isLost ? { cancel() {} } : host.timer(...args)),
    },
  });
  const lost: Job[] = [rt.submit(() => 1)];
  let fired = 0;
  rt.alarm({ in: 1 }, () => void fired++);
  isLost = false;
  await later(150);
  lost.push(rt.submit(() => 2));
  expect(await Promise.all(lost)).toEqual([1, 2]);
  for (let i = 0; i < 100 && fired === 0; i++) await later(5);
  expect(fired).toBe(1);
});

test("so does an alarm, where a timer was lost", async () => {
  const host = nodeHost();
  let isLost = true;
  const rt = new Scheduler({ host: { ...host, timer: (...args) => (isLost ? { cancel() {} } : host.timer(...args)) } });
  let fired = 0;
  rt.alarm({ in: 1 }, () => void fired++);
  isLost = false;
  await later(150);
  rt.alarm({ in: 1000 }, () => {}).cancel();
  for (let i = 0; i < 100 && fired === 0; i++) await later(5);
  expect(fired).toBe(1);
});

const index = new URL("../../src/index.ts", import.meta.url).href;

/** Runs a module as a program. */
function run(script: string): string {
  return execFileSync(process.execPath, ["--input-type=module", "--no-warnings", "-e", script], {
    encoding: "utf8",
    timeout: 25_000,
  }).trim();
}

test.for([
  ["before the import", "mock.timers.enable(); const { Scheduler } = await import(index); mock.timers.reset();"],
  ["around the first job", "const { Scheduler } = await import(index);"],
])("timers of node:test, enabled %s", ([, start]) => {
  const printed = run(`
    import { mock } from "node:test";
    const index = ${JSON.stringify(index)};
    ${start}
    const rt = new Scheduler();
    const wait = setTimeout;
    mock.timers.enable();
    const left = rt.submit(() => "left");
    rt.alarm({ in: 5 }, () => console.log("alarm"));
    mock.timers.reset();
    console.log(await left, await rt.submit(() => "later", { delay: 1 }));`);
  expect(printed.split("\n").sort()).toEqual(["alarm", "left later"]);
});

test("timers of node:test that were there before the runtime, and are removed: the next event goes on", () => {
  const printed = run(`
    import { mock } from "node:test";
    const wait = setTimeout;
    mock.timers.enable();
    const { Scheduler } = await import(${JSON.stringify(index)});
    const rt = new Scheduler();
    const left = rt.submit(() => "left");
    rt.alarm({ in: 5 }, () => console.log("alarm"));
    mock.timers.reset();
    await new Promise((resolve) => wait(resolve, 150));
    console.log(await rt.submit(() => "later"), await left);`);
  expect(printed.split("\n").sort()).toEqual(["alarm", "later left"]);
});
