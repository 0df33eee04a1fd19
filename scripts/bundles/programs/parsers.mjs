import Ajv from "ajv";
import dagre from "dagre";
import escodegen from "escodegen";
import * as esprima from "esprima";
import { parseDocument } from "htmlparser2";
import jsonata from "jsonata";
import lunr from "lunr";
import * as ohm from "ohm-js";
import peggy from "peggy";
/** @preempt */
export function run() {
  const out = [];
  const parser = peggy.generate(
    "s = a:t b:(_ ('+' / '-') _ t)* { return b.reduce((x, y) => y[1] === '+' ? x + y[3] : x - y[3], a); }\nt = d:[0-9]+ { return parseInt(d.join('')); } / '(' s:s ')' { return s; }\n_ = ' '*",
  );
  out.push(parser.parse("1 + (2 - 3) + 40"));
  try {
    parser.parse("1 +");
  } catch (e) {
    out.push(e.message);
  }
  const g = ohm.grammar('G { E = E "+" T -- plus\n | T\n T = digit+ }');
  const sem = g.createSemantics().addOperation("ev", {
    E_plus: (a, _, b) => a.ev() + b.ev(),
    E: (e) => e.ev(),
    T(_d) {
      return Number(this.sourceString);
    },
  });
  out.push(sem(g.match("1+22+3")).ev(), g.match("1+").message);
  const ast = esprima.parseScript(
    "var a = function (b) { return b ? [1, {c: d}] : /x/g; }; for (var i in a) { try { throw i } catch (e) { } finally { } }",
    { loc: true, comment: true },
  );
  out.push(ast, escodegen.generate(ast));
  const dom = parseDocument("<ul><li class=a>1<li>2</ul><!-- c --><p>x&amp;y</p>");
  const walk = (n) => ({ t: n.type, n: n.name, d: n.data, a: n.attribs, c: n.children?.map(walk) });
  out.push(walk(dom));
  const idx = lunr(function () {
    this.ref("id");
    this.field("t");
    for (const [id, t] of ["green plants grow", "planting a tree", "greener grass"].entries()) this.add({ id, t });
  });
  out.push(idx.search("green* plant~1"));
  const v = new Ajv({ allErrors: true }).compile({
    type: "object",
    properties: { a: { type: "array", items: { type: "integer" }, uniqueItems: true }, b: { $ref: "#/definitions/s" } },
    required: ["a"],
    additionalProperties: false,
    definitions: { s: { type: "string", pattern: "^x" } },
  });
  for (const x of [
    { a: [1, 2], b: "xy" },
    { a: [1, 1, "z"], b: "q", c: 1 },
  ])
    out.push(v(x), v.errors);
  const gr = new dagre.graphlib.Graph();
  gr.setGraph({});
  gr.setDefaultEdgeLabel(() => ({}));
  for (const n of "abcdef") gr.setNode(n, { width: 10, height: 10 });
  for (const [x, y] of ["ab", "ac", "bd", "cd", "de", "df", "fa"]) gr.setEdge(x, y);
  dagre.layout(gr);
  out.push(
    gr.nodes().map((n) => gr.node(n)),
    gr.edges().map((e) => gr.edge(e)),
  );
  try {
    jsonata("a[b > 1].{'x': $sum(c)} ~> $string").ast();
    out.push(jsonata("$map([1..3], function($v) { $v * 2 })").ast());
  } catch (e) {
    out.push(e.message);
  }
  return JSON.stringify(out, (_k, x) => (x instanceof RegExp ? String(x) : x));
}
