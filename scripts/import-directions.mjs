/**
 * Which file imports which, and what is wrong with it: cycles inside a package, directions that ARCHITECTURE.md
 * forbids, and platform time outside the runtime's hosts. A test fails on every finding.
 *
 * It is long because the tables of what each package may import stand beside the code that reads them.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";
import ts from "typescript";

/**
 * @typedef {{ file: string, text: string }} Source file is relative to the root, with forward slashes
 */

/** Private packages, which the build puts into those that use them. */
const abi = "@preempt/abi";
const checks = "@preempt/checks";
const latestJob = "@preempt/latest-job";
const runtime = "packages/runtime/";
const transformer = "packages/transformer/";
const server = "packages/server/";
const script = "packages/script/";
const eslintPlugin = "packages/eslint-plugin/";
const typescriptPlugin = "packages/typescript-plugin/";
const languageServer = "packages/language-server/";
const runtimeHosts = "packages/runtime/src/hosts/";
/** The transformer's integrations, which use files and processes; the pipeline behind them is synchronous and touches neither. */
const transformerIntegrations =
  /^packages\/transformer\/src\/(?:advisor|bun|bundler|cli|jest|node|profiles)(?:\.ts|\/)/;

/** The transformer's phases: a folder imports from those before it alone. */
const transformerPhases = [
  ...["shared", "syntax", "1-resolve", "2-find", "3-check", "4-plan", "5-emit", "accesses", "report", "project"],
  ...["pipeline", "editor", "integrations", "profiles", "advisor", "panel", "bundler", "node", "(entry points)", "cli"],
];

/**
 * The runtime's folders: a file imports values from its own and from those before it alone. Types may come from anywhere, as far as there is
 * no cycle of files: what a resource is to the kernel, for instance, is an interface there, and what the kernel is to a resource is its class.
 */
const runtimeOrder = [
  ...[
    "input",
    "analysis",
    "realm",
    "foundations",
    "protocol",
    "language",
    "generators",
    "builtins",
    "pacing",
    "policies",
    "hosts",
    "lifetime",
    "load",
  ],
  ...[
    "limits",
    "kernel",
    "exclusive",
    "development",
    "observers",
    "groups",
    "resources",
    "servers",
    "scheduling",
    "partitioned",
    "testing",
  ],
  ...["(entry points)"],
];

/** Files of the kernel's folder on which policies, hosts, limits and the load stand, too. */
const runtimeFoundations = /^kernel\/(?:awaitable|core-job|keyed-heap|on-abort|pending|time)\.ts$/;

/** Where a value comes from a folder that is further on: what is shared of all copies of the runtime, and notes of the race finder. */
const runtimeExceptions = new Set([
  "realm/realm.ts protocol/entry.ts",
  "observers/argument-watch.ts testing/races/access-notes.ts",
]);

/** What each integration of the server may import beside the kernel; the core imports nothing else. */
const serverPeers = new Map([
  ["node", /^node:/],
  ["fastify", /^(?:fastify|fastify-plugin|node:stream)$/],
  ["express", /^(?:express|node:http)$/],
  ["hono", /^hono(?:\/|$)/],
  ["metrics", /^prom-client$/],
  ["telemetry", /^@opentelemetry\/api$/],
]);

/** What each package for a framework may import beside the runtime and what these packages share. */
const frameworks = new Map([
  ["packages/react/", /^react$/],
  ["packages/svelte/", /^svelte(?:\/(?:reactivity|store))?$/],
  ["packages/vue/", /^vue$/],
]);

const transformerUses = new Set([abi, checks, "typescript", "unplugin", "picomatch"]);

/** What the script host is made of. */
const scriptUses = new Set([
  ...[checks, "typescript", "@jridgewell/trace-mapping", "@preempt/transformer"],
  ...["@preempt/runtime", "@preempt/runtime/abi", "@preempt/runtime/script"],
]);

const platformTime = new Set([
  "performance",
  "Date",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "MessageChannel",
  "requestAnimationFrame",
  "requestIdleCallback",
  "postTask",
]);

/**
 * All source files of the workspace.
 *
 * @param {string} root
 * @returns {Source[]}
 */
export function readSources(root) {
  return [
    "packages/abi/src",
    "packages/checks/src",
    "packages/runtime/src",
    "packages/transformer/src",
    "packages/server/src",
    "packages/latest-job/src",
    "packages/react/src",
    "packages/svelte/src",
    "packages/vue/src",
    "packages/script/src",
    "packages/eslint-plugin/src",
    "packages/typescript-plugin/src",
    "packages/language-server/src",
    "packages/demo/src",
    "benchmarks",
  ].flatMap((folder) =>
    scriptsIn(join(root, folder)).map((path) => ({
      file: relative(root, path).split(sep).join("/"),
      text: readFileSync(path, "utf8"),
    })),
  );
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function scriptsIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ["node_modules", "dist", "test"].includes(entry.name) ? [] : scriptsIn(path);
    return /\.[cm]?[jt]sx?$/.test(entry.name) ? [path] : [];
  });
}

