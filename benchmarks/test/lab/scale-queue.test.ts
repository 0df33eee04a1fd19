import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  collectResults,
  forgetQueue,
  offerCells,
  queueHeader,
  queueState,
  type ServiceEvent,
  serveQueue,
} from "../../src/lab/scale/queue/index.ts";
import { ResultFile } from "../../src/lab/scale/result-file.ts";
import { freePort, hasRedis, type RedisServer, startRedis } from "./redis-server.ts";
import { type Cell, cellsTo, header, type Result } from "./scale-cells.ts";
import { temporaryFile } from "./scale-files.ts";

const open = () => ResultFile.open<Result>(temporaryFile(), header);
const keysOf = (file: ResultFile<Result>) => [...file.results()].map(({ key }) => key).sort();
const allKeys = (count: number) =>
  cellsTo(count)
    .map(({ key }) => key)
    .sort();
const atOnce = () => async (cell: Cell) => ({ key: cell.key, value: 1 });
const serve = serveQueue<Cell, Result>;
const quick = { pollMs: 20 };

describe.runIf(hasRedis)("with a redis-server (apt-get install redis-server)", () => {
  let redis: RedisServer;
  let queues = 0;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());
  const nextQueue = () => ({ connection: redis.connection, queueName: `queue-${queues++}` });

  test("cells are offered, run by a worker, and collected into a file", async () => {
    const address = nextQueue();
    expect(await offerCells({ ...address, cells: cellsTo(30), header })).toEqual({ added: 30, known: 0 });
    expect(await queueState(address)).toMatchObject({ cells: 30, results: 0, waiting: 30, isOver: false });
    const grids: unknown[] = [];
    const run = (of: object) => {
      grids.push(of);
      return atOnce();
    };
    expect(await serve({ ...address, ...quick, run, parallel: 3 })).toEqual({
      done: 30,
      late: 0,
      failures: 0,
      isInterrupted: false,
    });
    expect(grids).toEqual([header]);
    using file = open();
    const whole = { cells: 30, failed: [], isComplete: true };
    expect(await collectResults({ ...address, file })).toEqual({ collected: 30, ...whole });
    expect(keysOf(file)).toEqual(allKeys(30));
    // Again, and into another file: the queue keeps what it has.
    expect(await collectResults({ ...address, file })).toEqual({ collected: 0, ...whole });
    using second = open();
    second.append({ key: "c7", value: "from elsewhere" });
    expect(await collectResults({ ...address, file: second })).toEqual({ collected: 29, ...whole });
  });

  test("offering twice changes nothing, before the work and after it; new cells are added", async () => {
    const address = nextQueue();
    const offer = (count: number) => offerCells({ ...address, cells: cellsTo(count), header });
    await offer(5);
    expect(await offer(5)).toEqual({ added: 0, known: 5 });
    expect((await queueState(address)).waiting).toBe(5);
    let runs = 0;
    const run = () => async (cell: Cell) => {
      runs++;
      return { key: cell.key, value: runs };
    };
    await serve({ ...address, ...quick, run });
    expect(await offer(5)).toEqual({ added: 0, known: 5 });
    expect(await queueState(address)).toMatchObject({ results: 5, waiting: 0, isOver: true });
    expect(await offer(7)).toEqual({ added: 2, known: 5 });
    expect(await serve({ ...address, ...quick, run })).toMatchObject({ done: 2 });
    expect(runs).toBe(7);
  });

  test("a cell that fails is tried again, then given up with its reason; the others go on", async () => {
    const address = nextQueue();
    await offerCells({ ...address, cells: cellsTo(4), header, retries: 2 });
    const attempts = new Map<string, number>();
    const run = () => async (cell: Cell) => {
      const attempt = (attempts.get(cell.key) ?? 0) + 1;
      attempts.set(cell.key, attempt);
      if (cell.key === "c0" || (cell.key === "c1" && attempt < 3)) throw new Error(`attempt ${attempt}`);
      return { key: cell.key, value: attempt };
    };
    expect(await serve({ ...address, ...quick, run })).toMatchObject({ done: 3, failures: 5 });
    using file = open();
    const failed = [{ key: "c0", reason: "attempt 3" }];
    expect(await collectResults({ ...address, file })).toEqual({ collected: 3, cells: 4, failed, isComplete: false });
    // Offered as before, it stays as it is; only who asks for it has it tried again.
    await offerCells({ ...address, cells: cellsTo(4), header });
    expect(await queueState(address)).toMatchObject({ waiting: 0, isOver: true, failed });
    await offerCells({ ...address, cells: cellsTo(4), header, again: true });
    expect(await serve({ ...address, ...quick, run: atOnce })).toMatchObject({ done: 1 });
    expect(await collectResults({ ...address, file })).toMatchObject({ collected: 1, isComplete: true, failed: [] });
  });

  test("three workers, one killed in the middle of a cell: all cells are done, each once", async () => {
    const address = nextQueue();
    await offerCells({ ...address, cells: cellsTo(24), header });
    const workers = [1, 2, 3].map(() => startWorker(address, 100));
    const [victim] = workers as [Worker];
    await victim.says("done");
    await victim.says("start");
    victim.process.kill("SIGKILL");
    using file = open();
    const report = await collectResults({ ...address, file, ...quick });
    expect(report).toEqual({ collected: 24, cells: 24, failed: [], isComplete: true });
    expect(keysOf(file)).toEqual(allKeys(24));
    expect(file.duplicates).toBe(0);
    await Promise.all(workers.map(({ ended }) => ended));
    const lost = victim.events.filter(({ kind }) => kind === "start").at(-1);
    const again = workers.slice(1).flatMap(({ events }) => events.filter((event) => event.kind === "done"));
    expect(again).toContainEqual(expect.objectContaining({ key: (lost as { key: string }).key, isFirst: true }));
  });

  test("a worker that stalls and ends late does not count twice", async () => {
    const address = nextQueue();
    await offerCells({ ...address, cells: cellsTo(2), header });
    const stalled = startWorker(address, 50);
    await stalled.says("start");
    stalled.process.kill("SIGSTOP");
    expect(await serve({ ...address, ...quick, run: atOnce, lockMs: 600 })).toMatchObject({ done: 2, late: 0 });
    stalled.process.kill("SIGCONT");
    expect(await stalled.says("done")).toMatchObject({ isFirst: false });
    await stalled.ended;
    expect(stalled.process.exitCode).toBe(0);
    expect(await queueState(address)).toMatchObject({ results: 2, isOver: true, failed: [] });
    using file = open();
    await collectResults({ ...address, file });
    expect([...file.results()].map(({ value }) => value)).toEqual([1, 1]);
  });

  test("an interrupted worker gives its cells back at once, as if it had not had them", async () => {
    const address = nextQueue();
    await offerCells({ ...address, cells: cellsTo(3), header });
    const interruption = new AbortController();
    const run = () => async (cell: Cell, signal: AbortSignal) => {
      if (cell.key === "c1") interruption.abort();
      else if (cell.key !== "c0") await wait(20_000, undefined, { signal });
      return { key: cell.key, value: 1 };
    };
    const report = await serve({ ...address, ...quick, run, signal: interruption.signal });
    expect(report).toEqual({ done: 1, late: 0, failures: 0, isInterrupted: true });
    expect(await queueState(address)).toMatchObject({ results: 1, waiting: 2, running: 0, failed: [] });
    expect(await serve({ ...address, ...quick, run: atOnce })).toMatchObject({ done: 2, failures: 0 });
  });

  test("a collection takes what is there, or waits for the rest until it is interrupted", async () => {
    const address = nextQueue();
    await offerCells({ ...address, cells: cellsTo(3), header });
    using file = open();
    const run = () => async (cell: Cell, signal: AbortSignal) => {
      if (cell.key === "c2") await wait(20_000, undefined, { signal });
      return { key: cell.key, value: 1 };
    };
    const end = new AbortController();
    const serving = serve({ ...address, ...quick, run, parallel: 3, signal: end.signal });
    while ((await queueState(address)).results < 2) await wait(5);
    const some = { cells: 3, failed: [], isComplete: false };
    expect(await collectResults({ ...address, file, waits: false })).toEqual({ collected: 2, ...some });
    const interruption = AbortSignal.timeout(100);
    expect(await collectResults({ ...address, file, signal: interruption })).toEqual({ collected: 0, ...some });
    end.abort();
    await serving;
  });

  test("a queue has one grid, until it is forgotten", async () => {
    const address = nextQueue();
    await expect(queueHeader(address)).rejects.toThrow(
      `nothing_offered: queue "${address.queueName}" at ${redis.connection} has no cells. Offer some first`,
    );
    await expect(serve({ ...address, run: atOnce })).rejects.toThrow("nothing_offered");
    await offerCells({ ...address, cells: cellsTo(3), header });
    const other = { grid: "f", variants: "fp" };
    await expect(offerCells({ ...address, cells: cellsTo(9), header: other })).rejects.toThrow(
      `other_grid: queue "${address.queueName}" at ${redis.connection} has another grid (variants "edf" there, "fp" here). Give another queue name, or forget`,
    );
    expect(await queueState(address)).toMatchObject({ cells: 3, waiting: 3 });
    await serve({ ...address, ...quick, run: atOnce });
    await forgetQueue(address);
    await offerCells({ ...address, cells: cellsTo(9), header: other });
    expect(await queueHeader(address)).toEqual(other);
    expect(await serve({ ...address, ...quick, run: atOnce })).toMatchObject({ done: 9 });
  });

  test("a worker of one grid runs no cell of another", async () => {
    const address = nextQueue();
    await offerCells({ ...address, cells: cellsTo(1), header });
    const serving = serve({ ...address, ...quick, run: atOnce, staysOn: true });
    while ((await queueState(address)).results < 1) await wait(5);
    await forgetQueue(address);
    const events: ServiceEvent[] = [];
    await offerCells({ ...address, cells: cellsTo(5), header: { grid: "f" } });
    await expect(serving).rejects.toThrow("has got cells of another grid. Start the worker again");
    expect(await serve({ ...address, ...quick, run: atOnce, onEvent: (event) => events.push(event) })).toMatchObject({
      done: 5,
    });
  });

  test("a server that goes away for good is an error", async () => {
    const own = await startRedis();
    onTestFinished(() => own.stop());
    const address = { connection: own.connection, queueName: "cells", reconnects: 2 };
    await offerCells({ ...address, cells: cellsTo(3), header });
    let stopped = 0;
    const run = () => async (cell: Cell, signal: AbortSignal) => {
      await own.stop();
      await wait(20_000, undefined, { signal }).catch(() => stopped++);
      return { key: cell.key, value: 1 };
    };
    using file = open();
    const collecting = collectResults({ ...address, ...quick, file });
    await Promise.all([
      expect(serve({ ...address, ...quick, run })).rejects.toThrow("redis_lost"),
      expect(collecting).rejects.toThrow(
        `redis_lost: the connection to queue "cells" at ${own.connection} broke and did not come back.`,
      ),
    ]);
    expect(stopped).toBe(1);
  });
});

