/**
 * Reports of the public interface, one for each entry point, in api/. They show in a diff what users of a package will notice:
 *
 *   npm run api                              writes them anew
 *   node scripts/api/report.mjs --check      fails if one is not up to date, and shows what differs
 *
 * API Extractor makes them from the built declarations. A type that an entry point mentions stands in the report of the one that
 * exports it.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { entryPointsOf, folderOf, publicPackages, reportOf, root } from "./entry-points.mjs";

const isCheck = process.argv.includes("--check");
const kept = join(root, "api");
const made = mkdtempSync(join(tmpdir(), "preempt-api-"));
try {
  for (const name of publicPackages) reportPackage(name);
  if (isCheck) compare();
  else renew();
} finally {
  rmSync(made, { recursive: true, force: true });
}

/** @param {string} name */
function reportPackage(name) {
  const points = entryPointsOf(name);
  const configs = points.map((point) => configOf(folderOf(name), point));
  const [first] = configs;
  if (first === undefined) throw new Error(`${name} has no entry points.`);
  // All entry points of a package share one program.
  const compilerState = CompilerState.create(first, { additionalEntryPoints: points.map(({ types }) => types) });
  for (const config of configs) {
    const { succeeded } = Extractor.invoke(config, { localBuild: true, compilerState, messageCallback: note });
    if (!succeeded) throw new Error(`API Extractor could not report ${config.mainEntryPointFilePath}.`);
  }
}

/** @param {import("@microsoft/api-extractor").ExtractorMessage} message */
function note(message) {
  // It says which file it writes and which TypeScript it uses.
  if (message.category === "console") message.handled = true;
}

/**
 * @param {string} folder
 * @param {import("./entry-points.mjs").EntryPoint} point
 */
function configOf(folder, { name, types }) {
  const compilerOptions = {
    target: "es2024",
    lib: ["es2024", "esnext.disposable"],
    module: "nodenext",
    moduleResolution: "nodenext",
    strict: true,
    skipLibCheck: true,
    types: ["node"],
  };
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      newlineKind: "lf",
      mainEntryPointFilePath: types,
      compiler: { overrideTsconfig: { compilerOptions, files: [types] } },
      apiReport: {
        enabled: true,
        reportFolder: made,
        reportTempFolder: join(made, "temp"),
        reportFileName: reportOf(name),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      // A report shows the interface. It does not judge what is documented.
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
    configObjectFullPath: join(folder, "api-extractor.json"),
    packageJsonFullPath: join(folder, "package.json"),
  });
}

/** @param {string} folder */
function reportsIn(folder) {
  return readdirSync(folder).filter((file) => file.endsWith(".api.md"));
}

function renew() {
  mkdirSync(kept, { recursive: true });
  for (const file of reportsIn(kept)) rmSync(join(kept, file));
  for (const file of reportsIn(made)) writeFileSync(join(kept, file), readFileSync(join(made, file)));
  console.log(`${reportsIn(kept).length} reports in ${basename(kept)}/.`);
}

function compare() {
  mkdirSync(kept, { recursive: true });
  const files = [...new Set([...reportsIn(kept), ...reportsIn(made)])].sort();
  const changed = files.filter((file) => textOf(join(kept, file)) !== textOf(join(made, file)));
  if (changed.length === 0) return;
  for (const file of changed) show(file);
  console.error(
    `\nThe public interface differs from ${changed.map((file) => relative(root, join(kept, file))).join(", ")}.\nIf that is intended, run npm run api, and add a changeset (npm run changeset).`,
  );
  process.exitCode = 1;
}

/** @param {string} file */
function show(file) {
  const [before, after] = [kept, made]
    .map((folder) => join(folder, file))
    .map((path) => (existsSync(path) ? path : "/dev/null"));
  // What differs is no error of git.
  spawnSync("git", ["--no-pager", "diff", "--no-index", "--no-ext-diff", `${before}`, `${after}`], {
    stdio: "inherit",
  });
}

/** @param {string} file */
function textOf(file) {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}
