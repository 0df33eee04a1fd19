import Handlebars from "handlebars/dist/handlebars.js";

const source =
  "{{#each people as |p i|}}<li class='{{kind i}}'>{{#if p.old}}<b>{{p.name}}</b>{{else}}{{p.name}}{{/if}} {{> age years=p.age}}</li>{{/each}}";
const people = Array.from({ length: 20_000 }, (_, i) => ({ name: `<${i}>`, old: i % 3 === 0, age: i % 90 }));
Handlebars.registerPartial("age", "({{years}})");
Handlebars.registerHelper("kind", (i) => (i % 2 ? "odd" : "even"));

/** @preempt */
export function run() {
  const text = Handlebars.compile(source)({ people });
  return `${text.length} ${text.slice(-80)}`;
}
