// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs in programs
// Parsers and printers of programming languages and styles, and tools that make parsers.
const programs = [
  "const a = (b, {c = 1, ...d}) => b ? [1, {c: d}] : /x[/]y/g; for (const i of a) { try { throw i } catch { } finally { } }",
  "class A extends B { #x = 1; static y = `t${1 + `u${2}`}`; get z() { return this.#x ?? super.z } async *[Symbol.iterator]() { yield* await 1 } } label: while (1) { break label }",
  "function f(longName, other) { var x = longName + 1; if (x > 2 && other) { return x * 2; } else { return [x].concat(other); } } switch (f(1, 2)) { case 1: g(); break; default: h(function () { return typeof this }) }",
];
const old = [
  "var a = function (b) { return b ? [1, {c: d}] : /x/g; }; for (var i in a) { try { throw i } catch (e) { } finally { } }",
  "function f(longName, other) { var x = longName + 1; if (x > 2 && other) { return x * 2; } else { return [x].concat(other); } } console.log(f(1, 2));",
  "switch (a) { case 1: b(); break; default: c(); } for (var i = 0; i < 10; i++) { if (i == 3) continue; d(i, -i, !i); } x = y, z = {get p() { return 1 }};",
];
const styles = [
  "@media (max-width: 3px) { a:hover, b > c { color: red !important; background: url(data:x;y) } } /* c */",
  ".d { --x: { a: b }; margin: 0 0 0 0; color: #ff0000 } .e, .d { padding: 1px 2px; font: bold 12px/1.5 a, 'b c' }",
  "@import 'x'; @font-face { src: local(a) format('b') } a::before { content: '\\201c'; width: calc(1px + (2em * 3)) } a{color:blue}a{color:#00f}",
];

