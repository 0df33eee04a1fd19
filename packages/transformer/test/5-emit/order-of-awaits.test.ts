/** `driveAsync` beside a plain twin: each await takes as many turns of microtasks as it does in an async function. */
import "@preempt/runtime/script";
import { driveAsync } from "@preempt/runtime/testing";
import { expect, test } from "vitest";
import { transform } from "../../src/index.ts";

type Walk = (log: string[], make: () => unknown) => Promise<unknown>;

const program = (name: string) =>
  `/** @preempt */ async function ${name}(log, make) {
    for (let i = 0; i < 3; i++) {
      log.push("${name}" + i);
      try { await make(); } catch (error) { log.push("${name} caught " + error.message); }
    }
    return make();
  }`;

const load = (code: string, name: string) => new Function(`${code}; return ${name};`)() as Walk;
const preemptable = load(transform(program("f"), { fileName: "f.js", module: false, sourceMap: false }).code, "f");
const plain = load(program("g"), "g");

class Other extends Promise<unknown> {}

const values: Record<string, () => unknown> = {
  null: () => null,
  "an object": () => ({ a: 1 }),
  "a promise": () => Promise.resolve(1),
  "a promise that rejects": () => Promise.reject(new Error("no")),
  "a promise of another class": () => Other.resolve(1),
  "a promise whose constructor throws": () =>
    Object.defineProperty(Promise.resolve(1), "constructor", {
      get() {
        throw new Error("constructor");
      },
    }),
  // biome-ignore lint/suspicious/noThenProperty: a thenable
  "a thenable": () => ({ then: (resolve: (value: unknown) => void) => resolve(1) }),
  "a thenable that rejects": () => ({
    // biome-ignore lint/suspicious/noThenProperty: a thenable
    then: (_: unknown, reject: (error: unknown) => void) => reject(new Error("no")),
  }),
  "a thenable of a promise": () => ({
    // biome-ignore lint/suspicious/noThenProperty: a thenable
    then: (resolve: (value: unknown) => void) => resolve(Promise.resolve(1)),
  }),
  "an object whose then throws": () => ({
    // biome-ignore lint/suspicious/noThenProperty: that is what it is about
    get then() {
      throw new Error("then");
    },
  }),
};

/** What `g` and another one log, side by side, with the turn of microtasks that each entry was made in. */
async function turns(start: (log: string[]) => Promise<unknown>): Promise<string[]> {
  const log: string[] = [];
  let turn = 0;
  let isOver = false;
  const entries: string[] = [];
  const count = () => {
    for (const entry of log.splice(0)) entries.push(`${turn}: ${entry}`);
    turn++;
    if (!isOver) queueMicrotask(count);
  };
  const first = start(log);
  queueMicrotask(count);
  const ended = () => {
    isOver = true;
  };
  await first.then(ended, ended);
  return entries.map((entry) => entry.replace(/[fg](?=\d| )/, "f"));
}

test.each(Object.keys(values))("%s is awaited as long as in a plain async function", async (name) => {
  const make = values[name] as () => unknown;
  const expected = await turns((log) => plain(log, make));
  for (const budget of [Number.POSITIVE_INFINITY, 0]) {
    const actual = await turns((log) => driveAsync(preemptable, { args: [log, make], budget }));
    expect(actual).toEqual(expected);
  }
  expect(expected.length).toBeGreaterThanOrEqual(3);
});

test.each(["null", "a thenable"])(
  "a driven function and its plain twin take turns while they await %s",
  async (name) => {
    const log: string[] = [];
    const make = values[name] as () => unknown;
    await Promise.all([driveAsync(preemptable, { args: [log, make], budget: 0 }), plain(log, make)]);
    expect(log).toEqual(["f0", "g0", "f1", "g1", "f2", "g2"]);
  },
);

test("a driven function that returns no promise ends with its own end", async () => {
  const log: string[] = [];
  const noted = (run: Promise<unknown>, what: string) => run.then(() => void log.push(what));
  await Promise.all([
    noted(driveAsync(preemptable, { args: [[], () => null] }), "f"),
    noted(
      plain([], () => null),
      "g",
    ),
  ]);
  expect(log).toEqual(["f", "g"]);
});

test("the then of a result is read once", async () => {
  let reads = 0;
  const make = () => ({
    // biome-ignore lint/suspicious/noThenProperty: that is what it is about
    get then() {
      reads++;
      return (resolve: (value: unknown) => void) => resolve("given");
    },
  });
  const { value } = await driveAsync(preemptable, { args: [[], make], budget: 0 });
  expect([value, reads]).toEqual(["given", 4]);
});
