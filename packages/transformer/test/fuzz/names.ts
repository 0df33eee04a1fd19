/**
 * Programs about names: the same few, declared in every way, in functions with and without preemption points, in blocks, loops,
 * classes and parameters, and changed by whoever sees them. Functions are made everywhere, and called when all else has ended.
 */
import { Tape } from "./tape.ts";

const annotation = "/** @preempt */ ";
/** Few names, so that they hide one another. */
const shared = ["a", "b", "h", "x"] as const;

interface Scope {
  readonly parent: Scope | undefined;
  /** Opened by a function: `var`s end here. */
  readonly isFunction: boolean;
  /** Names that may not be declared here once more. */
  readonly lexical: Set<string>;
  /** Of the function: those that a `var` inside declared, in which no block around it may have a variable of its own. */
  readonly vars: Set<string>;
  readonly constants: Set<string>;
  /** Mentioned by code that runs at once: a variable declared behind that would have no value there. */
  readonly used: Set<string>;
  readonly depth: number;
  /** Nothing is called, and there are no loops: no preemption point. */
  readonly isQuiet: boolean;
  /** The variable of the loop around. */
  readonly counter: string | undefined;
  /** In a static block, where neither `arguments` nor a `return` may stand. */
  readonly isBlockOfClass: boolean;
}

const helpers = `let fuel = 40; const made = []; const o = { a: 1, h: 2, k: 3 };
const t = (y) => { log(typeof y === "function" ? "fn" : y); return y; };
${annotation}function v(y) { for (let i = 0; i < 1; i++) log(typeof y === "function" ? "fn" : y); return y; }
${annotation}function ask(f, ...ys) { return f(...ys); }
${annotation}function attempt(f) { try { return typeof f === "function" ? f() : look(f[0]); } catch (e) { return e instanceof Error ? e.name : ["thrown", e]; } }
const look = (C) => { const c = new C(), all = [c.x, C.s, c.g, Object.keys(c), C.name]; c.g = 7; return [...all, c.x, typeof c.m, c.m?.(1)]; };
let a = 10, b = 20, h = 30, x = 40;`;

class Names {
  readonly #tape: Tape;
  readonly #strict: boolean;
  #unique = 0;
  constructor(tape: Tape, strict: boolean) {
    this.#tape = tape;
    this.#strict = strict;
  }

  program(): string {
    const parts = this.#tape.split(3);
    const functions = parts.map((part, i) => new Names(part, this.#strict).#numbered(i * 1000).#unit(`f${i}`));
    const all = functions.map((_, i) => `f${i}`);
    return [
      helpers,
      ...functions,
      `${annotation}function main() { const out = [];`,
      `for (const f of [${all.join()}]) for (let round = 0; round < 2; round++) { fuel = 40; out.push(attempt(${annotation}() => (round === 0 ? ask(f) : ask(f, "12", [3])))); }`,
      ...all.map((f) => `fuel = 40; out.push(attempt(${annotation}() => ${f}([3])));`),
      "for (let round = 0; round < 3; round++) { const last = made.slice(0, 60); made.length = 0;",
      "for (const f of last) { fuel = 20; out.push(attempt(f)); } out.push(a, b, h, x); if (round < 2) made.push(...last); }",
      "return out; }",
    ].join("\n");
  }

  #numbered(first: number): this {
    this.#unique = first;
    return this;
  }

  #open(parent: Scope | undefined, changes: Partial<Scope> = {}): Scope {
    return {
      isQuiet: parent?.isQuiet ?? false,
      counter: parent?.counter,
      isBlockOfClass: parent?.isBlockOfClass ?? false,
      isFunction: false,
      ...changes,
      parent,
      lexical: new Set(),
      vars: new Set(),
      constants: new Set(),
      used: new Set(),
      depth: (parent?.depth ?? 0) + 1,
    };
  }

