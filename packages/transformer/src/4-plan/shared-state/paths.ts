/**
 * Follows the steps of one function along all ways through it. What a round of a loop does is found once, and then follows
 * itself: so a loop inside others costs no more than it is long.
 */

import type { Root } from "./places.ts";
import { type Effects, Way, type WindowFound } from "./state-effects.ts";
import { endOfRound, type Step, type Steps, type Target } from "./steps.ts";

export interface Followed {
  /** Whether the root's parts are followed. */
  isFollowed(root: Root): boolean;
  /** What calls do. */
  effectsOf(step: Extract<Step, { kind: "call" | "callbacks" }>): Effects | undefined;
  found(window: WindowFound): void;
}

interface Jump {
  readonly to: Target;
  readonly way: Way;
}

export function effectsOfSteps(steps: Steps, followed: Followed): Effects {
  return new Walk(followed).through(steps).effects;
}

class Walk {
  /** Undefined where no way leads. */
  #way: Way | undefined = new Way();
  #jumps: Jump[] = [];
  readonly #followed: Followed;

  constructor(followed: Followed) {
    this.#followed = followed;
  }

  through(steps: Steps): Way {
    this.#function(steps);
    return this.#way ?? new Way();
  }

  #all(steps: Steps): void {
    for (const step of steps) {
      if (this.#way === undefined) return;
      this.#one(step, this.#way);
    }
  }

  #one(step: Step, way: Way): void {
    switch (step.kind) {
      case "touch":
        if (this.#followed.isFollowed(step.root)) way.touch(step.root, step.part, step.effect, this.#followed.found);
        break;
      case "pass":
        way.pass(step.node);
        break;
      case "forget":
        way.forget();
        break;
      case "call":
      case "callbacks": {
        if (step.isPoint) way.pass(step.node);
        const effects = this.#followed.effectsOf(step);
        if (effects !== undefined) way.follow(effects, this.#followed.found);
        break;
      }
      case "choice":
        this.#choice(step, way);
        break;
      case "loop":
        this.#loop(step);
        break;
      case "inline":
        this.#part(step.times, () => this.#function(step.body));
        break;
      case "switch":
        this.#switch(step);
        break;
      case "try":
        this.#try(step, way);
        break;
      case "label":
        this.#all(step.body);
        this.#land(step.node);
        break;
      case "jump":
        this.#jumps.push({ to: step.to, way });
        this.#way = undefined;
        break;
    }
  }

  #function(steps: Steps): void {
    this.#all(steps);
    const ends = this.#taken("return");
    const errors = this.#taken("throw");
    let end = this.#way;
    for (const { way } of ends) {
      if (end === undefined) end = way;
      else end.join(way);
    }
    // Nothing but errors: they are its only end.
    if (end === undefined) end = errors.shift()?.way;
    for (const { way } of errors) end?.absorb(way);
    this.#way = end;
  }

  #choice({ ways, formal }: Extract<Step, { kind: "choice" }>, before: Way): void {
    if (formal !== undefined && this.#followed.isFollowed(formal)) {
      this.#all(ways[0] ?? []);
      return;
    }
    let end: Way | undefined;
    ways.forEach((steps, index) => {
      this.#way = index === ways.length - 1 ? before : before.copy();
      this.#all(steps);
      if (end === undefined) end = this.#way;
      else if (this.#way !== undefined) end.join(this.#way);
    });
    this.#way = end;
  }

  #join(other: Way | undefined): void {
    if (this.#way === undefined) this.#way = other;
    else if (other !== undefined) this.#way.join(other);
  }

  #taken(to: Target): Jump[] {
    const taken = this.#jumps.filter((jump) => jump.to === to);
    if (taken.length > 0) this.#jumps = this.#jumps.filter((jump) => jump.to !== to);
    return taken;
  }

  /** Jumps that end at `to` come together here. */
  #land(to: Target): void {
    if (this.#jumps.length > 0) for (const { way } of this.#taken(to)) this.#join(way);
  }

  /**
   * A part that is looked at by itself, and then follows what came before: once, or any number of times.
   * Who leaves it by a jump has been through some rounds of it, too.
   */
  #part(times: "once" | "often", run: () => void, leaves?: () => readonly Way[]): void {
    const before = this.#way as Way;
    const outer = this.#jumps;
    this.#jumps = [];
    this.#way = new Way();
    run();
    const round = this.#way as Way | undefined;
    const exits = leaves?.();
    const jumps = this.#jumps;
    this.#jumps = outer;
    const start = before.copy();
    const after = ({ effects }: Way): Way => {
      const way = start.copy();
      way.follow(effects, this.#followed.found);
      return way;
    };
    if (times === "often" && round !== undefined) for (let i = 0; i < 2; i++) start.join(after(round));
    for (const { to, way } of jumps) this.#jumps.push({ to, way: after(way) });
    if (times === "once") this.#way = round && after(round);
    else if (exits === undefined) this.#way = start;
    else {
      this.#way = undefined;
      for (const exit of exits) this.#join(after(exit));
    }
  }

  #loop({ node, head, isLeftAtHead, body, next, isLeftAtEnd }: Extract<Step, { kind: "loop" }>): void {
    const exits: Way[] = [];
    const run = () => {
      this.#all(head);
      if (isLeftAtHead && this.#way !== undefined) exits.push(this.#way.copy());
      this.#all(body);
      this.#land(endOfRound(node));
      this.#all(next);
      if (isLeftAtEnd && this.#way !== undefined) exits.push(this.#way.copy());
    };
    this.#part("often", run, () => [...exits, ...this.#taken(node).map(({ way }) => way)]);
  }

  #switch({ node, clauses }: Extract<Step, { kind: "switch" }>): void {
    let chosen = this.#way?.copy();
    this.#way = undefined;
    for (const { test, body } of clauses) {
      if (test !== undefined && test.length > 0 && chosen !== undefined) {
        const through = this.#way as Way | undefined;
        this.#way = chosen;
        this.#all(test);
        chosen = (this.#way as Way | undefined)?.copy();
        this.#way = through;
      }
      this.#join(chosen?.copy());
      this.#all(body);
    }
    if (clauses.every(({ test }) => test !== undefined)) this.#join(chosen);
    this.#land(node);
  }

  #try({ block, handler, final }: Extract<Step, { kind: "try" }>, way: Way): void {
    const before = way.copy();
    const outer = this.#jumps;
    this.#jumps = [];
    this.#all(block);
    if (handler !== undefined) {
      const errors = this.#taken("throw");
      const after = this.#way;
      // Anything in the block may have been the last that it did.
      this.#way = before;
      if (after !== undefined) this.#way.join(after);
      for (const { way } of errors) this.#join(way);
      this.#all(handler);
      this.#join(after);
    }
    if (final !== undefined) this.#finally(final);
    this.#jumps = [...outer, ...this.#jumps];
  }

  /** Who leaves the block by a jump goes through it, too. */
  #finally(steps: Steps): void {
    const end = this.#way;
    const jumps = this.#jumps;
    const after: Jump[] = [];
    for (const to of new Set(jumps.map((jump) => jump.to))) {
      this.#jumps = jumps.filter((jump) => jump.to === to);
      this.#way = undefined;
      this.#land(to);
      this.#all(steps);
      after.push(...this.#jumps);
      if (this.#way !== undefined) after.push({ to, way: this.#way });
    }
    this.#jumps = after;
    this.#way = end;
    this.#all(steps);
  }
}
