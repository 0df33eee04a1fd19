/** `preempt check`: looks at a program as the transform would, and says what it saw. */
import { relative, resolve } from "node:path";
import * as ts from "typescript";
import { displayName } from "../1-resolve/display-name.ts";
import type { FunctionNode } from "../1-resolve/target.ts";
import type { Candidate } from "../2-find/candidates.ts";
import { planFile } from "../4-plan/plan-file.ts";
import type { PluginConfig } from "../integrations/ts-plugin.ts";
import { inspectFile } from "../pipeline/inspect.ts";
import type { Planned } from "../pipeline/pipeline.ts";
import { transformFile } from "../pipeline/transform.ts";
import type { Project } from "../project/project.ts";
import { isScript, openProject } from "../project/settings.ts";
import { explain } from "../report/explain.ts";
import { type PlannedFunction, planView } from "../report/plan-text.ts";
import { catalog, type Diagnostic, diagnose, spanOf } from "../shared/diagnostics.ts";
import { isLegal } from "../syntax/legal.ts";
import { isLoop } from "../syntax/nodes.ts";
import { aboutProblem } from "../syntax/too-deep.ts";
import type { CheckArguments } from "./arguments.ts";
import type { BuiltFiles } from "./check/built.ts";
import type { Opened } from "./open.ts";
import { type SharedShown, sharedIn } from "./shared.ts";

export interface Listed {
  readonly name: string;
  readonly fileName: string;
  readonly line: number;
  readonly column: number;
  readonly preemptable: boolean;
  /** "annotated", "reached from main", "all", or the code and name of what speaks against it. */
  readonly why: string;
}

/** One function or loop, as `--explain` shows it. */
export interface Shown {
  readonly fileName: string;
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly form: string;
  readonly why: string;
  readonly advice: string;
}

/** The plan of one file, as `--plan` shows it. */
export interface PlannedFile {
  readonly fileName: string;
  readonly functions: readonly PlannedFunction[];
}

export interface Checked {
  readonly diagnostics: Diagnostic[];
  readonly functions: Listed[];
  readonly explained: Shown[];
  readonly planned: PlannedFile[];
  readonly shared: SharedShown[];
  readonly sourceOf: (d: Diagnostic) => ts.SourceFile;
}

/** @throws TypeError if a setting has a value that does not exist */
export function check(projects: readonly Opened[], args: CheckArguments, cwd: string): Checked {
  const checked = projects.map((opened) => checkOne(opened, args, cwd));
  const sources = new Map(checked.flatMap((one) => [...one.sources]));
  return {
    diagnostics: [...sources.keys()],
    functions: checked.flatMap((one) => one.functions),
    explained: checked.flatMap((one) => one.explained),
    planned: checked.flatMap((one) => one.planned),
    shared: checked.flatMap((one) => one.shared),
    sourceOf: (d) => sources.get(d) as ts.SourceFile,
  };
}

interface CheckedProject {
  readonly sources: ReadonlyMap<Diagnostic, ts.SourceFile>;
  readonly functions: readonly Listed[];
  readonly explained: readonly Shown[];
  readonly planned: readonly PlannedFile[];
  readonly shared: readonly SharedShown[];
}

function checkOne({ program, settings, isShown }: Opened, args: CheckArguments, cwd: string): CheckedProject {
  const project = openProject(program, withArguments(settings, args, cwd));
  const sources = new Map<Diagnostic, ts.SourceFile>();
  const into = new Listings(cwd);
  const shown = (fileName: string) => into.shown(fileName);
  for (const file of project.files) {
    if (!isShown(file.fileName)) continue;
    try {
      checkFile(file);
    } catch (error) {
      sources.set(aboutProblem(shown(file.fileName), error), file);
    }
  }
  return { sources, ...into.lists };

  function checkFile(file: ts.SourceFile): void {
    const syntax = syntaxErrors(program, file);
    const { diagnostics, result } = inspectFile(file, program.getCompilerOptions(), {
      functions: settings.functions ?? "annotated",
      project,
      script: isScript(file),
    });
    for (const d of syntax.length > 0 ? syntax : diagnostics) sources.set({ ...d, fileName: shown(d.fileName) }, file);
    if (result === undefined || syntax.length > 0) return;
    for (const d of unprintable(file)) sources.set({ ...d, fileName: shown(d.fileName) }, file);
    const why = (candidate: Candidate) => whyKept(project, candidate, result.bounded);
    into.show(file, { plan: planFile(result, settings), result, why });
  }
}

