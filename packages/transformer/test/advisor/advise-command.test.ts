/** `preempt advise`, and what docs/advisor.md shows of it. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adviseFlags } from "../../src/cli/flags.ts";
import { main } from "../../src/cli/main.ts";
import { terminalIn } from "../kit/terminal.ts";
import { type Files, frameIn, project } from "./made.ts";

const docs = readFileSync(new URL("../../../../docs/advisor.md", import.meta.url), "utf8");

const files: Files = {
  "src/search.js": `export function distance(a, b) {
  let n = 0;
  for (const x of a) for (const y of b) n += x === y ? 0 : 1;
  return n;
}
export function search(titles, query) {
  const found = [];
  for (const title of titles) if (distance(title, query) < 3) found.push(title);
  return found;
}
`,
  "src/main.js": `import { search } from "./search.js";

const titles = [];
function onInput(event) {
  show(search(titles, event.target.value));
}
const show = (found) => document.body.append(found.join());

// Each letter is a search.
document.body.addEventListener("input", onInput);
`,
};

async function run(root: string, ...args: string[]) {
  const { around, said } = terminalIn(root);
  const code = await main(["advise", ...args], around);
  return { code, ...said };
}

/** One frame after the other, from the outermost; each a millisecond of the profile's 180. */
function nodesOf(root: string) {
  const names = ["(root)", "src/main.js onInput", "src/search.js search", "src/search.js distance"];
  return names.map((name, i) => ({
    id: i + 1,
    callFrame: frameIn(root, files, name),
    ...(i > 0 && { parent: i }),
  }));
}

/** What Chromium writes: the profile in pieces, events with times on the page's clock, and a clock of its own in microseconds. */
function traceOf(root: string): string {
  const data = {
    type: "keydown",
    timeStamp: 50,
    duration: 200,
    processingStart: 52,
    processingEnd: 240,
    interactionId: 3,
  };
  const [samples, timeDeltas] = [Array.from({ length: 181 }, () => 4), Array.from({ length: 181 }, () => 1000)];
  const chunk = { cpuProfile: { nodes: nodesOf(root), samples }, timeDeltas };
  return JSON.stringify({
    traceEvents: [
      { name: "Profile", pid: 1, id: "0x1", ts: 1_000_000, args: { data: { startTime: 1_000_000 } } },
      { name: "ProfileChunk", pid: 1, id: "0x1", ts: 1_300_000, args: { data: chunk } },
      { name: "EventTiming", ph: "b", pid: 1, ts: 1_000_000, args: { data } },
      { name: "EventTiming", ph: "b", pid: 1, ts: 1_000_000, args: { data: { ...data, type: "keypress" } } },
      { name: "EventTiming", ph: "e", pid: 1, ts: 1_200_000, args: {} },
    ],
  });
}

function recorded(): string {
  const root = project(files);
  writeFileSync(join(root, "trace.json"), traceOf(root));
  return root;
}

test("the page shows what a trace of the performance panel leads to", async () => {
  const root = recorded();
  const [, shown] = /<!-- advise -->\n```\n([\s\S]*?)```/.exec(docs) ?? [];
  expect(await run(root, "trace.json")).toEqual({ code: 1, out: shown, err: "" });
});

test("the page has each option", () => {
  for (const name of Object.keys(adviseFlags)) expect(docs).toContain(`| \`--${name}`);
});

test("--apply makes the changes, and with them there is no more advice", async () => {
  const root = recorded();
  const { out } = await run(root, "trace.json", "--apply");
  expect(out).toMatch(/\nChanged src\/main\.js\. Created src\/rt\.js\.\n$/);
  expect(existsSync(join(root, "src/rt.js"))).toBe(true);
  expect(readFileSync(join(root, "src/main.js"), "utf8")).toContain(
    "rt.listener(onInput, { deadline: 100, latest: true })",
  );
  expect((await run(root, "trace.json")).out).toContain("No change was found that would help.");
});

test("--json prints the report, and --limit says what is slow", async () => {
  const root = recorded();
  const report = JSON.parse((await run(root, "trace.json", "--json")).out) as {
    readonly inp: number;
    readonly advice: object[];
  };
  expect([report.inp, report.advice.length]).toEqual([200, 1]);
  const { code, out } = await run(root, "trace.json", "--limit", "300");
  expect([code, out]).toEqual([0, "None of 1 interaction took 300 ms or longer.\n"]);
});

test("a profile of Node has no interactions: its stretches of code are looked at", async () => {
  const root = project(files);
  const samples = Array.from({ length: 181 }, () => 4);
  const profile = { nodes: nodesOf(root), samples, timeDeltas: samples.map(() => 1000), startTime: 5 };
  writeFileSync(join(root, "node.cpuprofile"), JSON.stringify(profile));
  const { out } = await run(root, "node.cpuprofile");
  expect(out).toMatch(
    /^Stretches of code of 100 ms or longer: 1\.\n\na stretch of code, 180 ms\n {4}180 ms {2}distance/,
  );
});

test.for([
  ["gone.json", "", "there is no file gone.json."],
  ["bad.json", "{", "bad.json is no JSON"],
  ["other.json", "{}", "other.json holds neither interactions nor a profile. Give a trace"],
])("refused: %s", async ([name, text, message]) => {
  const root = project(text === "" ? {} : { [name as string]: text as string });
  const { code, err } = await run(root, name as string);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test("without a recording the command says what to give", async () => {
  expect((await run(project({}))).err).toContain("advise needs a recording. Say preempt advise trace.json.");
});
