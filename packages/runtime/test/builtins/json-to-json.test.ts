/** `JSON.stringify` of objects with preemptable `toJSON` methods does what the engine's own does. */
import { drive } from "@preempt/runtime/testing";
import fc from "fast-check";
import { expect, test } from "vitest";
import { budgets, type Log, logged, preemptable, sameAsNative } from "./compare.ts";

const seed = 20261129;

/** An object whose `toJSON` is preemptable, logs its arguments, and gives `answer`. */
function serializer(answer: unknown, log: Log, more: object = {}): object {
  function toJSON(this: unknown, ...args: unknown[]): unknown {
    log("toJSON", typeof this, ...args);
    return answer === "itself" ? this : answer;
  }
  return { ...more, toJSON: preemptable(toJSON as never) };
}

type Make = (log: Log) => unknown;

const { node } = fc.letrec<{ leaf: Make; node: Make }>((tie) => ({
  leaf: fc
    .oneof(
      fc.constantFrom<unknown>(
        undefined,
        null,
        true,
        'text "\u2028\ud800',
        -0,
        Number.NaN,
        1e21,
        Symbol.iterator,
        "{}",
      ),
      fc.integer(),
    )
    .map((value) => () => value),
  node: fc.oneof(
    { depthSize: "small" },
    { weight: 3, arbitrary: tie("leaf") },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Make>(
        () => new Number(5),
        () => new String("{}"),
        () => new Boolean(false),
        () => Object(5n),
        () => 5n,
        () => new Date(0),
        () => /x/,
        () => Math.max,
        (log) => Object.assign(() => 0, serializer("of a function", log)),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.array(tie("node"), { maxLength: 4 }).map<Make>((all) => (log) => all.map((make) => make(log))),
    },
    {
      weight: 3,
      arbitrary: fc
        .dictionary(fc.constantFrom("a", "b", "1", "long key", "toString", "__proto__"), tie("node"), { maxKeys: 4 })
        .map<Make>((all) => (log) => {
          const entries = Object.entries(all).map(([key, make]) => [key, make(log)] as const);
          return Object.fromEntries(entries);
        }),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(tie("node"), fc.constantFrom("answer", "itself", "proxy"))
        .map<Make>(([make, what]) => (log) => {
          if (what === "itself") return serializer("itself", log, { own: make(log) });
          return serializer(what === "proxy" ? logged({ x: make(log) }, log) : make(log), log);
        }),
    },
  ),
}));

const spaces = [undefined, 0, 2, 99, -1, "\t", "a long indentation", new Number(3), new String("--"), {}, null];
const lists = [
  undefined,
  null,
  [],
  ["a", "1", "own"],
  ["b", "b", 1, new String("a"), new Number(1), true, {}, null, ["a"]],
  new Array(3),
  { length: 1, 0: "a" },
];

test("the same text and the same calls, with any list of names, indentation, and what toJSON may answer", () => {
  let preemptions = 0;
  fc.assert(
    fc.property(node, fc.constantFrom(...lists), fc.constantFrom(...spaces), (make, list, space) => {
      preemptions += sameAsNative(JSON.stringify, (log) => ({
        self: JSON,
        args: [make(log), Array.isArray(list) ? logged(list, log, "list ") : list, space],
        after: 0,
      }));
    }),
    { numRuns: 400, seed },
  );
  expect(preemptions).toBeGreaterThan(1000);
});

test("with a replacer function, toJSON comes first, and the replacer gets what it gave", () => {
  fc.assert(
    fc.property(node, fc.array(fc.boolean()), (make, drops) => {
      sameAsNative(JSON.stringify, (log) => {
        let n = 0;
        const replacer = (key: string, value: unknown) => {
          log("replacer", key, value);
          return drops[n++] ? undefined : value;
        };
        return { self: JSON, args: [make(log), replacer, 1], after: 0 };
      });
    }),
    { numRuns: 100, seed },
  );
});

