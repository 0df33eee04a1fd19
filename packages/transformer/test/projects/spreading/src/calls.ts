/** Ways in which one function reaches another. Each ends in the loop of `long`, and returns what that returns. */
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { EventEmitter } from "node:events";
import { Readable } from "node:stream";
import { Elsewhere } from "./elsewhere.ts";
import { serialized } from "./serialized.ts";

const rounds = 100;
export const expected = 4950;

/** @preempt */
function long(n: number = rounds): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += i;
  return sum;
}

/** @preempt */
async function longLater(n: number = rounds): Promise<number> {
  await undefined;
  return long(n);
}

/** @preempt */
function tag(_: TemplateStringsArray, n: number): number {
  return long(n);
}

/** @preempt */
function* rows(n: number = rounds): Generator<number, number> {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += i;
  yield sum;
  return sum;
}

/** @preempt */
async function* rowsLater(n: number = rounds): AsyncGenerator<number> {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += i;
  yield sum;
}

class Summing {
  readonly sum: number;

  /** @preempt */
  constructor(n: number = rounds) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += i;
    this.sum = sum;
  }
}

class Derived extends Summing {
  readonly twice: number;

  /** @preempt */
  constructor(n?: number) {
    super(n);
    this.twice = 2 * this.sum;
  }
}

class WithField {
  readonly sum = long();

  /** @preempt */
  constructor() {}
}

class Holder {
  bound: () => number;
  readonly list = [0];
  #last = 0;

  constructor() {
    this.bound = this.method.bind(this) as () => number;
  }

  /** @preempt */
  method(n: number = rounds): number {
    return long(n);
  }

  /** @preempt */
  get total(): number {
    let sum = 0;
    for (let i = 0; i < rounds; i++) sum += i;
    return sum;
  }

  /** @preempt */
  set last(n: number) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += i;
    this.#last = sum;
  }

  get kept(): number {
    return this.#last;
  }

  /** @preempt */
  toJSON(): number {
    return long();
  }

  /** @preempt */
  valueOf(): number {
    return long();
  }
}

const holder = new Holder();
/** @preempt */
const firstOf = ([row]: Iterable<number>): number | undefined => row;
/** @preempt */
const totalOf = ({ total }: Holder): number => total;
const boundElsewhere = long.bind(undefined);
const storage = new AsyncLocalStorage<number>();
const resource = new AsyncResource("example");

/** The value that arrived last. */
let seen = 0;
/** @preempt */
function listener(n: number): void {
  seen = long(n);
}
const emitter = new EventEmitter().on("row", listener);
const failing = new EventEmitter().on("error", listener);
const target = new EventTarget();
target.addEventListener("row", /** @preempt */ () => listener(rounds));

const soon = (later: (f: () => void) => void) =>
  new Promise<number>((resolve) => later(/** @preempt */ () => resolve(long())));

