/**
 * Calls that go through the language or the platform pass preemption on: what a call of `f` in each of these ways gives is
 * preempted as often as a direct call.
 */
import "@preempt/runtime/script";
import { drive, driveAsync } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { load, transformProgram } from "../kit/harness.ts";

const rounds = 1000;

/** `main` calls f once, which makes as many rounds. What stands before is code that is not preemptable. */
interface Way {
  readonly before?: string;
  readonly main: string;
}

const f = "/** @preempt */ function f(n) { let s = 0; for (let i = 0; i < n; i++) s += i % 7; return s; }";

const emitter = 'const e = new (process.getBuiltinModule("node:events").EventEmitter)();';
const storage = 'const als = new (process.getBuiltinModule("node:async_hooks").AsyncLocalStorage)();';

const ways: Record<string, Way> = {
  "a direct call": { main: "f(N)" },
  "a function that preemptable code binds": { main: "f.bind(null)(N)" },
  "a function that plain code binds, outside of functions": { before: "const g = f.bind(null);", main: "g(N)" },
  "a function that a plain function binds": { before: "const g = (() => f.bind(null, N))();", main: "g()" },
  "a method that is bound in a constructor": {
    before:
      "class A { constructor() { this.m = this.m.bind(this); } /** @preempt */ m(n) { return f(n); } } const a = new A(), { m } = a;",
    main: "m(N)",
  },
  "a method that is bound in a field": {
    before: "class A { /** @preempt */ m(n) { return f(n); } bound = this.m.bind(this); } const { bound } = new A();",
    main: "bound(N)",
  },
  "a bound function that is bound again": { before: "const g = f.bind(null).bind(null, N);", main: "g()" },
  "a bound function as a callback": { before: "const g = f.bind(null);", main: "[N].map(g)[0]" },
  "a proxy that plain code makes": { before: "const p = new Proxy(f, {});", main: "p(N)" },
  "a proxy that preemptable code makes": { main: "new Proxy(f, {})(N)" },
  "a proxy of a bound function": { before: "const p = new Proxy(f.bind(null), {});", main: "p(N)" },
  "a proxy of a proxy": { before: "const p = new Proxy(new Proxy(f, {}), {});", main: "p.call(null, N)" },
  "a proxy that can be revoked": { before: "const { proxy } = Proxy.revocable(f, {});", main: "proxy(N)" },
  "a proxy with a preemptable apply trap": {
    before: "const p = new Proxy(function () {}, { /** @preempt */ apply(t, self, args) { return f(...args); } });",
    main: "p(N)",
  },
  "a listener of an emitter": { before: `${emitter} e.on("x", f);`, main: 'e.emit("x", N) && N' },
  "the second of several listeners": {
    before: `${emitter} e.on("x", () => 0).on("x", f).on("x", () => 1);`,
    main: 'e.emit("x", N) && N',
  },
  "a listener that plain code binds": { before: `${emitter} e.on("x", f.bind(null, N));`, main: 'e.emit("x") && N' },
  "an iterator's map": { main: "[N].values().map(f).toArray()[0]" },
  "an iterator's filter": { main: "[N].values().filter(f).toArray()[0] && f(0) + SUM" },
  "an iterator's flatMap": { main: "[N].values().flatMap((n) => [f(n)]).toArray()[0]" },
  "an iterator's reduce": { main: "[N].values().reduce((s, n) => s + f(n), 0)" },
  "an iterator's find": { main: "[N].values().find(f) && SUM" },
  "an iterator's forEach behind take and drop": {
    main: "{ let s; [0, N, 0].values().drop(1).take(1).forEach((n) => { s = f(n); }); return s; }",
  },
  "next of an iterator's map": { main: "new Set([N]).values().map(f).next().value" },
  "a wrapped iterator": {
    before: "const it = { n: 0, /** @preempt */ next() { return { done: this.n > 0, value: f(N) + this.n++ }; } };",
    main: "Iterator.from(it).take(1).toArray()[0]",
  },
  "AsyncLocalStorage.run": { before: storage, main: "als.run(1, () => f(N))" },
  "AsyncLocalStorage.run of a function with arguments": { before: storage, main: "als.run(1, f, N)" },
  "AsyncLocalStorage.exit": { before: storage, main: "als.exit(f, N)" },
  "AsyncResource.runInAsyncScope": {
    before: 'const r = new (process.getBuiltinModule("node:async_hooks").AsyncResource)("test");',
    main: "r.runInAsyncScope(f, null, N)",
  },
};

function emitted({ before = "", main }: Way, isAsync: boolean) {
  const code = `${f}\n${before}\n/** @preempt */ ${isAsync ? "async " : ""}function main() { ${main.startsWith("{") ? main : `return ${main};`} }`;
  const program = {
    code: code.replaceAll(/\bN\b/g, String(rounds)).replaceAll("SUM", String(sum)),
    extension: "js" as const,
  };
  return load(program, transformProgram(program).code).main;
}

const sum = Array.from({ length: rounds }, (_, i) => i % 7).reduce((a, b) => a + b);

for (const [name, way] of Object.entries(ways)) {
  test(`${name} passes preemption on`, () => {
    let preemptions = 0;
    const { value } = drive(emitted(way, false) as never, { budget: 0, onPreempt: () => preemptions++ } as never);
    expect(value).toBe(way.main.endsWith("&& N") ? rounds : sum);
    expect(preemptions).toBeGreaterThanOrEqual(rounds);
  });
}

const awaitedWays: Record<string, Way> = {
  "a bound async function": { before: "const g = work.bind(null);", main: "await g(N)" },
  "an async function in AsyncLocalStorage.run": { before: storage, main: "await als.run(1, work, N)" },
  "an inline async function in AsyncLocalStorage.run": { before: storage, main: "await als.run(1, async () => f(N))" },
  "a proxy of an async function": { before: "const g = new Proxy(work, {});", main: "await g(N)" },
};

for (const [name, way] of Object.entries(awaitedWays)) {
  test(`${name} passes preemption on where it is awaited`, async () => {
    let preemptions = 0;
    const work = "/** @preempt */ async function work(n) { await null; return f(n); }";
    const main = emitted({ before: `${work}\n${way.before ?? ""}`, main: way.main }, true);
    const { value } = await driveAsync(main as never, { budget: 0, onPreempt: () => preemptions++ } as never);
    expect(value).toBe(sum);
    expect(preemptions).toBeGreaterThanOrEqual(rounds);
  });
}

test("a job of a bound async function is preempted", async () => {
  let preemptions = 0;
  const before = "/** @preempt */ async function work(n) { await null; return f(n); }";
  const bound = emitted({ before, main: "work.bind(null, N)" }, false)();
  const { value } = await driveAsync(bound as never, { budget: 0, onPreempt: () => preemptions++ } as never);
  expect(value).toBe(sum);
  expect(preemptions).toBeGreaterThanOrEqual(rounds);
});
