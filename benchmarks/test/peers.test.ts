import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { main } from "../src/cli.ts";
import type { Run } from "../src/peers/adapters/run.ts";
import { bundlePeer, bundlePlain } from "../src/peers/bundle.ts";
import { peers, programNames } from "../src/peers/catalog.ts";
import { peerChart } from "../src/peers/chart.ts";
import { runPeers } from "../src/peers/command.ts";
import { changedLines, diff } from "../src/peers/lines.ts";
import { isSame, type Program } from "../src/peers/program.ts";
import { type PeerSummary, standings, summarizePeers } from "../src/peers/summary.ts";
import type { PeerRow } from "../src/peers.ts";
import { quantile } from "../src/statistics.ts";

const folder = mkdtempSync(join(tmpdir(), "preempt-peers-test-"));
beforeAll(() => bundlePlain(folder));
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => void vi.restoreAllMocks());

const load = <T>(...path: string[]) => import(pathToFileURL(join(folder, ...path)).href) as Promise<T>;

/** Long enough that every peer gives the thread away many times. */
const sizes = { mandelbrot: 300, quicksort: 60_000, serialiser: 500_000, markdown: 30_000 };

describe("each adapted program gives the plain result", () => {
  test.each(peers)("$name", { timeout: 120_000 }, async (peer) => {
    await bundlePeer(folder, peer);
    for (const name of programNames) {
      const { workload } = await load<{ workload: Program }>("plain", `${name}.mjs`);
      const { run } = await load<{ run: Run }>(peer.name, `${name}.mjs`);
      for (const size of [workload.size.small, sizes[name]]) {
        const input = workload.prepare(size);
        expect(isSame(await run(input), workload.run(input)), `${name}, ${size}`).toBe(true);
      }
    }
  });
});

