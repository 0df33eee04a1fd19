/** Jobs that meet in modules with state of their own: each gives what it gives alone. */
import { start } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type TransformOptions, transform } from "../../src/index.ts";
import { SingleFiles } from "../../src/integrations/single-files.ts";
import { load, transformProgram } from "../kit/harness.ts";
import { expectSameInAnyOrder, interleaved } from "../kit/interleaved.ts";

type Main = (kind: number, n: number) => unknown;

const ways: readonly (readonly [name: string, options: Partial<TransformOptions>])[] = [
  ["speed", {}],
  ["size", { optimize: "size" }],
  ["one body", { optimize: { startBodies: false } }],
  ["paper", { strategy: "paper" }],
];

/** A scratch object, a regular expression with `lastIndex`, a current value; annotated as `word` says. */
const scratch = (word: string) => `
const scratch = { x: 0, y: 0 };
/** @preempt ${word} */ function sumVectors(list) { let total = { x: 0, y: 0 }; for (const v of list) { scratch.x = total.x + v.x; scratch.y = total.y + v.y; for (let i = 0; i < list.length; i++) step(i); total = { x: scratch.x, y: scratch.y }; } return total; }
/** @preempt */ function step(n) { for (let i = 0; i < 2; i++); return n; }
const word = /\\w+/g;
/** @preempt ${word} */ function words(text) { const out = []; let m; word.lastIndex = 0; while ((m = word.exec(text)) !== null) out.push(step(m[0])); return out; }
let current;
/** @preempt ${word} */ function render(node) { current = node.name; const parts = []; for (const c of node.children) parts.push(step(c) + "@" + current); return parts.join(); }
/** @preempt ${word} */ const tail = (name, n) => { current = name; return rest(n); };
/** @preempt ${word} */ function rest(n) { step(n); return step(n) + current; }
/** @preempt ${word} */ function spread(...names) { const out = []; for (const name of names) { current = name; step(1); out.push(current); } return out; }
/** @preempt ${word} */ function given({ name }, [a, b] = [1, 2]) { current = name; let s = a; for (let i = 0; i < b; i++) s += step(i); return current + s; }
/** @preempt ${word} */ function around(name, n) { let found = ""; current = name; const note = () => { found += current; }; for (let i = 0; i < n; i++) { step(i); note(); } return found; }
class Writer { #out = ""; name; constructor(name) { this.name = name; }
  /** @preempt ${word} */ write(n) { current = this.name; for (let i = 0; i < n; i++) this.#add(i); return this.#out; }
  /** @preempt ${word} */ #add(i) { step(i); this.#out += current + i; } }
/** @preempt */ function main(kind, n) {
  const name = "n" + n;
  const list = Array.from({ length: n + 1 }, (_, i) => ({ x: i + n, y: n }));
  switch (kind) {
    case 0: return sumVectors(list);
    case 1: return words("a b" + n + " c d");
    case 2: return render({ name, children: [1, 2, 3] });
    case 3: return tail(name, n);
    case 4: return spread(name, n, name + name);
    case 5: return given({ name }) + given({ name }, [n, n]);
    case 6: return around(name, n + 1);
    default: return new Writer(name).write(n + 1);
  }
}`;

const jobs = fc.array(fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 5 })), { minLength: 2, maxLength: 4 });

for (const [name, options] of ways) {
  const made = (word: string) => {
    const program = { code: scratch(word), extension: "js" as const };
    const reentrant = word === "reentrant";
    return load(program, transformProgram(program, { ...options, reentrant }).code).main as Main;
  };

  test(`${name}: interleaved in any order, jobs in an exclusive unit give what they give alone`, () => {
    expectSameInAnyOrder(made("exclusive"), jobs, [0, 1, 3, 50]);
  });

  test(`${name}: the same holds where nobody says so, by analysis alone`, () => {
    expectSameInAnyOrder(made(""), jobs, [0, 1, 3, 50]);
  });

  test(`${name}: the same functions give something else where nothing keeps jobs apart`, () => {
    const main = made("reentrant");
    const list: [number, number][] = [
      [2, 1],
      [2, 2],
    ];
    let turn = 0;
    expect(interleaved(main, list, 0, () => turn++)).not.toEqual(list.map((args) => main(...args)));
  });
}