/** @type {import("../entry.ts").Entry[]} */
export const entries = [
  {
    name: "acorn",
    packages: { acorn: "8.17.0" },
    async load() {
      const { parse, tokenizer } = await import("acorn");
      const options = { ecmaVersion: "latest", locations: true };
      return {
        arrows: () => parse(programs[0], { ...options, sourceType: "module" }),
        classes: () => parse(programs[1], options),
        tokens() {
          const out = [];
          for (const token of tokenizer(programs[2], options)) out.push([token.type.label, token.value, token.start]);
          return out;
        },
      };
    },
  },
  {
    name: "esprima",
    packages: { esprima: "4.0.1" },
    async load() {
      const { parseScript, tokenize } = await import("esprima");
      return {
        parsed: () => parseScript(old[0], { loc: true, comment: true }),
        ranges: () => parseScript(old[1], { range: true, tokens: true }),
        tokens: () => tokenize(old[2], { loc: true }),
      };
    },
  },
  {
    name: "escodegen",
    packages: { escodegen: "2.1.0", esprima: "4.0.1" },
    async load() {
      const { default: escodegen } = await import("escodegen");
      const { parseScript } = await import("esprima");
      const [first, second, third] = old.map((text) => parseScript(text));
      return {
        usual: () => escodegen.generate(first),
        compact: () => escodegen.generate(second, { format: escodegen.FORMAT_MINIFY }),
        tabs: () =>
          escodegen.generate(third, {
            format: { indent: { style: "\t", base: 2 }, quotes: "double", semicolons: false },
          }),
      };
    },
  },
  {
    name: "@babel/parser",
    packages: { "@babel/parser": "8.1.2" },
    async load() {
      const { parse, parseExpression } = await import("@babel/parser");
      return {
        arrows: () => parse(programs[0], { sourceType: "module" }).program,
        typed: () =>
          parse("type A<T> = { a?: T[] } | null; const f = <T,>(x: T): x is A<T> => !!x; enum E { A = 1 }", {
            plugins: ["typescript"],
          }).program,
        expressions: () => [
          parseExpression("a ? b => ({c}) : async (d, ...e) => `x${await f}`"),
          parse(programs[1], { tokens: true }).program.body.length,
        ],
      };
    },
  },
  {
    name: "meriyah",
    packages: { meriyah: "7.4.2" },
    async load() {
      const { parse } = await import("meriyah");
      return {
        arrows: () => parse(programs[0], { sourceType: "module", ranges: true }),
        classes: () => parse(programs[1], { loc: true, next: true }),
        functions: () => parse(programs[2], { lexical: true, webcompat: true }),
      };
    },
  },
  {
    name: "sucrase",
    packages: { sucrase: "3.35.1" },
    async load() {
      const { transform } = await import("sucrase");
      return {
        types: () =>
          transform(
            "export const f = <T,>(x: T): x is A<T> => !!x; enum E { A = 1 } import type B from 'b'; import C from 'c'; let c: C = new C();",
            { transforms: ["typescript"] },
          ).code,
        elements: () =>
          transform("const a = <div class='x' {...y}>text {z} <B.C/></div>;", { transforms: ["jsx"], production: true })
            .code,
        imports: () =>
          transform("import a, {b as c} from 'd'; export * from 'e'; export default class F { g = a?.c ?? 1 }", {
            transforms: ["imports"],
          }).code,
      };
    },
  },
  {
    name: "postcss",
    packages: { postcss: "8.5.33" },
    async load() {
      const { default: postcss } = await import("postcss");
      const text = (root) => [root.toString(), JSON.stringify(root.toJSON().nodes.length)];
      return {
        changed() {
          const root = postcss.parse(styles[0]);
          root.walkDecls((d) => {
            d.value += "1";
          });
          return text(root);
        },
        processed: () =>
          postcss([
            {
              postcssPlugin: "p",
              Declaration(d) {
                if (d.prop === "margin") d.remove();
              },
            },
          ]).process(styles[1], { from: undefined }).css,
        rules() {
          const root = postcss.parse(styles[2]);
          root.walkRules(/a/, (r) => {
            r.selector = r.selector.toUpperCase();
          });
          root.append({ selector: "x", nodes: [{ prop: "y", value: "z" }] });
          return text(root);
        },
      };
    },
  },
  {
    name: "css-tree",
    packages: { "css-tree": "3.2.1" },
    async load() {
      const csstree = await import("css-tree");
      return {
        printed: () => csstree.generate(csstree.parse(styles[0], { positions: true })),
        plain: () => csstree.toPlainObject(csstree.parse(styles[1], { parseCustomProperty: true })),
        matched: () => [
          csstree.lexer.matchProperty("border", "1px solid red").matched,
          csstree.lexer.match("<'background'>", "red url(x) no-repeat").error,
          csstree.generate(csstree.parse(styles[2])),
        ],
      };
    },
  },
  {
    name: "csso",
    packages: { csso: "5.0.5" },
    async load() {
      const { minify, syntax } = await import("csso");
      return {
        media: () => minify(styles[0]).css,
        merged: () => minify(styles[1] + styles[2], { restructure: true }).css,
        tree: () => syntax.generate(syntax.compress(syntax.parse(styles[2])).ast),
      };
    },
  },
  {
    name: "graphql",
    packages: { graphql: "16.11.0" },
    async load() {
      const { buildSchema, graphqlSync, parse, print, printSchema, validate } = await import("graphql");
      const schema = buildSchema(
        "type Query { hero(id: Int = 1): Hero, all: [Hero!] } interface Named { name: String } type Hero implements Named { name: String, friends(first: Int): [Hero], at: Role } enum Role { A B }",
      );
      const hero = (n) => ({
        name: `h${n}`,
        at: n % 2 ? "A" : "B",
        friends: ({ first }) => Array.from({ length: first ?? 1 }, (_, i) => hero(n + i + 1)),
      });
      const rootValue = { hero: ({ id }) => hero(id), all: () => [hero(1), hero(2)] };
      return {
        executed: () =>
          graphqlSync({
            schema,
            rootValue,
            source:
              "query Q($n: Int) { hero(id: 3) { name friends(first: $n) { name at } } all { ...f } } fragment f on Hero { name }",
            variableValues: { n: 2 },
          }),
        invalid: () =>
          validate(schema, parse("{ hero(x: 1) { nme ...g } } fragment h on Role { a }")).map(
            ({ message, locations }) => [message, locations],
          ),
        printed: () => [
          print(parse('query($a:[Int!]={}){b:c(d:{e:$a,f:"""g"""})@i{...on J{k}}}')),
          printSchema(buildSchema("directive @a(b: Int) on FIELD union U = X | Y type X { a: Int } type Y { b: U }")),
        ],
      };
    },
  },
  {
    name: "chevrotain",
    packages: { chevrotain: "13.2.0" },
    async load() {
      const { createToken, CstParser, Lexer } = await import("chevrotain");
      const Plus = createToken({ name: "Plus", pattern: /[+-]/ });
      const Times = createToken({ name: "Times", pattern: /[*/]/ });
      const Open = createToken({ name: "Open", pattern: /\(/ });
      const Close = createToken({ name: "Close", pattern: /\)/ });
      const Int = createToken({ name: "Int", pattern: /\d+/ });
      const all = [createToken({ name: "White", pattern: /\s+/, group: Lexer.SKIPPED }), Plus, Times, Open, Close, Int];
      const lexer = new Lexer(all);
      class Sums extends CstParser {
        constructor() {
          super(all, { recoveryEnabled: true });
          this.RULE("sum", () => {
            this.SUBRULE(this.product, { LABEL: "l" });
            this.MANY(() => {
              this.CONSUME(Plus);
              this.SUBRULE2(this.product, { LABEL: "r" });
            });
          });
          this.RULE("product", () => {
            this.SUBRULE(this.atom);
            this.MANY(() => {
              this.CONSUME(Times);
              this.SUBRULE2(this.atom);
            });
          });
          this.RULE("atom", () => {
            this.OR([
              {
                ALT: () => {
                  this.CONSUME(Open);
                  this.SUBRULE(this.sum);
                  this.CONSUME(Close);
                },
              },
              { ALT: () => this.CONSUME(Int) },
            ]);
          });
          this.performSelfAnalysis();
        }
      }
      const parse = (text) => {
        const parser = new Sums();
        const { tokens, errors } = lexer.tokenize(text);
        parser.input = tokens;
        return [JSON.stringify(parser.sum()), parser.errors.map(({ message }) => message), errors];
      };
      return {
        sum: () => parse("1 + 2 * (3 - 4)"),
        deep: () => parse("((((1)) * 2) / 3) + 4 + 5"),
        wrong: () => parse("1 + (2 * ) ? 3"),
      };
    },
  },
  {
    name: "nearley",
    packages: { nearley: "2.20.1" },
    async load() {
      const { default: nearley } = await import("nearley");
      const { default: compile } = await import("nearley/lib/compile.js");
      const { default: generate } = await import("nearley/lib/generate.js");
      const { default: bootstrapped } = await import("nearley/lib/nearley-language-bootstrapped.js");
      const parse = (rules, text) => {
        const parser = new nearley.Parser(nearley.Grammar.fromCompiled(rules));
        parser.feed(text);
        return parser.results;
      };
      const sums = {
        ParserRules: [
          { name: "s", symbols: ["n"] },
          { name: "s", symbols: ["s", { literal: "+" }, "n"], postprocess: ([a, , b]) => [a, b] },
          { name: "n", symbols: [/\d/] },
          { name: "n", symbols: ["n", /\d/], postprocess: (d) => d.join("") },
        ],
        ParserStart: "s",
      };
      const ambiguous = {
        ParserRules: [
          { name: "s", symbols: ["s", "s"] },
          { name: "s", symbols: [{ literal: "a" }] },
        ],
        ParserStart: "s",
      };
      return {
        sums: () => parse(sums, "12+3+45+6"),
        ambiguous: () => parse(ambiguous, "aaaaa"),
        compiled: () =>
          generate(
            compile(
              parse(bootstrapped, 'main -> a:+ | "b" {% id %}\na -> [c-e] main:? {% function(d) { return d; } %}\n')[0],
              {},
            ),
            "grammar",
          ).replace(/^\/\/.*\n/gm, ""),
      };
    },
  },
  {
    name: "peggy",
    packages: { peggy: "5.1.0" },
    async load() {
      const { default: peggy } = await import("peggy");
      const parser = peggy.generate(
        "s = a:t b:(_ ('+' / '-') _ t)* { return [a, b.map((x) => x[3])] }\nt = d:[0-9]+ { return d.join('') } / '(' s:s ')' { return s }\n_ = ' '*",
      );
      return {
        made: () =>
          peggy.generate("a = 'x' b* !. / $(c 'y'i)\nb 'b' = [^a-z]+ { return 1 }\nc = &{ return true } a", {
            output: "source",
          }).length,
        parsed: () => parser.parse("1 + (2 - 3) + 40 - (((5)))"),
        checked() {
          try {
            return peggy.generate("a = b\nb = a / c:'x' c:'y'", { output: "ast" });
          } catch (error) {
            return error.message;
          }
        },
      };
    },
  },
  {
    name: "moo",
    packages: { moo: "0.5.3" },
    async load() {
      const { default: moo } = await import("moo");
      const lexer = moo.compile({
        white: { match: /\s+/, lineBreaks: true },
        word: { match: /[a-z]+/, type: moo.keywords({ key: ["if", "else"] }) },
        number: /\d+/,
        op: ["+", "-", "(", ")"],
      });
      const stateful = moo.states({
        main: { open: { match: "`", push: "text" }, word: /\w+/, space: / +/ },
        text: {
          close: { match: "`", pop: 1 },
          hole: { match: "${", push: "main" },
          part: { match: /[^`$]+/, lineBreaks: true },
        },
      });
      const tokens = (one, text) => {
        const out = [];
        const mine = one.clone().reset(text);
        for (let token = mine.next(); token; token = mine.next())
          out.push([token.type, token.value, token.line, token.col]);
        return out;
      };
      return {
        plain: () => tokens(lexer, "if a + 12\nelse (b - 3)"),
        lines: () => tokens(lexer, "x\ny\n  z 1 2 3 + if"),
        states: () => tokens(stateful, "a `b c` d `e\nf`"),
      };
    },
  },
  {
    name: "jsonata",
    packages: { jsonata: "2.2.2" },
    async load() {
      const { default: jsonata } = await import("jsonata");
      return {
        paths: () =>
          jsonata("Account.Order[0].Product[Price > 1 and Name != 'x'].{'n': Name, 's': $sum(Price * Quantity)}").ast(),
        functions: () =>
          jsonata("($f := function($n) { $n <= 1 ? 1 : $n * $f($n - 1) }; $map([1..5], $f) ~> $sum)").ast(),
        recovered() {
          const made = jsonata("a[b > 1].{'x': $sum(c) ~> $string", { recover: true });
          return [made.ast(), made.errors()];
        },
      };
    },
  },
  {
    name: "prettier",
    packages: { prettier: "3.10.1" },
    async load() {
      const prettier = await import("prettier/standalone");
      const plugins = [
        await import("prettier/plugins/babel"),
        await import("prettier/plugins/estree"),
        await import("prettier/plugins/postcss"),
        await import("prettier/plugins/markdown"),
      ].map((p) => p.default);
      return {
        script: async () => await prettier.format(programs[0], { parser: "babel", plugins }),
        style: async () => await prettier.format(styles[1], { parser: "css", plugins }),
        markdown: async () =>
          await prettier.format("# a\n* b\n* c\n\n|a|b|\n|-|-|\n|1|2|\n\n```css\na{b:c}\n```\n", {
            parser: "markdown",
            plugins,
          }),
      };
    },
  },
  {
    name: "prettier, TypeScript",
    packages: { prettier: "3.10.1" },
    async load() {
      const prettier = await import("prettier/standalone");
      const plugins = [await import("prettier/plugins/typescript"), await import("prettier/plugins/estree")].map(
        (p) => p.default,
      );
      const formatted = (text) => async () => await prettier.format(text, { parser: "typescript", plugins });
      return {
        types: formatted("interface A { b: string; c?: number }"),
        values: formatted("const f = <T,>(x: T): T => x;"),
        classes: formatted(
          "abstract class B<T extends object> { constructor(private readonly x: T) {} get y() { return this.x!; } }",
        ),
      };
    },
  },
];
