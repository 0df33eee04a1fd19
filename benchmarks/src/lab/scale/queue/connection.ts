/** The way to a Redis server, which either exists soon or is an error that says so. */
import { Redis } from "ioredis";
import { LabError, show } from "../../errors.ts";

/** Where cells wait for those who run them. */
export interface QueueAddress {
  /** `redis://user:password@host:port/database`, or `rediss:` for TLS; all but the host may be left out. */
  readonly connection: string;
  /** One grid, one queue: letters, digits, "-", "_" and ".". */
  readonly queueName: string;
  /** How often to try again when the connection breaks. Default 60 times, which take some five minutes. */
  readonly reconnects?: number;
}

/** At the first attempts, somebody waits in front of a terminal. */
const firstAttempts = 3;
const firstMs = 10_000;
/** Later, a server may be restarted in the middle of a run of days. */
const laterAttempts = 60;

/** @throws LabError if the queue has no proper name or there is no Redis server at the address */
export async function connect({ connection, queueName, reconnects = laterAttempts }: QueueAddress): Promise<Redis> {
  if (!/^[\w.-]+$/.test(queueName)) {
    const words = `the queue's name is ${show(queueName)}`;
    throw new LabError("queue_name", `${words}. Use letters, digits, "-", "_" and "." alone.`);
  }
  if (!/^rediss?:\/\/[^/]/.test(connection) || !URL.canParse(connection)) {
    const words = `the address of Redis is ${show(connection)}`;
    throw new LabError("redis_address", `${words}. Give one like redis://127.0.0.1:6379.`);
  }
  let wasThere = false;
  const client = new Redis(connection, {
    lazyConnect: true,
    connectTimeout: firstMs / 2,
    // Commands wait until the connection is there again, or has been given up.
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (times >= (wasThere ? reconnects : firstAttempts) ? null : Math.min(times * 200, 5000)),
  });
  try {
    await beReady(client);
    wasThere = true;
    await client.ping();
    return client;
  } catch (error) {
    client.disconnect();
    const why = (error as Error).message;
    const words = `there is no Redis to talk to at ${withoutPassword(connection)}: ${why}`;
    throw new LabError("redis_not_reached", `${words}. Start redis-server there, or give another address.`, {
      cause: error,
    });
  }
}

function beReady(client: Redis): Promise<void> {
  return new Promise((resolve, reject) => {
    let last = new Error("it does not answer");
    const timer = setTimeout(() => reject(last), firstMs);
    // Stays: without a listener, a later error would be printed; what it leads to is reported where commands fail.
    client.on("error", (error) => {
      last = error;
    });
    client.once("ready", resolve);
    client.once("end", () => reject(last));
    client.once("ready", () => clearTimeout(timer));
    client.once("end", () => clearTimeout(timer));
    // Rejects at the first attempt; "end" comes after the last.
    client.connect().catch(() => {});
  });
}

/** For messages and logs. */
export function withoutPassword(connection: string): string {
  const url = new URL(connection);
  if (url.password !== "") url.password = "***";
  return url.href;
}
