/** Two libraries that the demo brings along, every eligible function of them preemptable, against themselves as they are. */
import { readFileSync } from "node:fs";
import { drive } from "@preempt/runtime/testing";
import "@preempt/runtime/script";
import { transform } from "@preempt/transformer";
import { expect, test } from "vitest";

/** What a bundle exports, which has all of its dependencies in it. */
function evaluate<T>(code: string): T {
  const module = { exports: {} };
  new Function("module", "exports", code)(module, module.exports);
  return module.exports as T;
}

function load<T>(file: string): { readonly plain: T; readonly whole: T; readonly preemptable: number } {
  const code = readFileSync(`packages/demo/node_modules/${file}`, "utf8");
  const result = transform(code, { fileName: file, functions: "all", module: false, sourceMap: false });
  return { plain: evaluate<T>(code), whole: evaluate<T>(result.code), preemptable: result.functions.preemptable };
}

/** Calls `method` of `object` with a preemption after every second point. */
function preempted<O extends object>(object: O, method: keyof O, ...args: unknown[]) {
  return drive(object[method] as (...args: unknown[]) => unknown, { thisArg: object, args, budget: 1 });
}

test("markdown-it renders the same HTML when it is preempted all the time", () => {
  interface MarkdownIt {
    render(text: string): string;
  }
  const { plain, whole, preemptable } = load<(options: object) => MarkdownIt>("markdown-it/dist/markdown-it.js");
  const options = { html: true, linkify: true, typographer: true };
  const text = readFileSync("README.md", "utf8");
  const expected = plain(options).render(text);
  const html = whole(options);
  expect(html.render(text)).toBe(expected);
  const { value, preemptions } = preempted(html, "render", text);
  expect(value).toBe(expected);
  expect(expected.length).toBeGreaterThan(3_000);
  expect(preemptable).toBeGreaterThan(100);
  expect(preemptions).toBeGreaterThan(3_000);
});

test("supercluster finds the same clusters when it is preempted all the time", () => {
  interface Supercluster {
    load(points: object[]): Supercluster;
    getClusters(box: number[], zoom: number): object[];
  }
  const { plain, whole, preemptable } = load<new (options: object) => Supercluster>(
    "supercluster/dist/supercluster.js",
  );
  const points = Array.from({ length: 500 }, (_, i) => ({
    type: "Feature",
    properties: { i },
    geometry: { type: "Point", coordinates: [((i * 7919) % 3600) / 10 - 180, ((i * 104_729) % 1600) / 10 - 80] },
  }));
  const clusters = (index: Supercluster) => [0, 2, 5].map((zoom) => index.getClusters([-180, -85, 180, 85], zoom));
  const expected = clusters(new plain({ radius: 60 }).load(points));
  const index = new whole({ radius: 60 });
  const { preemptions } = preempted(index, "load", points);
  expect(clusters(index)).toEqual(expected);
  const queried = preempted(index, "getClusters", [-180, -85, 180, 85], 5);
  expect(queried.value).toEqual(expected[2]);
  expect(preemptable).toBeGreaterThan(10);
  expect(preemptions).toBeGreaterThan(1000);
});
