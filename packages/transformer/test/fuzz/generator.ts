/** Programs from a tape of numbers: what may be suspended, in every nesting. Every loop and call burns fuel, so all programs end. */
import { Tape } from "./tape.ts";

interface Scope {
  readonly isAsync: boolean;
  readonly inLoop: boolean;
  readonly inSwitch: boolean;
  readonly labels: readonly string[];
  readonly depth: number;
  /** Names of functions declared around. */
  readonly functions: readonly string[];
  /** Whether `arguments` is that of a function of the program. */
  readonly hasArguments: boolean;
}

const annotation = "/** @preempt */ ";

/** Inside of a generator function, where only its own steps are. */
const inGenerator: Omit<Scope, "isAsync" | "depth"> = {
  inLoop: false,
  inSwitch: false,
  labels: [],
  functions: ["f0", "f1", "arrow", "o.m"],
  hasArguments: true,
};

class Generator {
  #tape: Tape;
  #names = 0;
  constructor(tape: Tape) {
    this.#tape = tape;
  }

  program(isAsync: boolean): string {
    const scope: Scope = {
      isAsync,
      inLoop: false,
      inSwitch: false,
      labels: [],
      depth: 0,
      functions: ["f0", "f1", "arrow", "o.m", "o.base.n", "k.w", "drive", "made", "derived"],
      hasArguments: true,
    };
    const inArrow = { ...scope, depth: 1, hasArguments: false };
    const a = isAsync ? "async " : "";
    const wait = isAsync ? "await " : "";
    // Each has its share of the tape.
    const shares = this.#tape.split(16);
    const next = () => {
      this.#tape = shares.shift() ?? this.#tape;
    };
    next();
    const main = this.#statements(scope);
    // What ends one of them ends none of the others.
    const units = ["u0", "u1", "u2"].map((name) => {
      next();
      return `${annotation}${a}function ${name}(p, q) { burn(); let a = 1, b = 2, c = 3; ${this.#statements(scope)} return [a, b, c]; }`;
    });
    next();
    const last = `${annotation}(x) => { burn(); return x; }`;
    units.push(
      `${annotation}${a}function u3(p, q) { burn(); return [${this.#handler(isAsync)}(p, ${last}), ${this.#handler(isAsync)}(q, t), ${this.#handler(isAsync)}(1, keep)]; }`,
    );
    const fn = (head: string, params = "p, q") => {
      next();
      return `${annotation}${head}(${params}) { burn(); let a = p, b = q, c = 1; ${this.#statements({ ...scope, depth: 1 })} return a; }`;
    };
    // Sync in all programs, and what is async returns promises that nobody awaits. The text of a function is that of the output.
    const closure = (head: string, last: string) => {
      next();
      const inside = isAsync ? "for (let i = 0; i < 2; i++) a = t(a);" : this.#statements(inArrow);
      return `${annotation}${head} => { burn(); let a = typeof x === "function" ? 1 : x, b = 1, c = 2; ${inside} return ${last}; }`;
    };
    next();
    const steps = this.#steps(isAsync, 0);
    next();
    const driven = this.#driven(isAsync);
    const hidden = this.#tape.of("#h", "h");
    const initialiser = () =>
      this.#tape.of("1", "t(2)", "work(2)", "work(this.f) + work(1)", "[...iter(2)].length", "[1, 2].map(work).length");
    // No constructor is async.
    const constructed = (isDerived: boolean) => {
      next();
      const inside = isAsync ? "for (let i = 0; i < 2; i++) a = t(a);" : this.#statements(inArrow);
      const own = `burn(); let a = p, b = q, c = 1; ${inside}`;
      if (!isDerived)
        return `${annotation}constructor(${this.#tape.of("p, q", "{ length: p }, q = t(2)")}) { ${own} this.n = this.${hidden} + c; }`;
      const call = this.#tape.of(
        "super(p, a);",
        "if (a === 1) super(b); else super(t(p), q);",
        "try { super(t(a)); } finally { t('made'); }",
      );
      const before = this.#tape.of("", "let a = p, b = q, c = 1;", "let a = p, b = q, c = new.target.length;");
      const after = this.#tape.of(`${inside} this.m = c;`, "for (let i = 0; i < 2; i++) this.m = t(i);");
      const declared = before === "" ? "let a = p, b = q, c = 1;" : before;
      return `${annotation}constructor(p, q) { burn(); ${declared} ${call} ${after} }`;
    };
    const accessor = (head: string, last: string) => {
      next();
      const inside = isAsync ? "for (let i = 0; i < 2; i++) a = t(a);" : this.#statements(inArrow);
      return `${annotation}${head} { burn(); let a = this.n, b = 2, c = 3; ${inside} ${last} }`;
    };
    return [
      "let fuel = 150; const burn = () => { if (--fuel < 0) throw new RangeError('fuel'); };",
      "const t = (x) => { log(typeof x === 'function' ? 'fn' : x); return x; };",
      `${this.#tape.of("", annotation)}function* iter(n) { try { for (let i = 0; i < n; i++) { log('next', i); yield i; } } finally { log('close'); } }`,
      `const tag = ${this.#tape.of("", annotation)}(s, ...x) => { log(s.raw.join('|'), x.length); for (let i = 0; i < 2; i++) t(i); return x[0]; };`,
      "const res = (x) => ({ x, [Symbol.dispose]() { log('dispose', x); if (x === 2) throw new Error('disposal'); }, async [Symbol.asyncDispose]() { log('async dispose', x); } });",
      // one whose `return` is called by whoever leaves early, and may have its own say
      "const walk = (n, end) => { let i = 0; return { [Symbol.iterator]() { return this; }, next() { log('step', i); return { value: i, done: i++ >= n }; }, return(v) { log('left', i); if (end === 1) throw new Error('left'); return {}; } }; };",
      "const odd = { n: 1, get eff() { log('eff'); return ++this.n; }, set eff(x) { log('set eff', typeof x); this.n = 1; }, valueOf() { log('valueOf'); return this.n; } };",
      "const hold = (f, n) => { fs.push(f); if (n === 1) { try { log(typeof f()); } catch (e) { log(e.name, e.message); } } return n; };",
      "const fs = []; const call = (f) => (f ? f() : 0); const nil = null;",
      ...units,
      `${annotation}${a}function* gen(p, q) { burn(); let a = p, b = q, c = 1; ${steps} return a; }`,
      // Also by code that knows nothing of preemption. What is sent is a number, or an error.
      `${this.#tape.of("", annotation)}const ask = ${a}(it, how, x) => { burn(); try { return ${wait}it[how](x); } catch (e) { return String(e); } };`,
      `${annotation}${a}function drive(p, q) { burn(); let a = p, b = q, c = 1; const it = gen(p, q); ${driven} return ${wait}it.next(); }`,
      `${annotation}${a}function guard(u, x) { burn(); try { t(String(${wait}u(x, 1))); } catch (e) { t(String((e && e.message) || e)); } }`,
      fn(`${a}function f0`),
      fn(`${a}function f1`, this.#tape.of("p, q", "p, q = t(p)", "p = 1, [q] = [2], ...rest", "p, { q = p } = {}")),
      `${annotation}const arrow = ${a}(p, q) => { burn(); let a = p, b = 2, c = 3; ${this.#statements(inArrow)} return b; };`,
      "const keep = (x, then) => { fs.push(() => [typeof then, then?.length].join()); return then(x); };",
      `const given = (f) => ${annotation}(x, then) => { burn(); return then(f(typeof x === "function" ? 1 : x, 2)); };`,
      `const leaf = (n) => ${closure("(x, then)", "then(a + n)")};`,
      `const held = (f, g) => ${annotation}(x, then) => { burn(); return f(x, ${closure("(x)", "g(a, then)")}); };`,
      `const either = (f, g) => ${annotation}(x, then) => { burn(); const y = f(x, then); return y > 1 ? y : g(x, then); };`,
      `const again = (f) => { let n = 3; return loop; ${annotation}function loop(x, then) { burn(); return n-- > 0 ? f(x, ${annotation}(y) => loop(y, then)) : then(x); } };`,
      `const o = { v: 1, none: undefined, get seen() { log('get'); return this; }, ${fn(`${a}m`)}, base: { ${fn(`${a}n`)} } };`,
      `class J { constructor(v) { this.v = v; } ${fn(`${a}w`)} } class K extends J { ${fn(`${a}x`)} ${fn(`${a}w`).replace("burn();", `burn(); q = ${isAsync ? "await " : ""}super.w(p, q);`)} } const k = new K(5);`,
      `${annotation}function work(x) { burn(); for (let i = 0; i < 2; i++) t(x); return 1; }`,
      `class N { f = t('f'); ${hidden} = ${initialiser()}; ${constructed(false)} } class O extends N { ${this.#tape.of("", `g = ${initialiser()};`, `g = this.n + ${initialiser()};`, "#i = t(2); get i() { return this.#i; }")} ${constructed(true)} } class P extends O { e = ${initialiser()}; }`,
      `class Q { #n = 1; n = 2; ${accessor("get sum()", "return a;")} ${accessor("set sum(v)", "this.n = v;")} ${accessor(this.#tape.of("get #own()", "get own()", "static get own()"), "return b;")} get far() { return this.${this.#tape.of("#n", "sum")}; } } class R extends Q { ${this.#tape.of("", accessor("get sum()", "return super.sum + a;"))} } const acc = new ${this.#tape.of("Q", "R")}(); const lit = { __proto__: acc, ${this.#tape.of("", accessor("get sum()", "return c;"))} };`,
      `${annotation}const made = (p, q) => { burn(); return new N(p, q).n; }; ${annotation}const derived = (p, q) => { burn(); const o = new (p === 1 ? P : O)(p, q); return [o.n, o.m, o.g, o.i, Object.keys(o).join()].join(); };`,
      `${annotation}${a}function main() { let a = 1, b = 2, c = 3; for (const u of [u0, u1, u2, u3, drive]) { fuel = 60; ${wait}guard(u, a); } fuel = 150; ${main} ${isAsync ? "await null;" : ""} return [a, b, c, o.v, k.v, fs.map((f) => f())]; }`,
    ].join("\n");
  }