const emitted = (code: string, options: Partial<TransformOptions> = {}) =>
  transformProgram({ code, extension: "js" }, options).code;
/** Of a function's resumable body: whether it asks, and whether it holds. */
const marks = (code: string, name: string) => {
  const body = code.slice(code.indexOf(`function ${name}$resumable`));
  const end = body.indexOf("\n}");
  const own = end < 0 ? body : body.slice(0, end);
  return { asks: own.includes("mustWait("), holds: /\[\$lock\w*, \$depth\]/.test(own) };
};
const loop = "for (let i = 0; i < n; i++) f(n);";

test("a comment before a function makes it exclusive, one at the head of the file all of them; what stands closer counts", () => {
  const two = (first: string, second: string, head = "") =>
    emitted(
      `${head}/** @preempt ${first} */ function a(n) { ${loop} }\n/** @preempt ${second} */ function b(n) { ${loop} }\nfunction main() {}`,
    );
  const both = { asks: true, holds: true };
  const neither = { asks: false, holds: false };
  expect([marks(two("exclusive", ""), "a"), marks(two("exclusive", ""), "b")]).toEqual([both, neither]);
  const head = "/** @preempt exclusive */\n\n";
  expect([marks(two("", "reentrant", head), "a"), marks(two("", "reentrant", head), "b")]).toEqual([both, neither]);
  // Without an empty line it is the first function's alone.
  const code = `/** @preempt exclusive */\nfunction a(n) { ${loop} }\n/** @preempt */ function b(n) { ${loop} }\nfunction main() {}`;
  expect([marks(emitted(code), "a"), marks(emitted(code), "b")]).toEqual([both, neither]);
  expect(two("", "")).not.toContain("$lock");
});

test("an option makes a file exclusive, by its path or its package", () => {
  const code = `export function a(n) { ${loop} }`;
  const files = new SingleFiles(
    { all: ["src/**", "lib"], exclusive: ["src/exclusive.js", "lib"], reentrant: ["src/**"] },
    "/project",
  );
  const made = (fileName: string) => {
    const wanted = files.wanted(fileName, code);
    return wanted && files.transform(code, wanted, { isCommonJs: false }).code;
  };
  expect(made("/project/src/exclusive.js")).toContain('$exclusive("src/exclusive")');
  expect(made("/project/src/other.js")).not.toContain("$exclusive");
  expect(made("/project/node_modules/lib/dist/index.mjs")).toContain('$exclusive("lib/dist/index")');
  expect(emitted(code, { functions: "all", exclusive: true })).toContain("exclusive(");
  expect(() => emitted(code, { exclusive: ["src/**"] as never })).toThrow(
    'option_value: exclusive is ["src/**"]. Give true or false.',
  );
  expect(() => new SingleFiles({ reentrant: "lib" as never }, "/project")).toThrow(
    'option_value: reentrant is "lib". Give a list, such as ["lib"].',
  );
});

