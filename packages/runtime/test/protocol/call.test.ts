/** A call with a `this` of one's own, as each engine does it best: all ways do the same. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

type Call = typeof import("../../src/protocol/call.ts");

/** Error objects of engines that do not see through a bound call have more properties. */
const engines = { V8: undefined, JavaScriptCore: "line", SpiderMonkey: "lineNumber" };

for (const [engine, property] of Object.entries(engines)) {
  describe(engine, () => {
    let module: Call;

    beforeEach(async () => {
      if (property) Object.defineProperty(Error.prototype, property, { value: 1, configurable: true });
      vi.resetModules();
      module = await import("../../src/protocol/call.ts");
    });

    afterEach(() => {
      if (property) Reflect.deleteProperty(Error.prototype, property);
    });

    test("the function gets its this, unboxed, and as many arguments as are given", () => {
      function seen(this: unknown, ...args: unknown[]) {
        return [this, ...args];
      }
      for (const self of [undefined, null, 1, "text", true, Symbol.iterator, { a: 1 }]) {
        for (const args of [[], [1], [1, undefined], [1, 2, 3], [1, 2, 3, 4, 5]]) {
          expect(module.call(seen, self, ...args)).toEqual([self, ...args]);
        }
      }
    });

    test("its value and its error come back, and calls within calls", () => {
      const failing = () => {
        throw new RangeError("on purpose");
      };
      expect(() => module.call(failing, undefined)).toThrow(new RangeError("on purpose"));
      const inner = function (this: { n: number }, m: number) {
        return this.n + m;
      };
      const outer = function (this: { n: number }, m: number) {
        return (module.call(inner, { n: 10 }, m) as number) * (module.call(inner, this, m) as number);
      };
      expect(module.call(outer, { n: 1 }, 5)).toBe(15 * 6);
    });

    test("nobody is asked for `call`: not the function, and not Function.prototype", () => {
      const asked: string[] = [];
      const f = new Proxy(() => "called", {
        get: (_, key) => asked.push(String(key)),
        apply: (target, self, args) => [Reflect.apply(target, self, args), self, ...args],
      });
      const own = Object.assign(() => "own", { call: () => "not this" });
      const native = Function.prototype.call;
      // biome-ignore lint/suspicious/noExplicitAny: somebody's mischief
      (Function.prototype as any).call = () => "mischief";
      const values = [module.call(f, "self"), module.call(f, "self", 1), module.call(f, "self", 1, 2, 3)];
      const ofOwn = [module.call(own, 1), module.call(own, 1, 2), module.call(own, 1, 2, 3)];
      Function.prototype.call = native;
      expect(values).toEqual([
        ["called", "self"],
        ["called", "self", 1],
        ["called", "self", 1, 2, 3],
      ]);
      expect(ofOwn).toEqual(["own", "own", "own"]);
      expect(asked).toEqual([]);
    });

    test("what was called last can be forgotten", async () => {
      const called = (() => {
        const f = () => 1;
        expect(module.call(f, undefined)).toBe(1);
        return new WeakRef(f);
      })();
      module.forgetCallee();
      // A WeakRef that was made in a turn keeps its target to the end of that.
      await new Promise((resolve) => setTimeout(resolve));
      collect();
      expect(called.deref()).toBeUndefined();
    });
  });
}
