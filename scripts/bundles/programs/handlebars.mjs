import Handlebars from "handlebars/dist/handlebars.js";
/** @preempt */
export function run() {
  const t = Handlebars.compile(
    "{{#each people as |p i|}}{{#if p.old}}<b>{{p.name}}</b>{{else}}{{i}} {{p.name}}{{/if}}{{~/each}} {{#with x}}{{y.z}} {{../n}}{{/with}} {{{raw}}} {{> part a=1}} {{helper 1 b=2}}",
  );
  Handlebars.registerPartial("part", "[{{a}}{{n}}]");
  Handlebars.registerHelper("helper", function (a, o) {
    return a + o.hash.b + this.n;
  });
  let bad = "";
  try {
    Handlebars.compile("{{#if}}x{{/each}}")({});
  } catch (e) {
    bad = e.message;
  }
  return t({ people: [{ name: "<a>", old: 1 }, { name: "b" }], x: { y: { z: 3 } }, n: 4, raw: "<i>" }) + bad;
}