/** The same of a project that a bundler or Node's hooks transform. */
export function checkBuilt({ files }: BuiltFiles, cwd: string): Checked {
  const sources = new Map<Diagnostic, ts.SourceFile>();
  const into = new Listings(cwd);
  for (const { fileName, text, diagnostics, planned } of files) {
    const file = planned?.sourceFile ?? ts.createSourceFile(fileName, text, ts.ScriptTarget.ESNext);
    for (const d of diagnostics) sources.set({ ...d, fileName: into.shown(d.fileName) }, file);
    if (planned === undefined) continue;
    const { plan, result } = planned;
    into.show(file, { plan, result, why: (candidate) => withBound(candidate, candidate.why, result.bounded) });
  }
  return { ...into.lists, diagnostics: [...sources.keys()], sourceOf: (d) => sources.get(d) as ts.SourceFile };
}

/** Gathers what is shown of files. */
class Listings {
  readonly lists = {
    functions: [] as Listed[],
    explained: [] as Shown[],
    planned: [] as PlannedFile[],
    shared: [] as SharedShown[],
  };
  readonly #cwd: string;

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  shown(fileName: string): string {
    return relative(this.#cwd, fileName).replaceAll("\\", "/");
  }

  show(
    file: ts.SourceFile,
    { plan, result, why }: Pick<Planned, "plan" | "result"> & { readonly why: (candidate: Candidate) => string },
  ): void {
    const fileName = this.shown(file.fileName);
    const { functions, explained, planned, shared } = this.lists;
    planned.push({ fileName, functions: planView(plan) });
    for (const { node, form, why, advice } of explain(plan)) {
      const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
      const name = isLoop(node) ? "" : displayName(node as FunctionNode);
      explained.push({ fileName, line: line + 1, column: character + 1, name, form, why, advice });
    }
    shared.push(...sharedIn(file, fileName, result));
    const inFile = [
      ...[...result.checked.kept.values()].map((c) => listed(file, c.node, true, why(c))),
      ...[...result.checked.refused.values()].map(({ candidate, refusal }) =>
        listed(file, candidate.node, false, `${catalog[refusal.name].code} ${refusal.name}`),
      ),
    ];
    for (const f of inFile.sort((a, b) => a.line - b.line || a.column - b.column)) functions.push({ ...f, fileName });
  }
}

/** The settings of a project, and what the command line adds. */
function withArguments(
  settings: PluginConfig,
  { include, exclude, propagate }: CheckArguments,
  cwd: string,
): PluginConfig {
  const paths = (patterns: readonly string[]) => patterns.map((pattern) => resolve(cwd, pattern));
  return {
    ...settings,
    ...(include.length > 0 && { include: [...(settings.include ?? []), ...paths(include)] }),
    ...(exclude.length > 0 && { exclude: [...(settings.exclude ?? []), ...paths(exclude)] }),
    ...(propagate !== undefined && { propagate }),
  };
}

function syntaxErrors(program: ts.Program, file: ts.SourceFile): Diagnostic[] {
  const errors = program.getSyntacticDiagnostics(file).filter((d) => !isLegal(d));
  return errors.map((d) =>
    diagnose(file, { start: d.start, length: d.length }, "syntax_error", {
      what: ts.flattenDiagnosticMessageText(d.messageText, "\n"),
    }),
  );
}

/** What is only found where the file is really made: TypeScript cannot print everything. */
function unprintable({ fileName, text }: ts.SourceFile): Diagnostic[] {
  const { diagnostics } = transformFile(text, { fileName, sourceMap: false });
  return diagnostics.filter((d) => d.name === "not_printable" || d.name === "too_deep");
}

function whyKept(project: Project, { node, why }: Candidate, bounded: ReadonlySet<ts.Node>): string {
  const root = why === "reached" ? project.reached().get(node) : undefined;
  return withBound({ node }, root ? `reached from ${displayName(root)}` : why, bounded);
}

function withBound({ node }: Pick<Candidate, "node">, why: string, bounded: ReadonlySet<ts.Node>): string {
  return bounded.has(node) ? `${why}; it holds no preemption point` : why;
}

function listed(file: ts.SourceFile, f: FunctionNode, preemptable: boolean, why: string): Listed {
  const { line, character } = file.getLineAndCharacterOfPosition(spanOf(f, file).start);
  return { name: displayName(f), fileName: file.fileName, line: line + 1, column: character + 1, preemptable, why };
}