test("no server at the address is an error that names it, and comes soon", async () => {
  const address = { connection: `redis://user:secret@127.0.0.1:${await freePort()}/3`, queueName: "cells" };
  const message = `redis_not_reached: there is no Redis to talk to at ${address.connection.replace("secret", "***")}: connect ECONNREFUSED`;
  const start = performance.now();
  await expect(queueState(address)).rejects.toThrow(message);
  await expect(offerCells({ ...address, cells: cellsTo(1), header })).rejects.toThrow(message);
  expect(performance.now() - start).toBeLessThan(5000);
});

test("a server that is no Redis is an error, too", async () => {
  const server = createServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n")).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const address = { connection: `redis://127.0.0.1:${port}`, queueName: "cells" };
  await expect(queueState(address)).rejects.toThrow("redis_not_reached: there is no Redis to talk to at");
});

test.for(["127.0.0.1:6379", "http://localhost", "redis://", ""])('"%s" is no address of Redis', async (connection) => {
  await expect(queueState({ connection, queueName: "cells" })).rejects.toThrow(
    `redis_address: the address of Redis is ${JSON.stringify(connection)}. Give one like redis://127.0.0.1:6379.`,
  );
});

test.for(["", "a:b", "a b"])('"%s" is no name of a queue', async (queueName) => {
  await expect(queueState({ connection: "redis://127.0.0.1", queueName })).rejects.toThrow("queue_name");
});

interface Worker {
  readonly process: ChildProcess;
  readonly events: readonly ServiceEvent[];
  readonly ended: Promise<unknown>;
  /** The next event of the kind. */
  says(kind: ServiceEvent["kind"]): Promise<ServiceEvent>;
}

function startWorker({ connection, queueName }: { connection: string; queueName: string }, ms: number): Worker {
  const program = fileURLToPath(new URL("scale-queue-worker.ts", import.meta.url));
  const child = spawn(process.execPath, [program, connection, queueName, String(ms)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const events: ServiceEvent[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    events.push(JSON.parse(line));
    lines.emit("event");
  });
  let seen = 0;
  return {
    process: child,
    events,
    ended,
    async says(kind) {
      for (;;) {
        const found = events.findIndex((event, i) => i >= seen && event.kind === kind);
        if (found !== -1) {
          seen = found + 1;
          return events[found] as ServiceEvent;
        }
        await once(lines, "event");
      }
    },
  };
}
