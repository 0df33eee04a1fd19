/** Of docs/server-peers.md and docs/server-overload.md: urgent requests beside bulky ones, and too many requests. */
import { type Experiment, item } from "../experiment.ts";
import { images, run } from "./server-run.ts";

interface PeerRow {
  readonly workload: string;
  readonly peer: string;
  readonly urgent: { readonly p99: number };
  readonly refused: { readonly urgent: number };
}

export const serverPeers: Experiment = {
  id: "server-peers",
  page: "docs/server-peers.md",
  ...run("peers", 0.7, 20),
  items: [
    item({
      id: "server-peers",
      title: "Urgent requests beside bulky ones",
      claim: "With Preempt 99 % of logins are answered many times sooner than in plain Fastify, in one thread.",
      read: (files) => {
        const peers: readonly PeerRow[] = files.json("data.json").peers;
        const worst = (peer: string) =>
          Math.max(
            ...peers.filter((row) => row.peer === peer && row.workload === "csv").map(({ urgent }) => urgent.p99),
          );
        const refused = peers.filter(({ peer }) => peer === "preempt").map((row) => row.refused.urgent);
        return {
          "csv, fastify, urgent p99, ms": worst("fastify"),
          "csv, a thread (piscina), urgent p99, ms": worst("piscina, 1 thread"),
          "csv, preempt, urgent p99, ms": worst("preempt"),
          "urgent requests that preempt refused": Math.max(...refused),
        };
      },
      shape: [
        { says: "no urgent request is refused", holds: (n) => n["urgent requests that preempt refused"] === 0 },
        {
          says: "99 % of the urgent requests are answered three times sooner, or better, than by plain Fastify",
          holds: (n) => 3 * n["csv, preempt, urgent p99, ms"] < n["csv, fastify, urgent p99, ms"],
          fullOnly: true,
        },
      ],
      figures: [{ file: "server-peers.svg", ours: `${images}/server-peers.svg` }],
      published: {
        says: "csv: 285 ms with Fastify, 19 with a thread, 42 with Preempt.",
        quote: "| csv | 285 | 19 | 42 |",
      },
    }),
  ],
};

interface ExactRow {
  readonly guard: string;
  readonly load: number;
  readonly classes: Readonly<Record<string, { readonly onTime: number }>>;
  readonly usefulWork: number;
}

export const serverOverload: Experiment = {
  id: "server-overload",
  page: "docs/server-overload.md",
  ...run("overload", 1.5, 10),
  items: [
    item({
      id: "overload-exact",
      title: "More requests than can be answered, in virtual time",
      claim: "At twice the capacity, classes by deadline answer all logins on time. Unprotected, hardly any is.",
      read: (files) => {
        const exact = (files.json("data.json").exact as readonly ExactRow[]).filter(({ load }) => load === 2);
        const of = (guard: string) => exact.find((row) => row.guard === guard);
        const onTime = (guard: string) => 100 * (of(guard)?.classes.login?.onTime ?? Number.NaN);
        return {
          "unprotected, logins on time, %": onTime("unprotected"),
          "classes, logins on time, %": onTime("classes"),
          "unprotected, useful work, %": 100 * (of("unprotected")?.usefulWork ?? Number.NaN),
          "classes, admission, useful work, %": 100 * (of("classes, admission")?.usefulWork ?? Number.NaN),
        };
      },
      shape: [
        {
          says: "classes: 95 % of the logins or more are on time",
          holds: (n) => n["classes, logins on time, %"] >= 95,
        },
        { says: "unprotected: less than half of them are", holds: (n) => n["unprotected, logins on time, %"] < 50 },
        {
          says: "classes with admission do more useful work",
          holds: (n) => n["classes, admission, useful work, %"] > n["unprotected, useful work, %"],
        },
      ],
      figures: [{ file: "server-overload-exact.svg", ours: `${images}/server-overload-exact.svg` }],
    }),
  ],
};
