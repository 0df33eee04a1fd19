/** The whole process may be stopped while a server's job has the thread: that is not the job's doing, and costs its server little. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { ConstantBandwidthServer, DeferrableServer, PollingServer, Scheduler } from "@preempt/runtime";
import { consume, VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";

const kinds = { ConstantBandwidthServer, DeferrableServer, PollingServer };
const hour = 3_600_000;

/** A job that is stopped, by `stop`, and others after it; what they have of the thread then, beside others that want it. */
function stopIn(Kind: (typeof kinds)[keyof typeof kinds], host: VirtualHost, stop: () => void, others = 19) {
  const rt = new Scheduler({ host, slice: 1, budget: 0 });
  const server = new Kind(rt, { budget: 1, period: 20 });
  // Others take all that is not the server's.
  rt.task(
    function* () {
      yield* consume(rt, others);
    },
    { period: 20, backlog: 1 },
  );
  const job = server.submit(function* () {
    yield* consume(rt, 0.5);
    stop();
    yield;
    for (;;) yield* consume(rt, 1);
  });
  const before = host.now();
  host.run(before + hour + 200);
  const [from, had] = [host.now(), job.executionTime];
  host.run(from + 2000);
  return { had: job.executionTime - had };
}

test.each(Object.entries(kinds))("%s: an hour in which nothing was computed costs few periods", (_, Kind) => {
  const host = new VirtualHost();
  const { had } = stopIn(Kind, host, () => host.set(host.now() + hour));
  // A hundred periods, of which it is dark for five at most.
  expect(had).toBeGreaterThanOrEqual(94);
  // And it does not make up for the hour either.
  expect(had).toBeLessThanOrEqual(102);
});

test.each(Object.entries(kinds))("%s: time that a job computed is paid back, however long it took", (_, Kind) => {
  const host = new VirtualHost();
  const { had } = stopIn(Kind, host, () => host.advance(hour), 20);
  expect(had).toBe(0);
});

test.each(Object.entries(kinds))("%s: where the host does not know, a stretch costs few periods", (_, Kind) => {
  class Unknowing extends VirtualHost {
    // biome-ignore lint/suspicious/noExplicitAny: as a host that has no such method
    override cpuTime: any = undefined;
  }
  const host = new Unknowing();
  const { had } = stopIn(Kind, host, () => host.advance(hour));
  expect(had).toBeGreaterThanOrEqual(94);
  expect(had).toBeLessThanOrEqual(102);
});

test("a call that waits without computing costs its server something, each time", () => {
  const host = new VirtualHost();
  const rt = new Scheduler({ host, slice: 1, budget: 0 });
  const server = new DeferrableServer(rt, { budget: 1, period: 20 });
  let calls = 0;
  server.submit(function* () {
    for (;;) {
      calls++;
      host.set(host.now() + 10);
      yield;
    }
  });
  host.run(2000);
  // Each costs four budgets: one call in so many periods.
  expect(calls).toBeGreaterThan(15);
  expect(calls).toBeLessThan(35);
});

test.skipIf(process.platform === "win32")("a process that is stopped by a signal", { timeout: 60_000 }, () => {
  const runtime = fileURLToPath(new URL("../../src/index.ts", import.meta.url));
  const program = `
    import { spawn } from "node:child_process";
    const { ConstantBandwidthServer, DeferrableServer, PollingServer, Scheduler } = await import(${JSON.stringify(runtime)});
    const results = [];
    for (const Kind of [ConstantBandwidthServer, DeferrableServer, PollingServer]) {
      // A stop looks like a job that keeps the thread, of which development is warned.
      const rt = new Scheduler({ warnAfter: Infinity });
      const server = new Kind(rt, { budget: 1, period: 20, name: "scripts" });
      // Others that want the thread: an idle one is a constant bandwidth server's, whatever it owes.
      const rest = rt.submit(function* () { for (;;) yield; }, { deadline: 1e9 });
      rest.catch(() => {});
      let stopped = 0;
      let went = 0;
      await server.submit(function* () {
        for (let i = 0; i < 1000; i++) yield;
        spawn("sh", ["-c", "sleep 0.5; kill -CONT " + process.pid], { detached: true, stdio: "ignore" }).unref();
        stopped = rt.now();
        process.kill(process.pid, "SIGSTOP");
        went = rt.now();
        yield;
        yield;
      });
      results.push((rt.now() - went) / (went - stopped));
      rest.cancel();
    }
    console.log(JSON.stringify(results));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect(stderr.replace(/\(node:.*|\(Use .*/g, "").trim()).toBe("");
  // Twenty times as long as the stop, when the clock alone counted; now it is four periods, less than half of it.
  for (const dark of JSON.parse(stdout) as number[]) expect(dark).toBeLessThan(4);
});
