/** The Express server of the experiment. Each cell of `cells.ts` answers under its own path, one of them at a time. */
import { Scheduler } from "@preempt/runtime";
import express, { type Response } from "express";
import { answerAbout, serverOrder } from "../load/serve-measured.ts";
import { burn, roundsPerMillisecond } from "./burn.ts";
import { pollInterval } from "./bursts.ts";
import { allCells, type CellSpec, type PriorityServerOrder, type Remembered } from "./cells.ts";
import { deadlineOf, type Kind, serviceOf, WaitingRequests } from "./requests.ts";

const { scale } = serverOrder<PriorityServerOrder>();
/** The machine's speed changes: it is measured again before each cell. */
let rounds = roundsPerMillisecond();

interface Entry {
  readonly kind: Kind;
  readonly arrival: number;
  readonly burst: number;
  readonly response: Response;
}

let remembered: Remembered[] = [];
let started = 0;

/** Notes that a request starts; the result notes that it ended, and answers it. */
function begin({ kind, arrival, burst, response }: Entry): () => void {
  const number = started++;
  const waited = performance.now() - arrival;
  return () => {
    remembered.push({ kind, burst, waited, response: performance.now() - arrival, started: number });
    response.set("server-timing", `queue;dur=${waited.toFixed(2)}`).send(kind);
  };
}

interface Cell {
  add(entry: Entry): void;
  /** It is the one that is measured now, or no longer. */
  use(isUsed: boolean): void;
}

const lengthOf = (kind: Kind) => serviceOf[kind] * scale;

/** As an application that has run for a while: the engine has compiled what jobs run. */
async function warmUp(): Promise<void> {
  const rt = new Scheduler();
  for (let i = 0; i < 40; i++) await rt.submit(burn, { args: [rounds * 15] });
  await rt.close();
}

/** One queue; the model says when the next request is taken from it. */
function queueCell({ model, service, queue }: CellSpec): Cell {
  const waiting = new WaitingRequests<Entry>(queue);
  let isBusy = false;
  let poll: NodeJS.Timeout | undefined;

  const start = (entry: Entry, then: () => void) => {
    const end = begin(entry);
    if (service === "timers") {
      setTimeout(() => {
        end();
        then();
      }, lengthOf(entry.kind));
    } else {
      burn(rounds * lengthOf(entry.kind));
      end();
      then();
    }
  };
  const startNext = () => {
    const entry = isBusy ? undefined : waiting.take(performance.now());
    if (entry === undefined) return;
    isBusy = true;
    start(entry, () => {
      isBusy = false;
      // What came meanwhile is read first.
      if (model === "serial") setImmediate(startNext);
    });
  };
  const tick = () => {
    if (model === "pairs") return startNext();
    const entry = waiting.take(performance.now());
    if (entry !== undefined) start(entry, () => {});
  };
  return {
    add(entry) {
      waiting.add(entry);
      if (model === "serial") setImmediate(startNext);
    },
    use(isUsed) {
      clearInterval(poll);
      if (isUsed && model !== "serial") poll = setInterval(tick, pollInterval * scale);
    },
  };
}

/** Requests are jobs, which the kernel orders and preempts. */
function jobsCell({ queue }: CellSpec): Cell {
  const rt = new Scheduler({ policy: queue === "edf" ? "edf" : "fp" });
  return {
    add(entry) {
      const { kind } = entry;
      const urgency = queue === "edf" ? { deadline: deadlineOf[kind] * scale } : { priority: kind === "auth" ? 1 : 0 };
      rt.submit(
        () => {
          const end = begin(entry);
          burn(rounds * lengthOf(kind));
          end();
        },
        { name: kind, ...urgency },
      );
    },
    use() {},
  };
}

const cells = new Map(allCells.map((spec) => [spec.id, spec.preemptive ? jobsCell(spec) : queueCell(spec)]));
const app = express().disable("x-powered-by");
app.get("/health", (_, response) => void response.send("ok"));
app.get("/:cell/:kind", ({ params, query }, response) => {
  const kind: Kind = params.kind === "auth" ? "auth" : "static";
  cells.get(params.cell)?.add({ kind, arrival: performance.now(), burst: Number(query.burst ?? -1), response });
});

await warmUp();
const server = app.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.send?.({ port: address.port });
});
server.keepAliveTimeout = 120_000;

answerAbout({
  /** The requests of a cell are coming: what was remembered is forgotten. */
  use: (id) => {
    for (const [each, cell] of cells) cell.use(each === id);
    remembered = [];
    started = 0;
    rounds = roundsPerMillisecond();
    return rounds;
  },
  remembered: () => remembered,
});
