/**
 * What a profile says about a stretch in which a job kept the thread: in which function most of the time passed, and what kind of code
 * that was.
 */
import type { Profile, ProfileNode } from "../hosts/profiler.ts";
import type { Place } from "../hosts/sources.ts";

/**
 * - "garbage": the engine collected garbage.
 * - "generated": code of `new Function` or `eval`.
 * - "platform": a function of Node, such as `readFileSync`.
 * - "built-in": a function of the language, which the engine shows by its name.
 * - "own": the function itself, or what an engine does not tell from it: regular expressions and most built-ins.
 */
export type Kind = "garbage" | "generated" | "platform" | "built-in" | "own";

export interface Finding {
  readonly kind: Kind;
  /** Of the innermost function in a file of the program. */
  readonly name: string;
  /** Whether it is what the transformer made of a preemptable function. */
  readonly isBody: boolean;
  readonly url: string;
  /** Where the function starts, from 0. */
  readonly line: number;
  readonly column: number;
  /** The line in it that took most, from 1. */
  readonly hot: number;
  /** The function of Node, or of the language. */
  readonly callee: string | undefined;
  /** Which part of the stretch it took, up to 1. */
  readonly share: number;
}

/** What the transformer calls resumable bodies. */
const body = /\$(?:resumable|rest)(?:_\d+)?$/;

/** Fewer samples tell nothing. */
const fewest = 5;

/** @param from, to In the stretch; milliseconds before the profile's end */
export function findingOf(profile: Profile, from: number, to: number): Finding | undefined {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map<number, ProfileNode>();
  for (const node of profile.nodes) for (const child of node.children ?? []) parents.set(child, node);
  const groups = new Map<
    string,
    { readonly found: Omit<Finding, "share" | "hot">; readonly at: ProfileNode; count: number }
  >();
  let all = 0;
  for (const node of samplesBetween(profile, nodes, profile.endTime - from * 1000, profile.endTime - to * 1000)) {
    all++;
    const stack: ProfileNode[] = [];
    for (let at: ProfileNode | undefined = node; at !== undefined; at = parents.get(at.id)) stack.push(at);
    const one = innermost(stack);
    if (one === undefined) continue;
    const key = JSON.stringify(one.found);
    const group = groups.get(key) ?? { ...one, count: 0 };
    group.count++;
    groups.set(key, group);
  }
  const [most] = [...groups.values()].sort((a, b) => b.count - a.count);
  if (all < fewest || most === undefined) return undefined;
  const ticks = [...(most.at.positionTicks ?? [])].sort((a, b) => b.ticks - a.ticks);
  return { ...most.found, hot: ticks[0]?.line ?? most.found.line + 1, share: most.count / all };
}

function* samplesBetween(
  { samples = [], timeDeltas = [], startTime }: Profile,
  nodes: ReadonlyMap<number, ProfileNode>,
  from: number,
  to: number,
): Generator<ProfileNode> {
  let time = startTime;
  for (const [i, id] of samples.entries()) {
    time += timeDeltas[i] ?? 0;
    const node = nodes.get(id);
    if (time >= from && time <= to && node !== undefined) yield node;
  }
}

/** @param stack From the innermost frame outwards */
function innermost(stack: readonly ProfileNode[]) {
  const isGarbage = stack[0]?.callFrame.functionName === "(garbage collector)";
  let kind: Kind = isGarbage ? "garbage" : "own";
  let callee: string | undefined;
  for (const at of stack) {
    const { functionName, scriptId, url, lineNumber, columnNumber } = at.callFrame;
    if (url.startsWith("node:")) {
      kind = "platform";
      callee = functionName;
    } else if (scriptId === "0") {
      if (functionName.startsWith("(") || kind !== "own") continue;
      kind = "built-in";
      callee = functionName;
    } else if (url === "" || url.startsWith("evalmachine")) kind = "generated";
    else {
      const name = functionName.replace(body, "");
      return {
        found: { kind, name, isBody: name !== functionName, url, line: lineNumber, column: columnNumber, callee },
        at,
      };
    }
  }
  // The engine shows collections without what caused them.
  return isGarbage
    ? { found: { kind, name: "", isBody: false, url: "", line: 0, column: 0, callee }, at: stack[0] as ProfileNode }
    : undefined;
}

const builtIns =
  /\b(?:JSON\.(?:parse|stringify)|structuredClone|Object\.(?:entries|fromEntries|assign|keys|values))\b|\.(?:sort|toSorted|join|concat|flat|flatMap|map|filter|reduce|forEach|indexOf|includes|replaceAll|split|slice|splice|fill|set|repeat|normalize|localeCompare)\b/;
const regularExpressions = /\.(?:test|exec|match|matchAll|search)\(|\.(?:replace|replaceAll|split)\(\s*\/|new RegExp\(/;

/** What V8 calls a function of its own: "sort", or "RegExp: ^a+". */
export function builtInNamed(name: string): string {
  return name.startsWith("RegExp: ") ? `the regular expression /${name.slice(8)}/` : `the built-in ${name}()`;
}

/** What the line that took most is likely to be, by its text: "a regular expression", "the built-in JSON.parse". */
export function kindOfLine({ text = "" }: Pick<Place, "text">): string | undefined {
  if (/\b(?:for|while)\s*\(/.test(text)) return undefined;
  if (regularExpressions.test(text)) return "a regular expression";
  const [found] = builtIns.exec(text) ?? [];
  return found === undefined ? undefined : `the built-in ${found.replace(/^\./, "")}()`;
}
