import { type NastyProgram, v } from "./program.ts";

/** What only scripts may say, and engines read in another way than TypeScript's parser. */
export const sloppy: NastyProgram[] = [
  {
    name: "what means use strict with an escape or a line continuation in it is no directive",
    extension: "js",
    strict: false,
    code: `${v} /** @preempt */ function continued() { 'use str\\\nict'; v(1); return [typeof this, arguments.length]; } /** @preempt */ function escaped() { "use\\x20strict"; v(2); return typeof this; } /** @preempt */ function real() { "use strict"; v(3); return typeof this; }
      /** @preempt */ function main() { return [continued.call(undefined), continued(1), escaped.call(null), escaped(), real.call(undefined), real()]; }`,
  },
  {
    name: "old octal numbers, also behind a minus, and decimals that begin with a zero",
    extension: "js",
    strict: false,
    code: `${v} /** @preempt */ function main() { const out = [1 - 052, -052, - 07, -/* x */010, 052.toFixed, -08, -09.5, 08e-1, 08.5.toString(), 09.25e2, -00, 1 / -00, ~010, { 010: 1, 08: 2 }, "\\07\\8\\101"]; for (let i = -02; i < 02; i++) out.push(v(i) - 01, [1, 2, 3][01]); return out; }`,
  },
  {
    name: "await is a name in what an async function holds but does not run",
    extension: "js",
    strict: false,
    isAsync: true,
    code: `var await = 5; ${v} /** @preempt */ async function main(a = () => await) { for (let i = 0; i < 1; i++) v(i);
      class A { x = await; m() { return await; } z = () => await; }
      function f(await) { for (let i = 0; i < 1; i++) await++; return await; } const g = (b) => (await) + b, h = { get await() { return { await }.await; } };
      const k = async (b = () => await) => { for (let i = 0; i < 1; i++) v(i); return b(); };
      const r = await k(); return [r, a(), new A().x, new A().m(), new A().z(), f(1), g(1), h.await, (() => (await) => await)()(3)].concat([await v(9)]); }`,
  },
  {
    name: "HTML-like comments are comments, but in strings, templates and regular expressions",
    extension: "js",
    strict: false,
    code: `${v}
<!-- can't \`
/** @preempt */ function main() { let a = 8, b = 2, s = "<!--"; <!-- } \${ */
  const g = 1, t = \`<!-- \${a
--> \` }
}
--> \`, r = [/[-->]<!--/.source, "\\
-->"];
--> /*
  while (a --> b) s += v(a); <!-- a --> b
  /* a
  */ --> '
  for (const x of r) s += x.length;
  a = 8
  <!-- a regular expression does not begin here
  /b/g
 /* "*/ --> nor
  return [a, s, t, a <!-- b
    , b < ! --b, { a <!--
  }]; }
--> the end`,
  },
  {
    name: "words that strict code reserves are names",
    extension: "js",
    strict: false,
    code: `${v} /** @preempt */ function main() { var let = 1, yes = (x) => x, static = 2, async = 3, of = [4], type = 5, interface = 6, declare = 7, using = [8], get = 9, eval = 10, out = [];
      let: for (var key in { a: 1 }) { out.push(let, key); continue let; } for (using of of) out.push(v(using)); for (async = 0; async < 2; async++) out.push(async);
      type
      static = 12
      interface
      async
      declare
      function f(let, let) { for (let i = 0; i < 1; i++) v(let); return let; }
      if (of) function g() { return async; } else function g() {}
      label: function k() { return 2; }
      for (var i = v(7) in {}) ; using
      [0] = out.length; delete static; return [out, let, static, f(1, 2), g(), k(), i, using, delete type, eval, typeof of]; }`,
  },
];
