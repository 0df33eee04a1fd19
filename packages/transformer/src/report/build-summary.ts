/** What a build says in the end, in one line for the project and one for each package: how many functions are preemptable. */
import type { DiagnosticName } from "../shared/diagnostics.ts";

/** What became of the functions of one file. */
export interface FileCounts {
  readonly preemptable: number;
  readonly refused: readonly { readonly name: DiagnosticName }[];
}

interface Counted extends FileCounts {
  readonly fileName: string;
}

export class BuildSummary {
  readonly #files = new Map<string, FileCounts>();
  #said: string | undefined;
  readonly #isOfPart: boolean;

  /** @param isOfPart whether other processes transform other files of the same build, as Turbopack's do: one alone cannot say "none" */
  constructor({ isOfPart = false }: { readonly isOfPart?: boolean } = {}) {
    this.#isOfPart = isOfPart;
  }

  /** A file that was looked at anew replaces what it was before. */
  note(fileName: string, counts: FileCounts): void {
    if (counts.preemptable === 0 && counts.refused.length === 0) this.#files.delete(fileName);
    else this.#files.set(fileName, counts);
  }

  /** The lines, if they have changed since they were last asked for. */
  news(): readonly string[] {
    const lines = this.lines();
    const text = lines.join("\n");
    if (text === this.#said) return [];
    this.#said = text;
    return lines;
  }

  lines(): readonly string[] {
    const all = [...this.#files].map(([fileName, counts]) => ({ fileName, ...counts }));
    const packages = Map.groupBy(
      all.filter(({ fileName }) => packageOf(fileName) !== undefined),
      ({ fileName }) => packageOf(fileName) as string,
    );
    const own = all.filter(({ fileName }) => packageOf(fileName) === undefined);
    // Whoever has asked for packages alone knows that of the project nothing was asked.
    const isLeftOut = own.length === 0 && (packages.size > 0 || this.#isOfPart);
    return [
      ...(isLeftOut ? [] : [lineOf("", own)]),
      ...[...packages]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, files]) => {
          const line = lineOf(`${name}: `, files);
          return files.some(({ refused }) => refused.length > 0)
            ? `${line}. To list them: npx preempt check --list --packages ${name}`
            : line;
        }),
    ];
  }
}

function lineOf(head: string, files: readonly Counted[]): string {
  const preemptable = sum(files.map((file) => file.preemptable));
  const where = files.filter((file) => file.preemptable > 0).length;
  const refused = files.flatMap((file) => file.refused);
  const left = refused.length === 0 ? "" : `, ${refused.length} left alone (${reasons(refused)})`;
  if (head === "" && preemptable === 0 && left === "") return noneInProject;
  return `preempt: ${head}${count(preemptable, "function")} preemptable in ${count(where, "file")}${left}`;
}

const noneInProject =
  "preempt: no function of the project is preemptable. Write /** @preempt */ before one, or pass it to a scheduler";

/** "3 direct_eval, 1 with_statement": the names under which docs/diagnostics.md explains them. */
function reasons(refused: readonly { readonly name: DiagnosticName }[]): string {
  const byName = [...Map.groupBy(refused, ({ name }) => name)].map(([name, list]) => ({ name, n: list.length }));
  return byName
    .sort((a, b) => b.n - a.n || (a.name < b.name ? -1 : 1))
    .map(({ name, n }) => `${n} ${name}`)
    .join(", ");
}

/** The npm package that a file stands in; undefined for the project's own. */
export function packageOf(fileName: string): string | undefined {
  return /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(fileName)?.[1]?.replace("\\", "/");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

export function count(n: number, word: string): string {
  return `${n} ${word}${n === 1 ? "" : "s"}`;
}
