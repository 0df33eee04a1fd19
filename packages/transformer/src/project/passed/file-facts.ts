/**
 * What one file says of functions that it passes on, and of the modules that it takes them from: read from the text alone, because it is
 * asked of all files of a project. A mistake costs code, or a function that is not found; never what a program computes.
 */
import { runtimePackage, serverPackage } from "@preempt/abi";
import { isFramework, mentionedIn } from "../../2-find/our-packages.ts";

/** Where a name of the file comes from. */
export interface Imported {
  readonly specifier: string;
  /** Its name there; "*" for the whole module. */
  readonly name: string;
}

/** A call that may run functions as jobs, and which names are among its arguments. */
export interface PassingCall {
  /** What is called: `this.rt.submit` is ["this", "rt", "submit"]. */
  readonly path: readonly string[];
  /** `heavy`, or `solver.solve` as two names. */
  readonly values: readonly (readonly string[])[];
}

export interface FileFacts {
  readonly mentionsRuntime: boolean;
  readonly mentionsServer: boolean;
  /** Every module that it names. */
  readonly specifiers: readonly string[];
  /** By local names. */
  readonly imports: ReadonlyMap<string, Imported>;
  /** What it exports of others, by exported names. */
  readonly reexports: ReadonlyMap<string, Imported>;
  /** `export * from` these. */
  readonly reexportsAll: readonly string[];
  readonly calls: readonly PassingCall[];
  /** Local names of what it imports from the server's package. */
  readonly ofServer: readonly string[];
  /** Of what it imports from packages for frameworks. */
  readonly hooks: readonly string[];
  /** Functions that it imports from Preempt's packages, and names that it gives to what they make. */
  readonly schedulers: readonly string[];
  readonly requestSchedulers: readonly string[];
  /** Names of annotated accessors. */
  readonly getters: readonly string[];
  readonly setters: readonly string[];
  /** Whether it has an annotated `toJSON`. */
  readonly hasToJSON: boolean;
}

const none: ReadonlyMap<string, Imported> = new Map();

/** @param methods Names of what may run functions as jobs; undefined if none of them is in the text */
export function factsOf(text: string, methods: ReadonlySet<string> | undefined): FileFacts {
  const { runtime: mentionsRuntime, server: mentionsServer, framework: hasHooks } = mentionedIn(text);
  const mayReexport = /\bexport\b/.test(text);
  const imports = methods !== undefined || mentionsRuntime || mayReexport ? importsOf(text) : none;
  // Functions of the server's package have any name.
  const ofServer = mentionsServer
    ? [...imports].filter(([, from]) => isOf(serverPackage, from)).map(([local]) => local)
    : [];
  const hooks = hasHooks ? [...imports].filter(([, from]) => isFramework(from.specifier)).map(([local]) => local) : [];
  const callees = new Set([...(methods ?? []), ...ofServer, ...hooks]);
  return {
    mentionsRuntime,
    mentionsServer,
    specifiers: specifiersOf(text),
    imports,
    ...reexportsOf(text, imports),
    calls: callees.size === 0 ? [] : callsIn(text, callees),
    ofServer,
    hooks,
    schedulers: mentionsRuntime ? namesOfMade(text, imports, runtimePackage) : [],
    requestSchedulers: mentionsServer ? namesOfMade(text, imports, serverPackage) : [],
    ...accessorsIn(text),
    hasToJSON: text.includes("toJSON") && annotatedToJSON.test(text),
  };
}

