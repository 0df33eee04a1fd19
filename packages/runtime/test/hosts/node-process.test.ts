/** Whole processes of Node: what keeps one alive, and what else gets the thread. Coarse claims only. */
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";

const index = new URL("../../src/index.ts", import.meta.url).href;

/** Runs a module that has a scheduler `rt`; answers what it printed once it has ended by itself. */
function run(script: string): string {
  const program = `
    import { Scheduler } from ${JSON.stringify(index)};
    const rt = new Scheduler();
    function* work(ms) {
      const end = performance.now() + ms;
      for (let n = 0; performance.now() < end; n++) if (n % 100 === 0) yield;
      return ms;
    }
    ${script}`;
  return execFileSync(process.execPath, ["--input-type=module", "--no-warnings", "-e", program], {
    encoding: "utf8",
    timeout: 25_000,
  }).trim();
}

describe("a process ends by itself", () => {
  // It would take a minute if what was called off kept it.
  test.for([
    ["with a scheduler that was never used", ""],
    ["when its last job has ended, though nobody awaits it", "rt.submit(work, { args: [20] });"],
    ["when the scheduler is idle again", "await rt.submit(work, { args: [20] }); await rt.idle();"],
    [
      "after a cancelled job that was running",
      "const job = rt.submit(work, { args: [60_000] }); setTimeout(() => job.cancel(), 20); await job.then(undefined, () => {});",
    ],
    [
      "after a cancelled job that was yet to be released",
      "const job = rt.submit(work, { args: [1], delay: 60_000 }); job.then(undefined, () => {}); job.cancel();",
    ],
    [
      "after an aborted job",
      "const abort = new AbortController(); rt.submit(work, { args: [60_000], signal: abort.signal }).then(undefined, () => {}); setTimeout(() => abort.abort(), 20);",
    ],
    [
      "after a stopped task",
      "const task = rt.task(work, { args: [1], period: 5 }); setTimeout(() => task.stop(), 30);",
    ],
    ["after an alarm that was called off", "rt.alarm({ in: 60_000 }, () => {}).cancel();"],
    ["after a job that waits for a promise that never settles", "rt.submit(() => new Promise(() => {}));"],
    [
      "with a window that jsdom or its like plays in it",
      "globalThis.document = {}; await new Scheduler().submit(work, { args: [20] });",
    ],
    [
      "after such a job with a deadline that observers wait for",
      "rt.observe({ deadlineMissed() {} }); rt.submit(() => new Promise(() => {}), { deadline: 60_000 });",
    ],
    [
      "when the last alarm has come, though observers wait for deadlines after it",
      "rt.observe({ deadlineMissed() {} }); rt.submit(() => new Promise(() => {}), { deadline: 60_000 }); rt.alarm({ in: 30 }, () => {});",
    ],
    [
      "when a deadline for which something was to be done is taken back",
      `const task = rt.task(() => new Promise(() => {}), { deadline: 60_000, onMiss: () => {} });
       const job = task.release(); setTimeout(() => job.setDeadline(Infinity), 20);`,
    ],
  ] as const)("%s", ([, script]) => {
    expect(run(`${script}\nprocess.on("exit", () => console.log("ended"));`)).toBe("ended");
  });
});

describe("a process stays for", () => {
  test.for([
    ["an alarm that is to come", `rt.alarm({ in: 150 }, () => console.log("came"));`],
    [
      "an alarm that comes after a deadline that observers wait for",
      `rt.observe({ deadlineMissed: () => console.log("late") }); rt.submit(() => new Promise(() => {}), { deadline: 50 }); rt.alarm({ in: 150 }, () => console.log("came"));`,
      "late\ncame",
    ],
    [
      "a deadline at which a task does something",
      `const task = rt.task(() => new Promise(() => {}), { deadline: 150, onMiss: () => console.log("came") }); task.release();`,
    ],
    ["a job with a delay", `rt.submit(() => console.log("came"), { delay: 150 });`],
    ["a job that takes its time", `rt.submit(work, { args: [150] }).then(() => console.log("came"));`],
    [
      "a task",
      `const task = rt.task(() => { if (++count === 4) { task.stop(); console.log("came"); } }, { period: 20 }); let count = 0;`,
    ],
  ])("%s", ([, script, printed = "came"]) => {
    expect(run(script as string)).toBe(printed);
  });
});

const others = `
  const count = { timers: 0, reads: 0, sockets: 0 };
  setInterval(() => count.timers++, 5);
  const read = () => stat(process.execPath, () => { count.reads++; read(); });
  read();
  const server = createServer((socket) => socket.pipe(socket)).listen(0, () => {
    const client = connect(server.address().port, () => client.write("x"));
    client.on("data", (data) => { count.sockets++; client.write(data); });
  });`;

test("timers, files and sockets are served while endless jobs take all of the time", () => {
  const printed = run(`
    import { stat } from "node:fs";
    import { connect, createServer } from "node:net";
    ${others}
    let done = 0;
    const again = () => void rt.submit(work, { args: [3], deadline: 50 }).then(() => { done += 3; again(); });
    for (let i = 0; i < 3; i++) rt.submit(work, { args: [1e9], deadline: 1e9 }).then(undefined, () => {});
    again();
    setTimeout(() => { console.log(JSON.stringify({ ...count, done })); process.exit(); }, 1000);`);
  const { timers, reads, sockets, done } = JSON.parse(printed) as Record<string, number>;
  // Once a round of 2 ms each would be 500; machines are shared.
  expect(timers).toBeGreaterThan(30);
  expect(reads).toBeGreaterThan(30);
  expect(sockets).toBeGreaterThan(15);
  expect(done).toBeGreaterThan(60);
});

test("a worker thread has the same host: its timers are served, and it ends by itself", () => {
  const printed = run(`
    import { Worker } from "node:worker_threads";
    const code = ${JSON.stringify(`
      import { Scheduler } from ${JSON.stringify(index)};
      import { parentPort } from "node:worker_threads";
      const rt = new Scheduler();
      let ticks = 0;
      const timer = setInterval(() => ticks++, 5);
      const end = performance.now() + 300;
      await rt.submit(function* () { while (performance.now() < end) yield; });
      clearInterval(timer);
      parentPort.postMessage(ticks);`)};
    const worker = new Worker(new URL("data:text/javascript," + encodeURIComponent(code)));
    worker.on("message", (ticks) => console.log(ticks > 10 ? "served" : "starved " + ticks));
    worker.on("exit", () => console.log("ended"));`);
  expect(printed.split("\n")).toEqual(["served", "ended"]);
});
