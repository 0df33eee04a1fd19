/** Methods of iterators do what the engine's own do: drawn chains of them give the same log natively and at every budget. */
import "@preempt/runtime/script";
import { drive } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { transform } from "../../src/index.ts";

const seed = 20260922;
const budgets = [0, 1, 7, 300] as const;

const code = `
  function plainly(f) { return f(); }
  /** @preempt */ function main(make, links, uses, log) {
    let n = 0;
    const callback = (link) => (...args) => {
      log(link.do, args);
      for (let i = 0; i < 2; i++) log(i);
      if (link.fails === ++n) throw new Error("callback " + n);
      if (link.do === "flatMap") return link.at === 3 ? "text" : make(link.at, "", link.do);
      return (args[0] + link.at) % 3;
    };
    let it = make(4, links[0]?.flaw ?? "", "");
    for (const link of links) {
      try {
        if (link.do === "from") it = Iterator.from({ next: () => it.next(), return: (x) => { log("return of from"); return {}; } });
        else if (link.do === "take") it = it.take(link.limit);
        else if (link.do === "drop") it = it.drop(link.limit);
        else it = it[link.do](link.at === 2 ? undefined : callback(link));
      } catch (error) { log("link", error.name); }
    }
    log(Object.prototype.toString.call(it), typeof it.next, it[Symbol.iterator]?.() === it);
    for (const use of uses) {
      try {
        if (use.do === "next") log(shown(it.next()));
        else if (use.do === "next plainly") log(shown(plainly(() => it.next())));
        else if (use.do === "return") log(shown(it.return?.()));
        else if (use.do === "toArray") log(it.toArray());
        else if (use.do === "reduce") log(it.reduce((a, b) => { log("reduce", a, b); for (let i = 0; i < 2; i++) log(i); return a + b; }));
        else if (use.do === "for of") for (const x of it) log("x", x);
        else log(it[use.do](callback(use)));
      } catch (error) { log("use", error.name, error.message === "next" || error.message.startsWith("callback") ? error.message : ""); }
    }
    return n;
  }
  function shown(step) { return step && Object.keys(step).join() + step.done + step.value; }`;

type Main = (...args: unknown[]) => unknown;
const load = (javascript: string) => new Function(`"use strict";\n${javascript}\nreturn main;`)() as Main;
const plain = load(code);
const preemptable = load(transform(code, { fileName: "chains.js", module: false, sourceMap: false }).code);

/** An iterator that logs what is asked of it. */
const prototype = (globalThis as unknown as { Iterator: { prototype: object } }).Iterator.prototype;

function maker(log: (...what: unknown[]) => void) {
  return (count: number, flaw: string, name: string) => {
    let n = 0;
    const it = {
      __proto__: prototype,
      get next() {
        log(`${name} get next`);
        return function (this: unknown, ...args: unknown[]) {
          log(`${name} next`, this === it, args.length);
          if (flaw === "throws" && n === 2) throw new Error("next");
          if (flaw === "no object" && n === 1) return 5;
          return {
            get done() {
              log(`${name} done`);
              return n >= count;
            },
            get value() {
              log(`${name} value`);
              return n++;
            },
          };
        };
      },
      get return() {
        log(`${name} get return`);
        if (flaw === "not callable") return 7;
        if (flaw === "none") return undefined;
        return () => {
          log(`${name} return`);
          if (flaw === "return throws") throw new Error("return");
          return flaw === "return gives no object" ? 5 : {};
        };
      },
    };
    return it;
  };
}

function observe(main: Main, links: unknown, uses: unknown, call: (main: Main, args: unknown[]) => unknown): string[] {
  const lines: string[] = [];
  const log = (...what: unknown[]) => void lines.push(what.map(String).join(" "));
  try {
    log("ends", call(main, [maker(log), links, uses, log]));
  } catch (error) {
    log("throws", (error as Error).message);
  }
  return lines;
}

const at = fc.nat({ max: 3 });
const fails = fc.constantFrom(0, 0, 0, 1, 3);
const flaw = fc.constantFrom(
  "",
  "",
  "",
  "throws",
  "no object",
  "return throws",
  "return gives no object",
  "none",
  "not callable",
);
const limit = fc.constantFrom(0, 1, 2, 5, Number.POSITIVE_INFINITY, 1.5, -1, Number.NaN, "2");
const link = fc.record({
  do: fc.constantFrom("map", "filter", "flatMap", "take", "drop", "from"),
  at,
  fails,
  flaw,
  limit,
});
const use = fc.record({
  do: fc.constantFrom(
    "next",
    "next",
    "next plainly",
    "return",
    "toArray",
    "reduce",
    "forEach",
    "some",
    "every",
    "find",
    "for of",
  ),
  at,
  fails,
});

test("chains of iterators, by steps and at once, with every flaw", () => {
  let preemptions = 0;
  const links = fc.array(link, { maxLength: 3 });
  const uses = fc.array(use, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(links, uses, (links, uses) => {
      const expected = observe(plain, links, uses, (main, args) => main(...args));
      for (const budget of budgets) {
        const actual = observe(preemptable, links, uses, (main, args) => {
          const options = { args, budget, onPreempt: () => preemptions++ };
          return drive(main as never, options as never).value;
        });
        expect({ budget, log: actual }).toEqual({ budget, log: expected });
      }
    }),
    { numRuns: 400, seed },
  );
  expect(preemptions).toBeGreaterThan(1000);
});

test("a callback that asks its own helper for more is refused, and goes on", () => {
  const again = `/** @preempt */ function main(log) {
    const it = [1, 2, 3].values().map((x) => {
      for (let i = 0; i < 2; i++) log(i);
      try { it.next(); } catch (error) { log(error.name); }
      return x;
    });
    return [it.next().value, it.next().value, it.toArray()].join();
  }`;
  const run = (javascript: string, call: (main: Main, log: Main) => unknown) => {
    const lines: unknown[] = [];
    const value = call(load(javascript), (line) => lines.push(line));
    return { value, lines };
  };
  const expected = run(again, (main, log) => main(log));
  const emitted = transform(again, { fileName: "again.js", module: false, sourceMap: false }).code;
  expect(run(emitted, (main, log) => drive(main as never, { args: [log], budget: 0 } as never).value)).toEqual(
    expected,
  );
});
