/** The programs of the page on the kernel print what stands under them. */
import { readFileSync } from "node:fs";
import * as runtime from "@preempt/runtime";
import * as analysis from "@preempt/runtime/analysis";
import * as observers from "@preempt/runtime/observers";
import "@preempt/runtime/script";
import { consume, VirtualHost } from "@preempt/runtime/testing";
import { transform } from "@preempt/transformer";
import ts from "typescript";
import { expect, test } from "vitest";

const page = readFileSync("docs/kernel.md", "utf8");
const programs = [...page.matchAll(/<!-- program -->\n```ts\n([\s\S]*?)```\n<!-- prints -->\n```\n([\s\S]*?)```/g)];

test("the page has programs", () => {
  expect(programs.length).toBeGreaterThan(4);
});

for (const [, program = "", prints] of programs) {
  test(program.slice(0, 60).replace(/\s+/g, " "), () => {
    expect(run(program)).toBe(prints);
  });
}

function run(program: string): string {
  const host = new VirtualHost();
  const segments: [string, number, number][] = [];
  class Scheduler extends runtime.Scheduler {
    constructor(options: runtime.SchedulerOptions) {
      super(options);
      let from = 0;
      const close = (job: runtime.Job, now: number) => {
        const last = segments.at(-1);
        if (last?.[0] === job.name && last[2] === from) last[2] = now;
        else segments.push([job.name, from, now]);
      };
      const dispatched = (_: unknown, now: number) => {
        from = now;
      };
      this.observe({ jobDispatched: dispatched, jobPreempted: close, jobFinished: close });
    }
  }
  const lines: string[] = [];
  const scope = {
    ...runtime,
    ...analysis,
    ...observers,
    Scheduler,
    consume,
    host,
    schedule: () => segments.map(([name, from, to]) => `${name} ${from}-${to}`).join(", "),
    work: (ms: number) =>
      function* () {
        for (let done = 0; done < ms; done++) {
          if (done > 0) yield;
          host.advance(1);
        }
      },
    console: { log: (...values: unknown[]) => void lines.push(values.map(text).join(" ")) },
  };
  const { code } = transform(program, { fileName: "page.ts", module: false, sourceMap: false });
  const target = ts.ScriptTarget.ES2022; // `using` is for the compiler here
  const { outputText } = ts.transpileModule(code, { compilerOptions: { target, module: ts.ModuleKind.ESNext } });
  new Function(...Object.keys(scope), outputText.replace(/^export \{\};$/m, ""))(...Object.values(scope));
  return `${lines.join("\n")}\n`;
}

function text(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
