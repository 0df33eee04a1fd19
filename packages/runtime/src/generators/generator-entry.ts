/** The entry of a generator function, async or not: a call gives an object, whose shell the engine makes. */
import type { GeneratorFrame, PlainBody } from "@preempt/abi";
import type { Entry } from "../protocol/entry.ts";
import { apply, type Body, type Callable } from "../realm/intrinsics.ts";

/** Makes generator objects with the prototype that it has itself. */
export type Shell<D> = ((driver: D) => object) & { prototype: unknown };

export interface GeneratorKind<D> {
  createShell(): Shell<D>;
  createDriver(body: GeneratorFrame): D;
  /** Notes the driver of a generator object. */
  mark(made: object, driver: D): void;
  /** A frame that takes one step after the other. Undefined: that kind is no job. */
  readonly asJob?: (made: object) => GeneratorFrame;
}

export class GeneratorEntry<D> implements Entry {
  readonly #f: Callable;
  readonly #body: Body;
  readonly #kind: GeneratorKind<D>;
  #shell: Shell<D> | undefined;
  readonly isLasting: boolean;
  readonly arrow = undefined;
  readonly isOnly = false;
  readonly plain: PlainBody;
  readonly run: Callable;
  readonly body: Body;
  readonly job: Body;

  constructor(f: Callable, body: Body, isLasting: boolean, kind: GeneratorKind<D>) {
    this.#f = f;
    this.#body = body;
    this.#kind = kind;
    this.isLasting = isLasting;
    const begin = (self: unknown, args: unknown[]) => this.#begin(self, args);
    this.plain = (_depth, self, ...args) => begin(self, args);
    this.run = function (this: unknown, ...args: unknown[]) {
      return begin(this, args);
    };
    this.body = function (this: unknown, ...args: unknown[]) {
      return returning(begin(this, args));
    };
    const { asJob } = kind;
    this.job =
      asJob === undefined
        ? this.body
        : function (this: unknown, ...args: unknown[]) {
            return asJob(begin(this, args));
          };
  }

  /** As in the language, parameters come first, then the function's `prototype`. */
  #begin(self: unknown, args: unknown[]): object {
    const kind = this.#kind;
    const driver = kind.createDriver(apply(this.#body, self, args));
    const { prototype } = this.#f as unknown as Shell<D>;
    this.#shell ??= kind.createShell();
    const shell = this.#shell;
    if (shell.prototype !== prototype) shell.prototype = prototype;
    const made = shell(driver);
    kind.mark(made, driver);
    return made;
  }
}

function* returning(value: unknown): Generator<unknown, unknown, unknown> {
  return value;
}
