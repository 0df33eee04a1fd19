/** Each line of the page for people who come from other schedulers is code that runs. */
import { readFileSync } from "node:fs";
import * as runtime from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import { expect, test } from "vitest";

const page = readFileSync("docs/from-other-schedulers.md", "utf8");
const rows = [...page.matchAll(/^\| (?!there|:--)(.*) \| (.*) \|$/gm)].map(([, there = "", here = ""]) => ({
  there,
  here,
}));

/** As that of a TaskController. */
class TaskSignal extends EventTarget {
  readonly aborted = false;
  readonly reason = undefined;
  readonly priority = "user-visible";
}

test("the page has rows", () => {
  expect(rows.length).toBeGreaterThan(20);
});

for (const { there, here } of rows) {
  const line = /`([^`]*)`/.exec(here)?.[1] as string;
  if (!/[(;=]|\brt\./.test(line)) continue;
  test(`${there.slice(0, 50)}: ${line}`, async () => {
    const host = new VirtualHost();
    class Scheduler extends runtime.Scheduler {
      constructor(options: runtime.SchedulerOptions) {
        super({ host, ...options });
      }
    }
    const rt = new Scheduler({ policy: "fp" });
    function* f() {
      yield;
    }
    const { signal } = new AbortController();
    const group = new runtime.JobGroup(rt);
    const scope = { ...runtime, Scheduler, rt, f, group, signal, taskController: { signal: new TaskSignal() } };
    const run = (code: string): unknown => new Function(...Object.keys(scope), code)(...Object.values(scope));
    const statements = line.startsWith("if") ? [line] : line.split("; ").map((part) => `return ${part};`);
    for (const statement of statements) {
      // A job that is cancelled rejects.
      Promise.resolve(run(statement)).catch(() => {});
    }
    await host.settle(100);
    expect(host.reported).toEqual([]);
  });
}
