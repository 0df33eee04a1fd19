/** Jobs on real worker threads. Few workers and small jobs: starting one takes some 50 ms. */
import { execFileSync } from "node:child_process";
import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { nodeHost, PreemptError } from "@preempt/runtime";
import { expect, expectTypeOf, test } from "vitest";
import { errorOf, moduleOf, scheduler } from "./workers.ts";

test("a job's function is named, checked by TypeScript, and its result awaited", async () => {
  const rt = scheduler();
  const sum = rt.submit("add", { args: [1, 2] });
  expect(sum.state).toBe("released");
  expect(await sum).toBe(3);
  expect(sum.state).toBe("done");
  expectTypeOf(await sum).toEqualTypeOf<number>();
  const greeting = rt.submit("greet", { args: ["you"] });
  expectTypeOf(await greeting).toEqualTypeOf<string>();
  expect(await greeting).toBe("hello you");
  expectTypeOf(await rt.submit("busy", { args: [1] })).toEqualTypeOf<string>();
  // @ts-expect-error the second argument is a number
  void rt.submit("add", { args: [1, "2"] }).catch(() => {});
  // @ts-expect-error no such function
  void rt.submit("subtract").catch(() => {});
});

test("a function that the worker does not serve fails its job, and the message names those that it does", async () => {
  const rt = scheduler();
  const error = await errorOf(rt.submit("subtract" as "add", { args: [1, 2] }));
  expect(error).toBeInstanceOf(PreemptError);
  expect(error.code).toBe("function_not_served");
  expect(error.message).toMatch(/"subtract".*"add", "greet"/);
});

test("times are on the submitting thread's clock, in order, and the execution time is the worker's own", async () => {
  const rt = scheduler();
  await rt.ready();
  const before = rt.now();
  const job = rt.submit("busy", { args: [80], deadline: 500, name: "bulky" });
  await job;
  const after = rt.now();
  const { release, start = Number.NaN, finish = Number.NaN } = job;
  expect([before, release, start, finish, after]).toEqual(
    [before, release, start, finish, after].sort((a, b) => a - b),
  );
  // A busy machine takes most of the time for itself.
  expect(job.executionTime).toBeGreaterThan(5);
  expect(job.executionTime).toBeLessThanOrEqual(finish - start);
  expect(job.responseTime).toBe(finish - release);
  expect(job.lateness).toBeCloseTo(finish - release - 500, 6);
  expect(job.preemptions).toBeGreaterThan(0);
  expect([job.id, job.name, job.core]).toEqual(["T0J0", "bulky", 0]);
});

test("an urgent job overtakes a long one in the same worker, and its result does not wait for the round's end", async () => {
  const rt = scheduler({ round: 1000 });
  await rt.ready();
  const order: string[] = [];
  const bulky = rt.submit("busy", { args: [150], deadline: 10_000 });
  void bulky.then(() => order.push("bulky"));
  // A busy machine takes its time to start a worker.
  for (let i = 0; i < 200 && bulky.state !== "running"; i++) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(bulky.state).toBe("running");
  const urgent = rt.submit("add", { args: [20, 22], deadline: 5 });
  expect(await urgent).toBe(42);
  order.push("urgent");
  await bulky;
  expect(order).toEqual(["urgent", "bulky"]);
});

test("errors keep name, message, stack, cause and own properties, and the built-in class they extend", async () => {
  const rt = scheduler();
  const error = await errorOf(rt.submit("fail", { args: [7] }));
  expect(error).toBeInstanceOf(SyntaxError);
  expect(error).toMatchObject({ name: "ParseError", message: "unexpected token at 7", code: "bad_token", position: 7 });
  expect(error.stack).toContain("jobs.ts");
  expect(error.cause).toBeInstanceOf(RangeError);
  expect("near" in error).toBe(false); // a function cannot cross
  expect(await errorOf(rt.submit("failWith", { args: ["plain"] }))).toEqual({ status: 404 });
  expect(await errorOf(rt.submit("failWith", { args: ["abort"] }))).toMatchObject({ name: "AbortError" });
  expect((await errorOf(rt.submit("failWith", { args: ["function"] }))).code).toBe("error_not_cloneable");
});

