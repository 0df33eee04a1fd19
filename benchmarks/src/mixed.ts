/** What do calls of ordinary functions cost in preemptable code? Most programs annotate a few functions, which call many others. */
import { runChild } from "./child.ts";
import { type MicroRow, type MicroSamples, summarize } from "./micro/row.ts";
import { kinds } from "./mixed/kinds.ts";
import { textTable } from "./text-table.ts";

const session = new URL("./mixed/session.ts", import.meta.url);

export async function measureMixed(options: { repetitions: number; processes: number }): Promise<MicroRow[]> {
  const { repetitions, processes } = options;
  const measured: MicroSamples[][] = [];
  for (let i = 0; i < processes; i++) {
    measured.push(await runChild<MicroSamples[]>("mixed", session, { turns: { repetitions } }));
  }
  return summarize(measured);
}

export function mixedTable(rows: readonly MicroRow[]): string {
  const head = ["a call", "plain", "preemptable", "ratio", "plain, one run", "preemptable", "ratio"];
  const lines = kinds.map(({ name }) => {
    const time = (way: string) =>
      rows.find((row) => row.subject === name && row.way === way)?.nanoseconds ?? Number.NaN;
    const columns = ["short", "long"].flatMap((label) => {
      const plain = time(`plain, ${label}`);
      const preemptable = time(`preemptable, ${label}`);
      return [`${plain.toFixed(1)} ns`, `${preemptable.toFixed(1)} ns`, (preemptable / plain).toFixed(2)];
    });
    return [name, ...columns];
  });
  return textTable(head, lines);
}
