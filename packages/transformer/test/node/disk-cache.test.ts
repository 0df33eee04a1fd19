/** What Node's hooks keep on disk: each input of a transform counts, and nothing that stands there can change a result. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { DiskCache } from "../../src/node/disk-cache.ts";
import { counting, type Files, writeProject } from "../kit/project.ts";

const loop = "let s = 0; for (let i = 0; i < n; i++) s += i; return s;";
const files: Files = {
  "main.mjs": `
    import { createRequire } from "node:module";
    import { drive } from "@preempt/runtime/testing";
    import { own } from "./own.ts";
    import { count } from "counting";
    const { cache } = createRequire(import.meta.url);
    const preemptions = (f) => drive(f, { args: [100], budget: 0 }).preemptions;
    const compiler = Object.keys(cache).some((file) => file.endsWith("/typescript.js"));
    console.log(JSON.stringify({ own: own(100), preemptions: preemptions(own), count: preemptions(count), compiler }));
    if (process.argv[2] === "stack") { try { own("fail"); } catch (error) { console.log(/own.ts:\\d+:\\d+/.exec(error.stack)[0]); } }
  `,
  "own.ts": `import { step } from "./step.ts";
/** @preempt */
export function own(n: any): number {
  if (n === "fail") throw new Error("as asked");
  ${loop.replace("s += i", "s = step(s, i)")}
}
/** @preempt */
export class Steps {}
`,
  "step.ts": "export function step(s: number, i: number): number { return s + i; }\n",
  "plain.mjs": `import { register } from "@preempt/transformer/node"; register();`,
  "all.mjs": `import { register } from "@preempt/transformer/node"; register({ all: ["counting"] });`,
  "size.mjs": `import { register } from "@preempt/transformer/node"; register({ optimize: "size" });`,
  "off.mjs": `import { register } from "@preempt/transformer/node"; register({ cache: false });`,
  "own-cache.mjs": `import { register } from "@preempt/transformer/node"; register({ cache: "kept/here" });`,
  "alone.mjs": `import { register } from "@preempt/transformer/node"; register({ propagate: false });`,
  "wrong.mjs": `import { register } from "@preempt/transformer/node"; register({ cache: 5 });`,
  ...counting,
};
const original = writeProject(files);
const made = [original];
let folder: string;
let cache: string;
beforeEach(() => {
  folder = writeProject({});
  made.push(folder);
  cpSync(original, folder, { recursive: true });
  cache = join(folder, "kept-cache");
});
afterAll(() => {
  for (const one of made) rmSync(one, { recursive: true, force: true });
});

interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly said: {
    readonly own: number;
    readonly preemptions: number;
    readonly count: number;
    readonly compiler: boolean;
  };
}

function node(register: string, { env = {}, args = [] }: { env?: object; args?: readonly string[] } = {}): Run {
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", `./${register}.mjs`, "main.mjs", ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PREEMPT_CACHE: cache, ...env },
  });
  return { stdout, stderr: stderr.replace(/\(node:\d+\)/g, ""), said: JSON.parse(stdout.split("\n", 1)[0] || "{}") };
}

function entries(): string[] {
  return (readdirSync(cache, { recursive: true, encoding: "utf8" }) as string[])
    .filter((name) => /^[0-9a-f]{2}.[0-9a-f]{64}(\.map)?$/.test(name))
    .map((name) => join(cache, name));
}

const edit = (name: string, change: (text: string) => string) =>
  writeFileSync(join(folder, name), change(readFileSync(join(folder, name), "utf8")));

test("the second start loads no TypeScript, runs the same code, says the same, and shows the same lines", () => {
  const first = node("plain", { args: ["stack"] });
  const second = node("plain", { args: ["stack"] });
  expect(first.said).toEqual({ own: 4950, preemptions: 101, count: 0, compiler: true });
  expect(second.said).toEqual({ ...first.said, compiler: false });
  for (const { stdout, stderr } of [first, second]) {
    expect(stdout).toContain("own.ts:4:27\n");
    expect(stderr.match(/\[PT1001\] PreemptWarning/g)).toHaveLength(1);
  }
});

test("a file that is another is made anew", () => {
  node("plain");
  edit("own.ts", (text) => text.replace("let s = 0", "let s = 1"));
  const { said } = node("plain");
  expect(said).toMatchObject({ own: 4951, compiler: true });
});

test("options make entries of their own", () => {
  node("plain");
  expect(node("all").said).toMatchObject({ count: 101, compiler: true });
  expect(node("size").said.compiler).toBe(true);
  expect(node("plain").said).toMatchObject({ count: 0, compiler: false });
  expect(node("all").said).toMatchObject({ count: 101, compiler: false });
});

test("a file that was read for another counts: what was short is long now", () => {
  const before = node("plain");
  edit(
    "step.ts",
    () =>
      "/** @preempt */ export function step(s: number, i: number): number { for (let k = 0; k < i; k++); return s + i; }\n",
  );
  const after = node("plain");
  expect(after.said.compiler).toBe(true);
  expect(after.said.preemptions).toBeGreaterThan(before.said.preemptions);
  expect(node("plain").said).toEqual({ ...after.said, compiler: false });
});

test("a tsconfig.json that appears, or changes, counts", () => {
  node("plain");
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ extends: "./base.json" }));
  writeFileSync(join(folder, "base.json"), "{}");
  expect(node("plain").said.compiler).toBe(true);
  expect(node("plain").said.compiler).toBe(false);
  writeFileSync(join(folder, "base.json"), JSON.stringify({ compilerOptions: { experimentalDecorators: true } }));
  expect(node("plain").said.compiler).toBe(true);
  expect(node("plain").said.compiler).toBe(false);
});

test("where functions are reached, everything counts that the program is made of, new files too", () => {
  const project = { compilerOptions: { allowImportingTsExtensions: true, noEmit: true, types: [], lib: ["es2022"] } };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...project, include: ["*.ts"] }));
  edit(
    "step.ts",
    () => "export function step(s: number, i: number): number { for (let k = 0; k < i; k++); return s + i; }\n",
  );
  const alone = node("alone").said;
  const first = node("plain").said;
  expect(first.preemptions).toBeGreaterThan(alone.preemptions);
  expect(node("plain").said).toEqual({ ...first, compiler: false });
  writeFileSync(
    join(folder, "more.ts"),
    'import { step } from "./step.ts";\n/** @preempt */ export const more = () => step(1, 2);\n',
  );
  expect(node("plain").said.compiler).toBe(true);
  expect(node("plain").said.compiler).toBe(false);
  edit("own.ts", (text) => text.replace("/** @preempt */\nexport function own", "export function own"));
  // It is not annotated any more; `step` is reached by another file, and `own` by none.
  expect(node("plain").said.preemptions).toBeLessThan(first.preemptions);
});

test("a scheduler that appears in a file far away counts", () => {
  const job = "function job(n: number): void { for (let i = 0; i < n; i++); }";
  writeFileSync(
    join(folder, "submits.ts"),
    `import { queue } from "./queue.ts";\nexport const go = () => queue.submit(${job});\n`,
  );
  writeFileSync(
    join(folder, "queue.ts"),
    "export const queue = { submit: (f: unknown) => (globalThis as any).probe(f) };\n",
  );
  const probe = 'globalThis.probe = (f) => console.error("suspended", preemptions(f)); go();';
  edit("main.mjs", (text) => `import { go } from "./submits.ts";${text}${probe}`);
  expect(node("plain").stderr).toContain("suspended 0\n");
  expect(node("plain").said.compiler).toBe(false);
  edit("queue.ts", (text) => `import "@preempt/runtime";\n${text}`);
  expect(node("plain").stderr).toContain("suspended 101\n");
  const { said, stderr } = node("plain");
  expect(said.compiler).toBe(false);
  expect(stderr).toContain("suspended 101\n");
});

test("another version of the transform has entries of its own", () => {
  node("plain");
  const version = join(folder, "../../../dist/version-of-code");
  const text = readFileSync(version, "utf8");
  try {
    writeFileSync(version, "another");
    expect(node("plain").said.compiler).toBe(true);
  } finally {
    writeFileSync(version, text);
  }
  expect(node("plain").said.compiler).toBe(false);
});

const isMap = (name: string) => name.endsWith(".map");
test.for([
  ["an entry that is emptied", () => "", () => true],
  ["an entry that is cut off", (bytes: string) => bytes.slice(0, bytes.length / 2), () => true],
  ["code that is changed", (bytes: string) => bytes.replaceAll("s = 0", "s = 9"), (name: string) => !isMap(name)],
  ["a map that is changed", (bytes: string) => bytes.replace(/"mappings":"[^"]*"/, '"mappings":""'), isMap],
  ["another program's file", () => "{}", () => true],
] as const)("%s is ignored, and written again", ([, change, isMeant]) => {
  const first = node("plain", { args: ["stack"] });
  for (const entry of entries().filter(isMeant)) {
    writeFileSync(entry, change(readFileSync(entry, "latin1")), "latin1");
  }
  expect(node("plain", { args: ["stack"] })).toEqual(first);
  expect(node("plain").said).toEqual({ ...first.said, compiler: false });
});

test("an entry in the place of another is none", () => {
  const first = node("plain");
  const [one, ...others] = entries().filter((name) => !name.endsWith(".map"));
  for (const other of others) cpSync(one as string, other);
  expect(others.length).toBeGreaterThan(0);
  expect(node("plain")).toEqual(first);
});

test("eight processes that start at once with an empty cache, and with a full one, all run the same", {
  timeout: 180_000,
}, async () => {
  const start = async () => {
    const child = spawn(process.execPath, ["--import", "./all.mjs", "main.mjs"], {
      cwd: folder,
      env: { ...process.env, PREEMPT_CACHE: cache },
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    await once(child, "close");
    return JSON.parse(text) as Run["said"];
  };
  const cold = await Promise.all(Array.from({ length: 8 }, start));
  for (const said of cold) expect(said).toMatchObject({ own: 4950, preemptions: 101, count: 101 });
  const warm = await Promise.all(Array.from({ length: 8 }, start));
  for (const said of warm) expect(said).toEqual({ own: 4950, preemptions: 101, count: 101, compiler: false });
  const left = readdirSync(cache, { recursive: true, encoding: "utf8" }) as string[];
  expect(left.filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("where nothing can be written, one warning says so and the program runs", () => {
  writeFileSync(cache, "a file in the place of the folder");
  const { said, stderr } = node("all");
  expect(said).toMatchObject({ own: 4950, count: 101 });
  expect(stderr.match(/cache_not_written/g)).toHaveLength(2);
});

test("a start with a full cache writes nothing: the folder may be read-only", () => {
  const first = node("all");
  node("all");
  const state = () =>
    (readdirSync(cache, { recursive: true, encoding: "utf8" }) as string[])
      .map((name) => `${name} ${statSync(join(cache, name)).mtimeMs}`)
      .sort();
  const before = state();
  expect(node("all").said).toEqual({ ...first.said, compiler: false });
  expect(state()).toEqual(before);
});

test("the option goes before the environment, and both before the application's folder", () => {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  node("off");
  node("plain", { env: { PREEMPT_CACHE: "0" } });
  expect(readdirSync(folder)).not.toContain("kept-cache");
  expect(readdirSync(join(folder, "node_modules"))).not.toContain(".cache");
  node("own-cache");
  expect(readdirSync(join(folder, "kept/here")).length).toBeGreaterThan(0);
  node("plain", { env: { PREEMPT_CACHE: "" } });
  expect(readdirSync(join(folder, "node_modules/.cache/preempt")).length).toBeGreaterThan(0);
  expect(node("wrong").stderr).toContain("cache is 5. Give the name of a folder, or true or false.");
});

test("the entries that nobody has used for longest go, and nothing that is not ours", () => {
  const problems: Error[] = [];
  const store = new DiskCache(cache, (error) => problems.push(error), 3_000_000);
  const key = (n: number) => n.toString(16).padStart(64, "0").split("").reverse().join("");
  mkdirSync(join(cache, "aa"), { recursive: true });
  writeFileSync(join(cache, "aa/notes.txt"), "mine");
  for (let n = 0; n < 50; n++) {
    store.set(key(n), "x".repeat(1_000_000));
    const place = entries().find((name) => name.endsWith(key(n)));
    if (place !== undefined) utimesSync(place, n, n);
  }
  expect(problems).toEqual([]);
  const size = entries().reduce((sum, name) => sum + statSync(name).size, 0);
  expect(size).toBeLessThan(40_000_000);
  expect(store.get(key(49))?.length).toBe(1_000_000);
  expect(store.get(key(0))).toBeUndefined();
  expect(readFileSync(join(cache, "aa/notes.txt"), "utf8")).toBe("mine");
});

test("workers and forks of a cluster share it", () => {
  const program = `
    import cluster from "node:cluster";
    import { createRequire } from "node:module";
    import { isMainThread, Worker } from "node:worker_threads";
    import { drive } from "@preempt/runtime/testing";
    import { own } from "./own.ts";
    const { cache } = createRequire(import.meta.url);
    const said = () => drive(own, { args: [100], budget: 0 }).preemptions + " " + Object.keys(cache).some((file) => file.endsWith("/typescript.js"));
    if (cluster.isPrimary && isMainThread) {
      new Worker(new URL(import.meta.url)).once("exit", () => {
        for (let i = 0; i < 2; i++) cluster.fork();
      });
    } else {
      console.log(said());
      if (cluster.isWorker) process.disconnect();
    }`;
  writeFileSync(join(folder, "many.mjs"), program);
  const run = () =>
    spawnSync(process.execPath, ["--import", "./plain.mjs", "many.mjs"], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, PREEMPT_CACHE: cache },
    }).stdout;
  // The main thread made it, before the others started.
  expect(run()).toBe("101 false\n".repeat(3));
  expect(run()).toBe("101 false\n".repeat(3));
});
