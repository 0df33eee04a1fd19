/** The recipe for calendar times in docs/recipes.md does what stands under it, also where the wall clock is set and the machine sleeps. */
import { readFileSync } from "node:fs";
import { Scheduler } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import { Cron } from "croner";
import { expect, test } from "vitest";

const page = readFileSync("docs/recipes.md", "utf8");
const [recipe = "", example = ""] = Array.from(
  page.matchAll(/<!-- calendar program -->\n```ts\n([\s\S]*?)```/g),
  ([, code = ""]) => code.replace(/^import .*$/m, ""),
);
const prints = page.match(/<!-- prints -->\n```\n([\s\S]*?)```/)?.[1];

type CronAlarm = (
  rt: Scheduler,
  pattern: string,
  timezone: string,
  callback: (at: Date) => void,
  clock: () => number,
) => Disposable;
const cronAlarm = new Function("Cron", `${recipe}; return cronAlarm;`)(Cron) as CronAlarm;

test("across a change to daylight saving and back", () => {
  const lines: string[] = [];
  const log = { log: (line: string) => void lines.push(`${line}\n`) };
  new Function("cronAlarm", "Scheduler", "VirtualHost", "console", example)(cronAlarm, Scheduler, VirtualHost, log);
  expect(lines.join("")).toBe(prints);
});

test("where the wall clock is set, and where the machine sleeps through some of them", () => {
  const hour = 3_600_000;
  const host = new VirtualHost({ start: Date.parse("2026-01-01T00:00Z") });
  const rt = new Scheduler({ host });
  const seen: string[] = [];
  let ahead = 0;
  const alarm = cronAlarm(
    rt,
    "0 12 * * *",
    "UTC",
    (at) => void seen.push(at.toISOString()),
    () => host.now() + ahead,
  );
  host.run(host.now() + 2 * hour);
  ahead = 3 * hour;
  host.run(host.now() + 7.5 * hour);
  expect(seen).toEqual(["2026-01-01T12:00:00.000Z"]);
  host.set(host.now() + 72 * hour);
  host.run(host.now() + 1);
  expect(seen).toEqual(["2026-01-01T12:00:00.000Z", "2026-01-02T12:00:00.000Z"]);
  host.run(host.now() + 24 * hour);
  expect(seen.at(-1)).toBe("2026-01-05T12:00:00.000Z");
  alarm[Symbol.dispose]();
  expect(host.pending).toEqual({ turns: 0, timers: 0 });
});
