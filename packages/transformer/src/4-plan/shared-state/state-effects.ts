/**
 * What a stretch of code does to parts of the state, and how such stretches follow each other. A window is open where a job may
 * have written a part, then may have been suspended, and then reads it without having written it anew.
 *
 *   write ─── point ─── read         the window
 */
import type ts from "typescript";
import { overlap, type Root } from "./place.ts";

/** What a stretch of code does to one part. Each node is a witness that it may be so. */
export interface PartEffect {
  /** A read of what was there before. */
  readonly read?: ts.Node | undefined;
  /** A point, and then a read of what was there before both. */
  readonly pointThenRead?: { readonly point: ts.Node; readonly read: ts.Node } | undefined;
  readonly write?: ts.Node | undefined;
  /** It is written on all paths through the code. */
  readonly isOverwritten: boolean;
  /** A point, up to which and behind which it is not surely overwritten. */
  readonly point?: ts.Node | undefined;
  /** A write, then a point, behind which it is not surely overwritten. */
  readonly writeThenPoint?: { readonly write: ts.Node; readonly point: ts.Node } | undefined;
  /** A point, and then an access of any kind. */
  readonly pointThenAccess?: ts.Node | undefined;
}

export type Parts = ReadonlyMap<string, PartEffect>;

export interface StateEffects {
  /** It may pass a preemption point. */
  readonly point: ts.Node | undefined;
  readonly parts: ReadonlyMap<Root, Parts>;
}

export interface WindowFound {
  readonly root: Root;
  readonly part: string;
  readonly write: ts.Node;
  readonly point: ts.Node;
  readonly read: ts.Node;
}

export const noEffects: StateEffects = { point: undefined, parts: new Map() };

export function isSame(a: StateEffects | undefined, b: StateEffects): boolean {
  if (a === undefined || (a.point === undefined) !== (b.point === undefined) || a.parts.size !== b.parts.size)
    return false;
  for (const [root, parts] of b.parts) {
    const others = a.parts.get(root);
    if (others === undefined || others.size !== parts.size) return false;
    for (const [part, e] of parts) {
      const o = others.get(part);
      if (o === undefined || bits(o) !== bits(e)) return false;
    }
  }
  return true;
}

function bits(e: PartEffect): number {
  return (
    (e.read ? 1 : 0) |
    (e.pointThenRead ? 2 : 0) |
    (e.write ? 4 : 0) |
    (e.isOverwritten ? 8 : 0) |
    (e.point ? 16 : 0) |
    (e.writeThenPoint ? 32 : 0) |
    (e.pointThenAccess ? 64 : 0)
  );
}

/** Of code that runs plainly: nothing in it is suspended. */
export function withoutPoints({ parts }: StateEffects): StateEffects {
  const plain = new Map<Root, Parts>();
  for (const [root, effects] of parts) {
    plain.set(
      root,
      new Map([...effects].map(([part, { read, write, isOverwritten }]) => [part, { read, write, isOverwritten }])),
    );
  }
  return { point: undefined, parts: plain };
}

const untouched: PartEffect = { isOverwritten: false };

/** Code up to some place in a function: the effects of all paths that lead there. */
export class Path {
  point: ts.Node | undefined;
  readonly #parts: Map<Root, Map<string, PartEffect>>;
  /** Nothing was touched since the last point. */
  #isJustPassed = false;

  constructor(point?: ts.Node, parts: ReadonlyMap<Root, Parts> = new Map()) {
    this.point = point;
    this.#parts = new Map([...parts].map(([root, effects]) => [root, new Map(effects)]));
  }

