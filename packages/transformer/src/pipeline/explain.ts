/**
 * What the output of each function and loop looks like, and why: the decisions of 4-plan/, in words, with what would
 * make the code faster where something would.
 */
import ts from "typescript";
import { loopsOf } from "../1-resolve/own-code.ts";
import { type Candidate, findContainers } from "../2-find/candidates.ts";
import { type DirectCallbacks, directCallbacks, hasBit } from "../4-plan/closures/direct-callbacks.ts";
import { createCounting } from "../4-plan/counting.ts";
import { isCounted } from "../4-plan/loops/counted.ts";
import { jointBoundOf } from "../4-plan/loops/joint-bounds.ts";
import { type Leaf, leafOf } from "../4-plan/loops/leaf.ts";
import { isLightWalk } from "../4-plan/loops/light-walks.ts";
import { nestOf } from "../4-plan/loops/nests.ts";
import { turnsOf, whyNoLeaf } from "../4-plan/loops/turns.ts";
import { type PlainForm, plainFormOf } from "../4-plan/plain-form.ts";
import { findPoints } from "../4-plan/points.ts";
import { because, isReason, type Reason } from "../4-plan/reason.ts";
import type { ExclusiveUnit } from "../4-plan/shared-state/exclusive-unit.ts";
import type { Strategy } from "../5-emit/shared/unit.ts";
import { adviceFor, sentenceOf } from "../report/reasons.ts";
import { memo } from "../shared/memo.ts";
import { hasNests, type Optimize, optimizationsOf } from "../shared/optimize.ts";
import { type Preemptable, runtimeParameters } from "../syntax/nodes.ts";
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
    | "loop nest"
    | "short loop"
    | "loop with points";
  /** The end of "…, because". Empty where there is nothing to say. */
  readonly why: string;
  /** What would make it faster; empty where nothing simple would. */
  readonly advice: string;
}

/** What the output is made with, as in the options of the transform. */
export interface ExplainOptions {
  readonly strategy?: Strategy | undefined;
  readonly optimize?: Optimize | undefined;
}

