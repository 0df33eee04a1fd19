/** Of docs/benchmarks.md: rounds, hops, alarms and work beside frames, in the event loops of browsers. */
import type { AlarmsRow } from "../../../alarms.ts";
import type { HopsRow } from "../../../hops.ts";
import type { RoundsRow } from "../../../rounds.ts";
import type { ShareRow } from "../../../share.ts";
import { median } from "../../../statistics.ts";
import { type Experiment, item, type Need } from "../experiment.ts";
import { printed } from "./printed.ts";

const chromium: readonly Need[] = ["chromium"];
const words = "--only chromium ";

export const rounds: Experiment = {
  id: "rounds",
  page: "docs/benchmarks.md#rounds-and-frames",
  needs: chromium,
  ...printed("rounds", 0.7, 5, words),
  items: [
    item({
      id: "rounds",
      title: "Rounds that end with the frame",
      claim: "Rounds that end with the frame lose hardly a frame, and most of the time is work.",
      read: (files) => {
        const rows = (files.json("rounds.json").rows as readonly RoundsRow[]).filter(
          ({ round }) => round === undefined || round === null,
        );
        return {
          "frames lost, least, %": 100 * Math.min(...rows.map(({ framesLost }) => framesLost)),
          rows: rows.length,
        };
      },
      shape: [
        {
          says: "some load is borne with at most 10 % of the frames lost",
          holds: (n) => n["frames lost, least, %"] <= 10,
        },
      ],
    }),
  ],
};

export const hops: Experiment = {
  id: "hops",
  page: "docs/benchmarks.md#ways-back-from-the-event-loop",
  needs: chromium,
  ...printed("hops", 0.7, 3, words),
  items: [
    item({
      id: "hops",
      title: "Ways back from the event loop",
      claim: "The ways back from the event loop differ by orders of magnitude.",
      read: (files) => {
        const rows: readonly HopsRow[] = files.json("hops.json").rows;
        const medians = rows.map((row) => row.median);
        return {
          ways: new Set(rows.map(({ way }) => way)).size,
          "slowest against fastest": Math.max(...medians) / Math.min(...medians),
        };
      },
      shape: [
        {
          says: "the slowest takes ten times as long as the fastest, or more",
          holds: (n) => n["slowest against fastest"] > 10,
        },
      ],
    }),
  ],
};

export const alarms: Experiment = {
  id: "alarms",
  page: "docs/benchmarks.md#how-late-alarms-come",
  needs: chromium,
  ...printed("alarms", 0.5, 4, words),
  items: [
    item({
      id: "alarms",
      title: "How late alarms come",
      claim: "Alarms come no later than plain timers that are set for the same instants.",
      read: (files) => {
        const rows: readonly AlarmsRow[] = files.json("alarms.json").rows;
        const of = (kind: "alarms" | "timers") => median(rows.map((row) => row[kind].median));
        return { "alarms, median lateness, ms": of("alarms"), "plain timers, median lateness, ms": of("timers") };
      },
      shape: [
        {
          says: "in the median alarms are at most 0.2 ms later than timers",
          holds: (n) => n["alarms, median lateness, ms"] <= n["plain timers, median lateness, ms"] + 0.2,
          fullOnly: true,
        },
        { says: "in the median alarms are less than 20 ms late", holds: (n) => n["alarms, median lateness, ms"] < 20 },
      ],
    }),
  ],
};

export const share: Experiment = {
  id: "share",
  page: "docs/benchmarks.md#what-there-is-to-win",
  needs: chromium,
  ...printed("share", 0.7, 6, words),
  items: [
    item({
      id: "share",
      title: "Work that is done beside 60 frames a second",
      claim: "Beside a box that moves in every frame, jobs have most of the thread.",
      read: (files) => {
        const jobs = (files.json("share.json").rows as readonly ShareRow[]).filter(({ way }) => way === "preempt");
        return {
          "share of work, jobs, %": 100 * median(jobs.map((row) => row.share)),
          "frames/s, jobs": median(jobs.map(({ frames }) => frames)),
        };
      },
      shape: [
        { says: "jobs have half of the thread or more", holds: (n) => n["share of work, jobs, %"] > 50 },
        { says: "58 frames a second are drawn beside them", holds: (n) => n["frames/s, jobs"] >= 58, fullOnly: true },
      ],
    }),
  ],
};
