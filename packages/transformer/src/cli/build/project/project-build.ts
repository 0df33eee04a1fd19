/** Builds the project of a tsconfig.json: once, or again whenever a file changes. */
import { existsSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import * as ts from "typescript";
import { type PluginConfig, reportedBy } from "../../../integrations/ts-plugin.ts";
import { sha256 } from "../../../node/answers.ts";
import { versionOfTransform } from "../../../node/version.ts";
import { openProject } from "../../../project/settings.ts";
import { BuildSummary } from "../../../report/build-summary.ts";
import { refuseOldEngine } from "../../../shared/engine.ts";
import type { ProjectBuildArguments } from "../../arguments.ts";
import { compilerText, isUnknownOption } from "../../config-file.ts";
import { UsageError } from "../../usage.ts";
import type { BuildWatcher, Built } from "../built.ts";
import { applicationRoot } from "../graph.ts";
import { listName, Output } from "../output.ts";
import { writePackages } from "../packages.ts";
import { meaningInNode, mergedOptions, pluginEntry } from "../settings.ts";
import { WrittenFiles } from "../written-files.ts";
import { ProjectEmitter } from "./emit-project.ts";
import { readNotes, removeStale, writeNotes } from "./last-build.ts";
import { openProjectConfig, type ProjectConfig } from "./project-config.ts";

/** @throws UsageError if there is no such project, or it cannot be built */
export function buildProject(args: ProjectBuildArguments, cwd: string): Built {
  const config = openProjectConfig(args, cwd);
  const { options, fileNames, projectReferences } = config.parsed;
  forgetOthers(config, args, cwd);
  const host = ts.createIncrementalCompilerHost(options);
  const builder = ts.createEmitAndSemanticDiagnosticsBuilderProgram(
    fileNames,
    options,
    host,
    ts.readBuilderProgram(options, host),
    ts.getConfigFileParsingDiagnostics(config.parsed),
    projectReferences,
  );
  return finish(builder, config, args, cwd);
}

/**
 * Never ends by itself. TypeScript watches the files, the tsconfig.json, and what imports may lead to.
 *
 * @throws UsageError if there is no such project, or it cannot be built
 */
export function watchProject(args: ProjectBuildArguments, cwd: string, watcher: BuildWatcher): void {
  const config = openProjectConfig(args, cwd);
  forgetOthers(config, args, cwd);
  const host = ts.createWatchCompilerHost(
    config.file,
    config.forced,
    ts.sys,
    ts.createEmitAndSemanticDiagnosticsBuilderProgram,
    (mistake) => watcher.failed(new UsageError(compilerText([mistake], cwd).trimEnd())),
    () => {},
  );
  host.readDirectory = config.readDirectory;
  host.afterProgramCreate = (builder) => {
    try {
      watcher.built(finish(builder, config, args, cwd));
    } catch (error) {
      watcher.failed(error);
    }
  };
  ts.createWatchProgram(host);
}

function finish(
  builder: ts.EmitAndSemanticDiagnosticsBuilderProgram,
  config: ProjectConfig,
  args: ProjectBuildArguments,
  cwd: string,
): Built {
  refuseOldEngine();
  const program = builder.getProgram();
  const settings = settingsFor(program.getCompilerOptions(), config, args, cwd);
  const notes = config.notes && `${config.notes}.json`;
  const last = readNotes(notes);
  const same = last?.key === settings.key ? last : undefined;
  const project = openProject(program, settings.ofProgram);
  const { key } = settings;
  const emission = new ProjectEmitter(builder, project, settings.ofProgram, same, { key, cwd }).emit();
  removeStale(last, emission.notes.files);
  if (emission.buildInfo !== undefined) writeNotes(config.notes && `${config.notes}.tsbuildinfo`, emission.buildInfo);
  writeNotes(notes, JSON.stringify(emission.notes));
  const packages = buildPackages(program, settings, config);
  const files = Object.entries(emission.notes.files);
  const summary = new BuildSummary();
  for (const [fileName, { counts }] of files) summary.note(fileName, counts);
  const mistakes = program.getConfigFileParsingDiagnostics().filter((one) => !isUnknownOption(one));
  const ofProgram = [...mistakes, ...program.getOptionsDiagnostics()];
  return {
    ...packages,
    diagnostics: reportedBy(settings.said, [...files.flatMap(([, file]) => file.diagnostics), ...packages.diagnostics]),
    errors: [...ofProgram.map((one) => compilerText([one], cwd)), ...files.flatMap(([, file]) => file.errors)],
    out: relative(cwd, config.out).replaceAll("\\", "/") || ".",
    files: files.length,
    transformed: files.filter(([, { counts }]) => counts.preemptable > 0).length,
    upToDate: emission.upToDate,
    numbers: settings.said.summary === false ? [] : [...summary.lines(), ...packages.numbers],
  };
}

interface ProjectSettings {
  readonly said: PluginConfig;
  readonly packages: readonly string[];
  readonly ofProgram: PluginConfig;
  readonly key: string;
}

function settingsFor(
  options: ts.CompilerOptions,
  config: ProjectConfig,
  args: ProjectBuildArguments,
  cwd: string,
): ProjectSettings {
  const said = pluginEntry(options);
  const { packages = [], ...merged } = mergedOptions(args, said, dirname(config.file), cwd);
  const ofProgram = { ...merged, functions: said.functions ?? "annotated" } as PluginConfig;
  // Compilers that watch have the same options in another order.
  const written = JSON.stringify(
    Object.entries(options)
      .filter(([name]) => name !== "configFile")
      .sort(),
  );
  const key = sha256([versionOfTransform(), config.file, cwd, JSON.stringify(ofProgram), written].join("\0"));
  return { said, packages, ofProgram, key };
}

/** With other settings everything is emitted again: TypeScript knows nothing of ours. */
function forgetOthers(config: ProjectConfig, args: ProjectBuildArguments, cwd: string): void {
  if (config.notes === undefined) return;
  const { key } = settingsFor(config.parsed.options, config, args, cwd);
  if (readNotes(`${config.notes}.json`)?.key !== key) rmSync(`${config.notes}.tsbuildinfo`, { force: true });
}

/** The packages that are transformed whole, in node_modules of the output. */
function buildPackages(program: ts.Program, { packages, ofProgram }: ProjectSettings, { file, out }: ProjectConfig) {
  const none = { packages: [], ofPackages: 0, diagnostics: [], numbers: [] };
  // A build before this one may have left some.
  if (packages.length === 0 && !existsSync(join(out, listName))) return none;
  const root = applicationRoot(dirname(file));
  const output = new Output(out);
  const { functions: _, ...selecting } = ofProgram;
  const options = { ...selecting, packages };
  const written = new WrittenFiles(output, options, root, meaningInNode(program.getCompilerOptions()));
  const sources = program.getSourceFiles().filter((one) => !one.isDeclarationFile);
  const { names, transformed } = writePackages(
    { root, packages, sources: sources.map(({ fileName }) => fileName) },
    output,
    written,
  );
  output.finish();
  if (packages.length === 0) return none;
  return { packages: names, ofPackages: transformed, diagnostics: written.diagnostics, numbers: written.numbers };
}