  /** What a generator function does between its steps. */
  #steps(isAsync: boolean, depth: number): string {
    const tape = this.#tape;
    const scope = { ...inGenerator, isAsync, depth: depth + 2 };
    const e = () => this.#expression(scope, 1);
    const v = () => tape.of("a", "b", "c");
    const more = () => (depth < 3 && !tape.isEmpty ? this.#steps(isAsync, depth + 1) : `yield ${v()};`);
    const wait = isAsync ? "await " : "";
    const one = () =>
      tape.of(
        () => `yield ${e()};`,
        () => `${v()} = yield ${e()};`,
        () => `t(yield ${e()});`,
        () => `yield* iter(${tape.pick(3)});`,
        () => `${v()} = yield* gen(${e()}, 2);`,
        () => `yield* walk(2, ${tape.pick(2)});`,
        () =>
          `try { ${more()} } catch (x) { t(String(x)); ${tape.of("", more())} } finally { ${tape.of("t('finally');", more(), this.#simple(scope))} }`,
        () => `for (let i = 0; i < 2; i++) { burn(); ${more()} fs.push(() => i); }`,
        () => `for (const x of iter(2)) { burn(); ${more()} if (${e()}) ${tape.of("break", "continue")}; }`,
        () => `for ${wait}(const x of gen(${e()}, 1)) { burn(); ${v()} = x; ${more()} }`,
        () => `if (${e()}) { ${more()} } else ${v()} = [yield ${v()}, ${e()}].length;`,
        () => `{ ${this.#statements(scope)} }`,
        () => `if (${e()} > 2) return ${e()};`,
      )();
    return Array.from({ length: 1 + tape.pick(3) }, one).join(" ");
  }

