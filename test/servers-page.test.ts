/** The programs of the page on servers print what stands under them. */
import { readFileSync } from "node:fs";
import { type Job, Scheduler } from "@preempt/runtime";
import { VirtualHost } from "@preempt/runtime/testing";
import * as server from "@preempt/server";
import ts from "typescript";
import "@preempt/runtime/script";
import { transform } from "@preempt/transformer";
import { expect, test } from "vitest";
import { policyOf } from "../packages/server/src/requests/discipline.ts";

const page = readFileSync("docs/servers.md", "utf8");
const programs = [...page.matchAll(/<!-- program -->\n```ts\n([\s\S]*?)```\n<!-- prints -->\n```\n([\s\S]*?)```/g)];

test("the page has programs", () => {
  expect(programs.length).toBeGreaterThan(3);
});

for (const [, program = "", prints] of programs) {
  test(program.slice(0, 60).replace(/\s+/g, " "), async () => {
    expect(await run(program)).toBe(prints);
  });
}

async function run(program: string): Promise<string> {
  const segments: [name: string, from: number, to: number][] = [];
  const host = new VirtualHost();
  const requestScheduler = (options: server.RequestSchedulerOptions) => {
    const { queue = "edf", patience = 1000 } = options;
    let from = 0;
    const end = (job: Job, now: number) => {
      const last = segments.at(-1);
      if (last?.[0] === job.name && last[2] === from) last[2] = now;
      else segments.push([job.name, from, now]);
    };
    const dispatched = (_: Job, now: number) => {
      from = now;
    };
    const rt = new Scheduler({
      policy: policyOf(queue, patience),
      host,
      round: 1,
      observer: { jobDispatched: dispatched, jobPreempted: end, jobFinished: end },
    });
    return server.createRequestScheduler({ ...options, scheduler: rt });
  };
  const lines: string[] = [];
  const scope = {
    ...server,
    requestScheduler,
    host,
    work: (ms: number) =>
      function* () {
        for (let done = 0; done < ms; done++) {
          if (done > 0) yield;
          host.advance(1);
        }
      },
    schedule: (start = 0) =>
      segments
        .splice(0)
        .map(([name, from, to]) => `${name} ${from - start}-${to - start}`)
        .join(", "),
    console: { log: (...values: unknown[]) => void lines.push(values.join(" ")) },
  };
  // `await` at the top is for the function around it.
  const { code } = transform(`async function program() {\n${program}}\nreturn program();`, {
    fileName: "page.ts",
    module: false,
    sourceMap: false,
  });
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const AsyncFunction = (async () => {}).constructor as new (
    ...source: string[]
  ) => (...args: unknown[]) => Promise<void>;
  await new AsyncFunction(...Object.keys(scope), outputText)(...Object.values(scope));
  return lines.map((line) => `${line}\n`).join("");
}
