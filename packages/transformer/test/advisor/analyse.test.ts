import { expect, test } from "vitest";
import { analyse } from "../../src/advisor/analyse.ts";
import { readRecording } from "../../src/advisor/read-recording.ts";
import { disk } from "../../src/node/disk.ts";
import { Places } from "../../src/profiles/places.ts";
import { advised, project } from "./made.ts";

const search = `export function distance(a, b) {
  let n = 0;
  for (const x of a) for (const y of b) n += x === y ? 0 : 1;
  return n;
}
export function search(titles, query) {
  const found = [];
  for (const title of titles) if (distance(title, query) < 3) found.push(title);
  return found;
}
`;
const main = `import { search } from "./search.js";

const titles = [];
function onInput(event) {
  show(search(titles, event.target.value));
}
function show(found) {
  document.body.textContent = found.join();
}
document.body.addEventListener("input", onInput);
`;
const page = { "src/search.js": search, "src/main.js": main };
const handler = "src/main.js onInput";
const inSearch = [handler, "src/search.js search", "src/search.js distance"] as const;

test("a slow event handler becomes a job, with a scheduler; what it reaches needs no annotation", () => {
  const { advice, report } = advised(page, [[180, ...inSearch]]);
  expect(advice).toEqual([
    [
      'listener: Make onInput (on "input") a job',
      '+ import { rt } from "./rt.js";',
      '- document.body.addEventListener("input", onInput);',
      '+ document.body.addEventListener("input", rt.listener(onInput, { deadline: 100, latest: true }));',
    ],
  ]);
  expect(report.advice[0]?.edit?.creates).toMatchObject({
    file: expect.stringMatching(/\/src\/rt\.js$/),
    text: expect.stringContaining("export const rt = new Scheduler();"),
  });
  expect(report).toMatchObject({ inp: 200, interactions: 1 });
  expect(report.slow[0]).toMatchObject({ waited: 2, handled: 188, presented: 10, profiled: 180 });
  expect(
    report.slow[0]?.shares.map(({ name, file, line, total, self }) => [name, `${file}:${line}`, total, self]),
  ).toEqual([
    ["distance", "src/search.js:1", 180, 180],
    ["search", "src/search.js:6", 180, 0],
    ["onInput", "src/main.js:4", 180, 0],
  ]);
});

test("a scheduler that the project exports is imported, in the way of the file's other imports", () => {
  const rt = 'import { Scheduler } from "@preempt/runtime";\nexport const engine = new Scheduler();\n';
  const { advice } = advised({ ...page, "src/rt.ts": rt }, [[180, ...inSearch]]);
  expect(advice[0]).toEqual([
    'listener: Make onInput (on "input") a job',
    '+ import { engine } from "./rt.js";',
    '- document.body.addEventListener("input", onInput);',
    '+ document.body.addEventListener("input", engine.listener(onInput, { deadline: 100, latest: true }));',
  ]);
});

test("two handlers share the scheduler that is created, and one in a module that imports others is not imported", () => {
  const other = main.replaceAll("onInput", "onScroll").replaceAll('"input"', '"scroll"');
  const withImports =
    'import "./main.js";\nimport { Scheduler } from "@preempt/runtime";\nexport const rt = new Scheduler();\n';
  const files = { ...page, "src/other.js": other, "src/page.js": withImports };
  const { report } = advised(files, [
    [100, ...inSearch],
    [80, "src/other.js onScroll", "src/search.js search"],
  ]);
  expect(report.advice.map(({ edit }) => edit?.creates?.file.replace(/^.*\/src/, "src"))).toEqual([
    "src/rt.js",
    "src/rt.js",
  ]);
  for (const { diff } of report.advice) expect(diff[0]?.text).toBe('import { rt } from "./rt.js";');
});

test("a click is handled to its end: its listener is not `latest`", () => {
  const text = main.replace('"input", onInput', '"click", onInput');
  const { advice } = advised({ ...page, "src/main.js": text }, [[180, ...inSearch]]);
  expect(advice[0]?.at(-1)).toContain("rt.listener(onInput, { deadline: 100 })");
});

