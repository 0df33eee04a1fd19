import { expect, test } from "vitest";
import { showProgress } from "../../src/lab/scale/progress.ts";
import { sayDuration, type Timed, TimeLeft } from "../../src/lab/scale/time-left.ts";
import { watchedStream } from "./watched-stream.ts";

const cell = (key: string, expectedSeconds?: number): Timed =>
  expectedSeconds === undefined ? { key } : { key, expectedSeconds };

test("the time left is what the cells tell, corrected by how long others took", () => {
  let now = 0;
  const left = new TimeLeft(1, () => now);
  const [a, b, c] = [cell("a", 10), cell("b", 10), cell("c", 30)];
  left.observe({ kind: "begin", cells: [a, b, c], skipped: 1000 });
  expect(left.seconds()).toBe(50);
  left.observe({ kind: "start", cell: a });
  now = 4000;
  expect(left.seconds()).toBe(46);
  now = 12_000;
  // It takes longer than it told; the others are still believed.
  expect(left.seconds()).toBe(40);
  left.observe({ kind: "done", cell: a, seconds: 12 });
  expect(left.seconds()).toBeCloseTo(40 * 1.2);
  left.observe({ kind: "start", cell: b });
  left.observe({ kind: "failed", cell: b, error: new Error("no reason") });
  expect(left.seconds()).toBeCloseTo(30 * 1.2);
});

test("cells that tell nothing take as long as those before them; until then nothing is known", () => {
  let now = 0;
  const left = new TimeLeft(2, () => now);
  const cells = ["a", "b", "c", "d", "e"].map((key) => cell(key));
  left.observe({ kind: "begin", cells, skipped: 0 });
  for (const running of cells.slice(0, 2)) left.observe({ kind: "start", cell: running });
  expect(left.seconds()).toBeUndefined();
  now = 8000;
  left.observe({ kind: "done", cell: cell("a"), seconds: 8 });
  // c, d, e in two lanes; b, at it for 8 s, ought to end now.
  expect(left.seconds()).toBe(12);
});

test("the last cell takes its time, however many lanes there are", () => {
  const left = new TimeLeft(8, () => 0);
  left.observe({ kind: "begin", cells: [cell("a", 60)], skipped: 0 });
  left.observe({ kind: "start", cell: cell("a", 60) });
  expect(left.seconds()).toBe(60);
});

test.for([
  [0, "0 s"],
  [99, "99 s"],
  [100, "2 min"],
  [3599, "1 h 00 min"],
  [3 * 3600 + 300, "3 h 05 min"],
  [52 * 3600, "2 d 4 h"],
] as const)("%s seconds are %s", ([seconds, text]) => {
  expect(sayDuration(seconds)).toBe(text);
});

test("a log gets a line each 30 s, the failures, and the end", () => {
  let now = 0;
  const said: string[] = [];
  const { onProgress, stop } = showProgress(
    { err: (text) => said.push(text), isWatched: false },
    { now: () => now, parallel: 1 },
  );
  const cells = Array.from({ length: 100 }, (_, i) => cell(`c${i}`));
  onProgress({ kind: "begin", cells, skipped: 20 });
  for (const [i, running] of cells.entries()) {
    onProgress({ kind: "start", cell: running });
    now += 1000;
    if (i === 1) onProgress({ kind: "failed", cell: running, error: new Error("no reason") });
    else onProgress({ kind: "done", cell: running, seconds: 1 });
  }
  stop();
  expect(said).toEqual([
    "20/120 cells\n",
    "c1 failed: no reason\n",
    "50/120 cells, 1 failed, about 70 s left\n",
    "80/120 cells, 1 failed, about 40 s left\n",
    "110/120 cells, 1 failed, about 10 s left\n",
    "120/120 cells, 1 failed\n",
  ]);
});

test("a log of work that is interrupted ends with how far it came", () => {
  const said: string[] = [];
  const { onProgress, stop } = showProgress({ err: (text) => said.push(text), isWatched: false }, { now: () => 0 });
  onProgress({ kind: "begin", cells: [cell("a"), cell("b")], skipped: 0 });
  onProgress({ kind: "done", cell: cell("a"), seconds: 3 });
  stop();
  stop();
  expect(said).toEqual(["0/2 cells\n", "1/2 cells, about 3 s left\n"]);
});

test("who watches sees a bar, and failures above it", () => {
  const { stream, drawn } = watchedStream();
  const { onProgress, stop } = showProgress(
    { err: () => expect.fail("the bar's stream is the terminal"), isWatched: true },
    { stream, now: () => 0 },
  );
  onProgress({ kind: "begin", cells: [cell("a", 60), cell("b", 60)], skipped: 2 });
  onProgress({ kind: "failed", cell: cell("a", 60), error: new Error("no reason") });
  stop();
  const text = drawn();
  expect(text).toContain("[===============---------------] 2/4 cells, about 2 min left");
  expect(text).toContain("a failed: no reason\n");
  expect(text).toMatch(/\[=+-{7,8}\] 3\/4 cells, 1 failed, about 60 s left\n$/);
});
