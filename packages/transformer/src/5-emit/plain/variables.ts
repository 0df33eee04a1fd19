/**
 * The variables of one plain body: the function's own, under the names that they have there, and those that the rewrite adds.
 * Which of them frames save, and what stands in a frame for one that nobody needs.
 */
import * as ts from "typescript";
import type { Binding } from "../../1-resolve/binding.ts";
import type { PlainPlan } from "../../4-plan/function-plan.ts";
import { isNumeric } from "../../4-plan/variables/numeric.ts";
import { memo } from "../../shared/memo.ts";
import type { TempNames } from "../generator/yield-point.ts";
import type { Unit } from "../shared/unit.ts";

/** What a variable is known by: those that the rewrite made have their text only when the file is printed. */
type Key = ts.Identifier | string;

export class BodyVariables implements TempNames {
  readonly #unit: Unit;
  readonly #form: PlainPlan;
  /** The value that a call gave, now or while the body was suspended. */
  readonly value: ts.Identifier;
  #isValueRead = false;
  /** Variables that are set and read with no point in between. */
  readonly #passing = new Map<string, ts.Identifier>();
  /** Variables that outlive a point. */
  readonly #lasting: ts.Identifier[] = [];
  readonly #ofLoops = new Map<ts.Node, Map<string, ts.Identifier>>();
  readonly #names = new Map<Binding, ts.Identifier>();
  /** Variables that have a name made by the rewrite. */
  readonly #made = new Set<ts.Identifier>();
  #numeric: ReadonlySet<Key> | undefined;
  /** The function's own variables by the name that they have in the body: those that share one are saved together. */
  #byKey: ReadonlyMap<Key, readonly Binding[]> | undefined;
  /** Parameters that are variables in the body. */
  readonly #taken: ts.Identifier[] = [];
  readonly #temps: ts.Identifier[] = [];
  readonly #tempIndices = new Map<ts.Identifier, number>();
  #tempsInUse = 0;
  #thrown: ts.Identifier | undefined;

  constructor(unit: Unit, form: PlainPlan) {
    this.#unit = unit;
    this.#form = form;
    this.value = this.#make(unit.name("$value"));
    for (const binding of form.locals.renamed)
      this.#names.set(binding, this.#make(unit.freshName(unlike(binding.name))));
  }

  /** The value that a point gave, where it is used. */
  readValue(): ts.Identifier {
    this.#isValueRead = true;
    return this.value;
  }

  get isValueRead(): boolean {
    return this.#isValueRead;
  }

  /** A parameter becomes a variable, which is assigned when the function starts. */
  take(name: ts.Identifier): ts.Identifier {
    this.#taken.push(name);
    return name;
  }

  /** The name that a variable has in the body, if it is not its own. */
  renamed(binding: Binding | undefined): ts.Identifier | undefined {
    return binding && this.#names.get(binding);
  }

  /** What stands for a variable in the body that has another name there: that, or the value in its object. */
  reference(binding: Binding | undefined): ts.Expression | undefined {
    const name = this.renamed(binding);
    if (name === undefined || !this.isBoxed(binding as Binding)) return name;
    return this.#unit.f.createPropertyAccessExpression(name, "v");
  }

  isBoxed(binding: Binding): boolean {
    return this.#form.locals.boxed.has(binding);
  }

  /** The name that a variable has in the body. */
  nameOf(binding: Binding): ts.Identifier {
    return this.#names.get(binding) ?? this.#unit.f.createIdentifier(binding.name);
  }

  /** Whether `declaration` is of a variable that stands around the body. */
  isShared(declaration: ts.Node): boolean {
    const binding = this.#unit.scopes.declaredBy(declaration);
    return binding !== undefined && this.#form.locals.shared.has(binding);
  }

