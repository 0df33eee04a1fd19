import { buildSchema, execute, parse, print, validate } from "graphql";

const schema = buildSchema(`
  type Query { people(first: Int!): [Person!]! }
  type Person { id: ID!, name: String!, age: Int, friends(first: Int!): [Person!]! }
`);
const person = (i) => ({ id: i, name: `name ${i}`, age: i % 90, friends: ({ first }) => list(first, i + 1) });
const list = (first, from) => Array.from({ length: first }, (_, i) => person(from + i));
const fields = Array.from(
  { length: 60 },
  (_, i) => `a${i}: people(first: 8) { id name age friends(first: 4) { name ...F } }`,
);
const source = `{ ${fields.join("\n")} } fragment F on Person { id age friends(first: 2) { name } }`;

/** @preempt */
export function run() {
  const document = parse(source);
  const errors = validate(schema, document);
  const { data } = execute({ schema, document, rootValue: { people: ({ first }) => list(first, 0) } });
  return `${errors.length} ${print(document).length} ${JSON.stringify(data).length}`;
}
