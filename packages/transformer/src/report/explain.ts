/** What becomes of each function and loop, in words: a view of the file's plan, with what would make the code faster. */
import { hasBit } from "@preempt/abi";
import * as ts from "typescript";
import type { Candidate } from "../2-find/candidates.ts";
import type { FilePlan, FunctionPlan, PlainPlan } from "../4-plan/function-plan.ts";
import type { Counted, LoopPlan, NestHead, StripMined } from "../4-plan/loops/loop-plan.ts";
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
    | "loop in a nest"
    | "short loop"
    | "loop with points";
  /** The end of "…, because". Empty where there is nothing to say. */
  readonly why: string;
  /** What would make it faster; empty where nothing simple would. */
  readonly advice: string;
}

export function explain(plan: FilePlan): Explained[] {
  // Short methods are nobody's wish.
  const shown = [...plan.functions.values()].filter(({ candidate }) => candidate.why !== "short");
  return shown.flatMap(explainFunction);

  function explainFunction(planned: FunctionPlan): Explained[] {
    const { form, candidate, isBounded } = planned;
    const { node } = candidate;
    const unit = unitOf(planned);
    const loops = [...form.loops].map(([loop, ofLoop]) => explainLoop(form, loop, ofLoop));
    if (isBounded) {
      const why = joined("it has no loop and calls nothing that could be suspended", unit);
      return [{ node, form: "called plainly", why, advice: "" }];
    }
    if (form.kind === "generator") {
      const why = joined(sentenceOf(form.reason), unit);
      const advice = adviceFor(form.reason);
      return [{ node, form: "generator", why, advice }, ...loops];
    }
    const parts =
      form.bodies === 2 ? `it ${form.entryPoint ? "calls others" : "has loops"}: one starts, one goes on` : "";
    const why = joined(parts, startOf(candidate, form), ...callbacksOf(planned), unit);
    const plain = form.bodies === 2 ? "two plain bodies" : "plain body";
    return [{ node, form: plain, why, advice: "" }, ...loops];
  }
}

function explainLoop({ kind }: FunctionPlan["form"], loop: ts.IterationStatement, planned: LoopPlan): Explained {
  switch (planned.kind) {
    case "part of round":
      return { node: loop, form: "short loop", why: whyInRound(loop), advice: "" };
    case "nest head":
      return { node: loop, form: "loop nest", why: `${nestCounts}${eighth(planned)}`, advice: "" };
    case "point each round": {
      const { reason, nest, isImplied } = planned;
      if (nest !== undefined) return { node: loop, form: "loop in a nest", why: inNestCounts, advice: "" };
      const why = joined(sentenceOf(reason), isImplied ? "each of its rounds passes a point there" : "");
      return { node: loop, form: "loop with points", why, advice: adviceFor(reason) };
    }
    case "counted": {
      const why = `its counter says when the budget is used up${eighth(planned)}${endOf(planned)}`;
      return { node: loop, form: "counted loop", why, advice: "" };
    }
    case "strip-mined": {
      const why = kind === "plain" ? whyStrip(planned) : whyInGenerator(loop, planned);
      const isBest = planned.reason === undefined || planned.bound !== undefined;
      return { node: loop, form: "strip-mined loop", why, advice: isBest ? "" : adviceFor(planned.reason) };
    }
  }
}

function whyStrip(planned: StripMined): string {
  if (planned.reason?.code === "may_end_budget")
    return "nothing in it is suspended, but what it calls may end the budget";
  return `nothing else in it is suspended${eighth(planned)}${endOf(planned)}`;
}

function whyInGenerator(loop: ts.IterationStatement, planned: StripMined): string {
  const where = ts.isForOfStatement(loop) ? " where it walks an array" : "";
  return `nothing else in it is suspended: its \`yield\` stands outside${where}${eighth(planned)}`;
}

function eighth({ roundsPerPoint }: Pick<NestHead, "roundsPerPoint">): string {
  return roundsPerPoint > 1 ? "; eight of its short rounds are one point" : "";
}

const nestCounts = "nothing but loops in it is suspended: it counts for them, too, in a variable";
const inNestCounts = "it counts in the variable of the loop nest around it";

function endOf({ bound }: StripMined | Counted): string {
  return bound === undefined ? "" : "; one comparison ends it, at its bound or where the budget does";
}

function whyInRound(loop: ts.IterationStatement): string {
  return ts.isForInStatement(loop)
    ? "its rounds are a few operations: it is part of what stands around it"
    : "its few rounds are part of the one around it";
}

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