test("a handler that is registered in another file is found there", () => {
  const files = {
    "src/handlers.js": main
      .replace(/document\.body\.add.*\n/, "")
      .replace("function onInput", "export function onInput"),
    "src/main.js": 'import { onInput } from "./handlers.js";\ndocument.body.oninput = onInput;\n',
    "src/search.js": search,
  };
  const { advice, report } = advised(files, [[180, "src/handlers.js onInput", "src/search.js search"]]);
  expect(advice[0]?.at(-1)).toBe("+ document.body.oninput = rt.listener(onInput, { deadline: 100, latest: true });");
  expect(report.advice[0]).toMatchObject({ file: "src/main.js", line: 2 });
});

test("time in a package names the package, in the configuration", () => {
  const marked =
    "export function marked(text) { for (const line of text) lex(line); }\nfunction lex(line) { return line; }\n";
  const files = {
    ...page,
    "node_modules/marked/index.js": marked,
    "vite.config.js": 'import preempt from "@preempt/transformer/vite";\nexport default { plugins: [preempt()] };\n',
  };
  const stacks = [[180, handler, "node_modules/marked/index.js marked"]] as const;
  const { advice } = advised(files, stacks);
  expect(advice.map(([title]) => title)).toEqual([
    'listener: Make onInput (on "input") a job',
    "package: Make the package marked preemptable",
  ]);
  expect(advice[1]?.slice(1)).toEqual([
    "- export default { plugins: [preempt()] };",
    '+ export default { plugins: [preempt({ packages: ["marked"] })] };',
  ]);
  expect(advised(files, stacks, { packages: ["marked"] }).advice).toHaveLength(1);
});

test("a function that nothing leads to is annotated, and one that is preemptable is not", () => {
  const wrapped = main.replace('"input", onInput', '"input", rt.listener(onInput)');
  const text = `import { Scheduler } from "@preempt/runtime";\nconst rt = new Scheduler();\n${wrapped}`;
  const files = { ...page, "src/main.js": text };
  const stacks = [[180, ...inSearch]] as const;
  expect(advised(files, stacks).advice).toEqual([]);
  expect(advised(files, stacks, { propagate: false }).advice).toEqual([
    ["annotate: Make distance preemptable", "+ /** @preempt */"],
    ["annotate: Make search preemptable", "+ /** @preempt */"],
  ]);
});

test("time in a regular expression brings no advice to annotate, but says so", () => {
  const { advice, report } = advised(page, [[180, handler, "src/search.js search", "RegExp: ^(a+)+$"]]);
  expect(advice).toEqual([["none: onInput cannot be preempted"]]);
  expect(report.advice[0]?.why).toContain("the regular expression /^(a+)+$/");
});

test("a function without a preemption point takes its time in built-ins", () => {
  const text = main.replace("show(search(titles, event.target.value));", "JSON.parse(event.target.value);");
  const { advice } = advised({ ...page, "src/main.js": text }, [[180, handler]]);
  expect(advice).toEqual([["none: onInput cannot be preempted"]]);
});

test("a function that the transform refuses is not annotated", () => {
  const text = search.replace("let n = 0;", 'let n = 0; eval("1");');
  const { advice, report } = advised({ ...page, "src/search.js": text }, [[180, ...inSearch]]);
  expect(advice.map(([title]) => title)).toEqual([
    'listener: Make onInput (on "input") a job',
    "none: distance cannot be made preemptable as it is",
  ]);
  expect(report.advice[1]?.why).toContain("direct_eval");
});

test("what a component computes while it is rendered is to be a job, and is not annotated", () => {
  const app = `import { search } from "./search.js";
export function App({ titles, query }) {
  const found = search(titles, query);
  return <ul>{found.length}</ul>;
}
`;
  const files = { "src/app.jsx": app, "src/search.js": search };
  const { advice } = advised(files, [[180, "src/app.jsx App", "src/search.js search", "src/search.js distance"]]);
  expect(advice).toEqual([
    ["job: Run search as a job", "+ rt.submit(search, { args: [titles, query], deadline: 100 })"],
  ]);
});

