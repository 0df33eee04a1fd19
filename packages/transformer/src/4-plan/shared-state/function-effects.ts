/** What each function does to the state, with all that it calls. */

import type { FunctionNode } from "../../1-resolve/target.ts";
import { memo } from "../../shared/memo.ts";
import { isWithin } from "../../syntax/nodes.ts";
import { effectsOfSteps } from "./paths.ts";
import { type Place, partOf, type Root } from "./place.ts";
import type { Places } from "./places.ts";
import {
  isSame,
  noEffects,
  type PartEffect,
  type Parts,
  Path,
  type StateEffects,
  type WindowFound,
  withoutPoints,
} from "./state-effects.ts";
import type { Call, Step, Steps } from "./steps.ts";

export interface FoundIn extends WindowFound {
  readonly in: FunctionNode;
}

export interface FunctionEffects {
  of(f: FunctionNode): StateEffects;
  readonly windows: readonly FoundIn[];
}

interface EffectsOptions {
  /** Each behind those that it calls, but where they call each other in circles. */
  readonly functions: readonly FunctionNode[];
  readonly places: Places;
  readonly isKept: (f: FunctionNode) => boolean;
  readonly stepsOf: (f: FunctionNode) => Steps;
  /** Whether the object of the root may have such a part. */
  readonly mayHave: (root: Root, part: string) => boolean;
}

/** What is followed: the state of the module, or what a function is given. */
type Tracked = "module" | Root;

interface Found {
  readonly effects: StateEffects;
  readonly windows: readonly FoundIn[];
}

const nothing: Found = { effects: noEffects, windows: [] };

/** As often as functions that call each other in circles are looked at again: they learn of each other bit by bit. */
const rounds = 4;

export function functionEffects({ functions, places, isKept, stepsOf, mayHave }: EffectsOptions): FunctionEffects {
  const ofModule = new Map<FunctionNode, Found>();
  const ofFormals = new Map<Root, Map<FunctionNode, Found>>();
  const { touching, callers } = touchers(functions, stepsOf);
  let waiting: ReadonlySet<FunctionNode> = touching;
  for (let round = 0; waiting.size > 0 && round < rounds; round++) {
    const again = new Set<FunctionNode>();
    const looked = new Set<FunctionNode>();
    for (const f of functions) {
      if (!waiting.has(f)) continue;
      const found = look(f, "module");
      looked.add(f);
      const isNews = !isSame(ofModule.get(f)?.effects ?? noEffects, found.effects);
      ofModule.set(f, found);
      // Who was looked at before did not know.
      if (isNews)
        for (const caller of callers.get(f) ?? []) if (looked.has(caller) || !waiting.has(caller)) again.add(caller);
    }
    waiting = again;
  }
  return {
    of: (f) => ofModule.get(f)?.effects ?? noEffects,
    windows: [...ofModule.values()].flatMap(({ windows }) => windows),
  };

  function foundIn(f: FunctionNode, tracked: Tracked): Found {
    if (tracked === "module") return ofModule.get(f) ?? nothing;
    if (!isWithin(f, tracked.of as FunctionNode)) return nothing;
    const ofRoot = memo(ofFormals, tracked, () => new Map<FunctionNode, Found>());
    const known = ofRoot.get(f);
    if (known !== undefined) return known;
    // Functions that lead back to themselves are taken to do what the rest of them does.
    ofRoot.set(f, nothing);
    const made = look(f, tracked);
    ofRoot.set(f, made);
    return made;
  }

  function look(f: FunctionNode, tracked: Tracked): Found {
    const windows = new Map<Root, Map<string, FoundIn>>();
    const isFollowed = (root: Root) => (tracked === "module" ? root.kind !== "formal" : root === tracked);
    const effects = effectsOfSteps(stepsOf(f), { isFollowed, effectsOf, found });
    return { effects, windows: [...windows.values()].flatMap((ofRoot) => [...ofRoot.values()]) };

    function found(window: WindowFound): void {
      const { root, part } = window;
      memo(
        memo(windows, root, () => new Map<string, FoundIn>()),
        part,
        () => ({ ...window, in: f }),
      );
    }

    function effectsOf(step: Extract<Step, { kind: "call" | "callbacks" }>): StateEffects | undefined {
      return step.kind === "call" ? ofCall(step) : ofCallbacks(step);
    }

    function ofCallbacks({
      functions: given,
      isPoint,
      node,
    }: Extract<Step, { kind: "callbacks" }>): StateEffects | undefined {
      let all: Path | undefined;
      for (const g of given) {
        const { effects: own } = foundIn(g, tracked);
        if (own.parts.size === 0) continue;
        all ??= new Path();
        const path = new Path();
        for (let i = 0; i < 2; i++) {
          if (isPoint) path.pass(node);
          path.follow(isPoint ? own : withoutPoints(own), found);
        }
        all.join(path);
      }
      return all?.effects;
    }

    function ofCall({ functions: called, exact, isPoint, given }: Call): StateEffects | undefined {
      const handed = given.map(({ index, places: all }) => ({
        index,
        places: all.filter(({ root }) => isFollowed(root)),
      }));
      let all: Path | undefined;
      let isTouched = false;
      for (const g of called) {
        const isPlain = !isPoint || !isKept(g);
        const path = new Path();
        const follow = (effects: StateEffects) => {
          if (effects.parts.size === 0 && (isPlain || effects.point === undefined)) return;
          isTouched = true;
          path.follow(isPlain ? withoutPoints(effects) : effects, () => {});
        };
        follow(foundIn(g, tracked).effects);
        for (const { index, places: actual } of handed) {
          if (actual.length === 0) continue;
          const formal = places.formal(g, index);
          const inside = foundIn(g, formal);
          const parts = inside.effects.parts.get(formal);
          if (parts === undefined) continue;
          for (const place of actual) {
            follow(bound(inside.effects, parts, place, actual.length === 1, mayHave));
            if (!isPlain)
              for (const window of inside.windows) {
                const stood = standsFor(place, window.part);
                if (mayHave(stood.root, stood.part)) found({ ...window, ...stood });
              }
          }
        }
        if (all === undefined) all = path;
        else all.join(path);
      }
      if (all === undefined || !isTouched) return undefined;
      if (!exact) all.join(new Path());
      return all.effects;
    }
  }
}

