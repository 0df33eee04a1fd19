/**
 * Data flow: the steps of one function are followed along all paths through its control flow. What a round of a loop does is found
 * once, and then follows itself. So a loop inside others costs no more than it is long.
 */

import type { Root } from "./place.ts";
import { Path, type StateEffects, type WindowFound } from "./state-effects.ts";
import { endOfRound, type Step, type Steps, type Target } from "./steps.ts";

export interface Followed {
  /** Whether the root's parts are followed. */
  isFollowed(root: Root): boolean;
  /** What calls do. */
  effectsOf(step: Extract<Step, { kind: "call" | "callbacks" }>): StateEffects | undefined;
  found(window: WindowFound): void;
}

interface Jump {
  readonly to: Target;
  readonly path: Path;
}

export function effectsOfSteps(steps: Steps, followed: Followed): StateEffects {
  return new Follower(followed).through(steps).effects;
}

class Follower {
  /** Undefined where no path leads. */
  #path: Path | undefined = new Path();
  #jumps: Jump[] = [];
  readonly #followed: Followed;

  constructor(followed: Followed) {
    this.#followed = followed;
  }

  through(steps: Steps): Path {
    this.#function(steps);
    return this.#path ?? new Path();
  }

  #all(steps: Steps): void {
    for (const step of steps) {
      if (this.#path === undefined) return;
      this.#one(step, this.#path);
    }
  }

  #one(step: Step, path: Path): void {
    switch (step.kind) {
      case "touch":
        if (this.#followed.isFollowed(step.root)) path.touch(step.root, step.part, step.effect, this.#followed.found);
        break;
      case "pass":
        path.pass(step.node);
        break;
      case "forget":
        path.forget();
        break;
      case "call":
      case "callbacks": {
        if (step.isPoint) path.pass(step.node);
        const effects = this.#followed.effectsOf(step);
        if (effects !== undefined) path.follow(effects, this.#followed.found);
        break;
      }
      case "choice":
        this.#choice(step, path);
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
        this.#try(step, path);
        break;
      case "label":
        this.#all(step.body);
        this.#land(step.node);
        break;
      case "jump":
        this.#jumps.push({ to: step.to, path });
        this.#path = undefined;
        break;
    }
  }

  #function(steps: Steps): void {
    this.#all(steps);
    const ends = this.#taken("return");
    const errors = this.#taken("throw");
    let end = this.#path;
    for (const { path } of ends) {
      if (end === undefined) end = path;
      else end.join(path);
    }
    // Nothing but errors: they are its only end.
    if (end === undefined) end = errors.shift()?.path;
    for (const { path } of errors) end?.absorb(path);
    this.#path = end;
  }

  #choice({ branches, formal }: Extract<Step, { kind: "choice" }>, before: Path): void {
    if (formal !== undefined && this.#followed.isFollowed(formal)) {
      this.#all(branches[0] ?? []);
      return;
    }
    let end: Path | undefined;
    branches.forEach((steps, index) => {
      this.#path = index === branches.length - 1 ? before : before.copy();
      this.#all(steps);
      if (end === undefined) end = this.#path;
      else if (this.#path !== undefined) end.join(this.#path);
    });
    this.#path = end;
  }

  #join(other: Path | undefined): void {
    if (this.#path === undefined) this.#path = other;
    else if (other !== undefined) this.#path.join(other);
  }

  #taken(to: Target): Jump[] {
    const taken = this.#jumps.filter((jump) => jump.to === to);
    if (taken.length > 0) this.#jumps = this.#jumps.filter((jump) => jump.to !== to);
    return taken;
  }

  /** Jumps that end at `to` come together here. */
  #land(to: Target): void {
    if (this.#jumps.length > 0) for (const { path } of this.#taken(to)) this.#join(path);
  }

  /**
   * A part that is looked at by itself, and then follows what came before: once, or any number of times.
   * Who leaves it by a jump has been through some rounds of it, too.
   */
  #part(times: "once" | "often", run: () => void, leaves?: () => readonly Path[]): void {
    const before = this.#path as Path;
    const outer = this.#jumps;
    this.#jumps = [];
    this.#path = new Path();
    run();
    const round = this.#path as Path | undefined;
    const exits = leaves?.();
    const jumps = this.#jumps;
    this.#jumps = outer;
    const start = before.copy();
    const after = ({ effects }: Path): Path => {
      const path = start.copy();
      path.follow(effects, this.#followed.found);
      return path;
    };
    if (times === "often" && round !== undefined) for (let i = 0; i < 2; i++) start.join(after(round));
    for (const { to, path } of jumps) this.#jumps.push({ to, path: after(path) });
    if (times === "once") this.#path = round && after(round);
    else if (exits === undefined) this.#path = start;
    else {
      this.#path = undefined;
      for (const exit of exits) this.#join(after(exit));
    }
  }

  #loop({ node, head, isLeftAtHead, body, next, isLeftAtEnd }: Extract<Step, { kind: "loop" }>): void {
    const exits: Path[] = [];
    const run = () => {
      this.#all(head);
      if (isLeftAtHead && this.#path !== undefined) exits.push(this.#path.copy());
      this.#all(body);
      this.#land(endOfRound(node));
      this.#all(next);
      if (isLeftAtEnd && this.#path !== undefined) exits.push(this.#path.copy());
    };
    this.#part("often", run, () => [...exits, ...this.#taken(node).map(({ path }) => path)]);
  }

  #switch({ node, clauses }: Extract<Step, { kind: "switch" }>): void {
    let chosen = this.#path?.copy();
    this.#path = undefined;
    for (const { test, body } of clauses) {
      if (test !== undefined && test.length > 0 && chosen !== undefined) {
        const through = this.#path as Path | undefined;
        this.#path = chosen;
        this.#all(test);
        chosen = (this.#path as Path | undefined)?.copy();
        this.#path = through;
      }
      this.#join(chosen?.copy());
      this.#all(body);
    }
    if (clauses.every(({ test }) => test !== undefined)) this.#join(chosen);
    this.#land(node);
  }

  #try({ block, handler, final }: Extract<Step, { kind: "try" }>, path: Path): void {
    const before = path.copy();
    const outer = this.#jumps;
    this.#jumps = [];
    this.#all(block);
    if (handler !== undefined) {
      const errors = this.#taken("throw");
      const after = this.#path;
      // Anything in the block may have been the last that it did.
      this.#path = before;
      if (after !== undefined) this.#path.join(after);
      for (const { path } of errors) this.#join(path);
      this.#all(handler);
      this.#join(after);
    }
    if (final !== undefined) this.#finally(final);
    this.#jumps = [...outer, ...this.#jumps];
  }

  /** Who leaves the block by a jump goes through it, too. */
  #finally(steps: Steps): void {
    const end = this.#path;
    const jumps = this.#jumps;
    const after: Jump[] = [];
    for (const to of new Set(jumps.map((jump) => jump.to))) {
      this.#jumps = jumps.filter((jump) => jump.to === to);
      this.#path = undefined;
      this.#land(to);
      this.#all(steps);
      after.push(...this.#jumps);
      if (this.#path !== undefined) after.push({ to, path: this.#path });
    }
    this.#jumps = after;
    this.#path = end;
    this.#all(steps);
  }
}