test("whatever is called plainly in the file runs the job first that is inside: functions of every kind", () => {
  const code = `/** @preempt exclusive */

    let current = "";
    function set(name, n) { current = name; for (let i = 0; i < n; i++) f(i); log("left", current); }
    const f = (i) => { for (let k = 0; k < i; k++); return i; };
    class C {
      static { log("static"); }
      constructor() { log("constructor"); }
      get value() { log("get"); return 1; }
      set value(v) { log("set"); }
      method() { log("method"); }
      #hidden() { log("hidden"); }
      hidden() { this.#hidden(); }
    }
    class D extends C { constructor(x = log("parameter")) { super(); log("derived"); } }
    function* generator() { log("generator"); yield 1; }
    async function asynchronous() { log("asynchronous"); }
    const arrow = () => log("arrow");
    const object = { get value() { return log("getter"); }, method() { log("object"); }, property: function () { "use strict"; log("property"); } };
    const c = new C();
    const calls = [() => new D(), () => c.value, () => { c.value = 1; }, () => c.method(), () => c.hidden(), () => [...generator()], () => asynchronous(), () => arrow(), () => object.value, () => object.method(), () => object.property()];
    function main(i) { return i === undefined ? calls.length : i < 0 ? set("job", 3) : calls[i](); }`;
  const program = { code, functions: "all" as const, extension: "js" as const };
  for (const [name, options] of ways) {
    const { main, log } = load(program, transformProgram(program, options).code);
    for (let i = 0; i < (main() as number); i++) {
      const job = start(main, { args: [-1], budget: 0 });
      job.next();
      log.length = 0;
      main(i);
      // Default values of parameters come before.
      expect(log.filter((line) => !line.includes("parameter"))[0], `${name}: ${i}`).toBe('"left" "job"');
      expect(log.length).toBeGreaterThan(1);
      expect(job.next()).toEqual({ done: true, value: undefined });
    }
  }
});

test("functions inside a preemptable one ask as well, whoever calls it", () => {
  const code = `/** @preempt exclusive */

    let current = "";
    /** @preempt */ function set(name, n) { current = name; for (let i = 0; i < n; i++) f(i); log("left", current); }
    /** @preempt */ function f(i) { for (let k = 0; k < i; k++); return i; }
    /** @preempt */ function inside(g) {
      g(0);
      const object = { get value() { return log("getter"); }, method() { log("method"); } };
      const C = class { #x = 1; static made() { return new this(); } method() { log("of a class", this.#x); } };
      function declared() { log("declared"); }
      return [
        () => log("arrow"), function () { log("function"); }, () => object.value, () => object.method(),
        () => C.made().method(), declared, function* () { log("generator"); }, async () => { log("async"); },
      ];
    }
    /** @preempt */ function around(g) { return [() => log("arrow")].map((x) => { g(0); return x; }); }
    function main(i) { return [inside, around, set][i]; }`;
  const program = { code, extension: "js" as const };
  for (const [name, options] of ways) {
    const { main, log } = load(program, transformProgram(program, options).code);
    type Made = (...args: unknown[]) => unknown;
    const [inside, around, set] = [0, 1, 2].map((i) => main(i)) as [Made, Made, Made];
    const g = (i: number) => i;
    for (const whole of [inside, around]) {
      const resumed = start(whole, { args: [g], budget: 0 });
      let step = resumed.next();
      for (; !step.done; step = resumed.next());
      for (const list of [whole(g), step.value] as (() => Iterator<unknown> | undefined)[][]) {
        for (const [i, call] of list.entries()) {
          const job = start(set, { args: ["job", 3], budget: 0 });
          job.next();
          log.length = 0;
          call()?.next?.();
          expect(log[0], `${name}: ${i} of ${list.length}`).toBe('"left" "job"');
          expect(log.length).toBeGreaterThan(1);
          expect(job.next()).toEqual({ done: true, value: undefined });
        }
      }
    }
  }
});

test("a function that holds no point is suspended where it starts, too, until the job inside has left", () => {
  const code = `/** @preempt exclusive */

    let current = "";
    function set(name, n) { current = name; for (let i = 0; i < n; i++) f(i); return current; }
    const f = (i) => { for (let k = 0; k < i; k++); return i; };
    function get() { return current; }
    /** @preempt reentrant */ function main(i) { return i < 0 ? set("job", 9) : [get, set][i]("other", 2); }`;
  for (const [name, options] of ways.slice(0, 3)) {
    const program = { code, functions: "all" as const, extension: "js" as const };
    const { main } = load(program, transformProgram(program, options).code);
    const first = start(main, { args: [-1], budget: 0 });
    for (let i = 0; i < 3; i++) first.next();
    const asks = start(main, { args: [0], budget: 0 });
    // It runs the first in its own steps.
    let steps = 0;
    let step = asks.next();
    for (; !step.done; step = asks.next()) steps++;
    expect(steps, name).toBeGreaterThan(3);
    expect(step.value, name).toBe("job");
  }
});