test("results differ if one number does, or the length, or the kind", () => {
  expect(isSame(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
  expect(isSame([1, 2], [1, 3])).toBe(false);
  expect(isSame([1, 2], [1, 2, 3])).toBe(false);
  expect(isSame("a", ["a"])).toBe(false);
  expect(() => isSame({}, {})).toThrow(TypeError);
});

test("the command measures, prints its tables, and writes the numbers and the picture", {
  timeout: 120_000,
}, async () => {
  const output = vi.spyOn(console, "log").mockReturnValue();
  const [json, svg] = [join(folder, "report.json"), join(folder, "chart.svg")];
  const words = { quick: true, host: "node", only: "preempt,react", programs: "quicksort", json, svg };
  await runPeers(words, { warmUp: 20, pairs: 2 });
  const { rows, summary, costs } = JSON.parse(readFileSync(json, "utf8"));
  expect(rows).toMatchObject([
    { host: "node", peer: "preempt", program: "quicksort" },
    { host: "node", peer: "react", program: "quicksort" },
  ]);
  for (const { plain, adapted } of rows as PeerRow[]) {
    expect(adapted.times).toHaveLength(plain.times.length);
    expect(Math.min(...plain.times, ...adapted.times, ...adapted.delays)).toBeGreaterThan(0);
  }
  expect((summary as PeerSummary[]).map(({ peer }) => peer)).toEqual(["plain", "preempt", "react"]);
  const react = (costs as { peer: string }[]).find(({ peer }) => peer === "react");
  expect(react).toMatchObject({ package: "scheduler", licence: "MIT", size: expect.any(Number) });
  const text = output.mock.calls.join("\n");
  expect(text).toMatch(/^React's scheduler +\d+\.\d\dx/m);
  expect(text).toMatch(/^Preempt +\+5 -0 +\d+ bytes +@preempt\/runtime/m);
  expect(readFileSync(svg, "utf8")).toMatch(/^<svg .*React's scheduler.*<\/svg>\n$/s);
});

test.each([
  [["--only", "react,angular"], 'There is no peer "angular". There are: preempt, '],
  [["--programs", "fib"], 'There is no program "fib". There are: mandelbrot, '],
  [["--host", "netscape"], 'There is no host "netscape". There are: node'],
])("%j is answered before anything is measured", async (words, message) => {
  const errors = vi.spyOn(console, "error").mockReturnValue();
  expect(await main(["peers", ...words])).toBe(2);
  expect(errors.mock.calls.join("\n")).toContain(message);
});

test("lines are counted by a diff, without comments and indentation", () => {
  expect(diff(["a", "b", "c"], ["a", "x", "c", "d"])).toEqual({ added: 2, removed: 1 });
  expect(diff(["a", "b"], ["a", "b"])).toEqual({ added: 0, removed: 0 });
  const [preempt, react, worker] = ["preempt", "react", "worker"].map((name) => {
    const peer = peers.find((peer) => peer.name === name);
    return changedLines("quicksort", peer as (typeof peers)[number]);
  });
  // Its two annotations.
  expect(preempt).toEqual({ added: 2, removed: 0 });
  expect(worker).toEqual({ added: 0, removed: 0 });
  expect(react?.added).toBeGreaterThan(20);
});

function row(peer: PeerRow["peer"], adapted: number[], delays: number[], came: number): PeerRow {
  return {
    host: "chromium",
    program: "quicksort",
    peer,
    plain: { times: [100, 100], ownTimes: [90, 90], delays: [50], keyDelays: [], frames: { came: 0, wanted: 12 } },
    adapted: { times: adapted, ownTimes: [99, 99], delays, keyDelays: [], frames: { came, wanted: 10 } },
  };
}

const rows = [row("preempt", [125, 125], [1, 2, 3], 10), row("react", [100, 100], [8, 9, 10], 5)];

test("a peer's throughput is against its plain neighbours, its frames those that did not come", () => {
  const [plain, preempt, react] = summarizePeers(rows, "chromium");
  expect(plain).toMatchObject({ throughput: 1, framesLost: 1, messages: { median: 50 } });
  expect(preempt).toMatchObject({ framesLost: 0, messages: { median: 2, worst: 3, count: 3 } });
  expect(preempt?.throughput).toBeCloseTo(0.8, 10);
  expect(preempt?.ownTime).toBeCloseTo(1.1, 10);
  expect(react).toMatchObject({ throughput: 1, framesLost: 0.5 });
});

test("keys and the throughput beside them are of the sessions in which somebody types, messages of the others", () => {
  const typing = (peer: "preempt" | "react", adapted: number[], came: number): PeerRow => {
    const { plain, adapted: quiet, ...rest } = row(peer, [100, 100], [1], 10);
    const busy = { ...row(peer, adapted, [70], came).adapted, keyDelays: [4, 6, 5] };
    return { ...rest, plain, adapted: quiet, typing: { plain: { ...plain, keyDelays: [40] }, adapted: busy } };
  };
  const rows = [typing("preempt", [200, 200], 5), typing("react", [125, 125], 10)];
  const [plain, preempt, react] = summarizePeers(rows, "chromium");
  expect(plain).toMatchObject({ whileTyping: 1, keys: { median: 40, count: 2 } });
  expect(preempt).toMatchObject({ throughput: 1, whileTyping: 0.5, messages: { worst: 1 }, keys: { median: 5 } });
  expect(preempt?.framesLost).toBeCloseTo(0.25, 10);
  expect(react).toMatchObject({ whileTyping: 0.8, framesLost: 0 });
  const ahead = standings([plain, preempt, react] as PeerSummary[]).filter(({ ahead }) => ahead.length > 0);
  expect(ahead.map(({ measure }) => measure)).toEqual(["throughput while typing", "frames"]);
  const chart = peerChart({ engines: { chromium: "Chromium" }, rows }, "a machine");
  expect(chart).toContain("Preempt, throughput: alone / typing: 1.00 / 0.50x");
});

test("who is ahead of Preempt is said, and in what", () => {
  const places = standings(summarizePeers(rows, "chromium"));
  expect(places.filter(({ ahead }) => ahead.length > 0).map(({ measure }) => measure)).toEqual(["throughput"]);
  const behind = places.filter(({ behind }) => behind.includes("React's scheduler")).map(({ measure }) => measure);
  expect(behind).toEqual(["messages, median", "messages, 99 %", "frames"]);
});

test("the picture has a bar for each number, and none where there are no keys", () => {
  const chart = peerChart({ engines: { chromium: "Chromium <1>" }, rows }, "a machine");
  const bars = [...chart.matchAll(/<rect class="(?:own|other|blocking)"[^>]*><title>([^<]*)/g)].map(
    ([, title]) => title,
  );
  expect(bars).toHaveLength(9);
  expect(bars).toContain("Preempt, throughput: 0.80x");
  expect(chart).not.toContain("keys");
  expect(chart).toContain("Chromium &lt;1&gt;");
});

test("a quantile is a value of the sample", () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  expect(quantile([3, 1, 2], 1)).toBe(3);
  expect(quantile([], 0.5)).toBeNaN();
});