/** StateEffects on a formal, as effects on what stands for it. */
function bound(
  { point }: StateEffects,
  parts: Parts,
  place: Place,
  isOnly: boolean,
  mayHave: (root: Root, part: string) => boolean,
): StateEffects {
  const isSure = isOnly && place.exact && place.path === "";
  const outer = new Map<string, PartEffect>();
  for (const [part, effect] of parts) {
    const { part: name } = standsFor(place, part);
    if (!mayHave(place.root, name)) continue;
    const known = outer.get(name);
    const own = isSure ? effect : { ...effect, isOverwritten: false };
    outer.set(name, known === undefined ? own : merged(known, own));
  }
  return { point, parts: new Map([[place.root, outer]]) };
}

function merged(a: PartEffect, b: PartEffect): PartEffect {
  return {
    read: a.read ?? b.read,
    pointThenRead: a.pointThenRead ?? b.pointThenRead,
    write: a.write ?? b.write,
    isOverwritten: false,
    point: a.point ?? b.point,
    writeThenPoint: a.writeThenPoint ?? b.writeThenPoint,
    pointThenAccess: a.pointThenAccess ?? b.pointThenAccess,
  };
}

function standsFor(place: Place, part: string): { root: Root; part: string } {
  return { root: place.root, part: place.path === "" ? part : partOf(place, undefined) };
}

/** Which functions touch the state of the module, or call such; and who calls whom. */
function touchers(
  functions: readonly FunctionNode[],
  stepsOf: (f: FunctionNode) => Steps,
): { touching: ReadonlySet<FunctionNode>; callers: ReadonlyMap<FunctionNode, readonly FunctionNode[]> } {
  const callers = new Map<FunctionNode, FunctionNode[]>();
  const found = new Set<FunctionNode>();
  const waiting: FunctionNode[] = [];
  const add = (f: FunctionNode) => {
    if (found.has(f)) return;
    found.add(f);
    waiting.push(f);
  };
  for (const f of functions) {
    eachStep(stepsOf(f), (step) => {
      if (step.kind === "touch" && step.root.kind !== "formal") add(f);
      if (step.kind !== "call" && step.kind !== "callbacks") return;
      if (step.kind === "call" && step.given.some((g) => g.places.some(({ root }) => root.kind !== "formal"))) add(f);
      for (const g of step.functions) memo(callers, g, () => []).push(f);
    });
  }
  for (let f = waiting.pop(); f !== undefined; f = waiting.pop())
    for (const caller of callers.get(f) ?? []) add(caller);
  return { touching: found, callers };
}

function eachStep(steps: Steps, look: (step: Step) => void): void {
  for (const step of steps) {
    look(step);
    if (step.kind === "choice") for (const branch of step.branches) eachStep(branch, look);
    else if (step.kind === "loop") for (const part of [step.head, step.body, step.next]) eachStep(part, look);
    else if (step.kind === "inline" || step.kind === "label") eachStep(step.body, look);
    else if (step.kind === "switch") {
      for (const { test, body } of step.clauses) {
        eachStep(test ?? [], look);
        eachStep(body, look);
      }
    } else if (step.kind === "try")
      for (const part of [step.block, step.handler, step.final]) eachStep(part ?? [], look);
  }
}
