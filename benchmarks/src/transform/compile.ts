/** What does the transform add to a compilation? Parsing, checking and emitting a project, with the plugin and without. */
import preempt, { type PluginConfig } from "@preempt/transformer";
import ts from "typescript";
import { collectGarbage } from "../machine.ts";
import { median } from "../statistics.ts";
import { generateProject, type Project } from "./project.ts";

export const settings = ["plain", "none", "annotated", "all"] as const;
export type Setting = (typeof settings)[number];

export interface CompileRow {
  readonly setting: Setting;
  /** Median milliseconds of processor time of a compilation. */
  readonly milliseconds: number;
  /** Median over the rounds of this compilation against the plain one of the same round. */
  readonly ratio: number;
  /** The least and the greatest ratio of a round. */
  readonly spread: readonly [number, number];
  /** Median part of a compilation's time that is spent in the plugin: 0 to 1. Both are of the same run. */
  readonly share: number;
  /** Of emitted JavaScript. */
  readonly bytes: number;
}

export interface CompileReport {
  readonly lines: number;
  readonly modules: number;
  readonly functions: number;
  readonly annotations: number;
  readonly rounds: number;
  readonly rows: readonly CompileRow[];
}

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  lib: ["lib.es2024.d.ts"],
  sourceMap: true,
  declaration: true,
  types: [],
};

/** @param options.lines Of the generated project. @param options.rounds Each runs every setting once, in turn. */
export function measureCompilation(options: { lines: number; rounds: number; seed?: number }): CompileReport {
  const { lines, rounds, seed = 1 } = options;
  const annotated = generateProject({ seed, lines, annotated: 0.1 });
  const bare = generateProject({ seed, lines, annotated: 0 });
  const run: Record<Setting, () => Compiled> = {
    plain: () => compile(annotated, undefined),
    none: () => compile(bare, {}),
    annotated: () => compile(annotated, {}),
    all: () => compile(annotated, { functions: "all" }),
  };
  const times: Record<Setting, number[]> = { plain: [], none: [], annotated: [], all: [] };
  const shares: Record<Setting, number[]> = { plain: [], none: [], annotated: [], all: [] };
  const bytes: Partial<Record<Setting, number>> = {};
  // The first round warms up: it compiles the compiler.
  for (let round = -1; round < rounds; round++) {
    for (const setting of settings) {
      const compiled = run[setting]();
      bytes[setting] = compiled.bytes;
      if (round < 0) continue;
      times[setting].push(compiled.milliseconds);
      shares[setting].push(compiled.share);
    }
  }
  const rows = settings.map((setting): CompileRow => {
    const ratios = times[setting].map((t, i) => t / (times.plain[i] as number));
    return {
      setting,
      milliseconds: median(times[setting]),
      ratio: median(ratios),
      spread: [Math.min(...ratios), Math.max(...ratios)],
      share: median(shares[setting]),
      bytes: bytes[setting] ?? 0,
    };
  });
  const { functions, annotations, files } = annotated;
  return { lines: annotated.lines, modules: files.size, functions, annotations, rounds, rows };
}

interface Compiled {
  /** Of processor time: what else the machine does counts little. */
  readonly milliseconds: number;
  readonly share: number;
  readonly bytes: number;
}

/** @throws Error if the project does not type-check: the measurement would be of something else */
export function compile(project: Project, plugin: PluginConfig | undefined): Compiled {
  collectGarbage();
  let bytes = 0;
  const host = hostOf(project);
  const from = process.cpuUsage();
  const start = performance.now();
  const program = ts.createProgram([...project.files.keys()], compilerOptions, host);
  const errors = ts.getPreEmitDiagnostics(program);
  let inside = 0;
  const before = plugin === undefined ? [] : [timed(preempt(program, plugin), (time) => (inside += time))];
  const write: ts.WriteFileCallback = (name, text) => {
    if (name.endsWith(".js")) bytes += text.length;
  };
  program.emit(undefined, write, undefined, false, { before });
  const { user, system } = process.cpuUsage(from);
  const share = inside / (performance.now() - start);
  if (errors.length > 0) throw new Error(ts.formatDiagnostics(errors.slice(0, 5), host));
  return { milliseconds: (user + system) / 1000, share, bytes };
}

/** Reports the milliseconds that `factory` spends on each file. */
function timed(
  factory: ts.TransformerFactory<ts.SourceFile>,
  report: (milliseconds: number) => void,
): ts.TransformerFactory<ts.SourceFile> {
  return (context) => {
    const transformer = factory(context);
    return (file) => {
      const from = performance.now();
      const transformed = transformer(file);
      report(performance.now() - from);
      return transformed;
    };
  };
}

/** The project in memory, with TypeScript's own library files from the disk. */
function hostOf(project: Project): ts.CompilerHost {
  const host = ts.createCompilerHost(compilerOptions);
  const { getSourceFile, fileExists, readFile } = host;
  const own = (name: string) => project.files.get(name.slice(name.lastIndexOf("/") + 1));
  host.fileExists = (name) => own(name) !== undefined || fileExists(name);
  host.readFile = (name) => own(name) ?? readFile(name);
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const text = own(name);
    return text === undefined
      ? getSourceFile(name, languageVersion, ...rest)
      : ts.createSourceFile(name, text, languageVersion, true);
  };
  return host;
}

const meanings: Record<Setting, string> = {
  plain: "TypeScript alone",
  none: "with the plugin, nothing annotated",
  annotated: "with the plugin, annotations as above",
  all: 'with the plugin, functions: "all"',
};

export function compileTable(report: CompileReport): string {
  const { lines, modules, functions, annotations, rounds, rows } = report;
  const table = rows.map(({ setting, milliseconds, ratio, spread, share, bytes }) => {
    const ms = `${milliseconds.toFixed(0)} ms`.padStart(8);
    const factor = `${ratio.toFixed(2)}x`.padStart(6);
    const range = `${spread[0].toFixed(2)}-${spread[1].toFixed(2)}`.padStart(10);
    const inside = `${(share * 100).toFixed(1)} %`.padStart(9);
    return `${meanings[setting].padEnd(40)} ${ms} ${factor} ${range} ${inside} ${`${(bytes / 1024).toFixed(0)} kB`.padStart(8)}`;
  });
  return [
    `${lines} lines in ${modules} modules, ${functions} functions, ${annotations} annotated; TypeScript ${ts.version}; ${rounds} rounds`,
    `${"parse, check, emit".padEnd(40)} ${"median".padStart(8)} ${"ratio".padStart(6)} ${"spread".padStart(10)} ${"in plugin".padStart(9)} ${"output".padStart(8)}`,
    ...table,
  ].join("\n");
}
