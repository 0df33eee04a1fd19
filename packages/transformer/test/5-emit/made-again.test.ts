/** How a body finds out that what it called was suspended: by the signal, or, where there are many such functions, by the frame. */
import { expect, test } from "vitest";
import { transform } from "../../src/index.ts";

const inner = "function inner(f) { return f(1) + f(2); }";

/** Whether the body of `inner` asks for a frame that was saved. */
function asksForFrame(source: string): boolean {
  const { code } = transform(source, { fileName: "a.cjs", functions: "all", sourceMap: false });
  const [body = ""] = /function inner\$resumable[\s\S]*?f\(2\)[^\n]*/.exec(code) ?? [];
  const asks = body.includes("captured !== void 0");
  expect(body.includes("=== $signal")).toBe(!asks);
  return asks;
}

test.for([
  ["of a file", inner],
  ["of a function that is called on the spot", `(function () { ${inner} f = inner; })();`],
  ["of an arrow function that is called on the spot", `(() => { ${inner} f = inner; })();`],
  [
    "of what such a function is given",
    `(function (root, make) { root.x = make(); })(this, function () { ${inner} return inner; });`,
  ],
] as const)("functions %s compare with the signal", ([, source]) => {
  expect(asksForFrame(source)).toBe(false);
});

test.for([
  ["in functions", `function outer() { ${inner} return inner; }`],
  ["in loops", `for (const x of xs) { ${inner} fs.push(inner); }`],
  ["for instances", `class A { f = (() => { ${inner} return inner; })(); }`],
] as const)("functions that are made %s ask for the frame", ([, source]) => {
  expect(asksForFrame(source)).toBe(true);
});
