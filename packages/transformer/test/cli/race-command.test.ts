/** `preempt race`, as a person calls it. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const bin = fileURLToPath(new URL("../../bin/preempt.mjs", import.meta.url));
const runtime = fileURLToPath(new URL("../../../runtime", import.meta.url));

const files: Readonly<Record<string, string>> = {
  "package.json": "{}",
  // Loaded as CommonJS, and depends on an ES module.
  "node_modules/scaling/package.json": '{"name":"scaling","dependencies":{"stepping":"1"}}',
  "node_modules/scaling/index.js": `const { step } = require("stepping");
let scale = 1;
exports.scaled = function (xs, by) {
  scale = by;
  const found = [];
  for (const x of xs) found.push(step(x) * scale);
  return found;
};
exports.later = async function (xs, by) {
  await undefined;
  scale = by;
  const found = [];
  for (const x of xs) found.push(step(x) * scale);
  await undefined;
  return found;
};
exports.loose = async function (xs, by) {
  scale = by;
  await undefined;
  return step(xs[0]) * scale;
};
exports.alone = (xs) => {
  let sum = 0;
  for (const x of xs) sum += step(x);
  return sum;
};
let opened = 0, most = 0;
exports.open = (xs) => {
  opened++;
  for (const x of xs) step(x);
  most = Math.max(most, opened--);
  return most;
};
`,
  "node_modules/stepping/package.json": '{"name":"stepping","type":"module","exports":"./index.js"}',
  "node_modules/stepping/index.js": "export function step(x) {\n  let y = 0;\n  while (y < x) y++;\n  return y;\n}\n",
  "double.mjs": 'import { scaled } from "scaling";\nexport function main() { return scaled([1, 2], 2); }\n',
  "triple.mjs": 'import { scaled } from "scaling";\nexport default () => scaled([1, 2], 3);\n',
  "alone.mjs":
    'import { alone } from "scaling";\nexport const setup = () => [1, 2];\nexport const main = (xs) => alone(xs);\n',
  "open.mjs": 'import { open } from "scaling";\nexport function main() { return open([1, 2]); }\n',
  "later.mjs": 'import { later } from "scaling";\nexport const main = async () => await later([1, 2], 2);\n',
  "later-3.mjs": 'import { later } from "scaling";\nexport const main = async () => await later([1, 2], 3);\n',
  "loose.mjs": 'import { loose } from "scaling";\nexport const main = async () => await loose([1], 2);\n',
  "loose-3.mjs": 'import { loose } from "scaling";\nexport const main = async () => await loose([1], 3);\n',
  "nothing.mjs": "export const n = 1;\n",
};

let folder = "";
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "preempt-race-")));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  mkdirSync(join(folder, "node_modules/@preempt"));
  symlinkSync(runtime, join(folder, "node_modules/@preempt/runtime"), "dir");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function race(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "race", ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("a race is shown with its schedule, its places and their source lines", () => {
  const { status, stdout, stderr } = race("scaling", "--job", "double.mjs", "--job", "triple.mjs");
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^Race with 1 preemption, found in \d+ schedules?\. Replay it with "(.*)"\.\n/);
  expect(stdout).toContain(`  scale, declared at scaling/index.js:2
    first A wrote it at scaling/index.js:4 (scaled)
        scale = by;
    then  B wrote it at scaling/index.js:4 (scaled)
        scale = by;
    then  A read it at scaling/index.js:6 (scaled)
        for (const x of xs) found.push(step(x) * scale);
`);
  expect(stdout).toContain("A double.mjs  expected: gives [2, 4]\n");
  expect(status).toBe(1);
  const [, replay = ""] = /Replay it with "(.*)"/.exec(stdout) ?? [];
  const again = race("scaling", "--job", "double.mjs", "--job", "triple.mjs", "--replay", replay);
  expect(again.stdout).toContain(`Replay it with "${replay}".`);
});

test("what damages its module is loaded again", () => {
  const { status, stdout } = race("scaling", "--job", "open.mjs");
  expect(stdout).toContain("opened, declared at scaling/index.js:27");
  expect(stdout).not.toContain("damaged");
  expect(status).toBe(1);
});

test("of async programs a race is a preemption, and none is another order at an await", () => {
  const later = race("scaling", "--job", "later.mjs", "--job", "later-3.mjs");
  expect(later.stderr).toBe("");
  expect(later.stdout).toContain("scale, declared at scaling/index.js:2");
  expect(later.status).toBe(1);
  const loose = race("scaling", "--job", "loose.mjs", "--job", "loose-3.mjs", "--schedules", "60");
  expect(loose.stdout).toMatch(/^No race/);
  expect(loose.status).toBe(0);
});

test("without a race the exit code is 0", () => {
  const { status, stdout } = race("scaling", "--job", "alone.mjs", "--schedules", "50");
  expect(stdout).toMatch(/^No race in \d+ schedules\./);
  expect(status).toBe(0);
});

test.for([
  [["scaling"], "race needs a program"],
  [["scaling", "--job", "none.mjs"], "there is no file none.mjs"],
  [["sealing", "--job", "alone.mjs"], 'there is no package "sealing"'],
  [["scaling", "--job", "nothing.mjs"], "exports no function main"],
  [["scaling", "--job", "alone.mjs", "--schedules", "0"], "--schedules is 0. Give an integer of 1 or more."],
  [["scaling", "--job", "alone.mjs", "--replay", "A1 Z*"], "replay_not_a_schedule"],
] as const)("%o cannot be done: %s", ([args, message]) => {
  const { status, stderr } = race(...args);
  expect(stderr).toContain(message);
  expect(status).toBe(2);
});
