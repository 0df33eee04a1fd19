// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs in programs
// Templates.
const people = [{ name: "<a>", old: 1 }, { name: "b" }, { name: "c & d", old: 1 }];

/** @type {import("../entry.ts").Entry[]} */
export const entries = [
  {
    name: "handlebars",
    packages: { handlebars: "4.7.10" },
    async load() {
      const { default: Handlebars } = await import("handlebars/dist/cjs/handlebars.js");
      Handlebars.registerPartial("part", "[{{a}}{{n}}]");
      Handlebars.registerHelper("helper", function (a, o) {
        return a + o.hash.b + this.n;
      });
      return {
        compiled: () =>
          Handlebars.compile(
            "{{#each people as |p i|}}{{#if p.old}}<b>{{p.name}}</b>{{else}}{{i}} {{p.name}}{{/if}}{{~/each}}",
          )({ people }),
        partials: () =>
          Handlebars.compile("{{> part a=1}} {{helper 1 b=2}} {{#with x}}{{y.z}} {{../n}}{{/with}}", { strict: false })(
            { n: 4, x: { y: { z: 3 } } },
          ),
        parsed: () => [
          Handlebars.parse("{{#if a}}b{{~else}}c{{/if}} {{{d}}}").body.length,
          Handlebars.precompile("{{#each a}}{{@index}} {{this}}{{/each}}"),
        ],
      };
    },
  },
  {
    name: "mustache",
    packages: { mustache: "4.2.0" },
    async load() {
      const { default: Mustache } = await import("mustache");
      return {
        sections: () =>
          Mustache.render("{{#people}}{{name}}{{#old}}!{{/old}},{{/people}}{{^none}}no{{/none}}{{{raw}}}", {
            people,
            raw: "<i>",
          }),
        partials: () => Mustache.render("{{#a}}{{> p}}{{/a}}", { a: [{ b: 1 }, { b: 2 }] }, { p: "({{b}})" }),
        tags: () => Mustache.render("<% #people %>[<% name %>]<% /people %>", { people }, {}, ["<%", "%>"]),
      };
    },
  },
  {
    name: "nunjucks",
    packages: { nunjucks: "3.2.4" },
    async load() {
      const { default: nunjucks } = await import("nunjucks");
      const make = (templates) =>
        new nunjucks.Environment(
          { getSource: (name) => ({ src: templates[name], path: name, noCache: true }) },
          { autoescape: true },
        );
      return {
        loops: () =>
          make({}).renderString(
            "{% for p in people %}{{ loop.index }} {{ p.name | upper }}{% if p.old %}!{% endif %}, {% else %}none{% endfor %}",
            { people },
          ),
        inherited: () =>
          make({
            base: "<{% block a %}base{% endblock %}>",
            page: "{% extends 'base' %}{% block a %}{{ super() }} {{ x | default('d') }}{% endblock %}",
          }).render("page", {}),
        macros: () =>
          make({}).renderString(
            "{% macro f(a, b=2) %}[{{ a }}-{{ b }}]{% endmacro %}{{ f(1) }}{{ f(3, b=4) }}{% set z = [1, 2, 3] | join('+') %}{{ z }}{% raw %}{{ x }}{% endraw %}",
            {},
          ),
      };
    },
  },
  {
    name: "ejs",
    packages: { ejs: "7.0.2" },
    async load() {
      const ejs = await import("ejs");
      const { render, compile } = ejs.default ?? ejs;
      return {
        loops: () =>
          render("<% for (const p of people) { %><b><%= p.name %></b><% if (p.old) { -%>!<% } %>\n<% } %>", { people }),
        tags: () => render("<? for (let i = 0; i < 4; i++) { ?>[<?= i ?>]<? } ?>", {}, { delimiter: "?" }),
        compiled: () =>
          compile("a <%- b %> <%# c %> <%% d %>\n<%_ if (b) { _%>\n e\n<%_ } _%>", { rmWhitespace: true })({
            b: "<x>",
          }),
      };
    },
  },
  {
    name: "pug",
    packages: { pug: "3.0.4" },
    async load() {
      const { default: pug } = await import("pug");
      return {
        loops: () =>
          pug.render(
            "ul\n  each p, i in people\n    li(class=p.old ? 'old' : 'new')= i + p.name\n  else\n    li none",
            { people },
          ),
        mixins: () =>
          pug.render(
            "mixin m(a, b)\n  p(id=a)&attributes(attributes)\n    block\n+m('x')(data-y='z')\n  | text #{1 + 1} !{'<i>'}\n",
          ),
        pretty: () =>
          pug.render(
            "doctype html\nhtml\n  head\n    script.\n      let a = 1;\n  body: div#a.b.c\n    case 2\n      when 1: p one\n      default: p other\n",
            { pretty: true },
          ),
      };
    },
  },
  {
    name: "liquidjs",
    packages: { liquidjs: "10.30.1" },
    async load() {
      const { Liquid } = await import("liquidjs");
      const make = () => new Liquid();
      return {
        loops: () =>
          make().parseAndRenderSync(
            "{% for p in people reversed %}{{ forloop.index }}{{ p.name | escape }}{% unless p.old %}-{% endunless %}{% endfor %}",
            { people },
          ),
        filters: () =>
          make().parseAndRenderSync(
            "{{ people | map: 'name' | join: ', ' | upcase }} {% assign x = 'a,b' | split: ',' %}{{ x[1] | append: 'c' }} {{ 3.14159 | round: 2 }}",
            { people },
          ),
        captured: () =>
          make().parseAndRenderSync(
            "{% capture c %}{% cycle 1, 2 %}{% cycle 1, 2 %}{% endcapture %}{{ c }}{% case 2 %}{% when 1 %}a{% when 2 %}b{% endcase %}{% tablerow i in (1..4) cols: 2 %}{{ i }}{% endtablerow %}",
          ),
      };
    },
  },
];