  copy(): Path {
    return new Path(this.point, this.#parts);
  }

  get effects(): StateEffects {
    return { point: this.point, parts: this.#parts };
  }

  /** Another path leads to the same place. */
  join(other: Path): void {
    const { point } = this;
    this.#isJustPassed = false;
    for (const [root, parts] of this.#parts) {
      const others = other.#parts.get(root);
      for (const [part, effect] of parts) parts.set(part, joined(effect, others?.get(part) ?? fresh(other.point)));
    }
    for (const [root, parts] of other.#parts) {
      const own = this.#partsOf(root);
      for (const [part, effect] of parts) if (!own.has(part)) own.set(part, joined(fresh(point), effect));
    }
    this.point ??= other.point;
  }

  /** A path that ends with an error: what it read counts, and nothing follows. */
  absorb(other: Path): void {
    this.#isJustPassed = false;
    for (const [root, parts] of other.#parts) {
      const own = this.#partsOf(root);
      for (const [part, { read, pointThenRead, pointThenAccess, write }] of parts) {
        const e = own.get(part) ?? fresh(this.point);
        own.set(part, {
          ...e,
          read: e.read ?? read,
          pointThenRead: e.pointThenRead ?? pointThenRead,
          pointThenAccess: e.pointThenAccess ?? pointThenAccess,
          write: e.write ?? write,
        });
      }
    }
    this.point ??= other.point;
  }

  /** A preemption point is passed. */
  pass(point: ts.Node): void {
    if (this.#isJustPassed) return;
    this.#isJustPassed = true;
    this.point ??= point;
    for (const parts of this.#parts.values()) for (const [part, e] of parts) parts.set(part, passed(e, point));
  }

  /** Others are expected here: what was written before is given up. */
  forget(): void {
    for (const parts of this.#parts.values()) {
      for (const [part, e] of parts) {
        parts.set(part, { ...e, write: undefined, writeThenPoint: undefined, point: undefined });
      }
    }
  }

  /** One part is touched. */
  touch(root: Root, part: string, effect: PartEffect, found: (window: WindowFound) => void): void {
    this.#isJustPassed = false;
    const own = this.#partsOf(root);
    if (effect.read !== undefined) this.#findWindows(root, own, part, effect, found);
    own.set(part, this.#followed(own.get(part) ?? fresh(this.point), unlessFilled(own, part, effect)));
  }

  /** Other code follows. */
  follow({ point, parts }: StateEffects, found: (window: WindowFound) => void): void {
    this.#isJustPassed = false;
    for (const [root, effects] of parts) {
      const own = this.#partsOf(root);
      for (const [part, next] of effects) this.#findWindows(root, own, part, next, found);
    }
    if (point !== undefined) {
      for (const [root, own] of this.#parts) {
        const touched = parts.get(root);
        for (const [part, e] of own) if (!touched?.has(part)) own.set(part, passed(e, point));
      }
    }
    for (const [root, effects] of parts) {
      const own = this.#partsOf(root);
      for (const [part, next] of effects)
        own.set(part, this.#followed(own.get(part) ?? fresh(this.point), unlessFilled(own, part, next)));
    }
    this.point ??= point;
  }

  #findWindows(
    root: Root,
    own: ReadonlyMap<string, PartEffect>,
    part: string,
    { read, pointThenRead }: PartEffect,
    found: (window: WindowFound) => void,
  ): void {
    if (read === undefined && pointThenRead === undefined) return;
    for (const [before, { write, writeThenPoint }] of own) {
      if (write === undefined || !overlap(before, part)) continue;
      // What is written says more than a read of everything.
      const which = part.startsWith("*") ? before : part;
      if (writeThenPoint !== undefined && read !== undefined) found({ root, part: which, ...writeThenPoint, read });
      else if (pointThenRead !== undefined) found({ root, part: which, write, ...pointThenRead });
    }
  }

  #followed(before: PartEffect, next: PartEffect): PartEffect {
    const isThrough = !before.isOverwritten;
    const isAccess = next.read !== undefined || next.write !== undefined || next.pointThenRead !== undefined;
    const newPoint =
      before.write !== undefined && next.point !== undefined ? { write: before.write, point: next.point } : undefined;
    const kept = next.isOverwritten ? undefined : before;
    return {
      read: before.read ?? (isThrough ? next.read : undefined),
      pointThenRead:
        before.pointThenRead ??
        (isThrough ? next.pointThenRead : undefined) ??
        (before.point !== undefined && next.read !== undefined ? { point: before.point, read: next.read } : undefined),
      write: next.isOverwritten ? next.write : (before.write ?? next.write),
      isOverwritten: before.isOverwritten || next.isOverwritten,
      point: kept?.point ?? (isThrough && !next.isOverwritten ? next.point : undefined),
      writeThenPoint: next.writeThenPoint ?? newPoint ?? kept?.writeThenPoint,
      pointThenAccess:
        before.pointThenAccess ??
        next.pointThenAccess ??
        (isAccess && this.point !== undefined ? this.point : undefined),
    };
  }

  #partsOf(root: Root): Map<string, PartEffect> {
    let parts = this.#parts.get(root);
    if (parts === undefined) {
      parts = new Map();
      this.#parts.set(root, parts);
    }
    return parts;
  }
}

/** Of a list that was filled anew nothing is read that was there before. */
function unlessFilled(own: ReadonlyMap<string, PartEffect>, part: string, effect: PartEffect): PartEffect {
  if (part === "=" || part.endsWith("/") || own.get("*")?.isOverwritten !== true) return effect;
  return { ...effect, read: undefined, pointThenRead: undefined };
}

/** What was not touched yet. */
function fresh(point: ts.Node | undefined): PartEffect {
  return point === undefined ? untouched : { isOverwritten: false, point };
}

function passed(e: PartEffect, point: ts.Node): PartEffect {
  const isPointKnown = e.point !== undefined || e.isOverwritten;
  if (isPointKnown && (e.write === undefined || e.writeThenPoint !== undefined)) return e;
  const writeThenPoint = e.writeThenPoint ?? (e.write && { write: e.write, point });
  return { ...e, point: e.point ?? (e.isOverwritten ? undefined : point), writeThenPoint };
}

function joined(a: PartEffect, b: PartEffect): PartEffect {
  return {
    read: a.read ?? b.read,
    pointThenRead: a.pointThenRead ?? b.pointThenRead,
    write: a.write ?? b.write,
    isOverwritten: a.isOverwritten && b.isOverwritten,
    point: a.point ?? b.point,
    writeThenPoint: a.writeThenPoint ?? b.writeThenPoint,
    pointThenAccess: a.pointThenAccess ?? b.pointThenAccess,
  };
}