test("properties that toJSON adds, deletes and changes, getters, and toJSON as a getter", () => {
  const shared = { deep: 1 };
  sameAsNative(JSON.stringify, () => ({ self: JSON, args: [[shared, [shared], { shared }]], after: 0 }));
  sameAsNative(JSON.stringify, (log) => {
    const o: Record<string, unknown> = { a: 1, b: 2, c: [1, 2, 3], d: 4 };
    const change = preemptable((() => {
      Reflect.deleteProperty(o, "d");
      o.e = "late";
      (o.c as number[]).length = 1;
      return "changed";
    }) as never);
    o.b = { toJSON: change };
    Object.defineProperty(o, "f", { enumerable: true, get: () => log("getter") });
    o.g = {
      get toJSON() {
        log("get toJSON");
        return preemptable((() => "gotten") as never);
      },
    };
    o.h = { toJSON: 5, [Symbol("s")]: 1 };
    return { self: JSON, args: [o], after: o };
  });
});

test("errors of toJSON, of getters and of BigInts are thrown where they are without preemption", () => {
  for (const make of [
    (log: Log) => [
      serializer(1, log),
      {
        toJSON: preemptable((() => {
          throw new RangeError("mine");
        }) as never),
      },
      serializer(2, log),
    ],
    (log: Log) => ({ a: serializer(1, log), b: 5n, c: serializer(2, log) }),
    (log: Log) => ({ a: serializer(5n, log) }),
    (log: Log) => ({
      a: serializer(1, log),
      get b() {
        throw new RangeError("getter");
      },
    }),
    (log: Log) => logged({ a: [1, logged({}, log)], b: serializer(3, log) }, log),
  ])
    sameAsNative(JSON.stringify, (log) => ({ self: JSON, args: [make(log)], after: 0 }));
});

test("a BigInt has the toJSON of its prototype", () => {
  const prototype = BigInt.prototype as { toJSON?: unknown };
  try {
    prototype.toJSON = preemptable(function (this: bigint) {
      return `${this}n`;
    } as never);
    sameAsNative(JSON.stringify, () => ({ self: JSON, args: [{ a: 5n, b: Object(6n) }], after: 0 }));
    sameAsNative(JSON.stringify, () => ({ self: JSON, args: [7n], after: 0 }));
  } finally {
    Reflect.deleteProperty(prototype, "toJSON");
  }
});

class Account {
  owner: unknown;
  toJSON?: unknown;
}
class Owner extends Account {}

const circles: Record<string, () => unknown> = {
  "of itself": () => {
    const o: Record<string, unknown> = { a: 1 };
    o.self = o;
    return o;
  },
  "of instances and lists": () => {
    const account = new Account();
    account.owner = Object.assign(new Owner(), { owner: [1, 2, { "a key": account }] });
    return { accounts: [account] };
  },
  "of what has no prototype": () => {
    const o = Object.create(null) as Record<string, unknown>;
    o.a = { 5: [[o]] };
    return [o];
  },
  "of two, through toJSON": () => {
    const account = new Account();
    const given = { account };
    account.owner = { toJSON: preemptable((() => given) as never) };
    return account;
  },
  "through a property that is called toJSON": () => {
    const account = new Account();
    account.toJSON = { account };
    return account;
  },
  "deep inside": () => {
    const outer: { inner?: unknown } = {};
    let last = outer;
    for (let i = 0; i < 40; i++) last = last.inner = {};
    last.inner = { inner: last };
    return [outer, outer];
  },
  "from deep inside": () => {
    const outer: { inner?: unknown } = {};
    let last = outer;
    for (let i = 0; i < 40; i++) last = last.inner = {};
    last.inner = outer;
    return [outer];
  },
  "of an array in itself": () => {
    const list: unknown[] = [1, [2]];
    list[3] = list;
    return list;
  },
  "of a list with a prototype of its own": () => {
    const list = new (class List extends Array {})();
    list.push({ list });
    return list;
  },
};

test.for(Object.entries(circles))("a circle %s has the engine's words", ([, make]) => {
  const wordsOf = (run: () => unknown) => {
    try {
      return String(run());
    } catch (error) {
      return `${(error as Error).constructor === TypeError} ${(error as Error).message}`;
    }
  };
  const expected = wordsOf(() => JSON.stringify(make()));
  expect(expected).toContain("circular");
  for (const budget of budgets) {
    expect(wordsOf(() => drive(JSON.stringify as never, { args: [make()], budget } as never).value)).toBe(expected);
  }
});

test("what is nested deeper than the engine's stack has a text", () => {
  let deep: unknown = { toJSON: preemptable((() => 1) as never) };
  for (let i = 0; i < 50_000; i++) deep = [deep];
  expect(drive(JSON.stringify as never, { args: [deep], budget: 1e7 } as never).value).toHaveLength(100_001);
}, 60_000);
