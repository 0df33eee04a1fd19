/** A job that is cancelled at any instant disposes of all that it has, whatever it was doing: also of its disposals. */
import { type Job, Scheduler } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { budgets, load, transformProgram } from "../kit/harness.ts";

const program = {
  extension: "js" as const,
  code: `
const later = () => Promise.resolve().then(() => {}).then(() => {});
const a = (name, throws) => (log("has", name), { async [Symbol.asyncDispose]() { log("begins", name); await later(); log("closed", name); if (throws) throw new Error(name); } });
const s = (name) => (log("has", name), { [Symbol.dispose]() { log("begins", name); log("closed", name); } });
const made = (make, n = 2) => ({ next: async () => ({ get done() { return n-- === 0; }, get value() { return make(); } }), [Symbol.asyncIterator]() { return this; } });
/** @preempt */ function work(n) { for (let i = 0; i < n; i++) log("work"); return n; }
/** @preempt */ async function inner(throws) {
  await using x = a("x"), none = null;
  using y = s("y");
  { await using z = a("z", throws); work(1); await using w = a("w"); if (throws) throw new Error("block"); }
  return work(1);
}
/** @preempt */ async function main(throws) {
  try {
    await using outer = a("outer");
    try { await inner(throws); } catch (e) { log("caught", e.name); }
    for (await using item of (function* () { yield a("item"); yield a("item"); })()) work(1);
    for await (using part of made(() => s("part"))) work(1);
    for await (await using bit of made(() => a("bit"))) work(1);
    { using only = s("only"); await later(); }
  } finally { log("finally"); }
}`,
};

const mostMoments = 5000;

/** Runs `main`, and calls `at` before each step of the event loop and after each line of the log, with its number. */
async function run(javascript: string, budget: number, throws: boolean, at: (job: Job, moment: number) => void) {
  const host = new VirtualHost();
  const rt = new Scheduler({ host, budget, slice: 1 });
  const { main, log } = load(program, javascript);
  let moment = 0;
  log.push = (line) => {
    log[log.length] = line;
    at(job, moment++);
    return log.length;
  };
  const job: Job = rt.submit(main, { args: [throws] });
  job.catch(() => {});
  // Between two steps of the event loop, the job may go on in microtasks.
  for (let quiet = 0; quiet < 20 && moment < mostMoments; ) {
    at(job, moment++);
    quiet = host.step() || job.finish === undefined ? 0 : quiet + 1;
    await undefined;
  }
  return { log, job, reported: host.reported.map(({ error }) => String(error)) };
}

const lines = (log: readonly string[], what: string) =>
  log.flatMap((line) => (line.startsWith(`"${what}" `) ? [line.slice(what.length + 3)] : []));

/** Whether a name is in the list, once more often than before. */
function among(list: readonly string[]) {
  const left = [...list];
  return (name: string) => left.includes(name) && left.splice(left.indexOf(name), 1).length === 1;
}

for (const strategy of ["capture", "paper"] as const) {
  const { code } = transformProgram(program, { strategy });

  for (const throws of [false, true]) {
    const name = `${strategy}, the block ${throws ? "throws" : "ends"}: cancelled at any moment, at budget %i`;
    test.each(budgets)(name, async (budget) => {
      const whole = await run(code, budget, throws, () => {});
      expect(lines(whole.log, "closed").sort()).toEqual(lines(whole.log, "has").sort());
      const order = lines(whole.log, "begins");
      let cancelled = 0;
      for (let when = 0, isOver = false; !isOver && when < mostMoments; when++) {
        const { log, job, reported } = await run(code, budget, throws, (job, moment) => {
          if (moment !== when) return;
          isOver = job.finish !== undefined;
          job.cancel("enough");
        });
        const had = lines(log, "has");
        expect(job.finish).toBeDefined();
        // Each once, in the order that they have without it, and to the end.
        expect([when, lines(log, "begins")]).toEqual([when, order.filter(among(had))]);
        expect([when, lines(log, "closed")]).toEqual([when, lines(log, "begins")]);
        expect(log.includes('"finally"')).toBe(log.length > 0);
        // What a disposal throws has nobody else who takes it.
        expect(reported.filter((error) => error !== "Error: z")).toEqual([]);
        if (job.state === "cancelled") cancelled++;
      }
      expect(cancelled).toBeGreaterThan(25);
    });
  }
}
