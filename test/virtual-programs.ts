/** Programs of pages that run on virtual time, and print what stands below them. */
import { readFileSync } from "node:fs";
import * as runtime from "@preempt/runtime";
import * as analysis from "@preempt/runtime/analysis";
import * as observers from "@preempt/runtime/observers";
import "@preempt/runtime/script";
import { consume, VirtualHost } from "@preempt/runtime/testing";
import { transform } from "@preempt/transformer";
import ts from "typescript";
import { expect, test } from "vitest";

const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

/** Declares a test for each program of a page; at least `least` of them. */
export function testPrograms(file: string, least: number): void {
  const page = readFileSync(file, "utf8");
  const programs = [...page.matchAll(/<!-- program -->\n```ts\n([\s\S]*?)```\n<!-- prints -->\n```\n([\s\S]*?)```/g)];

  test("the page has programs", () => {
    expect(programs.length).toBe(page.match(/<!-- program -->/g)?.length);
    expect(programs.length).toBeGreaterThanOrEqual(least);
  });

  for (const [, program = "", prints] of programs) {
    test(program.slice(0, 60).replace(/\s+/g, " "), async () => {
      expect(await printed(program)).toBe(prints);
    });
  }
}

/** What the program prints, transformed and run on a clock of its own. */
async function printed(program: string): Promise<string> {
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
    work: workOn(host),
    console: { log: (...values: unknown[]) => void lines.push(values.map(text).join(" ")) },
  };
  const { code } = transform(program, { fileName: "page.ts", module: false, sourceMap: false });
  await compiled(code, scope)();
  // Reactions of jobs that have ended.
  await new Promise((resolve) => setImmediate(resolve));
  return `${lines.join("\n")}\n`;
}

/** What programs of pages call `work(n)`: a function that takes n ms. */
export function workOn(host: VirtualHost) {
  return (ms: number) =>
    function* () {
      for (let done = 0; done < ms; done++) {
        if (done > 0) yield;
        host.advance(1);
      }
    };
}

/** The program as a function, with the names of `scope`. */
export function compiled(code: string, scope: object): () => Promise<void> {
  const target = ts.ScriptTarget.ES2022; // `using` is for the compiler here
  const { outputText } = ts.transpileModule(code, { compilerOptions: { target, module: ts.ModuleKind.ESNext } });
  // A block: a program may declare a name that it also could do without.
  const body = `{\n${outputText.replace(/^export \{\};$/m, "")}\n}`;
  const made = new AsyncFunction(...Object.keys(scope), body) as (...values: unknown[]) => Promise<void>;
  return () => made(...Object.values(scope));
}

function text(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