/**
 * The modules that a source mentions, in any form of import. Types count: who only borrows a type from a file below
 * still cannot be read without it.
 *
 * @param {Source} source
 */
export function importsOf(source) {
  /** @type {Set<string>} */
  const found = new Set();
  visit(parse(source));
  return [...found];

  /** @param {ts.Node} node */
  function visit(node) {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) note(node.moduleSpecifier);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) note(node.argument.literal);
    else if (ts.isCallExpression(node) && isImportOrRequire(node.expression)) note(node.arguments[0]);
    ts.forEachChild(node, visit);
  }

  /** @param {ts.Node | undefined} specifier */
  function note(specifier) {
    if (specifier && ts.isStringLiteralLike(specifier)) found.add(specifier.text);
  }
}

/**
 * The modules of which a source imports or exports more than types.
 *
 * @param {Source} source
 */
export function valueImportsOf(source) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const node of parse(source).statements) {
    const isValue =
      (ts.isImportDeclaration(node) && bringsValue(node.importClause)) ||
      (ts.isExportDeclaration(node) && !node.isTypeOnly && isAnyValue(node.exportClause));
    if (!isValue) continue;
    const { moduleSpecifier } = node;
    if (moduleSpecifier !== undefined && ts.isStringLiteral(moduleSpecifier)) found.add(moduleSpecifier.text);
  }
  return [...found];
}

/** @param {ts.ImportClause | undefined} clause */
function bringsValue(clause) {
  if (clause === undefined) return true;
  return !clause.isTypeOnly && (clause.name !== undefined || isAnyValue(clause.namedBindings));
}

/** @param {ts.NamedImportBindings | ts.NamedExportBindings | undefined} names */
function isAnyValue(names) {
  if (names === undefined || !("elements" in names)) return true;
  return names.elements.some((name) => !name.isTypeOnly);
}

/** @param {ts.Expression} callee */
function isImportOrRequire(callee) {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === "require");
}

/**
 * The platform's clocks and timers that a source uses: `setTimeout(…)`, `globalThis.setTimeout`, and not a property
 * or a parameter that happens to have that name.
 *
 * @param {Source} source
 */
export function platformTimeOf(source) {
  /** @type {Set<string>} */
  const found = new Set();
  visit(parse(source));
  return [...found];

  /** @param {ts.Node} node */
  function visit(node) {
    // A type may speak of the platform without using it.
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isIdentifier(node) && platformTime.has(node.text) && !isOwnName(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  }
}

/** @param {ts.Identifier} name */
function isOwnName(name) {
  const { parent } = name;
  if (ts.isPropertyAccessExpression(parent) && parent.name === name) {
    const owner = parent.expression;
    return !(ts.isIdentifier(owner) && ["globalThis", "window", "self", "global", "scheduler"].includes(owner.text));
  }
  const isDeclared = "name" in parent && parent.name === name;
  // `const { setTimeout } = globalThis` takes the platform's.
  return isDeclared && !ts.isShorthandPropertyAssignment(parent) && !ts.isBindingElement(parent);
}

/** @param {Source} source */
function parse({ file, text }) {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

/**
 * Everything that is wrong, one sentence each.
 *
 * @param {Source[]} sources
 */
export function findProblems(sources) {
  /** @type {string[]} */
  const problems = [];
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  for (const source of sources) {
    const { file } = source;
    const imports = importsOf(source);
    graph.set(
      file,
      imports.filter((specifier) => specifier.startsWith(".")).map((specifier) => target(file, specifier)),
    );
    for (const specifier of imports) {
      const reason = forbidden(file, specifier);
      if (reason) problems.push(`${file} imports ${specifier}: ${reason}`);
    }
    if (file.startsWith(`${runtime}src/`)) problems.push(...againstRuntimeOrder(source));
    if (file.startsWith(`${runtime}src/`) && !file.startsWith(runtimeHosts))
      for (const name of platformTimeOf(source)) problems.push(`${file} uses ${name}: only hosts/ use platform time`);
  }
  return [...problems, ...findCycles(graph)];
}

/**
 * The file that a relative specifier names. Here imports carry the extension `.ts`; where a bundler allows to leave it
 * out we add it. A query such as Vite's `?raw` is not part of the name.
 *
 * @param {string} file
 * @param {string} specifier
 */
function target(file, specifier) {
  const path = posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ""));
  return posix.extname(path) === "" ? `${path}.ts` : path;
}

/**
 * Why a file must not import this; undefined if it may.
 *
 * @param {string} file
 * @param {string} specifier
 */