test("what cannot be cloned fails its own job only, and the error says which argument or result", async () => {
  const rt = scheduler();
  const good = rt.submit("add", { args: [1, 1] });
  for (const _ of ["while the worker starts", "while it is there"]) {
    const bad = await errorOf(rt.submit("echo", { args: [{ deep: [() => 1] }], name: "bad" }));
    expect(bad).toMatchObject({ name: "PreemptError", code: "argument_not_cloneable" });
    expect(bad.message).toContain('argument 1 of job "bad"');
    expect((await errorOf(rt.submit("echo", { args: [Symbol("s")] }))).code).toBe("argument_not_cloneable");
    const getter = Object.defineProperty({}, "x", {
      enumerable: true,
      get: () => {
        throw new Error("no");
      },
    });
    expect((await errorOf(rt.submit("echo", { args: [getter] }))).code).toBe("argument_not_cloneable");
    expect(await good).toBe(2);
  }
  const result = await errorOf(rt.submit("giveFunction"));
  expect(result).toMatchObject({ name: "PreemptError", code: "result_not_cloneable" });
  expect(result.message).toContain('"giveFunction"');
  expect(await rt.submit("add", { args: [2, 2] })).toBe(4);
});

test("arguments are those of the moment of submit, and jobs that share an object get a copy each", async () => {
  const rt = scheduler();
  for (const _ of ["while the worker starts", "while it is there"]) {
    const list = [1];
    const first = rt.submit("echo", { args: [list] });
    const second = rt.submit("echo", { args: [list] });
    list.push(2);
    expect(await first).toEqual([1]);
    expect(await first).not.toBe(await second);
  }
});

test("buffers are transferred there and back", async () => {
  const rt = scheduler();
  for (const _ of ["while the worker starts", "while it is there"]) {
    const bytes = new Uint8Array([1, 2, 3]);
    const sum = rt.submit("sum", { args: [bytes], transfer: [bytes.buffer] });
    expect(bytes.byteLength).toBe(0);
    expect(await sum).toBe(6);
    const again = await errorOf(rt.submit("sum", { args: [bytes], transfer: [bytes.buffer] }));
    expect(again.code).toBe("argument_not_cloneable");
    expect(again.message).toContain("transfer what is transferable");
  }
  expect(await rt.submit("makeBytes", { args: [1000] })).toEqual(new Uint8Array(1000).fill(7));
  expect(await rt.submit("keptLength")).toBe(0);
});

test("a cancelled job rejects at once with the reason; over there its finally blocks run, and then idle resolves", async () => {
  const rt = scheduler();
  await rt.ready();
  const controller = new AbortController();
  const jobs = [rt.submit("untilCancelled")];
  await expect.poll(() => jobs[0]?.state, { timeout: 5000 }).toBe("running");
  jobs.push(rt.submit("untilCancelled", { deadline: 1000, signal: controller.signal }));
  await expect.poll(() => jobs[1]?.state, { timeout: 5000 }).toBe("running");
  const mine = { mine: () => "a reason that cannot be cloned stays here" };
  jobs[0]?.cancel(mine);
  controller.abort("signalled");
  expect(jobs.map((job) => job.state)).toEqual(["cancelled", "cancelled"]);
  await expect(jobs[0]).rejects.toBe(mine);
  await expect(jobs[1]).rejects.toBe("signalled");
  await rt.idle();
  expect(await rt.submit("finalized")).toBe(2);
});

test("cancelled before it was sent, or with a signal aborted before, a job never reaches the worker", async () => {
  const rt = scheduler();
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const early = rt.submit("beat", { args: [beats] });
  early.cancel();
  await expect(early).rejects.toMatchObject({ name: "AbortError" });
  await expect(rt.submit("beat", { args: [beats], signal: AbortSignal.abort("no") })).rejects.toBe("no");
  await rt.ready();
  await rt.submit("add", { args: [1, 1] });
  expect(beats[0]).toBe(0);
  expect(early.finish).toBeGreaterThanOrEqual(early.release);
});