  /** The variables around the body that are no parameters of it. The signal is no value that they may have. */
  around(): (ts.Identifier | ts.VariableDeclaration)[] {
    const { hoisted, vars, parameters, shared, early } = this.#form.locals;
    const { f } = this.#unit;
    const taken = parameters.filter((b) => this.#taken.some((name) => name.text === b.name));
    const none = (b: Binding) =>
      f.createVariableDeclaration(this.nameOf(b), undefined, undefined, this.#unit.runtime("signal"));
    return [...taken, ...vars, ...hoisted]
      .filter((b) => shared.has(b))
      .map((b) => (early.has(b) ? none(b) : this.nameOf(b)));
  }

  /** `(x_1 === $signal ? x : x_1)`, where x may have no value yet: then an engine says so of x, which never gets one. */
  valueAt(reference: ts.Identifier, binding: Binding): ts.Expression | undefined {
    const name = this.#names.get(binding);
    if (name === undefined || !this.#form.locals.early.get(binding)?.has(reference)) return this.reference(binding);
    const { f } = this.#unit;
    const isNone = f.createStrictEquality(name, this.#unit.runtime("signal"));
    const nothing = ts.setSourceMapRange(f.createIdentifier(binding.name), reference);
    return f.createParenthesizedExpression(f.createConditionalExpression(isNone, undefined, nothing, undefined, name));
  }

  /** Variables that never get a value. */
  never(): ts.Identifier[] {
    return [...this.#form.locals.early.keys()].map((b) => this.#unit.f.createIdentifier(b.name));
  }

  /** The function's `var`s. */
  vars(): ts.Identifier[] {
    return this.#distinct(this.#namesOf(this.#form.locals.vars));
  }

  /** The declared variables that are saved with the frame, and those of the rewrite. Parameters come first. */
  saved(): ts.Identifier[] {
    const { hoisted, vars, parameters } = this.#form.locals;
    const own = this.#namesOf([...parameters, ...hoisted]);
    return this.#distinct([...own, ...this.#lasting, ...this.#namesOf(vars), ...this.thrown()]);
  }

  /**
   * `$thrown`, which stands last in each frame: the runtime's state where an error may be given to the frame in place of a value, and
   * true where that has happened.
   */
  takeErrors(): ts.Identifier {
    this.#thrown ??= this.#make(this.#unit.name("$thrown"));
    return this.#thrown;
  }

  /** That, if any frame takes errors. */
  thrown(): ts.Identifier[] {
    return this.#thrown === undefined ? [] : [this.#thrown];
  }

  isThrown(name: ts.Identifier): boolean {
    return name === this.#thrown;
  }

  /** The variables that no frame saves, those of calls first: both bodies have them. */
  passing(): ts.Identifier[] {
    const inOrder = new Set(["$entry", "$callee", "$self", ...this.#passing.keys()]);
    return [...inOrder].flatMap((text) => this.#passing.get(text) ?? []);
  }

  /**
   * `a, i = 0`: the variables to be declared at the top, block-scoped ones and those of the rewrite. Nobody sees the first value of
   * i, but where the body may be entered again an engine would expect an undefined one wherever i may come back with a frame.
   */
  declarations(isEntered: boolean): ts.VariableDeclaration[] {
    const { f } = this.#unit;
    const { hoisted, parameters, shared } = this.#form.locals;
    const isAround = ({ text }: ts.Identifier) => parameters.some((b) => b.name === text && shared.has(b));
    const taken = this.#taken.filter((name) => !isAround(name));
    const own = this.#distinct([...taken, ...this.#namesOf(hoisted)]);
    return [...own, ...this.#lasting].map((name) => {
      const zero = isEntered && this.#isNumber(this.#keyOf(name)) ? f.createNumericLiteral(0) : undefined;
      return f.createVariableDeclaration(name, undefined, undefined, zero);
    });
  }

  /** Of those that stand in the body. */
  #namesOf(bindings: readonly Binding[]): ts.Identifier[] {
    return bindings.filter((b) => !this.#form.locals.shared.has(b)).map((b) => this.nameOf(b));
  }

  /** A variable that is read again before any point: no frame has to save it. */
  get(text: string): ts.Identifier {
    const name = this.#make(this.#unit.name(text));
    this.#passing.set(text, name);
    return name;
  }

  fresh(text: string): ts.Identifier {
    const name = this.#make(this.#unit.freshName(text));
    this.#passing.set(`${text} ${this.#passing.size}`, name);
    return name;
  }

  /** A variable for a value that is needed until the end of the statement, across points. */
  temp(): ts.Identifier {
    const i = this.#tempsInUse++;
    let name = this.#temps[i];
    if (name === undefined) {
      name = this.#lasts("$t");
      this.#temps.push(name);
      this.#tempIndices.set(name, i);
    }
    return name;
  }

  /** What `make` asks for as {@link temp} may be used for something else afterwards. */
  statement(make: () => void): void {
    const before = this.#tempsInUse;
    make();
    this.#tempsInUse = before;
  }

  /** Of `loop`, saved with the frame; one for all copies of the loop. */
  ofLoop(loop: ts.Node, text: "$list" | "$iteration" | "$i" | "$keys"): ts.Identifier {
    const names = memo(this.#ofLoops, loop, () => new Map<string, ts.Identifier>());
    return memo(names, text, () => this.#lasts(text));
  }

  /**
   * What a frame saves in place of a variable, where that is not its value.
   *
   * @param isUnneeded Of those that the function declares; variables that share a name go together
   * @param isInLoop Elsewhere the values of others than numbers do no harm, and frames that are alike compress better
   */
  instead(
    isUnneeded: (binding: Binding) => boolean,
    isInLoop: boolean,
  ): (name: ts.Identifier) => ts.Expression | undefined {
    const { f } = this.#unit;
    this.#byKey ??= Map.groupBy(this.#declaredByFunction, (binding) => this.#keyOf(this.nameOf(binding)));
    const all = this.#byKey;
    // Later ones belong to other statements, or have yet to get their values.
    const temps = this.#tempsInUse;
    return (name) => {
      const nothing = isInLoop ? f.createVoidZero() : undefined;
      const temp = this.#tempIndices.get(name);
      if (temp !== undefined) return temp < temps ? undefined : nothing;
      const key = this.#keyOf(name);
      if (all.get(key)?.every(isUnneeded) !== true) return undefined;
      // What is a number otherwise is one there, too, or engines would expect both wherever the frame is taken up again.
      return this.#isNumber(key) ? f.createNumericLiteral(0) : nothing;
    };
  }

  get #declaredByFunction(): Binding[] {
    const { hoisted, vars, parameters } = this.#form.locals;
    return [...parameters, ...vars, ...hoisted];
  }

  /** Whether engines are to be shown that the variable is a number. */
  #isNumber(key: Key): boolean {
    this.#numeric ??= new Set(this.#numbers().map((b) => this.#keyOf(this.nameOf(b))));
    return this.#numeric.has(key);
  }

  #numbers(): Binding[] {
    if (!this.#unit.optimize.numbers) return [];
    return this.#declaredByFunction.filter((b) => isNumeric(b) && !this.isBoxed(b));
  }

  /** Variables that are never in use together share a name. */
  #distinct(names: readonly ts.Identifier[]): ts.Identifier[] {
    return [...new Map(names.map((name) => [this.#keyOf(name), name])).values()];
  }

  #keyOf(name: ts.Identifier): Key {
    return this.#made.has(name) ? name : name.text;
  }

  #make(name: ts.Identifier): ts.Identifier {
    this.#made.add(name);
    return name;
  }

  /** A variable that is saved with the frame. */
  #lasts(text: string): ts.Identifier {
    const name = this.#make(this.#unit.freshName(text));
    this.#lasting.push(name);
    return name;
  }
}

/** A text for another name: the rewrite's own names begin with a dollar sign, and one that is made of `$at` might be that of its. */
function unlike(name: string): string {
  return (name.startsWith("$") ? "_" : "") + name;
}
