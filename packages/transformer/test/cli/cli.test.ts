/** The `preempt` command, as a person calls it. */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.ts";
import { writeProject } from "../kit/project.ts";

const loop = "{ for (let i = 0; i < n; i++) n--; return n; }";
const plugin = (more: object) => ({
  compilerOptions: {
    target: "es2024",
    module: "nodenext",
    types: [],
    skipLibCheck: true,
    plugins: [{ transform: "@preempt/transformer", ...more }],
  },
  include: ["src"],
});

let folder = "";
beforeAll(() => {
  folder = writeProject({
    "tsconfig.json": JSON.stringify(plugin({})),
    "src/main.ts": `import { helper } from "./helper.js";
/** @preempt */
export function main(n: number): number {
\treturn helper(n) + 1;
}
/** @preempt */
export function steps() { eval("1"); }
`,
    "src/helper.ts": `export function helper(n: number): number ${loop}\n`,
    "src/fine/fine.ts": `/** @preempt */\nexport function fine(n: number): number ${loop}\n`,
    "src/async.ts":
      "/** @preempt */ export async function load() { await 1; }\n/** @preempt */ export async function both() { const p = load(); await p; }\n",
    "settings/tsconfig.json": JSON.stringify(plugin({ all: ["./src/whole/**"], propagate: true })),
    "settings/src/main.ts": `import { helper } from "./helper.js";\n/** @preempt */ export function main() { return helper(1); }\n`,
    "settings/src/helper.ts": `export function helper(n: number): number ${loop}\n`,
    "settings/src/whole/lib.ts": `export function lib(n: number): number ${loop}\nexport function tiny() { return 1; }\n`,
    "broken/tsconfig.json": '{ "compilerOptions": { "target": "es1" } }',
    "wrong/tsconfig.json": JSON.stringify(plugin({ functions: "some" })),
    "wrong/src/a.ts": "export {};",
    "empty/tsconfig.json": '{ "files": [] }',
    "nothing/tsconfig.json": '{ "files": [] }',
    "circle/tsconfig.json": '{ "files": [], "references": [{ "path": "../circle" }] }',
    "astray/tsconfig.json": '{ "files": [], "references": [{ "path": "./nowhere" }] }',
    "solution/tsconfig.json":
      '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }, { "path": "./tsconfig.node.json" }] }',
    "solution/tsconfig.app.json": JSON.stringify(plugin({})),
    "solution/tsconfig.node.json": JSON.stringify({ ...plugin({ functions: "all" }), include: ["build.ts"] }),
    "solution/src/main.ts": `/** @preempt */\nexport function main(n: number): number ${loop}\nexport function other(n: number): number ${loop}\n`,
    "solution/build.ts": `import { main } from "./src/main.js";\nexport function build(n: number): number ${loop}\nmain(1);\n`,
    "syntax/tsconfig.json": JSON.stringify(plugin({})),
    "syntax/src/a.ts": "/** @preempt */ function f( {\n",
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(args: string, { cwd = ".", isPretty = false } = {}) {
  let out = "";
  let err = "";
  const code = main(args === "" ? [] : args.split(" "), {
    cwd: join(folder, cwd),
    isPretty,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

const chain =
  "src/main.ts:4:9 warning PT1020 broken_chain: main calls helper, which loops and is not preemptable: no job is suspended in there. Annotate helper, or mark it @preempt never if it is always short.\n";
const evaluating =
  "src/main.ts:7:17 warning PT1002 direct_eval: steps contains a direct eval, whose code could name anything; it stays un-preempted. Call eval indirectly, as (0, eval)(code), or move it into a function of its own.\n";

test("findings are printed one a line, then a summary; warnings make the exit code 1", () => {
  expect(run("check --no-propagate src/main.ts")).toEqual({
    code: 1,
    out: `${chain}${evaluating}1 function preemptable, 1 left alone; 2 warnings.\n`,
    err: "",
  });
});

test("a folder limits what is shown; nothing to mend is exit code 0", () => {
  expect(run("check src/fine")).toEqual({ code: 0, out: "1 function preemptable, 0 left alone.\n", err: "" });
});

test("suggestions alone do not fail; --quiet leaves them and the summary out", () => {
  const { code, out } = run("check src/async.ts");
  expect(code).toBe(0);
  expect(out).toMatch(
    /^src\/async\.ts:2:\d+ info PT1022 await_outside: .*\n2 functions preemptable, 0 left alone; 1 suggestion\.\n$/,
  );
  expect(run("check -q src/async.ts")).toEqual({ code: 0, out: "", err: "" });
});

test("--json prints an array of findings, and only that", () => {
  const { code, out } = run("check --no-propagate --json src/main.ts");
  expect(code).toBe(1);
  const [first, second] = JSON.parse(out);
  expect(first).toEqual({
    code: "PT1020",
    name: "broken_chain",
    severity: "warning",
    message: "main calls helper, which loops and is not preemptable: no job is suspended in there.",
    hint: "Annotate helper, or mark it @preempt never if it is always short.",
    docs: "docs/diagnostics.md#pt1020-broken-chain",
    fileName: "src/main.ts",
    start: expect.any(Number),
    length: 9,
    line: 4,
    column: 9,
  });
  expect(second.code).toBe("PT1002");
});

test("--list shows each function and why", () => {
  expect(run("check --no-propagate --list --quiet src/main.ts").out).toBe(
    `src/main.ts
    3:17  main   preemptable  annotated
    7:17  steps  left alone   PT1002 direct_eval

${chain}${evaluating}`,
  );
});

test("what is reached is preemptable: the chain is whole", () => {
  const { out } = run("check --list --json");
  expect(JSON.parse(out)).toContainEqual({
    name: "helper",
    fileName: "src/helper.ts",
    line: 1,
    column: 17,
    preemptable: true,
    why: "reached from main",
  });
  expect(run("check").out).not.toContain("broken_chain");
});

test("a tsconfig.json that only refers to projects: each with its settings, and each file once", () => {
  const all = {
    code: 0,
    out: `solution/src/main.ts
    2:17  main   preemptable  annotated
solution/build.ts
    2:17  build  preemptable  all

2 functions preemptable, 0 left alone.
`,
    err: "",
  };
  expect(run("check -p solution --list")).toEqual(all);
  expect(run("check --list build.ts", { cwd: "solution" }).out).toContain("\n1 function preemptable, 0 left alone.\n");
});

test("the plugin's settings in tsconfig.json count", () => {
  const { code, out } = run("check -p settings --list");
  expect(code).toBe(0);
  expect(out).toBe(`settings/src/helper.ts
    1:17  helper  preemptable  reached from main
settings/src/main.ts
    2:33  main    preemptable  annotated
settings/src/whole/lib.ts
    1:17  lib     preemptable  all

3 functions preemptable, 0 left alone.
`);
});

test("on a terminal the code stands below, underlined in its columns, tabs included", () => {
  const escapeCode = String.fromCharCode(27);
  const bare = run("check --no-propagate src/main.ts", { isPretty: true }).out.replaceAll(
    new RegExp(`${escapeCode}\\[\\d+m`, "g"),
    "",
  );
  expect(
    bare,
  ).toContain(`src/main.ts:4:9 warning PT1020 broken_chain: main calls helper, which loops and is not preemptable: no job is suspended in there.

4 \treturn helper(n) + 1;
  \t       ~~~~~~~~~

  Annotate helper, or mark it @preempt never if it is always short.
  docs/diagnostics.md#pt1020-broken-chain
`);
});

test("syntax errors are findings", () => {
  const { code, out } = run("check -p syntax");
  expect(code).toBe(1);
  expect(out).toMatch(/^syntax\/src\/a\.ts:\d+:\d+ error PT1000 syntax_error: /);
});

describe("what cannot be carried out is exit code 2, with a word on what was expected", () => {
  test.for([
    ["", 'no command given. Say "preempt check".'],
    [
      "chekc",
      'there is no command "chekc". Say "preempt check", "preempt build", "preempt race", "preempt record" or "preempt advise".',
    ],
    ["check --job a.mjs", "preempt check has no option --job."],
    ["race marked --list", "preempt race has no option --list."],
    ["check --fast", "Unknown option '--fast'."],
    ["check -p nowhere", "nowhere does not exist. -p takes a tsconfig.json, or a folder that holds one."],
    ["check -p src", "there is no tsconfig.json in src."],
    ["check missing.ts", "missing.ts: no such file or folder."],
    ["check package.json", "package.json is neither TypeScript nor JavaScript"],
    ["check -p broken", "has mistakes:"],
    ["check -p broken", "target"],
    ["check -p wrong", 'functions is "some". Give "annotated" or "all".'],
    ["check -p nothing", 'names no files ("include", "files").'],
    ["check -p circle", 'names no files ("include", "files").'],
    ["check -p astray", "Cannot read file"],
    ["check -p settings src/main.ts", "is not part of"],
    ["check settings/src/../../empty", "no file of"],
  ] as const)("preempt %s: %s", ([args, message]) => {
    const { code, out, err } = run(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
    expect(err).toMatch(/^preempt: [\s\S]*\nSee preempt --help\.\n$/);
  });
});

test("--help says how, with examples; --version says which", () => {
  const { code, out } = run("--help");
  expect(code).toBe(0);
  for (const option of [
    "--project",
    "--propagate",
    "--list",
    "--json",
    "--quiet",
    "--job",
    "--replay",
    "Exit code",
    "Examples:",
  ]) {
    expect(out).toContain(option);
  }
  expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(run("--version").out).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test("the packaged command does the same", () => {
  const bin = fileURLToPath(new URL("../../bin/preempt.mjs", import.meta.url));
  expect(existsSync(new URL("../../dist/cli/main.js", import.meta.url))).toBe(true);
  const out = execFileSync(process.execPath, [bin, "check", "src/fine"], { cwd: folder, encoding: "utf8" });
  expect(out).toBe("1 function preemptable, 0 left alone.\n");
});

test("whoever reads the output may stop; what was found is in the exit code all the same", () => {
  const root = writeProject({
    "tsconfig.json": JSON.stringify(plugin({})),
    "src/many.ts": Array.from(
      { length: 2000 },
      (_, i) => `/** @preempt */ export function f${i}() { eval("1"); }`,
    ).join("\n"),
  });
  try {
    const bin = fileURLToPath(new URL("../../bin/preempt.mjs", import.meta.url));
    const command = `"${process.execPath}" "${bin}" check --json | head -c 2; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync("bash", ["-c", command], { cwd: root, encoding: "utf8" });
    expect({ stdout, stderr }).toEqual({ stdout: "[\n1\n", stderr: "" });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test("without a tsconfig.json a folder is the project, but for its packages", () => {
  // Elsewhere, since above the other projects there is one.
  const root = mkdtempSync(join(tmpdir(), "preempt-check-"));
  try {
    mkdirSync(join(root, "src/node_modules/a"), { recursive: true });
    const text = `/** @preempt */\nexport function main(n) ${loop}\n`;
    for (const name of ["src/main.js", "src/more.mjs", "src/node_modules/a/index.js"]) {
      writeFileSync(join(root, name), text);
    }
    let out = "";
    const add = (more: string) => {
      out += more;
    };
    expect(main(["check", "src"], { cwd: root, isPretty: false, out: add, err: add })).toBe(0);
    expect(out).toBe("2 functions preemptable, 0 left alone.\n");
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

const forms = `/** @preempt */
export function sums(xs: number[][], f: (x: number) => number): number {
  let sum = 0;
  for (let i = 0; i < xs.length; i++) sum += i;
  while (sum > 100) sum -= Math.floor(sum / 2);
  for (const x of xs) sum += f(x[0] ?? 0);
  return sum + tiny(sum);
}
/** @preempt */
function tiny(n: number): number {
  return n + 1;
}
/** @preempt */
export function guarded(n: number): number {
  try {
    return sums([], () => n);
  } finally {
    sums([[n]], tiny);
  }
}
`;

function explained(code: string, settings: object = {}, option = "--explain"): string {
  const root = writeProject({ "tsconfig.json": JSON.stringify(plugin(settings)), "src/forms.ts": code });
  let text = "";
  try {
    const out = (more: string) => {
      text += more;
    };
    void main(["check", option, "-q"], { cwd: root, isPretty: false, out, err: out });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return text;
}

test("--explain shows the form of each function and loop, why, and what would be faster", () => {
  expect(explained(forms)).toBe(`src/forms.ts
     2:1  sums: two plain bodies: it calls others: one starts, one goes on; it makes one call at most outside of its loops, and counts nothing where it begins
     4:3      counted loop: its counter says when the budget is used up; eight of its short rounds are one point
     5:3      strip-mined loop: nothing else in it is suspended; eight of its short rounds are one point
     6:3      loop with points: a call inside may be suspended
                faster: a loop that calls only what the language defines, or short functions without calls of their own, is faster
    10:1  tiny: called plainly: it has no loop and calls nothing that could be suspended
    14:1  guarded: generator, because a \`finally\` holds a loop or a call
            faster: call nothing in the \`finally\` that may be preempted, or move the \`try\` block into a function of its own

`);
});

test("--explain says of each function what it has to do with its file's exclusive unit", () => {
  const code = `const tmp = { x: 0 };
/** @preempt */
export function outer(n: number): number { tmp.x = n; for (let i = 0; i < n; i++) inner(i); return tmp.x; }
/** @preempt */
export function inner(n: number): number { let s = 0; for (let i = 0; i < n; i++) s += i; return s; }
/** @preempt */
export function peek(): number { return tmp.x; }
`;
  const lines = explained(code).split("\n");
  const of = (name: string) => lines.find((line) => line.includes(`  ${name}: `))?.replace(/^.*(?:; |, and )/, "");
  expect(of("outer")).toBe("one job at a time may be in it");
  expect(of("inner")).toMatch(/it has loops: one starts, one goes on$/);
  expect(of("peek")).toBe("it waits while another job is suspended in the file's exclusive unit");
});

const waiting = `/** @preempt */
export async function load(xs: number[], o: object, f: (x: number) => number): Promise<number> {
  let s = 0;
  for (let i = 0; i < xs.length; i++) s += i;
  for (const x of xs) s += x;
  for (const [k] of Object.entries(o)) s += k.length;
  for (const x of xs) s += f(x);
  for (const k in o) s += JSON.parse(k);
  while (s > 100) s -= await Promise.resolve(3);
  do s--; while (s > 10);
  for await (const x of xs) s += x;
  for (const row of [xs]) for (const x of row) s += x;
  for (let i = 0, g = () => i; i < 3; i++) s += g.length;
  return s;
}
`;

test("--explain shows the loops of generators, with what stands in the way of each that has points", () => {
  expect(explained(waiting)).toBe(`src/forms.ts
     2:1  load: generator, because it is async
     4:3      strip-mined loop: nothing else in it is suspended: its \`yield\` stands outside; eight of its short rounds are one point
     5:3      strip-mined loop: nothing else in it is suspended: its \`yield\` stands outside where it walks an array
     6:3      loop with points: its variable is no name declared there
                faster: a loop that names its values, and takes them apart in a statement, is faster
     7:3      loop with points: a call inside may be suspended
                faster: a loop that calls only what the language defines, or short functions without calls of their own, is faster
     8:3      loop with points: it walks keys
                faster: a loop over \`Object.keys\`, where inherited keys do not count, is faster
     9:3      loop with points: an \`await\` inside may be suspended
    10:3      loop with points: its condition comes last
                faster: a \`while\` or \`for\` loop is faster
    11:3      loop with points: it awaits what it walks
    12:3      loop with points: a loop inside may be suspended
   12:27      strip-mined loop: nothing else in it is suspended: its \`yield\` stands outside where it walks an array
    13:3      loop with points: a function in its head sees the variables of the first round
                faster: make the function before the loop

`);
});

const nested = `/** @preempt */
export function blur(rows: number[][]): number {
  let s = 0;
  for (let y = 0; y < rows.length; y++)
    for (let x = 0; x < rows[y]!.length; x++)
      for (let c = 0; c < 3; c++) s += rows[y]![x]! * c;
  return s;
}
`;

test("--explain shows loops that count for those in them, and those that are part of a round", () => {
  expect(explained(nested)).toBe(`src/forms.ts
     2:1  blur: two plain bodies: it has loops: one starts, one goes on
     4:3      loop nest: nothing but loops in it is suspended: it counts for them, too, in a variable; eight of its short rounds are one point
     5:5      counted loop: its counter says when the budget is used up
     6:7      short loop: its few rounds are part of the one around it

`);
  expect(explained(nested, { optimize: { loopNests: false } })).not.toMatch(/loop nest|short loop/);
});

test("--explain says which loops count in the variable of a nest around them", () => {
  const code = nested.replace("let s = 0;", "let s = 0;\n  for (const row of rows) s += row.length;\n  while (s > 9)");
  expect(explained(code).split("\n").slice(2, 6)).toEqual([
    "     4:3      strip-mined loop: nothing else in it is suspended",
    "     5:3      loop nest: nothing but loops in it is suspended: it counts for them, too, in a variable; eight of its short rounds are one point",
    "     6:3      loop in a nest: it counts in the variable of the loop nest around it",
    "     7:5      counted loop: its counter says when the budget is used up",
  ]);
});

test("--explain says of which loops the bound is the budget's, too", () => {
  const code = `/** @preempt */
export function bounded(n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += i;
  for (let i = n; i < 99; i += 2) sum += i;
  return sum;
}
`;
  const joint =
    "; eight of its short rounds are one point; one comparison ends it, at its bound or where the budget does\n";
  expect(explained(code)).toContain(`4:3      counted loop: its counter says when the budget is used up${joint}`);
  expect(explained(code)).toContain(`5:3      strip-mined loop: nothing else in it is suspended${joint}`);
  expect(explained(code, { optimize: { jointBounds: false } })).not.toContain("one comparison");
});

test("--explain says what is asked once, and what is nothing but a body", () => {
  const code = `export const char = (c: string) => /** @preempt */ (text: string, at: number, then: (at: number) => number): number =>
  text[at] === c ? then(at + 1) : -1;
type Parser = ReturnType<typeof char>;
export const both = (first: Parser, second: Parser): Parser => /** @preempt */ (text, at, then) =>
  first(text, at, /** @preempt */ (next) => second(text, next, then));
`;
  const text = explained(code, { optimize: { singleCalls: false } });
  expect(text).toContain("(anonymous function): plain body: it takes `then` as a body\n");
  expect(text).toContain(
    "(anonymous function): plain body: it takes `then` as a body; it asks `first` and `second` when it is made, and never again\n",
  );
  expect(text).toContain(
    "(anonymous function): plain body: it is handed on as its body, and nothing else is made of it\n",
  );
  expect(explained(code, { optimize: { directCallbacks: false } })).not.toContain("a body");
});

test("--explain says which functions count nothing where they begin", () => {
  const code = `/** @preempt */ export const one = (f: () => number): number => (f === one ? 1 : f());
/** @preempt */ export const two = (f: () => number): number => f() + f();
`;
  const counts = "it makes one call at most, and counts nothing where it begins\n";
  expect(explained(code)).toContain(`one: plain body: ${counts}`);
  expect(explained(code).split(counts)).toHaveLength(2);
  expect(explained(code, { optimize: { singleCalls: false } })).not.toContain("counts nothing");
});

test("--explain says which loops need no point of their own", () => {
  const code = `type Tree = { readonly inside: readonly Tree[] };
/** @preempt */ export function count(tree: Tree): number {
  if (tree.inside.length === 2) return count(tree.inside[0]!) + count(tree.inside[1]!);
  let sum = 1;
  for (const one of tree.inside) sum += count(one);
  return sum;
}
`;
  const why = "loop with points: a call inside may be suspended";
  // That of the call, where `count` begins.
  expect(explained(code)).toContain(`${why}; each of its rounds passes a point there\n`);
  expect(explained(code.replace("sum += count", "if (sum) sum += count"))).toContain(`${why}\n`);
});

test("--plan prints what was decided of each function, with reasons as codes", () => {
  expect(explained(forms, {}, "--plan")).toBe(`src/forms.ts

sums, line 2: annotated
  plain, two bodies, frame as a list, the second returns to the first; start checks the depth; original as it stands
  points: loop 4 (without x), loop 5 (without i, x), loop 6 (without i), call 6 (without i)
  variables: xs, f, sum, i, x
  loop 4: counted by i, 8 rounds a point, numbers sum i
  loop 5: strip-mined, local tally, 8 rounds a point, numbers sum
  loop 6: point each round: call_inside, numbers sum

tiny, line 10: annotated
  called plainly: it has no point
  plain, one body; start does nothing; original as it stands
  variables: n

guarded, line 14: annotated
  generator: finally_suspends; original as it stands

`);
});

test("--plan shows variables that need more than a frame, closures and units, and what is left alone", () => {
  const code = `const tmp = { x: 0 };
/** @preempt */
export function outer(rows: number[][], g: () => number): () => number {
  let s = 0;
  for (const row of rows) for (let x = 0; x < row.length; x++) for (let c = 0; c < 3; c++) s += c;
  tmp.x = s;
  while (s < 9) { const k = s; s += g(); tmp.x += k; }
  return /** @preempt */ () => { s += g(); return s; };
}
/** @preempt */
export function evil(code: string): unknown { for (;;) return eval(code); }
`;
  expect(explained(code, {}, "--plan").split("\n").slice(2, -3)).toEqual([
    "outer, line 3: annotated",
    "  plain, one body; start counts; original is an entry",
    "  points: start, loop 5, loop 7, call 7",
    "  variables: rows, g, s (around the body), row, x, k",
    "  loop 5: point each round: loop_inside, implied by a point inside",
    "  loop 5: counted by x, numbers x",
    "  loop 5: part of round",
    "  loop 7: point each round: call_inside",
    "  exclusive unit: asks and holds",
    "",
    "(anonymous function), line 8: annotated",
    "  plain, one body; start checks the depth; original as it stands",
    "  points: call 8",
    "  looks up once: g",
    "",
    "evil, line 11: annotated",
    "  untouched: direct_eval",
  ]);
});

test("--plan gives the same as JSON", () => {
  const code = "/** @preempt */ export function two(f: () => number): number { return f() + f(); }";
  const root = writeProject({ "tsconfig.json": JSON.stringify(plugin({})), "src/forms.ts": code });
  let text = "";
  const out = (more: string) => {
    text += more;
  };
  try {
    void main(["check", "--plan", "--json"], { cwd: root, isPretty: false, out, err: out });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  const kind = "plain, two bodies, frame as arguments; start counts; original as it stands";
  const facts = [kind, "points: start, call 1, call 1", "variables: f"];
  expect(JSON.parse(text)).toEqual([
    { fileName: "src/forms.ts", functions: [{ name: "two", line: 1, why: "annotated", facts }] },
  ]);
});

test("--explain gives advice by the reason, not by the names in it", () => {
  const code = `/** @preempt */
export function f(g: () => number): number {
  try { return g(); } catch (deep) { var deep = 1; return g(); }
}
`;
  const lines = explained(code).split("\n");
  expect(lines[1]).toMatch(/f: generator, because a `catch` declares deep once more$/);
  expect(lines[2]).not.toContain("faster");
});

test("--explain shows what the project's settings make of it", () => {
  expect(explained(forms, { optimize: "size" })).not.toMatch(/plain bod|counted|strip-mined/);
  expect(explained(forms, { strategy: "paper" })).toContain("sums: generator, because the options say so");
  expect(explained(forms, { optimize: { startBodies: false } })).toContain("sums: plain body");
  expect(explained(forms, { optimize: { countedLoops: false, lightRounds: false } })).toContain(
    "4:3      strip-mined loop: nothing else in it is suspended\n",
  );
  expect(explained(forms, { optimize: "sise" })).toContain('optimize is "sise". Give "size".');
});