test("a handler in an attribute is shown as a job, and not changed: rendering would create it anew", () => {
  const app = `import { search } from "./search.js";
export function App({ titles }) {
  function onChange(event) { show(search(titles, event.target.value)); }
  return <input onChange={onChange} />;
}
`;
  const { report } = advised({ "src/app.jsx": app, "src/search.js": search }, [
    [180, "src/app.jsx onChange", "src/search.js search"],
  ]);
  expect(report.advice.map(({ kind, edit }) => [kind, edit])).toEqual([["job", undefined]]);
});

test("a renderer is not made preemptable", () => {
  const files = { ...page, "node_modules/react-dom/index.js": "export function render() { for (;;) step(); }\n" };
  const { advice } = advised(files, [[180, handler, "node_modules/react-dom/index.js render"]]);
  expect(advice.map(([title]) => title)).toContain("none: react-dom renders for long");
  expect(advice.map(([title]) => title)).not.toContain("package: Make the package react-dom preemptable");
});

test("what runs in a job already is not made a job again", () => {
  const { advice } = advised(page, [
    [180, "node_modules/@preempt/runtime/dist/x.js go", "src/main.js onInput$resumable"],
  ]);
  expect(advice).toEqual([]);
});

test("a script that is evaluated is none of the functions in it", () => {
  const first = "const list = Array.from({ length: 9 }, () => 1);\n";
  const files = { ...page, "src/main.js": first + main };
  const root = project(files);
  const url = `file://${root}/src/main.js`;
  const top = { functionName: "", url, lineNumber: 0, columnNumber: 0 };
  const arrow = { ...top, columnNumber: first.indexOf("{ length") };
  const recording = {
    interactions: [{ type: "click", start: 0, duration: 200, processingStart: 0, processingEnd: 200 }],
    samples: [{ from: 0, to: 190, stack: [top] }],
    scripts: [],
  };
  const context = { root, options: {}, locator: new Places(root), disk };
  expect(analyse(recording, context).slow[0]?.shares).toEqual([]);
  // Source maps lead to the argument before an arrow function, but not over the end of a block.
  const called = { ...recording, samples: [{ from: 0, to: 190, stack: [arrow] }] };
  expect(analyse(called, context).slow[0]?.shares).toEqual([]);
  const before = { ...arrow, columnNumber: first.indexOf(", () =>") };
  expect(
    analyse({ ...recording, samples: [{ from: 0, to: 190, stack: [before] }] }, context).slow[0]?.shares,
  ).toHaveLength(1);
});

test("entries of long animation frames alone lead to the handler", () => {
  const root = project(page);
  const entries = [
    {
      entryType: "event",
      name: "keydown",
      interactionId: 7,
      startTime: 5,
      duration: 208,
      processingStart: 6,
      processingEnd: 8,
    },
    {
      entryType: "event",
      name: "input",
      startTime: 5,
      duration: 208,
      processingStart: 9,
      processingEnd: 205,
      target: "input#q",
    },
    {
      entryType: "long-animation-frame",
      startTime: 5,
      duration: 205,
      scripts: [
        {
          startTime: 9,
          duration: 196,
          invoker: "INPUT#q.oninput",
          sourceURL: "http://localhost:5173/src/main.js",
          sourceFunctionName: "onInput",
          sourceCharPosition: main.indexOf("(event)"),
        },
      ],
    },
  ];
  const recording = readRecording(entries);
  if (recording === undefined) throw new Error("the entries were not read");
  const report = analyse(recording, { root, options: {}, locator: new Places(root), disk });
  expect(report.slow[0]).toMatchObject({ type: "keydown", target: "input#q", waited: 1, handled: 199, profiled: 0 });
  expect(report.advice.map(({ title }) => title)).toEqual(['Make onInput (on "input") a job']);
});
