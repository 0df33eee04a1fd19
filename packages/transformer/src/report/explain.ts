/** What becomes of each function and loop, in words: a view of the file's plan, with what would make the code faster. */
import ts from "typescript";
import { loopsOf } from "../1-resolve/own-code.ts";
import type { Candidate } from "../2-find/candidates.ts";
import { hasBit } from "../4-plan/closures/direct-callbacks.ts";
import type { FilePlan, FunctionPlan, PlainPlan } from "../4-plan/function-plan.ts";
import { isCounted } from "../4-plan/loops/counted.ts";
import { jointBoundOf } from "../4-plan/loops/joint-bounds.ts";
import { type Leaf, leafOf } from "../4-plan/loops/leaf.ts";
import { isLightWalk } from "../4-plan/loops/light-walks.ts";
import { nestOf } from "../4-plan/loops/nests.ts";
import { turnsOf, whyNoLeaf } from "../4-plan/loops/turns.ts";
import { findPoints } from "../4-plan/points.ts";
import { because, isReason, type Reason } from "../4-plan/reason.ts";
import { hasNests } from "../shared/optimize.ts";
import { runtimeParameters } from "../syntax/nodes.ts";
import { adviceFor, sentenceOf } from "./reasons.ts";

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

export function explain(plan: FilePlan): Explained[] {
  const { strategy, optimize, scopes, callees } = plan;
  // Short methods are nobody's wish.
  const shown = [...plan.functions.values()].filter(({ candidate }) => candidate.why !== "short");
  return shown.flatMap(explainFunction);

  function explainFunction(planned: FunctionPlan): Explained[] {
    const { form, candidate, isBounded } = planned;
    const { node } = candidate;
    const unit = unitOf(planned);
    if (isBounded) {
      const why = joined("it has no loop and calls nothing that could be suspended", unit);
      return [{ node, form: "called plainly", why, advice: "" }];
    }
    if (form.kind === "generator") {
      const why = joined(sentenceOf(form.reason), unit);
      const advice = adviceFor(form.reason);
      return [{ node, form: "generator", why, advice }, ...loopsOf(node).map(inGenerator(candidate))];
    }
    const parts =
      form.bodies === 2 ? `it ${form.entryPoint ? "calls others" : "has loops"}: one starts, one goes on` : "";
    const why = joined(parts, startOf(candidate, form), ...callbacksOf(planned), unit);
    const plain = form.bodies === 2 ? "two plain bodies" : "plain body";
    return [{ node, form: plain, why, advice: "" }, ...loopsOf(node).map(inPlainBody(form))];
  }

  function inPlainBody(form: PlainPlan): (loop: ts.IterationStatement) => Explained {
    const { stripMining, countedLoops, jointBounds } = optimize;
    const { points, locals, surePoints } = form;
    const withPoint = (loop: ts.IterationStatement, why: Reason) =>
      withPoints(loop, why, surePoints.has(loop) ? "each of its rounds passes a point there" : "");
    return (loop) => {
      if (!stripMining) return withPoints(loop, byOptions);
      if (!points.has(loop)) return partOfRound(loop);
      const leaf = ts.isDoStatement(loop) ? undefined : leafOf(loop, points, scopes);
      const nest = hasNests(optimize) && form.bodies === 2 ? nestOf(loop, points, scopes, callees) : undefined;
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
    const points = findPoints(node, callees, (loop) => hasNests(optimize) && isLightWalk(loop, scopes));
    return (loop) => {
      if (strategy !== "capture" || !optimize.stripMining) return withPoints(loop, byOptions);
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
    return isLight && optimize.lightRounds ? "; eight of its short rounds are one point" : "";
  }
}

const byOptions = because("by_options");

const joined = (...texts: readonly string[]) => texts.filter((text) => text !== "").join("; ");

/** What the function has to do with the exclusive unit of its file. */
function unitOf({ holds, asks }: FunctionPlan): string {
  if (holds && asks) return "one job at a time may be in it";
  if (holds) return "a job that is suspended in it keeps others out of the file's exclusive unit";
  return asks ? "it waits while another job is suspended in the file's exclusive unit" : "";
}

/** Why the function does not count where it begins. */
function startOf({ facts }: Candidate, { entryPoint, start }: PlainPlan): string {
  if (entryPoint === undefined || start === "counts") return "";
  const one = `it makes one call at most${facts.hasLoop ? " outside of its loops" : ""}`;
  const calls = entryPoint.isOfSingleCalls ? one : "it makes a few calls at most, none of them in a circle";
  return `${calls}, and counts nothing where it begins`;
}

/** It is no place to be suspended. */
function partOfRound(loop: ts.IterationStatement): Explained {
  const why = ts.isForInStatement(loop)
    ? "its rounds are a few operations: it is part of what stands around it"
    : "its few rounds are part of the one around it";
  return { node: loop, form: "short loop", why, advice: "" };
}

/** What a function has to do with callees that are asked once, and with callbacks that are bodies. */
function callbacksOf({ candidate, closure }: FunctionPlan): string[] {
  const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(" and ");
  const taken = runtimeParameters(candidate.node).filter((_, i) => hasBit(closure.bits, i));
  const held = closure.held.map(({ name }) => name.text);
  return [
    closure.isBodyOnly ? "it is handed on as its body, and nothing else is made of it" : "",
    taken.length > 0 ? `it takes ${list(taken.map(({ name }) => (name as ts.Identifier).text))} as a body` : "",
    held.length > 0 ? `it asks ${list(held)} when it is made, and never again` : "",
  ];
}

function withPoints(node: ts.IterationStatement, why: Reason, also = ""): Explained {
  return { node, form: "loop with points", why: joined(sentenceOf(why), also), advice: adviceFor(why) };
}
