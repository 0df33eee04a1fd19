/** Runs variants in turns: blocks in which each has its turn, in another order each time, with the same load. */
import { setTimeout as sleep } from "node:timers/promises";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import type { Terminal } from "../../lab/command.ts";
import { type QuietOptions, whileQuiet } from "../load/quiet.ts";
import { ServerProcess } from "../load/server-process.ts";
import type { Kind, Variant } from "./variants.ts";

/** Of the server's process, at an instant. */
export interface ServerSample {
  readonly at: number;
  /** Milliseconds of the processor. */
  readonly cpu: number;
  readonly voluntary: number;
  readonly involuntary: number;
  readonly rss: number;
  readonly heapUsed: number;
  /** Messages received; messages times connections to which they were sent; frames that took. */
  readonly received: number;
  readonly delivered: number;
  readonly frames: number;
  readonly unheard: number;
  readonly held: number;
  readonly lost: number;
  readonly batches: number;
}

interface Latencies {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
}

export interface ClientSample {
  readonly sent: number;
  readonly heard: number;
  readonly cpu: number;
  readonly all: Latencies;
  readonly kinds: Readonly<Record<Kind, Latencies>>;
}

/** What the clients are to say. */
export interface Speech {
  readonly seed: number;
  /** Messages a second, of all. */
  readonly rate: number;
  readonly ms: number;
  /** Messages of a burst, within so many milliseconds, in one room. */
  readonly burst: number;
  readonly within: number;
}

/** One turn of a variant. */
export interface Turn {
  readonly variant: string;
  readonly block: number;
  /** Deliveries a second. */
  readonly throughput: number;
  /** Microseconds of the server's processor time for a message delivered to one connection. */
  readonly cpuPerDelivery: number;
  /** Part of a core. */
  readonly cpuShare: number;
  /** For 1,000 deliveries. */
  readonly switches: number;
  readonly voluntary: number;
  readonly involuntary: number;
  /** Messages in a frame. */
  readonly perFrame: number;
  /** Milliseconds, of all and by kind. */
  readonly p50: number;
  readonly p99: number;
  readonly kinds: ClientSample["kinds"];
  /** Megabytes. */
  readonly rss: number;
  readonly heap: number;
  /** Messages that were held when the first handlers came, and messages that never came to anybody. */
  readonly held: number;
  readonly lost: number;
  readonly sent: number;
  /** The clients' part of a core. */
  readonly clientShare: number;
  /** Processors that other programs used meanwhile; undefined where the system does not tell. */
  readonly others?: number | undefined;
}

export interface ChatOptions {
  readonly rooms: number;
  readonly members: number;
}

export interface TurnsOptions {
  readonly variants: Readonly<Record<string, Variant>>;
  readonly blocks: number;
  readonly rate: number;
  /** Milliseconds: until handlers are there, until it is measured, and for how long. */
  readonly unheard: number;
  readonly warm: number;
  readonly ms: number;
  readonly seed: number;
  /** For how long the turns may wait for a quiet machine. */
  readonly quiet: QuietOptions;
}

const burst = { burst: 6, within: 10 };
const file = (name: string) => new URL(name, import.meta.url);

export class Chat implements AsyncDisposable {
  readonly #server: ServerProcess;
  readonly #clients: ServerProcess;

  private constructor(server: ServerProcess, clients: ServerProcess) {
    this.#server = server;
    this.#clients = clients;
  }

  static async start({ rooms, members }: ChatOptions): Promise<Chat> {
    const server = await ServerProcess.start(file("./chat-server.ts"), {});
    try {
      const order = { port: Number(new URL(server.origin).port), rooms, members };
      const clients = await ServerProcess.start(file("./chat-clients.ts"), order);
      const chat = new Chat(server, clients);
      await clients.ask("join");
      return chat;
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#clients[Symbol.asyncDispose]();
    await this.#server[Symbol.asyncDispose]();
  }

  /** @returns turns of whole blocks: the last may be missing if `terminal.signal` is aborted */
  async takeTurns(options: TurnsOptions, { signal, err }: Terminal, what: string): Promise<Turn[]> {
    const random = xoroshiro128plus(options.seed);
    const names = Object.keys(options.variants);
    const turns: Turn[] = [];
    // The first block is there for the engine's compiler.
    for (let block = -1; block < options.blocks && !signal.aborted; block++) {
      const taken: Turn[] = [];
      for (const name of shuffled(names, (most) => uniformInt(random, 0, most))) {
        if (signal.aborted) break;
        const take = () => this.#turn(name, options.variants[name] as Variant, block, options);
        const { value, others } = block < 0 ? { value: await take() } : await whileQuiet(take, options.quiet);
        taken.push({ ...value, others });
      }
      taken.sort((a, b) => names.indexOf(a.variant) - names.indexOf(b.variant));
      if (block >= 0 && taken.length === names.length) turns.push(...taken);
      err(`${what}: ${block + 1} of ${options.blocks}\n`);
    }
    return turns;
  }

  async #turn(variant: string, how: Variant, block: number, options: TurnsOptions): Promise<Turn> {
    const { rate, unheard, warm, ms } = options;
    const [server, clients] = [this.#server, this.#clients];
    // All variants of a block have the same load.
    const seed = options.seed + 10 * (block + 2);
    await server.ask("begin", how);
    await clients.ask("begin");
    await clients.ask("speak", { seed, rate, ms: unheard, ...burst });
    const before = await server.ask<ServerSample>("listen");
    await clients.ask("speak", { seed: seed + 1, rate, ms: warm, ...burst });
    await clients.ask("measure");
    const clientFrom = await clients.ask<ClientSample>("collect");
    const from = await server.ask<ServerSample>("sample");
    await clients.ask("speak", { seed: seed + 2, rate, ms, ...burst });
    const to = await server.ask<ServerSample>("sample");
    const clientTo = await clients.ask<ClientSample>("collect");
    const { sent } = clientTo;
    await this.#drain(sent);
    const end = await server.ask<ServerSample>("end");
    await sleep(20);
    const heard = await clients.ask<ClientSample>("collect");
    const seconds = (to.at - from.at) / 1000;
    const delivered = to.delivered - from.delivered;
    const switches = (which: "voluntary" | "involuntary") => ((to[which] - from[which]) / delivered) * 1000;
    return {
      variant,
      block,
      throughput: delivered / seconds,
      cpuPerDelivery: ((to.cpu - from.cpu) / delivered) * 1000,
      cpuShare: (to.cpu - from.cpu) / 1000 / seconds,
      switches: switches("voluntary") + switches("involuntary"),
      voluntary: switches("voluntary"),
      involuntary: switches("involuntary"),
      perFrame: delivered / (to.frames - from.frames),
      p50: heard.all.p50,
      p99: heard.all.p99,
      kinds: heard.kinds,
      rss: to.rss / 2 ** 20,
      heap: to.heapUsed / 2 ** 20,
      held: before.held,
      lost: end.lost,
      sent,
      clientShare: (clientTo.cpu - clientFrom.cpu) / 1000 / seconds,
    };
  }

  /** Until the server has read what was sent: five seconds at most. */
  async #drain(sent: number): Promise<void> {
    for (let tries = 0; tries < 100; tries++) {
      const { received } = await this.#server.ask<ServerSample>("sample");
      if (received >= sent) return;
      await sleep(50);
    }
  }
}

function shuffled<T>(values: readonly T[], draw: (most: number) => number): T[] {
  const all = [...values];
  for (let i = all.length - 1; i > 0; i--) {
    const other = draw(i);
    [all[i], all[other]] = [all[other] as T, all[i] as T];
  }
  return all;
}