  /** Steps of the generator object `it`, whoever asks for them. */
  #driven(isAsync: boolean): string {
    const tape = this.#tape;
    const wait = isAsync ? "await " : "";
    const one = () =>
      tape.of(
        () => `t(String((${wait}it.next(${tape.pick(3)})).value));`,
        () => `t(${wait}ask(it, "next", ${tape.pick(3)}));`,
        () => `t(${wait}ask(it, "${tape.of("return", "throw", "next")}", ${tape.pick(3)}));`,
        () => `for ${wait}(const x of it) { burn(); t(x); if (a++ > 1) break; }`,
        () => (isAsync ? "t(await Promise.all([ask(it, 'next'), ask(it, 'next', 1)]));" : "t([...it].length);"),
        () =>
          `for ${wait}(const x of gen(q, p)) { burn(); ${tape.of("t(x);", "break;", "b = x; continue;", "return x;")} }`,
      )();
    return Array.from({ length: 1 + tape.pick(4) }, one).join(" ");
  }

  #statements(scope: Scope): string {
    const count = 1 + this.#tape.pick(scope.depth > 2 ? 2 : 4);
    return Array.from({ length: count }, () => this.#statement(scope)).join(" ");
  }

  #statement(scope: Scope): string {
    const tape = this.#tape;
    if (scope.depth > 4 || tape.isEmpty) return `${this.#expression(scope, 1)};`;
    const inner = { ...scope, depth: scope.depth + 1 };
    const e = (d = 2) => this.#expression(scope, d);
    const v = () => tape.of("a", "b", "c");
    const body = (s: Scope) => (tape.pick(3) === 0 ? this.#simple(s) : `{ ${this.#statements(s)} }`);
    switch (tape.pick(33)) {
      case 23:
      case 24:
        return this.#quietTry(inner);
      case 25: {
        const [i, j] = [`i${this.#names++}`, `j${this.#names++}`];
        const s = { ...inner, inLoop: true };
        const change = tape.of("", `if (${v()} % 2) ${i}++;`, `${j} += ${e(1)};`, `fs.push(() => ${i}++);`);
        return `for (let ${i} = 0, ${j} = ${tape.of("a", e(1))}, g = () => ${i} + ${j}; ${i} < 3; ${tape.of("", `fs.push(() => ${j}), `)}${i}++, ${j} += 2) { burn(); fs.push(() => ${i} + ${j}, g); ${change} ${this.#statements(s)} }`;
      }
      case 26:
        return this.#withDefaults(inner);
      case 27:
        return tape.of(
          `odd.eff ${tape.of("+=", "=", "||=", "&&=", "??=", "*=")} ${e()};`,
          `({ eff: ${v()}, n: ${v()} = ${e(1)} } = odd);`,
          "odd.eff++;",
          `${v()} = odd * ${e(1)};`,
          `${v()} = odd.eff + ${e(1)} + odd.eff;`,
          `o.v = [odd.n, ${e(1)}, odd.eff, odd.n].length + odd.n;`,
        );
      case 28:
        return this.#fallthrough(inner);
      case 29:
      case 30: {
        const i = `i${this.#names++}`;
        const label = `L${this.#names++}`;
        const s = { ...inner, inLoop: true, labels: [...inner.labels, label] };
        const source = tape.of(`iter(${1 + tape.pick(3)})`, `walk(${1 + tape.pick(3)}, ${tape.pick(2)})`);
        const head = tape.of(`const ${i}`, `let ${i}`, `var ${i}`, "o.v", `const [${i} = ${e(1)}]`, `${v()}`);
        const shown = head.includes(i) ? `fs.push(() => ${i});` : "";
        const walked = head.startsWith("const [") ? `[${source}, walk(1, ${tape.pick(2)})]` : source;
        return `${label}: for (${head} of ${walked}) { burn(); ${shown} ${tape.of("", this.#quietTry(s))} ${this.#statements(s)} ${this.#jump(s)} }`;
      }
      case 31:
        return tape.of(
          `[${v()}, ...o.rest] = walk(${tape.pick(4)}, ${tape.pick(2)});`,
          `[${v()} = ${e(1)}, o.v = ${e(1)}] = walk(${tape.pick(4)}, ${tape.pick(2)});`,
          `[[${v()} = ${e(1)}] = [], { n: ${v()} = ${e(1)} }] = [undefined, odd];`,
          `const [x${this.#names} = ${e(1)}, { y${this.#names} = x${this.#names}, ...z${this.#names++} } = { n: ${e(1)} }] = iter(${tape.pick(3)});`,
        );
      case 32: {
        const i = `i${this.#names++}`;
        const s = { ...inner, inLoop: true };
        return tape.of(
          () =>
            `try { ${this.#statements(inner)} } catch ({ message: m = ${e(1)}, ...others }) { t(m); ${this.#statements(inner)} } finally { ${this.#quiet(inner)} }`,
          () => `for (var ${i} = 0; ${i} < 3; ${i}++) { burn(); fs.push(() => ${i}); ${this.#statements(s)} }`,
          () =>
            `{ const k = { x: 1, y: ${e(1)}, z: 3 }; for (const ${i} in k) { burn(); if (${v()}) delete k.z; ${this.#statements(s)} t(${i}); } }`,
          () =>
            `{ let ${i} = 0; do { burn(); ${this.#quiet(s)} ${this.#statements(s)} } while (${i}++ < 1 && ${e(1)}); }`,
        )();
      }
      case 20: {
        const name = `r${this.#names++}`;
        const kind = scope.isAsync ? tape.of("await using", "using") : "using";
        return `{ ${kind} ${name} = ${tape.of(`res(${e(1)})`, "null")}; t(${name}?.x); ${this.#statements(inner)} }`;
      }
      case 21:
        return this.#class(inner);
      case 22: {
        const a = scope.isAsync ? "async " : "";
        const wait = scope.isAsync ? "await " : "";
        const method = { ...inner, inLoop: false, inSwitch: false, labels: [] };
        return `t(${wait}({ __proto__: o, ${annotation}${a}${tape.of("z", "['z']", "[t('z')]")}(q) { burn(); ${tape.of("q = this.v;", "q = a;")} ${this.#statements(method)} return b; } }).z(${e(1)}));`;
      }
      case 0:
      case 1:
        return `${v()} ${tape.of("=", "+=", "-=", "||=", "??=")} ${e()};`;
      case 2:
        return `${e()};`;
      case 3:
        return `t(${e()});`;
      case 4:
        return `if (${e()}) ${body(inner)} else ${body(inner)}`;
      case 5:
        return `if (${e()}) ${this.#simple(inner)}`;
      case 6:
      case 7:
      case 8:
        return this.#loop(inner);
      case 9:
        return `try { ${this.#statements(inner)} } catch (e) { t(String(e && e.message || e)); ${this.#statements(inner)} }`;
      case 10:
        return tape.of(
          () => `try { ${this.#statements(inner)} } finally { log('fin'); ${this.#statements(inner)} }`,
          () => `try { ${this.#statements(inner)} } finally { ${v()} += 1; ${this.#quiet(inner)} }`,
          () =>
            `try { ${this.#statements(inner)} } catch (e) { t(String(e && e.message || e)); ${this.#statements(inner)} } finally { ${v()} += 2; ${this.#quiet(inner)} }`,
          () =>
            `for (const k in { x: ${e(1)}, y: 2, z: 3 }) { ${v()} += k.length; if (${v()} % 3 === 1) ${tape.of("continue", "break")}; ${v()}++; }`,
        )();
      case 11: {
        const s = { ...inner, inSwitch: true };
        // TypeScript takes `case (a = 1): try {` for an arrow function with a return type
        return `switch (${e()} % 3) { case (0, ${e(1)}): ${this.#statements(s)} case 1: ${this.#statements(s)} break; default: let z = ${e(1)}; t(z); }`;
      }
      case 12:
        return `throw ${tape.of("new Error('e' + a)", "a")};`;
      case 13:
        return `return ${e()};`;
      case 14:
        return this.#jump(scope);
      case 15: {
        const name = `x${this.#names++}`;
        if (tape.pick(2) === 0) return this.#early(inner, name);
        return `{ ${tape.of("let", "const", "var")} ${name} = ${e()}; fs.push(() => ${name}); t(${name}); }`;
      }
      case 16: {
        const name = `h${this.#names++}`;
        const next = { ...inner, inLoop: false, inSwitch: false, labels: [], functions: [...scope.functions, name] };
        const a = scope.isAsync ? "async " : "";
        return `{ ${tape.of(annotation, annotation, "")}${a}function ${name}(p, q) { burn(); ${this.#statements(next)} return a + p; } ${v()} = ${scope.isAsync ? "await " : ""}${name}(${e(1)}, ${e(1)}); }`;
      }
      case 17:
        return `t(${scope.isAsync ? "await " : ""}call(fs[${tape.pick(2)}]));`;
      case 18:
        return this.#pattern(scope);
      default: {
        const label = `L${this.#names++}`;
        return `${label}: { ${this.#statements({ ...inner, labels: [...inner.labels, `!${label}`] })} }`;
      }
    }
  }

  /** A variable that functions mention before it has a value: those in its own value, or one made before. */
  #early(inner: Scope, name: string): string {
    const tape = this.#tape;
    const scope = { ...inner, inLoop: false, inSwitch: false, labels: [] };
    const [a, wait] = inner.isAsync ? ["async ", "await "] : ["", ""];
    return tape.of(
      () => `{ ${tape.of("let", "const")} ${name} = hold(() => ${name}, ${tape.pick(3)}); t(${name}); }`,
      () =>
        `{ const ${name} = { v: hold(() => ${name}.v, ${tape.pick(3)}), ${annotation}${a}m(q) { burn(); ${this.#statements(scope)} return typeof this.v + (q && ${name}.v); } }; t(${wait}${name}.m(a)); t(${wait}${name}.m(0)); }`,
      () =>
        `{ const ${name} = () => ${name}z; ${tape.of("", `hold(${name}, 1);`)} ${this.#statements(inner)} const ${name}z = ${this.#expression(inner, 1)}; fs.push(${name}); t(${name}()); }`,
    )();
  }

  /** A class with a method of a computed key, a private one, a field and a static block. */
  #class(inner: Scope): string {
    const tape = this.#tape;
    const name = `C${this.#names++}`;
    const scope = { ...inner, inLoop: false, inSwitch: false, labels: [] };
    const [a, wait] = inner.isAsync ? ["async ", "await "] : ["", ""];
    const key = tape.of("t('k')", "'k'", "`${'k'}`");
    const other = tape.of("", `[t('${tape.of("k", "j")}')]() { return ${tape.pick(9)}; }`);
    return `{ class ${name} extends K { #p = t(${tape.pick(5)}); static { t('static'); } ${annotation}${a}[${key}](q) { burn(); ${this.#statements(scope)} return ${wait}this.#m(q); } ${annotation}${a}#m(q) { burn(); for (let i = 0; i < 2; i++) { this.#p += ${wait}call(() => q); ${this.#statements(scope)} } return this.#p; } ${other} ${annotation}${a}w(q) { return (${wait}super.x(q)) + 1; } } const s = new ${name}(1); t(${wait}s.k(a)); t(${wait}s.w(1)); }`;
  }

  /** Statements without a call. */
  #quiet(scope: Scope): string {
    const tape = this.#tape;
    const v = () => tape.of("a", "b", "c");
    const one = () =>
      tape.of(
        () => `${v()} += ${v()} * 0.5;`,
        () => `${v()} = nil.x;`,
        () => `if (${v()} > ${v()}) ${this.#jump(scope, ";")}`,
        () => `${v()} = ${v()} + 1;`,
        () => `throw ${v()};`,
        () => `if (${v()} % 2) return ${v()};`,
        () => this.#jump(scope, ";"),
        () => `for (let i = 0; i < 2; i++) { ${v()} += i; if (${v()} > 3) ${tape.of("break", "continue")}; ${v()}++; }`,
      )();
    return `${one()} ${tape.of("", one())}`;
  }

  /** `try` in which nothing is called, with jumps out of it to where its variables are still needed. */
  #quietTry(scope: Scope): string {
    const tape = this.#tape;
    const quiet = (s = scope) => this.#quiet(s);
    const attempt = () =>
      tape.of(
        () => `try { ${quiet()} } catch { ${quiet()} }`,
        () => `try { ${quiet()} } finally { ${quiet()} }`,
        () => `try { ${quiet()} } catch (e) { a = typeof e; ${quiet()} } finally { ${quiet()} }`,
        () => `try { try { ${quiet()} } finally { ${quiet()} } } catch { ${quiet()} }`,
      )();
    const label = `L${this.#names++}`;
    const inside = { ...scope, labels: [...scope.labels, label], inLoop: true };
    const i = `i${this.#names++}`;
    return tape.of(
      attempt,
      () => `{ ${attempt()} t([a, b, c].join()); }`,
      () =>
        `${label}: for (let ${i} = 0; ${i} < 3; ${i}++) { burn(); let x = ${i} + a; for (const y of [1, 2]) { try { x += y; ${quiet(inside)} } finally { b += x; ${tape.of("", `if (x > 2) continue ${label};`, `if (y > 1) break ${label};`)} } } t(x); } t(b);`,
      () =>
        `${label}: for (const ${i} of iter(3)) { burn(); let x = ${i}; try { if (x > 1) break ${label}; ${quiet(inside)} x = ${this.#expression(scope, 1)}; } catch { x += 5; continue ${label}; } finally { c += x; } t(x); }`,
    )();
  }

  /** A function whose parameters see those before them, and functions among them that see them all. */
  #withDefaults(inner: Scope): string {
    const tape = this.#tape;
    const name = `h${this.#names++}`;
    const s = { ...inner, inLoop: false, inSwitch: false, labels: [] };
    const [a, wait] = inner.isAsync ? ["async ", "await "] : ["", ""];
    const d = () => tape.of("p", "q", "t(p)", "a", "f = p", "(p = 7)", "g()");
    const params = tape.of(
      `p, q = p, { r = ${tape.of("q", "t(q)")}, n: u = r } = odd`,
      `p, q = () => p, [r = p, ...u] = [p, ${tape.of("p", "q")}]`,
      `p = a, g = () => p++, q = ${d().replace("f = p", "p")}, r = g, u = [p, q]`,
      "{ p, q = p } = { p: b }, r = (() => { p = 5; return q; })(), ...u",
      `p, [q = t(p), r = q] = walk(${tape.pick(3)}, 0), u = 1`,
    );
    const vars = tape.of("", "var p;", "var p = 3;", "let z = p;");
    const call = tape.of("1, 2", "", "undefined, undefined, undefined", "3, undefined, { r: 1 }");
    const args = params.startsWith("p, q = () =>") && call.includes("{ r") ? "1" : params.includes("{ p,") ? "" : call;
    const safe = params.includes("walk(") && args.startsWith("1, 2") ? "1" : args.includes("{ r") ? "3" : args;
    return `{ ${annotation}${a}function ${name}(${params}) { burn(); ${vars} fs.push(() => typeof p); ${this.#statements(s)} t([typeof p, typeof q, typeof r, typeof u].join()); return p; } t(typeof (${wait}${name}(${safe}))); }`;
  }

  #fallthrough(inner: Scope): string {
    const tape = this.#tape;
    const i = `i${this.#names++}`;
    const label = `L${this.#names++}`;
    const s = { ...inner, inLoop: true, inSwitch: true, labels: [...inner.labels, label] };
    const e = () => this.#expression(inner, 1);
    const end = () => tape.of("", "break;", `continue ${label};`, "continue;", `break ${label};`);
    const clauses = [
      `case 0: { let z = ${e()}; fs.push(() => z); ${this.#statements(s)} ${end()} }`,
      `case 1: let w = ${i}; fs.push(() => w++); ${this.#quiet(s)} ${end()}`,
      `default: t('default'); ${this.#statements(s)} ${end()}`,
      `case ${tape.of("2", "t(2)", "odd.n")}: for (const k of [1, 2]) { burn(); ${this.#statements(s)} ${tape.of("", "break;", `continue ${label};`)} } ${end()}`,
      `case 3: function s${i}(x) { return x + ${i}; } t(typeof s${i}); ${end()}`,
    ];
    const order = tape.of([0, 1, 2, 3, 4], [2, 0, 3, 1, 4], [4, 3, 2, 1, 0], [1, 2, 4, 0, 3]);
    return `${label}: for (let ${i} = 0; ${i} < 4; ${i}++) { burn(); switch (${tape.of(i, `(${e()}, ${i})`, "a % 4")}) { ${order.map((n) => clauses[n]).join(" ")} } t(${i}); }`;
  }

  /** Without braces: where a statement that becomes two would show. */
  #simple(scope: Scope): string {
    return this.#tape.of(
      () => `${this.#expression(scope, 2)};`,
      () => this.#jump(scope),
      () => `if (${this.#expression(scope, 1)}) ${this.#expression(scope, 2)}; else ${this.#expression(scope, 2)};`,
    )();
  }

  #jump(scope: Scope, otherwise = "log('here');"): string {
    const labelled = scope.labels.flatMap((l) =>
      l.startsWith("!") ? [`break ${l.slice(1)};`] : [`break ${l};`, `continue ${l};`],
    );
    const plain = scope.inLoop ? ["break;", "continue;"] : scope.inSwitch ? ["break;"] : [];
    return this.#tape.of(otherwise, ...plain, ...labelled);
  }

  #loop(inner: Scope): string {
    const tape = this.#tape;
    const i = `i${this.#names++}`;
    const label = tape.pick(2) === 0 ? "" : `L${this.#names++}`;
    const scope = { ...inner, inLoop: true, labels: label ? [...inner.labels, label] : inner.labels };
    const e = (d = 1) => this.#expression(inner, d);
    const body = `{ burn(); ${this.#statements(scope)} }`;
    const bare = `t(${this.#expression(scope, 2)});`;
    const loops = [
      () => `for (let ${i} = 0; ${i} < ${1 + tape.pick(3)}; ${i}++) ${body}`,
      () => `for (const ${i} of [${e()}, ${e()}]) ${body}`,
      () => `for (const ${i} of iter(${1 + tape.pick(3)})) ${body}`,
      () => `for (const ${i} in { x: ${e()}, y: 2 }) ${body}`,
      () => `for (let ${i} = 0; t(${i}) < 2 && ${e()} !== 99; ${i}++, ${e()}) ${body}`,
      () => `{ let ${i} = 2; ${label ? `${label}: ` : ""}while (${i}-- > 0) ${body} }`,
      () => `{ let ${i} = 2; ${label ? `${label}: ` : ""}do ${body} while (--${i} > 0); }`,
      () => `for (let ${i} = 0; ${i} < 2; ${i}++) ${bare}`,
      () => `for (let ${i} = 0; ${i} < 3; ${i}++) { burn(); fs.push(() => ${i}); ${this.#statements(scope)} }`,
      () =>
        inner.isAsync
          ? `for await (const ${i} of [${e()}, Promise.resolve(${e()})]) ${body}`
          : `for (const [${i}, y = ${e()}] of [[1], [2, 3]]) ${body}`,
    ];
    const at = tape.pick(loops.length);
    const loop = (loops[at] as () => string)();
    return label && at !== 5 && at !== 6 ? `${label}: ${loop}` : loop;
  }

  #expression(scope: Scope, depth: number): string {
    const tape = this.#tape;
    if (depth <= 0 || tape.isEmpty) return tape.of("1", "a", "b", "c", "0", "2", "0.7");
    const e = (d = depth - 1) => this.#expression(scope, d);
    const v = () => tape.of("a", "b", "c");
    const args = () =>
      tape.of(
        () => `${e()}, ${e()}`,
        () => e(),
        () => `...[${e()}, ${e()}]`,
        () => `...${tape.of("iter(2)", "[1]", `[${e()}]`)}, ${e()}`,
      )();
    // Always awaited: calls that run side by side race, and a race may end differently.
    const wait = scope.isAsync ? "await " : "";
    const callee = () => tape.of(...scope.functions);
    const called = (text: string) => (scope.isAsync ? `(${wait}${text})` : text);
    switch (tape.pick(28)) {
      case 25: {
        const object = tape.of("acc", "lit", "odd", "(nil ?? acc)");
        return tape.of(
          `${object}.sum`,
          `${object}?.sum`,
          `(${object}.sum = ${e()})`,
          `(${object}.sum ${tape.of("+=", "-=", "||=", "&&=", "??=")} ${e()})`,
          `${object}.sum++`,
          `(${object}["sum"] + ${object}.far)`,
        );
      }
      case 26:
        return tape.of(`Reflect.construct(N, [${e()}, ${e()}]).n`, `Reflect.construct(N, [${e()}], O).m`);
      case 27:
        return scope.isAsync ? e() : `Array.from(gen(${e()}, 1)${tape.of("", `, ${annotation}(x) => t(x)`)}).length`;
      case 24:
        return `${this.#handler(scope.isAsync)}(${e()}, ${scope.isAsync ? "t" : `${annotation}(x) => { burn(); return ${e()}; }`})`;
      case 22: {
        const item = () =>
          tape.of(
            () => e(),
            () => `...${tape.of("iter(2)", `[${e()}]`, `walk(2, ${tape.pick(2)})`)}`,
          )();
        return `[${item()}, ${item()}, ${item()}].length`;
      }
      case 23: {
        const member = () =>
          tape.of(
            () => `v: ${e()}`,
            () => `[${tape.of("t('v')", `(${e()}, "x")`, "K")}]: ${e()}`,
            () => `...${tape.of("o.base", "{ get v() { log('got'); return 3; } }", `[${e()}]`, `{ v: ${e()} }`)}`,
            () => `get x() { return ${v()}; }`,
          )();
        return `({ v: ${e()}, ${member()}, ${member()}, ${member()} }).v`;
      }
      case 19: {
        const a = scope.isAsync ? "async " : "";
        const inside = { ...scope, inLoop: false, inSwitch: false, labels: [] };
        const seen = scope.hasArguments ? tape.of("arguments.length", "arguments[0]") : "1";
        return called(
          `(${tape.of(annotation, annotation, "")}${a}(x) => { burn(); for (let i = 0; i < 2; i++) ${v()} = ${seen}; return ${this.#expression(inside, depth - 1)}; })(${e()})`,
        );
      }
      case 20:
        return `tag\`x\${${e()}}y\${${e()}}\``;
      case 21:
        // an async callback would run beside the others
        return scope.isAsync
          ? e()
          : `[${e()}, 2, 1].${tape.of("map", "filter", "some", "sort", "findIndex", "flatMap")}(${annotation}(x, y) => { burn(); for (let i = 0; i < 2; i++) ${v()} = x; return ${e()}; }).length`;
      case 0:
      case 1:
      case 2:
        return called(`${callee()}(${args()})`);
      case 3:
        return `(${e()} ${tape.of("+", "-", "*", "<", "&&", "||", "??", ",", "===", "*", "|")} ${e()})`.replace(
          /\?\?/,
          "??",
        );
      case 4:
        return `(${v()} = ${e()})`;
      case 5:
        return `(${v()} += ${e()})`;
      case 6:
        return `(${e()} ? ${e()} : ${e()})`;
      case 7:
        return `t(${e()})`;
      case 8:
        return called(
          tape.of(
            `o?.m(${args()})`,
            `o.none?.(${args()})`,
            `nil?.m(${args()}).x`,
            `o.seen?.m?.(${args()})`,
            `o?.base.n(${args()})`,
          ),
        );
      case 9:
        return `((x) => ${v()} + x)(${e()})`;
      case 10:
        return `[${e()}, ${e()}][${tape.pick(2)}]`;
      case 11:
        return `\`\${${e()}}-\${${e()}}\`.length`;
      case 12:
        return `${v()}++`;
      case 13:
        return `(o.v += ${e()})`;
      case 14:
        return `(o[${tape.of("'v'", "t('v')")}] = ${e()})`;
      case 15:
        return `new K(${e()}).v`;
      case 16:
        return `(typeof ${e()}).length`;
      case 17:
        return called(`k.${tape.of("w", "x", "missing")}(${args()})`);
      default:
        return scope.isAsync ? `(await ${tape.of(e(), `Promise.resolve(${e()})`)})` : `-${v()}`;
    }
  }

  /** What is called with a value and a callback. */
  /** What takes an object with getters apart, or what a generator gives. */
  #pattern(scope: Scope): string {
    const tape = this.#tape;
    const v = () => tape.of("a", "b", "c");
    const e = () => this.#expression(scope, 1);
    const [x, y, z] = [`x${this.#names++}`, `x${this.#names++}`, `x${this.#names++}`];
    const object = () => tape.of("acc", "lit", "odd", "nil", "t(acc)", "{ acc }.acc", "{ n: acc, sum: 2 }");
    const list = (...steps: string[]) =>
      tape.of(scope.isAsync ? "iter(1)" : tape.of(...steps), "iter(3)", "walk(3, 0)");
    return tape.of(
      () => `[${v()}, ${v()} = ${e()}] = ${tape.of(`[${e()}]`, list("gen(1, 2)"))};`,
      () => `{ const { sum: ${x}, n: ${y} } = ${object()}; t(${x}); ${v()} = ${y}; }`,
      () => `{ const [${x}, ${y}] = ${list("gen(1, 2)")}; t(${y}); ${v()} = ${x}; }`,
      () => `{ let [, ...${x}] = ${scope.isAsync ? "iter(3)" : "gen(2, 1)"}; t(${x}.length); }`,
      () =>
        `{ let { missing: ${x} = ${e()}, sum: ${y} = ${e()}, ...${z} } = ${object()}; fs.push(() => [${x}, ${y}++]); t(${z}.n); ${v()} = ${y}; }`,
      () =>
        `{ var { n: { sum: ${x} = ${e()} } = acc, ["su" + "m"]: ${y} = ${x}, own: ${z} = t(${y}) } = ${object()}; t(${z}); }`,
      () => `({ sum: ${v()} = ${e()}, own: ${v()}, n: ${v()} } = ${object()});`,
      () =>
        `{ const [${x} = ${e()}, [${y}] = [${v()}], ${z} = (fs.push(() => ${z}), ${x})] = ${list("gen(1, 2)", "gen(0, 1)")}; t(${z}); ${v()} = ${y}; }`,
      () =>
        `for (const { sum: ${x}, n: ${y} = ${e()} } of [${object()}, ${object()}]) { burn(); fs.push(() => ${x}); t(${y}); }`,
      () =>
        `${v()} = (${annotation}({ sum: ${x} = 1, n: ${y} }, ${z} = () => ${x}) => { burn(); t(${z}()); return ${y}; })(${object()});`,
      () =>
        `{ ${annotation}function ${z}([${x} = 1, ...${y}], { own = ${x} } = acc) { burn(); t(own); return ${y}.length; } t(${z}(${list("gen(1, 2)")})); }`,
    )();
  }

  #handler(isAsync: boolean, depth = 0): string {
    const tape = this.#tape;
    const inner = () => (depth > 2 ? "keep" : this.#handler(isAsync, depth + 1));
    return tape.of(
      () => "leaf(1)",
      () => "keep",
      () => `held(${inner()}, ${inner()})`,
      () => `either(${inner()}, ${inner()})`,
      () => `again(${inner()})`,
      // Promises that nobody awaits run side by side.
      () => tape.of("t", "nil", "leaf(2).bind(null)", ...(isAsync ? [] : ["given(f0)", "given(o.m)"])),
    )();
  }
}

export function programFrom(choices: readonly number[], isAsync: boolean): string {
  const code = new Generator(new Tape(choices)).program(isAsync);
  return likeTheRewrite(
    code,
    choices.reduce((sum, choice) => sum + choice, 0),
  );
}

/** Names that the rewrite would take, if nobody had them. */
const taken =
  "$t $value $at $list $i $iteration $result $frame $state $signal $callee $self $depth $this $end $left $last $rest $start $out $next".split(
    " ",
  );

/** Every other program has some of these in place of its own names, wherever they stand. */
function likeTheRewrite(code: string, hash: number): string {
  if (hash % 2 === 0) return code;
  const own = /\b(?:[abcpqxy]|[ix]\d+)\b/g;
  const names = new Map([...new Set(code.match(own))].slice(0, taken.length).map((name, i) => [name, i]));
  return code.replace(own, (name) => {
    const i = names.get(name);
    // The last bit is the same in all of these programs.
    const isTaken = i !== undefined && (hash >> (1 + (i % 7))) % 2 === 0;
    return isTaken ? (taken[(i + hash) % taken.length] as string) : name;
  });
}