test("a periodic task runs over there until it is stopped, and its counts arrive", async () => {
  const rt = scheduler();
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const late: number[] = [];
  const task = rt.task("beat", { args: [beats], period: 5, wcet: 1 });
  const slow = rt.task("busy", { args: [3], period: 20, deadline: 1, onMiss: (job) => late.push(job.lateness) });
  await expect.poll(() => task.ended, { timeout: 5000 }).toBeGreaterThan(4);
  await expect.poll(() => late.length, { timeout: 5000 }).toBeGreaterThan(0);
  task.stop();
  slow.stop();
  expect(late[0]).toBeGreaterThan(0);
  expect(slow.misses).toBeGreaterThan(0);
  // Messages keep their order: both are stopped when this comes back.
  await rt.submit("add", { args: [1, 1] });
  await expect.poll(() => task.released === task.ended && beats[0] === task.ended, { timeout: 5000 }).toBe(true);
  const atStop = beats[0];
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(beats[0]).toBe(atStop);
  expect(task.state).toBe("stopped");
});

test("an error of a job that nobody awaits goes to onError with its core and job", async () => {
  const errors: unknown[] = [];
  const rt = scheduler({ onError: (error, { core, job }) => errors.push([(error as Error).name, core, job?.name]) });
  rt.submit("fail", { args: [1], name: "alone" });
  await rt.idle();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(errors).toEqual([["ParseError", 0, "alone"]]);
});

test("an error of a task's job goes to onError with its core and task, and to the host with its name", async () => {
  const errors: unknown[] = [];
  const host = { ...nodeHost(), report: (error: unknown, context: string) => errors.push([String(error), context]) };
  const told = scheduler({ onError: (error, { core, task }) => errors.push([(error as Error).name, core, task]) });
  const untold = scheduler({ host });
  for (const rt of [told, untold]) {
    const task = rt.task("fail", { args: [1], period: 50, name: "beat" });
    await expect.poll(() => errors.length, { timeout: 20_000 }).toBeGreaterThan(0);
    task.stop();
    const [error] = errors.splice(0);
    if (rt === told) expect(error).toEqual(["ParseError", 0, task]);
    else expect(error).toEqual(["ParseError: unexpected token at 1", "task beat on core 0"]);
    await rt.terminate();
  }
});

test("nothing holds a job that has ended, nor its arguments and its signal's listener", async () => {
  const rt = scheduler({ onCrash: "restart" });
  const { signal } = new AbortController();
  const kept: unknown[] = [];
  const refs = await (async () => {
    const list = [1, 2, 3];
    const unsendable = { call: () => list };
    const failed = rt.submit("echo", { args: [unsendable] });
    expect((await errorOf(failed)).code).toBe("argument_not_cloneable");
    kept.push(failed); // a handle that is kept keeps no arguments
    const job = rt.submit("echo", { args: [list], signal });
    expect(getEventListeners(signal, "abort").length).toBe(1);
    await job;
    return [new WeakRef(job), new WeakRef(list), new WeakRef(unsendable)];
  })();
  expect(getEventListeners(signal, "abort").length).toBe(0);
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const isGone = () => {
    collect();
    return refs.every((ref) => ref.deref() === undefined);
  };
  await expect.poll(isGone, { timeout: 5000 }).toBe(true);
  expect(kept.length).toBe(1);
});

test("a process ends by itself when its jobs have, though the workers live; and not before", () => {
  const script = `
    import { Worker } from "node:worker_threads";
    import { PartitionedScheduler } from ${JSON.stringify(moduleOf("../../../src/partitioned"))};
    const rt = new PartitionedScheduler({ worker: () => new Worker(${JSON.stringify(moduleOf("jobs"))}, { execArgv: [] }), cores: 1 });
    rt.submit("greet", { args: ["you"], delay: 30 }).then((text) => console.log(text));
    await rt.ready();
    console.log("ready");`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
    timeout: 20_000,
  });
  expect(printed).toBe("ready\nhello you\n");
});