/** By the code in the table of docs/how-preemption-spreads.md. */
export const calls: Record<string, () => unknown> = {
  "f(x)": /** @preempt */ () => long(rounds),
  "o.m(x)": /** @preempt */ () => holder.method(rounds),
  "o?.m?.(x)": /** @preempt */ () => holder?.method?.(rounds),
  "await f(x)": /** @preempt */ async () => await longLater(rounds),
  "return f(x), where f is async": /** @preempt */ () => longLater(rounds),
  "f.call(o, x)": /** @preempt */ () => long.call(undefined, rounds),
  "f.apply(o, xs)": /** @preempt */ () => long.apply(undefined, [rounds]),
  "Reflect.apply(f, o, xs)": /** @preempt */ () => Reflect.apply(long, undefined, [rounds]),
  "f.bind(o)(x)": /** @preempt */ () => long.bind(undefined)(rounds),
  "this.m = this.m.bind(this)": /** @preempt */ () => holder.bound(),
  "const g = f.bind(o) of a module": /** @preempt */ () => boundElsewhere(rounds),
  "new Proxy(f, {})(x)": /** @preempt */ () => new Proxy(long, {})(rounds),
  "tag`${x}`": /** @preempt */ () => tag`${rounds}`,
  "xs.map(f), and other methods of arrays": /** @preempt */ () => [rounds].map((n) => long(n))[0],
  "xs.map(f.bind(o))": /** @preempt */ () => [rounds].map(long.bind(undefined) as (n: number) => number)[0],
  "iterator.map(f).toArray()": /** @preempt */ () => [rounds].values().map((n) => long(n)).toArray()[0],
  "text.replace(pattern, f)": /** @preempt */ () => Number("n".replace("n", () => String(long()))),
  "JSON.parse(text, f)": /** @preempt */ () => JSON.parse("100", (_, n) => long(n)),
  "JSON.stringify(o, f)": /** @preempt */ () => Number(JSON.stringify(rounds, (_, n) => long(n))),
  "JSON.stringify(o), where another file has toJSON": /** @preempt */ () => Number(serialized(new Elsewhere())),
  "JSON.stringify(o), where o has toJSON": /** @preempt */ () => Number(JSON.stringify(holder)),
  "for (const x of g())": /** @preempt */ () => {
    for (const row of rows()) return row;
    return 0;
  },
  "[...g()]": /** @preempt */ () => [...rows()][0],
  "const [x] = g()": /** @preempt */ () => {
    const [row] = rows();
    return row;
  },
  "const [x = 1] = g()": /** @preempt */ () => {
    const [row = 1] = rows();
    return row;
  },
  "[x] = g()": /** @preempt */ () => {
    let row: number | undefined;
    [row] = rows();
    return row;
  },
  "([x]) => x, called with g()": /** @preempt */ () => firstOf(rows()),
  "Array.from(g())": /** @preempt */ () => Array.from(rows())[0],
  "g().next()": /** @preempt */ () => rows().next().value,
  "yield* g()": /** @preempt */ () => {
    /** @preempt */
    function* outer(): Generator<number, void> {
      yield* rows();
    }
    return [...outer()][0];
  },
  "for await (const x of g())": /** @preempt */ async () => {
    for await (const row of rowsLater()) return row;
    return 0;
  },
  "for await (const x of Readable.from(g()))": /** @preempt */ async () => {
    for await (const row of Readable.from(rows())) return row;
    return 0;
  },
  "new C(x)": /** @preempt */ () => new Summing(rounds).sum,
  "super(x)": /** @preempt */ () => new Derived(rounds).sum,
  "new C(x), where a field's initialiser calls f": /** @preempt */ () => new WithField().sum,
  "Reflect.construct(C, xs)": /** @preempt */ () => (Reflect.construct(Summing, [rounds]) as Summing).sum,
  "o.p, where p has a getter": /** @preempt */ () => holder.total,
  "o.p, where another file has the getter": /** @preempt */ () => new Elsewhere().farSum,
  "const { p } = o": /** @preempt */ () => {
    const { total } = holder;
    return total;
  },
  "const { p = 0 } = o": /** @preempt */ () => {
    const { total = 0 } = holder;
    return total;
  },
  "({ p: x } = o)": /** @preempt */ () => {
    let sum: number;
    ({ total: sum } = holder);
    return sum;
  },
  "({ p }) => p, called with o": /** @preempt */ () => totalOf(holder),
  "for (const { p } of os)": /** @preempt */ () => {
    for (const { total } of [holder]) return total;
    return 0;
  },
  "const { p, xs: [x] } = o": /** @preempt */ () => {
    const {
      total,
      list: [more],
    } = holder;
    return total + (more as number);
  },
  "o.p = x, where p has a setter": /** @preempt */ () => {
    holder.last = rounds;
    return holder.kept;
  },
  "o.p = x, where another file has the setter": /** @preempt */ () => {
    const other = new Elsewhere();
    other.farSum = rounds;
    return other.kept;
  },
  "storage.run(x, f)": /** @preempt */ () => storage.run(1, () => long()),
  "resource.runInAsyncScope(f)": /** @preempt */ () => resource.runInAsyncScope(long, undefined, rounds),
  "emitter.emit(name, x)": /** @preempt */ () => {
    emitter.emit("row", rounds);
    return seen;
  },
  "emitter.emit(name, x), after once(name, f)": /** @preempt */ () => {
    emitter.once("last row", listener);
    emitter.emit("last row", rounds);
    return seen;
  },
  'emitter.emit("error", x)': /** @preempt */ () => {
    failing.emit("error", rounds);
    return seen;
  },
  "target.dispatchEvent(event)": /** @preempt */ () => {
    target.dispatchEvent(new Event("row"));
    return seen;
  },
  "+o, where o has valueOf": /** @preempt */ () => +holder,
  "queueMicrotask(f)": /** @preempt */ async () => await soon(queueMicrotask),
  "promise.then(f)": /** @preempt */ async () => await soon((f) => void Promise.resolve().then(f)),
  "setTimeout(f)": /** @preempt */ async () => await soon(setTimeout),
  "new Function(text)": /** @preempt */ () =>
    new Function("let sum = 0; for (let i = 0; i < 100; i++) sum += i; return sum;")(),
};
