/** What a profile says about a stretch: the innermost function of the program, and the kind of code. */
import { expect, test } from "vitest";
import { builtInNamed, findingOf, kindOfLine } from "../../src/development/profile.ts";
import type { Profile, ProfileNode } from "../../src/hosts/profiler.ts";

const frame = (
  functionName: string,
  url = "",
  scriptId = url === "" ? "0" : "7",
  lineNumber = url === "" ? -1 : 10,
) => ({
  functionName,
  scriptId,
  url,
  lineNumber,
  columnNumber: 4,
});
const file = "file:///app/main.js";

/** A profile with a sample each millisecond, each of which is a stack from the outermost frame inwards. */
function profileOf(...samples: readonly (readonly ReturnType<typeof frame>[])[]): Profile {
  const root = { id: 1, callFrame: frame("(root)"), children: [] as number[] };
  const nodes: (ProfileNode & { children: number[] })[] = [root];
  const ids = samples.map((stack) => {
    let at: (typeof nodes)[number] = root;
    for (const callFrame of stack) {
      const key = JSON.stringify(callFrame);
      const known = nodes.find(({ id, callFrame: one }) => at.children.includes(id) && JSON.stringify(one) === key);
      const next = known ?? { id: nodes.length + 1, callFrame, children: [], positionTicks: [{ line: 13, ticks: 1 }] };
      if (known === undefined) {
        nodes.push(next);
        at.children.push(next.id);
      }
      at = next;
    }
    return at.id;
  });
  return { nodes, startTime: 0, endTime: samples.length * 1000, samples: ids, timeDeltas: ids.map(() => 1000) };
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const main = frame("main", file);
const score = frame("score$resumable_2", file);

test("the innermost function, with its line that took most, and its share", () => {
  const profile = profileOf(...times(3, [main]), ...times(9, [main, score]));
  const all = findingOf(profile, 12, 0);
  expect(all).toMatchObject({ kind: "own", name: "score", isBody: true, url: file, line: 10, hot: 13, share: 0.75 });
});

test("only what lies in the stretch counts", () => {
  const profile = profileOf(...times(20, [main, score]), ...times(8, [main]), ...times(20, [score]));
  expect(findingOf(profile, 27, 20)).toMatchObject({ name: "main", share: 1 });
});

test("few samples say nothing", () => {
  expect(findingOf(profileOf(...times(4, [main])), 4, 0)).toBeUndefined();
  expect(findingOf(profileOf(...times(9, [frame("(idle)")])), 9, 0)).toBeUndefined();
});

test.each([
  ["generated", [main, frame("anonymous", "", "12", 0)], undefined],
  ["generated", [main, frame("made", "evalmachine.<anonymous>", "12", 0), frame("now")], "now"],
  [
    "platform",
    [main, frame("readFileSync", "node:fs"), frame("open", "node:internal/fs"), frame("open")],
    "readFileSync",
  ],
  ["built-in", [main, frame("RegExp: a+")], "RegExp: a+"],
  ["own", [main, frame("(program)")], undefined],
] as const)("%s", (kind, stack, callee) => {
  expect(findingOf(profileOf(...times(9, stack)), 9, 0)).toMatchObject({ kind, name: "main", callee, share: 1 });
});

test("garbage collection has no function", () => {
  const profile = profileOf(...times(3, [main]), ...times(6, [frame("(garbage collector)")]));
  expect(findingOf(profile, 9, 0)).toMatchObject({ kind: "garbage", name: "" });
});

test.each([
  ["return /^(a+)+$/.test(text);", "a regular expression"],
  ["const parts = text.split(/,\\s*/);", "a regular expression"],
  ["return JSON.parse(text);", "the built-in JSON.parse()"],
  ["rows.sort((a, b) => a.id - b.id);", "the built-in sort()"],
  ["for (const row of rows) sum += row.parts.join();", undefined],
  ["sum += weight * 2;", undefined],
  [undefined, undefined],
])("the line %s", (text, kind) => {
  expect(kindOfLine({ text })).toBe(kind);
});

test("what V8 calls a regular expression", () => {
  expect(builtInNamed("RegExp: ^(a+)+$")).toBe("the regular expression /^(a+)+$/");
  expect(builtInNamed("sort")).toBe("the built-in sort()");
});
