/** What does a file without annotations cost at each door? Nanoseconds for each kilobyte of its text. */
import preempt from "@preempt/transformer";
import preemptRollup from "@preempt/transformer/rollup";
import ts from "typescript";
import { median } from "../statistics.ts";
import { generateProject } from "./project.ts";

export interface UntouchedRow {
  readonly door: string;
  /** Median nanoseconds per kilobyte. */
  readonly nanosecondsPerKilobyte: number;
}

export function measureUntouched({ samples }: { samples: number }): UntouchedRow[] {
  const { files } = generateProject({ seed: 2, lines: 2000, annotated: 0 });
  const texts = [...files];
  const kilobytes = texts.reduce((sum, [, text]) => sum + text.length, 0) / 1024;
  const doors: readonly (readonly [door: string, pass: () => void])[] = [
    ["tspc: the plugin, on a parsed file", throughPlugin(texts)],
    ["Vite and Rollup: the filter", throughFilter(texts)],
    ["for comparison: parsing it", () => texts.forEach(([name, text]) => void parse(name, text))],
  ];
  const times = doors.map((): number[] => []);
  for (let sample = -3; sample < samples; sample++) {
    for (const [i, [, pass]] of doors.entries()) {
      const from = process.hrtime.bigint();
      pass();
      const time = Number(process.hrtime.bigint() - from);
      if (sample >= 0) times[i]?.push(time / kilobytes);
    }
  }
  return doors.map(([door], i) => ({ door, nanosecondsPerKilobyte: median(times[i] as number[]) }));
}

type Texts = readonly (readonly [name: string, text: string])[];

function parse(name: string, text: string): ts.SourceFile {
  return ts.createSourceFile(name, text, ts.ScriptTarget.ESNext, true);
}

function throughPlugin(texts: Texts): () => void {
  const factory = preempt(ts.createProgram([], { noLib: true }));
  const parsed = texts.map(([name, text]) => parse(name, text));
  let transformer: ts.Transformer<ts.SourceFile> | undefined;
  const keep: ts.TransformerFactory<ts.SourceFile> = (context) => {
    transformer = factory(context);
    return (file) => file;
  };
  ts.transform(parsed, [keep]);
  return () => {
    for (const file of parsed) if (transformer?.(file) !== file) throw new Error("the file was changed");
  };
}

function throughFilter(texts: Texts): () => void {
  type Transform = { readonly handler: (code: string, id: string) => unknown };
  const { handler } = (preemptRollup() as unknown as { transform: Transform }).transform;
  return () => {
    for (const [name, text] of texts) {
      const result: unknown = handler.call(undefined as never, text, `/src/${name}`);
      if (result !== null) throw new Error("the file was changed");
    }
  };
}

export function untouchedTable(rows: readonly UntouchedRow[]): string {
  const lines = rows.map(
    ({ door, nanosecondsPerKilobyte: ns }) =>
      `${door.padEnd(40)} ${`${ns < 10 ? ns.toFixed(1) : ns.toFixed(0)} ns/kB`.padStart(14)}`,
  );
  return ["a file without annotations".padEnd(40), ...lines].join("\n");
}
