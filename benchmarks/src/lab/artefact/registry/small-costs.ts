/** Of docs/benchmarks.md: single constructs, first runs, starts, builds, other threads. */
import type { ConstructRow } from "../../../constructs.ts";
import type { DoublingRow } from "../../../doubling.ts";
import type { FirstRunsRow } from "../../../first-runs.ts";
import type { PartitionedReport } from "../../../partitioned.ts";
import type { StartUpNumbers } from "../../../start-up.ts";
import { geometricMean, median } from "../../../statistics.ts";
import { type Experiment, item } from "../experiment.ts";
import { printed } from "./printed.ts";

export const constructs: Experiment = {
  id: "constructs",
  page: "docs/benchmarks.md#loops-over-keys-finally-sorting-and-plain-callers",
  ...printed("constructs", 0.3, 2),
  items: [
    item({
      id: "constructs",
      title: "Loops over keys, finally, sorting and plain callers",
      claim: "Called by plain code, most preemptable constructs take as long as plain ones.",
      read: (files) => {
        const rows: readonly ConstructRow[] = files.json("constructs.json").rows;
        return {
          constructs: rows.length,
          "called plainly, median ratio": median(rows.map(({ called }) => called)),
          "as a job, median ratio": median(rows.map(({ job }) => job)),
        };
      },
      shape: [
        { says: "called plainly the median is below 1.2", holds: (n) => n["called plainly, median ratio"] < 1.2 },
        { says: "as a job it is below 3", holds: (n) => n["as a job, median ratio"] < 3 },
      ],
    }),
  ],
};

export const firstRuns: Experiment = {
  id: "first-runs",
  page: "docs/benchmarks.md#the-first-runs",
  ...printed("first-runs", 0.5, 3),
  items: [
    item({
      id: "first-runs",
      title: "The first run of a library that no engine has compiled yet",
      claim: 'First runs take several times as long. `optimize: "size"` makes them shorter.',
      read: (files) => {
        const rows: readonly FirstRunsRow[] = files.json("first-runs.json").rows;
        const ratio = (form: string) =>
          geometricMean(
            rows.map(({ times }) => (times[form]?.first ?? Number.NaN) / (times.plain?.first ?? Number.NaN)),
          );
        return { "default against plain": ratio("default"), "size against plain": ratio("size") };
      },
      shape: [
        { says: "the first run is longer than plain", holds: (n) => n["default against plain"] > 1 },
        {
          says: "for size it is shorter than by default",
          holds: (n) => n["size against plain"] < n["default against plain"],
        },
      ],
    }),
  ],
};

export const startUp: Experiment = {
  id: "start-up",
  page: "docs/benchmarks.md#starting-a-server",
  ...printed("start-up", 0.7, 3),
  items: [
    item({
      id: "start-up",
      title: "Starting a server with six transformed libraries",
      claim: "The cache makes a start many times shorter than the first one, and a build needs no compiler.",
      read: (files) => {
        const { starts } = files.json("start-up.json") as StartUpNumbers;
        return {
          "plain, ms": starts.plain.cpu,
          "first, ms": starts.first.cpu,
          "cached, ms": starts.cached.cpu,
          "built, ms": starts.built.cpu,
        };
      },
      shape: [
        { says: "from the cache it takes less than the first time", holds: (n) => n["cached, ms"] < n["first, ms"] },
        {
          says: "a build takes no longer than from the cache, or a tenth more",
          holds: (n) => n["built, ms"] <= 1.1 * n["cached, ms"],
        },
      ],
    }),
  ],
};

interface MixedRow {
  readonly way: string;
  readonly subject: string;
  readonly nanoseconds: number;
}

export const mixed: Experiment = {
  id: "mixed",
  page: "docs/benchmarks.md#calls-of-ordinary-functions",
  ...printed("mixed", 0.3, 2),
  items: [
    item({
      id: "ordinary-calls",
      title: "Calls of ordinary functions in preemptable code",
      claim: "A call of an ordinary function costs some nanoseconds more in preemptable code.",
      read: (files) => {
        const rows: readonly MixedRow[] = files.json("mixed.json").rows;
        const of = (way: string) => median(rows.filter((row) => row.way === way).map(({ nanoseconds }) => nanoseconds));
        return {
          "plain, short, median ns": of("plain, short"),
          "preemptable, short, median ns": of("preemptable, short"),
        };
      },
      shape: [
        {
          says: "the median call takes less than 20 ns more",
          holds: (n) => n["preemptable, short, median ns"] - n["plain, short, median ns"] < 20,
        },
      ],
    }),
  ],
};

export const doubling: Experiment = {
  id: "doubling",
  page: "docs/benchmarks.md#a-file-twice-as-long",
  ...printed("doubling", 0.3, 2),
  items: [
    item({
      id: "file-length",
      title: "The transform's time by the length of a file",
      claim: "A file twice as long takes about twice as long to transform.",
      read: (files) => {
        const rows: readonly DoublingRow[] = files.json("doubling.json").rows;
        return {
          shapes: rows.length,
          "largest factor of the last doubling": Math.max(...rows.map(({ factors }) => factors.at(-1) ?? 0)),
        };
      },
      shape: [
        {
          says: "no shape of file takes more than 3.5 times as long",
          holds: (n) => n["largest factor of the last doubling"] < 3.5,
        },
      ],
    }),
  ],
};

export const partitioned: Experiment = {
  id: "partitioned",
  page: "docs/benchmarks.md#what-a-job-on-another-thread-costs",
  ...printed("partitioned", 0.2, 0.7),
  items: [
    item({
      id: "other-thread",
      title: "A job on another thread",
      claim: "A job on another thread costs little more than a plain message. Two cores are nearly twice as fast.",
      read: (files) => {
        const { trips, speedUp } = files.json("partitioned.json") as PartitionedReport;
        return {
          "job against message, one by one": trips[0]?.ratio ?? Number.NaN,
          "two threads, times as fast": speedUp.ratio,
        };
      },
      shape: [
        {
          says: "one by one a job takes less than three times a message",
          holds: (n) => n["job against message, one by one"] < 3,
        },
        {
          says: "two threads are 1.4 times as fast or more",
          holds: (n) => n["two threads, times as fast"] > 1.4,
          fullOnly: true,
        },
      ],
    }),
  ],
};
