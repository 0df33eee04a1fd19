/**
 * The reference of the public interface, made of the documentation comments by TypeDoc:
 *
 *   npm run docs:api                            writes it to docs/api/, which git ignores
 *   node scripts/api/reference.mjs --check      writes nothing
 *
 * Fails with names where TypeDoc has a remark: a public name without documentation, a type that is mentioned and not exported, a link that
 * leads nowhere, a parameter that does not exist. An optional member of an interface of options has to say its default.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { Application, Logger, LogLevel, ReflectionKind } from "typedoc";
import { entryPointsOf, publicPackages, root } from "./entry-points.mjs";

/** What is wrong, each once. */
const remarks = new Set();
const asIntended = [
  // What holds a type without a name says what its members are.
  /\.__type\..* does not have any documentation/,
  // What the kernel asks of a group, and the texts of all findings: users name neither.
  /^(?:Grouping|catalog), .* not included in the documentation/,
  // It is documented as an option of schedulers.
  /KernelOptions\.onError .* does not have any documentation/,
];

class Remarks extends Logger {
  /**
   * @override
   * @param {string} message
   * @param {LogLevel} level
   */
  log(message, level) {
    if (level >= LogLevel.Warn && !asIntended.some((pattern) => pattern.test(message))) remarks.add(message);
  }
}

const isCheck = process.argv.includes("--check");
// These are for emitted code, and for TypeScript's server. Their reports in api/ show what changes.
const notForPeople = ["@preempt/runtime/abi", "@preempt/runtime/script", "@preempt/typescript-plugin"];
const points = publicPackages.flatMap(entryPointsOf).filter(({ name }) => !notForPeople.includes(name));
const out = join(root, "docs/api");
const app = await Application.bootstrap({
  name: "Preempt",
  readme: "none",
  entryPoints: points.map(({ types }) => types),
  tsconfig: join(root, "scripts/api/tsconfig.json"),
  out,
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  excludeExternals: true,
  validation: { notExported: true, notDocumented: true, invalidLink: true, rewrittenLink: true },
});
app.logger = new Remarks();
const project = await app.convert();
if (project === undefined) throw new Error("TypeDoc could not read the declarations.");
for (const module of project.getChildrenByKind(ReflectionKind.Module)) module.name = nameOf(module);
// TypeDoc asks this only of the one package that it takes for the project.
for (const name of publicPackages) {
  project.packageName = name;
  app.validate(project);
}
for (const member of project.getReflectionsByKind(ReflectionKind.Property)) checkDefault(member);

if (!isCheck) {
  rmSync(out, { recursive: true, force: true });
  await app.generateOutputs(project);
}
for (const remark of remarks) console.error(remark);
if (remarks.size > 0) process.exitCode = 1;
else console.log(isCheck ? "The public interface is documented." : "The reference is in docs/api/.");

/**
 * What users import, instead of the path of its declarations.
 *
 * @param {import("typedoc").DeclarationReflection} module
 */
function nameOf(module) {
  const file = project?.getSymbolIdFromReflection(module)?.fileName;
  return points.find(({ types }) => slashed(types) === slashed(file ?? ""))?.name ?? module.name;
}

/** @param {import("typedoc").Reflection} member */
function checkDefault(member) {
  const { parent, comment, flags } = member;
  if (!flags.isOptional || !parent?.name.endsWith("Options") || comment === undefined) return;
  if (comment.getTag("@deprecated") !== undefined) return;
  const text = comment.summary.map((part) => part.text).join("");
  if (/default|without it/i.test(text)) return;
  remarks.add(`${member.getFriendlyFullName()} does not say its default`);
}

/** @param {string} path */
function slashed(path) {
  return path.replaceAll("\\", "/");
}