test("async functions and generators that are called plainly ask again where they go on", async () => {
  const code = `/** @preempt exclusive */

    let current = "";
    function set(name, n) { current = name; for (let i = 0; i < n; i++) f(i); log("left", current); }
    const f = (i) => { for (let k = 0; k < i; k++); return i; };
    /** @preempt never */ async function awaits(p) { log("starts"); await p; log("goes on"); try { await Promise.reject(1); } catch { log("caught"); } finally { log("final"); } for await (const x of [p]) log("round"); return (await p) ?? 1; }
    /** @preempt never */ function* yields() { log("starts"); try { const x = yield 1; log("goes on", x); yield* [2, 3]; log("goes on"); } catch (e) { log("caught", e); } }
    /** @preempt never */ const arrow = async (p) => (await p) && log("arrow");
    function main(i, p) { return i < 0 ? set("job", 3) : [awaits, yields, arrow][i](p); }`;
  const program = { code, functions: "all" as const, extension: "js" as const };
  const { main, log } = load(program, transformProgram(program).code);
  /** Somebody is inside, while `go` lets the function go on. */
  const during = async (go: () => unknown) => {
    const job = start(main, { args: [-1], budget: 0 });
    job.next();
    log.length = 0;
    await go();
    expect(log[0]).toBe('"left" "job"');
    expect(log.length).toBeGreaterThan(1);
    expect(job.next().done).toBe(true);
  };
  const generator = main(1) as Generator<unknown, unknown, unknown>;
  await during(() => generator.next());
  await during(() => generator.next("x"));
  generator.next();
  await during(() => generator.next());
  const failing = main(1) as Generator<unknown, unknown, unknown>;
  failing.next();
  await during(() => failing.throw("e"));
  let resolve: (value: unknown) => void = () => {};
  const promise = new Promise((r) => {
    resolve = r;
  });
  const [made, arrow] = [main(0, promise), main(2, promise)];
  await during(async () => {
    resolve(true);
    await promise;
    await null;
  });
  expect(await made).toBe(true);
  await arrow;
  expect(log).toEqual(expect.arrayContaining(['"goes on"', '"caught"', '"final"', '"round"', '"arrow"']));
});

test("a function that is suspended where it asks is not inside; one that is entered again asks no more", () => {
  const code = `const tmp = { x: 0 };
/** @preempt */ function looping(n, f) { tmp.x = n; for (let i = 0; i < n; i++) f(i); return tmp.x; }
/** @preempt */ function calling(f) { tmp.x = 1; f(tmp.x); return tmp.x; }`;
  const out = transform(code, { fileName: "units.js", sourceMap: false }).code;
  const [, whole = "", rest = ""] = /function looping\$resumable(.*?)function looping\$rest(.*?)\n}\n/s.exec(out) ?? [];
  const [, start = ""] = /function calling\$resumable(.*?)function calling\$rest/s.exec(out) ?? [];
  for (const body of [whole, start]) {
    expect(body).toContain(" 0, 0, $depth);");
    expect(body).not.toContain(" 0, 0, [$lock, $depth]);");
    expect(body).toContain(" 0, [$lock, $depth]);");
  }
  // The loop's body is entered at its loop, too, and the one that starts at its beginning alone.
  expect(whole).toContain("if ($lock.owner !== void 0 && $at === 0 && $mustWait($lock)) {");
  expect(start).toContain("if ($lock.owner !== void 0 && $mustWait($lock)) {");
  expect(rest).not.toContain("$mustWait");
});
