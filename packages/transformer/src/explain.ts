/**
 * What the output of each function and loop looks like, and why: the decisions of 2-analyze/, in words, with what would
 * make the code faster where something would.
 */
import ts from "typescript";
import type { Candidate } from "./2-analyze/analyze.ts";
import { isCounted } from "./2-analyze/counted.ts";
import { leafOf } from "./2-analyze/leaf.ts";
import { isLoop } from "./2-analyze/nodes.ts";
import { eachOwnNode } from "./2-analyze/own-code.ts";
import { type PlainForm, plainFormOf } from "./2-analyze/plain-form.ts";
import type { Inspection } from "./inspect.ts";

/** One function or loop. */
export interface Explained {
  readonly node: ts.Node;
  readonly form:
    | "plain body"
    | "two plain bodies"
    | "generator"
    | "called plainly"
    | "counted loop"
    | "strip-mined loop"
    | "loop with points";
  /** The end of "…, because". Empty where there is nothing to say. */
  readonly why: string;
  /** What would make it faster; empty where nothing simple would. */
  readonly advice: string;
}

export function explain({ plan, callees, bounded }: NonNullable<Inspection["result"]>): Explained[] {
  const { kept, scopes } = plan;
  return [...kept.values()].flatMap((candidate) => explainFunction(candidate));

  function explainFunction(candidate: Candidate): Explained[] {
    const { node } = candidate;
    if (bounded.has(node))
      return [
        { node, form: "called plainly", why: "it has no loop and calls nothing that could be suspended", advice: "" },
      ];
    const form = plainFormOf(candidate, { scopes, callees, kept });
    if (typeof form === "string") return [{ node, form: "generator", why: form, advice: adviceFor(form) }];
    const plain = form.isSplit ? "two plain bodies" : "plain body";
    const why = form.isSplit
      ? `it ${form.entryPoint ? "calls others" : "has loops in loops"}: one starts, one goes on`
      : "";
    return [{ node, form: plain, why, advice: "" }, ...loopsOf(candidate, form)];
  }

  function loopsOf({ node }: Candidate, form: PlainForm): Explained[] {
    const loops: Explained[] = [];
    eachOwnNode(node, (n) => {
      if (isLoop(n)) loops.push(explainLoop(n, form));
    });
    return loops;
  }

  function explainLoop(loop: ts.IterationStatement, { points, locals }: PlainForm): Explained {
    const leaf = ts.isDoStatement(loop) ? undefined : leafOf(loop, points, scopes);
    if (leaf === undefined) {
      const why = whyNoLeaf(loop, points);
      const advice = ts.isDoStatement(loop)
        ? "a `while` or `for` loop is faster"
        : why.startsWith("a loop")
          ? ""
          : "a loop that calls only what the language defines, or short functions without calls of their own, is faster";
      return { node: loop, form: "loop with points", why, advice };
    }
    const eighth = leaf.isLight ? "; eight of its short rounds are one point" : "";
    if (leaf.isQuiet && ts.isForStatement(loop) && isCounted(loop, locals, scopes) !== undefined) {
      const why = `its counter says when the budget is used up${eighth}`;
      return { node: loop, form: "counted loop", why, advice: "" };
    }
    const why = leaf.isQuiet
      ? `nothing else in it is suspended${eighth}`
      : "nothing in it is suspended, but what it calls may end the budget";
    const advice = ts.isForStatement(loop)
      ? "a loop over one integer that starts at a number written out, and that only `i++` changes, is faster"
      : "";
    return { node: loop, form: "strip-mined loop", why, advice };
  }
}

function whyNoLeaf(loop: ts.IterationStatement, points: ReadonlySet<ts.Node>): string {
  if (ts.isDoStatement(loop)) return "its condition comes last";
  let inside = "a call";
  ts.forEachChild(loop, function visit(node): void {
    if (isLoop(node)) inside = "a loop";
    else if (points.has(node)) ts.forEachChild(node, visit);
  });
  return `${inside} inside may be suspended`;
}

function adviceFor(why: string): string {
  if (why.includes("a function inside uses")) return "make it a constant, or hand the value to the function inside";
  if (why.includes("`try`")) return "move what is in the `try` statement into a function of its own";
  if (why.includes("pattern")) return "take the value first, and take it apart in a statement";
  if (why.includes("optional chain")) return "take the chain's value first";
  if (why.includes("declares a")) return "declare it outside";
  if (why.includes("deep")) return "move what stands inside into a function of its own";
  if (why.includes("`switch`")) return "write the cases out as numbers or strings";
  if (why.includes("`arguments`")) return "use a rest parameter";
  return "";
}
