/** What nobody awaits is an uncaught exception of the process, as what a timer's callback throws. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";

const source = (name: string) => JSON.stringify(new URL(`../../src/${name}.ts`, import.meta.url).href);

/** Runs a module that has a scheduler `rt` and a function `main` that throws; answers what it printed, and its exit code. */
function run(script: string, flags: string[] = []) {
  const program = `
    import { Scheduler, ConstantBandwidthServer, Resource } from ${source("index")};
    const rt = new Scheduler(globalThis.options);
    function main() { throw new Error("boom"); }
    ${script}`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--no-warnings", ...flags, "--input-type=module", "-e", program],
    { encoding: "utf8", timeout: 25_000 },
  );
  return { status, printed: stdout.trim(), errors: stderr };
}

describe("the process ends with exit code 1, and says why, where nobody awaits", () => {
  test.for([
    ["a job", "rt.submit(main);"],
    ["an async function's job", "rt.submit(async () => { await 1; main(); });"],
    ["a job of a server", "new ConstantBandwidthServer(rt, { budget: 1, period: 10 }).submit(main);"],
    ["a job of a task", "rt.task(main, { period: 1000 });"],
    ["an alarm", "rt.alarm({ in: 1 }, main); setTimeout(() => {}, 60_000);"],
    ["an observer", "rt.observe({ jobFinished: main }); rt.submit(() => 1);"],
    [
      "a job that waits for another one that is not awaited",
      "const job = rt.submit(main, { delay: 5 }); rt.submit(() => job);",
    ],
    ["what was made of a job by then", "rt.submit(main).then(() => {});"],
    ["a job that is awaited too late", "const job = rt.submit(main); setTimeout(() => job.catch(() => {}), 100);"],
    ["onError, which throws", "const other = new Scheduler({ onError: main }); other.submit(() => { throw 1; });"],
  ] as const)("%s", ([, script]) => {
    const { status, errors } = run(`${script}\nprocess.on("exit", (code) => console.log("exit", code));`);
    expect([status, errors.includes("boom"), errors.includes("main")]).toEqual([1, true, true]);
  });
});

test("error trackers and other listeners are told, and the scheduler goes on", () => {
  const { status, printed } = run(`
    process.on("uncaughtException", (error, origin) => console.log(origin, error.message));
    process.on("unhandledRejection", (error) => console.log("rejection", error.message));
    rt.submit(main);
    const every = rt.alarm({ every: 1 }, main);
    setTimeout(async () => { every.cancel(); console.log(await rt.submit(() => "later")); }, 30);`);
  const lines = printed.split("\n");
  expect(status).toBe(0);
  expect(lines.slice(0, 2)).toEqual(["uncaughtException boom", "uncaughtException boom"]);
  expect(lines.at(-1)).toBe("later");
});

test("whoever awaits a job in the turn of the event loop in which it fails, or in the next, has its error", () => {
  const { status, printed, errors } = run(`
    // All in one round, however slow the machine is.
    const own = new Scheduler({ round: 1000 });
    const told = (what) => (error) => console.log(what, error.message);
    own.submit(main).catch(told("catch"));
    const late = own.submit(main);
    own.observe({ jobFinished: (job) => void (job === late && queueMicrotask(() => late.catch(told("after it failed")))) });
    const first = own.submit(main);
    own.submit(() => first).catch(told("returned"));
    try { await own.submit(main); } catch (error) { told("await")(error); }`);
  expect([status, errors]).toEqual([0, ""]);
  expect(printed.split("\n").sort()).toEqual(["after it failed boom", "await boom", "catch boom", "returned boom"]);
});

test("onError takes all of it", () => {
  const { status, printed, errors } = run(`
    const calm = new Scheduler({ onError: (error, job) => console.log(error.message, job?.id) });
    calm.submit(main);
    calm.alarm({ in: 5 }, main);`);
  expect([status, printed.split("\n").sort(), errors]).toEqual([0, ["boom T0J0", "boom undefined"], ""]);
});

test("a test of node:test fails", () => {
  const { status, printed } = run(`
    import { test } from "node:test";
    test("leaves a job", async () => {
      rt.submit(main);
      await new Promise((resolve) => setTimeout(resolve, 50));
    });`);
  expect([status, printed.includes("boom")]).toEqual([1, true]);
});

test("the thread that has a worker is told, as of anything that the worker throws", () => {
  const code = `
    import { Scheduler } from ${source("index")};
    new Scheduler().submit(() => { throw new Error("in the worker"); });`;
  const { status, printed } = run(`
    import { Worker } from "node:worker_threads";
    const worker = new Worker(new URL("data:text/javascript," + encodeURIComponent(${JSON.stringify(code)})));
    worker.on("error", (error) => console.log("error", error.message));`);
  expect([status, printed]).toEqual([0, "error in the worker"]);
});

test("a window without reportError, as tests have it, tells the process, too", () => {
  const { status, errors } = run(`
    globalThis.document = {};
    new Scheduler().submit(main);`);
  expect([status, errors.includes("boom")]).toEqual([1, true]);
});
