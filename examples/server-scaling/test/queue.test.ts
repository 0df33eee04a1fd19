/** The queue on Redis, with worker processes. */
import { QueueEvents } from "bullmq";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addReport, priorityOf, queueName } from "../src/queue.ts";
import { hasRedis, start, startRedis } from "./programs.ts";

test("nearer deadlines are lower numbers, within what BullMQ takes", () => {
  const now = Date.UTC(2026, 5, 1);
  const priorities = [-1, 0, 20, 60, 3600].map((seconds) => priorityOf(now + seconds * 1000));
  expect(priorities).toEqual([...priorities].sort((a, b) => a - b));
  expect(new Set(priorities).size).toBeGreaterThan(2);
  expect([priorityOf(0), priorityOf(Date.UTC(2100, 0, 1))]).toEqual([1, 2_097_152]);
});

describe.runIf(hasRedis)("with a redis-server (apt-get install redis-server)", () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  beforeAll(async () => {
    redis = await startRedis();
    process.env.REDIS_URL = redis.url;
  });
  afterAll(() => redis.stop());

  test("jobs are taken by deadline; one that is wanted sooner overtakes those that run; no lock is lost on the way", async () => {
    const { url } = redis;
    const connection = { url };
    const { Queue } = await import("bullmq");
    const queue = new Queue(queueName, { connection });
    const events = new QueueEvents(queueName, { connection });
    await events.waitUntilReady();
    const bulky = await Promise.all(
      [1, 2, 3].map((n) => addReport(queue, { n: 25_000, wantedBy: Date.now() + 600_000 + n * 60_000 })),
    );
    // A lock that lasts shorter than the jobs: it has to be renewed meanwhile.
    const worker = start("queue-worker.ts", { REDIS_URL: url, LOCK_DURATION: "1000" });
    try {
      await worker.line(/^ready/);
      const urgent = await addReport(queue, { n: 100, wantedBy: Date.now() + 1000 });
      expect(await urgent.waitUntilFinished(events, 30_000)).toBe(482);
      expect(await worker.line(/^done/)).toBe(`done ${urgent.id}`);
      await Promise.all(bulky.map((job) => job.waitUntilFinished(events, 100_000)));
      await worker.line(new RegExp(`^done ${bulky[2]?.id}$`));
      expect(worker.lines).toEqual(["ready", ...[urgent, ...bulky].map(({ id }) => `done ${id}`)]);
    } finally {
      expect(await worker.stop()).toBe(0);
      await events.close();
      await queue.close();
    }
  });
});
