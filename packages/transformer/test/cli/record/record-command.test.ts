/** `preempt record`, as a person calls it, and builds that use what it has written. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { SingleFiles } from "../../../src/integrations/single-files.ts";
import type { PluginOptions } from "../../../src/project/plugin-options.ts";
import type { Profile } from "../../../src/project/profile-file.ts";
import { writeProject } from "../../kit/project.ts";

const bin = fileURLToPath(new URL("../../../bin/preempt.mjs", import.meta.url));

const search = `import { weigh } from "./weights.js";
export class Index {
  constructor(rows) { this.rows = rows; }
  search(word) {
    const end = performance.now() + 100;
    let n = 0;
    while (performance.now() < end) for (let i = 0; i < 1000; i++) for (const row of this.rows) n += this.score(row, word) + weigh(row) + this.rank(row);
    return this.label(n);
  }
  score(row, word) { let n = 0; for (let i = 0; i < 3; i++) n += row.charCodeAt(i) ^ word.charCodeAt(i); return n; }
  /** @preempt */
  rank(row) { let n = 0; for (let i = 0; i < 3; i++) n += row.charCodeAt(i); return n; }
  label(n) { let text = ""; for (const c of String(n)) text += c; return text; }
}
`;
const weights = "export function weigh(row) { let n = 0; for (const c of row) n += c.length; return n; }\n";
const app = `import { Index } from "./src/search.js";
const index = new Index(["first row", "second row"]);
console.log(index.search("row").length > 0, process.env.PREEMPT_RECORD);
if (process.argv[2]) process.exit(Number(process.argv[2]));
`;

let folder: string;

beforeAll(() => {
  folder = writeProject({
    "package.json": '{"type":"module"}',
    "src/search.js": search,
    "src/weights.js": weights,
    "src/unseen.js": "export function unseen(o) { for (;;) o.label(); }\n",
    "app.js": app,
  });
});

const run = (...args: string[]) => spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: "utf8" });
const recorded = (name = "preempt.profile.json") => JSON.parse(readFileSync(join(folder, name), "utf8")) as Profile;

function built(file: string, options: PluginOptions = { include: ["**"], profile: "preempt.profile.json" }): string {
  const files = new SingleFiles(options, folder);
  files.startAt(folder);
  const name = join(folder, file);
  const code = readFileSync(name, "utf8");
  const wanted = files.wanted(name, code);
  return wanted === undefined ? code : files.transform(code, wanted, { isCommonJs: false }).code;
}

const bodies = (code: string) => [...new Set(code.match(/\w+(?=\$resumable)/g))];

/** A profile in which functions were on the stack for so many milliseconds; each is named by the text before its parameters. */
function profileOf(file: string, times: Readonly<Record<string, number>>): string {
  const source = readFileSync(join(folder, file), "utf8");
  const stays = Object.entries(times).map(([head, time], i) => {
    const before = source.slice(0, source.indexOf(`${head}(`) + head.length).split("\n");
    const place = { lineNumber: before.length - 1, columnNumber: (before.at(-1) as string).length };
    return {
      id: i + 1,
      time,
      callFrame: { functionName: head, url: pathToFileURL(join(folder, file)).href, ...place },
    };
  });
  return JSON.stringify({
    nodes: stays.map(({ id, callFrame }) => ({ id, callFrame })),
    samples: stays.flatMap(({ id }) => [id, id]),
    timeDeltas: stays.flatMap(({ time }) => [0, time * 1000]),
  });
}

test("what was on the stack for long is recorded, and what is annotated; the program runs as it was written", () => {
  const { status, stdout } = run("record", "--out", "live.json", "--", process.execPath, "app.js");
  expect(stdout).toMatch(/^true 1\nlive\.json: \d of 6 functions in 3 files took 1 ms or longer, or are annotated\.\n/);
  expect(status).toBe(0);
  const { files } = recorded("live.json");
  expect(Object.keys(files)).toEqual(["app.js", "src/search.js", "src/weights.js"]);
  expect(files["src/search.js"]?.long).toEqual(expect.arrayContaining(["Index/search", "Index/rank"]));
});

test("a recording names functions that were long, all others that were seen, and by what names they are called", () => {
  writeFileSync(
    join(folder, "a.cpuprofile"),
    profileOf("src/search.js", { search: 40, "  score": 0.8, "  label": 1.9 }),
  );
  writeFileSync(join(folder, "b.cpuprofile"), profileOf("src/weights.js", { weigh: 0.5 }));
  const from = ["--from", "a.cpuprofile", "--from", "b.cpuprofile"];
  const { stdout } = run("record", "--limit", "2", ...from);
  expect(stdout).toMatch(
    /^preempt\.profile\.json: 2 of 6 functions in 2 files took 2 ms or longer, or are annotated\.\n/,
  );
  const { files, names } = recorded();
  expect(files).toEqual({
    "src/search.js": {
      long: ["Index/search", "Index/rank"],
      short: ["Index/constructor of Index", "Index/score", "Index/label"],
    },
    "src/weights.js": { long: [], short: ["weigh"] },
  });
  expect(names.short).toEqual(["label", "score", "weigh"]);
  expect(names.long).toEqual(expect.arrayContaining(["rank", "search"]));
});

test("a build leaves plain what never took long, and calls it as the source does", () => {
  const without = built("src/search.js", { include: ["**"] });
  expect(bodies(without)).toEqual(["search", "score", "rank", "label"]);
  const code = built("src/search.js");
  expect(bodies(code)).toEqual(["search", "rank"]);
  expect(code).toMatch(/\$this\.score\(row, word\)/);
  expect(code).toContain("$this.label(n)");
  expect(code).toContain("weigh(row)");
  // Annotated, and so preemptable: its call asks.
  expect(code).not.toContain("$this.rank(row)");
  expect(bodies(built("src/weights.js"))).toEqual([]);
});

test("a file that no recorded run has loaded is as without a recording", () => {
  expect(built("src/unseen.js")).toBe(built("src/unseen.js", { include: ["**"] }));
  expect(built("src/unseen.js")).toContain("o.label");
});

test("what is new since the recording is preemptable, and its name is asked for in its file", () => {
  writeFileSync(
    join(folder, "src/search.js"),
    search.replace("  label(n)", "  label2() { for (;;) this.score(); }\n  label(n)"),
  );
  expect(bodies(built("src/search.js"))).toEqual(["search", "rank", "label2"]);
  // Somebody annotates what was short.
  writeFileSync(join(folder, "src/search.js"), search.replace("  score(", "  /** @preempt */\n  score("));
  const code = built("src/search.js");
  expect(bodies(code)).toEqual(["search", "score", "rank"]);
  expect(code).not.toContain("$this.score(row, word)");
  writeFileSync(join(folder, "src/search.js"), search);
});

test("a second recording is added with --merge: what was long once is long", () => {
  writeFileSync(join(folder, "b.cpuprofile"), profileOf("src/weights.js", { weigh: 1.5 }));
  expect(run("record", "--merge", "--from", "b.cpuprofile")).toMatchObject({ status: 0, stderr: "" });
  const { files, names, limit } = recorded();
  expect(limit).toBe(1);
  expect(files["src/weights.js"]).toEqual({ long: ["weigh"], short: [] });
  expect(files["src/search.js"]?.long).toEqual(["Index/search", "Index/rank"]);
  expect(names.short).toEqual(["label", "score"]);
  expect(built("src/weights.js")).toContain("weigh$resumable");
});

test("profiles in files are read, and addresses of a page start in the site", () => {
  const callFrame = {
    functionName: "weigh",
    url: "http://localhost:80/weights.js?v=1",
    lineNumber: 0,
    columnNumber: 21,
  };
  const nodes = [{ id: 1, callFrame }];
  const profile = { nodes, samples: [1, 1, 1], timeDeltas: [0, 9000, 9000] };
  writeFileSync(join(folder, "page.cpuprofile"), JSON.stringify(profile));
  const { status, stdout } = run("record", "--from", "page.cpuprofile", "--site", "src", "--out", "page.json");
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: `page.json: 1 of 1 function in 1 file took 1 ms or longer, or are annotated.\nUse it in builds: profile: "page.json" among the options of Preempt.\n`,
  });
  expect(recorded("page.json").files).toEqual({ "src/weights.js": { long: ["weigh"], short: [] } });
});

test("the same through a source map", () => {
  const map = { version: 3, sources: ["../src/weights.js"], names: [], mappings: ";;;UAAoB" };
  const text = `/* A bundle of what had maps:\n//# sourceMappingURL=none.map\n*/\nfunction w(r){}\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString("base64")}\n`;
  const site = writeProject({ "package.json": "{}", "dist/app.js": text, "src/weights.js": weights });
  const callFrame = { functionName: "w", url: "http://localhost/app.js", lineNumber: 3, columnNumber: 10 };
  const profile = { nodes: [{ id: 1, callFrame }], samples: [1, 1], timeDeltas: [0, 9000] };
  writeFileSync(join(site, "page.cpuprofile"), JSON.stringify(profile));
  const args = ["record", "--from", "page.cpuprofile", "--site", "dist"];
  expect(spawnSync(process.execPath, [bin, ...args], { cwd: site, encoding: "utf8" })).toMatchObject({ status: 0 });
  const { files } = JSON.parse(readFileSync(join(site, "preempt.profile.json"), "utf8")) as Profile;
  expect(files).toEqual({ "src/weights.js": { long: ["weigh"], short: [] } });
});

test.for([
  [["record"], "record needs something to run. Say preempt record -- node app.js."],
  [["record", "--limit", "0", "--", "node", "app.js"], "--limit is 0. Give milliseconds above 0."],
  [["record", "--from", "none.cpuprofile"], "there is no file none.cpuprofile."],
  [
    ["record", "--from", "package.json"],
    "package.json holds no profile. Give a .cpuprofile, or a trace of the performance panel.",
  ],
  [["record", "--", "no-such-program"], "no-such-program cannot be run"],
  [["record", "--", process.execPath, "-e", "0"], "nothing was recorded: no file of the project was on the stack."],
] as const)("%s is refused: %s", ([args, sentence]) => {
  const { status, stderr } = run(...args);
  expect(stderr).toContain(sentence);
  expect(status).toBe(2);
});

test("a command that fails is recorded until then, and its failure is told", () => {
  const { status, stderr } = run("record", "--out", "failed.json", "--", process.execPath, "app.js", "3");
  expect(stderr).toBe("preempt: the command ended with code 3. What it did until then is recorded.\n");
  expect(status).toBe(1);
  expect(Object.keys(recorded("failed.json").files)).toContain("src/search.js");
});

test.for([
  ["none.json", /^profile_missing: profile is "none\.json", and there is no such file in .*Give the path/],
  ["package.json", /^profile_invalid: package\.json is no profile of this version of Preempt\. Give a file/],
] as const)("a build with the profile %s says what is wrong", ([profile, message]) => {
  expect(() => built("src/search.js", { include: ["**"], profile })).toThrow(message);
});
