// @vitest-environment jsdom
/** Components that React Compiler has compiled do what they did; and with it, objects and closures need no useMemo. */
import { createRequire } from "node:module";
import { transformAsync } from "@babel/core";
import * as preemptReact from "@preempt/react";
import * as react from "react";
import * as compilerRuntime from "react/compiler-runtime";
import * as jsxRuntime from "react/jsx-runtime";
import { transformWithOxc } from "vite";
import { beforeAll, expect, test, vi } from "vitest";
import { count, pass, render, states, text } from "./kit.tsx";

const source = `
import { useDeferredJob, useJob, useSuspenseJob } from "@preempt/react";
import { count, size } from "./jobs";

export function Count({ n }) {
  const { status, result } = useJob(count, [n], { deadline: 100 });
  return <p>{status} {result}</p>;
}
export function Deferred({ n }) {
  return <p>{useDeferredJob(count, [n], "none")}</p>;
}
export function Suspended({ n }) {
  return <p>{useSuspenseJob(count, [n])}</p>;
}
export function Objects({ n }) {
  const { result } = useJob(size, [{ n }]);
  return <p>{result}</p>;
}
export function Closure({ n }) {
  const { result } = useJob(() => n * 2, []);
  return <p>{result}</p>;
}
`;

type Parts = Record<"Count" | "Deferred" | "Suspended" | "Objects" | "Closure", react.ComponentType<{ n: number }>>;
let compiled: Parts;
let asWritten: Parts;

const modules: Record<string, unknown> = {
  react,
  "react/jsx-runtime": jsxRuntime,
  "react/compiler-runtime": compilerRuntime,
  "@preempt/react": preemptReact,
  "./jobs": { count, size: ({ n }: { n: number }) => n },
};

/** The components, of the source or of what the compiler made of it. */
async function load(code: string): Promise<Parts> {
  const { code: plain } = await transformWithOxc(code, "components.jsx", { jsx: { runtime: "automatic" } });
  const body = plain
    .replace(/import (\{[^}]*\}) from "([^"]+)";/g, (_, names: string, from: string) => {
      return `const ${names.replaceAll(" as ", ": ")} = modules[${JSON.stringify(from)}];`;
    })
    .replaceAll("export function", "function")
    .replace(/export \{[^}]*\};?/, "");
  return new Function("modules", `${body}\nreturn { Count, Deferred, Suspended, Objects, Closure };`)(modules);
}

beforeAll(async () => {
  const made = await transformAsync(source, {
    configFile: false,
    babelrc: false,
    filename: "components.jsx",
    parserOpts: { plugins: ["jsx"] },
    plugins: [
      [createRequire(import.meta.url).resolve("babel-plugin-react-compiler"), { panicThreshold: "all_errors" }],
    ],
  });
  expect(made?.code).toContain("react/compiler-runtime");
  compiled = await load(made?.code as string);
  asWritten = await load(source);
});

test.for(["compiled", "as written"])(
  "%s: pending, done, the previous result, and one job for each arguments",
  async (how) => {
    const { Count, Deferred } = how === "compiled" ? compiled : asWritten;
    const both = (n: number) => [<Count n={n} key="a" />, <Deferred n={n} key="b" />];
    const { show } = await render(both(1), { strict: false });
    expect(text()).toBe("pending none");
    await pass();
    expect(text()).toBe("done 1 done1 done");
    await show(both(9));
    await pass(4);
    expect(text()).toBe("pending 1 done1 done");
    await show(both(2));
    await pass();
    expect(text()).toBe("done 2 done2 done");
    expect(states()).toEqual(["done", "done", "cancelled", "cancelled", "done", "done"]);
  },
);

test.for(["compiled", "as written"])("%s: a component suspends until its job has ended", async (how) => {
  const { Suspended } = how === "compiled" ? compiled : asWritten;
  await render(
    <react.Suspense fallback="wait">
      <Suspended n={3} />
    </react.Suspense>,
  );
  expect(text()).toBe("wait");
  await pass();
  await vi.waitFor(() => react.act(async () => expect(text()).toBe("3 done")), { timeout: 20_000 });
  expect(states()).toEqual(["done"]);
});

test("compiled, an object among the arguments and a closure are memoised: each value starts one job", async () => {
  const both = (n: number) => [<compiled.Objects n={n} key="a" />, <compiled.Closure n={n} key="b" />];
  const { show } = await render(both(1), { strict: false });
  for (let i = 0; i < 4; i++) await pass();
  expect(text()).toBe("12");
  await show(both(4));
  for (let i = 0; i < 4; i++) await pass();
  expect(text()).toBe("48");
  expect(states()).toEqual(["done", "done", "done", "done"]);
});