  #openFunction(parent: Scope | undefined, isQuiet = parent?.isQuiet === true || this.#tape.pick(3) === 0): Scope {
    return this.#open(parent, { isFunction: true, isQuiet, isBlockOfClass: false });
  }

  /** A function at the top. */
  #unit(name: string): string {
    const tape = this.#tape;
    const scope = this.#openFunction(undefined);
    if (tape.pick(6) === 0) return this.#nextToEval(name);
    if (tape.pick(8) === 1)
      return `${annotation}function ${name}(y) { ${this.#hidingBlockFunction(scope)} return typeof h; }`;
    const params = this.#parameters(scope);
    return `${annotation}function ${name}(${params}) { ${this.#body(scope)} }`;
  }

  /** Functions beside a direct `eval`, or in a `with`, that may change what they see. */
  #nextToEval(name: string): string {
    const tape = this.#tape;
    const scope = this.#openFunction(undefined, false);
    const inner = this.#functionValue(scope);
    const text = tape.of("a = 5", "var a = 6", "h++", "x", "function h() { return 8; }", "typeof q");
    const evaluate = `eval(${JSON.stringify(text)});`;
    const own = tape.of("", "let a = 1;", "var h = 1;", "const x = 2;");
    const made = `made[made.length] = ${inner};`;
    return tape.of(
      `function ${name}(y) { ${own} ${made} ${evaluate} return [typeof a, typeof h, x]; }`,
      `function ${name}(y) { ${own} ${evaluate} ${made} return [typeof a, typeof h, x]; }`,
      `${annotation}function ${name}(y) { ${own} ${made} const near = (s) => eval(s); v(1); near(${JSON.stringify(text)}); return [typeof a, typeof h, x]; }`,
      ...(this.#strict
        ? []
        : [
            `function ${name}(y) { ${own} with (o) { ${made} ${tape.of("a = 9;", "h++;", "k = y;")} } return [typeof a, typeof h, x, o.a]; }`,
            `${annotation}function ${name}(y) { ${own} v(2); const near = function () { with (o) { ${made} x++; } }; near(); return [typeof a, typeof h, x, o.a]; }`,
          ]),
    );
  }

  #parameters(scope: Scope): string {
    const tape = this.#tape;
    const names = [...shared.slice(tape.pick(4)), "p", "q"].slice(0, tape.of(0, 0, 1, 1, 2, 3));
    for (const name of names) scope.vars.add(name);
    const list = names.map((name, i) => {
      if (i === names.length - 1 && i > 0 && tape.pick(4) === 0) return `...${name}`;
      const inner = this.#open(scope, { isQuiet: true });
      // Those behind it have no value yet.
      for (const later of names.slice(i)) inner.used.add(`no ${later}`);
      const value = () =>
        tape.of(
          () => this.#expression(inner, 1),
          () => `() => ${this.#expression(this.#openFunction(scope, true), 1)}`,
          () => (i > 0 ? `(${names[0]} = ${this.#expression(inner, 1)})` : "5"),
          () => this.#anonymous(scope),
        )();
      return tape.of(
        () => name,
        () => name,
        () => `${name} = ${value()}`,
        () => `{ ${name} = ${value()} } = {}`,
        () => `{ k: ${name} = ${value()} } = {}`,
        () => `[${name} = ${value()}] = []`,
      )();
    });
    return list.join(", ");
  }

  /** The statements of a function, and what it returns. */
  #body(scope: Scope): string {
    return `${this.#statements(scope)} return ${this.#expression(scope, 2)};`;
  }

  #statements(scope: Scope): string {
    const count = 1 + this.#tape.pick(scope.depth > 4 ? 2 : 4);
    // What hides others stands first more often than not.
    const first = this.#tape.pick(3) === 0 ? [this.#lexicalVariable(scope)] : [];
    return [...first, ...Array.from({ length: count }, () => this.#statement(scope))].join(" ");
  }

  #block(parent: Scope, changes: Partial<Scope> = {}): string {
    return `{ ${this.#statements(this.#open(parent, changes))} }`;
  }

  #statement(scope: Scope): string {
    const tape = this.#tape;
    const e = (d = 2) => this.#expression(scope, d);
    if (scope.depth > 6 || tape.isEmpty) return `${this.#change(scope)};`;
    switch (tape.pick(25)) {
      case 22:
      case 23:
        return scope.isQuiet ? this.#variable(scope) : this.#loop(scope);
      case 24:
        return scope.isQuiet ? this.#beginning(scope) : this.#loopOfClasses(scope);
      case 20:
      case 21:
        return this.#blockFunction(scope);
      case 0:
      case 1:
        return this.#variable(scope);
      case 2:
        return this.#lexicalVariable(scope);
      case 3:
      case 4:
        return `${this.#change(scope)};`;
      case 5:
      case 6:
      case 7:
        return `made[made.length] = ${this.#functionValue(scope)};`;
      case 8:
        return this.#block(scope);
      case 9:
        return `if (${e(1)}) ${this.#block(scope)} else ${this.#block(scope)}`;
      case 10:
        return this.#try(scope);
      case 11:
        return this.#choice(scope);
      case 12:
      case 13:
        return scope.isQuiet ? this.#variable(scope) : this.#loop(scope);
      case 14:
      case 15:
        return this.#functionDeclaration(scope);
      case 16:
        return this.#classDeclaration(scope);
      case 17:
        return this.#beginning(scope);
      case 18:
        return this.#naming(scope);
      default:
        return scope.isQuiet ? `${this.#change(scope)};` : this.#call(scope);
    }
  }

  /** A name that a `var` here may declare. */
  #freeVar(scope: Scope): string {
    const name = this.#tape.of(...shared);
    for (let s: Scope | undefined = scope; s !== undefined; s = s.parent) {
      if (s.lexical.has(name)) return this.#note(scope, `w${this.#unique++}`);
      if (s.isFunction) break;
    }
    return this.#note(scope, name);
  }

  /** A `var` may not be declared by a block on its way either. */
  #note(scope: Scope, name: string): string {
    for (let s: Scope | undefined = scope; s !== undefined; s = s.parent) {
      s.vars.add(name);
      if (s.isFunction) break;
    }
    return name;
  }

  /** A name that may be declared in this block. */
  #freeLexical(scope: Scope, isConstant = false): string {
    const name = this.#tape.of(...shared);
    const isTaken = scope.lexical.has(name) || scope.vars.has(name) || scope.used.has(name);
    const free = isTaken ? `w${this.#unique++}` : name;
    scope.lexical.add(free);
    if (isConstant) scope.constants.add(free);
    return free;
  }

  #try(scope: Scope): string {
    const tape = this.#tape;
    const caught = this.#open(scope);
    const name = tape.of("h", "x");
    caught.lexical.add(name);
    const error = tape.of(name, name, `{ ${name} = ${this.#expression(scope, 1)} }`);
    const thrown = tape.of("", "", `throw ${this.#expression(scope, 1)};`);
    const last = tape.of("", "", `finally ${this.#block(scope)}`);
    return `try { ${this.#statements(this.#open(scope))} ${thrown} } catch (${error}) { ${this.#statements(caught)} } ${last}`;
  }

  #variable(scope: Scope): string {
    const tape = this.#tape;
    const name = () => this.#freeVar(scope);
    const e = () => this.#expression(scope, 1);
    if (scope.isBlockOfClass && tape.pick(2) === 0) return this.#lexicalVariable(scope);
    return tape.of(
      () => `var ${name()} = ${e()};`,
      () => `var ${name()};`,
      () => `var ${name()} = ${e()}, ${name()} = ${e()};`,
      () => `var { k: ${name()} = ${e()}, ...${name()} } = { j: ${e()} };`,
      () => `var [${name()}, ${name()} = ${e()}] = [${e()}];`,
    )();
  }

  #lexicalVariable(scope: Scope): string {
    const tape = this.#tape;
    const isConstant = tape.pick(3) === 0;
    const name = this.#freeLexical(scope, isConstant);
    const own = this.#open(scope);
    own.used.add(`no ${name}`);
    const value = this.#expression(own, 1);
    return tape.of(
      () => `${isConstant ? "const" : "let"} ${name} = ${value};`,
      () => `${isConstant ? "const" : "let"} ${name} = ${value};`,
      () => `${isConstant ? "const" : "let"} [${name} = ${value}] = [];`,
      () => `${isConstant ? "const" : "let"} { k: ${name} = ${value} } = ${tape.of("{}", "o")};`,
      () => (isConstant ? `const ${name} = 4;` : `let ${name};`),
    )();
  }

  #read(scope: Scope): string {
    return scope.counter !== undefined && this.#tape.pick(3) === 0 ? scope.counter : this.#name(scope);
  }

  /** A function in a block, and what its name means behind the block. */
  #blockFunction(scope: Scope): string {
    const tape = this.#tape;
    const block = this.#open(scope);
    const name = tape.of(...shared);
    block.lexical.add(name);
    const inner = this.#openFunction(scope, true);
    const marked = tape.of("", annotation);
    const text = `${marked}function ${name}(${tape.of("", "y")}) { return ${this.#expression(inner, 1)}; }`;
    const use = scope.isQuiet
      ? `made[made.length] = ${name};`
      : tape.of(`v(typeof ${name}());`, `made[made.length] = ${name};`);
    const around = tape.of(
      (list: string) => `{ ${list} }`,
      (list: string) => `{ ${list} }`,
      (list: string) => `if (${name}) { ${list} }`,
      (list: string) => `switch (1) { case 1: ${list} }`,
    );
    const after = tape.of(
      `made[made.length] = () => typeof ${name};`,
      `made[made.length] = () => [${name} = 3, ${name}];`,
      `made[made.length] = ${annotation}() => [typeof ${name}, v(1), typeof ${name}];`,
      scope.isQuiet ? "" : `v(typeof ${name});`,
    );
    const before = tape.of("", `made[made.length] = () => typeof ${name};`);
    const whole = `${before} ${around(`${text} ${use}`)} ${after}`;
    return scope.isQuiet || tape.pick(3) > 0 ? whole : this.#hidingBlockFunction(scope);
  }

  /** A function with one in a block, in a block that has a variable of that name, which hides another one. */
  #hidingBlockFunction(scope: Scope): string {
    const tape = this.#tape;
    const name = tape.of(...shared);
    const marked = tape.of("", annotation);
    const f = `${marked}function ${name}() { return ${this.#expression(this.#openFunction(scope, true), 1)}; }`;
    const around = tape.of(
      `{ ${f} }`,
      `{ ${f} v(typeof ${name}()); }`,
      `if (1) { ${f} }`,
      `switch (1) { case 1: ${f} }`,
    );
    const inside = `made[made.length] = ${tape.of("", annotation)}() => { ${around} return typeof ${name}; };`;
    const other = tape.of(
      `{ let ${name} = v(3); made[made.length] = () => ${name}++; }`,
      `made[made.length] = () => ${name};`,
    );
    return `{ let ${name} = v(2); ${inside} ${tape.of(`${name}++;`, "")} v(${name}); } ${other}`;
  }

  /** One of the names, to be read or assigned at once. */
  #name(scope: Scope): string {
    const name = this.#tape.of(...shared);
    let isQuick = true;
    for (let s: Scope | undefined = scope; s !== undefined; s = s.parent) {
      if (isQuick && s.used.has(`no ${name}`)) return "1";
      if (isQuick) s.used.add(name);
      // Inside of a function it is read later.
      if (s.isFunction) isQuick = false;
    }
    return name;
  }

  #change(scope: Scope): string {
    const tape = this.#tape;
    const name = this.#assignable(scope);
    return tape.of(
      () => `${name} = ${this.#expression(scope, 2)}`,
      () => `${name}++`,
      // No `+`: the text of a function is another one.
      () => `${name} -= 2`,
      () => `[${name} = ${this.#expression(scope, 1)}] = [${tape.of("", "5")}]`,
      () => `({ k: ${name} } = { k: ${this.#expression(scope, 1)} })`,
      () => `${name} ${tape.of("||=", "&&=", "??=")} ${this.#expression(scope, 1)}`,
    )();
  }

  #assignable(scope: Scope): string {
    const name = this.#name(scope);
    if (name === "1") return "o.k";
    for (let s: Scope | undefined = scope; s !== undefined; s = s.parent)
      if (s.constants.has(name)) return this.#tape.pick(6) === 5 ? name : "o.k";
    return name;
  }

  #choice(scope: Scope): string {
    const tape = this.#tape;
    const inner = this.#open(scope);
    const clause = () => `${this.#statement(inner)} ${tape.of("", "break;")}`;
    const others = `case 1: ${clause()} ${tape.of("", `default: ${clause()}`)}`;
    return `switch (${this.#expression(scope, 1)}) { case 10: ${clause()} ${others} }`;
  }

  #loop(scope: Scope): string {
    const tape = this.#tape;
    const i = tape.of(`i${this.#unique++}`, `i${this.#unique}`, "a", "h");
    const head = this.#open(scope, { counter: i });
    head.lexical.add(i);
    // A counter of one of the names may be set back by anybody.
    const limit = (n: number) => (i.startsWith("i") ? `${i} < ${n}` : `${i} < ${n} && --fuel > 0`);
    const body = (parent: Scope) => this.#block(parent, { isBlockOfClass: scope.isBlockOfClass });
    const before = tape.of(
      () => "",
      () => `, g${i} = () => ${i}`,
      () => `, g${i} = class { x = ${i}; }`,
    );
    const use = tape.of(
      `made[made.length] = () => ${i};`,
      `made[made.length] = () => ${i}++;`,
      `made[made.length] = [${this.#classValue(this.#open(head, { isQuiet: true }))}];`,
      `made[made.length] = [${this.#classValue(this.#open(head, { isQuiet: true }))}];`,
    );
    const round = (parent: Scope) => `{ ${use} ${body(parent)} }`;
    return tape.of(
      () => `for (let ${i} = 0${before()}; ${limit(2)}; ${i}++) ${round(head)}`,
      () =>
        `for (let ${i} = 0; ${limit(3)}; ${i}++) { made[made.length] = ${this.#functionValue(this.#open(head))}; ${tape.of("", `if (${i} === 1) ${tape.of("break", "continue")};`)} }`,
      () =>
        `for (let ${i} = 0${before()}; ${limit(2)}; ${i}++) made[made.length] = ${this.#classOrFunction(this.#open(head, { isQuiet: true }))};`,
      () =>
        `for (let ${i} = 0; ${limit(2)}; ${i}++) made[made.length] = [${this.#classValue(this.#open(head, { isQuiet: true }))}];`,
      () =>
        `for (${this.#classValue(this.#open(scope, { isQuiet: true }))}; --fuel > 38; ${this.#change(this.#open(scope, { isQuiet: true }))}) ${this.#change(this.#open(scope, { isQuiet: true }))};`,
      () => `for (const ${i} of [1, ${this.#expression(scope, 1)}]) ${round(head)}`,
      () => `for (let ${i} of ${tape.of("[1, 2]", "new Set([3, 4])", '"yz"')}) ${round(head)}`,
      () => `for (const ${i} in { y: 1, z: 2 }) ${round(head)}`,
      () => `for (const [${i}, w${i} = ${this.#expression(scope, 1)}] of [[1], [2, 3]]) ${round(head)}`,
      () => {
        const name = this.#freeVar(scope);
        return `for (var ${name} = 0; ${name} < 2 && --fuel > 0; ${name}++) ${body(scope)}`;
      },
      () => {
        const name = this.#freeVar(scope);
        return `for (var ${name} of [1, 2]) ${body(scope)}`;
      },
      () => `{ let n${i} = 0; while (n${i}++ < 2) ${body(scope)} }`,
      () => `{ let n${i} = 0; do ${body(scope)} while (n${i}++ < 1); }`,
      () =>
        `for (${this.#classValue(scope)}; --fuel > 20 && ${this.#expression(scope, 1)}; ${this.#classValue(scope)}) { ${this.#change(scope)}; break; }`,
      () => `for (${this.#change(scope)}, n = 0; n < 2 && --fuel > 0; n++) ${body(scope)}`.replace(/\bn\b/g, "o.n"),
    )();
  }

  /** Classes that see the variables of their round, in a loop that calls nothing. */
  #loopOfClasses(scope: Scope): string {
    const tape = this.#tape;
    const i = `i${this.#unique++}`;
    const head = this.#open(scope, { counter: i, isQuiet: true });
    const value = () => tape.of(i, `[${i}, ${this.#expression(head, 1)}]`, this.#expression(head, 1));
    const member = tape.of(
      () => `x = ${value()};`,
      () => `static s = ${value()};`,
      () => `static { this.s = ${value()}; }`,
      () => `[${tape.of(`"x" + ${i}`, '"x"')}] = ${value()};`,
    );
    const heritage = tape.of("", "", `extends [Object, Array][${i}]`, `extends class { x = ${value()}; }`);
    const made = `made[made.length] = [class ${heritage} { ${member()} ${tape.of("", `get g() { return ${value()}; }`)} }];`;
    const around = tape.of("", "", `${this.#change(scope)};`);
    return tape.of(
      `for (let ${i} = 0; ${i} < 2; ${i}++) { ${made} ${around} }`,
      `for (let ${i} = 0, end = 2; ${i} < end; ${i} += 1) ${made}`,
      `for (const ${i} of [0, 1]) { ${made} ${around} }`,
      `{ let n = 0; while (n < 2) { const ${i} = n++; ${made} } }`,
      `try { for (let ${i} = 0; ${i} < 2; ${i}++) ${made} } finally { ${this.#change(scope)}; }`,
      `for (${tape.of("class {}", "class extends Object {}", "class {}.name", "function () {}.name")}; --fuel > 37; ${tape.of("class {}", "o.k++")}) ${this.#change(scope)};`,
    );
  }

  #functionDeclaration(scope: Scope): string {
    const tape = this.#tape;
    const isAtTop = scope.isFunction && !scope.isBlockOfClass;
    // At the top of a function it is a `var`; in a block it belongs to that alone, once.
    const name = isAtTop
      ? tape.of(
          () => this.#freeVar(scope),
          () => this.#freeVar(scope),
          () => `u${this.#unique++}`,
        )()
      : this.#freeLexical(scope);
    if (isAtTop) scope.lexical.add(name);
    const inner = this.#openFunction(scope);
    const star = tape.pick(8) === 0 ? "*" : "";
    const isAnnotated = star === "" && tape.pick(3) > 0;
    const params = this.#parameters(inner);
    const text = `${isAnnotated ? annotation : ""}function${star} ${name}(${params}) { ${star ? "yield 1;" : ""} ${this.#body(inner)} }`;
    if (scope.isQuiet) return `${text} made[made.length] = ${tape.of(name, `() => typeof ${name}`)};`;
    const y = `[${this.#expression(scope, 1)}]`;
    const use = star
      ? `t([...${name}(${y})].length);`
      : tape.of(
          `v(typeof ${name}(${y}));`,
          `v(typeof ask(${name}, ${y}));`,
          `v(typeof ${name}.call(o, ${y}));`,
          `v(typeof ${name}.apply(null, [${y}]));`,
          `v(typeof ${name}.bind(o, ${y})());`,
          `v(typeof Reflect.apply(${name}, o, [${y}]));`,
          `v(typeof new ${name}(${y}));`,
          `made[made.length] = ${name};`,
          "",
        );
    return `${text} ${use}`;
  }

  #functionValue(scope: Scope): string {
    const tape = this.#tape;
    const inner = this.#openFunction(scope);
    const marked = tape.of("", annotation, annotation);
    const own = tape.of("", "", "", ...shared);
    return tape.of(
      () => `${marked}() => ${this.#expression(inner, 2)}`,
      () => `${marked}(${this.#parameters(inner)}) => { ${this.#body(inner)} }`,
      () => `${marked}function ${own}(${this.#parameters(inner)}) { ${this.#body(inner)} }`,
      () => `() => look(${this.#classValue(scope)})`,
      () => `{ ${marked}m(${this.#parameters(inner)}) { ${this.#body(inner)} } }.m`.replace(/^(.*)\.m$/s, "($1).m"),
      () => `() => [...(function* () { yield ${this.#expression(this.#open(inner), 1)}; })()]`,
      () => `() => ({ get g() { ${this.#body(inner)} } }).g`,
    )();
  }

  #classDeclaration(scope: Scope): string {
    const name = this.#freeLexical(scope);
    const use = this.#tape.of(
      `made[made.length] = () => look(${name});`,
      scope.isQuiet ? "" : `t(look(${name}).length);`,
    );
    return `${this.#classText(scope, name)} ${use}`;
  }

  #classValue(scope: Scope): string {
    return this.#classText(scope, this.#tape.of("", "", "", ...shared));
  }

  #classText(scope: Scope, name: string): string {
    const tape = this.#tape;
    // What is in a class is strict, and its members are called by `look`, which is plain.
    const inner = this.#open(scope);
    if (name !== "") inner.constants.add(name);
    const quiet = this.#open(inner, { isQuiet: true });
    const e = () => this.#expression(quiet, 1);
    const method = () => this.#openFunction(inner);
    // One that is declared twice is left as it is.
    let methods = 0;
    const nameOfMethod = () => (methods++ === 0 ? `${annotation}m` : `other${methods}`);
    const member = () =>
      tape.of(
        () => `x = ${e()};`,
        () => `x = ${this.#anonymous(quiet)};`,
        () => `static s = ${e()};`,
        () => `get g() { return ${e()}; }`,
        () => `set g(y) { this.x = ${e()}; }`,
        () => {
          const f = method();
          return `${nameOfMethod()}(${this.#parameters(f)}) { ${this.#body(f)} }`;
        },
        () =>
          `static { ${this.#statements(this.#open(inner, { isFunction: true, isQuiet: true, isBlockOfClass: true }))} }`,
        () => `[${tape.of('"x"', `(${e()}, "x")`, `(${this.#change(scope)}, "g")`)}] = ${e()};`,
        () => `static [${tape.of('"s"', `(${e()}, "s")`)}] = ${e()};`,
        () => {
          const hidden = `#p${this.#unique++}`;
          return `${hidden} = ${e()}; ${nameOfMethod()}() { return this.${hidden}; }`;
        },
      )();
    const heritage = tape.of("", "", "", `extends class { x = ${e()}; }`, `extends (${e()}, Array)`, "extends Object");
    const members = Array.from({ length: 1 + tape.pick(3) }, member);
    const isMade = tape.pick(5) === 0;
    const constructed = isMade ? `constructor() { ${heritage ? "super();" : ""} this.x = ${e()}; }` : "";
    return `class ${name} ${heritage} { ${members.join(" ")} ${constructed} }`;
  }

  #classOrFunction(scope: Scope): string {
    return this.#tape.of(
      () => `() => look(${this.#classValue(scope)})`,
      () => this.#functionValue(scope),
      () => {
        const C = this.#classValue(scope);
        return `[${C}]`;
      },
    )();
  }

  /** A function or class without a name, which gets one where it stands. */
  #anonymous(scope: Scope): string {
    return this.#tape.of(
      () => `() => ${this.#expression(this.#openFunction(scope, true), 1)}`,
      () => `${annotation}() => ${this.#expression(this.#openFunction(scope, true), 1)}`,
      () => `function () { return ${this.#expression(this.#openFunction(scope, true), 1)}; }`,
      () => `${annotation}function () { return ${this.#expression(this.#openFunction(scope, true), 1)}; }`,
      () => `class { x = ${this.#expression(this.#open(scope, { isQuiet: true }), 1)}; }`,
      () => `class { ${annotation}m() { return ${this.#expression(this.#openFunction(scope, true), 1)}; } }`,
    )();
  }

  #naming(scope: Scope): string {
    const tape = this.#tape;
    const f = () => this.#anonymous(scope);
    const name = () => this.#assignable(scope);
    const shown = (text: string) =>
      scope.isQuiet ? `made[made.length] = () => (${text}).name;` : `v((${text}).name);`;
    return tape.of(
      () => shown(`{ k: ${f()} }.k`).replace(/\(\{ (.*) \}\.k\)\.name/s, "({ $1 }).k.name"),
      () => `${name()} = ${f()};`,
      () => `[${name()} = ${f()}] = [];`,
      () => `({ k: ${name()} = ${f()} } = {});`,
      () => `${name()} ??= ${f()};`,
      () => `var ${this.#freeVar(scope)} = ${f()};`,
      () => `let ${this.#freeLexical(scope)} = ${f()};`,
      () => `const ${this.#freeLexical(scope, true)} = ${f()};`,
      () => `var { k: ${this.#freeVar(scope)} = ${f()} } = {};`,
      () => `o.k = ${f()}; ${shown("o.k")} o.k = 3;`,
      () => shown(`[${f()}][0]`),
      () => shown(f()),
    )();
  }

  /** A statement that begins with a class or function, or would if it had no parentheses. */
  #beginning(scope: Scope): string {
    const tape = this.#tape;
    const C = this.#classValue(scope);
    if (scope.isQuiet) return tape.of(`(${C}).s;`, `(${C}).s = ${this.#expression(scope, 1)};`, `(${C});`);
    const f = this.#functionValue(scope);
    const call = tape.of("()", ".call(o, 1)", ".apply(o, [1])", ".bind(null)()");
    return tape.of(
      `(${C}).s;`,
      `(${C}).s = ${this.#expression(scope, 2)};`,
      `(${C}, v(1));`,
      `(${C}).s?.(v(2));`,
      `t(typeof (${f})${call});`,
      `(${f})${call};`,
      `(${C}) && v(3);`,
    );
  }

  #call(scope: Scope): string {
    const tape = this.#tape;
    return tape.of(
      () => `v(${this.#expression(scope, 1)});`,
      () => `t(typeof ask(${this.#functionValue(scope)}, ${this.#expression(scope, 1)}));`,
      () => `[1, 2].${tape.of("forEach", "map", "some")}(${this.#functionValue(scope)});`,
      () => `t(new ${this.#anonymous(scope).startsWith("class") ? "Object" : "Array"}(2).length);`,
    )();
  }

  #expression(scope: Scope, depth: number): string {
    const tape = this.#tape;
    const name = () => this.#read(scope);
    if (depth <= 0 || tape.isEmpty)
      return tape.of(
        () => "1",
        name,
        name,
        name,
        () => "0",
      )();
    const e = (d = depth - 1) => this.#expression(scope, d);
    switch (tape.pick(12)) {
      case 0:
      case 1:
        return `typeof ${name()}`;
      case 2:
        return `[${e()}, ${e()}]`;
      case 3:
        return `(${e()} ${tape.of("-", "||", "&&", "??", ",", "===")} ${e()})`;
      case 4:
        return `(${this.#change(scope)})`;
      case 5:
        return scope.isQuiet ? name() : `v(${e()})`;
      case 6:
        return scope.isQuiet ? `${e()}` : `(${this.#functionValueOf(scope)})()`;
      case 7:
        return `(${e()} ? ${e()} : ${e()})`;
      case 8:
        return scope.isQuiet || scope.depth > 5 ? name() : `new (${this.#classText(scope, "")})().x`;
      default:
        return name();
    }
  }

  #functionValueOf(scope: Scope): string {
    if (scope.depth > 5) return `() => ${this.#expression(this.#openFunction(scope, true), 1)}`;
    const inner = this.#openFunction(scope);
    return `${this.#tape.of("", annotation)}(${this.#parameters(inner)}) => ${this.#expression(inner, 1)}`.replace(
      /=> (\{.*)$/s,
      "=> ($1)",
    );
  }
}

/** @param strict Whether it is to run as strict code */
export function namesFrom(choices: readonly number[], strict: boolean): string {
  return new Names(new Tape(choices), strict).program();
}