function forbidden(file, specifier) {
  const others = [script, eslintPlugin, typescriptPlugin, languageServer];
  const isPublicPackage = [runtime, transformer, server, ...frameworks.keys(), ...others].some((one) =>
    file.startsWith(one),
  );
  const owner = /^(?:packages\/)?[^/]+\//.exec(file)?.[0] ?? "";
  if (specifier.startsWith(".")) {
    const path = target(file, specifier);
    if (!path.startsWith(owner)) return "it belongs to another package";
    if (/^(?:test|e2e)\//.test(path.slice(owner.length))) return "sources do not use tests";
    if (isPublicPackage && !path.startsWith(`${owner}src/`)) return "it is outside the package's sources";
    if (file.startsWith(transformer) && phaseOf(file) < phaseOf(path)) return "a phase uses earlier ones only";
    return undefined;
  }
  if (/^packages\/(?:abi|checks)\//.test(file)) return "it is part of packages that depend on nothing";
  if (file.startsWith(runtime)) return [abi, checks].includes(specifier) ? undefined : "the runtime depends on nothing";
  if (file.startsWith(transformer)) {
    if (transformerUses.has(specifier)) return undefined;
    if (!specifier.startsWith("node:")) return "the transformer uses TypeScript, unplugin and picomatch only";
    return transformerIntegrations.test(file) ? undefined : "only the transformer's integrations may use Node";
  }
  if (file.startsWith(server)) {
    if (specifier === checks || /^@preempt\/runtime(?:\/(?:core|observers|partitioned))?$/.test(specifier))
      return undefined;
    const integration = /^src\/(\w+)/.exec(file.slice(server.length))?.[1] ?? "";
    return serverPeers.get(integration)?.test(specifier) ? undefined : "only the integration with it may use it";
  }
  const framework = frameworks.get(owner);
  if (framework !== undefined) {
    const isShared = specifier === latestJob || specifier === "@preempt/runtime";
    return isShared || framework.test(specifier)
      ? undefined
      : "it uses its framework, the runtime and what such packages share";
  }
  if (owner === "packages/latest-job/") {
    return specifier === "@preempt/runtime" ? undefined : "what packages for frameworks share uses the runtime only";
  }
  if (file.startsWith(script))
    return scriptUses.has(specifier)
      ? undefined
      : "the script host uses the runtime, the transformer and TypeScript only";
  // Of TypeScript it has the types alone: the server brings its own.
  if (file.startsWith(typescriptPlugin))
    return ["typescript", "@preempt/transformer/editor"].includes(specifier)
      ? undefined
      : "the plugin uses the transformer's findings only";
  if (file.startsWith(languageServer))
    return /^(?:vscode-languageserver(?:\/node|-textdocument)?|@preempt\/(?:checks|transformer\/editor)|node:\w+)$/.test(
      specifier,
    )
      ? undefined
      : "the server uses the transformer's findings and the library of the protocol only";
  if (file.startsWith(eslintPlugin))
    return ["eslint", "@preempt/transformer/editor"].includes(specifier)
      ? undefined
      : "the rules use the transformer's findings only";
  return /^@preempt\/[^/]+\/(?:src|dist|test)\b/.test(specifier) ? "it is not a public entry point" : undefined;
}

/** @param {Source} source of the runtime */
function againstRuntimeOrder(source) {
  const { file } = source;
  const from = file.slice(`${runtime}src/`.length);
  return valueImportsOf(source)
    .filter((specifier) => specifier.startsWith(".") && target(file, specifier).startsWith(`${runtime}src/`))
    .filter((specifier) => {
      const to = target(file, specifier).slice(`${runtime}src/`.length);
      return placeInRuntime(from) < placeInRuntime(to) && !runtimeExceptions.has(`${from} ${to}`);
    })
    .map((specifier) => `${file} imports ${specifier}: values come from earlier folders of the runtime only`);
}

/** @param {string} path below the runtime's sources */
function placeInRuntime(path) {
  const [folder, name] = path.split("/");
  const place = runtimeOrder.indexOf(
    runtimeFoundations.test(path) ? "foundations" : name === undefined ? "(entry points)" : `${folder}`,
  );
  if (place === -1)
    throw new Error(`${path}: scripts/import-directions.mjs does not say where the runtime's ${folder}/ stands.`);
  return place;
}

/** @param {string} file of the transformer */
function phaseOf(file) {
  const [, folder = "(entry points)"] = /^packages\/transformer\/src\/([^/]+)\//.exec(file) ?? [];
  const place = transformerPhases.indexOf(folder);
  if (place === -1) throw new Error(`${file}: scripts/import-directions.mjs does not say which phase ${folder}/ is.`);
  return place;
}

/**
 * Each cycle in full, found at the import that closes it.
 *
 * @param {Map<string, string[]>} graph
 */
export function findCycles(graph) {
  /** @type {string[]} */
  const cycles = [];
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const path = [];
  for (const file of graph.keys()) visit(file);
  return cycles;

  /** @param {string} file */
  function visit(file) {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push(`import cycle: ${[...path.slice(start), file].join(" → ")}`);
    if (start >= 0 || done.has(file)) return;
    path.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    path.pop();
    done.add(file);
  }
}
