/**
 * What a function checks where it starts. Most count: a safepoint at the entry, as engines have for recursion. The others have no
 * loop, and call a few functions of the file on each path, in a call graph without circles but through one that counts:
 *
 *   finishToken(type) { this.end = this.pos; this.updateContext(type); }        in place of if (--$state.budget < 0 || $depth > 2000) …
 *
 * So a limited number of calls lies between two safepoints, and a limited number of frames between two checks of the depth. On each
 * path one call may be of what the file does not show, as in single-calls.ts. Its caller checks the depth, since the callee may lead
 * anywhere.
 *
 * A method of `this` is taken to be what the file has by that name. Where a class of another file overrides it, there may be circles of
 * calls that this file does not show. They come back through a method of `this` that is not in this file; whoever calls such a one counts.
 */
import type { Callees } from "../../1-resolve/calls.ts";
import { walkCalls } from "../../1-resolve/circles.ts";
import { type Call, isLoop, type Preemptable } from "../../syntax/nodes.ts";
import type { PlainForm } from "../plain-form.ts";
import { isPointCall, type Points } from "../points.ts";
import { isReason, type Reason } from "../reason.ts";
import { heaviestPath } from "./path-weights.ts";
import { isOfThis, shownTargets } from "./shown-targets.ts";

/** The most calls on a path through a function and those that it calls, up to the next point. */
const few = 16;

/** What a function does where it starts: it counts, it checks only its depth, or neither. */
export type Start = "counts" | "asks" | "goes on";

interface Described {
  readonly points: Points;
  readonly isSingle: boolean;
  readonly hasLoops: boolean;
  /** What it calls outside of its loops: functions; anything; methods of `this` that the file does not show. */
  readonly called: ReadonlySet<Preemptable>;
  readonly callsAnything: boolean;
  readonly callsStrange: boolean;
}

interface Weight {
  readonly calls: number;
  /** Those of them that may lead anywhere. */
  readonly anywhere: number;
}

const plain: Weight = { calls: 0, anywhere: 0 };
const onePoint: Weight = { calls: 1, anywhere: 0 };
const anything: Weight = { calls: 1, anywhere: 1 };

interface StartOptions {
  readonly callees: Callees;
  readonly kept: ReadonlyMap<Preemptable, unknown>;
  /** Whether functions that make one call at most count nothing, whatever they call. */
  readonly singleCalls: boolean;
  plainForm(node: Preemptable): PlainForm | Reason;
}

/** Of all functions that have a point where they start, found together: each depends on those that it calls. */
export function startsOfAll(options: StartOptions): ReadonlyMap<Preemptable, Start> {
  const { callees, kept, singleCalls, plainForm } = options;
  const targetsOf = shownTargets(callees);
  const described = new Map<Preemptable, Described>();
  for (const f of kept.keys()) {
    const form = plainForm(f);
    if (!isReason(form) && form.entryPoint !== undefined) described.set(f, describe(f, form));
  }
  // The limit of its depth ends the row where one function calls itself.
  const graph = [...described].map(
    ([f, { called, isSingle }]) => [f, isSingle ? [...called].filter((g) => g !== f) : called] as const,
  );
  const { order, closing } = walkCalls(new Map(graph));
  const starts = new Map<Preemptable, Start>();
  const weights = new Map<Preemptable, Weight>();
  for (const f of order) {
    const about = described.get(f) as Described;
    const weight = weigh(f, about);
    const start = closing.has(f) ? "counts" : startOf(f, about, weight);
    starts.set(f, start);
    weights.set(f, start === "counts" ? onePoint : { ...weight, calls: weight.calls + 1 });
  }
  return starts;

  function describe(f: Preemptable, { points, entryPoint }: PlainForm): Described {
    const calls: Call[] = [];
    heaviestPath(f, points, (call) => {
      if (isPointCall(call, callees)) calls.push(call);
      return 0;
    });
    const strangers = calls.filter((call) => targetsOf(call) === "anything");
    const shown = calls.map(targetsOf).flatMap((targets) => (targets === "anything" ? [] : targets));
    return {
      points,
      isSingle: entryPoint?.isOfSingleCalls === true,
      hasLoops: [...points].some(isLoop),
      called: new Set(shown as Preemptable[]),
      callsAnything: strangers.length > 0,
      callsStrange: strangers.some(isOfThis),
    };
  }

  function weigh(f: Preemptable, { points }: Described): Weight {
    const most = (part: keyof Weight) => heaviestPath(f, points, (call) => weightOf(call, f)[part]);
    return { calls: most("calls"), anywhere: most("anywhere") };
  }

  function weightOf(call: Call, caller: Preemptable): Weight {
    if (!isPointCall(call, callees)) return plain;
    const targets = targetsOf(call);
    if (targets === "anything") return anything;
    const each = targets.map((f) => (f === caller ? anything : (weights.get(f as Preemptable) ?? onePoint)));
    const most = (part: keyof Weight) => Math.max(...each.map((weight) => weight[part]));
    return { calls: most("calls"), anywhere: most("anywhere") };
  }

  function startOf(f: Preemptable, about: Described, { calls, anywhere }: Weight): Start {
    const { isSingle, hasLoops, called, callsAnything, callsStrange } = about;
    if (isSingle ? !singleCalls : hasLoops) return "counts";
    if (callsStrange || calls > few || anywhere > 1) return "counts";
    return hasLoops || callsAnything || called.has(f) ? "asks" : "goes on";
  }
}