export function explain(
  { plan, callees, bounded, exclusive }: NonNullable<Inspection["result"]>,
  { strategy = "capture", optimize }: ExplainOptions = {},
): Explained[] {
  const { kept, scopes } = plan;
  const used = optimizationsOf(optimize);
  const { plainBodies, startBodies, stripMining, countedLoops, jointBounds, lightRounds } = used;
  const forms = new Map<Candidate, PlainForm | Reason>();
  const plainForm = (node: Preemptable) => plainFormFor(kept.get(node) as Candidate);
  const isPlain = (node: Preemptable) => !isReason(plainForm(node));
  const counting = createCounting({ optimize: used, callees, scopes, kept, plainForm });
  const [first] = kept.keys();
  const direct =
    used.directCallbacks && first !== undefined
      ? directCallbacks({
          sourceFile: first.getSourceFile(),
          scopes,
          callees,
          kept,
          containers: findContainers(kept),
          isPlain,
        })
      : undefined;
  return [...kept.values()].flatMap((candidate) => explainFunction(candidate));

  function explainFunction(candidate: Candidate): Explained[] {
    const { node } = candidate;
    const unit = unitOf(node, exclusive);
    if (bounded.has(node)) {
      const why = joined("it has no loop and calls nothing that could be suspended", unit);
      return [{ node, form: "called plainly", why, advice: "" }];
    }
    const form = plainFormFor(candidate);
    if (isReason(form)) {
      const why = joined(sentenceOf(form), unit);
      return [{ node, form: "generator", why, advice: adviceFor(form) }, ...loopsOf(node).map(inGenerator(candidate))];
    }
    const isSplit = form.isSplit && startBodies;
    const plain = isSplit ? "two plain bodies" : "plain body";
    const parts = isSplit ? `it ${form.entryPoint ? "calls others" : "has loops"}: one starts, one goes on` : "";
    const start = startOf(candidate, form);
    const why = joined(parts, start, ...(direct ? callbacksOf(node, direct) : []), unit);
    return [{ node, form: plain, why, advice: "" }, ...loopsOf(node).map(inPlainBody(form, isSplit === true))];
  }

  /** Why the function does not count where it begins. */
  function startOf({ node, facts }: Candidate, form: PlainForm): string {
    if (form.entryPoint === undefined || counting.startOf(node, form) === "counts") return "";
    const one = `it makes one call at most${facts.hasLoop ? " outside of its loops" : ""}`;
    const calls = form.entryPoint.isOfSingleCalls ? one : "it makes a few calls at most, none of them in a circle";
    return `${calls}, and counts nothing where it begins`;
  }

  function plainFormFor(candidate: Candidate): PlainForm | Reason {
    if (strategy !== "capture" || !plainBodies) return byOptions;
    return memo(forms, candidate, () =>
      plainFormOf(candidate, { scopes, callees, kept, hasNests: hasNests(used), exclusive }),
    );
  }

  function inPlainBody(form: PlainForm, isSplit: boolean): (loop: ts.IterationStatement) => Explained {
    const { points, locals } = form;
    const withPoint = (loop: ts.IterationStatement, why: Reason) =>
      withPoints(loop, why, counting.hasSurePoint(loop, form) ? "each of its rounds passes a point there" : "");
    return (loop) => {
      if (!stripMining) return withPoints(loop, byOptions);
      if (!points.has(loop)) return partOfRound(loop);
      const leaf = ts.isDoStatement(loop) ? undefined : leafOf(loop, points, scopes);
      const nest = hasNests(used) && isSplit ? nestOf(loop, points, scopes, callees) : undefined;
      if (nest !== undefined) {
        const why = `nothing but loops in it is suspended: it counts for them, too, in a variable${eighth(nest)}`;
        return { node: loop, form: "loop nest", why, advice: "" };
      }
      if (leaf === undefined) return withPoint(loop, whyNoLeaf(loop));
      const isCounter = leaf.isQuiet && ts.isForStatement(loop) && isCounted(loop, locals, scopes) !== undefined;
      const isOfCounter = isCounter && countedLoops === true;
      const isJoint =
        jointBounds && ts.isForStatement(loop) && jointBoundOf(loop, leaf, isOfCounter, locals, scopes) !== undefined;
      const ends = isJoint ? "; one comparison ends it, at its bound or where the budget does" : "";
      if (isOfCounter) {
        const why = `its counter says when the budget is used up${eighth(leaf)}${ends}`;
        return { node: loop, form: "counted loop", why, advice: "" };
      }
      const why = leaf.isQuiet
        ? `nothing else in it is suspended${eighth(leaf)}${ends}`
        : "nothing in it is suspended, but what it calls may end the budget";
      const advice =
        ts.isForStatement(loop) && !isCounter && !isJoint
          ? "a loop over one integer that starts at a number written out, and that only `i++` changes, is faster"
          : "";
      return { node: loop, form: "strip-mined loop", why, advice };
    };
  }

  function inGenerator({ node, facts }: Candidate): (loop: ts.IterationStatement) => Explained {
    const points = findPoints(node, callees, (loop) => hasNests(used) && isLightWalk(loop, scopes));
    return (loop) => {
      if (strategy !== "capture" || !stripMining) return withPoints(loop, byOptions);
      if (facts.directEval) return withPoints(loop, because("seen_by_eval"));
      if (ts.isForInStatement(loop) && !points.has(loop)) return partOfRound(loop);
      const turns = turnsOf(loop, points, scopes);
      if (isReason(turns)) return withPoints(loop, turns);
      const where = ts.isForOfStatement(loop) ? " where it walks an array" : "";
      const why = `nothing else in it is suspended: its \`yield\` stands outside${where}${eighth(turns)}`;
      return { node: loop, form: "strip-mined loop", why, advice: "" };
    };
  }

  function eighth({ isLight }: Pick<Leaf, "isLight">): string {
    return isLight && lightRounds ? "; eight of its short rounds are one point" : "";
  }
}

const byOptions = because("by_options");

const joined = (...texts: readonly string[]) => texts.filter((text) => text !== "").join("; ");

/** What the function has to do with the exclusive unit of its file. */
function unitOf(node: Preemptable, unit: ExclusiveUnit | undefined): string {
  const [holds, asks] = [unit?.holding.has(node), unit?.asking.has(node)];
  if (holds && asks) return "one job at a time may be in it";
  if (holds) return "a job that is suspended in it keeps others out of the file's exclusive unit";
  return asks ? "it waits while another job is suspended in the file's exclusive unit" : "";
}

/** It is no place to be suspended. */
function partOfRound(loop: ts.IterationStatement): Explained {
  const why = ts.isForInStatement(loop)
    ? "its rounds are a few operations: it is part of what stands around it"
    : "its few rounds are part of the one around it";
  return { node: loop, form: "short loop", why, advice: "" };
}

/** What a function has to do with callees that are asked once, and with callbacks that are bodies. */
function callbacksOf(node: Preemptable, direct: DirectCallbacks): string[] {
  const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(" and ");
  const taken = runtimeParameters(node).filter((_, i) => hasBit(direct.bitsOf(node), i));
  const held = direct.heldBy(node).map(({ name }) => name.text);
  return [
    direct.isBodyOnly(node) ? "it is handed on as its body, and nothing else is made of it" : "",
    taken.length > 0 ? `it takes ${list(taken.map(({ name }) => (name as ts.Identifier).text))} as a body` : "",
    held.length > 0 ? `it asks ${list(held)} when it is made, and never again` : "",
  ];
}

function withPoints(node: ts.IterationStatement, why: Reason, also = ""): Explained {
  return { node, form: "loop with points", why: joined(sentenceOf(why), also), advice: adviceFor(why) };
}
