import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exitCodes, type Terminal, type Words } from "../../src/lab/command.ts";
import { queueCommand } from "../../src/lab/scale/queue/command.ts";
import { readResults } from "../../src/lab/scale/read-results.ts";
import { hasRedis, type RedisServer, startRedis } from "./redis-server.ts";
import { type Cell, cellsTo, header, type Result } from "./scale-cells.ts";
import { temporaryFile } from "./scale-files.ts";

const command = queueCommand<Cell, Result>({
  options: { cells: { type: "string" } },
  help: "  --cells N  so many",
  cells: async (words, names) => ({ header: { ...header, names }, cells: cellsTo(Number(words.cells)) }),
  runner: (of) => async (cell) => {
    if (cell.key === "c1") throw new Error("no reason");
    return { key: cell.key, value: String(of.names) };
  },
});

async function run(words: Words, ...names: string[]) {
  let [said, printed] = ["", ""];
  const terminal: Terminal = {
    out: async (text) => {
      printed += text;
    },
    err: (text) => {
      said += text;
    },
    isWatched: false,
    signal: new AbortController().signal,
    read: () => Promise.reject(new Error("nothing is to be read")),
    lines: () => Promise.reject(new Error("nothing is to be read")),
  };
  const code = await command.run(words, names, terminal);
  return { code, said, printed };
}

describe.runIf(hasRedis)("with a redis-server (apt-get install redis-server)", () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  test("a grid is offered, worked on, looked at and collected by words", async () => {
    const at = { redis: redis.connection, name: "paper" };
    const out = temporaryFile();
    expect(await run({ ...at, cells: "3" }, "offer", "sets.json")).toEqual({
      code: exitCodes.done,
      said: "paper: 3 cells offered\n",
      printed: "",
    });
    expect((await run({ ...at, cells: "3" }, "offer", "sets.json")).said).toBe(
      "paper: 0 cells offered, 3 were there\n",
    );
    expect((await run({ ...at, out, now: true }, "collect")).said).toBe(
      `0/3 cells, 0 running, 3 waiting\n${out}: 0 results more, 0 together\n`,
    );
    expect(await run(at, "work")).toEqual({
      code: exitCodes.failed,
      said: "c1 failed: no reason\npaper: 2 cells done here, 1 attempts failed\n",
      printed: "",
    });
    expect(await run(at, "status")).toEqual({
      code: exitCodes.done,
      said: "",
      printed: "2/3 cells, 0 running, 0 waiting, 1 failed\n",
    });
    expect(await run({ ...at, out }, "collect")).toEqual({
      code: exitCodes.failed,
      said: `c1 failed: no reason\n2/3 cells, 0 running, 0 waiting, 1 failed\n${out}: 2 results more, 2 together\n`,
      printed: "",
    });
    expect([...readResults<Result>(out).results].map(({ value }) => value)).toEqual(["sets.json", "sets.json"]);
    await run(at, "forget");
    await expect(run(at, "status")).rejects.toThrow("nothing_offered");
  });
});

test("words that make no sense are refused before anybody looks for a server", async () => {
  await expect(run({ name: "x" })).rejects.toThrow('what to do with the queue is "". Give one of offer, work');
  await expect(run({}, "status")).rejects.toThrow("no_name");
  await expect(run({ name: "x" }, "work", "file")).rejects.toThrow('"queue work" takes no files, and file was given');
  await expect(run({ name: "x", parallel: "0" }, "work")).rejects.toThrow("--parallel");
  await expect(run({ name: "x" }, "collect")).rejects.toThrow("no_output");
});
