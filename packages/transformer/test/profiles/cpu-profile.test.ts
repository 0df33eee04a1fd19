import { expect, test } from "vitest";
import { type CpuProfile, staysIn } from "../../src/profiles/cpu-profile.ts";
import { readProfiles } from "../../src/profiles/read-profiles.ts";

const frame = (functionName: string, url = "file:///a.js", lineNumber = functionName.length) => ({
  functionName,
  url,
  lineNumber,
  columnNumber: 3,
});

/** main calls f, which calls inner; main calls g. */
const nodes = [
  { id: 1, callFrame: frame("(root)", "", -1), children: [2, 6, 7, 8] },
  { id: 2, callFrame: frame("main"), children: [3, 5] },
  { id: 3, callFrame: frame("f"), children: [4] },
  { id: 4, callFrame: frame("inner") },
  { id: 5, callFrame: frame("gg") },
  { id: 6, callFrame: frame("(garbage collector)", "", -1) },
  { id: 7, callFrame: frame("(idle)", "", -1) },
  { id: 8, callFrame: frame("(program)", "", -1) },
];

function longest(samples: readonly number[], step = 200): Record<string, number> {
  const profile: CpuProfile = { nodes, samples, timeDeltas: samples.map(() => step) };
  return Object.fromEntries(staysIn(profile).map((stay) => [stay.frame.functionName, stay.longest]));
}

test("a function stays as long as it is on the stack in one go, whatever it calls", () => {
  // main main/f main/f/inner main/f main/gg
  expect(longest([2, 3, 4, 3, 5])).toEqual({ main: 0.8, f: 0.4, inner: 0, gg: 0 });
});

test("a stay that was left and entered again does not count as one", () => {
  expect(longest([3, 5, 3, 3, 5, 3])).toMatchObject({ f: 0.2, main: 1 });
});

test("a collection of garbage interrupts no stay, and a pause of the program does", () => {
  expect(longest([3, 6, 6, 3])).toMatchObject({ f: 0.6 });
  expect(longest([3, 7, 7, 3])).toMatchObject({ f: 0 });
});

test("the engine's own code interrupts a stay if it takes more than a millisecond", () => {
  expect(longest([3, 8, 8, 8, 8, 3])).toMatchObject({ f: 1 });
  expect(longest([3, 8, 8, 8, 8, 8, 8, 3])).toMatchObject({ f: 0 });
});

test("a recursion is one stay", () => {
  const recursive: CpuProfile = {
    nodes: [
      { id: 1, callFrame: frame("r"), children: [2] },
      { id: 2, callFrame: frame("r"), children: [3] },
      { id: 3, callFrame: frame("r") },
    ],
    samples: [1, 3, 2, 3],
    timeDeltas: [0, 1000, 1000, 1000],
  };
  expect(staysIn(recursive)).toEqual([{ frame: frame("r"), longest: 3 }]);
});

test("a trace of Chromium's performance panel holds a profile for each thread, in pieces", () => {
  const chunk = (pid: number, cpuProfile: object, timeDeltas: number[]) => ({
    name: "ProfileChunk",
    pid,
    id: "0x1",
    args: { data: { cpuProfile, timeDeltas } },
  });
  const root = { id: 1, callFrame: { functionName: "(root)" } };
  const trace = {
    traceEvents: [
      { name: "Profile", pid: 1, id: "0x1" },
      chunk(1, { nodes: [root, { id: 2, parent: 1, callFrame: frame("f") }], samples: [2, 2] }, [0, 500]),
      chunk(2, { nodes: [root, { id: 2, parent: 1, callFrame: frame("other") }], samples: [2] }, [0]),
      chunk(1, { nodes: [{ id: 3, parent: 2, callFrame: frame("inner") }], samples: [3, 1] }, [700, 100]),
    ],
  };
  const profiles = readProfiles(JSON.stringify(trace)) ?? [];
  expect(profiles.map((p) => staysIn(p).map((s) => [s.frame.functionName, s.longest]))).toEqual([
    [
      ["f", 1.2],
      ["inner", 0],
    ],
    [["other", 0]],
  ]);
});

test.for(["", "[]", "{}", "null", "no JSON", '{"nodes":[]}', '{"traceEvents":[{"name":"Profile"}]}'])(
  "%j is no profile",
  (text) => {
    expect(readProfiles(text)).toBeUndefined();
  },
);
