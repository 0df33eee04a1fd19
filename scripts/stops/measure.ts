/** How long scripts go on after their limit, in whatever platform this runs. */
import { Scheduler } from "@preempt/runtime";
import { compile, type RunOptions, type ScriptRun } from "@preempt/script";

const scripts: Readonly<Record<string, string>> = {
  "while (true);": "while (true);",
  "recursion, 50,000 deep": "function f(n) { return n > 50000 ? 0 : f(n + 1) + 1; } for (;;) f(0);",
  "for (;;) await null": "for (;;) await null;",
  "array building": "let all = []; for (;;) { all.push({ n: all.length }); if (all.length > 1e6) all = []; }",
  "objects and closures": "let s = 0; for (;;) { const o = { n: s, f: () => s + 1 }; s = o.f() % 1000; }",
  "sort with a comparison":
    "const a = Array.from({ length: 20000 }, (_, i) => (i * 7919) % 20011); for (;;) a.toSorted((x, y) => x - y);",
  "finally { for (;;); }": "try { for (;;); } finally { for (;;); }",
  "catch in a loop": "for (;;) try { for (;;); } catch {}",
  "toString, by the engine": 'const o = { toString() { for (;;); } }; "" + o;',
  "a promise's callback": "Promise.resolve().then(() => { for (;;); }); for (;;) await null;",
};

/** Milliseconds, of one script. */
export interface Stops {
  readonly script: string;
  /** Those that count: where the system tells, runs are left out from which it took the thread away for more than a millisecond. */
  readonly runs: number;
  /** From the end of its `timeout` to the rejection of its promise, by the clock. */
  readonly byClock: Quantiles;
  /** What it computed beyond its `limit`. */
  readonly beyondLimit: Quantiles;
  /** From the end of its `timeout` until nothing of it runs any more, `finally` blocks included. */
  readonly untilQuiet: Quantiles;
}

interface Quantiles {
  readonly median: number;
  readonly p99: number;
  readonly max: number;
}

export async function measureStops(runs: number): Promise<Stops[]> {
  const rt = new Scheduler({ warnAfter: Number.POSITIVE_INFINITY });
  const found: Record<string, { byClock: number[]; beyondLimit: number[]; untilQuiet: number[] }> = {};
  for (let i = -3; i < runs; i++) {
    // In turn, so that what else the machine does meets all of them.
    for (const [name, code] of Object.entries(scripts)) {
      const script = compile(code);
      const timed = await stop(rt, (options) =>
        script.run({}, { ...options, timeout: 15, limit: Number.POSITIVE_INFINITY, stretchLimit: 15 }),
      );
      const limited = await stop(rt, (options) => script.run({}, { ...options, limit: 15, stretchLimit: 15 }));
      if (i < 0) continue;
      const of = found[name] ?? { byClock: [], beyondLimit: [], untilQuiet: [] };
      found[name] = of;
      if (timed.away < 1) {
        of.byClock.push(timed.rejected - 15);
        of.untilQuiet.push(timed.quiet - 15);
      }
      if (limited.away < 1) of.beyondLimit.push(limited.computed - 15);
    }
  }
  return Object.entries(found).map(([script, { byClock, beyondLimit, untilQuiet }]) => ({
    script,
    runs: Math.min(byClock.length, beyondLimit.length),
    byClock: quantiles(byClock),
    beyondLimit: quantiles(beyondLimit),
    untilQuiet: quantiles(untilQuiet),
  }));
}

async function stop(rt: Scheduler, start: (options: RunOptions) => ScriptRun) {
  const from = performance.now();
  const cpu = threadTime();
  const run = start({ rt });
  await run.catch(() => {});
  const rejected = performance.now() - from;
  const computed = run.job.executionTime;
  await rt.idle();
  const quiet = performance.now() - from;
  const away = cpu === undefined ? 0 : quiet - ((threadTime() as number) - cpu);
  await new Promise((resolve) => setTimeout(resolve, 1));
  return { rejected, computed, quiet, away };
}

/** Milliseconds of processor time that this thread has had; only Node tells. */
function threadTime(): number | undefined {
  const { process } = globalThis as { process?: { threadCpuUsage?(): { user: number; system: number } } };
  const used = process?.threadCpuUsage?.();
  return used && (used.user + used.system) / 1000;
}

function quantiles(values: number[]): Quantiles {
  const sorted = values.sort((a, b) => a - b);
  const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
  return { median: at(0.5), p99: at(0.99), max: at(1) };
}