/** Behind a decorator, or behind the rest of a comment. */
const accessor =
  /@preempt(?![\w/-])(?:(?:(?!\*\/)[\s\S])*\*\/)??\s*(?:(?:public|protected|private|static|override)\s+)*([gs]et)\s+(?:([\w$]+)|(["'])((?:(?!\3).)+)\3|\[(["'])((?:(?!\5).)+)\5\])\s*\(/g;

/** A method, a property, a field, or an assignment to one, likewise. */
const annotatedToJSON =
  /@preempt(?![\w/-])(?:(?:(?!\*\/)[\s\S])*\*\/)??\s*(?:(?:public|protected|private|override|readonly|export|function|const)\s+|[\w$.]+\.)*(?:toJSON|(["'])toJSON\1|\[(["'])toJSON\2\])\s*[(<:=]/;

function accessorsIn(text: string): Pick<FileFacts, "getters" | "setters"> {
  const names: Record<string, string[]> = { get: [], set: [] };
  if (/@preempt\b/.test(text)) {
    for (const [, kind = "", name, , quoted, , computed] of text.matchAll(accessor))
      names[kind]?.push(name ?? quoted ?? computed ?? "");
  }
  return { getters: names.get ?? [], setters: names.set ?? [] };
}

function isOf(module: string, { specifier }: Pick<Imported, "specifier">): boolean {
  return specifier === module || specifier.startsWith(`${module}/`);
}

const specifier = /\b(?:from|import|require)\s*\(?\s*(["'])([^"'\n]+)\1/g;

function specifiersOf(text: string): string[] {
  return Array.from(text.matchAll(specifier), (found) => found[2] as string);
}

const importClause = /\bimport\s+(?!type\s+[\w$*{])([\w$*{][^'"();]*?)\s*\bfrom\s*(["'])([^"'\n]+)\2/g;
const required =
  /\b(?:const|let|var)\s+(\{[^}=]*\}|[\w$]+)\s*=\s*(?:await\s+import|require)\s*\(\s*(["'])([^"'\n]+)\2\s*\)(?:\s*\.\s*([\w$]+))?/g;

function importsOf(text: string): Map<string, Imported> {
  const imports = new Map<string, Imported>();
  for (const [, clause = "", , specifier = ""] of text.matchAll(importClause)) {
    const [, named = ""] = /\{([^}]*)\}/.exec(clause) ?? [];
    for (const [name, local] of listOf(named, /\s+as\s+/)) imports.set(local, { specifier, name });
    const [, whole] = /\*\s*as\s+([\w$]+)/.exec(clause) ?? [];
    if (whole !== undefined) imports.set(whole, { specifier, name: "*" });
    const [byDefault] = /^[\w$]+/.exec(clause) ?? [];
    if (byDefault !== undefined) imports.set(byDefault, { specifier, name: "default" });
  }
  for (const [, target = "", , specifier = "", member] of text.matchAll(required)) {
    if (target.startsWith("{")) {
      for (const [name, local] of listOf(target.slice(1, -1), /\s*:\s*/)) imports.set(local, { specifier, name });
    } else imports.set(target, { specifier, name: member ?? "*" });
  }
  return imports;
}

const reexport = /\bexport\s*(\*|\{[^}]*\})\s*(?:as\s+([\w$]+)\s*)?(?:from\s*(["'])([^"'\n]+)\3)?/g;

function reexportsOf(text: string, imports: ReadonlyMap<string, Imported>) {
  const reexports = new Map<string, Imported>();
  const reexportsAll: string[] = [];
  for (const [, what = "", whole, , specifier] of text.matchAll(reexport)) {
    if (what === "*" && specifier === undefined) continue;
    if (what === "*" && specifier !== undefined) {
      if (whole === undefined) reexportsAll.push(specifier);
      else reexports.set(whole, { specifier, name: "*" });
      continue;
    }
    for (const [name, exported] of listOf(what.slice(1, -1), /\s+as\s+/)) {
      const from = specifier === undefined ? imports.get(name) : { specifier, name };
      if (from !== undefined) reexports.set(exported, from);
    }
  }
  return { reexports, reexportsAll };
}

/** `a, b as c`: pairs of names. */
function listOf(text: string, between: RegExp): [name: string, local: string][] {
  return text.split(",").flatMap((part): [string, string][] => {
    const [name = "", local = name] = part
      .trim()
      .replace(/^type\s+/, "")
      .split(between);
    return /^[\w$]+$/.test(name) && /^[\w$]+/.test(local) ? [[name, local.replace(/[^\w$].*$/s, "")]] : [];
  });
}

/** How far before a method's name its object is looked for. */
const longestPath = 200;

function callsIn(text: string, methods: ReadonlySet<string>): PassingCall[] {
  const calls: PassingCall[] = [];
  const names = [...methods].map((name) => name.replaceAll("$", "\\$")).join("|");
  const call = new RegExp(`(?<![\\w$])(${names})\\s*(?:<[^<>()]*>\\s*)?\\(`, "g");
  for (const { 0: all, 1: method = "", index } of text.matchAll(call)) {
    const values = argumentsFrom(text, index + all.length).flatMap(nameIn);
    if (values.length > 0) calls.push({ path: [...objectBefore(text, index), method], values });
  }
  return calls;
}

/** The names in `this.rt.`, and in `schedulerOf(app)?.`, which stand before a method's name. */
function objectBefore(text: string, at: number): string[] {
  const [object = ""] =
    /(?:[\w$]+\s*(?:\([^()]*\)\s*)?[!?]?\s*\.\s*)+$/.exec(text.slice(Math.max(0, at - longestPath), at)) ?? [];
  return Array.from(object.matchAll(/([\w$]+)\s*(?:\([^()]*\)\s*)?[!?]?\s*\./g), (m) => m[1] as string);
}

/** As much of a call is looked at. */
const longestCall = 4000;

/** The arguments of a call, as texts. */
function argumentsFrom(text: string, start: number): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = start;
  const end = Math.min(text.length, start + longestCall);
  for (let at = start; at < end; at++) {
    const c = text[at] as string;
    if (c === '"' || c === "'" || c === "`") at = endOfString(text, at, c);
    else if ("([{".includes(c)) depth++;
    else if (c === "," && depth === 0) from = push(at) + 1;
    else if (")]}".includes(c) && depth-- === 0) {
      push(at);
      return found;
    }
  }
  return found;

  function push(at: number): number {
    found.push(text.slice(from, at).trim());
    return at;
  }
}

function endOfString(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote || (quote !== "`" && text[at] === "\n")) return at;
  }
  return text.length;
}

/** `heavy`, `heavy as Handler`, `heavy.bind(null)`, `solver.solve`; and what an object has as its handler. */
function nameIn(argument: string): string[][] {
  if (argument.startsWith("{")) {
    const [, handler] = /\bhandler['"]?\s*:\s*([\w$]+)\s*[,}]/.exec(argument) ?? [];
    return handler === undefined ? (/[{,]\s*handler\s*[,}]/.test(argument) ? [["handler"]] : []) : [[handler]];
  }
  const [, name = "", member] =
    /^([\w$]+)(?:\.([\w$]+))?(?:\.bind\(.*\))?(?:\s+(?:as|satisfies)\s.*|!)?$/s.exec(argument) ?? [];
  if (name === "" || /^\d/.test(name)) return [];
  return [member === undefined || member === "bind" ? [name] : [name, member]];
}

/** What a package calls things to which functions are passed. */
const taker = /(?:Scheduler|Server|Pool|Group|Requests?|Emitter)$/;

/** `rt` of `const rt = new Scheduler()`, `this.rt = …`, `{ rt: … }` and `rt: Scheduler`. */
function namesOfMade(text: string, imports: ReadonlyMap<string, Imported>, module: string): string[] {
  const names: string[] = [];
  const types = new Set(typesIn(text, module));
  for (const [local, { specifier, name }] of imports) {
    if (isOf(module, { specifier }) && taker.test(name)) types.add(local);
  }
  for (const type of types) {
    const made = new RegExp(
      `([\\w$]+)\\s*(?:[?!]?:[^=;,(){}\\n]*)?(?:=|[?!]?:)\\s*(?:await\\s+)?(?:new\\s+)?${type.replaceAll("$", "\\$")}\\b`,
      "g",
    );
    for (const [, name = ""] of text.matchAll(made)) names.push(name);
  }
  return names;
}

/** Of imports of types alone, which is what a file has that only receives a scheduler. */
function typesIn(text: string, module: string): string[] {
  const clause = /\bimport\s+type\s+\{([^}]*)\}\s*from\s*(["'])([^"'\n]+)\2/g;
  return Array.from(text.matchAll(clause)).flatMap(([, list = "", , specifier]) =>
    specifier === module
      ? listOf(list, /\s+as\s+/)
          .filter(([name]) => taker.test(name))
          .map(([, local]) => local)
      : [],
  );
}
