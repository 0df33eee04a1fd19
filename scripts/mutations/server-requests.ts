/** Mutations of requests as jobs. */
import { breaking, type Mutation } from "./mutation.ts";

const requests = breaking("requests", "server/src/");

export const serverRequestMutations: readonly Mutation[] = [
  requests(
    "a request that nothing is ahead of is never refused for its length",
    "overload/overload.ts",
    "const slack = Math.max(asked.deadline - (finish - start), asked.deadline * leastSlack);\n    return Math.max(start / slack, start / one.maxWait);",
    "return Math.max(finish / asked.deadline, start / one.maxWait);",
  ),
  requests(
    "no bulky request is taken in while urgent ones are refused",
    "overload/overload.ts",
    "if (one.rank > this.#rank)",
    "if (one.rank < this.#rank)",
  ),
  requests(
    "a class recovers when its backlog has been small for a while",
    "overload/overload.ts",
    "      if (now < one.pressedAt + this.#recoverAfter) continue;\n",
    "",
  ),
  requests(
    "what more urgent classes take all the time is not there for others",
    "overload/backlog.ts",
    "if (other !== one && headStart < 0) taken += other.usage(now);",
    "",
  ),
  requests(
    "a heap that swings has no room yet",
    "overload/heap-watch.ts",
    " || (this.#isFull && used > this.#limit - hysteresis)",
    "",
  ),
  requests("one tenant cannot fill the queue", "requests/request-scheduler.ts", " || isTooMuch(one, asked.flow)", ""),
  requests(
    "a tenant's urgent requests compete from when it is their turn",
    "requests/request-lives.ts",
    "isLate ? this.#scheduler.now() + next.deadline - next.release : next.deadline",
    "next.deadline",
  ),
  requests("a key that had the thread waits longer", "requests/flow.ts", "flow.key += ms / flow.weight;", ""),
  requests(
    "the next one that has waited too long is refused, too",
    "requests/request-lives.ts",
    "    if (wasFirst) this.#setAlarm(one);\n",
    "",
  ),
  requests(
    "a place is free when a request that was called at once is cancelled",
    "requests/request-lives.ts",
    '    if (state === "running") one.places--;\n',
    "",
  ),
];
