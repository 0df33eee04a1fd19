/** Makes the files of a fixture from its input: the output, the plan, and what it does. */
import { componentAnnotations, componentFile } from "../../../src/bundler/component.ts";
import { type Diagnostic, formatDiagnostic, type TransformOptions, transform } from "../../../src/index.ts";
import { type Fixture, importFrom } from "./folder.ts";
import { planOf } from "./plan.ts";
import { budgets, differences, linesOf, type Program, plainProgram, runAtBudget, runPlainly } from "./run.ts";

export interface Made {
  /** The files that stand beside the input, by name. */
  readonly files: ReadonlyMap<string, string>;
  /** Where the transformed program does something else than the plain one; empty in a healthy fixture. */
  readonly differences: readonly string[];
  /** What the transform reported. */
  readonly diagnostics: readonly Diagnostic[];
}

/** One way to transform the input: as users do, or without the optimisation that the fixture shows. */
interface Variant {
  /** What stands before the extension of its files: nothing, or `.without`. */
  readonly suffix: string;
  readonly label: string;
  readonly options: Partial<TransformOptions>;
}

export async function makeFixture(fixture: Fixture): Promise<Made> {
  const files = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  const outputs = new Map<Variant, Program>();
  const caller = callerOf(fixture);
  for (const variant of variantsOf(fixture)) {
    const options = optionsOf(fixture, variant.options);
    const result = transformed(fixture.input, options);
    diagnostics.push(...result.diagnostics);
    outputs.set(variant, { code: result.code, caller });
    files.set(`output${variant.suffix}.js`, result.code);
    const findings = result.diagnostics.map((d) => `${formatDiagnostic(d)}\n`);
    files.set(`plan${variant.suffix}.txt`, [planOf(fixture.input, options), ...findings].join("\n"));
  }
  // What is no JavaScript cannot be run.
  if (componentFile.test(fixture.fileName) || diagnostics.some(({ severity }) => severity === "error")) {
    return { files, differences: [], diagnostics };
  }
  const behaviour = await behaviourOf(fixture, outputs);
  files.set("behaviour.txt", behaviour.text);
  return { files, differences: behaviour.differences, diagnostics };
}

/** Where the program does something else when it is transformed with other options, each with a label. */
export async function differencesWith(
  fixture: Fixture,
  variants: ReadonlyMap<string, Partial<TransformOptions>>,
): Promise<string[]> {
  // Many options give the same output.
  const outputs = new Map<string, string>();
  for (const [label, options] of variants) {
    const { code } = transform(fixture.input, optionsOf(fixture, options));
    if (!outputs.has(code)) outputs.set(code, label);
  }
  const plain = await runPlainly(fixture, plainProgram(fixture));
  const caller = callerOf(fixture);
  const found: string[] = [];
  for (const [code, label] of outputs) {
    const program = { code, caller };
    found.push(...differences(`${label}, called plainly`, plain, await runPlainly(fixture, program)));
    for (const budget of [0, 1, 2, 7, 300]) {
      found.push(...differences(`${label}, budget ${budget}`, plain, await runAtBudget(fixture, program, budget)));
    }
  }
  return found;
}

function optionsOf(fixture: Fixture, more: Partial<TransformOptions>): TransformOptions {
  return {
    fileName: fixture.fileName,
    sourceMap: false,
    readImport(specifier) {
      const code = importFrom(fixture, specifier);
      return code === undefined ? undefined : { fileName: specifier, code };
    },
    ...fixture.options,
    ...more,
  };
}

function callerOf({ main }: Fixture): string | undefined {
  return main && transform(main, { fileName: "main.ts", sourceMap: false }).code;
}

function transformed(input: string, options: TransformOptions): { code: string; diagnostics: Diagnostic[] } {
  if (!componentFile.test(options.fileName)) return transform(input, options);
  return { code: input, diagnostics: componentAnnotations(options.fileName, input) };
}

function variantsOf({ optimization }: Fixture): Variant[] {
  const usual: Variant = { suffix: "", label: "preemptions", options: {} };
  if (optimization === undefined) return [usual];
  const label = `without ${optimization}`;
  return [usual, { suffix: ".without", label, options: { optimize: { [optimization]: false } } }];
}

/** What the plain program does, and how often each variant is preempted while it does the same. */
async function behaviourOf(
  fixture: Fixture,
  outputs: ReadonlyMap<Variant, Program>,
): Promise<{ text: string; differences: string[] }> {
  const plain = await runPlainly(fixture, plainProgram(fixture));
  const found: string[] = [];
  const rows = budgets.map((budget) => [budget === Number.POSITIVE_INFINITY ? "unlimited" : String(budget)]);
  for (const [{ label }, program] of outputs) {
    found.push(...differences(`${label}, called plainly`, plain, await runPlainly(fixture, program)));
    for (const [i, budget] of budgets.entries()) {
      const run = await runAtBudget(fixture, program, budget);
      found.push(...differences(`${label}, budget ${budget}`, plain, run));
      rows[i]?.push(String(run.preemptions));
    }
  }
  const table = inColumns([["budget", ...[...outputs.keys()].map(({ label }) => label)], ...rows]);
  return { text: `${[...linesOf(plain), "", ...table].join("\n")}\n`, differences: found };
}

function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
