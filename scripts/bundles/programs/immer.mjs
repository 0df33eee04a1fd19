import { applyPatches, enableMapSet, enablePatches, produce, produceWithPatches } from "immer";

enablePatches();
enableMapSet();
/** @preempt */
export function run() {
  const base = { a: [1, { b: 2 }], m: new Map([["x", { y: 1 }]]), s: new Set([1]) };
  const [next, p, inv] = produceWithPatches(base, (d) => {
    d.a[1].b++;
    d.a.push(3);
    d.m.get("x").y = 5;
    d.m.set("z", 1);
    d.s.add(2);
    Reflect.deleteProperty(d, "q");
  });
  const back = applyPatches(next, inv);
  return JSON.stringify([
    next,
    p,
    inv,
    back,
    [...next.m],
    [...back.s],
    produce(base, () => {}) === base,
    (() => {
      try {
        next.a.push(1);
      } catch (e) {
        return e.constructor.name;
      }
    })(),
  ]);
}
